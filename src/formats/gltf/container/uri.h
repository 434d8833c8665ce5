#pragma once
// URIs of buffers and images: embedded data, or paths of files next to the asset.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::gltf {

// Decodes percent codes, such as "%20" to a space. Invalid codes remain unchanged.
std::string percent_decoded(std::string_view text);

struct DataUri {
  std::string_view media_type;  // "image/png", may be empty
  bool base64 = false;
  std::string_view data;
};
bool is_data_uri(std::string_view uri);
// Returns nullopt if the URI contains no comma.
std::optional<DataUri> parse_data_uri(std::string_view uri);

// Upper bound of the decoded size in bytes.
std::size_t decoded_size_bound(const DataUri& uri);
// Returns false if the text is not base64. Padding is optional. Percent codes are allowed.
bool decode_data(const DataUri& uri, std::vector<std::byte>& out);

// Whether a decoded path stays below its folder: relative, without `..`, scheme or drive.
bool stays_below(std::string_view path);

}  // namespace skelter::gltf

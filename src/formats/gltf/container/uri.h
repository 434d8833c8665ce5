#pragma once
// URIs of buffers and images: data in the text itself, and paths of files next to the asset.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::gltf {

// "%20" becomes a space; what is no such code stays.
std::string percent_decoded(std::string_view text);

struct DataUri {
  std::string_view media_type;  // "image/png", may be empty
  bool base64 = false;
  std::string_view data;
};
bool is_data_uri(std::string_view uri);
// Nothing for those without a comma.
std::optional<DataUri> parse_data_uri(std::string_view uri);

// How many bytes the data will be at most.
std::size_t decoded_size_bound(const DataUri& uri);
// False for text that is not base64; padding may be left out, percent codes are allowed.
bool decode_data(const DataUri& uri, std::vector<std::byte>& out);

// Whether a path, decoded, stays below its folder: relative, without `..`, no scheme and no drive.
bool stays_below(std::string_view path);

}  // namespace skelter::gltf

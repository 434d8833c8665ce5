#pragma once
// The path of an image as the author of a model wrote it, possibly on another machine.

#include <string>
#include <string_view>
#include <vector>

namespace skelter {

// File extensions of images, in search order.
inline constexpr std::string_view kImageExtensions[] = {".dds",  ".tga", ".png", ".jpg",
                                                        ".jpeg", ".bmp", ".webp"};

struct WrittenPath {
  std::vector<std::string> folders;  // without root, drive and anything before ".."; the last 15
  std::string name;                  // last part; "" if there is none
  std::string stem;                  // lower-case name without its extension
  std::string ending;                // lower case: ".tga"
};
// Accepts either slash.
WrittenPath written_path(std::string_view text);

// Parts between the slashes, without empty ones.
std::vector<std::string> path_parts(std::string_view path);

// Number of names that both have in the same order, ignoring case.
std::size_t common_parts(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace skelter

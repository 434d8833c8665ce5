#pragma once
// The path of an image as the author of a model wrote it, possibly on a different machine.

#include <string>
#include <string_view>
#include <vector>

namespace skelter {

// File extensions of images, in search order.
inline constexpr std::string_view kImageExtensions[] = {".dds",  ".tga", ".png", ".jpg",
                                                        ".jpeg", ".bmp", ".webp"};

struct WrittenPath {
  std::vector<std::string> folders;  // without root, drive and anything before ".."; at most the last 15
  std::string name;                  // last part; "" if there is none
  std::string stem;                  // lower-case name without its extension
  std::string ending;                // lower case, such as ".tga"
};
// Splits a path with either type of slash.
WrittenPath written_path(std::string_view text);

// Returns the non-empty parts between the slashes.
std::vector<std::string> path_parts(std::string_view path);

// Returns the number of names that both lists have in the same order, ignoring case.
std::size_t common_parts(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace skelter

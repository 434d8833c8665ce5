#pragma once
// The path of a picture as the author of a model wrote it, perhaps on another machine.

#include <string>
#include <string_view>
#include <vector>

namespace skelter {

// Endings of names that may be pictures, in the order in which they are tried.
inline constexpr std::string_view kPictureEndings[] = {".dds",  ".tga", ".png", ".jpg",
                                                       ".jpeg", ".bmp", ".webp"};

struct WrittenPath {
  std::vector<std::string> folders;  // without root, drive and what stands before ".."; the last 15
  std::string name;                  // the last part; "" if there is none
  std::string stem;                  // the same in lower case, without its ending
  std::string ending;                // in lower case: ".tga"
};
// Either slash.
WrittenPath written_path(std::string_view text);

// What stands before and after the slashes, without empty parts.
std::vector<std::string> path_parts(std::string_view path);

// How many names, in this order, are in both, ignoring case.
std::size_t common_parts(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace skelter

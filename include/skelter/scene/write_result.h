#pragma once
// WriteResult: what the writers of all formats return.

#include <cstddef>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"

namespace skelter {

// A file that belongs next to the written one: a buffer or an image.
struct SideFile {
  std::string name;
  std::vector<std::byte> bytes;
};

struct WriteResult {
  std::vector<std::byte> bytes;
  std::vector<SideFile> files;  // empty if everything is inside `bytes`
  Diagnostics losses;  // warnings: data that the format cannot hold; notes: data in another representation
};

}  // namespace skelter

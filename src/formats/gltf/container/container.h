#pragma once
// Splits a glTF file into the JSON text and, for a GLB, the binary chunk.

#include <string>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"

namespace skelter::gltf {

struct Container {
  bool glb = false;
  std::string_view json;    // without byte order mark
  ByteSpan binary;          // first BIN chunk
  bool has_binary = false;  // true for an empty chunk as well
};

// Errors: bad_data with the byte offset. Warnings: a byte order mark, bytes after the end, a second binary
// chunk.
Result<Container> open_container(ByteSpan bytes, const std::string& file, Diagnostics& diagnostics);

}  // namespace skelter::gltf

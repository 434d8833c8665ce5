#pragma once
// stb_image as used in this module: it reads four formats from memory, with limited allocations.

#include <cstddef>

namespace skelter {

// The largest single allocation that stb_image may make on this thread.
extern thread_local std::size_t stb_allocation_limit;

}  // namespace skelter

#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA

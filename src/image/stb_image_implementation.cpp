// Compiles stb_image with only the formats that we decode. Every allocation is limited, because a small PNG
// may inflate to gigabytes.

#include "image/stb_image_bounded.h"

#include <cstdlib>
#include <cstring>

namespace skelter {

thread_local std::size_t stb_allocation_limit = 0;

namespace {

void* bounded_malloc(std::size_t size) {
  return size <= stb_allocation_limit ? std::malloc(size) : nullptr;
}
void* bounded_realloc(void* block, std::size_t size) {
  return size <= stb_allocation_limit ? std::realloc(block, size) : nullptr;
}

// For a PNG with an empty first IDAT chunk, stb_image copies 0 bytes to null, which memcpy does not allow.
void* copy_bytes(void* to, const void* from, std::size_t size) {
  return size == 0 ? to : std::memcpy(to, from, size);
}

}  // namespace
}  // namespace skelter

#define memcpy skelter::copy_bytes
#define STBI_MALLOC(size) skelter::bounded_malloc(size)
#define STBI_REALLOC(block, size) skelter::bounded_realloc(block, size)
#define STBI_FREE(block) std::free(block)
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop
#undef memcpy

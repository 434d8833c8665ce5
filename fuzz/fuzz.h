#pragma once
// Functions shared by the fuzz targets.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/error.h"
#include "skelter/core/result.h"

namespace skelter::fuzz {

inline ByteSpan bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Aborts if a promise is broken; libFuzzer then keeps the input.
inline void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}
template <class T>
void expect_ok(const Result<T>& result, const char* promise) {
  if (!result) std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
  expect(result.ok(), promise);
}

}  // namespace skelter::fuzz

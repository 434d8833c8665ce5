#pragma once
// Converts texts to bytes.

#include <span>
#include <string>
#include <string_view>

#include "skelter/core/bytes.h"

namespace skelter::test {

// The text must live as long as the result.
inline ByteSpan bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

inline std::string text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace skelter::test

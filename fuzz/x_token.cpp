// Tests only the token layer, which is the text lexer with number parsing, on arbitrary bytes.

#include <cstdint>

#include "../bench/lex_only.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  skelter::lex_only(skelter::ByteSpan(reinterpret_cast<const std::byte*>(data), size));
  return 0;
}

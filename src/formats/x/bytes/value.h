#pragma once
// One number into the words of its scalar type.

#include <cstdint>
#include <cstring>

#include "formats/x/tokens/token.h"

namespace skelter::x {

inline bool is_integer(XScalar scalar) {
  return scalar != XScalar::float32 && scalar != XScalar::float64 && scalar != XScalar::string;
}
inline unsigned words_per_scalar(XScalar scalar) {
  return scalar == XScalar::float64 || scalar == XScalar::ulonglong ? 2 : 1;
}
// In the packed form that D3DX hands out; 0 for strings, which have no fixed size.
unsigned packed_bytes(XScalar scalar);
std::string_view to_text(XScalar scalar);  // "DWORD"

inline void store_pair(std::uint64_t value, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(value);
  words[1] = static_cast<std::uint32_t>(value >> 32);
}

// False when the number does not fit 32 bits (64 for ULONGLONG). Narrower types are cut as in D3DX, and
// counted.
bool store_integer(XScalar scalar, bool negative, std::uint64_t magnitude, std::uint32_t* words,
                   Repairs& repairs);

}  // namespace skelter::x

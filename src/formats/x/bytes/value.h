#pragma once
// Stores a parsed number in the words of its scalar type.

#include <cstdint>
#include <cstring>

#include "formats/x/tokens/token.h"
#include "formats/x/tree/x_template.h"

namespace skelter::x {

inline bool is_integer(XScalar scalar) {
  return scalar != XScalar::float32 && scalar != XScalar::float64 && scalar != XScalar::string;
}
inline unsigned words_per_scalar(XScalar scalar) {
  return scalar == XScalar::float64 || scalar == XScalar::ulonglong ? 2 : 1;
}

struct ScalarForm {
  std::string_view keyword;
  std::uint16_t token;    // token of the keyword in binary files; ULONGLONG has none
  unsigned packed_bytes;  // size in D3DX's packed data; 0 for strings, which have no fixed size
};
// Indexed by XScalar.
inline constexpr ScalarForm kScalarForms[] = {
    {"WORD", 40, 2},  {"DWORD", 41, 4}, {"SWORD", 46, 2},  {"SDWORD", 47, 4},   {"CHAR", 44, 1},
    {"UCHAR", 45, 1}, {"FLOAT", 42, 4}, {"DOUBLE", 43, 8}, {"ULONGLONG", 0, 8}, {"STRING", 49, 0}};
inline const ScalarForm& form_of(XScalar scalar) {
  return kScalarForms[static_cast<std::size_t>(scalar)];
}

inline void store_pair(std::uint64_t value, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(value);
  words[1] = static_cast<std::uint32_t>(value >> 32);
}

// Returns false if the number does not fit in 32 bits (64 for ULONGLONG). Values for narrower types are
// truncated as in D3DX, and counted in `repairs`.
bool store_integer(XScalar scalar, bool negative, std::uint64_t magnitude, std::uint32_t* words,
                   Repairs& repairs);

}  // namespace skelter::x

#include "formats/x/bytes/value.h"

namespace skelter::x {

bool store_integer(XScalar scalar, bool negative, std::uint64_t magnitude, std::uint32_t* words,
                   Repairs& repairs) {
  if (scalar == XScalar::ulonglong) {
    store_pair(negative ? 0 - magnitude : magnitude, words);
    return true;
  }
  if (magnitude > 0xFFFFFFFFu) return false;
  const auto value = static_cast<std::uint32_t>(negative ? 0 - magnitude : magnitude);
  if (form_of(scalar).packed_bytes == 4) {
    *words = value;
    return true;
  }
  const unsigned bits = form_of(scalar).packed_bytes == 1 ? 8 : 16;
  const std::uint64_t most = negative ? std::uint64_t{1} << (bits - 1) : (std::uint64_t{1} << bits) - 1;
  if (magnitude > most) ++repairs.cut_values;
  if (scalar == XScalar::sword)
    *words = static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(value)));
  else if (scalar == XScalar::character)
    *words = static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int8_t>(value)));
  else
    *words = value & ((1u << bits) - 1);
  return true;
}

}  // namespace skelter::x

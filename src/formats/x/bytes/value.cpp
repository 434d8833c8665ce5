#include "formats/x/bytes/value.h"

namespace skelter::x {

unsigned packed_bytes(XScalar scalar) {
  switch (scalar) {
    case XScalar::character:
    case XScalar::uchar:
      return 1;
    case XScalar::word:
    case XScalar::sword:
      return 2;
    case XScalar::dword:
    case XScalar::sdword:
    case XScalar::float32:
      return 4;
    case XScalar::float64:
    case XScalar::ulonglong:
      return 8;
    case XScalar::string:
      return 0;
  }
  return 0;
}

std::string_view to_text(XScalar scalar) {
  switch (scalar) {
    case XScalar::word:
      return "WORD";
    case XScalar::dword:
      return "DWORD";
    case XScalar::sword:
      return "SWORD";
    case XScalar::sdword:
      return "SDWORD";
    case XScalar::character:
      return "CHAR";
    case XScalar::uchar:
      return "UCHAR";
    case XScalar::float32:
      return "FLOAT";
    case XScalar::float64:
      return "DOUBLE";
    case XScalar::ulonglong:
      return "ULONGLONG";
    case XScalar::string:
      return "STRING";
  }
  return "unknown type";
}

bool store_integer(XScalar scalar, bool negative, std::uint64_t magnitude, std::uint32_t* words,
                   Repairs& repairs) {
  if (scalar == XScalar::ulonglong) {
    store_pair(negative ? 0 - magnitude : magnitude, words);
    return true;
  }
  if (magnitude > 0xFFFFFFFFu) return false;
  const auto value = static_cast<std::uint32_t>(negative ? 0 - magnitude : magnitude);
  if (packed_bytes(scalar) == 4) {
    *words = value;
    return true;
  }
  const unsigned bits = packed_bytes(scalar) == 1 ? 8 : 16;
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

#pragma once
// Parses numbers in text files. Every float is the one nearest to the text (ties to even), in any locale.
// The guarded functions are the fast path. They do not check for the end of the buffer: the caller guarantees
// that a `}` follows at least 16 bytes before the end, which stops every loop. They reject unusual input,
// which the word functions then parse as a whole word.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "formats/x/bytes/characters.h"

namespace skelter::x {

enum class WordForm : std::uint8_t {
  number,
  fraction,   // integers only: a number with a fraction; the value is rounded to nearest
  too_large,  // integers only: more than 64 bits
  special,    // NaN or infinite: "1.#QNAN", "nan", "inf"; the value is 0
  none,       // no number
};

WordForm parse_float_word(std::string_view word, float& value);
WordForm parse_double_word(std::string_view word, double& value);
// The number is (negative ? -magnitude : magnitude). Accepts "3.000" and "1e3" as integers.
WordForm parse_integer_word(std::string_view word, bool& negative, std::uint64_t& magnitude);

inline constexpr double kPowersOfTen[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr float kFloatPowersOfTen[11] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f,
                                                1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
inline constexpr std::uint32_t kSmallPowersOfTen[9] = {1,      10,      100,      1000,     10000,
                                                       100000, 1000000, 10000000, 100000000};

// Returns the number of leading digits among the 8 characters at `at`, and stores their value in `value`.
// Processes all eight in one 64-bit word: three multiplications combine the digits into pairs, fours and
// eight.
inline unsigned digits_of_eight(const char* at, std::uint32_t& value) {
  std::uint64_t chunk;
  std::memcpy(&chunk, at, 8);
  chunk ^= 0x3030303030303030u;
  const std::uint64_t others = ((chunk + 0x7676767676767676u) | chunk) & 0x8080808080808080u;
  const unsigned count = others == 0 ? 8u : static_cast<unsigned>(std::countr_zero(others)) / 8u;
  if (count == 0) {
    value = 0;
    return 0;
  }
  chunk <<= 64 - 8 * count;  // shifts in leading zeros
  chunk = (chunk * 10) + (chunk >> 8);
  chunk = (((chunk & 0x000000FF000000FFu) * 0x000F424000000064u) +
           (((chunk >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u)) >>
          32;
  value = static_cast<std::uint32_t>(chunk);
  return count;
}

// Computes the float nearest to mantissa * 10^exponent. Returns false if one division in double precision
// cannot determine it. Source: W. D. Clinger, "How to read floating point numbers accurately" (1990), fast
// path: both factors are exact, so the double is correctly rounded. Rounding it again to float is correct
// unless the double is exactly halfway between two floats (the real number may lie on either side) or the
// float is subnormal.
inline bool scale_to_float(std::uint64_t mantissa, int exponent, bool negative, std::uint32_t& bits) {
  if ((mantissa >> 24) == 0 && exponent <= 0 && exponent >= -10) {  // both are exact as floats
    const float nearest =
        static_cast<float>(static_cast<std::int32_t>(mantissa)) / kFloatPowersOfTen[-exponent];
    std::memcpy(&bits, &nearest, 4);
    bits |= static_cast<std::uint32_t>(negative) << 31;
    return true;
  }
  if ((mantissa >> 53) != 0 || exponent < -22 || exponent > 22) return false;
  double scaled = static_cast<double>(mantissa);
  scaled = exponent < 0 ? scaled / kPowersOfTen[-exponent] : scaled * kPowersOfTen[exponent];
  std::uint64_t wide;
  std::memcpy(&wide, &scaled, 8);
  if ((wide & 0x1FFFFFFFu) == 0x10000000u) return false;
  if (scaled < 1.17549435e-38 && mantissa != 0) return false;
  const float rounded = static_cast<float>(scaled);
  std::memcpy(&bits, &rounded, 4);
  bits |= static_cast<std::uint32_t>(negative) << 31;
  return true;
}

// Reads a float at `at` and moves `at` past it. Returns false without moving if the slow path is needed.
[[gnu::always_inline]] inline bool parse_float_guarded(const char*& at, std::uint32_t& bits) {
  const char* p = at;
  const bool negative = *p == '-';
  p += negative;
  const char* const first = p;
  unsigned digit = static_cast<unsigned char>(*p) - unsigned{'0'};
  if (digit > 9) return false;
  std::uint64_t mantissa = 0;
  do {
    mantissa = mantissa * 10 + digit;
    digit = static_cast<unsigned char>(*++p) - unsigned{'0'};
  } while (digit <= 9);
  int exponent = 0;
  if (*p == '.') {
    const char* const fraction = ++p;
    unsigned count;
    do {
      std::uint32_t value;
      count = digits_of_eight(p, value);
      mantissa = mantissa * kSmallPowersOfTen[count] + value;
      p += count;
    } while (count == 8);
    if (p - first > 20) return false;  // more than 19 digits: the mantissa may have overflowed
    exponent = -static_cast<int>(p - fraction);
  } else if (p - first > 19) {
    return false;
  }
  if ((*p | 0x20) == 'e') {
    ++p;
    const bool down = *p == '-';
    p += down || *p == '+';
    std::uint32_t power;
    const unsigned count = digits_of_eight(p, power);
    if (count == 0 || count == 8) return false;
    p += count;
    if (power > 99) return false;
    exponent += down ? -static_cast<int>(power) : static_cast<int>(power);
  }
  if (!ends_word(*p) || !scale_to_float(mantissa, exponent, negative, bits)) return false;
  at = p;
  return true;
}

// Same as parse_float_guarded, for an unsigned 32-bit integer.
[[gnu::always_inline]] inline bool parse_dword_guarded(const char*& at, std::uint32_t& value) {
  const char* p = at;
  const unsigned count = digits_of_eight(p, value);
  if (count == 0) return false;
  p += count;
  if (count == 8) {
    std::uint64_t more = value;
    for (int extra = 0; is_digit(*p); ++p) {
      more = more * 10 + static_cast<unsigned>(*p - '0');
      if (++extra > 4) return false;
    }
    if (more > 0xFFFFFFFFu) return false;
    value = static_cast<std::uint32_t>(more);
  }
  if (!ends_word(*p)) return false;
  at = p;
  return true;
}

}  // namespace skelter::x

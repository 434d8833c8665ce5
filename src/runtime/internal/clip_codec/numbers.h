#pragma once
// Coding of integers as symbols and bits: those of heads, with a table for each field, and the corrections of
// tracks over time.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "runtime/internal/clip_codec/frequencies.h"
#include "skelter/math/soa.h"

namespace skelter::clip_codec {

using Numbers = std::array<std::int32_t, 3>;

template <class Coder>
std::uint32_t code_symbol(Coder& coder, Field field, std::uint32_t symbol) {
  return coder.code(kFieldTables[static_cast<std::size_t>(field)], symbol);
}
template <class Coder>
bool code_flag(Coder& coder, Field field, bool flag) {
  return code_symbol(coder, field, flag ? 1 : 0) != 0;
}

// Codes the lowest `count` bits, at most 32.
template <class Coder>
std::uint32_t code_low_bits(Coder& coder, std::uint32_t count, std::uint32_t number) {
  if (count <= kMaxBits) return coder.code_bits(count, number & ((1u << count) - 1));
  const std::uint32_t low = coder.code_bits(kMaxBits, number & 0xFFFF);
  const std::uint32_t high = count - kMaxBits;
  return coder.code_bits(high, number >> kMaxBits & ((1u << high) - 1)) << kMaxBits | low;
}
// Codes the bits below the highest one of a number with `width` bits.
template <class Coder>
std::uint32_t code_below_highest(Coder& coder, std::uint32_t width, std::uint32_t number) {
  if (width < 2) return width;
  return 1u << (width - 1) | code_low_bits(coder, width - 1, number);
}

// Codes any number: its bit width, then the bits below its highest one.
template <class Coder>
std::uint32_t code_number(Coder& coder, Field field, std::uint32_t number) {
  constexpr std::uint32_t kLonger = kMaxSymbols - 1;
  auto width = static_cast<std::uint32_t>(std::bit_width(number));
  width = code_symbol(coder, field, width < kLonger ? width : kLonger);
  if (width < 2) return width;
  if (width < kLonger) {
    const std::uint32_t highest = 1u << (width - 1);
    return highest | coder.code_bits(width - 1, number & (highest - 1));
  }
  width = kLonger + coder.code_bits(5, static_cast<std::uint32_t>(std::bit_width(number)) - kLonger);
  return code_below_highest(coder, width < 32 ? width : 32, number);  // more than 32 only in damaged data
}
// Codes a signed number with its sign folded in: 0, -1, 1, -2, ...
template <class Coder>
std::int32_t code_signed(Coder& coder, Field field, std::int32_t number) {
  const std::uint32_t folded =
      static_cast<std::uint32_t>(number) << 1 ^ static_cast<std::uint32_t>(number < 0 ? -1 : 0);
  const std::uint32_t n = code_number(coder, field, folded);
  return static_cast<std::int32_t>(n >> 1 ^ (n & 1 ? 0xFFFFFFFFu : 0));
}

// --- corrections -------------------------------------------------------------------------------------------

// Sizes of a track's corrections so far; they select the table of the next one.
struct History {
  static constexpr std::int32_t kUnit = 256;
  static constexpr std::int32_t kLargest = 1 << 14;  // larger sizes count as this

  std::array<std::int32_t, 3> averages{kUnit, kUnit, kUnit};  // average sizes, in 1 / kUnit

  static std::int32_t size_of(std::int32_t number) {
    const std::int32_t bounded = number < -kLargest ? -kLargest : number > kLargest ? kLargest : number;
    return bounded < 0 ? -bounded : bounded;
  }
  // The level of an average size: two levels per octave.
  static std::uint32_t level(std::int32_t average) {
    const auto size = static_cast<std::uint32_t>(average < 7 ? 7 : average);
    const auto width = static_cast<std::uint32_t>(std::bit_width(size));
    return 2 * width - 7 + (size >> (width - 2) & 1);
  }
  void follow(const Numbers& corrections, std::int32_t rate) {
    for (std::size_t c = 0; c < 3; ++c)
      averages[c] += (kUnit * size_of(corrections[c]) - averages[c]) * rate >> 8;
  }
};

// Components of a frame are coded one after another: if the earlier ones were larger than expected, the next
// one is probably larger too.
struct FrameSizes {
  std::int32_t seen = 0, expected = 0;

  Scale scale_of(const History& history, std::size_t component) const {
    const std::uint32_t larger = 2 * seen > 3 * expected + 192 ? 1 : 0;
    const std::uint32_t smaller = 2 * seen + 96 < expected ? 1 : 0;
    return kScales[1 + History::level(history.averages[component]) + larger - smaller];
  }
  void add(const History& history, std::size_t component, std::int32_t correction) {
    seen += History::kUnit * History::size_of(correction);
    expected += history.averages[component];
  }
};

// Learning rate of averages for the corrections of a frame, out of 256: the first frames have more influence.
constexpr std::int32_t learning_rate(std::uint32_t frame) {
  constexpr std::array<std::int32_t, 4> kRates{170, 102, 72, 48};
  return kRates[frame < 4 ? frame : 3];
}

// Codes a correction: the table's symbol gives its size, in steps of 2^low_bits; the last symbol means this
// size or more. The sign, and the low bits of larger sizes, are practically random.
template <class Coder>
std::int32_t code_correction(Coder& coder, const CorrectionTable& table, std::uint32_t low_bits,
                             std::int32_t number) {
  const bool by_halves = low_bits != 0;  // then 0 and -1 are equally far from the middle
  const bool negative = number < 0;
  const std::uint32_t folded = negative ? static_cast<std::uint32_t>(by_halves ? ~number : -number)
                                        : static_cast<std::uint32_t>(number);
  std::uint32_t steps = folded >> low_bits;
  const std::uint32_t joined = low_bits < kMaxBitsWithSymbol ? low_bits : kMaxBitsWithSymbol - 1;
  std::uint32_t bits = (folded & ((1u << joined) - 1)) | (negative ? 1u << joined : 0);
  const std::uint32_t symbol =
      coder.code_with_bits(table.symbols, table.signs, joined, steps < table.last ? steps : table.last, bits);
  if (symbol == table.last) {
    auto width = static_cast<std::uint32_t>(std::bit_width(steps - table.last + 1));
    width = coder.code_bits(5, width);
    steps = table.last + code_below_highest(coder, width < 20 ? width : 20, steps - table.last + 1) - 1;
  } else {
    steps = symbol;
  }
  std::uint32_t size = steps << low_bits | (bits & ((1u << joined) - 1));
  if (joined < low_bits)
    size |= coder.code_bits(low_bits - joined, folded >> joined & ((1u << (low_bits - joined)) - 1))
            << joined;
  const std::uint32_t sign = bits >> joined;
  return static_cast<std::int32_t>((size ^ (0u - sign)) + (by_halves ? 0 : sign));
}

// Codes the corrections of a frame of up to kLanes tracks: the first component of all tracks, then the second
// one.
template <class Coder>
void code_corrections(Coder& coder, std::span<History> histories, std::int32_t rate,
                      std::span<Numbers> numbers) {
  std::array<FrameSizes, kLanes> sizes;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t column = 0; column < histories.size(); ++column) {
      const Scale scale = sizes[column].scale_of(histories[column], c);
      std::int32_t& number = numbers[column][c];
      number = code_correction(coder, kCorrectionTables[scale.table], scale.low_bits, number);
      sizes[column].add(histories[column], c, number);
    }
  for (std::size_t column = 0; column < histories.size(); ++column)
    histories[column].follow(numbers[column], rate);
}
template <class Coder>
Numbers code_corrections(Coder& coder, History& history, std::int32_t rate, Numbers numbers) {
  code_corrections(coder, {&history, 1}, rate, {&numbers, 1});
  return numbers;
}

}  // namespace skelter::clip_codec

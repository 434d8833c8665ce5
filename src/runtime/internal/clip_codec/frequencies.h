#pragma once
// Expected frequency of each symbol, out of 256: counted over the stored clips of the bench files
// (docs/compression.md). Other clips become slightly larger, but stay correct.

#include "runtime/internal/clip_codec/entropy_coder.h"

namespace skelter::clip_codec {

// The fields of a stored clip's head; each has its own table.
enum class Field : std::uint8_t {
  count,
  characters_high,
  characters_low,
  characters_low_a,
  word,
  precision,
  left_out,
  component,
  axis,
  first_step,
  step,
  grid,
  byte_bias,
  bias,
  shared,
  last,
  before_last,
  vector_step,
  vector_first,
  format_translation,
  format_rotation,
  format_scale,
  moves_translation,
  moves_rotation,
  moves_scale,
  width_translation,
  width_rotation,
  width_scale,
  width_w,
  rate,
  still_turned,
  still_exact,
  still_translation,
  still_scale,
  duration,
};

inline constexpr std::array<Table, 35> kFieldTables = {
    make_table({92, 64, 15, 17, 6, 16, 17, 7, 2, 14, 1, 1, 1, 1, 1, 1}),      // count
    make_table({1, 1, 1, 3, 13, 29, 118, 82, 1, 1, 1, 1, 1, 1, 1, 1}),        // characters_high
    make_table({26, 17, 57, 59, 17, 27, 6, 10, 1, 20, 4, 1, 1, 1, 1, 8}),     // characters_low
    make_table({1, 37, 2, 5, 40, 37, 2, 26, 5, 31, 2, 8, 14, 9, 30, 7}),      // characters_low_a
    make_table({86, 23, 36, 7, 1, 1, 1, 1, 2, 6, 23, 32, 10, 2, 1, 24}),      // word
    make_table({1, 1, 1, 1, 1, 1, 1, 20, 77, 17, 48, 40, 16, 27, 2, 2}),      // precision
    make_table({32, 20, 42, 162}),                                            // left_out
    make_table({1, 35, 29, 24, 19, 22, 16, 19, 7, 13, 11, 2, 6, 12, 7, 33}),  // component
    make_table({166, 10, 14, 15, 13, 14, 15, 1, 1, 1, 1, 1, 1, 1, 1, 1}),     // axis
    make_table({15, 3, 9, 16, 38, 50, 60, 45, 12, 2, 1, 1, 1, 1, 1, 1}),      // first_step
    make_table({99, 1, 4, 2, 4, 18, 28, 85, 8, 1, 1, 1, 1, 1, 1, 1}),         // step
    make_table({241, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}),           // grid
    make_table({44, 1, 81, 39, 28, 28, 26, 1, 1, 1, 1, 1, 1, 1, 1, 1}),       // byte_bias
    make_table({241, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}),           // bias
    make_table({155, 101}),                                                   // shared
    make_table({6, 7, 10, 19, 62, 67, 76, 1, 1, 1, 1, 1, 1, 1, 1, 1}),        // last
    make_table({25, 27, 21, 37, 72, 63, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1}),       // before_last
    make_table({40, 11, 15, 22, 24, 29, 8, 1, 24, 25, 52, 1, 1, 1, 1, 1}),    // vector_step
    make_table({26, 5, 1, 1, 3, 1, 13, 6, 7, 13, 18, 13, 40, 33, 49, 27}),    // vector_first
    make_table({181, 18, 54, 3}),                                             // format_translation
    make_table({92, 10, 153, 1}),                                             // format_rotation
    make_table({239, 15, 1, 1}),                                              // format_scale
    make_table({207, 49}),                                                    // moves_translation
    make_table({137, 119}),                                                   // moves_rotation
    make_table({128, 128}),                                                   // moves_scale
    make_table({61, 63, 132}),                                                // width_translation
    make_table({17, 133, 106}),                                               // width_rotation
    make_table({86, 85, 85}),                                                 // width_scale
    make_table({13, 141, 102}),                                               // width_w
    make_table({108, 136, 11, 1}),                                            // rate
    make_table({48, 208}),                                                    // still_turned
    make_table({251, 5}),                                                     // still_exact
    make_table({109, 1, 2, 1, 2, 4, 1, 7, 6, 8, 2, 6, 7, 24, 19, 57}),        // still_translation
    make_table({226, 5, 5, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}),           // still_scale
    make_table({241, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}),           // duration
};

// Tables for corrections with a size of about 2^(level / 2 - 5). The last two are for larger corrections,
// without their low bits.
struct CorrectionTable {
  Table symbols;
  std::uint32_t last = 0;   // the last symbol; it means this size or more
  std::uint32_t signs = 0;  // bit k set: a sign follows symbol k
};
constexpr CorrectionTable make_correction_table(std::uint32_t last, std::uint32_t signs,
                                                const Frequencies& frequencies) {
  return {make_table(frequencies), last, signs};
}
inline constexpr std::uint32_t kLargeLevel = 15;  // at this level and above, low bits are coded separately
inline constexpr std::array<CorrectionTable, kLargeLevel + 2> kCorrectionTables = {
    make_correction_table(2, 0xFFFE, {250, 5, 1}),
    make_correction_table(6, 0xFFFE, {232, 16, 1, 1, 1, 1, 4}),
    make_correction_table(6, 0xFFFE, {219, 31, 2, 1, 1, 1, 1}),
    make_correction_table(3, 0xFFFE, {224, 30, 1, 1}),
    make_correction_table(4, 0xFFFE, {214, 38, 2, 1, 1}),
    make_correction_table(4, 0xFFFE, {198, 53, 3, 1, 1}),
    make_correction_table(5, 0xFFFE, {199, 49, 5, 1, 1, 1}),
    make_correction_table(4, 0xFFFE, {188, 60, 6, 1, 1}),
    make_correction_table(6, 0xFFFE, {158, 81, 12, 2, 1, 1, 1}),
    make_correction_table(7, 0xFFFE, {129, 98, 20, 4, 2, 1, 1, 1}),
    make_correction_table(10, 0xFFFE, {121, 76, 37, 9, 5, 2, 1, 1, 1, 1, 2}),
    make_correction_table(11, 0xFFFE, {113, 37, 66, 16, 7, 5, 1, 1, 1, 1, 1, 7}),
    make_correction_table(15, 0xFFFE, {90, 31, 66, 19, 18, 5, 1, 8, 2, 1, 1, 1, 1, 1, 1, 10}),
    make_correction_table(15, 0xFFFE, {70, 7, 96, 27, 3, 28, 5, 6, 1, 4, 2, 1, 1, 1, 1, 3}),
    make_correction_table(15, 0xFFFE, {66, 11, 20, 76, 16, 14, 2, 22, 1, 11, 2, 1, 2, 6, 1, 5}),
    make_correction_table(15, 0xFFFF, {106, 54, 33, 19, 13, 8, 6, 4, 2, 3, 1, 1, 1, 1, 1, 3}),
    make_correction_table(15, 0xFFFF, {87, 38, 39, 24, 15, 12, 9, 7, 3, 5, 2, 4, 2, 1, 1, 7}),
};

// Entry i belongs to level i - 1: its table, and the number of low bits that are coded separately. Entry 0,
// below the lowest level, equals entry 1.
struct Scale {
  std::uint8_t table = 0, low_bits = 0;
};
namespace detail {
constexpr std::array<Scale, 64> scales() {
  std::array<Scale, 64> scales{};
  for (std::uint32_t i = 0; i < scales.size(); ++i) {
    const std::uint32_t level = i > 0 ? i - 1 : 0;
    const std::uint32_t low_bits = level < kLargeLevel ? 0 : (level - kLargeLevel) / 2 + 1;
    const std::uint32_t table = level < kLargeLevel ? level : kLargeLevel + (level - kLargeLevel) % 2;
    scales[i] = {static_cast<std::uint8_t>(table), static_cast<std::uint8_t>(low_bits)};
  }
  return scales;
}
inline constexpr std::array<Scale, 64> kScales = scales();
}  // namespace detail
using detail::kScales;

}  // namespace skelter::clip_codec

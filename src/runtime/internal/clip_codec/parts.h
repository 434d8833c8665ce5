#pragma once
// The parts of a stored clip: their formats, their constant lanes and their moving tracks, and the positions
// of a lane's integers in a decoded part.

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/clip_codec/tracks.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter::clip_codec {

// A constant translation or scale: integer multiples of the clip's constant step, or three floats if that is
// not precise enough.
struct ConstantVector {
  bool exact = false;
  Numbers multiples{};
  float numbers[3] = {};
};

// The integers of a packed moving part: integer = position - position in the first frame + bias. The bias of
// wider integers is in larger units.
struct PackedNumbers {
  std::array<std::uint8_t, 4> widths{};  // bytes, by row
  std::array<std::int32_t, 4> bias{};
};
constexpr std::int32_t bias_unit(std::uint32_t width) {
  return width == 2 ? 4096 : 8;
}

// The fields of translations, rotations and scales follow one another in Field.
constexpr Field field_of(Field translation, PartKind kind) {
  return static_cast<Field>(static_cast<std::uint8_t>(translation) + static_cast<std::uint8_t>(kind));
}

template <class Coder>
PartFormat code_format(Coder& coder, PartKind kind, PartFormat format) {
  return static_cast<PartFormat>(
      code_symbol(coder, field_of(Field::format_translation, kind), static_cast<std::uint32_t>(format)));
}
template <class Coder>
bool code_moves(Coder& coder, PartKind kind, bool moves) {
  return code_flag(coder, field_of(Field::moves_translation, kind), moves);
}
// Codes a width: two bytes, one, or none. Widths come before all tracks, because the sizes depend on them.
template <class Coder>
std::uint8_t code_width(Coder& coder, PartKind kind, std::size_t row, std::uint32_t width) {
  const Field field = row == 3 ? Field::width_w : field_of(Field::width_translation, kind);
  return static_cast<std::uint8_t>(code_symbol(coder, field, width));
}
// Codes the index of a moving part's rate.
template <class Coder>
std::uint32_t code_rate(Coder& coder, std::uint32_t count, std::uint32_t rate) {
  if (count < 2) return 0;
  const std::uint32_t coded = code_symbol(coder, Field::rate, rate);
  return coded < count ? coded : 0;
}
template <class Coder>
std::int32_t code_bias(Coder& coder, std::uint32_t width, std::int32_t bias) {
  if (width == 0) return 0;
  const std::int32_t unit = bias_unit(width);
  const std::int32_t units = code_signed(coder, width == 1 ? Field::byte_bias : Field::bias, bias / unit);
  constexpr std::int32_t kMax = 1 << 16;
  return (units > kMax ? kMax : units < -kMax ? -kMax : units) * unit;
}
template <class Coder>
void code_constant(Coder& coder, FirstRotation& rotation) {
  const bool turned =
      code_flag(coder, Field::still_turned, rotation.components != Numbers{} || rotation.left_out != 3);
  if (turned)
    TrackCoding::code(coder, rotation);
  else
    rotation = {};
}
template <class Coder>
void code_constant(Coder& coder, PartKind kind, ConstantVector& v) {
  v.exact = code_flag(coder, Field::still_exact, v.exact);
  for (std::size_t c = 0; c < 3; ++c) {
    if (!v.exact) {
      v.multiples[c] = code_signed(
          coder, kind == PartKind::scale ? Field::still_scale : Field::still_translation, v.multiples[c]);
      continue;
    }
    std::uint32_t bits;
    std::memcpy(&bits, &v.numbers[c], 4);
    bits = code_low_bits(coder, 32, bits);
    std::memcpy(&v.numbers[c], &bits, 4);
  }
}

// Scales are mostly 1, so their multiples count from 1.
inline float constant_value(PartKind kind, double step, std::int32_t multiple) {
  return static_cast<float>((kind == PartKind::scale ? 1.0 : 0.0) + step * multiple);
}

}  // namespace skelter::clip_codec

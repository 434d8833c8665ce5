#pragma once
// The parts of a stored clip: their formats, their constant lanes and their moving tracks; and where a lane's
// numbers lie in a decoded part.

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/clip_codec/tracks.h"

namespace skelter::clip_codec {

// A translation or scale that does not move: whole multiples of the clip's constant step, or three floats
// where that is not close enough.
struct ConstantVector {
  bool exact = false;
  Numbers multiples{};
  float numbers[3] = {};
};

// The numbers of a moving part when packed: number = position - that of the first frame + bias. The bias of
// wider numbers comes in larger units.
struct PackedNumbers {
  std::array<std::uint8_t, 4> widths{};  // bytes, by row
  std::array<std::int32_t, 4> bias{};
};
constexpr std::int32_t bias_unit(std::uint32_t width) {
  return width == 2 ? 4096 : 8;
}

class PartModels {
 public:
  TrackModels tracks;

  // In front of all tracks, because sizes depend on it: one of two bytes, of one, or none.
  template <class Coder>
  std::uint8_t code_width(Coder& coder, PartKind kind, std::size_t row, std::uint32_t width) {
    std::array<BitModel, 2>& models = widths_[static_cast<std::size_t>(kind)][row];
    if (!code_bit(coder, models[0], width > 0)) return 0;
    return code_bit(coder, models[1], width > 1) ? 2 : 1;
  }
  // Of a part that moves: which of the clip's rates it has.
  template <class Coder>
  std::uint32_t code_rate(Coder& coder, std::uint32_t count, std::uint32_t rate) {
    std::uint32_t i = 0;
    while (i + 1 < count && code_bit(coder, rates_[i], rate > i)) ++i;
    return i;
  }
  template <class Coder>
  std::int32_t code_bias(Coder& coder, std::uint32_t width, std::int32_t bias) {
    if (width == 0) return 0;
    const std::int32_t unit = bias_unit(width);
    const std::int32_t units = biases_[width - 1].code_signed(coder, bias / unit);
    constexpr std::int32_t kMost = 1 << 16;
    return (units > kMost ? kMost : units < -kMost ? -kMost : units) * unit;
  }

  template <class Coder>
  PartFormat code_format(Coder& coder, PartKind kind, PartFormat format) {
    std::array<BitModel, 4>& models = formats_[static_cast<std::size_t>(kind)];
    const bool moves = code_bit(coder, models[0], format >= PartFormat::packed);
    const bool second = code_bit(coder, models[moves ? 2 : 1], (static_cast<unsigned>(format) & 1) != 0);
    return static_cast<PartFormat>((moves ? 2u : 0u) + (second ? 1u : 0u));
  }
  template <class Coder>
  bool code_moves(Coder& coder, PartKind kind, bool moves) {
    return code_bit(coder, moves_[static_cast<std::size_t>(kind)], moves);
  }
  template <class Coder>
  void code_constant(Coder& coder, FirstRotation& rotation) {
    const bool turned = code_bit(coder, turned_, rotation.components != Numbers{} || rotation.left_out != 3);
    if (turned)
      tracks.code(coder, rotation);
    else
      rotation = {};
  }
  template <class Coder>
  void code_constant(Coder& coder, PartKind kind, ConstantVector& v) {
    const std::size_t k = kind == PartKind::scale ? 1 : 0;
    v.exact = code_bit(coder, exact_[k], v.exact);
    for (std::size_t c = 0; c < 3; ++c) {
      if (!v.exact) {
        v.multiples[c] = constants_[k][c].code_signed(coder, v.multiples[c]);
        continue;
      }
      std::uint32_t bits;
      std::memcpy(&bits, &v.numbers[c], 4);
      bits = words_.code(coder, 0, bits);
      std::memcpy(&v.numbers[c], &bits, 4);
    }
  }

 private:
  std::array<std::array<BitModel, 4>, 3> formats_;
  std::array<BitModel, 3> moves_;
  std::array<std::array<std::array<BitModel, 2>, 4>, 3> widths_;
  std::array<NumberModel, 2> biases_;
  std::array<BitModel, kMostRates> rates_;
  BitModel turned_;
  std::array<BitModel, 2> exact_;
  std::array<std::array<NumberModel, 3>, 2> constants_;
  WordModel words_;
};

// Scales are mostly 1, so their constants are multiples from there.
inline float constant_value(PartKind kind, double step, std::int32_t multiple) {
  return static_cast<float>((kind == PartKind::scale ? 1.0 : 0.0) + step * multiple);
}

}  // namespace skelter::clip_codec

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

class PartModels {
 public:
  TrackModels tracks;

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

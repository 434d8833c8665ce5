#pragma once
// How whole numbers become bits: small ones of a known kind (counts, steps, constants), the corrections of a
// track over time, and floats as they are.

#include <array>
#include <cstdint>
#include <cstring>

#include "runtime/internal/clip_codec/entropy_coder.h"

namespace skelter::clip_codec {

// Numbers from 0 to 2^32 - 2 as (bits of n + 1, those bits): Elias gamma with a model per bit count and for
// the two highest bits below it. Signed numbers are folded: 0, -1, 1, -2, ...
class NumberModel {
 public:
  template <class Coder>
  std::uint32_t code(Coder& coder, std::uint32_t number) {
    const std::uint64_t plus_one = std::uint64_t{number} + 1;
    std::uint32_t size = 0;  // bits after the leading 1
    while (size < 31 && code_bit(coder, more_[size], plus_one >> (size + 1) != 0)) ++size;
    std::uint64_t value = 1;
    for (std::uint32_t bit = size; bit-- > 0;) {
      BitModel plain;  // low bits are as good as random
      const std::uint32_t depth = size - 1 - bit;
      BitModel& model = depth == 0 ? first_[size] : depth == 1 ? second_[size][value & 1] : plain;
      value = value << 1 | (code_bit(coder, model, (plus_one >> bit & 1) != 0) ? 1 : 0);
    }
    return static_cast<std::uint32_t>(value - 1);
  }
  template <class Coder>
  std::int32_t code_signed(Coder& coder, std::int32_t number) {
    const std::uint32_t folded =
        static_cast<std::uint32_t>(number) << 1 ^ static_cast<std::uint32_t>(number < 0 ? -1 : 0);
    const std::uint32_t n = code(coder, folded);
    return static_cast<std::int32_t>(n >> 1 ^ (n & 1 ? 0xFFFFFFFFu : 0));
  }

 private:
  std::array<BitModel, 32> more_, first_;
  std::array<std::array<BitModel, 2>, 32> second_;
};

// What a component of a track did before: the contexts of its next correction.
class History {
 public:
  void add(std::int32_t n) {
    const std::int32_t size = n < 0 ? -n : n;
    const std::int32_t scaled = (size < 4096 ? size : 4096) * 256;
    fast_ += (scaled - fast_) * 77 / 256;
    slow_ += (scaled - slow_) / 16;
    before_last_ = last_;
    last_ = n;
  }
  std::uint32_t fast() const { return level(fast_); }
  std::uint32_t slow() const { return level(slow_); }
  std::uint32_t last_two() const { return clipped(last_) * 4 + clipped(before_last_); }
  std::uint32_t signs() const { return sign(last_) * 3 + sign(before_last_); }
  // How many low bits of the next number are noise.
  std::uint32_t low_bits() const {
    std::uint32_t bits = 0;
    for (std::int32_t rest = slow_ / 256; rest > 5; rest /= 2) ++bits;
    return bits;
  }

 private:
  static std::uint32_t level(std::int32_t average) {  // two levels per octave, 0 to 15
    constexpr std::int32_t kBorders[15] = {24,  45,  64,   91,   128,  181,  256, 362,
                                           512, 724, 1024, 1448, 2048, 2896, 4096};
    std::uint32_t n = 0;
    while (n < 15 && average >= kBorders[n]) ++n;
    return n;
  }
  static std::uint32_t clipped(std::int32_t n) {
    const std::uint32_t size = n < 0 ? 0u - static_cast<std::uint32_t>(n) : static_cast<std::uint32_t>(n);
    return size < 3 ? size : 3;
  }
  static std::uint32_t sign(std::int32_t n) { return n > 0 ? 2 : n < 0 ? 1 : 0; }

  std::int32_t fast_ = 256, slow_ = 256;  // averages of the size, in 1/256
  std::int32_t last_ = 0, before_last_ = 0;
};

// Corrections of one kind of track. `neighbours` says how large those of the components before this one, in
// the same frame, were: 0 to 15.
class CorrectionModel {
 public:
  template <class Coder>
  std::int32_t code(Coder& coder, const History& history, std::uint32_t neighbours, std::int32_t number) {
    const std::uint32_t magnitude =
        number < 0 ? 0u - static_cast<std::uint32_t>(number) : static_cast<std::uint32_t>(number);
    if (!stage(coder, 0, history, neighbours, magnitude != 0)) return 0;
    const bool negative = sign(coder, history, number < 0);
    const std::uint32_t low_bits = history.low_bits();
    const std::uint32_t quotient = (magnitude - 1) >> low_bits;
    std::uint32_t q = 0;
    while (q < kUnary && stage(coder, 1 + q, history, neighbours, quotient > q)) ++q;
    if (q == kUnary) {
      q += escape_.code(coder, quotient - kUnary);
      if (q >= 1u << 20) q = 1u << 20;  // only in damaged data
    }
    std::uint32_t low = 0;
    for (std::uint32_t bit = low_bits; bit-- > 0;) {
      BitModel plain;
      BitModel& model = bit + 1 == low_bits ? top_low_bit_[q < 3 ? q : 3] : plain;
      low = low << 1 | (code_bit(coder, model, ((magnitude - 1) >> bit & 1) != 0) ? 1 : 0);
    }
    const std::int32_t size = static_cast<std::int32_t>((q << low_bits | low) + 1);
    return negative ? -size : size;
  }

 private:
  static constexpr std::uint32_t kUnary = 12;
  static constexpr std::uint32_t kStages = kUnary + 1;

  template <class Coder>
  bool stage(Coder& coder, std::uint32_t at, const History& h, std::uint32_t neighbours, bool bit) {
    Stage& s = stages_[at];
    return code_mixed<Coder, 5>(coder,
                                {&s.fast[h.fast()], &s.slow[h.slow()], &s.last_two[h.last_two()],
                                 &s.neighbours[neighbours], &s.both[h.fast() / 2 * 8 + h.slow() / 2]},
                                s.mixer, bit);
  }
  template <class Coder>
  bool sign(Coder& coder, const History& h, bool negative) {
    return code_mixed<Coder, 2>(coder, {&signs_[h.signs()], &last_sign_[h.signs() / 3]}, sign_mixer_,
                                negative);
  }

  struct Stage {
    std::array<BitModel, 16> fast, slow, last_two, neighbours;
    std::array<BitModel, 64> both;
    Mixer<5> mixer;
  };
  std::array<Stage, kStages> stages_;
  std::array<BitModel, 9> signs_;
  std::array<BitModel, 3> last_sign_;
  Mixer<2> sign_mixer_;
  std::array<BitModel, 4> top_low_bit_;
  NumberModel escape_;
};

// Corrections of the three components of one frame.
template <class Coder>
std::array<std::int32_t, 3> code_corrections(Coder& coder, CorrectionModel& model,
                                             std::array<History, 3>& histories,
                                             std::array<std::int32_t, 3> numbers) {
  std::uint32_t neighbours = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    numbers[c] = model.code(coder, histories[c], neighbours < 15 ? neighbours : 15, numbers[c]);
    const std::int32_t size = numbers[c] < 0 ? -numbers[c] : numbers[c];
    neighbours = neighbours * 2 / 3 + static_cast<std::uint32_t>(size < 7 ? size : 7);
  }
  for (std::size_t c = 0; c < 3; ++c) histories[c].add(numbers[c]);
  return numbers;
}

// Bytes, by a binary tree of models.
class ByteModel {
 public:
  template <class Coder>
  std::uint32_t code(Coder& coder, std::uint32_t byte) {
    std::uint32_t node = 1;
    for (std::uint32_t bit = 8; bit-- > 0;)
      node = node << 1 | (code_bit(coder, nodes_[node], (byte >> bit & 1) != 0) ? 1 : 0);
    return node & 0xFF;
  }

 private:
  std::array<BitModel, 256> nodes_;
};

// 32-bit words, as the difference from a word before: times and values of keys, lists of offsets.
class WordModel {
 public:
  template <class Coder>
  std::uint32_t code(Coder& coder, std::uint32_t before, std::uint32_t word) {
    const std::uint32_t difference = word - before;
    std::uint32_t result = 0;
    for (std::uint32_t i = 4; i-- > 0;)
      result = result << 8 | bytes_[i].code(coder, difference >> (8 * i) & 0xFF);
    return before + result;
  }

 private:
  std::array<ByteModel, 4> bytes_;
};

}  // namespace skelter::clip_codec

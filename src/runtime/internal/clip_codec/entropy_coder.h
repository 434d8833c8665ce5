#pragma once
// The entropy coder of stored clips: a binary range coder (Martin, "Range encoding", 1979; carries as in
// LZMA, Subbotin 1999) whose probabilities come from a few adaptive models mixed by weights that learn
// (logistic mixing: Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005).
// Integers only, so that every machine decodes the same bits. Encoder and decoder have the same interface;
// everything above them is written once, as templates over `Coder`.

#include <array>
#include <cstddef>
#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter::clip_codec {

inline constexpr std::uint32_t kOne = 1u << 16;  // probabilities are 16 bit, of the bit being 1
inline constexpr std::uint32_t kLeast = 24;      // no probability is closer to 0 or 1: 0.0005 bits

// The logistic function: 16-bit probability of a log-odds d, in units of 1/256, clamped to +-2047.
namespace detail {
constexpr double exponential(double x) {  // for constants only; |x| <= 8
  double term = 1, sum = 1;
  for (int i = 1; i < 16; ++i) sum += term = term * (x / 16) / i;
  for (int i = 0; i < 4; ++i) sum *= sum;
  return sum;
}
constexpr std::array<std::uint16_t, 33> squash_nodes() {  // every 128 units
  std::array<std::uint16_t, 33> nodes{};
  for (int i = 0; i < 33; ++i)
    nodes[static_cast<std::size_t>(i)] =
        static_cast<std::uint16_t>(65536 / (1 + exponential((16 - i) / 2.0)));
  return nodes;
}
inline constexpr std::array<std::uint16_t, 33> kSquashNodes = squash_nodes();
}  // namespace detail

constexpr std::uint32_t squash(std::int32_t log_odds) {
  const std::int32_t d = log_odds > 2047 ? 2047 : log_odds < -2047 ? -2047 : log_odds;
  const std::uint32_t at = static_cast<std::uint32_t>(d + 2048);
  const std::uint32_t low = detail::kSquashNodes[at / 128], high = detail::kSquashNodes[at / 128 + 1];
  return low + (high - low) * (at % 128) / 128;
}

// The inverse of squash, by the 4096 highest steps of a probability.
namespace detail {
constexpr std::array<std::int16_t, 4096> stretch_table() {
  std::array<std::int16_t, 4096> table{};
  std::int32_t d = -2047;
  for (std::uint32_t p = 0; p < 4096; ++p) {
    while (d < 2047 && squash(d) < p * 16 + 8) ++d;
    table[p] = static_cast<std::int16_t>(d);
  }
  return table;
}
inline constexpr std::array<std::int16_t, 4096> kStretch = stretch_table();
}  // namespace detail

constexpr std::int32_t stretch(std::uint32_t probability) {
  return detail::kStretch[probability / 16];
}

// A probability that adapts: quickly at first (the average of what it saw), later by 1 / kSlowest.
struct BitModel {
  std::uint16_t probability = kOne / 2;
  std::uint16_t seen = 0;

  void update(bool bit) {
    constexpr std::uint16_t kSlowest = 60;
    const std::int32_t target =
        bit ? static_cast<std::int32_t>(kOne - kLeast) : static_cast<std::int32_t>(kLeast);
    const std::int32_t change = (target - probability) * 5 / (5 * seen + 8);
    probability = static_cast<std::uint16_t>(probability + change);
    if (seen < kSlowest) ++seen;
  }
};

// Mixes the opinions of several models about one bit. Weights are 16.16 fixed point.
template <std::size_t kInputs>
struct Mixer {
  std::array<std::int32_t, kInputs> weights;
  Mixer() { weights.fill(static_cast<std::int32_t>(2 * kOne / kInputs)); }
};

template <class Coder>
bool code_bit(Coder& coder, BitModel& model, bool bit) {
  bit = coder.code(bit, model.probability);
  model.update(bit);
  return bit;
}

template <class Coder, std::size_t kInputs>
bool code_mixed(Coder& coder, const std::array<BitModel*, kInputs>& models, Mixer<kInputs>& mixer, bool bit) {
  std::array<std::int32_t, kInputs> inputs;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kInputs; ++i) {
    inputs[i] = stretch(models[i]->probability);
    sum += std::int64_t{inputs[i]} * mixer.weights[i];
  }
  const std::int64_t odds = sum / static_cast<std::int64_t>(kOne);
  std::uint32_t probability = squash(odds > 2047    ? 2047
                                     : odds < -2047 ? -2047
                                                    : static_cast<std::int32_t>(odds));
  if (probability < kLeast) probability = kLeast;
  if (probability > kOne - kLeast) probability = kOne - kLeast;
  bit = coder.code(bit, probability);
  const std::int32_t error =
      (static_cast<std::int32_t>(bit ? kOne - 1 : 0) - static_cast<std::int32_t>(probability)) / 16;
  for (std::size_t i = 0; i < kInputs; ++i) {
    // The weights stay small: the inputs are bounded and the error falls as they grow. Clamped all the same.
    const std::int32_t weight = mixer.weights[i] + error * inputs[i] / 800;
    constexpr std::int32_t kMost = 8 * static_cast<std::int32_t>(kOne);
    mixer.weights[i] = weight > kMost ? kMost : weight < -kMost ? -kMost : weight;
    models[i]->update(bit);
  }
  return bit;
}

// Reads what Encoder (compile/clip_codec/content.h) wrote. It reads exactly as many bytes as that wrote; past
// the end it reads zeros and says so.
class Decoder {
 public:
  explicit Decoder(ByteSpan bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
  }

  bool code(bool, std::uint32_t probability) {
    const std::uint32_t bound = (range_ >> 16) * probability;
    const bool bit = code_ < bound;
    if (bit) {
      range_ = bound;
    } else {
      code_ -= bound;
      range_ -= bound;
    }
    while (range_ < (1u << 24)) {
      range_ <<= 8;
      code_ = code_ << 8 | next();
    }
    return bit;
  }

  bool passed_end() const { return passed_end_; }
  std::size_t position() const { return at_; }

 private:
  std::uint32_t next() {
    if (at_ < bytes_.size()) return std::to_integer<std::uint32_t>(bytes_[at_++]);
    passed_end_ = true;
    return 0;
  }

  ByteSpan bytes_;
  std::size_t at_ = 0;
  std::uint32_t range_ = 0xFFFFFFFFu;
  std::uint32_t code_ = 0;
  bool passed_end_ = false;
};

}  // namespace skelter::clip_codec

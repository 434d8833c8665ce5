#pragma once
// What stored clips hold besides their tracks: the header's numbers, and the lists that are kept as they are.
// Written once for encoder and decoder.

#include <cmath>
#include <span>

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/clip_codec/numbers.h"

namespace skelter::clip_codec {

struct Head {
  ClipHeader header;
  Counts counts;
  bool closed = false;  // the last frame is a copy of the first
  bool fine = false;    // packed rotations keep all 16 bits of kFineGrid
};

inline std::uint32_t bits_of(float number) {
  std::uint32_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float number;
  std::memcpy(&number, &bits, sizeof(number));
  return number;
}

class HeadModels {
 public:
  template <class Coder>
  void code(Coder& coder, Head& head) {
    ClipHeader& h = head.header;
    h.flags = numbers_.code(coder, h.flags);
    head.closed = numbers_.code(coder, head.closed ? 1 : 0) == 1;
    head.fine = numbers_.code(coder, head.fine ? 1 : 0) == 1;
    h.joint_count = numbers_.code(coder, h.joint_count);
    h.frame_count = numbers_.code(coder, h.frame_count);
    code_rate(coder, h.sample_rate_hz);
    code(coder, h.duration_s, 4);
    code_last_interval(coder, h);
    // Bounds hold the upper half of a float; the encoder widens them to the next such number.
    for (float& bound : h.bounds_min) code(coder, bound, 2);
    for (float& bound : h.bounds_max) code(coder, bound, 2);
    Counts& c = head.counts;
    for (std::uint32_t* count :
         {&c.rates, &c.keyed, &c.keys, &c.scalars, &c.scalar_keys, &c.events, &c.strings, &c.characters})
      *count = numbers_.code(coder, *count);
  }

  // Four-byte words, each as its difference from the one `stride` before. The span is read and rewritten, so
  // that encoder and decoder share this; `array` starts with zeros in the decoder.
  template <class Coder>
  void code_words(Coder& coder, std::span<std::byte> array, std::size_t stride) {
    const std::size_t count = array.size() / 4;
    for (std::size_t i = 0; i < count && !coder.passed_end(); ++i) {
      std::uint32_t before = 0, word;
      if (i >= stride) std::memcpy(&before, array.data() + 4 * (i - stride), 4);
      std::memcpy(&word, array.data() + 4 * i, 4);
      word = words_.code(coder, before, word);
      std::memcpy(array.data() + 4 * i, &word, 4);
    }
  }
  // All of a clip. `stride`: words from a frame to the next.
  template <class Coder>
  void code_whole(Coder& coder, std::span<std::byte> clip, std::uint32_t stride) {
    stride = numbers_.code(coder, stride);
    const std::size_t words = clip.size() / 4 * 4;
    code_words(coder, clip.first(words), stride > 0 ? stride : 1);
    code_characters(coder, clip.subspan(words));
  }
  template <class Coder>
  void code_characters(Coder& coder, std::span<std::byte> array) {
    for (std::byte& character : array)
      character = static_cast<std::byte>(characters_.code(coder, std::to_integer<std::uint32_t>(character)));
  }
  // The highest `bytes` bytes of a float; the others are 0.
  template <class Coder>
  void code(Coder& coder, float& number, std::uint32_t bytes) {
    std::uint32_t result = 0;
    for (std::uint32_t i = 4; i-- > 4 - bytes;)
      result |= float_bytes_[4 - 1 - i].code(coder, bits_of(number) >> (8 * i) & 0xFF) << (8 * i);
    number = float_of(result);
  }

 private:
  template <class Coder>
  void code_rate(Coder& coder, float& rate_hz) {
    const bool whole = rate_hz >= 1 && rate_hz < 1e6f && rate_hz == std::floor(rate_hz);
    const std::uint32_t number = numbers_.code(coder, whole ? static_cast<std::uint32_t>(rate_hz) : 0);
    if (number > 0)
      rate_hz = static_cast<float>(number);
    else
      code(coder, rate_hz, 4);
  }
  template <class Coder>
  void code_last_interval(Coder& coder, ClipHeader& h) {
    const float usual = h.frame_count > 1 ? static_cast<float>(1.0 / h.sample_rate_hz) : 0;
    if (numbers_.code(coder, h.last_interval_s == usual ? 0 : 1) == 0)
      h.last_interval_s = usual;
    else
      code(coder, h.last_interval_s, 4);
  }

  NumberModel numbers_;
  std::array<ByteModel, 4> float_bytes_;
  WordModel words_;
  ByteModel characters_;
};

// The lists of a decoded clip in `blob`, through `visit(bytes, words per element)`; characters: 0 words.
template <class Visit>
void for_each_list(const ClipHeader& h, std::byte* blob, Visit visit) {
  const auto list = [&](BlobArray a, std::size_t element_bytes, std::size_t stride) {
    visit(std::span<std::byte>(blob + a.offset, a.count * element_bytes), stride);
  };
  list(h.keyed, sizeof(KeyedTrack), sizeof(KeyedTrack) / 4);
  list(h.key_times_s, 4, 1);
  list(h.key_values, 4, 4);
  list(h.scalars, sizeof(ScalarTrack), sizeof(ScalarTrack) / 4);
  list(h.scalar_times_s, 4, 1);
  list(h.scalar_values, 4, 1);
  list(h.events, sizeof(ClipEvent), sizeof(ClipEvent) / 4);
  list(h.root_motion, 4, 7);
  list(h.string_begin, 4, 1);
  list(h.strings, 1, 0);
}

}  // namespace skelter::clip_codec

#pragma once
// The data of stored clips other than tracks: the numbers of the header, and the lists that are stored
// unchanged. Shared by encoder and decoder.

#include <algorithm>
#include <cmath>
#include <span>

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/clip_codec/numbers.h"
#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter::clip_codec {

struct Head {
  ClipHeader header;
  Counts counts;
  bool closed = false;  // the last frame is a copy of the first
  bool fine = false;    // packed rotations have all 16 bits of kFineGrid
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

// Codes a complete float, or its upper half.
template <class Coder>
void code_float(Coder& coder, float& number, std::uint32_t bits = 32) {
  number = float_of(code_low_bits(coder, bits, bits_of(number) >> (32 - bits)) << (32 - bits));
}

template <class Coder>
void code_head(Coder& coder, Head& head) {
  ClipHeader& h = head.header;
  h.flags = code_number(coder, Field::count, h.flags);
  head.closed = code_number(coder, Field::count, head.closed ? 1 : 0) == 1;
  head.fine = code_number(coder, Field::count, head.fine ? 1 : 0) == 1;
  h.joint_count = code_number(coder, Field::count, h.joint_count);
  h.frame_count = code_number(coder, Field::count, h.frame_count);
  const float rate_hz = h.sample_rate_hz;
  const bool whole = rate_hz >= 1 && rate_hz < 1e6f && rate_hz == std::floor(rate_hz);
  const std::uint32_t whole_hz =
      code_number(coder, Field::count, whole ? static_cast<std::uint32_t>(rate_hz) : 0);
  if (whole_hz > 0)
    h.sample_rate_hz = static_cast<float>(whole_hz);
  else
    code_float(coder, h.sample_rate_hz);
  const float interval_s = h.frame_count > 1 ? static_cast<float>(1.0 / h.sample_rate_hz) : 0;
  if (code_number(coder, Field::count, h.last_interval_s == interval_s ? 0 : 1) == 0)
    h.last_interval_s = interval_s;
  else
    code_float(coder, h.last_interval_s);
  // The duration is predicted from the frames; only the difference in the last bits is coded.
  const double before_last_s = h.frame_count > 1 ? (h.frame_count - 2) * (1.0 / h.sample_rate_hz) : 0;
  const auto usual_s = bits_of(static_cast<float>(before_last_s + h.last_interval_s));
  h.duration_s = float_of(
      usual_s + static_cast<std::uint32_t>(code_signed(
                    coder, Field::duration, static_cast<std::int32_t>(bits_of(h.duration_s) - usual_s))));
  // Only the upper half of each float is stored for bounds; the encoder widens them to the next number of
  // this form.
  for (float& bound : h.bounds_min) code_float(coder, bound, 16);
  for (float& bound : h.bounds_max) code_float(coder, bound, 16);
  Counts& c = head.counts;
  for (std::uint32_t* count :
       {&c.rates, &c.keyed, &c.keys, &c.scalars, &c.scalar_keys, &c.events, &c.strings, &c.characters})
    *count = code_number(coder, Field::count, *count);
}

// Codes any word of four bytes: its length in steps of two bits, then the remaining bits.
template <class Coder>
std::uint32_t code_word(Coder& coder, std::uint32_t word) {
  constexpr std::uint32_t kLonger = kMaxSymbols - 1;
  const auto width = static_cast<std::uint32_t>(std::bit_width(word));
  const std::uint32_t symbol = code_symbol(coder, Field::word, std::min((width + 1) / 2, kLonger));
  if (symbol == kLonger) return code_low_bits(coder, 32, word);
  if (symbol == 0) return 0;
  const std::uint32_t longer = coder.code_bits(1, width % 2 == 0 ? 1 : 0);
  return code_below_highest(coder, 2 * symbol - 1 + longer, word);
}
// Codes each word as its folded difference from the word `stride` before it. The span is read and rewritten,
// so that encoder and decoder share this function; in the decoder `array` starts with zeros.
template <class Coder>
void code_words(Coder& coder, std::span<std::byte> array, std::size_t stride) {
  const std::size_t count = array.size() / 4;
  for (std::size_t i = 0; i < count && !coder.passed_end(); ++i) {
    std::uint32_t before = 0, word;
    if (i >= stride) std::memcpy(&before, array.data() + 4 * (i - stride), 4);
    std::memcpy(&word, array.data() + 4 * i, 4);
    const std::uint32_t difference = word - before;
    const std::uint32_t folded =
        code_word(coder, difference << 1 ^ (difference >> 31 != 0 ? 0xFFFFFFFFu : 0));
    word = before + (folded >> 1 ^ (folded & 1 ? 0xFFFFFFFFu : 0));
    std::memcpy(array.data() + 4 * i, &word, 4);
  }
}
template <class Coder>
void code_characters(Coder& coder, std::span<std::byte> array) {
  for (std::byte& character : array) {
    if (coder.passed_end()) return;
    const auto before = std::to_integer<std::uint32_t>(character);
    const std::uint32_t high = code_symbol(coder, Field::characters_high, before >> 4);
    const Field low = high == 6 ? Field::characters_low_a : Field::characters_low;
    character = static_cast<std::byte>(high << 4 | code_symbol(coder, low, before & 15));
  }
}
// Codes a complete clip, word by word. `stride`: words per frame.
template <class Coder>
void code_whole(Coder& coder, std::span<std::byte> clip, std::uint32_t stride) {
  stride = code_number(coder, Field::count, stride);
  const std::size_t words = clip.size() / 4 * 4;
  code_words(coder, clip.first(words), stride > 0 ? stride : 1);
  code_characters(coder, clip.subspan(words));
}

// Calls `visit(bytes, words per element)` for each list of the decoded clip in `blob`; characters have 0
// words.
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

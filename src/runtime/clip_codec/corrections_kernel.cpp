#include "runtime/internal/clip_codec/corrections_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/clip_codec/corrections_kernel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#ifndef SKELTER_CORRECTION_SLOTS
#define SKELTER_CORRECTION_SLOTS
namespace skelter::clip_codec {

// Symbols of the correction tables, with two flags; the sign flag is the highest bit. code_correction reads
// the rare cases: the last symbol of a table, and numbers with many low bits. Their tables are duplicated at
// the end.
inline constexpr std::uint32_t kRareSymbol = 0x40, kSignFollows = 0x80;
inline constexpr std::size_t kManyBits = kCorrectionTables.size() - kLargeLevel;
inline constexpr std::size_t kSlotTables = kCorrectionTables.size() + kManyBits;
using SlotTable = std::array<Slot, kSlots>;
constexpr std::array<SlotTable, kSlotTables> correction_slots() {
  std::array<SlotTable, kSlotTables> slots{};
  for (std::size_t table = 0; table < slots.size(); ++table) {
    const bool many_bits = table >= kCorrectionTables.size();
    const CorrectionTable& from = kCorrectionTables[many_bits ? table - kManyBits : table];
    for (std::size_t i = 0; i < kSlots; ++i) {
      Slot slot = from.symbols.slots[i];
      const std::uint32_t flags = ((from.signs >> slot.symbol & 1) != 0 ? kSignFollows : 0) |
                                  (many_bits || slot.symbol == from.last ? kRareSymbol : 0);
      slot.symbol = static_cast<std::uint8_t>(slot.symbol | flags);
      slots[table][i] = slot;
    }
  }
  return slots;
}
alignas(64) inline constexpr std::array<SlotTable, kSlotTables> kCorrectionSlots = correction_slots();

}  // namespace skelter::clip_codec
#endif

HWY_BEFORE_NAMESPACE();
namespace skelter::clip_codec::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Tracks are processed in two halves that alternate: while one waits for its last component, the other is
// read.
constexpr std::size_t kHalf = kLanes / 2;
using Tag = hn::CappedTag<std::int32_t, kHalf>;
using FloatTag = hn::RebindToFloat<Tag>;
using Ints = hn::Vec<Tag>;
constexpr std::size_t kStep = hn::MaxLanes(Tag());
// Largest number of words that a half reads, if all its symbols are rare: a symbol, a width, 19 bits and 18
// low bits each.
constexpr std::size_t kMaxWords = 6 * kHalf;

struct Half {
  std::size_t begin = 0, count = 0;
  alignas(16) std::int32_t seen[kHalf], expected[kHalf];
  // Table of each track's next correction, and its number of low bits.
  alignas(16) std::int32_t tables[kHalf];
  alignas(16) std::int32_t low_bits[kHalf];
  // Symbols read so far, without flags, and the bits after them.
  alignas(16) std::int32_t symbols[kHalf] = {}, behind[kHalf] = {};
};

// FrameSizes::scale_of for a half.
template <std::size_t kComponent>
HWY_INLINE void find_scales(const std::int32_t* averages, Half& half) {
  const Tag d;
  for (std::size_t lane = 0; lane < kHalf; lane += kStep) {
    const Ints average = hn::Max(hn::Load(d, averages + lane), hn::Set(d, 7));
    // The exponent of a float and its first mantissa bit give two levels per octave.
    const Ints octaves = hn::ShiftRight<22>(hn::BitCast(d, hn::ConvertTo(FloatTag(), average)));
    Ints level = hn::Sub(octaves, hn::Set(d, 259));
    if constexpr (kComponent > 0) {
      const Ints seen = hn::Load(d, half.seen + lane), expected = hn::Load(d, half.expected + lane);
      const Ints twice = hn::Add(seen, seen);
      const Ints larger = hn::VecFromMask(
          d, hn::Gt(twice, hn::Add(hn::Add(expected, hn::Add(expected, expected)), hn::Set(d, 192))));
      const Ints smaller = hn::VecFromMask(d, hn::Lt(hn::Add(twice, hn::Set(d, 96)), expected));
      level = hn::Max(hn::Add(hn::Sub(level, larger), smaller), hn::Zero(d));
    }
    static_assert(kLargeLevel % 2 == 1);
    const Ints border = hn::Set(d, static_cast<std::int32_t>(kLargeLevel));
    const Ints large = hn::Add(border, hn::AndNot(level, hn::Set(d, 1)));
    const Ints low_bits =
        hn::Max(hn::ShiftRight<1>(hn::Sub(level, hn::Set(d, kLargeLevel - 2))), hn::Zero(d));
    const auto many_bits = hn::Gt(low_bits, hn::Set(d, static_cast<std::int32_t>(kMaxBitsWithSymbol) - 1));
    const Ints more = hn::IfThenElseZero(many_bits, hn::Set(d, static_cast<std::int32_t>(kManyBits)));
    hn::Store(hn::Add(hn::IfThenElse(hn::Lt(level, border), level, large), more), d, half.tables + lane);
    hn::Store(low_bits, d, half.low_bits + lane);
  }
}

// The last step of code_correction: combines a symbol and the bits after it into a number.
HWY_INLINE Ints join(const Half& half, std::size_t lane) {
  const Tag d;
  const hn::RebindToUnsigned<Tag> du;
  const auto load = [&](const std::int32_t* from) { return hn::BitCast(du, hn::Load(d, from + lane)); };
  const auto low_bits = load(half.low_bits), behind = load(half.behind);
  const auto sign = hn::Shr(behind, low_bits);
  const auto low = hn::Sub(behind, hn::Shl(sign, low_bits));
  const auto size = hn::Or(hn::Shl(load(half.symbols), low_bits), low);
  const auto by_halves = hn::Ne(low_bits, hn::Zero(du));
  const auto turned = hn::Xor(size, hn::Sub(hn::Zero(du), sign));
  return hn::BitCast(d, hn::Add(turned, hn::IfThenZeroElse(by_halves, sign)));
}

// Finishes the numbers; then does the work of FrameSizes::add and History::follow.
template <std::size_t kComponent>
HWY_INLINE void follow(Half& half, std::int32_t rate, std::int32_t* averages, std::int32_t* numbers) {
  const Tag d;
  for (std::size_t lane = 0; lane < kHalf; lane += kStep) {
    const Ints most = hn::Set(d, History::kLargest), number = join(half, lane);
    hn::Store(number, d, numbers + lane);
    const Ints size = hn::ShiftLeft<8>(hn::Min(hn::Abs(hn::Max(number, hn::Neg(most))), most));
    static_assert(History::kUnit == 1 << 8);
    const Ints average = hn::Load(d, averages + lane);
    if constexpr (kComponent == 0) {
      hn::Store(size, d, half.seen + lane);
      hn::Store(average, d, half.expected + lane);
    } else if constexpr (kComponent == 1) {  // nothing reads the size of the last component
      hn::Store(hn::Add(hn::Load(d, half.seen + lane), size), d, half.seen + lane);
      hn::Store(hn::Add(hn::Load(d, half.expected + lane), average), d, half.expected + lane);
    }
    const Ints change = hn::ShiftRight<8>(hn::Mul(hn::Sub(size, average), hn::Set(d, rate)));
    hn::Store(hn::Add(average, change), d, averages + lane);
  }
}

// Reads a symbol by code_correction and splits the result.
HWY_NOINLINE void read_rare(Decoder& bits, Half& half, std::size_t i) {
  const auto low_bits = static_cast<std::uint32_t>(half.low_bits[i]);
  const auto at = static_cast<std::size_t>(half.tables[i]);
  const std::size_t table = at < kCorrectionTables.size() ? at : at - kManyBits;
  const std::int32_t number = code_correction(bits, kCorrectionTables[table], low_bits, 0);
  const bool negative = number < 0;
  const auto size = static_cast<std::uint32_t>(negative ? low_bits == 0 ? -number : ~number : number);
  half.symbols[i] = static_cast<std::int32_t>(size >> low_bits);
  half.behind[i] =
      static_cast<std::int32_t>((size & ((1u << low_bits) - 1)) | (negative ? 1u << low_bits : 0));
}

// Reads a component's symbols, track by track. `kNearEnd`: there may not be enough words for all.
template <bool kNearEnd>
HWY_INLINE void read_symbols(Decoder& bits, Half& half) {
  const std::byte* const bytes = bits.bytes;
  const std::size_t end = bits.end, last = bits.last;
  std::size_t at = bits.at;
  std::uint32_t first = bits.states[0], second = bits.states[1], third = bits.states[2];
  for (std::size_t i = 0; i < half.count; ++i) {
    const auto low_bits = static_cast<std::uint32_t>(half.low_bits[i]);
    std::uint32_t state = first;
    const Slot slot = kCorrectionSlots[static_cast<std::uint32_t>(half.tables[i])][state % kSlots];
    if (HWY_UNLIKELY((slot.symbol & kRareSymbol) != 0)) {
      bits.states = {first, second, third};
      bits.at = at;
      read_rare(bits, half, i);
      first = bits.states[0];
      second = bits.states[1];
      third = bits.states[2];
      at = bits.at;
      continue;
    }
    state = slot.frequency * (state / kSlots) + slot.offset;
    const std::uint32_t follow_bits = low_bits + slot.symbol / kSignFollows;
    half.symbols[i] = slot.symbol & 15;
    half.behind[i] = static_cast<std::int32_t>(state & ((1u << follow_bits) - 1));
    state >>= follow_bits;
    std::uint16_t word;
    std::memcpy(&word, bytes + (!kNearEnd || at < end ? at : last), sizeof(word));
    const std::uint32_t filled = state << 16 | word;
    const bool refill = state < kMinState;
    at = refill ? at + 2 : at;
    first = second;
    second = third;
    third = refill ? filled : state;
  }
  bits.states = {first, second, third};
  bits.at = at;
}

HWY_NOINLINE void read_last_symbols(Decoder& bits, Half& half) {
  read_symbols<true>(bits, half);
}
template <std::size_t kComponent>
HWY_INLINE void read_component(Decoder& bits, GroupHistory& history, Half& half) {
  find_scales<kComponent>(history.averages[kComponent] + half.begin, half);
  if (HWY_LIKELY(bits.end >= 2 * kMaxWords && bits.at <= bits.end - 2 * kMaxWords))
    read_symbols<false>(bits, half);
  else
    read_last_symbols(bits, half);
}
template <std::size_t kComponent>
HWY_INLINE void follow_component(GroupHistory& history, Half& half, std::int32_t rate,
                                 FrameCorrections& out) {
  follow<kComponent>(half, rate, history.averages[kComponent] + half.begin, out.of[kComponent] + half.begin);
}

void decode_all(Decoder& bits, GroupHistory& history, std::size_t count, std::uint32_t first,
                std::uint32_t frames, FrameCorrections* out) {
  if (frames == 0) return;
  Half both[2];
  both[0].count = HWY_MIN(count, kHalf);
  both[1].begin = kHalf;
  both[1].count = count - both[0].count;
  Half* const end = both + (count > kHalf ? 2 : 1);
  if (end == both + 1)
    for (std::uint32_t frame = 0; frame < frames; ++frame)
      for (auto& row : out[frame].of)
        for (std::size_t lane = kHalf; lane < kLanes; ++lane) row[lane] = 0;
  // The symbols of a half become numbers in its next turn, when its stores are complete.
  std::int32_t rate_before = 0;
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    const std::int32_t rate = learning_rate(first + frame);
    for (Half* half = both; half < end; ++half) {
      if (frame > 0) follow_component<2>(history, *half, rate_before, out[frame - 1]);
      read_component<0>(bits, history, *half);
    }
    for (Half* half = both; half < end; ++half) {
      follow_component<0>(history, *half, rate, out[frame]);
      read_component<1>(bits, history, *half);
    }
    for (Half* half = both; half < end; ++half) {
      follow_component<1>(history, *half, rate, out[frame]);
      read_component<2>(bits, history, *half);
    }
    rate_before = rate;
  }
  for (Half* half = both; half < end; ++half)
    follow_component<2>(history, *half, rate_before, out[frames - 1]);
}

}  // namespace skelter::clip_codec::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::clip_codec {

HWY_EXPORT(decode_all);

void decode_corrections(Decoder& bits, GroupHistory& history, std::size_t count, std::uint32_t first,
                        std::uint32_t frames, FrameCorrections* out) {
  HWY_DYNAMIC_DISPATCH(decode_all)(bits, history, count, first, frames, out);
}

}  // namespace skelter::clip_codec
#endif  // HWY_ONCE

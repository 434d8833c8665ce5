#pragma once
// The entropy coder of stored clips: range asymmetric numeral systems (Duda, "Asymmetric numeral systems",
// 2013; interleaved as in Giesen, "Interleaved entropy coders", 2014). Three states alternate and share one
// stream of 16-bit words, so that the processor works on three symbols at once. Probabilities are fixed
// (frequencies.h): clips are too short to learn probabilities from, and with a fixed table one lookup decodes
// a symbol. Only integers are used, so that every machine decodes the same numbers. Encoder and decoder have
// the same interface; the code above them is shared, as templates over `Coder`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "skelter/core/bytes.h"

namespace skelter::clip_codec {

inline constexpr std::uint32_t kProbabilityBits = 8;
inline constexpr std::uint32_t kSlots = 1u << kProbabilityBits;
inline constexpr std::size_t kMaxSymbols = 16;
inline constexpr std::uint32_t kMinState = 1u << 16;  // states are from this value to 2^32
inline constexpr std::size_t kStates = 3;
// With at most this many bits and a symbol of `kProbabilityBits`, one word refills the state.
inline constexpr std::uint32_t kMaxBitsWithSymbol = 8;
inline constexpr std::uint32_t kMaxBits = 16;  // maximum for a number without a symbol

// Expected frequency of each symbol, out of kSlots; 0: it does not occur.
using Frequencies = std::array<std::uint16_t, kMaxSymbols>;

// The meaning of a state's lowest bits: the symbol, its frequency and the offset in its range.
struct Slot {
  std::uint16_t frequency = 0;
  std::uint8_t offset = 0;
  std::uint8_t symbol = 0;
};
static_assert(sizeof(Slot) == sizeof(std::uint32_t));
struct Table {
  std::array<Slot, kSlots> slots{};
  std::array<std::uint16_t, kMaxSymbols> begin{};
  Frequencies frequencies{};
};
constexpr Table make_table(const Frequencies& frequencies) {
  Table table;
  table.frequencies = frequencies;
  std::uint32_t at = 0;
  for (std::size_t symbol = 0; symbol < kMaxSymbols; ++symbol) {
    table.begin[symbol] = static_cast<std::uint16_t>(at);
    for (std::uint32_t i = 0; i < frequencies[symbol]; ++i)
      table.slots[at++] = {frequencies[symbol], static_cast<std::uint8_t>(i),
                           static_cast<std::uint8_t>(symbol)};
  }
  if (at != kSlots) std::abort();  // tables with a different sum do not compile
  return table;
}

// Reads the output of Encoder (compile/store_clip/encoder.h), consuming exactly the bytes that were written.
// Past the end it repeats the last word, and passed_end() is true. No branch depends on the data.
struct Decoder {
  std::array<std::uint32_t, kStates> states{};
  const std::byte* bytes;
  std::size_t end, last, at = 0;  // `last`: offset of the last word

  explicit Decoder(ByteSpan from) : end(from.size() / 2 * 2), last(end > 0 ? end - 2 : 0) {
    bytes = end > 0 ? from.data() : kNothing;
    for (std::uint32_t& state : states) {
      state = word() << 16;
      at += 2;
      state |= word();
      at += 2;
    }
  }

  // Unnamed arguments are only used by the encoder.
  std::uint32_t code(const Table& table, std::uint32_t) {
    std::uint32_t state = states[0];
    const Slot slot = table.slots[state % kSlots];
    state = slot.frequency * (state / kSlots) + slot.offset;
    put_back(state);
    return slot.symbol;
  }
  // An integer of `count` bits, at most kMaxBits, with a uniform distribution.
  std::uint32_t code_bits(std::uint32_t count, std::uint32_t) {
    const std::uint32_t state = states[0];
    put_back(state >> count);
    return state & ((1u << count) - 1);
  }
  // A symbol followed by `low_bits` bits, at most kMaxBitsWithSymbol, and one more if the symbol's bit is set
  // in `signs`. corrections_kernel.cpp is faster for the corrections of many tracks.
  std::uint32_t code_with_bits(const Table& table, std::uint32_t signs, std::uint32_t low_bits, std::uint32_t,
                               std::uint32_t& bits) {
    std::uint32_t state = states[0];
    const Slot slot = table.slots[state % kSlots];
    state = slot.frequency * (state / kSlots) + slot.offset;
    const std::uint32_t count = low_bits + (signs >> slot.symbol & 1);
    bits = state & ((1u << count) - 1);
    put_back(state >> count);
    return slot.symbol;
  }

  bool passed_end() const { return at > end; }
  // Whether all states end at the value where the encoder's states started.
  bool ends_well() const {
    return states[0] == kMinState && states[1] == kMinState && states[2] == kMinState;
  }

  static constexpr std::byte kNothing[2] = {};

  std::uint32_t word() const {
    std::uint16_t next;
    std::memcpy(&next, bytes + (at < end ? at : last), sizeof(next));
    return next;
  }
  void put_back(std::uint32_t state) {
    const std::uint32_t filled = state << 16 | word();
    const bool refill = state < kMinState;
    states[0] = states[1];
    states[1] = states[2];
    states[2] = refill ? filled : state;
    at = refill ? at + 2 : at;
  }
};

}  // namespace skelter::clip_codec

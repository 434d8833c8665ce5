#include "compile/store_clip/encoder.h"

#include <array>

namespace skelter {

using namespace clip_codec;

std::vector<std::byte> Encoder::finish() const {
  std::array<std::uint32_t, kStates> states;
  states.fill(kMinState);
  std::vector<std::uint16_t> words;  // from last to first
  for (std::size_t i = notes_.size(); i-- > 0;) {
    const Note& note = notes_[i];
    std::uint32_t& state = states[i % kStates];
    // Moves a word out of the state if the symbol would overflow it.
    const std::uint64_t limit = (std::uint64_t{note.frequency} << (32 - kProbabilityBits)) >> note.bit_count;
    if (state >= limit) {
      words.push_back(static_cast<std::uint16_t>(state));
      state >>= 16;
    }
    state = state << note.bit_count | note.bits;
    state = state / note.frequency * kSlots + state % note.frequency + note.begin;
  }
  // The decoder cycles through its states, starting with the first one.
  std::vector<std::byte> bytes;
  const auto put = [&](std::uint32_t word) {
    bytes.push_back(static_cast<std::byte>(word & 0xFF));
    bytes.push_back(static_cast<std::byte>(word >> 8 & 0xFF));
  };
  for (const std::uint32_t state : states) {
    put(state >> 16);
    put(state & 0xFFFF);
  }
  for (std::size_t i = words.size(); i-- > 0;) put(words[i]);
  return bytes;
}

}  // namespace skelter

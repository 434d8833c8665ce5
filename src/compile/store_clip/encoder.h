#pragma once
// The counterpart of clip_codec::Decoder. It records all symbols, then codes them from last to first, because
// rANS states work like stacks.

#include <cstdint>
#include <vector>

#include "runtime/internal/clip_codec/entropy_coder.h"

namespace skelter {

class Encoder {
 public:
  std::uint32_t code(const clip_codec::Table& table, std::uint32_t symbol) {
    take_down(table, symbol, 0, 0);
    return symbol;
  }
  std::uint32_t code_bits(std::uint32_t count, std::uint32_t bits) {
    notes_.push_back({0, clip_codec::kSlots, bits, count});
    return bits;
  }
  std::uint32_t code_with_bits(const clip_codec::Table& table, std::uint32_t signs, std::uint32_t low_bits,
                               std::uint32_t symbol, const std::uint32_t& bits) {
    take_down(table, symbol, bits, low_bits + (signs >> symbol & 1));
    return symbol;
  }
  static constexpr bool passed_end() { return false; }

  std::vector<std::byte> finish() const;

 private:
  // The range of a symbol within kSlots, and its extra bits.
  struct Note {
    std::uint32_t begin, frequency, bits, bit_count;
  };
  void take_down(const clip_codec::Table& table, std::uint32_t symbol, std::uint32_t bits,
                 std::uint32_t count) {
    notes_.push_back({table.begin[symbol], table.frequencies[symbol], bits, count});
  }

  std::vector<Note> notes_;
};

}  // namespace skelter

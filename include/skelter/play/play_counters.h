#pragma once
// PlayCounters: what a character or a graph dropped, since it was made or started.

#include <cstdint>

namespace skelter {

struct PlayCounters {
  std::uint32_t dropped_fades = 0;   // fades that a fifth one pushed out
  std::uint32_t dropped_events = 0;  // characters: events beyond CharacterOptions::events
  // Graphs; each stops at its largest number.
  std::uint32_t bad_values = 0;
  std::uint32_t sub_step_limit = 0;  // updates that were cut 16 times
};

}  // namespace skelter

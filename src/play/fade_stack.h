#pragma once
// The stack of fades of a character's layer or a graph's machine (rules "fade weights", "four fades" and
// "inertialization"): up to four entries, old to new. Each except the lowest has a fade from 0 to 1, and all
// fades continue to run.

#include <algorithm>
#include <cstdint>

#include "play/internal/format/graph_records.h"
#include "skelter/play/character.h"
#include "skelter/play/fade.h"

namespace skelter::play_state {

static_assert(kMaxFades == kMaxStackEntries);

inline constexpr double kSame = 1e-9;  // sums of times that differ by less count as equal

// Time in which the difference left by a fade that a fifth fade replaced decays (rule "four fades").
inline constexpr double kPushedOut_s = 0.2;

// Progress of a fade, from 0 to 1. An inertialization is linear for callers that cannot give it all the
// weight at once.
inline double faded(double elapsed_s, double fade_s, FadeCurve curve, bool inertial) {
  if (!(elapsed_s < fade_s)) return 1;
  const double u = elapsed_s / fade_s;
  if (inertial) return u;
  switch (curve) {
    case FadeCurve::smooth:
      return u * u * (3 - 2 * u);
    case FadeCurve::linear:
      return u;
    case FadeCurve::in:
      return u * u;
    case FadeCurve::out:
      return u * (2 - u);
  }
  return u;
}

// Whether values from a file are a valid curve and kind.
inline bool is_fade(FadeCurve curve, FadeKind kind) {
  return curve <= FadeCurve::out && kind <= FadeKind::inertialize;
}

// Weights of the entries: `full` if an inertialized entry has all the weight at once, `linear` if it fades
// in.
struct StackWeights {
  double full[kMaxFades] = {};
  double linear[kMaxFades] = {};
};

// `fade_of(k)`: progress of the fade of entry k, for k from 1 on; `is_inertial(k)`.
template <class FadeOf, class IsInertial>
void weigh_stack(std::uint32_t count, const FadeOf& fade_of, const IsInertial& is_inertial,
                 StackWeights& out) {
  if (count == 0) return;
  out.full[0] = out.linear[0] = 1;
  for (std::uint32_t k = 1; k < count; ++k) {
    const double a = fade_of(k), at_once = is_inertial(k) ? 1 : a;
    for (std::uint32_t i = 0; i < k; ++i) {
      out.full[i] *= 1 - at_once;
      out.linear[i] *= 1 - a;
    }
    out.full[k] = at_once;
    out.linear[k] = a;
  }
}

// The entry that a fifth fade replaces: the one with the smallest weight; of several, the oldest.
inline std::uint32_t weakest(const StackWeights& weights, std::uint32_t count) {
  return static_cast<std::uint32_t>(std::min_element(weights.linear, weights.linear + count) -
                                    weights.linear);
}

// The entry types of characters and of machines differ, but both have `instance` and `elapsed_s`.

template <class Entry>
bool has_entry(const Entry* entries, std::uint32_t count, std::uint8_t instance) {
  return std::any_of(entries, entries + count,
                     [&](const Entry& entry) { return entry.instance == instance; });
}

// The first instance without an entry. Precondition: fewer than kMaxFades entries.
template <class Entry>
std::uint8_t first_free_instance(const Entry* entries, std::uint32_t count) {
  std::uint8_t instance = 0;
  while (has_entry(entries, count, instance)) ++instance;
  return instance;
}

// Removes `gone` entries from `first` on; the lowest remaining entry then has no fade. Returns the number of
// remaining entries.
template <class Entry>
std::uint8_t erase_entries(Entry* entries, std::uint32_t count, std::uint32_t first, std::uint32_t gone) {
  std::copy(entries + first + gone, entries + count, entries + first);
  const std::uint32_t left = count - gone;
  std::fill(entries + left, entries + count, Entry{});
  if (left != 0) {
    const std::uint8_t lowest = entries[0].instance;
    entries[0] = {};
    entries[0].instance = lowest;
  }
  return static_cast<std::uint8_t>(left);
}

// Advances all fades. Returns the newest entry with a complete fade, so that all entries below it leave the
// stack; 0: none. `fade_s(entry)`: duration of its fade.
template <class Entry, class FadeS>
std::uint32_t advance_entries(Entry* entries, std::uint32_t count, double seconds, const FadeS& fade_s) {
  for (std::uint32_t k = 1; k < count; ++k) entries[k].elapsed_s += seconds;
  std::uint32_t k = count;
  while (k-- > 1)
    if (entries[k].elapsed_s >= fade_s(entries[k]) - kSame) return k;
  return 0;
}

}  // namespace skelter::play_state

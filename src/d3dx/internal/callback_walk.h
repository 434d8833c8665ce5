#pragma once
// CallbackWalk: iterates over the times at which callback keys are passed, in order, along the unfolded
// positions of a set.
// AnimationSet::find_callback defines these positions.

#include <cstdint>
#include <optional>
#include <span>

#include "skelter/d3dx/animation_set.h"

namespace skelter {

class CallbackWalk {
 public:
  CallbackWalk() = default;
  CallbackWalk(std::span<const CallbackKey> keys, double period_s, Loop playback);

  // Finds the first callback from a position on. O(log keys). Unless the start is excluded, this may be a key
  // exactly at the folded starting position. Track, time and set of the result are not set.
  std::optional<Callback> start(double position_s, bool backward, bool exclude_start);
  // Finds the next callback after the one returned last, in the same direction.
  std::optional<Callback> next();

 private:
  // Key number `slot` of cycle `round`, in the order of positions. Cycles are integers stored as double, so
  // that they can exceed the range of an int64.
  struct Place {
    double round = 0;
    std::int64_t slot = 0;
  };
  std::int64_t slots(double round) const;
  std::uint32_t key_at(const Place& place) const;
  double position_of(const Place& place) const;
  bool find_in_round(double round, double position_s, bool exclude, Place& out) const;
  Callback found() const;
  bool step();

  std::span<const CallbackKey> keys_;       // keys inside [0, period]
  std::uint32_t first_key_ = 0;             // index of keys_[0] in the set
  std::int64_t at_begin_ = 0, at_end_ = 0;  // numbers of keys at 0 and at the period
  double period_s_ = 0;
  Loop playback_ = Loop::loop;
  bool backward_ = false;
  Place place_;
};

}  // namespace skelter

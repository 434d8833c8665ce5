#pragma once
// CallbackWalk: the moments at which callback keys are passed, one after the other, along the unfolded
// positions of a set.
//
// A key at time t of a set with period P is passed at these positions, for every whole k:
//   once      t
//   loop      k P + t; a key at P is the end of a round, passed just before the next round's key at 0
//   pingpong  2 k P + t and 2 k P - t; at a turning point once
// Keys outside [0, P] are never passed.

#include <optional>
#include <span>

#include "skelter/d3dx/animation_source.h"

namespace skelter {

class CallbackWalk {
 public:
  CallbackWalk() = default;
  CallbackWalk(std::span<const CallbackKey> keys, double period_s, Playback playback);

  // Goes to the first moment from a position, O(log keys). Unless the start is excluded, that may be a key
  // which stands exactly at the folded starting position.
  std::optional<FoundCallback> start(double position_s, CallbackSearch search);
  // The moment after the last one, in the same direction.
  std::optional<FoundCallback> next();

 private:
  // Number `slot` of round `round`, in the order of positions. Rounds are whole numbers kept as double, which
  // counts on where an int64 would overflow.
  struct Place {
    double round = 0;
    std::int64_t slot = 0;
  };
  std::int64_t slots(double round) const;
  std::uint32_t key_at(const Place& place) const;
  double position_of(const Place& place) const;
  bool find_in_round(double round, double position_s, bool exclude, Place& out) const;
  FoundCallback found() const;
  bool step();

  std::span<const CallbackKey> keys_;       // those inside [0, period]
  std::uint32_t first_key_ = 0;             // index of keys_[0] in the set
  std::int64_t at_begin_ = 0, at_end_ = 0;  // how many are at 0, and at the period
  double period_s_ = 0;
  Playback playback_ = Playback::loop;
  bool backward_ = false;
  Place place_;
};

}  // namespace skelter

#pragma once
// AnimationSet: what a controller plays. Keyframed sets (keyframed_set.h), compiled clips (compressed_set.h)
// and clips of a scene (d3dx/scene_controller.h) implement it; so can an application (procedural sets).
//
// Positions are seconds in the set's own time. A position may run for ever, backwards, and below 0; the
// playback type folds it into the *periodic position*, inside [0, period].

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "skelter/core/name_match.h"
#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/math/play_time.h"
#include "skelter/math/soa.h"
#include "skelter/math/transform.h"

namespace skelter {

// The position in a cycle, as wrap_time(). Period 0 (a single pose) gives 0.
double periodic_position(double position_s, double period_s, Loop playback);

// A moment of a set that a controller reports when a track passes it.
struct CallbackKey {
  double time_s = 0;  // in [0, period]; keys outside are never passed
  std::uint64_t value = 0;
};

// The same with a name, for programs that make sets.
struct NamedCallback {
  double time_s = 0;
  std::uint64_t value = 0;
  std::string name;
};

// Where to look for the next callback key.
struct CallbackSearch {
  bool backward = false;
  bool exclude_start = false;  // not a key exactly at the starting position
};

struct FoundCallback {
  double position_s = 0;  // not folded: at or beyond the starting position
  std::uint32_t key = 0;  // index into callback_keys()
  std::uint64_t value = 0;
};

class AnimationSet {
 public:
  virtual ~AnimationSet() = default;

  virtual std::string_view name() const = 0;  // "" for an unnamed set
  virtual double period_s() const = 0;        // finite, 0 or more
  virtual Loop playback() const = 0;

  // An animation moves what carries its name: a frame, a joint, a node.
  virtual std::uint32_t animation_count() const = 0;
  virtual std::string_view animation_name(std::uint32_t animation) const = 0;

  // One animation at a periodic position (not folded again, so the period of a looping set gives its last
  // key). Precondition: animation < animation_count(), position in [0, period].
  virtual AffineParts sample(std::uint32_t animation, double periodic_position_s) const = 0;

  // All animations at once, in their order; the default calls sample(). `scratch` has scratch_blocks()
  // entries and may be used at will: a set has no state that changes while it is sampled, so that several
  // controllers share it. Must not allocate.
  virtual void sample_all(double periodic_position_s, std::span<AffineParts> out,
                          std::span<SoaTransform> scratch) const;
  virtual std::uint32_t scratch_blocks() const { return 0; }

  // Positions closer than this may give the same pose: to measure a speed, use positions further apart.
  virtual double time_grain_s() const { return 0; }

  // Sorted by time. The keys may not change while a controller holds the set.
  virtual std::span<const CallbackKey> callback_keys() const { return {}; }
  // What people call a callback key; "" where it has only its value.
  virtual std::string_view callback_name(std::uint32_t /*key*/) const { return {}; }

  // Grows when animations are added, removed or renamed, so that controllers bind them to outputs again.
  virtual std::uint64_t revision() const { return 0; }

  // Folded by the set's own playback type.
  double periodic_position(double position_s) const {
    return skelter::periodic_position(position_s, period_s(), playback());
  }
  // The first animation of that name, or kNone. O(animations). With ignore_case, an exact match wins.
  std::uint32_t find_animation(std::string_view animation, NameMatch match = NameMatch::exact) const;
  // The next callback key from an unfolded position, wrapping as the set plays; nothing when there is none.
  std::optional<FoundCallback> find_callback(double position_s, CallbackSearch search = {}) const;
};

// CallbackWalk: the moments at which callback keys are passed, in order, along the unfolded positions of a
// set.
//
// A key at time t of a set with period P is passed at these positions, for every whole k:
//   once      t
//   loop      k P + t; a key at P is the end of a round, passed just before the next round's key at 0
//   pingpong  2 k P + t and 2 k P - t; at a turning point once
// Keys outside [0, P] are never passed.
class CallbackWalk {
 public:
  CallbackWalk() = default;
  CallbackWalk(std::span<const CallbackKey> keys, double period_s, Loop playback);

  // Goes to the first moment from a position, O(log keys). Unless the start is excluded, that may be a key
  // exactly at the folded starting position.
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
  Loop playback_ = Loop::loop;
  bool backward_ = false;
  Place place_;
};

// Whether a set keeps the promises above: period, names that are not given twice, callback keys in order
// and finite. Errors: invalid_argument, naming the set and what is wrong.
Result<void> validate_set(const AnimationSet& source);

}  // namespace skelter

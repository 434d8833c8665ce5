#pragma once
// AnimationSet: the animation that a controller plays. Implemented by keyframed sets (keyframed_set.h),
// compiled clips (compressed_set.h) and clips of a scene (d3dx/scene_controller.h), and by applications
// (procedural sets).
//
// Positions are seconds in the set's own time. A position may grow without limit, run backward and be
// negative; the playback type folds it into the *periodic position*, inside [0, period].

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

// A time of a set that a controller reports when a track passes it.
struct CallbackKey {
  double time_s = 0;  // in [0, period]; keys outside are never passed
  std::uint64_t value = 0;
};

// A callback key with a name, for programs that build sets.
struct NamedCallback {
  double time_s = 0;
  std::uint64_t value = 0;
  std::string name;
};

// Direction and start of a search for the next callback key.
struct CallbackSearch {
  bool backward = false;
  bool exclude_start = false;  // ignore a key exactly at the starting position
};

struct FoundCallback {
  double position_s = 0;  // unfolded: at or beyond the starting position
  std::uint32_t key = 0;  // index into callback_keys()
  std::uint64_t value = 0;
};

class AnimationSet {
 public:
  virtual ~AnimationSet() = default;

  virtual std::string_view name() const = 0;  // "" for an unnamed set
  virtual double period_s() const = 0;        // finite, 0 or more
  virtual Loop playback() const = 0;

  // An animation moves the object of its name: a frame, a joint, a node.
  virtual std::uint32_t animation_count() const = 0;
  virtual std::string_view animation_name(std::uint32_t animation) const = 0;

  // Samples one animation at a periodic position. The position is not folded again, so the period of a
  // looping set gives its last key. Precondition: animation < animation_count(), position in [0, period].
  virtual AffineParts sample(std::uint32_t animation, double periodic_position_s) const = 0;

  // Samples all animations, in order; the default calls sample(). `scratch` has scratch_blocks() entries for
  // any use: sampling changes no state of the set, so that several controllers can share it. Must not
  // allocate.
  virtual void sample_all(double periodic_position_s, std::span<AffineParts> out,
                          std::span<SoaTransform> scratch) const;
  virtual std::uint32_t scratch_blocks() const { return 0; }

  // Positions closer than this may give the same pose: measure speeds over larger differences.
  virtual double time_grain_s() const { return 0; }

  // Sorted by time. The keys must not change while a controller holds the set.
  virtual std::span<const CallbackKey> callback_keys() const { return {}; }
  // Display name of a callback key; "" if it has only its value.
  virtual std::string_view callback_name(std::uint32_t /*key*/) const { return {}; }

  // Increases when animations are added, removed or renamed, so that controllers bind them to outputs again.
  virtual std::uint64_t revision() const { return 0; }

  // Folded by the set's own playback type.
  double periodic_position(double position_s) const {
    return skelter::periodic_position(position_s, period_s(), playback());
  }
  // The first animation of that name, or kNone. O(animations). With ignore_case, an exact match wins.
  std::uint32_t find_animation(std::string_view animation, NameMatch match = NameMatch::exact) const;
  // The next callback key from an unfolded position, wrapping by playback type; nullopt if there is none.
  std::optional<FoundCallback> find_callback(double position_s, CallbackSearch search = {}) const;
};

// CallbackWalk: iterates over the times at which callback keys are passed, in order, along the unfolded
// positions of a set.
//
// A key at time t of a set with period P is passed at these positions, for every integer k:
//   once      t
//   loop      k P + t; a key at P is the end of a cycle, passed just before the next cycle's key at 0
//   pingpong  2 k P + t and 2 k P - t; at a turning point once
// Keys outside [0, P] are never passed.
class CallbackWalk {
 public:
  CallbackWalk() = default;
  CallbackWalk(std::span<const CallbackKey> keys, double period_s, Loop playback);

  // Finds the first time from a position, O(log keys). Unless the start is excluded, that may be a key
  // exactly at the folded starting position.
  std::optional<FoundCallback> start(double position_s, CallbackSearch search);
  // The time after the last one, in the same direction.
  std::optional<FoundCallback> next();

 private:
  // Number `slot` of cycle `round`, in the order of positions. Cycles are integers stored as double, which
  // keep counting beyond the range of an int64.
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

  std::span<const CallbackKey> keys_;       // keys inside [0, period]
  std::uint32_t first_key_ = 0;             // index of keys_[0] in the set
  std::int64_t at_begin_ = 0, at_end_ = 0;  // number of keys at 0, and at the period
  double period_s_ = 0;
  Loop playback_ = Loop::loop;
  bool backward_ = false;
  Place place_;
};

// Checks that a set is valid: period, unique names, callback keys in order and finite. Errors:
// invalid_argument, with the set and the problem.
Result<void> validate_set(const AnimationSet& source);

}  // namespace skelter

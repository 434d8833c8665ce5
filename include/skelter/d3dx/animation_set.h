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

// The position in a cycle, computed by wrap_time(). Period 0 (a single pose) gives 0.
double periodic_position(double position_s, double period_s, Loop playback);

// A time in a set; controllers report it when a track passes it.
struct CallbackKey {
  double time_s = 0;  // in [0, period]; keys outside are never passed
  std::uint64_t value = 0;
  std::string name{};  // for display
};

class AnimationSet;

// A callback key that a track passes.
struct Callback {
  std::uint32_t track = kNone;  // kNone: found by find_callback()
  std::uint64_t value = 0;
  double time_s = 0;      // global time of the pass; 0 without a track
  double position_s = 0;  // unfolded position in the set at that time
  std::uint32_t key = 0;  // index into set->callback_keys()
  const AnimationSet* set = nullptr;
};

class AnimationSet {
 public:
  virtual ~AnimationSet() = default;

  virtual std::string_view name() const = 0;  // "" for an unnamed set
  virtual double period_s() const = 0;        // finite, 0 or more
  virtual Loop playback() const = 0;

  // An animation moves the object with its name: a frame, a joint, a node.
  virtual std::uint32_t animation_count() const = 0;
  virtual std::string_view animation_name(std::uint32_t animation) const = 0;

  // Samples one animation at a periodic position. The position is not folded again, so the period of a
  // looping set gives its last key. Precondition: animation < animation_count(), position in [0, period].
  virtual AffineParts sample(std::uint32_t animation, double periodic_position_s) const = 0;

  // Samples all animations, in order; the default calls sample(). `scratch` has scratch_blocks() entries for
  // any use. Sampling must not change the set's state, so that several controllers can share it. Must not
  // allocate.
  virtual void sample_all(double periodic_position_s, std::span<AffineParts> out,
                          std::span<SoaTransform> scratch) const;
  virtual std::uint32_t scratch_blocks() const { return 0; }

  // Positions closer together than this may give the same pose: measure speeds over larger differences.
  virtual double time_grain_s() const { return 0; }

  // Sorted by time. The keys must not change while a controller uses the set.
  virtual std::span<const CallbackKey> callback_keys() const { return {}; }

  // Increases when animations are added, removed or renamed, so that controllers bind them to outputs again.
  virtual std::uint64_t revision() const { return 0; }

  // Folds a position by the set's own playback type.
  double periodic_position(double position_s) const {
    return skelter::periodic_position(position_s, period_s(), playback());
  }
  // The first animation with that name, or kNone. O(animations). With ignore_case, an exact match is
  // preferred.
  std::uint32_t find_animation(std::string_view animation, NameMatch match = NameMatch::exact) const;
  // The next callback key from an unfolded position, wrapping by playback type; nullopt if there is none. A
  // key at time t of a set with period P is passed at these positions, for every integer k:
  //   once      t
  //   loop      k P + t; a key at P ends a cycle and is passed just before the next cycle's key at 0
  //   pingpong  2 k P + t and 2 k P - t, but only once at a turning point
  // Keys outside [0, P] are never passed.
  // `exclude_start` ignores a key exactly at the starting position.
  std::optional<Callback> find_callback(double position_s, bool backward = false,
                                        bool exclude_start = false) const;
};

// Checks that a set is valid: period, unique names, callback keys in order and finite. Errors:
// invalid_argument, with the set and the problem.
Result<void> validate_set(const AnimationSet& source);

}  // namespace skelter

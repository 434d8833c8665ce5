#pragma once
// Root motion: the movement that a clip gives its character. build_clip removes the motion of one joint from
// the pose and stores it as separate frames. The game takes the difference between two play times and moves
// the character by it, through collision or any other system.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/math/transform.h"

namespace skelter {

struct ClipView;  // runtime/clip.h

// Applies the rotation, then the translation. Double precision keeps the sum of a day of small steps
// accurate.
struct RigidMotion {
  Vec3d translation{};
  Quatd rotation{};  // unit
};

// (a * b) applies b first. The rotation is renormalised, so that long products stay unit.
RigidMotion operator*(const RigidMotion& a, const RigidMotion& b);
RigidMotion inverse(const RigidMotion& a);
// The motion applied `count` times; negative: its inverse. By repeated squaring: about log2(count) products.
RigidMotion repeated(const RigidMotion& motion, std::int64_t count);

// out_delta = inverse(M(from)) * M(to), in the space of the character at `from`, where
//   M(t) = repeated(L, cycles of t) * m(time of t in its cycle),
// m is the clip's root motion, and L its motion over one whole cycle (identity in pingpong). So the deltas of
// any sequence of steps, forward or backward, multiply to the delta from its first to its last time. Between
// frames translations are linear, rotations linear and normalised, like the joints in SampleJob. Clips
// without root motion: identity.
struct RootMotionJob {
  const ClipView* clip = nullptr;
  double from_time_s = 0;  // play times: any finite numbers, see play_time.h
  double to_time_s = 0;    // less than from_time_s: backward
  Loop loop = Loop::as_made;
  RigidMotion* out_delta = nullptr;
  // invalid_argument: no clip, no output, a time that is not finite, frames that do not fit the clip;
  // limit_exceeded: see kMaxCycles.
  Status validate() const;
  Status run() const;
};

struct RootMotionLayer {
  RigidMotion delta;  // for the same time step as the other layers
  double weight = 1;  // ignored unless above 0 (also NaN)
};

// Mixes the deltas of blended clips, with weights relative to their sum: translations linearly, rotations as
// rotation vectors (angle times axis, the shorter arc). With rotation vectors, unlike the normalised sums of
// BlendJob, characters that turn about one axis turn by the same angle for any division of time into steps.
// Without any weight: identity.
RigidMotion blend_root_motion(std::span<const RootMotionLayer> layers);

// world_from_character after the step. The character's scale also scales its steps.
RigidMotion moved(const RigidMotion& world_from_character, const RigidMotion& delta);
Transform moved(const Transform& world_from_character, const RigidMotion& delta);

}  // namespace skelter

#pragma once
// Root motion: the movement of the character by a clip. build_clip removes the motion of one joint from the
// pose and keeps it as separate frames; the game takes the difference between two play times and moves the
// character by it, through collision or whatever else it has.

#include <span>

#include "skelter/core/status.h"
#include "skelter/math/transform.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// Rotation first, then translation. In double, so that adding up a day of small steps stays exact.
struct RigidMotion {
  Vec3d translation{};
  Quatd rotation{};  // unit
};

// (a * b) applies b first. The rotation is normalised again, so that long products stay unit.
RigidMotion operator*(const RigidMotion& a, const RigidMotion& b);
RigidMotion inverse(const RigidMotion& a);
// `count` times the motion; negative: its inverse. By repeated squaring: about log2(count) products.
RigidMotion repeated(const RigidMotion& motion, std::int64_t count);

// out_delta = inverse(M(from)) * M(to), in the space of the character at `from`, where
//   M(t) = repeated(L, rounds of t) * m(time of t in its round),
// m is the clip's root motion, and L that of one whole round (there and back again: none). So the deltas of
// any sequence of steps, forward or backward, multiply to the delta from its first to its last time. Between
// frames translations are linear, rotations linear and normalised, as SampleJob mixes joints. Clips without
// root motion: identity.
struct RootMotionJob {
  const ClipView* clip = nullptr;
  double from_time_s = 0;  // play times: any finite numbers, see play_time.h
  double to_time_s = 0;    // before `from`: backwards
  Loop loop = Loop::as_made;
  RigidMotion* out_delta = nullptr;
  // invalid_argument: no clip, no output, a time that is not finite, frames that do not fit the clip;
  // limit_exceeded: see kMaxRounds.
  Status validate() const;
  Status run() const;
};

struct RootMotionLayer {
  RigidMotion delta;  // of the same step of time
  double weight = 1;  // those that are not above 0 (also NaN) do not count
};

// Mixes the deltas of clips that are blended, with weights relative to their sum: translations linearly, and
// rotations as rotation vectors (angle times axis, the shorter way). Rotation vectors rather than the
// normalised sums of BlendJob, because then characters that turn about one axis turn by the same angle
// however the time is cut into steps. No weight at all: identity.
RigidMotion blend_root_motion(std::span<const RootMotionLayer> layers);

// world_from_character after the step. The character's scale scales its steps, too.
RigidMotion moved(const RigidMotion& world_from_character, const RigidMotion& delta);
Transform moved(const Transform& world_from_character, const RigidMotion& delta);

}  // namespace skelter

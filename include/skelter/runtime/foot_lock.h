#pragma once
// FootLockJob: feet that stand stay where they are, on whatever ground there is. After the list has been
// posed, it holds the toe of each standing foot in its place in the world, and its direction, sets feet onto
// slopes and steps, turns ankles to the ground, and lowers the pelvis as far as the lower foot needs.
//
//   PoseListJob, LocalToModelJob       -> local_pose, model_from_joint
//   FootLockJob                        changes both
//
// A foot is locked while it is in contact. When contact ends, or when the animation leads the toe more than
// kFootRelease_m away, what the lock has added dies away within kFootRelease_s, with place and speed going
// on. Where nothing is to be changed, the pose keeps its bits. Nothing is allocated; a foot keeps 80 bytes.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/soa.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/root_motion.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

inline constexpr double kFootRelease_m = 0.2, kFootRelease_s = 0.15;
// Contact by speed of the animated toe, in metres a second: in below the first, out above the second.
inline constexpr double kFootStands_m_s = 0.3, kFootLeaves_m_s = 1.0;
inline constexpr double kFootTilt_rad = 0.5235987755982988;  // 30 degrees: how far ankles turn to the ground
// How far a character can turn above a foot that keeps its direction; then the foot turns on its toe.
inline constexpr double kFootTurn_rad = 0.6;
inline constexpr float kContactBySpeed = -1;

// What a foot remembers. {} begins anew, as after a teleport. A copy is a save.
struct FootLockState {
  Vec2d place;           // x and z in the world: of the toe as shown; locked: where it is held
  Vec3 animated;         // the animation's toe: x and z from `place`; y in the model
  Vec2 offset;           // at the release: what the lock had added, and its change per second
  Vec2 speed;            //
  Vec2 tilt;             // of the ground as shown: how much it rises along x and z
  float height = 0;      // the same: above the character's own place
  float released_s = 0;  // since the release
  float heading = 0;     // of the character, about the vertical
  float turn = 0;        // what the lock adds to the foot's direction
  float turn_offset = 0, turn_speed = 0;  // at the release, as of the place
  std::uint32_t flags = 0;
};
static_assert(sizeof(FootLockState) == 80);

// How deep the pelvis is, in metres, and how fast it sinks.
struct FootLockPelvis {
  float sink = 0, speed = 0;
};

// A leg and the ground below it.
struct FootLockFoot {
  std::uint16_t thigh = kNone16, shin = kNone16, foot = kNone16;  // each a descendant of the one before
  std::uint16_t toe = kNone16;  // the joint of the toes, below the foot or the same
  Vec3 sole_joint;              // the point that stands, in the space of the toe joint
  Vec3 knee_axis_joint;         // as TwoBoneIkJob::mid_axis_joint; 0: the present bend
  // At least 0.5: the foot is in contact, as a scalar track or a graph's markers say. kContactBySpeed: found
  // by the toe's speed.
  float contact = kContactBySpeed;
  // The ground below the toe, from a ray: its height in the world, and its normal. In the air there is none:
  // then nothing is locked.
  bool has_ground = true;
  double ground_height = 0;
  Vec3 ground_normal{0, 1, 0};
  FootLockState* state = nullptr;
};

struct FootLockJob {
  const Skeleton* skeleton = nullptr;
  std::span<SoaTransform> local_pose;  // of the skeleton; changed
  std::span<Affine> model_from_joint;  // of that pose; changed
  Affine model_from_root;              // as in LocalToModelJob
  RigidMotion world_from_model;        // up is +y in both; the model's floor is at y = 0
  double dt_s = 0;                     // since the last frame; 0: states do not change
  std::uint16_t pelvis = kNone16;      // above all thighs
  std::span<const FootLockFoot> feet;
  FootLockPelvis* pelvis_state = nullptr;
  // Part of a leg's reach that it does not pass but where the animation itself does; 0.5 to 1.
  float soft_begin = 0.97f;
  // invalid_argument: something is missing, too short, out of range or not finite; a joint that is not below
  // the right one; a normal that does not point up.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter

#pragma once
// FootLockJob: keeps standing feet in position on any ground. It runs after PoseListJob. It holds the toe of
// each standing foot at its world position and direction, and puts feet onto slopes and steps. It also turns
// ankles to the ground, and lowers the pelvis as far as the lower foot needs.
//
//   PoseListJob, LocalToModelJob       -> local_pose, model_from_joint
//   FootLockJob                        changes both
//
// A foot is locked while it is in contact. When contact ends, or when the animated toe is more than
// kFootRelease_m away, the lock's offset decays to zero within kFootRelease_s, with continuous position and
// speed. If nothing has to change, the pose keeps its bits. Allocates nothing; a foot's state is 80 bytes.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/soa.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/root_motion.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

inline constexpr double kFootRelease_m = 0.2, kFootRelease_s = 0.15;
// Contact by speed of the animated toe, in metres per second: starts below the first, ends above the second.
inline constexpr double kFootStands_m_s = 0.3, kFootLeaves_m_s = 1.0;
inline constexpr double kFootTilt_rad = 0.5235987755982988;  // 30 degrees: the largest turn of ankles to the
                                                             // ground
// How far a character may turn while a locked foot keeps its direction; beyond that the foot pivots on its
// toe.
inline constexpr double kFootTurn_rad = 0.6;
inline constexpr float kContactBySpeed = -1;

// State of a foot between frames. {} resets it, for example after a teleport. A copy is a save.
struct FootLockState {
  Vec2d place;                            // world x and z of the shown toe; if locked, the locked position
  Vec3 animated;                          // the animated toe: x and z relative to `place`, y in model space
  Vec2 offset;                            // the lock's offset at the release
  Vec2 speed;                             // change of the offset per second at the release
  Vec2 tilt;                              // slope of the shown ground along x and z
  float height = 0;                       // height of the shown ground above the character's position
  float released_s = 0;                   // time since the release
  float heading = 0;                      // heading of the character, about the vertical axis
  float turn = 0;                         // rotation of the foot's direction by the lock
  float turn_offset = 0, turn_speed = 0;  // like `offset` and `speed`, for the direction
  std::uint32_t flags = 0;
};
static_assert(sizeof(FootLockState) == 80);

// How far the pelvis is lowered, in metres, and its speed.
struct FootLockPelvis {
  float sink = 0, speed = 0;
};

// A leg and the ground below it.
struct FootLockFoot {
  std::uint16_t thigh = kNone16, shin = kNone16, foot = kNone16;  // each a descendant of the one before
  std::uint16_t toe = kNone16;  // the toe joint: a descendant of the foot, or the foot itself
  Vec3 sole_joint;              // the contact point, in the space of the toe joint
  Vec3 knee_axis_joint;         // like TwoBoneIkJob::mid_axis_joint; 0: the axis of the current bend
  // At least 0.5: the foot is in contact, according to a scalar track or a graph's markers. kContactBySpeed:
  // contact is derived from the toe's speed.
  float contact = kContactBySpeed;
  // The ground below the toe, from a ray cast: its height in the world, and its normal. Without ground (in
  // the air) the foot is not locked.
  bool has_ground = true;
  double ground_height = 0;
  Vec3 ground_normal{0, 1, 0};
  FootLockState* state = nullptr;
};

struct FootLockJob {
  const Skeleton* skeleton = nullptr;
  std::span<SoaTransform> local_pose;  // pose of the skeleton; modified
  std::span<Affine> model_from_joint;  // matrices of that pose; modified
  Affine model_from_root;              // as in LocalToModelJob
  RigidMotion world_from_model;        // up is +y in both; the model's floor is at y = 0
  double dt_s = 0;                     // time since the last frame; 0: states do not change
  std::uint16_t pelvis = kNone16;      // above all thighs
  std::span<const FootLockFoot> feet;
  FootLockPelvis* pelvis_state = nullptr;
  // Fraction of a leg's reach that the lock does not exceed unless the animation does; 0.5 to 1.
  float soft_begin = 0.97f;
  // invalid_argument: an input is missing, too short, out of range or not finite; a joint is not below the
  // required one; a normal does not point up.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter

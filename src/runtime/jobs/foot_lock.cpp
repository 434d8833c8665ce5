#include "skelter/runtime/foot_lock.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/jobs/ik_math.h"
#include "skelter/math/mat.h"
#include "skelter/math/trig.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/two_bone_ik.h"

namespace skelter {
namespace {

using namespace ik;

enum Flag : std::uint32_t {
  kStarted = 1,
  kContact = 2,
  kLocked = 4,
  kDecays = 8,    // a release is in progress
  kBlocked = 16,  // released because of its distance; not locked again until contact has ended
};

// Limits per second. A step in the ground rises over a few frames instead of popping; slopes of 45 degrees
// under running feet are followed exactly.
constexpr double kGroundSpeed = 5, kTiltSpeed = 6, kSinkSpeed = 3;
constexpr double kFastestRelease_m_s = 3;
constexpr double kPelvisRate = 12;                    // rate of the critically damped rise
constexpr double kTiltAt_m = 0.6, kTiltFrom_m = 0.3;  // toe heights for no tilt and full tilt
// If an ankle moves this far, its leg stays within soft_begin even where it is straighter in the animation.
constexpr double kMuchMoved_m = 0.1;
// Fraction of a leg's length, just before soft_begin, over which the pelvis already sinks.
constexpr double kSoftZone = 0.06;

Vec2d operator+(const Vec2d& a, const Vec2d& b) {
  return {a.x + b.x, a.y + b.y};
}
Vec2d operator-(const Vec2d& a, const Vec2d& b) {
  return {a.x - b.x, a.y - b.y};
}
Vec2d operator*(const Vec2d& a, double s) {
  return {a.x * s, a.y * s};
}
double length(const Vec2d& a) {
  return std::sqrt(a.x * a.x + a.y * a.y);
}
Vec2d shortened(const Vec2d& a, double most) {
  const double size = length(a);
  return size > most ? a * (most / size) : a;
}
Vec2d to_double(const Vec2& a) {
  return {double{a.x}, double{a.y}};
}
Vec2 to_float(const Vec2d& a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
Vec2d ground_part(const Vec3d& a) {
  return {a.x, a.z};
}
double towards(double from, double to, double most) {
  return from + std::clamp(to - from, -most, most);
}

// Decay of a difference with value x and speed v to zero within kFootRelease_s: the polynomial of degree 5
// with zero value, speed and acceleration at the end, and zero acceleration at the start (docs/control.md).
Vec2d dying_away(const Vec2d& x, const Vec2d& v, double since_s) {
  const double u = std::min(since_s / kFootRelease_s, 1.0), u3 = u * u * u;
  const double value = 1 + u3 * (-10 + u * (15 - 6 * u));
  const double slope = kFootRelease_s * (u + u3 * (-6 + u * (8 - 3 * u)));
  return x * value + v * slope;
}

// Heading to the left of +z, in float like the states: a character that walks straight turns by exactly 0.
float heading_of(const Quatd& world_from_model) {
  return static_cast<float>(2 * std::atan2(world_from_model.y, world_from_model.w));
}
double between_half_turns(double angle_rad) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle_rad - kTurn * std::round(angle_rad / kTurn);
}

// Target of a leg, in model space.
struct Aim {
  Vec3d ankle;
  Quatd turn;           // turn of the foot relative to the animation
  Quatd foot_rotation;  // rotation of the foot in the animation
  double moved = 0;     // distance of the ankle from its animated position
  double reach = 0;     // largest distance of the ankle from the hip
  bool changed = false;
};

class FootLock {
 public:
  explicit FootLock(const FootLockJob& job) : job_(job) {}

  void run() {
    double need = 0, moved = 0;
    Aim aims[kMaxFeet];
    for (std::size_t i = 0; i < job_.feet.size(); ++i) {
      aims[i] = aim(job_.feet[i]);
      moved = std::max(moved, aims[i].moved);
    }
    for (std::size_t i = 0; i < job_.feet.size(); ++i) {
      aims[i].reach = reach(job_.feet[i], aims[i], moved);
      need = std::max(need, sink_for(job_.feet[i], aims[i]));
    }
    sink(need);
    for (std::size_t i = 0; i < job_.feet.size(); ++i) place(job_.feet[i], aims[i]);
  }

  static constexpr std::size_t kMaxFeet = 8;

 private:
  Vec3d at(std::uint32_t joint) const { return position(job_.model_from_joint[joint]); }
  Quatd rotation(std::uint32_t joint) const {
    return split(skelter::to_double(to_mat4(job_.model_from_joint[joint]))).rotation;
  }
  Vec3d to_world(const Vec3d& model) const {
    return rotate(job_.world_from_model.rotation, model) + job_.world_from_model.translation;
  }
  Vec3d direction_to_model(const Vec3d& world) const {
    return rotate(conjugate(job_.world_from_model.rotation), world);
  }
  void pose_from(std::uint32_t joint) const {
    LocalToModelJob model;
    model.skeleton = job_.skeleton;
    model.local_pose = job_.local_pose;
    model.model_from_root = job_.model_from_root;
    model.begin = joint;
    model.out_model_from_joint = job_.model_from_joint;
    (void)model.run();  // cannot fail after validate()
  }

  // Advances the state; returns the lock's offset of the toe.
  Vec2d lock(const FootLockFoot& foot, const Vec2d& toe, double toe_height) const;
  Aim aim(const FootLockFoot& foot) const;
  double reach(const FootLockFoot& foot, const Aim& aim, double most_moved) const;
  double sink_for(const FootLockFoot& foot, const Aim& aim) const;
  void sink(double need) const;
  void place(const FootLockFoot& foot, const Aim& aim) const;

  const FootLockJob& job_;
};

bool in_contact(const FootLockFoot& foot, double moved_m, double dt_s) {
  const FootLockState& state = *foot.state;
  if (!foot.has_ground) return false;
  if (foot.contact >= 0) return foot.contact >= 0.5f;
  const bool was = (state.flags & kContact) != 0;
  if (!(state.flags & kStarted) || !(dt_s > 0)) return was;
  return moved_m < (was ? kFootLeaves_m_s : kFootStands_m_s) * dt_s;
}

Vec2d FootLock::lock(const FootLockFoot& foot, const Vec2d& toe, double toe_height) const {
  FootLockState& state = *foot.state;
  const bool started = (state.flags & kStarted) != 0;
  const Vec2d before =
      started ? state.place + Vec2d{double{state.animated.x}, double{state.animated.z}} : toe;
  const Vec2d step = toe - before;
  const double rise = started ? toe_height - double{state.animated.y} : 0;
  const bool contact =
      in_contact(foot, std::sqrt(step.x * step.x + step.y * step.y + rise * rise), job_.dt_s);
  bool locked = (state.flags & kLocked) != 0, decays = (state.flags & kDecays) != 0,
       blocked = contact && (state.flags & kBlocked) != 0;
  const bool far = locked && length(state.place - toe) > kFootRelease_m;
  const float heading = heading_of(job_.world_from_model.rotation);
  const double turned = started ? between_half_turns(double{heading} - double{state.heading}) : 0;
  if (locked && (!contact || far)) {
    // The release started with the last frame.
    state.offset = to_float(state.place - before);
    state.speed = to_float(job_.dt_s > 0 ? shortened(step * (-1 / job_.dt_s), kFastestRelease_m_s) : Vec2d{});
    state.turn_offset = state.turn;
    state.turn_speed = static_cast<float>(job_.dt_s > 0 ? -turned / job_.dt_s : 0);
    state.released_s = 0;
    locked = false;
    decays = true;
    blocked = far && contact;
  }
  Vec2d added{};
  double turn = 0;
  if (locked) {
    added = state.place - toe;
    turn = std::clamp(double{state.turn} - turned, -kFootTurn_rad, kFootTurn_rad);
  }
  if (decays) {
    state.released_s += static_cast<float>(job_.dt_s);
    added = dying_away(to_double(state.offset), to_double(state.speed), double{state.released_s});
    turn =
        dying_away({double{state.turn_offset}, 0}, {double{state.turn_speed}, 0}, double{state.released_s}).x;
    decays = double{state.released_s} < kFootRelease_s;
  }
  if (!locked) state.place = toe + added;
  if (!locked && contact && !blocked) {
    locked = true;
    decays = false;
  }
  state.heading = heading;
  state.turn = static_cast<float>(turn);
  const Vec2d animated = toe - state.place;
  state.animated = {static_cast<float>(animated.x), static_cast<float>(toe_height),
                    static_cast<float>(animated.y)};
  state.flags = kStarted | (contact ? kContact : 0u) | (locked ? kLocked : 0u) | (decays ? kDecays : 0u) |
                (blocked ? kBlocked : 0u);
  return added;
}

Aim FootLock::aim(const FootLockFoot& foot) const {
  FootLockState& state = *foot.state;
  const bool first = (state.flags & kStarted) == 0;
  const Vec3d toe_model = transform_point(skelter::to_double(to_mat4(job_.model_from_joint[foot.toe])),
                                          skelter::to_double(foot.sole_joint));
  const Vec3d toe = to_world(toe_model);
  const double height = toe.y - job_.world_from_model.translation.y;
  const Vec2d added = lock(foot, ground_part(toe), height);

  // The ground at the shown toe.
  Vec2d slope{};
  double ground = 0;
  if (foot.has_ground) {
    const Vec3d normal = skelter::to_double(foot.ground_normal);
    slope = {-normal.x / normal.y, -normal.z / normal.y};
    ground = foot.ground_height + slope.x * added.x + slope.y * added.y - job_.world_from_model.translation.y;
    slope = shortened(slope, std::tan(kFootTilt_rad)) *
            std::clamp((kTiltAt_m - height) / (kTiltAt_m - kTiltFrom_m), 0.0, 1.0);
  }
  state.height =
      static_cast<float>(first ? ground : towards(double{state.height}, ground, kGroundSpeed * job_.dt_s));
  const Vec2d tilted = to_double(state.tilt);
  state.tilt = to_float(first ? slope : tilted + shortened(slope - tilted, kTiltSpeed * job_.dt_s));

  Aim aim;
  const Vec2d tilt = to_double(state.tilt);
  const Vec3d up = direction_to_model({0, 1, 0});
  const Vec3d normal = normalized(Vec3d{-tilt.x, 1, -tilt.y});
  aim.turn = shortest_turn(up, direction_to_model(normal));
  if (state.turn != 0) aim.turn = aim.turn * from_axis_angle(up, double{state.turn});
  // The toe's height above the floor becomes its height above the ground, along the normal, so that a foot
  // that comes down does not slide down the slope.
  const Vec3d lean = tilt == Vec2d{} ? Vec3d{} : (normal - Vec3d{0, 1, 0}) * height;
  const Vec3d shift = direction_to_model(Vec3d{added.x, double{state.height}, added.y} + lean);
  aim.ankle = toe_model + shift + rotate(aim.turn, at(foot.foot) - toe_model);
  aim.foot_rotation = rotation(foot.foot);
  aim.changed = !(shift == Vec3d{}) || !(tilt == Vec2d{}) || state.turn != 0;
  aim.moved = skelter::length(aim.ankle - at(foot.foot));
  return aim;
}

// A leg that is changed little may be as straight as in the animation. A leg that is changed much stays
// softly within soft_begin, because a straight leg that moves unlike the animation's would snap.
double FootLock::reach(const FootLockFoot& foot, const Aim& aim, double most_moved) const {
  const Vec3d hip = at(foot.thigh), knee = at(foot.shin), ankle = at(foot.foot);
  const double leg = skelter::length(knee - hip) + skelter::length(ankle - knee);
  const double wanted = skelter::length(aim.ankle - hip), zone = kSoftZone * leg,
               beyond = wanted - (double{job_.soft_begin} * leg - zone);
  const double soft = beyond > 0 ? wanted - beyond + zone * (beyond / (zone + beyond)) : wanted;
  const double animated = skelter::length(ankle - hip), much = std::min(most_moved / kMuchMoved_m, 1.0);
  return soft + std::max(animated - soft, 0.0) * (1 - much * much * (3 - 2 * much));
}

// Distance that the pelvis has to sink so that the ankle is within reach.
double FootLock::sink_for(const FootLockFoot& foot, const Aim& aim) const {
  const Vec3d to_hip = at(foot.thigh) - aim.ankle, up = direction_to_model({0, 1, 0});
  const double above = dot(to_hip, up), square = dot(to_hip, to_hip), reach = aim.reach * aim.reach;
  // A leg that is as long as in the animation, up to float rounding, needs no change.
  if (!aim.changed || square <= reach || above <= 0) return 0;
  return above - std::sqrt(std::max(0.0, reach - (square - above * above)));
}

void FootLock::sink(double need) const {
  FootLockPelvis& state = *job_.pelvis_state;
  const double dt_s = job_.dt_s, was = double{state.sink};
  // The rise is a critically damped spring in one implicit step, stable for any dt. The pelvis sinks at once,
  // because legs do not stretch.
  const double k = kPelvisRate * dt_s;
  const double speed = (double{state.speed} - kPelvisRate * k * was) / (1 + 2 * k + k * k);
  const double risen = std::max(was + speed * dt_s, 0.0);
  const double needed = std::min(need, was + kSinkSpeed * dt_s);
  double now = std::max(risen, needed);
  if (now < 1e-6) now = 0;
  if (dt_s > 0) {
    state.speed = static_cast<float>(now == 0 ? 0 : (now - was) / dt_s);
    state.sink = static_cast<float>(now);
  }
  if (state.sink == 0) return;
  SoaTransform& block = job_.local_pose[job_.pelvis / kLanes];
  Transform local = get(block, job_.pelvis % kLanes);
  const IkPose pose{job_.skeleton, job_.model_from_joint, job_.model_from_root};
  const ParentSpace space = parent_space(pose, job_.pelvis);
  if (!space.has_inverse) return;
  local.translation =
      skelter::to_float(skelter::to_double(local.translation) +
                        space.parent_from_model * (direction_to_model({0, -1, 0}) * double{state.sink}));
  set(block, job_.pelvis % kLanes, local);
  pose_from(job_.pelvis);
}

void FootLock::place(const FootLockFoot& foot, const Aim& aim) const {
  if (!aim.changed && job_.pelvis_state->sink == 0) return;
  IkResult turns;
  TwoBoneIkJob leg;
  leg.pose = {job_.skeleton, job_.model_from_joint, job_.model_from_root};
  leg.start = foot.thigh;
  leg.mid = foot.shin;
  leg.end = foot.foot;
  leg.target_model = skelter::to_float(aim.ankle);
  leg.mid_axis_joint = foot.knee_axis_joint;
  const Vec3d hip = at(foot.thigh), knee = at(foot.shin);
  const double length = skelter::length(knee - hip) + skelter::length(at(foot.foot) - knee);
  leg.soft_begin = static_cast<float>(std::clamp(aim.reach / length + 1e-6, 0.0, 1.0));
  leg.out_result = &turns;
  if (leg.run() != Status::ok) return;
  rotate_joint(job_.local_pose, foot.thigh, turns.correction);
  rotate_joint(job_.local_pose, foot.shin, turns.mid_correction);
  pose_from(foot.thigh);
  // The foot keeps its direction in model space, turned to the ground.
  const std::uint16_t parent = job_.skeleton->parents[foot.foot];
  const Quatd above = rotation(parent);
  const Quatd model_turn = aim.turn * aim.foot_rotation * conjugate(rotation(foot.foot));
  rotate_joint(job_.local_pose, foot.foot, skelter::to_float(conjugate(above) * model_turn * above));
  pose_from(foot.foot);
}

bool is_finite(const FootLockState& s) {
  const double numbers[] = {s.place.x,
                            s.place.y,
                            double{s.animated.x},
                            double{s.animated.y},
                            double{s.animated.z},
                            double{s.offset.x},
                            double{s.offset.y},
                            double{s.speed.x},
                            double{s.speed.y},
                            double{s.tilt.x},
                            double{s.tilt.y},
                            double{s.height},
                            double{s.released_s},
                            double{s.heading},
                            double{s.turn},
                            double{s.turn_offset},
                            double{s.turn_speed}};
  return std::all_of(std::begin(numbers), std::end(numbers), [](double x) { return std::isfinite(x); });
}
bool is_finite(const Vec3d& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool is_valid(const FootLockJob& job, const IkPose& pose, const FootLockFoot& foot) {
  for (const std::uint16_t joint : {foot.thigh, foot.shin, foot.foot, foot.toe})
    if (!has_joint(pose, joint)) return false;
  const Skeleton& skeleton = *job.skeleton;
  const Vec3& n = foot.ground_normal;
  return foot.thigh != foot.shin && foot.shin != foot.foot && foot.thigh != job.pelvis &&
         is_below(skeleton, foot.thigh, job.pelvis) && is_below(skeleton, foot.shin, foot.thigh) &&
         is_below(skeleton, foot.foot, foot.shin) && is_below(skeleton, foot.toe, foot.foot) &&
         is_finite(skelter::to_double(foot.sole_joint)) &&
         is_finite(skelter::to_double(foot.knee_axis_joint)) && std::isfinite(foot.contact) &&
         std::isfinite(foot.ground_height) && is_finite(skelter::to_double(n)) && n.y > 0 &&
         foot.state != nullptr && is_finite(*foot.state);
}

}  // namespace

Status FootLockJob::validate() const {
  const IkPose pose{skeleton, model_from_joint, model_from_root};
  bool valid = has_pose(pose) && local_pose.size() >= blocks_for(skeleton->joint_count()) &&
               std::isfinite(dt_s) && dt_s >= 0 && soft_begin >= 0.5f && soft_begin <= 1 &&
               pelvis_state != nullptr && std::isfinite(pelvis_state->sink) && pelvis_state->sink >= 0 &&
               std::isfinite(pelvis_state->speed) && has_joint(pose, pelvis) && !feet.empty() &&
               feet.size() <= FootLock::kMaxFeet && is_finite(world_from_model.translation) &&
               std::abs(dot(world_from_model.rotation, world_from_model.rotation) - 1) < 1e-3;
  for (const FootLockFoot& foot : feet) valid = valid && is_valid(*this, pose, foot);
  return valid ? Status::ok : Status::invalid_argument;
}

Status FootLockJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  FootLock(*this).run();
  return Status::ok;
}

}  // namespace skelter

#include "skelter/runtime/root_motion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "skelter/math/trig.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

constexpr std::size_t kFloatsPerFrame = 7;

// Most clips walk straight ahead. Without rotation, sums are enough and give the same result.
bool is_still(const Quatd& q) {
  return q == Quatd();
}
bool is_still(const float* xyzw) {
  return xyzw[0] == 0 && xyzw[1] == 0 && xyzw[2] == 0 && xyzw[3] == 1;
}

RigidMotion frame_motion(const ClipView& clip, std::uint32_t frame) {
  const float* f = clip.root_motion.data() + kFloatsPerFrame * frame;
  return {{f[0], f[1], f[2]}, normalized(Quatd{f[3], f[4], f[5], f[6]})};
}

RigidMotion motion_in_cycle(const ClipView& clip, double time_s) {
  const std::uint32_t last = clip.frame_count - 1;
  if (last == 0) return frame_motion(clip, 0);
  const double rate = clip.sample_rate_hz, duration = clip.duration_s;
  const auto first =
      static_cast<std::uint32_t>(std::clamp(time_s * rate, 0.0, static_cast<double>(last - 1)));  // floor
  const double begin = first / rate, end = first + 1 == last ? duration : (first + 1) / rate;
  const double ratio = end > begin ? std::clamp((time_s - begin) / (end - begin), 0.0, 1.0) : 1.0;
  const float* const f = clip.root_motion.data() + kFloatsPerFrame * first;
  if (is_still(f + 3) && is_still(f + kFloatsPerFrame + 3))
    return {lerp(Vec3d{f[0], f[1], f[2]}, {f[7], f[8], f[9]}, ratio), {}};
  const RigidMotion a = frame_motion(clip, first);
  if (std::equal(f + 3, f + kFloatsPerFrame, f + kFloatsPerFrame + 3))  // no rotation
    return {lerp(a.translation, {f[7], f[8], f[9]}, ratio), a.rotation};
  const RigidMotion b = frame_motion(clip, first + 1);
  const double wa = 1 - ratio, wb = dot(a.rotation, b.rotation) < 0 ? -ratio : ratio;
  const Quatd mixed{a.rotation.x * wa + b.rotation.x * wb, a.rotation.y * wa + b.rotation.y * wb,
                    a.rotation.z * wa + b.rotation.z * wb, a.rotation.w * wa + b.rotation.w * wb};
  return {lerp(a.translation, b.translation, ratio), normalized(mixed)};
}

// The rotation vector (angle times axis) of the shorter arc.
Vec3d rotation_vector(const Quatd& q) {
  if (is_still(q)) return {};
  const Vec3d v = q.w < 0 ? Vec3d{-q.x, -q.y, -q.z} : Vec3d{q.x, q.y, q.z};
  const double sine = length(v);
  return sine > 0 ? v * (2 * portable_atan2(sine, std::abs(q.w)) / sine) : Vec3d{};
}

}  // namespace

RigidMotion operator*(const RigidMotion& a, const RigidMotion& b) {
  return {a.translation + rotate(a.rotation, b.translation), normalized(a.rotation * b.rotation)};
}

RigidMotion inverse(const RigidMotion& a) {
  const Quatd rotation = conjugate(a.rotation);
  return {-rotate(rotation, a.translation), rotation};
}

RigidMotion repeated(const RigidMotion& motion, std::int64_t count) {
  RigidMotion power = count < 0 ? inverse(motion) : motion;
  RigidMotion result;
  // Unsigned, because the smallest integer cannot be negated.
  std::uint64_t left = count < 0 ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
  for (; left != 0; left >>= 1) {
    if (left & 1) result = result * power;
    if (left > 1) power = power * power;
  }
  return result;
}

Status RootMotionJob::validate() const {
  if (clip == nullptr || out_delta == nullptr) return Status::invalid_argument;
  if (!clip->root_motion.empty()) {
    if (clip->root_motion.size() != kFloatsPerFrame * clip->frame_count) return Status::invalid_argument;
    if (clip->frame_count > 1 && !(clip->sample_rate_hz > 0)) return Status::invalid_argument;
  }
  const Status from = check_play_time(*clip, loop, from_time_s);
  return from != Status::ok ? from : check_play_time(*clip, loop, to_time_s);
}

Status RootMotionJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  *out_delta = {};
  if (clip->root_motion.empty()) return Status::ok;
  const PlayTime from = find_play_time(*clip, loop, from_time_s), to = find_play_time(*clip, loop, to_time_s);
  // Only the cycles between the two times count: a step is as exact after a day as in the first second. A
  // whole pingpong cycle moves nothing.
  const std::int64_t cycles = loop_of(*clip, loop) == Loop::pingpong ? 0 : to.cycle - from.cycle;
  const RigidMotion here = motion_in_cycle(*clip, from.in_cycle_s);
  const RigidMotion there = motion_in_cycle(*clip, to.in_cycle_s);
  if (cycles == 0 && is_still(here.rotation) && is_still(there.rotation)) {
    out_delta->translation = there.translation - here.translation;
    return Status::ok;
  }
  const RigidMotion back = inverse(here);
  *out_delta = cycles == 0 ? back * there
                           : back * repeated(frame_motion(*clip, clip->frame_count - 1), cycles) * there;
  return Status::ok;
}

RigidMotion blend_root_motion(std::span<const RootMotionLayer> layers) {
  double sum = 0;
  Vec3d translation, turn;
  for (const RootMotionLayer& layer : layers) {
    if (!(layer.weight > 0)) continue;
    sum += layer.weight;
    translation += layer.delta.translation * layer.weight;
    turn += rotation_vector(layer.delta.rotation) * layer.weight;
  }
  if (!(sum > 0)) return {};
  if (turn == Vec3d{}) return {translation * (1 / sum), {}};
  turn = turn * (1 / sum);
  return {translation * (1 / sum), from_axis_angle(turn, length(turn))};
}

RigidMotion moved(const RigidMotion& world_from_character, const RigidMotion& delta) {
  return world_from_character * delta;
}

Transform moved(const Transform& world_from_character, const RigidMotion& delta) {
  const Vec3d scale = to_double(world_from_character.scale);
  const RigidMotion scaled{
      {delta.translation.x * scale.x, delta.translation.y * scale.y, delta.translation.z * scale.z},
      delta.rotation};
  const RigidMotion now = RigidMotion{to_double(world_from_character.translation),
                                      normalized(to_double(world_from_character.rotation))} *
                          scaled;
  return {to_float(now.translation), to_float(now.rotation), world_from_character.scale};
}

}  // namespace skelter

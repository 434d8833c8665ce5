#include "skelter/d3dx/compressed_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "d3dx/internal/compressed_set_parts.h"
#include "skelter/runtime/sample_job.h"

namespace skelter {

Result<std::shared_ptr<CompressedSet>> CompressedSet::create(CompressedSetParts parts) {
  const auto refuse = [&](std::string message) {
    return Error{Status::invalid_argument,
                 "control.bad-compressed-set",
                 std::move(message),
                 {{}, 0, {}, "set \"" + parts.name + "\""}};
  };
  const std::uint32_t joints = parts.skeleton.joint_count();
  if (!parts.clip.made_for(parts.skeleton))
    return refuse("the clip was made for a different skeleton with " +
                  std::to_string(parts.clip.joint_count) + " joints; this one has " + std::to_string(joints));
  if (parts.clip.additive()) return refuse("the clip is additive");
  for (const CompressedAnimation& animation : parts.animations)
    if (animation.joint >= joints)
      return refuse("animation \"" + animation.name + "\" moves joint " + std::to_string(animation.joint) +
                    "; expected less than " + std::to_string(joints));
  for (const CallbackKey& callback : parts.callbacks)
    if (!std::isfinite(callback.time_s)) return refuse("a callback time is not finite");
  return std::shared_ptr<CompressedSet>(new CompressedSet(std::move(parts)));
}

CompressedSet::CompressedSet(CompressedSetParts parts) {
  std::stable_sort(parts.callbacks.begin(), parts.callbacks.end(),
                   [](const CallbackKey& a, const CallbackKey& b) { return a.time_s < b.time_s; });
  parts_ = std::make_unique<const CompressedSetParts>(std::move(parts));
}

CompressedSet::~CompressedSet() = default;

ByteSpan CompressedSet::buffer() const {
  return parts_->buffer;
}

const ClipView& CompressedSet::clip() const {
  return parts_->clip;
}

std::string_view CompressedSet::name() const {
  return parts_->name;
}

double CompressedSet::period_s() const {
  return static_cast<double>(parts_->clip.duration_s);
}

Loop CompressedSet::playback() const {
  return parts_->playback;
}

std::uint32_t CompressedSet::animation_count() const {
  return static_cast<std::uint32_t>(parts_->animations.size());
}

std::string_view CompressedSet::animation_name(std::uint32_t animation) const {
  return parts_->animations[animation].name;
}

std::uint32_t CompressedSet::scratch_blocks() const {
  return parts_->skeleton.block_count();
}

double CompressedSet::time_grain_s() const {
  const ClipView& clip = parts_->clip;
  return clip.frame_count > 1 ? 1 / (32767.0 * static_cast<double>(clip.sample_rate_hz)) : 0;
}

std::span<const CallbackKey> CompressedSet::callback_keys() const {
  return parts_->callbacks;
}

AffineParts CompressedSet::parts_of(std::uint32_t animation, std::span<const SoaTransform> pose) const {
  const auto at = [&](std::uint32_t joint) { return get(pose[joint / kLanes], joint % kLanes); };
  const auto stretch = [](const Vec3& scale) { return linear_part(scale_matrix(to_double(scale))); };
  const std::uint16_t joint = parts_->animations[animation].joint;
  const Transform own = at(joint);
  if (parts_->skeleton.helpers[joint] == 0)
    return {to_double(own.translation), to_double(own.rotation), stretch(own.scale)};
  // A sheared joint is T U S V^T: its parent holds T, U and S, the joint itself holds V^T. The translation is
  // T, the rotation U V^T and the stretch V S V^T.
  const Transform outer = at(parts_->skeleton.parents[joint]);
  const Quatd turn = to_double(own.rotation);
  const Mat3d v_t = to_mat3(turn);
  return {to_double(outer.translation), to_double(outer.rotation) * turn,
          transposed(v_t) * stretch(outer.scale) * v_t};
}

AffineParts CompressedSet::sample(std::uint32_t animation, double periodic_position_s) const {
  std::vector<SoaTransform> pose(scratch_blocks());
  SampleJob job;
  job.skeleton = &parts_->skeleton;
  job.clip = &parts_->clip;
  job.time_s = static_cast<float>(periodic_position_s);
  job.block_count = parts_->animations[animation].joint / kLanes + 1u;
  job.out_local_pose = pose;
  (void)job.run();  // cannot fail after create()
  return parts_of(animation, pose);
}

void CompressedSet::sample_all(double periodic_position_s, std::span<AffineParts> out,
                               std::span<SoaTransform> scratch) const {
  SampleJob job;
  job.skeleton = &parts_->skeleton;
  job.clip = &parts_->clip;
  job.time_s = static_cast<float>(periodic_position_s);
  job.out_local_pose = scratch.first(scratch_blocks());
  (void)job.run();
  for (std::uint32_t i = 0; i < animation_count(); ++i) out[i] = parts_of(i, scratch);
}

}  // namespace skelter

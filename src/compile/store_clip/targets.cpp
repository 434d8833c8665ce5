#include "compile/store_clip/targets.h"

#include <algorithm>
#include <cmath>

#include "compile/build_clip/clip_grid.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

// Shares of the bound: a reserve for rounding in the runtime, and the minimum that is left for quantisation.
constexpr double kReserve = 0.02, kMinAllowed = 0.02;

Mat4d composed(const StoreTargets& targets, const Skeleton& skeleton, const std::vector<Mat4d>& model,
               std::uint32_t joint, const Transformd& encoded) {
  const std::uint16_t parent = skeleton.parents[joint];
  const Mat4d local = to_mat4(targets.absolute(joint, encoded));
  return parent == kNone16 ? local : model[parent] * local;
}

void allow_at_most(StoreTargets& targets, std::uint32_t joint, std::uint32_t frame, double distance) {
  double& allowed = targets.allowed[targets.at(joint, frame)];
  allowed = std::min(allowed, std::max(distance, targets.bound * kMinAllowed));
}

// Maximum share of the last frame's limit that its distance from the first frame may use.
constexpr double kSeamShare = 0.5;

// Lets the first frame of a closed clip replace the last frame, which may differ slightly. Clips that are
// declared as loops without being closed may end in any pose.
void close(StoreTargets& targets) {
  if (targets.frames <= 2) return;
  std::vector<double> off(targets.joints);
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint) {
    if (!targets.measured[joint]) continue;
    const std::size_t first = targets.at(joint, 0), last = targets.at(joint, targets.frames - 1);
    off[joint] = shell_error(targets.model[first], targets.model[last], targets.shells[joint]).largest;
    if (off[joint] > kSeamShare * targets.allowed[last]) return;
  }
  targets.closed = true;
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint)
    if (targets.measured[joint])
      allow_at_most(targets, joint, 0, targets.allowed[targets.at(joint, targets.frames - 1)] - off[joint]);
}

}  // namespace

StoreSource::StoreSource(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                         const ClipView& hot, const ClipSettings& settings)
    : hot_(hot),
      curves_(make_curves_of(scene, index, skeleton, hot, settings)),
      bound_(error_bound(scene, settings)),
      shells_(make_shells(curves_, shell_distance(scene, settings))),
      times_s_(frame_times(curves_.duration_s(), hot.sample_rate_hz)),
      measure_(curves_, shells_, measure_times(curves_, hot.sample_rate_hz, kStoredMeasures)) {}

StoreTargets StoreSource::sample() const {
  StoreTargets targets;
  targets.joints = curves_.joint_count();
  targets.frames = hot_.frame_count;
  targets.bound = bound_;
  targets.times_s = times_s_;
  targets.shells = shells_;
  targets.additive = curves_.additive();
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint) {
    targets.measured.push_back(curves_.has_truth(joint) ? 1 : 0);
    targets.rest.push_back(curves_.rest(joint));
    targets.reference.push_back(curves_.absolute(joint, Transformd{}));
  }
  const std::size_t count = std::size_t{targets.joints} * targets.frames;
  targets.local.resize(count);
  targets.model.resize(count);
  targets.allowed.assign(count, targets.bound * (1 - kReserve));

  const FrameSamples samples = sample_frames(curves_, hot_.sample_rate_hz, false);
  for (std::uint32_t frame = 0; frame < targets.frames; ++frame) {
    const std::vector<Mat4d> model = truth(targets, times_s_[frame], samples.poses[frame]);
    for (std::uint32_t joint = 0; joint < targets.joints; ++joint) {
      targets.local[targets.at(joint, frame)] = samples.poses[frame][joint];
      targets.model[targets.at(joint, frame)] = model[joint];
    }
  }
  hold_keyed_parts(targets);
  for (std::uint32_t frame = 0; frame + 1 < targets.frames; ++frame)
    for (const double ratio : {0.25, 0.5, 0.75}) take_interpolation_error(targets, frame, ratio);
  if (hot_.loops()) close(targets);
  return targets;
}

// Returns model matrices. For joints without a truth, computes them from the transforms in `pose`.
std::vector<Mat4d> StoreSource::truth(const StoreTargets& targets, double time_s,
                                      const std::vector<Transformd>& pose) const {
  std::vector<Mat4d> model;
  curves_.worlds(time_s, model);
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint)
    if (!targets.measured[joint])
      model[joint] = composed(targets, curves_.skeleton(), model, joint, pose[joint]);
  return model;
}

// Replaces the targets by the values of keyed tracks, which are stored unchanged and deviate slightly from
// the source.
void StoreSource::hold_keyed_parts(StoreTargets& targets) const {
  if (hot_.keyed.empty()) return;
  std::vector<Transformd> pose;
  for (std::uint32_t frame = 0; frame < targets.frames; ++frame) {
    decode_pose(hot_, curves_.skeleton(), static_cast<float>(times_s_[frame]), pose);
    for (const KeyedTrack& track : hot_.keyed)
      copy_part(pose[track.joint], track.kind, targets.local[targets.at(track.joint, frame)]);
  }
}

void StoreSource::take_interpolation_error(StoreTargets& targets, std::uint32_t frame, double ratio) const {
  const double time_s = time_between(frame, ratio);
  std::vector<Transformd> exact, played;
  curves_.transforms(time_s, exact);
  const std::vector<Mat4d> source = truth(targets, time_s, exact);
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint)
    played.push_back(
        mix(targets.local[targets.at(joint, frame)], targets.local[targets.at(joint, frame + 1)], ratio));
  if (!hot_.keyed.empty()) {
    decode_pose(hot_, curves_.skeleton(), static_cast<float>(time_s), exact);
    for (const KeyedTrack& track : hot_.keyed) copy_part(exact[track.joint], track.kind, played[track.joint]);
  }
  std::vector<Mat4d> model(targets.joints);
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint) {
    model[joint] = composed(targets, curves_.skeleton(), model, joint, played[joint]);
    if (!targets.measured[joint]) continue;
    const double off = shell_error(model[joint], source[joint], shells_[joint]).largest;
    for (const std::uint32_t side : {frame, frame + 1})
      allow_at_most(targets, joint, side, bound_ * (1 - kReserve) - off);
  }
}

double StoreSource::tighten(const ClipView& decoded, StoreTargets& targets) const {
  double largest = 0;
  std::vector<Transformd> played, exact;
  std::vector<Mat4d> model(targets.joints), source;
  for (std::uint32_t frame = 0; frame < targets.frames; ++frame)
    for (const double ratio : {0.0, 0.25, 0.5, 0.75}) {
      if (ratio > 0 && frame + 1 == targets.frames) continue;
      const double time_s = time_between(frame, ratio);
      decode_pose(decoded, curves_.skeleton(), static_cast<float>(time_s), played);
      curves_.worlds(time_s, source);
      for (std::uint32_t joint = 0; joint < targets.joints; ++joint) {
        model[joint] = composed(targets, curves_.skeleton(), model, joint, played[joint]);
        if (!targets.measured[joint]) continue;
        const double off = shell_error(model[joint], source[joint], shells_[joint]).largest;
        largest = std::max(largest, off);
        if (off <= bound_ * (1 - kReserve / 4)) continue;
        // Also lowers the limits of the ancestors, because they may be within their limits only because
        // errors cancel.
        const double share = std::max(0.6, 0.98 * bound_ * (1 - kReserve) / off);
        for (auto above = static_cast<std::uint16_t>(joint); above != kNone16;
             above = curves_.skeleton().parents[above])
          for (std::uint32_t side = frame; side <= frame + (ratio > 0 ? 1 : 0); ++side)
            allow_at_most(targets, above, side, targets.allowed[targets.at(above, side)] * share);
      }
    }
  return largest;
}

}  // namespace skelter

#include "build/stored_targets.h"

#include <algorithm>
#include <cmath>

#include "build/clip_grid.h"

namespace skelter {
namespace {

// Shares of the bound: kept back for rounding in the runtime, and left to quantisation whatever happens.
constexpr double kReserve = 0.012, kLeastAllowed = 0.1;

ClipCurves curves_of(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                     const ClipView& hot, const ClipSettings& settings) {
  ClipCurves curves = make_curves(scene, index, skeleton, settings);
  if (settings.root_motion && !hot.root_motion.empty())
    curves.take_out({skeleton.skeleton.view.find(settings.root_motion->joint),
                     hot.sample_rate_hz,
                     {hot.root_motion.begin(), hot.root_motion.end()}});
  return curves;
}

class TargetSampler {
 public:
  TargetSampler(StoreTargets& targets, const ClipCurves& curves, const ClipView& hot)
      : targets_(targets),
        curves_(curves),
        times_s_(frame_times(curves.duration_s(), hot.sample_rate_hz)),
        keyed_(std::size_t{3} * targets.joints) {
    for (const KeyedTrack& track : hot.keyed)
      keyed_[std::size_t{3} * track.joint + static_cast<std::size_t>(track.kind)] = 1;
  }

  void run(double sample_rate_hz) {
    const FrameSamples samples = sample_frames(curves_, sample_rate_hz, false);
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame) {
      const std::vector<Mat4d> model = truth(times_s_[frame], samples.poses[frame]);
      for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
        targets_.local[targets_.at(joint, frame)] = samples.poses[frame][joint];
        targets_.model[targets_.at(joint, frame)] = model[joint];
      }
    }
    for (std::uint32_t frame = 0; frame + 1 < targets_.frames; ++frame)
      for (int quarter = 1; quarter < 4; ++quarter) take_interpolation_error(frame, quarter / 4.0);
  }

 private:
  // Model matrices; of joints without a truth those that their transforms give.
  std::vector<Mat4d> truth(double time_s, const std::vector<Transformd>& pose) const {
    std::vector<Mat4d> model;
    curves_.worlds(time_s, model);
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint)
      if (!curves_.has_truth(joint)) model[joint] = composed(model, joint, pose[joint]);
    return model;
  }
  Mat4d composed(const std::vector<Mat4d>& model, std::uint32_t joint, const Transformd& encoded) const {
    const std::uint16_t parent = curves_.skeleton().parents[joint];
    const Mat4d local = to_mat4(targets_.absolute(joint, encoded));
    return parent == kNoJoint ? local : model[parent] * local;
  }

  void take_interpolation_error(std::uint32_t frame, double ratio) {
    const double time_s = times_s_[frame] + (times_s_[frame + 1] - times_s_[frame]) * ratio;
    std::vector<Transformd> exact;
    curves_.transforms(time_s, exact);
    const std::vector<Mat4d> source = truth(time_s, exact);
    std::vector<Mat4d> model(targets_.joints);
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
      Transformd local = mix(targets_.local[targets_.at(joint, frame)],
                             targets_.local[targets_.at(joint, frame + 1)], ratio);
      for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale})
        if (keyed_[joint * std::size_t{3} + static_cast<std::size_t>(kind)])
          copy_part(exact[joint], kind, local);
      model[joint] = composed(model, joint, local);
      if (!targets_.measured[joint]) continue;
      const double off = shell_error(model[joint], source[joint], targets_.shells[joint]).largest;
      take(joint, frame, off);
      take(joint, frame + 1, off);
    }
  }
  void take(std::uint32_t joint, std::uint32_t frame, double off) {
    double& allowed = targets_.allowed[targets_.at(joint, frame)];
    allowed =
        std::min(allowed, std::max(targets_.bound * (1 - kReserve) - off, targets_.bound * kLeastAllowed));
  }

  StoreTargets& targets_;
  const ClipCurves& curves_;
  std::vector<double> times_s_;
  std::vector<std::uint8_t> keyed_;
};

// A closed clip's first frame stands for its last, which it may differ from.
void close(StoreTargets& targets) {
  targets.closed = targets.frames > 2;
  for (std::uint32_t joint = 0; targets.closed && joint < targets.joints; ++joint) {
    const std::size_t first = targets.at(joint, 0), last = targets.at(joint, targets.frames - 1);
    const double off =
        targets.measured[joint]
            ? shell_error(targets.model[first], targets.model[last], targets.shells[joint]).largest
            : 0;
    const double allowed = std::min(targets.allowed[first], targets.allowed[last]) - off;
    targets.allowed[first] = std::max(allowed, targets.bound * kLeastAllowed);
  }
}

}  // namespace

StoreTargets sample_targets(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                            const ClipView& hot, const ClipSettings& settings) {
  const ClipCurves curves = curves_of(scene, index, skeleton, hot, settings);
  StoreTargets targets;
  targets.joints = curves.joint_count();
  targets.frames = hot.frame_count;
  targets.bound = error_bound(scene, settings);
  targets.shells = make_shells(curves, shell_distance(scene, settings));
  targets.additive = curves.additive();
  for (std::uint32_t joint = 0; joint < targets.joints; ++joint) {
    targets.measured.push_back(curves.has_truth(joint) ? 1 : 0);
    targets.rest.push_back(curves.rest(joint));
    targets.reference.push_back(curves.absolute(joint, Transformd{}));
  }
  const std::size_t count = std::size_t{targets.joints} * targets.frames;
  targets.local.resize(count);
  targets.model.resize(count);
  targets.allowed.assign(count, targets.bound * (1 - kReserve));
  TargetSampler(targets, curves, hot).run(hot.sample_rate_hz);
  if (hot.loops()) close(targets);
  return targets;
}

}  // namespace skelter

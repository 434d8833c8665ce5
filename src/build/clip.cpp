#include "skelter/build/clip.h"

#include <fmt/format.h>

#include "build/clip_error.h"
#include "build/clip_extras.h"
#include "build/clip_grid.h"
#include "build/clip_plan.h"

namespace skelter {
namespace {

// What the search aims at: a little below the bound, which the runtime's kernels may round differently.
constexpr double kAim = 0.999;
// Largest distance between the first and the last pose, in bounds, for which the last is made equal to the
// first.
constexpr double kSeam = 0.25;
constexpr int kMostRounds = 200;

double seam_distance(const ClipCurves& curves, const Shells& shells) {
  std::vector<Mat4d> first, last;
  curves.worlds(0, first);
  curves.worlds(curves.duration_s(), last);
  double largest = 0;
  for (std::uint32_t j = 0; j < curves.joint_count(); ++j)
    if (curves.has_truth(j)) largest = std::max(largest, shell_error(first[j], last[j], shells[j]).largest);
  return largest;
}

Result<std::uint16_t> root_motion_joint(const Scene& scene, std::uint32_t index, const Skeleton& skeleton,
                                        const RootMotionSettings& settings) {
  const std::uint16_t joint = skeleton.find(settings.joint);
  if (joint == kNoJoint)
    return clip_error(
        scene, index, "build.unknown-joint",
        fmt::format("root-motion joint \"{}\" does not exist; expected the name of one of the {} joints",
                    settings.joint, skeleton.joint_count()));
  return joint;
}

void fill_sizes(const ClipView& clip, std::size_t bytes, ClipReport& report) {
  report.frames = clip.frame_count;
  report.sample_rate_hz = clip.sample_rate_hz;
  report.raw_bytes = std::uint64_t{40} * clip.joint_count * clip.frame_count;
  report.hot_bytes = bytes;
  report.keyed_tracks = static_cast<std::uint32_t>(clip.keyed.size());
  for (const ClipPart& part : clip.parts) {
    if (part.format == PartFormat::packed || part.format == PartFormat::wide) ++report.animated_parts;
    if (part.format == PartFormat::wide) ++report.wide_parts;
  }
}

}  // namespace

Result<ClipBuild> build_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                             const ClipSettings& settings) {
  const Skeleton& joints = skeleton.skeleton.view;
  const double bound = error_bound(scene, settings), shell = shell_distance(scene, settings);
  const Clip& source = scene.clips[index];
  ClipCurves curves = make_curves(scene, index, skeleton, settings);

  std::vector<Reach> reaches = measure_reaches(curves, shell);
  const double key_rate = detect_sample_rate(curves.grid_times_s(), source.ticks_per_second.value_or(0));
  const double rate = choose_sample_rate(curves, key_rate, settings.sample_rate_hz, reaches, bound);

  ClipExtras extras;
  extras.string(clip_name(scene, index));
  if (settings.root_motion) {
    const auto joint = root_motion_joint(scene, index, joints, *settings.root_motion);
    if (!joint) return joint.error();
    RootMotionFrames motion = extract_root_motion(curves, *joint, *settings.root_motion, rate);
    extras.root_motion = motion.frames;
    extras.flags |= kClipHasRootMotion;
    curves.take_out(std::move(motion));
    reaches = measure_reaches(curves, shell);
  }
  if (const auto added = add_events(scene, index, settings.events, curves.duration_s(), extras); !added)
    return added.error();
  add_morph_weights(scene, index, curves.clip_seconds_per_second(), extras);
  add_bounds(scene, skeleton, curves, measure_times(curves, rate, 2), extras);

  const Shells shells = make_shells(curves, shell);
  const double seam = seam_distance(curves, shells);
  const bool loops = settings.loop.value_or(curves.duration_s() > 0 && seam <= bound);
  if (loops) extras.flags |= kClipLoops;
  if (curves.additive()) extras.flags |= kClipAdditive;

  const ErrorMeasure measure(curves, shells, measure_times(curves, rate, 4));
  const FrameSamples frames = sample_frames(curves, rate, loops && seam <= kSeam * bound);
  JointPlans plans = plan_parts(curves, frames, reaches, bound);
  ClipBuild build;
  for (int round = 0;; ++round) {
    build.clip = encode_clip(curves, frames, plans, reaches, extras);
    const ClipError error = measure.measure([&](float time_s, std::vector<Transformd>& out) {
      decode_pose(build.clip.view, joints, time_s, out);
    });
    fill_report(error, build.report);
    if (error.largest <= kAim * bound) break;
    if (round == kMostRounds ||
        !improve(curves, measure, error, build.clip.view, frames, reaches, kAim * bound, plans))
      return clip_error(scene, index, "build.error-bound",
                        fmt::format("error {:.3g} of joint \"{}\" at {:.6g} s; expected at most {:.3g}",
                                    error.largest, joints.name(error.joint), error.time_s, bound));
  }
  build.report.name = clip_name(scene, index);
  build.report.error_bound = bound;
  fill_sizes(build.clip.view, build.clip.bytes.size(), build.report);
  return build;
}

}  // namespace skelter

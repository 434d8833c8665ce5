#include "compile/build_clip/internal/clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>

#include "compile/build_clip/clip_bounds.h"
#include "compile/build_clip/clip_error.h"
#include "compile/build_clip/clip_extras.h"
#include "compile/build_clip/clip_grid.h"
#include "compile/build_clip/clip_plan.h"
#include "compile/build_clip/clip_played.h"
#include "core/internal/packed.h"
#include "runtime/internal/format/blob_headers.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

// The search aims at this share of the bound. The error of normalised mixing peaks at 0.21 of an interval,
// 2.6 % above the error at 0.25, where it is measured, and the runtime's kernels round differently.
constexpr double kAim = 0.95;
// If the first and the last pose differ by at most this multiple of the bound, the last pose is made equal to
// the first.
constexpr double kSeam = 0.25;
// Error measurements per frame interval, counting one end. Linear interpolation of rotations is exact in the
// middle of an interval and worst at a fifth; most other errors are largest in the middle.
constexpr int kMeasures = 4;
constexpr int kMaxIterations = 200;
// A clip that still misses the bound after this many rounds is tested for what floats can represent. Few
// clips need as many.
constexpr int kRoundsBeforeFloats = 12;
// If floats can only just represent the bound, the search stops after this many rounds without gain.
constexpr int kMaxStalledRounds = 8;
constexpr double kGain = 0.99;
// The search stops at this multiple of the float error, because that many rounding errors add up.
constexpr double kAboveFloats = 2;
// Highest rate for multiples of the key rate above 4. High multiples help if keys are sparse and there is
// much motion between them.
constexpr double kHighestRate = 120;
// A denser version plays faster, and may be larger than the smallest version by this factor.
constexpr double kMaxForDenser = 1.1;

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
  if (joint == kNone16)
    return clip_error(
        scene, index, "build.unknown-joint",
        fmt::format("root-motion joint \"{}\" does not exist; expected the name of one of the {} joints",
                    settings.joint, skeleton.joint_count()));
  return joint;
}

// Input that all versions of a clip share.
struct Task {
  const Scene& scene;
  std::uint32_t index;
  const SkeletonBuild& skeleton;
  const ClipSettings& settings;
  double bound, shell;
  std::uint16_t root_motion_joint;  // kNone16: none
};

// All frames of a rate are in memory at once. Without this limit, a few keys that are far apart and on no
// common grid would need millions of times the size of the clip.
constexpr std::uint64_t kMinFrameBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxFrameBytesPerKeyByte = 40;

double frames_at(const ClipCurves& curves, double rate) {
  return curves.duration_s() * rate + 1;
}
double most_frames(const Task& task, const ClipCurves& curves) {
  std::uint64_t key_bytes = 0;
  for (const Channel& channel : task.scene.clips[task.index].channels)
    key_bytes += channel.times_s.size() * sizeof(double) + channel.values.size() * sizeof(float);
  const std::uint64_t joint_bytes = std::uint64_t{std::max(curves.joint_count(), 1u)} * sizeof(Transformd);
  const std::uint64_t most = task.settings.max_memory_bytes != 0
                                 ? task.settings.max_memory_bytes
                                 : kMinFrameBytes + kMaxFrameBytesPerKeyByte * key_bytes;
  return static_cast<double>(most / joint_bytes);
}

// The error of the source if its transforms are rounded to floats and sampled `steps` float steps after each
// time. Half a step covers players that add up rounded times, and rounding of key times.
double floats_error(const ClipCurves& curves, const ErrorMeasure& measure, double steps) {
  const auto decode = [&](float time_s, std::vector<Transformd>& out) {
    const double step_s = double{std::nextafter(time_s, std::numeric_limits<float>::infinity())} - time_s;
    curves.transforms(std::min(time_s + steps * step_s, curves.duration_s()), out);
    for (Transformd& t : out) t = rounded(t);
  };
  return measure.measure(decode).largest;
}

// The source of a version, with the measure of its error.
struct Sampled {
  ClipCurves curves;
  std::optional<ErrorMeasure> measure;
  ClipExtras extras;
};

struct Version {
  ClipBuild build;
  std::unique_ptr<Sampled> source;  // null once the bounds are computed
  ClipError error;
  double seam = 0;
  Problem problem;  // set if the clip cannot be encoded at all
  bool fits = false;
  bool nearest = false;         // misses the bound, but floats cannot come much closer
  std::size_t first_bytes = 0;  // size of the first encoding, before refinement
  std::uint32_t finer_parts = 0;
  bool misses_samples = false;
};

std::uint32_t count_finer(const JointPlans& first, const JointPlans& last) {
  std::uint32_t finer = 0;
  for (std::size_t joint = 0; joint < first.size(); ++joint)
    for (std::size_t kind = 0; kind < 3; ++kind) {
      const PartPlan &a = first[joint][kind], &b = last[joint][kind];
      finer += b.step < a.step || b.divisors != a.divisors ? 1 : 0;
    }
  return finer;
}

// Builds the clip at one rate. Returns early if the frames alone cost more than `price_to_beat`.
Version build_at_rate(const Task& task, const ClipCurves& all_curves, double rate,
                      const ClipExtras& all_extras, double price_to_beat) {
  auto source = std::make_unique<Sampled>(Sampled{all_curves, std::nullopt, all_extras});
  ClipCurves& curves = source->curves;
  ClipExtras& extras = source->extras;
  if (task.root_motion_joint != kNone16) {
    RootMotionFrames motion =
        extract_root_motion(curves, task.root_motion_joint, *task.settings.root_motion, rate);
    extras.root_motion = motion.frames;
    extras.flags |= kClipHasRootMotion;
    curves.take_out(std::move(motion));
  }
  const std::vector<Reach> reaches = measure_reaches(curves, task.shell);
  const Shells shells = make_shells(curves, task.shell);
  const double seam = seam_distance(curves, shells);
  const bool loops = task.settings.loop.value_or(curves.duration_s() > 0 && seam <= task.bound);
  if (loops) extras.flags |= kClipLoops;
  if (curves.additive()) extras.flags |= kClipAdditive;

  const FrameSamples frames = sample_frames(curves, rate, loops && seam <= kSeam * task.bound);
  Deviations deviations(curves, frames, reaches, task.bound);
  std::optional<JointBoxes> boxes;
  if (task.settings.effort == Effort::quick) boxes.emplace(task.scene, task.skeleton);
  if (boxes && !boxes->hold(extras)) boxes.reset();
  const ErrorMeasure& measure = source->measure.emplace(
      curves, shells, measure_times(curves, rate, kMeasures), [&](const SourceStretch& stretch) {
        deviations.add(stretch);
        if (boxes) boxes->add(stretch.worlds);
      });
  JointPlans plans = deviations.plan();
  const JointPlans first_plans = plans;
  Version version;
  version.seam = seam;
  if (std::isfinite(price_to_beat) &&
      static_cast<double>(frames_bytes(curves, frames, plans)) >= price_to_beat)
    return version;
  if (boxes) boxes->set(extras);
  ClipBuild& build = version.build;
  PlayedClip played(curves, measure);
  const double kept = kAim * task.bound;
  double near_floats = kept, least = std::numeric_limits<double>::infinity();
  bool holds = true;  // whether floats can meet the bound at the exact frame times
  int stalled_rounds = 0;
  for (int round = 0; round < kMaxIterations; ++round) {
    build.clip = encode_clip(curves, frames, plans, reaches, extras, version.problem);
    if (!version.problem.ok()) return version;
    if (round == 0) version.first_bytes = build.clip.bytes.size();
    version.error = played.measure(build.clip.view);
    version.fits = version.error.largest <= kept;
    if (round == kRoundsBeforeFloats && !version.fits) {
      near_floats = std::max(kept, kAboveFloats * floats_error(curves, measure, 0.5));
      holds = floats_error(curves, measure, 0) <= kept;
    }
    stalled_rounds = version.error.largest < kGain * least ? 0 : stalled_rounds + 1;
    least = std::min(least, version.error.largest);
    version.nearest = !version.fits && version.error.largest <= near_floats &&
                      (!holds || stalled_rounds >= kMaxStalledRounds);
    if (version.fits || version.nearest ||
        !improve(curves, measure, version.error, build.clip.view, frames, reaches, holds ? kept : near_floats,
                 plans))
      break;
  }
  version.misses_samples = misses_samples(curves, plans);
  version.finer_parts = count_finer(first_plans, plans);
  if (!boxes) version.source = std::move(source);
  return version;
}

// Computes the bounds. Called only for the chosen version, because the bounds cost more than the rest of a
// version.
void bound(const Task& task, Version& version) {
  if (!version.problem.ok() || !version.source) return;
  Sampled& source = *version.source;
  add_bounds(task.scene, task.skeleton, source.curves, *source.measure, source.extras);
  Packed<ClipView>& clip = version.build.clip;
  std::memcpy(clip.bytes.data() + offsetof(ClipHeader, bounds_min), source.extras.bounds_min,
              sizeof(source.extras.bounds_min));
  std::memcpy(clip.bytes.data() + offsetof(ClipHeader, bounds_max), source.extras.bounds_max,
              sizeof(source.extras.bounds_max));
  version.problem = read_clip(clip.bytes.span(), clip.view);
}

double rate_of_keys(const Task& task, const ClipCurves& curves) {
  const Clip& clip = task.scene.clips[task.index];
  return detect_sample_rate(curves.grid_times(), clip.ticks_per_second.value_or(0));
}

// Builds the clip at the rate of the source's keys, or at the cheapest multiple of it.
Version cheapest_version(const Task& task, const ClipCurves& curves, double key_rate,
                         const ClipExtras& extras) {
  const double infinite = std::numeric_limits<double>::infinity();
  // The rate is rounded to the float that will be stored, so that frames are sampled at the times at which
  // they play.
  if (task.settings.sample_rate_hz > 0)
    return build_at_rate(task, curves, static_cast<float>(key_rate), extras, infinite);
  // Limits the number of samples over all attempts, which determines the run time: a few per key, plus as
  // many as a long clip of a person has.
  const KeyTimes& keys = curves.grid_times();
  const double highest = highest_useful_rate(keys);
  const double most =
      200'000 + 4 * static_cast<double>(std::accumulate(keys.keys.begin(), keys.keys.end(), std::size_t{0}));
  Version best;
  double best_price = infinite, smallest = infinite;
  for (const int multiple : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128}) {
    if (multiple > 1 && task.settings.effort == Effort::quick && best.fits) break;
    const double rate = static_cast<float>(key_rate * multiple);
    if (multiple > 4 && rate > kHighestRate) break;
    if (multiple > 1 && rate > highest) break;
    if (multiple > 1 && frames_at(curves, rate) * curves.joint_count() > most) break;
    Version version = build_at_rate(task, curves, rate, extras, best_price);
    if (!version.problem.ok()) return version;
    if (version.build.clip.bytes.size() == 0) break;  // the frames alone cost too much
    const double cost = version.fits ? price(version.build.clip.view) : infinite;
    const auto bytes = static_cast<double>(version.build.clip.bytes.size());
    if (best.fits && bytes > kMaxForDenser * smallest) break;
    if (version.fits) smallest = std::min(smallest, bytes);
    // More samples do not help a clip that fails even at full precision.
    const bool hopeless =
        multiple > 1 && !version.fits && !best.fits && version.error.largest > 0.9 * best.error.largest;
    const bool enough = hopeless || version.nearest || (version.fits && !version.misses_samples);
    if (multiple == 1 || cost < best_price || (!best.fits && version.error.largest < best.error.largest)) {
      best = std::move(version);
      best_price = cost;
    }
    if (enough) break;
  }
  return best;
}

void fill_sizes(const ClipView& clip, std::size_t bytes, ClipReport& report) {
  report.frames = clip.frame_count;
  report.sample_rate_hz = clip.sample_rate_hz;
  report.raw_bytes = std::uint64_t{40} * clip.joint_count * clip.frame_count;
  report.hot_bytes = bytes;
  count_parts(clip, report);
}

}  // namespace

bool is_float_distance(double distance) {
  return distance >= double{std::numeric_limits<float>::min()} &&
         distance <= double{std::numeric_limits<float>::max()};
}

Result<ClipBuild> build_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                             const ClipSettings& asked) {
  for (const auto& [name, distance] :
       {std::pair{"error bound", asked.error_bound}, {"shell distance", asked.shell_distance}})
    if (distance > 0 && !is_float_distance(distance))
      return clip_error(scene, index, "build.distance",
                        fmt::format("{} {}; expected {}", name, distance, kFloatDistance));
  const ClipSettings settings = with_distances(scene, asked);
  const ClipCurves curves = make_curves(scene, index, skeleton, settings);
  Task task{scene, index, skeleton, settings, settings.error_bound, settings.shell_distance, kNone16};
  if (settings.root_motion) {
    const auto joint = root_motion_joint(scene, index, curves.skeleton(), *settings.root_motion);
    if (!joint) return joint.error();
    task.root_motion_joint = *joint;
  }
  const double key_rate = rate_of_keys(task, curves);
  const bool rate_set = settings.sample_rate_hz > 0;
  const double rate = rate_set ? settings.sample_rate_hz : key_rate;
  if (frames_at(curves, rate) > most_frames(task, curves))
    return clip_error(scene, index, "build.too-long",
                      fmt::format("{:.6g} s at {:.6g} Hz are {:.0f} frames of {} joints; expected at most "
                                  "{:.0f}; use a shorter clip or a lower sample_rate_hz",
                                  curves.duration_s(), rate, frames_at(curves, rate), curves.joint_count(),
                                  most_frames(task, curves)),
                      Status::limit_exceeded);
  ClipExtras extras;
  extras.string(clip_name(scene, index));
  if (const auto added = add_events(scene, index, settings.events, curves.duration_s(), extras); !added)
    return added.error();
  add_morph_weights(scene, index, curves.clip_seconds_per_second(), extras);

  Version version = cheapest_version(task, curves, rate, extras);
  bound(task, version);
  ClipError& error = version.error;
  if (!version.problem.ok())
    return clip_error(scene, index, "build.range",
                      fmt::format("{}; expected poses that floats can hold", version.problem.what),
                      Status::unsupported);
  // At large coordinates, rounding in the runtime matters as much as the stored precision.
  if (!(error.largest <= task.bound))
    error = measure_as_played(scene, index, skeleton, version.build.clip.view, settings);
  if (!(error.largest <= task.bound) && settings.strict_bound)
    return clip_error(
        scene, index, "build.error-bound",
        fmt::format("error {:.3g} of joint \"{}\" at {:.6g} s; expected at most {:.3g}", error.largest,
                    curves.skeleton().name(error.joint), error.time_s, task.bound),
        Status::unsupported);
  ClipBuild build = std::move(version.build);
  build.report.name = clip_name(scene, index);
  build.report.error_bound = task.bound;
  build.report.shell_distance = task.shell;
  build.report.key_rate_hz = key_rate;
  build.report.rate_set = rate_set;
  build.report.seam = version.seam;
  build.report.loops = build.clip.view.loops();
  fill_report(error, build.report);
  fill_sizes(build.clip.view, build.clip.bytes.size(), build.report);
  build.report.finer_parts = version.finer_parts;
  build.report.rate_multiple =
      static_cast<std::uint32_t>(std::lround(double{build.clip.view.sample_rate_hz} / rate));
  build.report.bound_bytes =
      static_cast<std::int64_t>(build.clip.bytes.size()) - static_cast<std::int64_t>(version.first_bytes);
  return build;
}

}  // namespace skelter

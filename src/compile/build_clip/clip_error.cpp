#include "compile/build_clip/clip_error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "compile/build_clip/clip_grid.h"
#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/sample_job.h"

namespace skelter {
namespace {

// Default shell and bound, as fractions of the scene size.
constexpr double kShellsInSize = 60;

constexpr std::size_t kKeptBytes = std::size_t{256} << 20;

// Lowest rate of error measurements. If frames are far apart, the largest error of a long joint chain can be
// anywhere between them.
constexpr double kSlowRate_hz = 15, kMaxTimesDenser = 16;

// Distance from a cut beyond which rounding the time or the cut to float no longer matters.
double cut_margin_s(double cut_s) {
  return 5e-7 * cut_s + 1e-7;
}

// Treats NaN as larger than all numbers.
bool exceeds(double error, double largest) {
  return !(error <= largest) && !std::isnan(largest);
}

Mat4d decoded_world(const ClipCurves& curves, std::uint32_t joint, const std::vector<Transformd>& encoded) {
  Mat4d world;
  for (auto j = static_cast<std::uint16_t>(joint); j != kNone16; j = curves.skeleton().parents[j])
    world = to_mat4(curves.absolute(j, encoded[j])) * world;
  return world;
}

// Ratio between two frames at which the error is measured. Weights are multiples of 1 / 32767. A ratio
// between two of these multiples has nearly the worst rounding error, which matters if the poses differ a
// lot.
double measured_ratio(int step, int steps) {
  const double between = step % 2 == 0 ? 0.45 : 0.55;
  return (std::floor(32767.0 * step / steps) + between) / 32767;
}

}  // namespace

Shells make_shells(const ClipCurves& curves, double distance) {
  const Skeleton& skeleton = curves.skeleton();
  std::vector<Mat4d> world(skeleton.joint_count());
  Shells shells(skeleton.joint_count());
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const Transform t = get(skeleton.rest_pose[j / kLanes], j % kLanes);
    const Mat4d local =
        to_mat4(Transformd{to_double(t.translation), to_double(t.rotation), to_double(t.scale)});
    world[j] = skeleton.parents[j] == kNone16 ? local : world[skeleton.parents[j]] * local;
    const auto half_axis = [&](std::size_t axis) {
      const double l = length(axis_part(world[j], axis));
      return l > 0 ? distance / l : distance;
    };
    shells[j] = {half_axis(0), half_axis(1), half_axis(2)};
  }
  return shells;
}

ShellError shell_error(const Mat4d& a, const Mat4d& b, const Vec3d& shell) {
  const Vec3d origin = translation_part(a) - translation_part(b);
  const Vec3d axes[3] = {(axis_part(a, 0) - axis_part(b, 0)) * shell.x,
                         (axis_part(a, 1) - axis_part(b, 1)) * shell.y,
                         (axis_part(a, 2) - axis_part(b, 2)) * shell.z};
  ShellError error;
  for (const Vec3d& axis : axes)
    for (const Vec3d& off : {origin + axis, origin - axis}) {
      const double distance = length(off);
      // Written so that NaN counts as larger than all numbers.
      if (!(distance <= error.largest)) error.largest = distance;
      error.sum += distance;
    }
  return error;
}

std::vector<float> measure_times(const ClipCurves& curves, double sample_rate_hz, int steps) {
  std::vector<float> times;
  const auto add_time = [&](double t) {
    if (t >= 0 && t <= curves.duration_s()) times.push_back(static_cast<float>(t));
  };
  const std::vector<double> frames = frame_times(curves.duration_s(), sample_rate_hz);
  steps = static_cast<int>(steps * std::clamp(kSlowRate_hz / sample_rate_hz, 1.0, kMaxTimesDenser));
  for (std::size_t f = 0; f < frames.size(); ++f) {
    add_time(frames[f]);
    for (int step = 1; f + 1 < frames.size() && step < steps; ++step)
      add_time(frames[f] + (frames[f + 1] - frames[f]) * measured_ratio(step, steps));
  }
  for (const double key_s : curves.grid_times().times_s) add_time(key_s);
  for (const ClipCurves::Cut& cut : curves.cuts()) {
    const double begin_s = cut.begin_s - cut_margin_s(cut.begin_s),
                 end_s = cut.end_s + cut_margin_s(cut.end_s);
    times.erase(std::remove_if(times.begin(), times.end(),
                               [&](float t) { return double{t} > begin_s && double{t} < end_s; }),
                times.end());
  }
  for (const ClipCurves::Cut& cut : curves.cuts()) {
    add_time(cut.begin_s - 2 * cut_margin_s(cut.begin_s));
    add_time(cut.end_s + 2 * cut_margin_s(cut.end_s));
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  // If the only time is at a jump, no time is left.
  if (times.empty()) times.push_back(static_cast<float>(curves.duration_s()));
  return times;
}

ErrorMeasure::ErrorMeasure(const ClipCurves& curves, Shells shells, std::vector<float> times_s,
                           const std::function<void(const SourceStretch&)>& see)
    : curves_(curves), shells_(std::move(shells)), times_s_(std::move(times_s)) {
  const std::size_t bytes = times_s_.size() * curves.joint_count() * TimeRows::kMatrix * sizeof(double);
  const bool keeps = bytes <= kKeptBytes;
  for (std::size_t i = 0; (keeps || see) && i < stretch_count(); ++i) {
    SourceStretch stretch = sample(i);
    if (see) see(stretch);
    if (keeps) kept_.push_back(std::move(stretch.worlds));
  }
}

SourceStretch ErrorMeasure::sample(std::size_t index) const {
  SourceStretch stretch;
  stretch.times_s = times_of(index);
  stretch.transforms =
      curves_.sample(std::vector<double>(stretch.times_s.begin(), stretch.times_s.end()), stretch.worlds);
  return stretch;
}

const TimeRows& ErrorMeasure::truth(std::size_t stretch, SourceStretch& scratch) const {
  if (!kept_.empty()) return kept_[stretch];
  scratch = sample(stretch);
  return scratch.worlds;
}

ErrorMeasure::StretchError ErrorMeasure::stretch_error(std::size_t stretch, std::uint32_t joint,
                                                       const TimeRows& truth, const TimeRows& worlds) const {
  StretchError error;
  if (!curves_.has_truth(joint)) return error;
  std::array<double, kStretch> squares;
  error.sum = clip_rows::shell_distances(worlds.joint(joint), truth.joint(joint), shells_[joint],
                                         worlds.stride(), worlds.moments(), squares.data());
  std::size_t at = 0;
  for (std::size_t i = 1; i < worlds.moments(); ++i)
    if (exceeds(squares[i], squares[at])) at = i;
  error.largest = std::sqrt(squares[at]);
  error.time_s = times_of(stretch)[at];
  return error;
}

ClipError ErrorMeasure::sum_up(const std::vector<StretchError>& errors) const {
  const std::uint32_t count = curves_.joint_count();
  ClipError error;
  error.joints.resize(count);
  double sum = 0;
  std::uint64_t points = 0;
  for (std::uint32_t j = 0; j < count; ++j) {
    JointError& all = error.joints[j];
    for (std::size_t i = j; i < errors.size(); i += count) {
      if (exceeds(errors[i].largest, all.largest)) all = {errors[i].largest, errors[i].time_s};
      sum += errors[i].sum;
    }
    if (curves_.has_truth(j)) points += 6 * times_s_.size();
    if (exceeds(all.largest, error.largest)) {
      error.largest = all.largest;
      error.joint = static_cast<std::uint16_t>(j);
      error.time_s = all.time_s;
    }
  }
  error.mean = points > 0 ? sum / static_cast<double>(points) : 0;
  return error;
}

ClipError ErrorMeasure::measure(const PoseDecoder& decode) const {
  const std::uint32_t count = curves_.joint_count();
  std::vector<StretchError> errors;
  std::vector<Transformd> encoded;
  SourceStretch scratch;
  for (std::size_t s = 0; s < stretch_count(); ++s) {
    const std::span<const float> times_s = times_of(s);
    TimeRows local(count, TimeRows::kTransform, times_s.size()),
        worlds(count, TimeRows::kMatrix, times_s.size());
    for (std::size_t i = 0; i < times_s.size(); ++i) {
      decode(times_s[i], encoded);
      for (std::uint32_t j = 0; j < count; ++j) local.set(j, i, curves_.absolute(j, encoded[j]));
    }
    const TimeRows& source = truth(s, scratch);
    for (std::uint32_t j = 0; j < count; ++j) {
      local.pad(j);
      const std::uint16_t parent = curves_.skeleton().parents[j];
      clip_rows::to_world(parent == kNone16 ? nullptr : worlds.joint(parent), local.joint(j), local.stride(),
                          worlds.joint(j));
      errors.push_back(stretch_error(s, j, source, worlds));
    }
  }
  return sum_up(errors);
}

double ErrorMeasure::joint_error(std::uint32_t joint, const std::vector<Transformd>& encoded,
                                 float time_s) const {
  const auto at =
      static_cast<std::size_t>(std::lower_bound(times_s_.begin(), times_s_.end(), time_s) - times_s_.begin());
  SourceStretch scratch;
  const TimeRows& source = truth(at / kStretch, scratch);
  return shell_error(decoded_world(curves_, joint, encoded), source.matrix(joint, at % kStretch),
                     shells_[joint])
      .largest;
}

std::vector<Reach> measure_reaches(const ClipCurves& curves, double shell_distance) {
  constexpr int kMoments = 24;
  const std::uint32_t count = curves.joint_count();
  const Skeleton& skeleton = curves.skeleton();
  std::vector<Reach> reaches(count);
  for (Reach& reach : reaches) reach = {0, shell_distance, {}};
  std::vector<Mat4d> world(count);
  std::vector<double> radius(count), times_s;
  for (int moment = 0; moment <= (curves.duration_s() > 0 ? kMoments : 0); ++moment)
    times_s.push_back(curves.duration_s() * moment / kMoments);
  const TimeRows rows = curves.sample(times_s);
  for (std::size_t moment = 0; moment < times_s.size(); ++moment) {
    for (std::uint32_t j = 0; j < count; ++j) {
      const Transformd encoded = rows.transform(j, moment);
      const Mat4d local = to_mat4(curves.absolute(j, encoded));
      const std::uint16_t parent = skeleton.parents[j];
      world[j] = parent == kNone16 ? local : world[parent] * local;
      double scale = parent == kNone16 ? 1 : 0;
      for (std::size_t axis = 0; axis < 3 && parent != kNone16; ++axis)
        scale = std::max(scale, length(axis_part(world[parent], axis)));
      Reach& reach = reaches[j];
      reach.parent_scale = std::max(reach.parent_scale, scale);
      reach.scale = {std::max(reach.scale.x, std::abs(encoded.scale.x)),
                     std::max(reach.scale.y, std::abs(encoded.scale.y)),
                     std::max(reach.scale.z, std::abs(encoded.scale.z))};
      radius[j] = shell_distance;
    }
    for (std::uint32_t j = count; j-- > 0;) {
      const std::uint16_t parent = skeleton.parents[j];
      if (parent != kNone16)
        radius[parent] = std::max(
            radius[parent], radius[j] + length(translation_part(world[j]) - translation_part(world[parent])));
      reaches[j].radius = std::max(reaches[j].radius, radius[j]);
    }
  }
  return reaches;
}

double shell_distance(const Scene& scene, const ClipSettings& settings) {
  return settings.shell_distance > 0 ? settings.shell_distance : scene_size(scene) / kShellsInSize;
}

double error_bound(const Scene& scene, const ClipSettings& settings) {
  return settings.error_bound > 0 ? settings.error_bound : scene_size(scene) / kExtentPerBound;
}

ClipSettings with_distances(const Scene& scene, ClipSettings settings) {
  if (settings.error_bound > 0 && settings.shell_distance > 0) return settings;
  const double size = scene_size(scene);
  if (!(settings.error_bound > 0)) settings.error_bound = size / kExtentPerBound;
  if (!(settings.shell_distance > 0)) settings.shell_distance = size / kShellsInSize;
  return settings;
}

ClipCurves make_curves(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                       const ClipSettings& settings) {
  ClipCurves curves(scene, index, skeleton, settings.source);
  if (settings.additive) {
    std::vector<Transformd> reference;
    if (settings.additive_from == kNone) {
      for (std::uint32_t j = 0; j < curves.joint_count(); ++j) reference.push_back(curves.rest(j));
    } else {
      ClipCurves(scene, settings.additive_from, skeleton, settings.source)
          .transforms(settings.additive_from_s, reference);
    }
    curves.make_additive(std::move(reference));
  }
  return curves;
}

ClipCurves make_curves_of(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                          const ClipView& built, const ClipSettings& settings) {
  ClipCurves curves = make_curves(scene, index, skeleton, settings);
  if (settings.root_motion && !built.root_motion.empty())
    curves.take_out({skeleton.skeleton.view.find(settings.root_motion->joint),
                     built.sample_rate_hz,
                     {built.root_motion.begin(), built.root_motion.end()}});
  return curves;
}

void fill_report(const ClipError& error, ClipReport& report) {
  report.largest_error = error.largest;
  report.largest_error_joint = error.joint;
  report.largest_error_time_s = error.time_s;
  report.mean_error = error.mean;
}

void count_parts(const ClipView& clip, ClipReport& report) {
  report.animated_parts = report.wide_parts = 0;
  report.wide_bytes = 0;
  for (std::size_t i = 0; i < clip.parts.size(); ++i) {
    const ClipPart& part = clip.parts[i];
    if (part.format == PartFormat::packed || part.format == PartFormat::wide) ++report.animated_parts;
    if (part.format != PartFormat::wide) continue;
    ++report.wide_parts;
    report.wide_bytes += std::uint64_t{clip_codec::wide_bytes(static_cast<PartKind>(i % 3))} *
                         frames_of(clip, clip.rates[part.rate]);
  }
  report.keyed_tracks = static_cast<std::uint32_t>(clip.keyed.size());
  report.keyed_bytes = std::span<const KeyedTrack>(clip.keyed).size_bytes() + clip.key_times_s.size_bytes() +
                       clip.key_values.size_bytes();
}

ClipError measure_played(const ErrorMeasure& measure, const Skeleton& skeleton, const ClipView& clip) {
  std::vector<SoaTransform> pose(skeleton.block_count());
  return measure.measure([&](float time_s, std::vector<Transformd>& out) {
    SampleJob job;
    job.skeleton = &skeleton;
    job.clip = &clip;
    job.time_s = time_s;
    job.out_local_pose = pose;
    (void)job.run();
    out.resize(skeleton.joint_count());
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      const Transform t = get(pose[j / kLanes], j % kLanes);
      out[j] = {to_double(t.translation), to_double(t.rotation), to_double(t.scale)};
    }
  });
}

ClipError measure_as_played(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                            const ClipView& clip, const ClipSettings& settings) {
  const ClipCurves curves = make_curves_of(scene, index, skeleton, clip, settings);
  const ErrorMeasure measure(curves, make_shells(curves, shell_distance(scene, settings)),
                             measure_times(curves, clip.sample_rate_hz, kStoredMeasures));
  return measure_played(measure, skeleton.skeleton.view, clip);
}

ClipReport measure_error(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                         const ClipView& clip, const ClipSettings& asked) {
  const ClipSettings settings = with_distances(scene, asked);
  ClipReport report;
  report.sample_rate_hz = clip.sample_rate_hz;
  report.frames = clip.frame_count;
  report.error_bound = error_bound(scene, settings);
  report.shell_distance = shell_distance(scene, settings);
  fill_report(measure_as_played(scene, index, skeleton, clip, settings), report);
  return report;
}

}  // namespace skelter

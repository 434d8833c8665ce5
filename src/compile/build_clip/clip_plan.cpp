#include "compile/build_clip/clip_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "compile/build_clip/clip_grid.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

// Shares of the bound for each source of error. Errors add up along a chain of joints, so each part gets only
// a small share.
constexpr double kDropped = 0.01;    // for small motion that is dropped
constexpr double kInterpolated = 1;  // for one part between samples; parts with a larger error become keyed
                                     // tracks
constexpr double kKeyed = 0.1;       // for the time between keys of a keyed track, where errors are not
                                     // measured
constexpr double kThinned = 0.65;    // for the time between frames of a lower rate
constexpr double kStepShare = 0.8;   // for the initial number steps; most can be finer at no cost
constexpr double kFiner = 0.7;       // factor for number steps that turn out too coarse

// Playing a keyed track requires a search, so each of its bytes counts as this many frame bytes.
constexpr double kKeyedPrice = 16;
constexpr double kKeyBytes = 20;

// Position of a time between frames: the preceding frame, and the ratio to the next one.
struct Between {
  std::size_t frame = 0;
  double ratio = 0;
};
Between find_between(const FrameSamples& frames, double time_s) {
  const std::vector<double>& times = frames.times_s;
  if (times.size() < 2) return {};
  const auto after = std::upper_bound(times.begin(), times.end(), time_s);
  const auto first =
      std::clamp<std::ptrdiff_t>(after - times.begin() - 1, 0, static_cast<std::ptrdiff_t>(times.size()) - 2);
  const auto f = static_cast<std::size_t>(first);
  return {f, std::clamp((time_s - times[f]) / (times[f + 1] - times[f]), 0.0, 1.0)};
}
Transformd mixed_frames(const FrameSamples& frames, std::uint32_t joint, double time_s) {
  const Between at = find_between(frames, time_s);
  const std::size_t next = std::min(at.frame + 1, frames.poses.size() - 1);
  return mix(frames.poses[at.frame][joint], frames.poses[next][joint], at.ratio);
}

// The two frames around each of many times.
struct Neighbours {
  std::vector<std::uint32_t> first, second;
  std::vector<double> ratio;

  void add(std::size_t before, std::size_t after, double at) {
    first.push_back(static_cast<std::uint32_t>(before));
    second.push_back(static_cast<std::uint32_t>(after));
    ratio.push_back(at);
  }
  // Pads to full vectors with copies of the last entry.
  void pad() {
    while (!first.empty() && first.size() % TimeRows::kAtOnce != 0)
      add(first.back(), second.back(), ratio.back());
  }
};

// Largest part_distance between `value` and the rows, over all times.
double farthest(const double* rows, std::size_t stride, const Transformd& value, PartKind kind,
                const Reach& reach) {
  if (kind == PartKind::translation)
    return clip_rows::farthest_vector(rows, stride, value.translation) * reach.parent_scale;
  if (kind == PartKind::rotation)
    return 2 * clip_rows::farthest_rotation(rows, stride, value.rotation) * reach.radius;
  return reach.radius * clip_rows::farthest_scale(rows, stride, value.scale, reach.scale);
}

// Largest distance between exact values and values interpolated from the frames of a joint.
class FromFrames {
 public:
  explicit FromFrames(const FrameSamples& frames) : frames_(frames) {}

  // Largest distance over the times [begin, end). Their number must be a multiple of the SIMD vector length.
  double farthest(std::uint32_t joint, const double* rows, std::size_t stride, const Neighbours& at,
                  std::size_t begin, std::size_t end, PartKind kind, const Reach& reach) {
    const std::size_t numbers = kind == PartKind::rotation ? 4 : 3, count = end - begin;
    a_.resize(numbers * count);
    b_.resize(numbers * count);
    for (std::size_t n = 0; n < numbers; ++n) {
      const double* frames = frames_.rows.row(joint, first_row(kind) + n);
      for (std::size_t i = 0; i < count; ++i) {
        a_[n * count + i] = frames[at.first[begin + i]];
        b_[n * count + i] = frames[at.second[begin + i]];
      }
    }
    const clip_rows::Between between{a_.data(), b_.data(), at.ratio.data() + begin, count};
    rows += begin;
    if (kind == PartKind::translation)
      return clip_rows::farthest_vector(rows, stride, between) * reach.parent_scale;
    if (kind == PartKind::rotation)
      return 2 * clip_rows::farthest_rotation(rows, stride, between) * reach.radius;
    return reach.radius * clip_rows::farthest_scale(rows, stride, between, reach.scale);
  }

 private:
  const FrameSamples& frames_;
  std::vector<double> a_, b_;
};

// Local transform of a joint at a frame position, played at a rate that drops frames.
Transformd thinned(const FrameSamples& frames, std::uint32_t joint, std::size_t divisor, double frame) {
  const std::size_t last = frames.times_s.size() - 1;
  const std::size_t first =
      std::min(static_cast<std::size_t>(frame) / divisor, (last - 1) / divisor) * divisor;
  const std::size_t next = std::min(first + divisor, last);
  const double begin_s = frames.times_s[first], end_s = frames.times_s[next];
  const std::size_t before = std::min(static_cast<std::size_t>(frame), last - 1);
  const double time_s = frames.times_s[before] + (frame - static_cast<double>(before)) *
                                                     (frames.times_s[before + 1] - frames.times_s[before]);
  return mix(frames.poses[first][joint], frames.poses[next][joint], (time_s - begin_s) / (end_s - begin_s));
}

// Finds the entries of kDivisors that keep a part's error within a tolerance.
class RateFinder {
 public:
  explicit RateFinder(const FrameSamples& frames) : frames_(frames), from_frames_(frames) {
    const std::size_t count = frames.times_s.size();
    for (const std::uint32_t divisor : kDivisors) {
      if (divisor == 1) continue;
      if (divisor + 1 >= count) break;
      // Includes the kept frames, which have no error, so that rows need not be moved.
      Neighbours& at = dropped_.emplace_back();
      for (std::size_t frame = 0; frame < count; ++frame) {
        const std::size_t first = std::min(frame / divisor, (count - 2) / divisor) * divisor;
        const std::size_t next = std::min(first + divisor, count - 1);
        const double begin_s = frames.times_s[first], end_s = frames.times_s[next];
        at.add(first, next, (frames.times_s[frame] - begin_s) / (end_s - begin_s));
      }
      at.pad();
    }
  }

  // Returns the accepted divisors as bits.
  std::uint16_t find(std::uint32_t joint, PartKind kind, const Reach& reach, double tolerance) {
    constexpr std::size_t kTimesPerStep = 4 * TimeRows::kAtOnce;  // tested in small steps, because many parts
                                                                  // fail early
    const std::size_t stride = frames_.rows.stride();
    const double* rows = frames_.rows.row(joint, first_row(kind));
    std::uint16_t bits = 1;
    for (std::size_t i = 0; i < dropped_.size(); ++i) {
      bool good = true;
      for (std::size_t begin = 0; good && begin < stride; begin += kTimesPerStep)
        good = from_frames_.farthest(joint, rows, stride, dropped_[i], begin,
                                     std::min(begin + kTimesPerStep, stride), kind, reach) <= tolerance;
      if (good) bits = static_cast<std::uint16_t>(bits | 2u << i);
    }
    return bits;
  }

 private:
  const FrameSamples& frames_;
  FromFrames from_frames_;
  std::vector<Neighbours> dropped_;  // by index of kDivisors, starting at the second entry
};

struct Blame {
  std::uint16_t joint = kNone16;
  std::size_t kind = 0;
};

// Finds the part of the joint or an ancestor that contributes most to the joint's error at this time: making
// this part exact leaves the smallest error.
Blame find_error_source(const ClipCurves& curves, const ErrorMeasure& measure, std::uint32_t joint,
                        double error, std::vector<Transformd>& decoded, float time_s) {
  Blame blame;
  for (auto j = static_cast<std::uint16_t>(joint); j != kNone16; j = curves.skeleton().parents[j]) {
    const Transformd played = decoded[j], exact = curves.transform(j, time_s);
    for (std::size_t k = 0; k < 3; ++k) {
      copy_part(exact, kPartKinds[k], decoded[j]);
      const double left = measure.joint_error(joint, decoded, time_s);
      decoded[j] = played;
      if (left < error) {
        error = left;
        blame = {j, k};
      }
    }
  }
  return blame;
}

// Returns the largest number step, or a slightly smaller one, that moves points by at most `distance`.
double step_for(double distance, PartKind kind, const Reach& reach) {
  constexpr double kLeast = 1e-12;  // relative to the reach
  if (kind == PartKind::translation) return distance / std::max(reach.parent_scale, kLeast);
  const double step = distance / std::max(reach.radius, kLeast * distance);
  if (kind == PartKind::rotation) return std::min(step / 2, kCoarsestRotation);
  const double scale = std::min({reach.scale.x, reach.scale.y, reach.scale.z});
  return scale > 0 ? step * scale : step;
}

// The error of a part at a time that is caused by its lower rate.
double thinning_error(const ClipView& clip, const FrameSamples& frames, const ClipPart& part,
                      std::uint32_t joint, PartKind kind, const Reach& reach, float time_s) {
  const std::uint32_t divisor = clip.rates[part.rate].divisor;
  if (divisor == 1 || frames.times_s.size() < 2) return 0;
  const Between at = find_between(frames, time_s);
  const Transformd kept = thinned(frames, joint, divisor, static_cast<double>(at.frame) + at.ratio);
  return part_distance(kept, mixed_frames(frames, joint, time_s), kind, reach);
}

// Number step and key tolerance below which precision no longer improves.
struct Finest {
  double step, tolerance;
};
bool give_more(PartPlan& plan, PartFormat format, bool quantised, bool thin, double bound,
               const Finest& finest) {
  if (thin && plan.divisors != 1) {
    plan.divisors &= static_cast<std::uint16_t>(std::bit_floor(plan.divisors) - 1);  // drops the lowest rate
  } else if (plan.keyed_tolerance > 0) {
    if (plan.keyed_tolerance <= finest.tolerance) return false;
    plan.keyed_tolerance /= 4;
  } else if (plan.need < Need::packed && format <= PartFormat::constant) {
    plan.need = Need::packed;
  } else if (format <= PartFormat::packed && quantised && plan.step > finest.step) {  // also for parts that
                                                                                      // take 0 bytes
    plan.step = std::max(plan.step * kFiner, finest.step);
  } else if (format == PartFormat::packed && quantised) {
    plan.need = Need::wide;
  } else {
    plan.keyed_tolerance = kKeyed * bound;
  }
  return true;
}

}  // namespace

Deviations::Deviations(const ClipCurves& curves, const FrameSamples& frames,
                       const std::vector<Reach>& reaches, double bound)
    : curves_(curves), frames_(frames), reaches_(reaches), bound_(bound), deviations_(curves.joint_count()) {
  curves.transforms(0, first_);
}

void Deviations::add(const SourceStretch& stretch) {
  const double small = kDropped * bound_;
  Neighbours at;
  for (const float time_s : stretch.times_s) {
    const Between between = find_between(frames_, time_s);
    at.add(between.frame, std::min(between.frame + 1, frames_.times_s.size() - 1), between.ratio);
  }
  at.pad();
  FromFrames from_frames(frames_);
  const std::size_t stride = stretch.transforms.stride();
  const bool first = stretch.times_s.front() == 0;
  for (std::uint32_t j = 0; j < curves_.joint_count(); ++j)
    for (std::size_t k = 0; k < 3; ++k) {
      const PartKind kind = kPartKinds[k];
      const bool moves = curves_.moves(j, kind);
      if (!moves && !first) continue;  // constant, already measured at time 0
      const double* rows = stretch.transforms.row(j, first_row(kind));
      Deviation& d = deviations_[j][k];
      if (d.rest <= small)
        d.rest = std::max(d.rest, farthest(rows, stride, curves_.rest(j), kind, reaches_[j]));
      if (!moves) continue;
      if (d.constant <= small)
        d.constant = std::max(d.constant, farthest(rows, stride, first_[j], kind, reaches_[j]));
      // A part that stays near one pose does so at and between its frames, too.
      if (d.rest > small && d.constant > small)
        d.interpolated =
            std::max(d.interpolated, from_frames.farthest(j, rows, stride, at, 0, stride, kind, reaches_[j]));
    }
}

JointPlans Deviations::plan() const {
  RateFinder rates(frames_);
  JointPlans plans(curves_.joint_count());
  for (std::uint32_t j = 0; j < plans.size(); ++j)
    for (std::size_t k = 0; k < 3; ++k) {
      const Deviation& d = deviations_[j][k];
      PartPlan& plan = plans[j][k];
      plan.step = step_for(kStepShare * bound_, kPartKinds[k], reaches_[j]);
      if (d.rest <= kDropped * bound_) continue;
      plan.need = d.constant <= kDropped * bound_ ? Need::constant : Need::packed;
      if (plan.need == Need::constant) continue;
      if (d.interpolated > kInterpolated * bound_) plan.keyed_tolerance = kKeyed * bound_;
      if (plan.keyed_tolerance == 0)
        plan.divisors = rates.find(j, kPartKinds[k], reaches_[j], kThinned * bound_);
    }
  return plans;
}

double price(const ClipView& clip) {
  return static_cast<double>(clip.frames.size()) +
         kKeyedPrice * kKeyBytes * static_cast<double>(clip.key_times_s.size());
}

bool misses_samples(const ClipCurves& curves, const JointPlans& plans) {
  for (std::uint32_t j = 0; j < plans.size(); ++j)
    for (std::size_t k = 0; k < 3; ++k)
      if (plans[j][k].keyed_tolerance > 0 && curves.knots(j, kPartKinds[k]).cuts.empty()) return true;
  return false;
}

bool improve(const ClipCurves& curves, const ErrorMeasure& measure, const ClipError& error,
             const ClipView& clip, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound, JointPlans& plans) {
  std::vector<std::array<std::uint8_t, 3>> changed(plans.size(), {0, 0, 0});
  bool improved = false;
  std::vector<Transformd> decoded;
  for (std::uint32_t joint = 0; joint < plans.size(); ++joint) {
    if (error.joints[joint].largest <= bound) continue;
    const float t = error.joints[joint].time_s;
    decode_pose(clip, curves.skeleton(), t, decoded);
    const Blame blame = find_error_source(curves, measure, joint, error.joints[joint].largest, decoded, t);
    if (blame.joint == kNone16) continue;
    if (changed[blame.joint][blame.kind] != 0) continue;  // already refined for another joint
    const PartKind kind = kPartKinds[blame.kind];
    const Reach& reach = reaches[blame.joint];
    const Transformd& played = decoded[blame.joint];
    const double from_samples = part_distance(played, mixed_frames(frames, blame.joint, t), kind, reach);
    const double from_source = part_distance(played, curves.transform(blame.joint, t), kind, reach);
    const ClipPart& part = clip.parts[blame.joint / kLanes * 3 + blame.kind];
    const PartFormat format = part.format;
    const bool thin = format == PartFormat::packed &&
                      thinning_error(clip, frames, part, blame.joint, kind, reach, t) > 0.3 * from_source;
    const Finest finest{frames.extents[blame.joint][blame.kind].finest_step(), finest_tolerance(reach)};
    if (!give_more(plans[blame.joint][blame.kind], format, from_samples > 0.5 * from_source, thin, bound,
                   finest))
      continue;
    changed[blame.joint][blame.kind] = 1;
    improved = true;
  }
  return improved;
}

}  // namespace skelter

#include "compile/clip_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "compile/clip_grid.h"

namespace skelter {
namespace {

// Shares of the bound. Errors add up along a chain of joints, so each part may have little of it.
constexpr double kDropped = 0.01;    // by leaving out what hardly moves
constexpr double kInterpolated = 1;  // between samples, by one part alone: it becomes a keyed track
constexpr double kKeyed = 0.1;       // between the keys of a keyed track, where nobody measures
constexpr double kThinned = 0.65;    // between the frames of a lower rate
constexpr double kStepShare = 0.8;   // by the first steps of numbers, most of which become finer for nothing
constexpr double kFiner = 0.7;       // steps of numbers that are too coarse become so much of themselves

// A keyed track costs a search when it plays; a byte of it counts as so many bytes of frames.
constexpr double kKeyedPrice = 16;
constexpr double kKeyBytes = 20;

// Where a time falls between the frames: frame, and ratio to the next.
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

struct Deviation {
  double rest = 0, constant = 0, interpolated = 0;
};
using Deviations = std::vector<std::array<Deviation, 3>>;

Deviations measure_deviations(const ClipCurves& curves, const FrameSamples& frames,
                              const ErrorMeasure& source, const std::vector<Reach>& reaches) {
  Deviations deviations(curves.joint_count());
  std::vector<Transformd> first, scratch;
  curves.transforms(0, first);
  for (std::size_t i = 0; i < source.times_s().size(); ++i) {
    const std::vector<Transformd>& now = source.transforms(i, scratch);
    const Between at = find_between(frames, source.times_s()[i]);
    const std::vector<Transformd>& a = frames.poses[at.frame];
    const std::vector<Transformd>& b = frames.poses[std::min(at.frame + 1, frames.poses.size() - 1)];
    for (std::uint32_t j = 0; j < curves.joint_count(); ++j) {
      if (i > 0 && !curves.moves(j)) continue;
      const Transformd rest = curves.rest(j), mixed = mix(a[j], b[j], at.ratio);
      for (std::size_t k = 0; k < 3; ++k) {
        Deviation& d = deviations[j][k];
        d.rest = std::max(d.rest, part_distance(now[j], rest, kPartKinds[k], reaches[j]));
        d.constant = std::max(d.constant, part_distance(now[j], first[j], kPartKinds[k], reaches[j]));
        d.interpolated = std::max(d.interpolated, part_distance(now[j], mixed, kPartKinds[k], reaches[j]));
      }
    }
  }
  return deviations;
}

// Local transform of a joint at a frame as it plays at a rate that drops frames between.
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

// Which of kDivisors keep a part within the tolerance, as bits.
std::uint16_t find_divisors(const FrameSamples& frames, std::uint32_t joint, PartKind kind,
                            const Reach& reach, double tolerance) {
  const std::size_t count = frames.times_s.size();
  std::uint16_t bits = 1;
  for (std::size_t i = 1; i < std::size(kDivisors); ++i) {
    const std::size_t divisor = kDivisors[i];
    if (divisor + 1 >= count) break;
    bool good = true;
    for (std::size_t frame = 1; good && frame + 1 < count; ++frame)
      good =
          frame % divisor == 0 || part_distance(frames.poses[frame][joint],
                                                thinned(frames, joint, divisor, static_cast<double>(frame)),
                                                kind, reach) <= tolerance;
    if (good) bits = static_cast<std::uint16_t>(bits | 1u << i);
  }
  return bits;
}

struct Blame {
  std::uint16_t joint = kNone16;
  std::size_t kind = 0;
};

// The part, of a joint or of its ancestors, whose error costs the joint most at that time: the one that, made
// exact, leaves the smallest error.
Blame find_blame(const ClipCurves& curves, const ErrorMeasure& measure, std::uint32_t joint, double error,
                 std::vector<Transformd>& decoded, float time_s) {
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

// A step of the numbers that moves points by `distance` at most, or a little less.
double step_for(double distance, PartKind kind, const Reach& reach) {
  constexpr double kLeast = 1e-12;  // of a reach
  if (kind == PartKind::translation) return distance / std::max(reach.parent_scale, kLeast);
  const double step = distance / std::max(reach.radius, kLeast * distance);
  if (kind == PartKind::rotation) return std::min(step / 2, kCoarsestRotation);
  const double scale = std::min({reach.scale.x, reach.scale.y, reach.scale.z});
  return scale > 0 ? step * scale : step;
}

// How far a part is off at a time because it is kept at a lower rate than the others.
double thinning_error(const ClipView& clip, const FrameSamples& frames, const ClipPart& part,
                      std::uint32_t joint, PartKind kind, const Reach& reach, float time_s) {
  const std::uint32_t divisor = clip.rates[part.rate].divisor;
  if (divisor == 1 || frames.times_s.size() < 2) return 0;
  const Between at = find_between(frames, time_s);
  const Transformd kept = thinned(frames, joint, divisor, static_cast<double>(at.frame) + at.ratio);
  return part_distance(kept, mixed_frames(frames, joint, time_s), kind, reach);
}

// One step up for a part. False at the top. Finest: below which nothing is gained, for numbers and keys.
struct Finest {
  double step, tolerance;
};
bool give_more(PartPlan& plan, PartFormat format, bool quantised, bool thin, double bound,
               const Finest& finest) {
  if (thin && plan.divisors != 1) {
    plan.divisors &= static_cast<std::uint16_t>(std::bit_floor(plan.divisors) - 1);  // without the slowest
  } else if (plan.keyed_tolerance > 0) {
    if (plan.keyed_tolerance <= finest.tolerance) return false;
    plan.keyed_tolerance /= 4;
  } else if (plan.need < Need::packed && format <= PartFormat::constant) {
    plan.need = Need::packed;
  } else if (format <= PartFormat::packed && quantised && plan.step > finest.step) {  // also of no bytes
    plan.step = std::max(plan.step * kFiner, finest.step);
  } else if (format == PartFormat::packed && quantised) {
    plan.need = Need::wide;
  } else {
    plan.keyed_tolerance = kKeyed * bound;
  }
  return true;
}

}  // namespace

JointPlans plan_parts(const ClipCurves& curves, const FrameSamples& frames, const ErrorMeasure& source,
                      const std::vector<Reach>& reaches, double bound) {
  const Deviations deviations = measure_deviations(curves, frames, source, reaches);
  JointPlans plans(curves.joint_count());
  for (std::uint32_t j = 0; j < plans.size(); ++j)
    for (std::size_t k = 0; k < 3; ++k) {
      const Deviation& d = deviations[j][k];
      PartPlan& plan = plans[j][k];
      plan.step = step_for(kStepShare * bound, kPartKinds[k], reaches[j]);
      if (d.rest <= kDropped * bound) continue;
      plan.need = d.constant <= kDropped * bound ? Need::constant : Need::packed;
      if (plan.need == Need::constant) continue;
      if (d.interpolated > kInterpolated * bound) plan.keyed_tolerance = kKeyed * bound;
      if (plan.keyed_tolerance == 0)
        plan.divisors = find_divisors(frames, j, kPartKinds[k], reaches[j], kThinned * bound);
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
    const Blame blame = find_blame(curves, measure, joint, error.joints[joint].largest, decoded, t);
    if (blame.joint == kNone16) continue;
    if (changed[blame.joint][blame.kind] != 0) continue;  // another joint suffers from it, too
    const PartKind kind = kPartKinds[blame.kind];
    const Reach& reach = reaches[blame.joint];
    const Transformd& played = decoded[blame.joint];
    const double from_samples = part_distance(played, mixed_frames(frames, blame.joint, t), kind, reach);
    const double from_source = part_distance(played, curves.transform(blame.joint, t), kind, reach);
    const ClipPart& part = clip.parts[blame.joint / kLanes * 3 + blame.kind];
    const PartFormat format = part.format;
    const bool thin = format == PartFormat::packed &&
                      thinning_error(clip, frames, part, blame.joint, kind, reach, t) > 0.3 * from_source;
    const Finest finest{part_extent(frames, blame.joint, kind).finest_step(), finest_tolerance(reach)};
    if (!give_more(plans[blame.joint][blame.kind], format, from_samples > 0.5 * from_source, thin, bound,
                   finest))
      continue;
    changed[blame.joint][blame.kind] = 1;
    improved = true;
  }
  return improved;
}

}  // namespace skelter

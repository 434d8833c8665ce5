// Evaluates curves.

#include "formats/fbx/internal/curve.h"

#include <algorithm>
#include <cmath>

namespace skelter::fbx {
namespace {

constexpr double kNoWeight = 1.0 / 3;  // tangent weight: the inner point at a third of the segment

double cubic_bezier(double p0, double p1, double p2, double p3, double u) {
  const double v = 1 - u;
  return v * v * v * p0 + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * p3;
}

// Returns the parameter at which a Bezier from 0 to 1 with inner points a and 1 - b, all in [0, 1], has the
// value x. The Bezier never decreases, so bisection converges. Newton steps are used if they stay inside the
// interval. They square the error, so a step below 1e-8 is the last one.
double bezier_parameter(double a, double b, double x) {
  const double c1 = 3 * a, c2 = 3 * (1 - b) - 6 * a, c3 = 1 + 3 * a - 3 * (1 - b);
  double low = 0, high = 1, u = x;
  constexpr int kMaxSteps = 60;
  constexpr double kSmallest = 1e-14, kLastNewton = 1e-8;
  for (int step = 0; step < kMaxSteps; ++step) {
    const double error = ((c3 * u + c2) * u + c1) * u - x;
    if (std::abs(error) < kSmallest) return u;
    (error > 0 ? high : low) = u;
    if (high - low < kSmallest) break;
    const double slope = (3 * c3 * u + 2 * c2) * u + c1;
    constexpr double kSteep = 1e-3;
    if (slope > kSteep) {
      const double newton = u - error / slope;
      if (newton > low && newton < high) {
        if (std::abs(newton - u) < kLastNewton) return newton;
        u = newton;
        continue;
      }
    }
    u = (low + high) / 2;
  }
  return u;
}

double cubic_value(const CurveKey& key, const CurveKey& next, double ratio, double length_s) {
  double u = ratio;
  const double a = std::clamp(key.right_weight, 0.0, 1.0), b = std::clamp(key.next_left_weight, 0.0, 1.0);
  if (a != kNoWeight || b != kNoWeight) u = bezier_parameter(a, b, ratio);
  return cubic_bezier(key.value, key.value + key.right_slope * a * length_s,
                      next.value - key.next_left_slope * b * length_s, next.value, u);
}

// Returns the key that ends the segment at a time. If two segments meet there, `side` selects one.
std::size_t segment_end(const Curve& curve, std::int64_t time, Side side) {
  const std::vector<CurveKey>& keys = curve.keys;
  const std::size_t last = keys.size() - 1;
  const std::int64_t later = side == Side::before ? 0 : 1;  // times are integers: t < x + 1 is t <= x
  const auto holds = [&](std::size_t end) {
    return (end == 1 || keys[end - 1].time < time + later) && (end == last || time + later <= keys[end].time);
  };
  std::size_t& known = curve.last_segment_end;
  if (known <= last && holds(known)) return known;
  if (known < last && holds(known + 1)) return ++known;
  const auto earlier = [](const CurveKey& key, std::int64_t t) { return key.time < t; };
  const auto found = std::lower_bound(keys.begin() + 1, keys.end() - 1, time + later, earlier);
  return known = static_cast<std::size_t>(found - keys.begin());
}

// Value between the first and the last key.
double inner_value(const Curve& curve, std::int64_t time, Side side) {
  const std::vector<CurveKey>& keys = curve.keys;
  const std::size_t second = segment_end(curve, time, side);
  const CurveKey &key = keys[second - 1], &next = keys[second];
  if (key.kind == SegmentKind::constant) return key.value;
  if (key.kind == SegmentKind::constant_next) return next.value;
  if (time <= key.time) return key.value;
  if (time >= next.time) return next.value;
  const auto ticks = static_cast<double>(time - key.time);
  if (curve.cubic_end != second) {
    const auto length = static_cast<double>(next.time - key.time);
    if (key.kind == SegmentKind::linear) return key.value + (next.value - key.value) * (ticks / length);
    if (key.right_weight != kNoWeight || key.next_left_weight != kNoWeight)
      return cubic_value(key, next, ticks / length, length * curve.seconds_per_tick);
    const double length_s = length * curve.seconds_per_tick, rise = next.value - key.value;
    const double a = key.right_slope * length_s, b = key.next_left_slope * length_s;
    const double per_tick = 1 / length;
    curve.cubic = {key.value, a * per_tick, (3 * rise - 2 * a - b) * per_tick * per_tick,
                   (a + b - 2 * rise) * per_tick * per_tick * per_tick};
    curve.cubic_end = second;
  }
  const std::array<double, 4>& c = curve.cubic;
  return c[0] + ticks * (c[1] + ticks * (c[2] + ticks * c[3]));
}

double end_slope(const Curve& curve, bool at_start) {
  const std::size_t count = curve.keys.size();
  const CurveKey& key = at_start ? curve.keys.front() : curve.keys[count - 2];
  const CurveKey& next = at_start ? curve.keys[1] : curve.keys.back();
  if (key.kind == SegmentKind::cubic) return at_start ? key.right_slope : key.next_left_slope;
  if (key.kind == SegmentKind::linear)
    return (next.value - key.value) / (static_cast<double>(next.time - key.time) * curve.seconds_per_tick);
  return 0;
}

Side other_side(Side side) {
  return side == Side::before ? Side::after : Side::before;
}

// Value before the first or after the last key. `away` is the distance in ticks, at least 0, from the nearest
// end of the curve. `post`: after the last key.
double outer_value(const Curve& curve, std::int64_t away, bool post, Side side) {
  const CurveKey &first = curve.keys.front(), &last = curve.keys.back();
  const Extrapolation& how = post ? curve.post : curve.pre;
  const double end = post ? last.value : first.value, far_end = post ? first.value : last.value;
  if (how.kind == ExtrapolationKind::constant || how.rounds == 0) return end;
  if (how.kind == ExtrapolationKind::slope)
    return end +
           end_slope(curve, !post) * static_cast<double>(away) * curve.seconds_per_tick * (post ? 1 : -1);

  const std::int64_t period = last.time - first.time;
  std::int64_t round = away / period, rest = away % period;
  // If two cycles meet at this time, `side` selects one. Cycle -1 is the curve itself.
  if (rest == 0 && side == (post ? Side::before : Side::after)) {
    --round;
    rest = period;
    if (round < 0) return end;
  }
  const double step = end - far_end;
  if (how.rounds > 0 && round >= how.rounds) {
    if (how.kind == ExtrapolationKind::repeat_relative) return end + step * static_cast<double>(how.rounds);
    return how.kind == ExtrapolationKind::mirror && how.rounds % 2 != 0 ? far_end : end;
  }
  const bool back = how.kind == ExtrapolationKind::mirror && round % 2 == 0;
  const bool from_first = post != back;
  const double value =
      inner_value(curve, from_first ? first.time + rest : last.time - rest, back ? other_side(side) : side);
  return how.kind == ExtrapolationKind::repeat_relative ? value + step * static_cast<double>(round + 1)
                                                        : value;
}

}  // namespace

ExtrapolationKind extrapolation_kind(std::int64_t letter) {
  switch (letter) {
    case 'R':
      return ExtrapolationKind::repeat;
    case 'M':
      return ExtrapolationKind::mirror;
    case 'A':
      return ExtrapolationKind::repeat_relative;
    case 'K':
      return ExtrapolationKind::slope;
    default:
      return ExtrapolationKind::constant;
  }
}

double evaluate(const Curve& curve, std::int64_t time, Side side) {
  if (curve.keys.empty()) return 0;
  const CurveKey &first = curve.keys.front(), &last = curve.keys.back();
  if (curve.keys.size() == 1 || curve.rests) return first.value;
  if (time < first.time || (time == first.time && side == Side::before))
    return outer_value(curve, first.time - time, false, side);
  if (time > last.time || (time == last.time && side == Side::after))
    return outer_value(curve, time - last.time, true, side);
  return inner_value(curve, time, side);
}

bool append_times(const Curve& curve, std::int64_t begin, std::int64_t end, std::size_t most,
                  std::vector<std::int64_t>& times) {
  const std::vector<CurveKey>& keys = curve.keys;
  if (keys.empty()) return true;
  const std::size_t stop = std::max(times.size(), most);
  // Appends the keys shifted by `shift` ticks or, mirrored, at `shift` minus their time.
  const auto append = [&](std::int64_t shift, bool turned) {
    const auto time_of = [&](const CurveKey& key) { return turned ? shift - key.time : shift + key.time; };
    for (const CurveKey& key : keys) {
      if (const std::int64_t time = time_of(key); time >= begin && time <= end) {
        if (times.size() >= stop) return false;
        times.push_back(time);
      }
    }
    return true;
  };
  if (!append(0, false)) return false;
  const std::int64_t first = keys.front().time, last = keys.back().time, period = last - first;
  if (period == 0) return true;
  const auto repeats_curve = [](const Extrapolation& how) {
    return how.kind != ExtrapolationKind::constant && how.kind != ExtrapolationKind::slope && how.rounds != 0;
  };
  if (repeats_curve(curve.post)) {
    const bool mirror = curve.post.kind == ExtrapolationKind::mirror;
    // The cycles that overlap the range.
    std::int64_t round = begin > last ? (begin - last) / period : 0;
    for (; last + round * period <= end && (curve.post.rounds < 0 || round < curve.post.rounds); ++round) {
      const bool turned = mirror && round % 2 == 0;
      const std::int64_t start = last + round * period;
      if (!append(turned ? start + last : start - first, turned)) return false;
    }
  }
  if (repeats_curve(curve.pre)) {
    const bool mirror = curve.pre.kind == ExtrapolationKind::mirror;
    std::int64_t round = end < first ? (first - end) / period : 0;
    for (; first - round * period >= begin && (curve.pre.rounds < 0 || round < curve.pre.rounds); ++round) {
      const bool turned = mirror && round % 2 == 0;
      const std::int64_t stops = first - round * period;
      if (!append(turned ? stops + first : stops - last, turned)) return false;
    }
  }
  return true;
}

bool may_jump(const Curve& curve) {
  const std::vector<CurveKey>& keys = curve.keys;
  if (keys.size() < 2) return false;
  const auto repeats = [](const Extrapolation& how) {
    return how.kind == ExtrapolationKind::repeat || how.kind == ExtrapolationKind::repeat_relative ||
           how.kind == ExtrapolationKind::mirror;
  };
  if (repeats(curve.pre) || repeats(curve.post)) return true;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const SegmentKind kind = keys[i - 1].kind;
    if ((kind == SegmentKind::constant || kind == SegmentKind::constant_next) &&
        keys[i - 1].value != keys[i].value)
      return true;
  }
  return false;
}

bool is_constant(const Curve& curve) {
  const std::vector<CurveKey>& keys = curve.keys;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].value != keys[0].value) return false;
    const CurveKey& key = keys[i - 1];
    if (key.kind == SegmentKind::cubic && (key.right_slope != 0 || key.next_left_slope != 0)) return false;
  }
  return true;
}

}  // namespace skelter::fbx

#include "compile/clip_codec/track_search.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

using namespace clip_codec;

// --- what a correction costs -------------------------------------------------------------------------------

// Bits of `n` where the average size has been `average`: a two-sided geometric distribution.
double bits_of_correction(std::int32_t n, double average) {
  const double a = average < 0.02 ? 0.02 : average;
  return rough_log2(1 + 2 * a) + std::abs(n) * rough_log2(1 + 1 / a);
}

constexpr double kMissPenalty = 12, kMissSlope = 100;  // bits per frame that is off too far, and by how much

// --- predictors --------------------------------------------------------------------------------------------

// Sums of products of movements with those one and two frames before, in steps.
struct Correlation {
  double same = 0, one = 0, two = 0;

  void add(const std::vector<double>& movements) {
    for (std::size_t i = 2; i < movements.size(); ++i) {
      same += movements[i] * movements[i];
      one += movements[i] * movements[i - 1];
      two += movements[i] * movements[i - 2];
    }
    // Rounding to whole steps adds noise: a twelfth to each position, so twice that to a movement, and it
    // swings back in the next.
    const double noise = static_cast<double>(movements.size()) / 12;
    same += 2 * noise;
    one -= noise;
  }
};

std::int32_t sixteenths(double weight) {
  const double clamped = weight > 2.5 ? 2.5 : weight < -2 ? -2 : weight;
  return static_cast<std::int32_t>(std::floor(clamped * kFeedbackUnit + 0.5));
}

// Least squares: the weights of the last two movements that predict the next best.
void fit(const Correlation& c, std::int32_t& last, std::int32_t& before_last) {
  const double determinant = c.same * c.same - c.one * c.one;
  if (!(determinant > 1e-9 * c.same * c.same)) return;
  last = sixteenths((c.one * c.same - c.one * c.two) / determinant);
  before_last = sixteenths((c.same * c.two - c.one * c.one) / determinant);
}

Predictor fit_predictor(const std::array<std::vector<double>, 3>& movements, bool shared) {
  Predictor predictor;
  predictor.shared = shared;
  Correlation all;
  for (std::size_t c = 0; c < 3; ++c) {
    Correlation own;
    own.add(movements[c]);
    all.add(movements[c]);
    fit(own, predictor.last[c], predictor.before_last[c]);
  }
  if (shared) {
    fit(all, predictor.last[0], predictor.before_last[0]);
    predictor.last.fill(predictor.last[0]);
    predictor.before_last.fill(predictor.before_last[0]);
  }
  return predictor;
}

// --- the beam ----------------------------------------------------------------------------------------------

// The state after a sequence of corrections.
template <class State>
struct Candidate {
  State state;
  double cost = 0;
  double averages[3] = {1, 1, 1};  // of the sizes of corrections
  std::uint32_t parent = 0;
  Numbers corrections{};
  bool missed = false;
};

struct Step {
  std::uint32_t parent = 0;
  Numbers corrections{};
  bool missed = false;
};

// Rule: `State` must have what Track::needed and Track::advance take.
//   needed(state, frame, out)  the real-valued corrections that would meet the target
//   advance(state, corrections)
//   error(state, frame)        share of what is allowed
template <class State, class Track>
class Beam {
 public:
  Beam(const Track& track, std::uint32_t frames, const SearchEffort& effort)
      : track_(track), frames_(frames), effort_(effort) {}

  // Fills the corrections of frames 1 to frames - 1; returns the cost.
  double run(const State& first, std::vector<Numbers>& corrections, std::uint32_t& missed) {
    std::vector<Candidate<State>> now(1), next;
    now[0].state = first;
    now[0].missed = track_.error(first, 0) > 1;
    const std::uint32_t first_missed = now[0].missed ? 1 : 0;
    std::vector<std::vector<Step>> steps(frames_);
    for (std::uint32_t frame = 1; frame < frames_; ++frame) {
      next.clear();
      expand(now, next, frame, 0, 2);
      if (std::all_of(next.begin(), next.end(), [](const auto& c) { return c.missed; })) {
        next.clear();
        expand(now, next, frame, -1, 4);
      }
      const std::size_t kept = std::min<std::size_t>(effort_.states, next.size());
      std::partial_sort(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(kept), next.end(),
                        [](const auto& a, const auto& b) { return a.cost < b.cost; });
      next.resize(kept);
      for (const Candidate<State>& c : next) steps[frame].push_back({c.parent, c.corrections, c.missed});
      std::swap(now, next);
    }
    corrections.assign(frames_ > 0 ? frames_ - 1 : 0, {});
    missed = first_missed;
    std::uint32_t at = 0;
    for (std::uint32_t frame = frames_; frame-- > 1;) {
      const Step& step = steps[frame][at];
      corrections[frame - 1] = step.corrections;
      missed += step.missed ? 1 : 0;
      at = step.parent;
    }
    return now[0].cost;
  }

 private:
  // Tries `width` corrections per component, from the one below the needed plus `begin`.
  void expand(const std::vector<Candidate<State>>& from, std::vector<Candidate<State>>& to,
              std::uint32_t frame, std::int32_t begin, std::int32_t width) {
    for (std::uint32_t parent = 0; parent < from.size(); ++parent) {
      const Candidate<State>& old = from[parent];
      double needed[3];
      track_.needed(old.state, frame, needed);
      Numbers base;
      for (std::size_t c = 0; c < 3; ++c) {
        const double clamped = needed[c] > 1e6 ? 1e6 : needed[c] < -1e6 ? -1e6 : needed[c];
        base[c] = static_cast<std::int32_t>(std::floor(clamped)) + begin;
      }
      for (std::int32_t i = 0; i < width * width * width; ++i) {
        Candidate<State> c;
        c.parent = parent;
        c.corrections = {base[0] + i % width, base[1] + i / width % width, base[2] + i / width / width};
        c.cost = old.cost;
        for (std::size_t k = 0; k < 3; ++k) {
          c.cost += bits_of_correction(c.corrections[k], old.averages[k]);
          c.averages[k] = old.averages[k] + (std::abs(c.corrections[k]) - old.averages[k]) * 0.1;
        }
        c.state = old.state;
        track_.advance(c.state, c.corrections);
        const double error = track_.error(c.state, frame);
        c.missed = error > 1;
        if (c.missed) c.cost += kMissPenalty + kMissSlope * (error - 1);
        to.push_back(c);
      }
    }
  }

  const Track& track_;
  std::uint32_t frames_;
  SearchEffort effort_;
};

// --- rotations ---------------------------------------------------------------------------------------------

Vec3d scaled(const Vec3d& a, const Vec3d& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

// The joint's rotation that brings the carried points nearest to the source: Gauss-Newton, with more weight
// on the points that are furthest off, because the largest error counts.
Quatd nearest_rotation(const JointSearch& s, std::uint32_t frame) {
  const Mat4d parent = s.parent_at(frame);
  const Transformd local = s.absolute(s.local[frame]);
  const Quatd reference = s.targets->additive ? s.targets->reference[s.joint].rotation : Quatd{};
  const Mat4d& source = s.source(frame);
  const Vec3d origin = transform_point(parent, local.translation);
  Quatd q = s.targets->local[s.targets->at(s.joint, frame)].rotation;
  Quatd best = q;
  double best_share = 0;
  for (int round = 0; round < 7; ++round) {
    const Mat3d turn = linear_part(parent) * to_mat3(reference * q);
    Mat3d normal = Mat3d{};
    for (std::size_t i = 0; i < 3; ++i) normal(i, i) = 0;
    Vec3d right{};
    double largest = 0;
    for (const CarriedPoint& point : s.carry->points) {
      const Vec3d arm = scaled(local.scale, point.decoded_in(frame));
      const Vec3d off = point.relative
                            ? transform_direction(source, point.source_in(frame)) - turn * arm
                            : transform_point(source, point.source_in(frame)) - (turn * arm + origin);
      const double share = length(off) / (point.share * s.carry->allowed[frame]);
      largest = std::max(largest, share);
      const double weight = (round < 2 ? 1 : 0.01 + share * share) / (point.share * point.share);
      const Vec3d columns[3] = {turn * Vec3d{0, -arm.z, arm.y}, turn * Vec3d{arm.z, 0, -arm.x},
                                turn * Vec3d{-arm.y, arm.x, 0}};
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) normal(i, k) += weight * dot(columns[i], columns[k]);
      right += Vec3d{dot(columns[0], off), dot(columns[1], off), dot(columns[2], off)} * weight;
    }
    if (round == 0 || largest < best_share) {
      best = q;
      best_share = largest;
    }
    const double d = determinant(normal);
    const double size = normal(0, 0) + normal(1, 1) + normal(2, 2);
    if (!(d > 1e-12 * size * size * size)) break;  // flattened by scale: the points do not say
    const Vec3d turn_by = transposed(cofactors(normal)) * right * (1 / d);
    if (!(dot(turn_by, turn_by) < 0.01)) break;
    q = normalized(q * from_rodrigues(turn_by));
  }
  return best;
}

struct StepAxes {
  Numbers axes{};      // as stored
  double levers[3]{};  // distance, per unit of rotation about each axis, as a share of what is allowed
};

// Axes about which the carried points have the largest and the smallest levers: a long bone turns about its
// own axis with far coarser steps. Jacobi's method on the inertia of the points, without trigonometry.
StepAxes find_step_axes(const Carry& carry, const Vec3d& scale) {
  double a[3][3] = {}, f[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const CarriedPoint& point : carry.points) {
    const Vec3d x = scaled(scale, point.decoded);
    const double v[3] = {x.x, x.y, x.z};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) a[i][k] += ((i == k ? dot(x, x) : 0) - v[i] * v[k]) / point.share;
  }
  for (int sweep = 0; sweep < 12; ++sweep)
    for (std::size_t p = 0; p < 3; ++p)
      for (std::size_t q = p + 1; q < 3; ++q) {
        if (!(std::abs(a[p][q]) > 1e-14 * (a[0][0] + a[1][1] + a[2][2]))) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (auto& row : a) {
          const double x = row[p], y = row[q];
          row[p] = c * x - s * y;
          row[q] = s * x + c * y;
        }
        for (std::size_t k = 0; k < 3; ++k) {
          const double x = a[p][k], y = a[q][k];
          a[p][k] = c * x - s * y;
          a[q][k] = s * x + c * y;
        }
        for (auto& row : f) {
          const double x = row[p], y = row[q];
          row[p] = c * x - s * y;
          row[q] = s * x + c * y;
        }
      }
  Mat3d axes;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) axes(i, k) = f[i][k];
  if (determinant(axes) < 0)
    for (std::size_t i = 0; i < 3; ++i) axes(i, 2) = -axes(i, 2);
  Quatd q = to_quat(axes);
  if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
  StepAxes result;
  const double parts[3] = {q.x, q.y, q.z};
  for (std::size_t i = 0; i < 3; ++i)
    result.axes[i] = static_cast<std::int32_t>(std::floor(parts[i] * 64 + 0.5));

  RotationTrack stored;
  stored.axes = result.axes;
  const RotationRule rule(stored);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d axis = rotate(rule.axes, Vec3d{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
    for (const CarriedPoint& point : carry.points)
      result.levers[k] =
          std::max(result.levers[k], length(cross(axis, scaled(scale, point.decoded))) / point.share);
  }
  return result;
}

// The movement, twice a Rodrigues vector, from one rotation to another.
Vec3d movement_between(const Quatd& from, const Quatd& to) {
  const Quatd turn = conjugate(from) * to;
  const double w = std::abs(turn.w) < 1e-3 ? (turn.w < 0 ? -1e-3 : 1e-3) : turn.w;
  return Vec3d{turn.x, turn.y, turn.z} * (2 / w);
}

struct RotationBeamTrack {
  const JointSearch& search;
  const RotationRule& rule;
  const std::vector<Quatd>& targets;
  bool wide;

  void needed(const RotationState& state, std::uint32_t frame, double* out) const {
    const Vec3d movement = rotate(conjugate(rule.axes), movement_between(state.value, targets[frame]));
    const double parts[3] = {movement.x, movement.y, movement.z};
    for (std::size_t c = 0; c < 3; ++c) out[c] = (parts[c] - state.predicted(rule, c)) / rule.step[c];
  }
  void advance(RotationState& state, const Numbers& corrections) const { state.advance(rule, corrections); }
  double error(const RotationState& state, std::uint32_t frame) const {
    Transformd local = search.local[frame];
    local.rotation = held_rotation(state.value, wide);
    return carried_error(*search.carry, frame, search.model(frame, local), search.source(frame));
  }
};

// --- translations and scales -------------------------------------------------------------------------------

struct VectorBeamTrack {
  const Predictor& predictor;
  const std::vector<Vec3d>& targets;  // in steps
  double step;
  // Share of what is allowed, at a frame, of a value.
  double (*measure)(const JointSearch&, std::uint32_t, const Vec3d&, double);
  const JointSearch& search;
  double share;

  void needed(const VectorState& state, std::uint32_t frame, double* out) const {
    const Vec3d& t = targets[frame];
    const double parts[3] = {t.x, t.y, t.z};
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = parts[c] - static_cast<double>(state.value[c] + state.predicted(predictor, c));
  }
  void advance(VectorState& state, const Numbers& corrections) const {
    state.advance(predictor, corrections);
  }
  double error(const VectorState& state, std::uint32_t frame) const {
    return measure(search, frame, value(state, step), share);
  }
  static Vec3d value(const VectorState& state, double step) {
    return {static_cast<double>(state.value[0]) * step, static_cast<double>(state.value[1]) * step,
            static_cast<double>(state.value[2]) * step};
  }
};

std::int32_t whole(double x) {
  const double clamped = x > 1e9 ? 1e9 : x < -1e9 ? -1e9 : x;
  return static_cast<std::int32_t>(std::floor(clamped + 0.5));
}

FoundVector search_vector(const JointSearch& search, const std::vector<Vec3d>& targets, double step_wanted,
                          double share,
                          double (*measure)(const JointSearch&, std::uint32_t, const Vec3d&, double),
                          bool shared_predictor, const SearchEffort& effort) {
  FoundVector found;
  found.track.step = step_index(step_wanted);
  const double step = step_size(found.track.step);
  std::vector<Vec3d> in_steps;
  std::array<std::vector<double>, 3> movements;
  for (std::uint32_t frame = 0; frame < search.coded_frames; ++frame) {
    in_steps.push_back(targets[frame] * (1 / step));
    if (frame == 0) continue;
    const Vec3d m = in_steps[frame] - in_steps[frame - 1];
    movements[0].push_back(m.x);
    movements[1].push_back(m.y);
    movements[2].push_back(m.z);
  }
  found.track.predictor = fit_predictor(movements, shared_predictor);
  found.track.first = {whole(in_steps[0].x), whole(in_steps[0].y), whole(in_steps[0].z)};

  VectorState first;
  for (std::size_t c = 0; c < 3; ++c) first.value[c] = found.track.first[c];
  const VectorBeamTrack track{found.track.predictor, in_steps, step, measure, search, share};
  Beam<VectorState, VectorBeamTrack> beam(track, search.coded_frames, effort);
  found.cost = beam.run(first, found.corrections, found.missed);

  VectorState state = first;
  found.values.push_back(VectorBeamTrack::value(state, step));
  for (const Numbers& n : found.corrections) {
    state.advance(found.track.predictor, n);
    found.values.push_back(VectorBeamTrack::value(state, step));
  }
  found.values.resize(search.targets->frames, found.values[0]);  // closed: the first again
  return found;
}

double origin_error(const JointSearch& s, std::uint32_t frame, const Vec3d& value, double share) {
  const Vec3d absolute = s.targets->additive ? value + s.targets->reference[s.joint].translation : value;
  return length(transform_point(s.parent_at(frame), absolute) - translation_part(s.source(frame))) /
         (share * s.carry->allowed[frame]);
}
double carried_translation_error(const JointSearch& s, std::uint32_t frame, const Vec3d& value, double) {
  Transformd local = s.local[frame];
  local.translation = value;
  return carried_error(*s.carry, frame, s.model(frame, local), s.source(frame));
}
// Scales are judged by themselves: how far the carried points move along each axis.
double scale_error(const JointSearch& s, std::uint32_t frame, const Vec3d& value, double share) {
  Vec3d off = value - s.targets->local[s.targets->at(s.joint, frame)].scale;
  if (s.targets->additive) off = scaled(off, s.targets->reference[s.joint].scale);
  double largest = 0;
  for (const CarriedPoint& point : s.carry->points)
    largest = std::max(largest, length(scaled(off, point.decoded)));
  const Mat3d parent = linear_part(s.parent_at(frame));
  double stretch = 0;
  for (std::size_t c = 0; c < 3; ++c)
    stretch = std::max(stretch, length(Vec3d{parent(0, c), parent(1, c), parent(2, c)}));
  return largest * stretch / (share * s.carry->allowed[frame]);
}

constexpr double kScaleShare = 0.3;

// Steps are chosen for all but the tightest frames; in those the search has to pick with more care.
double usually_allowed(const Carry& carry) {
  std::vector<double> sorted = carry.allowed;
  const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 8);
  std::nth_element(sorted.begin(), at, sorted.end());
  return *at;
}

// How much the parent stretches: steps are in the parent's space, what is allowed in model space.
double parent_stretch(const JointSearch& s) {
  const Mat3d m = linear_part(s.parent_at(0));
  double largest = 0;
  for (std::size_t c = 0; c < 3; ++c) largest = std::max(largest, length(Vec3d{m(0, c), m(1, c), m(2, c)}));
  return largest > 0 ? largest : 1;
}

}  // namespace

double rough_log2(double x) {
  int exponent;
  const double m = std::frexp(x, &exponent) * 2;  // 1 to 2
  return exponent - 1 + (m - 1) * (1.3465 - 0.3465 * (m - 1));
}

std::uint32_t step_index(double size) {
  std::uint32_t low = 0, high = kStepCount - 1;
  while (low < high) {
    const std::uint32_t middle = (low + high + 1) / 2;
    (step_size(middle) <= size ? low : high) = step_size(middle) <= size ? middle : middle - 1;
  }
  return low;
}

Quatd held_rotation(const Quatd& q, bool wide) {
  if (wide)
    return normalized(Quatd{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                            static_cast<float>(q.w)});
  return normalized(Quatd{pack_rotation(q.x) / 32767.0, pack_rotation(q.y) / 32767.0,
                          pack_rotation(q.z) / 32767.0, pack_rotation(q.w) / 32767.0});
}

FirstRotation quantise_rotation(Quatd q, double largest_error) {
  double parts[4] = {q.x, q.y, q.z, q.w};
  FirstRotation result;
  for (std::uint32_t i = 0; i < 4; ++i)
    if (std::abs(parts[i]) > std::abs(parts[result.left_out]) * (1 + 1e-9)) result.left_out = i;
  const double sign = parts[result.left_out] < 0 ? -1 : 1;
  result.precision = 4;
  while (result.precision < 19 && std::ldexp(0.5, -static_cast<int>(result.precision)) > largest_error)
    ++result.precision;
  for (std::uint32_t i = 0, next = 0; i < 4; ++i)
    if (i != result.left_out)
      result.components[next++] = whole(std::ldexp(sign * parts[i], static_cast<int>(result.precision)));
  return result;
}

FoundRotation search_rotation(const JointSearch& search, double coarseness, bool shared_predictor, bool wide,
                              const SearchEffort& effort) {
  const double allowed = usually_allowed(*search.carry) / parent_stretch(search);
  const StepAxes axes = find_step_axes(*search.carry, search.absolute(search.local[0]).scale);
  FoundRotation found;
  found.track.axes = axes.axes;
  double largest_lever = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double lever = std::max(axes.levers[c], 1e-3 * allowed);
    largest_lever = std::max(largest_lever, lever);
    found.track.steps[c] = step_index(std::min(coarseness * allowed / lever, 0.5));
  }
  std::vector<Quatd> targets;
  for (std::uint32_t frame = 0; frame < search.coded_frames; ++frame) {
    Quatd q = nearest_rotation(search, frame);
    if (frame > 0 && dot(q, targets[frame - 1]) < 0) q = {-q.x, -q.y, -q.z, -q.w};
    targets.push_back(q);
  }
  found.track.first = quantise_rotation(targets[0], 0.08 * allowed / largest_lever);

  RotationRule rule(found.track);
  std::array<std::vector<double>, 3> movements;
  for (std::uint32_t frame = 1; frame < search.coded_frames; ++frame) {
    const Vec3d m = rotate(conjugate(rule.axes), movement_between(targets[frame - 1], targets[frame]));
    movements[0].push_back(m.x / rule.step[0]);
    movements[1].push_back(m.y / rule.step[1]);
    movements[2].push_back(m.z / rule.step[2]);
  }
  rule.predictor = found.track.predictor = fit_predictor(movements, shared_predictor);

  const RotationState first{found.track.first.value()};
  // The first value may be on the other side: the targets follow it.
  if (dot(first.value, targets[0]) < 0)
    for (Quatd& q : targets) q = {-q.x, -q.y, -q.z, -q.w};
  const RotationBeamTrack track{search, rule, targets, wide};
  Beam<RotationState, RotationBeamTrack> beam(track, search.coded_frames, effort);
  found.cost = beam.run(first, found.corrections, found.missed);

  RotationState state = first;
  found.values.push_back(held_rotation(state.value, wide));
  for (const Numbers& n : found.corrections) {
    state.advance(rule, n);
    found.values.push_back(held_rotation(state.value, wide));
  }
  found.values.resize(search.targets->frames, found.values[0]);
  return found;
}

FoundVector search_translation(const JointSearch& search, double coarseness, double origin_share, bool turns,
                               bool shared_predictor, const SearchEffort& effort) {
  std::vector<Vec3d> targets;
  for (std::uint32_t frame = 0; frame < search.coded_frames; ++frame) {
    targets.push_back(search.targets->local[search.targets->at(search.joint, frame)].translation);
    const Mat4d parent = search.parent_at(frame);
    if (!(std::abs(determinant(linear_part(parent))) > 1e-12))
      continue;  // flattened: any translation will do
    targets.back() = transform_point(inverse_affine(parent), translation_part(search.source(frame)));
    if (search.targets->additive)
      targets.back() = targets.back() - search.targets->reference[search.joint].translation;
  }
  const double share = turns ? origin_share : 1;
  const double step = coarseness * share * usually_allowed(*search.carry) / parent_stretch(search);
  return search_vector(search, targets, step, share, turns ? origin_error : carried_translation_error,
                       shared_predictor, effort);
}

FoundVector search_scale(const JointSearch& search, double coarseness, bool shared_predictor,
                         const SearchEffort& effort) {
  std::vector<Vec3d> targets;
  for (std::uint32_t frame = 0; frame < search.coded_frames; ++frame)
    targets.push_back(search.targets->local[search.targets->at(search.joint, frame)].scale);
  double lever = 0;
  for (const CarriedPoint& point : search.carry->points) lever = std::max(lever, length(point.decoded));
  const double step = coarseness * kScaleShare * usually_allowed(*search.carry) /
                      (std::max(lever, 1e-9) * parent_stretch(search));
  return search_vector(search, targets, step, kScaleShare, scale_error, shared_predictor, effort);
}

}  // namespace skelter

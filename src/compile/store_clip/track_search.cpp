#include "compile/store_clip/track_search.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

using namespace clip_codec;

// --- predictors --------------------------------------------------------------------------------------------

// Sums of the products of the movements, in steps, with the previous movement and the one before that.
struct Correlation {
  double with_one = 0, with_two = 0, one_one = 0, one_two = 0, two_two = 0;

  void add(const std::vector<double>& movements) {
    for (std::size_t i = 2; i < movements.size(); ++i) {
      const double now = movements[i], one = movements[i - 1], two = movements[i - 2];
      with_one += now * one;
      with_two += now * two;
      one_one += one * one;
      one_two += one * two;
      two_two += two * two;
    }
    // Rounding to full steps adds noise with a variance of 1 / 12 to each position. Movements get twice that
    // variance, and consecutive movements a covariance of -1 / 12.
    const double noise = static_cast<double>(movements.size()) / 12;
    with_one -= noise;
    one_one += 2 * noise;
    one_two -= noise;
    two_two += 2 * noise;
  }
};

std::int32_t sixteenths(double weight) {
  const double clamped = weight > 2.5 ? 2.5 : weight < -2 ? -2 : weight;
  return static_cast<std::int32_t>(std::floor(clamped * kFeedbackUnit + 0.5));
}

// Computes by least squares the weights of the last two movements that best predict the next one.
void fit(const Correlation& c, std::int32_t& last, std::int32_t& before_last) {
  const double determinant = c.one_one * c.two_two - c.one_two * c.one_two;
  if (!(determinant > 1e-9 * c.one_one * c.two_two)) return;
  last = sixteenths((c.with_one * c.two_two - c.with_two * c.one_two) / determinant);
  before_last = sixteenths((c.with_two * c.one_one - c.with_one * c.one_two) / determinant);
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

// Separate weights per component must save this many bits. They cost about 20 bits, but requiring that much
// gave larger files.
constexpr double kOwnWeights = 14;

// Calls `find_with(shared, price_to_beat)` with one type of predictor, or with both, and returns the cheaper
// result.
template <class FindWith>
auto find_by(const SearchEffort& effort, double price_to_beat, FindWith find_with) {
  auto found = find_with(effort.shared_predictor, price_to_beat);
  if (!effort.both_predictors) return found;
  auto other = find_with(!effort.shared_predictor,
                         found.gave_up ? price_to_beat : std::min(found.price(), price_to_beat));
  return other.gave_up || (!found.gave_up && found.price() <= other.price()) ? found : other;
}

Vec3d scaled(const Vec3d& a, const Vec3d& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

// The movement from one rotation to the next: twice the Rodrigues vector.
Vec3d movement_between(const Quatd& from, const Quatd& to) {
  const Quatd turn = conjugate(from) * to;
  const double w = std::abs(turn.w) < 1e-3 ? (turn.w < 0 ? -1e-3 : 1e-3) : turn.w;
  return Vec3d{turn.x, turn.y, turn.z} * (2 / w);
}

std::int32_t whole(double x) {
  const double clamped = x > 1e9 ? 1e9 : x < -1e9 ? -1e9 : x;
  return static_cast<std::int32_t>(std::floor(clamped + 0.5));
}

// Smallest and largest position of a track, by row.
struct PositionRange {
  std::array<std::int64_t, 4> least{}, most{};  // both include 0, the first frame

  void add(std::size_t row, std::int64_t position) {
    least[row] = std::min(least[row], position);
    most[row] = std::max(most[row], position);
  }
};

// Returns the smallest sufficient number of bytes, or two bytes if `fine`. Empty if two bytes are not enough.
std::optional<PackedNumbers> fit_numbers(const PositionRange& range, std::size_t rows, bool fine) {
  PackedNumbers numbers;
  bool moves = false;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int64_t least = range.least[row], most = range.most[row];
    if (fine) {
      if (least < range_of(2).least || most > range_of(2).most) return std::nullopt;
      numbers.widths[row] = 2;
      continue;
    }
    if (least == 0 && most == 0) continue;
    moves = true;
    const std::int64_t byte_bias = (-least + bias_unit(1) - 1) / bias_unit(1) * bias_unit(1);
    if (most + byte_bias <= range_of(1).most) {
      numbers.widths[row] = 1;
      numbers.bias[row] = static_cast<std::int32_t>(byte_bias);
      continue;
    }
    const NumberRange two = range_of(2);
    std::int64_t bias = 0;
    if (least < two.least || most > two.most) bias = -(least + most) / 2 / bias_unit(2) * bias_unit(2);
    if (least + bias < two.least || most + bias > two.most) return std::nullopt;
    numbers.widths[row] = 2;
    numbers.bias[row] = static_cast<std::int32_t>(bias);
  }
  if (!fine && !moves) numbers.widths[0] = 1;  // a moving lane has at least one number
  return numbers;
}

// Range of a two-byte number, less one unit of its bias.
constexpr double kGridRange = 61000;

constexpr double kScaleShare = 0.3;
constexpr double kNearEnough = 0.02;  // share of the allowed error at which a target is good enough

// The limit for which steps are chosen: the strictest limit after leaving out the strictest eighth of the
// frames. In those frames, the search has to choose corrections more carefully.
double usually_allowed(const Carry& carry) {
  std::vector<double> sorted = carry.allowed;
  const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 8);
  std::nth_element(sorted.begin(), at, sorted.end());
  return *at;
}

// Largest factor by which the parent stretches, because steps are in parent space and limits in model space.
double parent_stretch(const JointSearch& s) {
  const Mat3d m = linear_part(s.parent_at(0));
  double largest = 0;
  for (std::size_t c = 0; c < 3; ++c) largest = std::max(largest, length(Vec3d{m(0, c), m(1, c), m(2, c)}));
  return largest > 0 ? largest : 1;
}

}  // namespace

std::uint32_t step_index(double size) {
  std::uint32_t low = 0, high = kStepCount - 1;
  while (low < high) {
    const std::uint32_t middle = (low + high + 1) / 2;
    (step_size(middle) <= size ? low : high) = step_size(middle) <= size ? middle : middle - 1;
  }
  return low;
}

Quatd held_as_floats(const Quatd& q) {
  return normalized(Quatd{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                          static_cast<float>(q.w)});
}
Quatd held_on(const RotationGrid& grid, const Quatd& q) {
  return normalized(grid.value(grid.nearest(q)));
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

CarriedPositions JointSearch::places() const {
  return {*carry, std::span(targets->model).subspan(targets->at(joint, 0), targets->frames)};
}

// --- rotations ---------------------------------------------------------------------------------------------

RotationSearch::RotationSearch(const JointSearch& search, bool wide)
    : search_(search),
      wide_(wide),
      places_(search.places()),
      allowed_(usually_allowed(*search.carry) / parent_stretch(search)) {
  if (search.targets->additive) reference_ = search.targets->reference[search.joint].rotation;
  for (const std::uint32_t frame : search.kept) mounts_.push_back(mount_at(frame));
  for (std::size_t i = 0; i < search.kept.size(); ++i) {
    Quatd q = nearest_rotation(i);
    if (i > 0 && dot(q, targets_[i - 1]) < 0) q = {-q.x, -q.y, -q.z, -q.w};
    targets_.push_back(q);
  }
  axes_ = find_step_axes();
}

RotationSearch::Mount RotationSearch::mount_at(std::uint32_t frame) const {
  const Mat4d parent = search_.parent_at(frame);
  const Transformd local = search_.absolute(search_.local[frame]);
  return {linear_part(parent), transform_point(parent, local.translation), local.scale};
}

// Returns the joint rotation that brings the carried points closest to the source. Uses the Gauss-Newton
// method, with more weight on the farthest points, because the largest error counts.
Quatd RotationSearch::nearest_rotation(std::size_t kept) const {
  const std::uint32_t frame = search_.kept[kept];
  const Mount& mount = mounts_[kept];
  const Carry& carry = *search_.carry;
  Quatd q = search_.targets->local[search_.targets->at(search_.joint, frame)].rotation;
  Quatd best = q;
  double best_share = 0;
  for (int round = 0; round < search_.effort.target_rounds; ++round) {
    const Mat3d turn = mount.linear * to_mat3(reference_ * q);
    Mat3d normal = Mat3d{};
    for (std::size_t i = 0; i < 3; ++i) normal(i, i) = 0;
    Vec3d right{};
    double largest = 0;
    for (std::size_t p = 0; p < carry.points.size(); ++p) {
      const CarriedPoint& point = carry.points[p];
      const Vec3d arm = scaled(mount.scale, point.decoded_in(frame));
      Vec3d off = places_.place(frame, p) - turn * arm;
      if (!point.relative) off = off - mount.origin;
      const double share = length(off) / (point.share * carry.allowed[frame]);
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
    if (largest < kNearEnough) break;
    const double d = determinant(normal);
    const double size = normal(0, 0) + normal(1, 1) + normal(2, 2);
    if (!(d > 1e-12 * size * size * size))
      break;  // scale has flattened the points, so they do not determine
              // the rotation
    const Vec3d turn_by = transposed(cofactors(normal)) * right * (1 / d);
    if (!(dot(turn_by, turn_by) < 0.01)) break;
    q = normalized(q * from_rodrigues(turn_by));
  }
  return best;
}

// Finds the axes with the largest and the smallest levers of the carried points: a long bone can use far
// coarser steps about its own axis. Uses Jacobi's method on the inertia of the points, without trigonometry.
RotationSearch::StepAxes RotationSearch::find_step_axes() const {
  const Carry& carry = *search_.carry;
  const Vec3d scale = mounts_[0].scale;
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

double RotationSearch::error(std::size_t kept, const Quatd& rotation) const {
  const Mount& mount = mounts_[kept];
  const Quatd absolute = search_.targets->additive ? normalized(reference_ * rotation) : rotation;
  Mat3d linear = mount.linear * to_mat3(absolute);
  const double scale[3] = {mount.scale.x, mount.scale.y, mount.scale.z};
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t r = 0; r < 3; ++r) linear(r, c) *= scale[c];
  return places_.error(search_.kept[kept], linear, mount.origin);
}

namespace {

// Index of the finest step at which two bytes cover the range; 0 if nothing moves.
std::uint32_t finest_in_two_bytes(double range) {
  return range > 0 ? step_index(range / kGridRange) + 1 : 0;
}

Quatd mixed_rotation(const Quatd& a, const Quatd& b, double ratio) {
  return mix(Transformd{{}, a, {}}, Transformd{{}, b, {}}, ratio).rotation;
}

}  // namespace

// Chooses the usual grid, or a coarser one if two bytes would not cover the range of each component.
void RotationSearch::choose_grid(RotationTrack& track) const {
  double least[4] = {1, 1, 1, 1}, most[4] = {-1, -1, -1, -1}, widest = 0;
  for (const Quatd& q : targets_) {
    const double components[4] = {q.x, q.y, q.z, q.w};
    for (std::size_t c = 0; c < 4; ++c) {
      least[c] = std::min(least[c], components[c]);
      most[c] = std::max(most[c], components[c]);
      widest = std::max(widest, most[c] - least[c]);
    }
  }
  const auto usual = static_cast<std::uint32_t>(track.usual_grid());
  track.grid = std::max(std::min(usual, step_index(kCoarsestRotation)), finest_in_two_bytes(widest));
}

struct RotationSearch::BeamTrack {
  const RotationSearch& search;
  const RotationRule& rule;
  const RotationGrid& grid;
  double side;  // 1, or -1 if the first value is in the other hemisphere

  void needed(const RotationState& state, std::uint32_t frame, double* out) const {
    const Quatd& t = search.targets_[frame];
    const Quatd target{t.x * side, t.y * side, t.z * side, t.w * side};
    const Vec3d movement = rotate(conjugate(rule.axes), movement_between(state.value, target));
    const double parts[3] = {movement.x, movement.y, movement.z};
    for (std::size_t c = 0; c < 3; ++c) out[c] = (parts[c] - state.predicted(rule, c)) / rule.step[c];
  }
  void advance(RotationState& state, const Numbers& corrections) const { state.advance(rule, corrections); }
  double error(const RotationState& state, std::uint32_t frame) const {
    return search.error(frame, held(state.value));
  }
  Quatd held(const Quatd& q) const { return search.wide_ ? held_as_floats(q) : held_on(grid, q); }
};

FoundRotation RotationSearch::find(double coarseness, double price_to_beat) const {
  return find_by(search_.effort, price_to_beat,
                 [&](bool shared, double price) { return find_with(shared, coarseness, price); });
}

FoundRotation RotationSearch::find_with(bool shared, double coarseness, double price_to_beat) const {
  const double weights = shared ? 0 : kOwnWeights;
  FoundRotation found;
  found.track.axes = axes_.axes;
  double largest_lever = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double lever = std::max(axes_.levers[c], 1e-3 * allowed_);
    largest_lever = std::max(largest_lever, lever);
    found.track.steps[c] = step_index(std::min(coarseness * allowed_ / lever, 0.5));
  }
  found.track.first = quantise_rotation(targets_[0], 0.08 * allowed_ / largest_lever);

  if (!search_.fine) choose_grid(found.track);
  const RotationGrid grid = search_.fine ? RotationGrid::fine() : RotationGrid::of(found.track);

  RotationRule rule(found.track);
  std::array<std::vector<double>, 3> movements;
  for (std::size_t i = 1; i < targets_.size(); ++i) {
    const Vec3d m = rotate(conjugate(rule.axes), movement_between(targets_[i - 1], targets_[i]));
    movements[0].push_back(m.x / rule.step[0]);
    movements[1].push_back(m.y / rule.step[1]);
    movements[2].push_back(m.z / rule.step[2]);
  }
  found.track.predictor = fit_predictor(movements, shared);
  rule = RotationRule(found.track);

  const RotationState first{found.track.first.value()};
  const BeamTrack track{*this, rule, grid, dot(first.value, targets_[0]) < 0 ? -1.0 : 1.0};
  Beam<RotationState, BeamTrack> beam(track, static_cast<std::uint32_t>(targets_.size()),
                                      search_.effort.states);
  static_cast<FoundCorrections&>(found) = beam.run(first, price_to_beat - weights);
  found.cost += weights;
  if (found.gave_up) return found;

  RotationState state = first;
  PositionRange range;
  const auto add = [&](const Quatd& q) {
    const std::array<std::int64_t, 4> positions = grid.nearest(q);
    for (std::size_t row = 0; row < 4; ++row) range.add(row, positions[row]);
  };
  found.values.push_back(track.held(state.value));
  add(state.value);
  for (const Numbers& n : found.corrections) {
    state.advance(rule, n);
    found.values.push_back(track.held(state.value));
    add(state.value);
  }
  const Quatd& q = first.value;
  if (search_.closed() && dot(q, state.value) < 0) add({-q.x, -q.y, -q.z, -q.w});
  found.values = search_.spread_out(found.values, mixed_rotation);
  found.numbers = fit_numbers(range, 4, search_.fine);
  return found;
}

// --- translations and scales -------------------------------------------------------------------------------

VectorSearch VectorSearch::translations(const JointSearch& search, double origin_share, bool turns) {
  VectorSearch made(search, turns ? Measure::origin : Measure::carried, turns ? origin_share : 1);
  for (const std::uint32_t frame : search.kept) {
    made.targets_.push_back(search.targets->local[search.targets->at(search.joint, frame)].translation);
    const Mat4d parent = search.parent_at(frame);
    if (!(std::abs(determinant(linear_part(parent))) > 1e-12))
      continue;  // the parent is flattened, so any translation is equally good
    Vec3d& target = made.targets_.back();
    target = transform_point(inverse_affine(parent), translation_part(search.source(frame)));
    if (search.targets->additive) target = target - search.targets->reference[search.joint].translation;
  }
  made.usual_step_ = made.share_ * usually_allowed(*search.carry) / parent_stretch(search);
  made.limit_step();
  if (!turns) made.places_.emplace(search.places());
  return made;
}

VectorSearch VectorSearch::scales(const JointSearch& search) {
  VectorSearch made(search, Measure::scale, kScaleShare);
  for (const std::uint32_t frame : search.kept)
    made.targets_.push_back(search.targets->local[search.targets->at(search.joint, frame)].scale);
  double lever = 0;
  for (const CarriedPoint& point : search.carry->points) lever = std::max(lever, length(point.decoded));
  made.usual_step_ =
      kScaleShare * usually_allowed(*search.carry) / (std::max(lever, 1e-9) * parent_stretch(search));
  made.limit_step();
  return made;
}

double VectorSearch::error(std::uint32_t frame, const Vec3d& value) const {
  switch (measure_) {
    case Measure::origin:
      return origin_error(frame, value);
    case Measure::carried:
      return carried_error(frame, value);
    case Measure::scale:
      break;
  }
  return scale_error(frame, value);
}

double VectorSearch::origin_error(std::uint32_t frame, const Vec3d& value) const {
  const Vec3d absolute =
      search_.targets->additive ? value + search_.targets->reference[search_.joint].translation : value;
  return length(transform_point(search_.parent_at(frame), absolute) -
                translation_part(search_.source(frame))) /
         (share_ * search_.carry->allowed[frame]);
}

double VectorSearch::carried_error(std::uint32_t frame, const Vec3d& value) const {
  Transformd local = search_.local[frame];
  local.translation = value;
  const Mat4d model = search_.parent_at(frame) * to_mat4(search_.absolute(local));
  return places_->error(frame, linear_part(model), translation_part(model));
}

// Measures the error of a scale as the distance that the carried points move along each axis.
double VectorSearch::scale_error(std::uint32_t frame, const Vec3d& value) const {
  const StoreTargets& targets = *search_.targets;
  Vec3d off = value - targets.local[targets.at(search_.joint, frame)].scale;
  if (targets.additive) off = scaled(off, targets.reference[search_.joint].scale);
  double largest = 0;
  for (const CarriedPoint& point : search_.carry->points)
    largest = std::max(largest, length(scaled(off, point.decoded)));
  const Mat3d parent = linear_part(search_.parent_at(frame));
  double stretch = 0;
  for (std::size_t c = 0; c < 3; ++c)
    stretch = std::max(stretch, length(Vec3d{parent(0, c), parent(1, c), parent(2, c)}));
  return largest * stretch / (share_ * search_.carry->allowed[frame]);
}

struct VectorSearch::BeamTrack {
  const VectorSearch& search;
  const Predictor& predictor;
  double step;

  void needed(const VectorState& state, std::uint32_t frame, double* out) const {
    const Vec3d t = search.targets_[frame] * (1 / step);
    const double parts[3] = {t.x, t.y, t.z};
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = parts[c] - static_cast<double>(state.value[c] + state.predicted(predictor, c));
  }
  void advance(VectorState& state, const Numbers& corrections) const {
    state.advance(predictor, corrections);
  }
  double error(const VectorState& state, std::uint32_t frame) const {
    return search.error(search.search_.kept[frame], value(state));
  }
  Vec3d value(const VectorState& state) const {
    return {static_cast<double>(state.value[0]) * step, static_cast<double>(state.value[1]) * step,
            static_cast<double>(state.value[2]) * step};
  }
};

FoundVector VectorSearch::find(double coarseness, double price_to_beat) const {
  return find_by(search_.effort, price_to_beat,
                 [&](bool shared, double price) { return find_with(shared, coarseness, price); });
}

void VectorSearch::limit_step() {
  if (!search_.in_two_bytes) return;
  Vec3d least = targets_[0], most = targets_[0];
  for (const Vec3d& at : targets_) {
    least = {std::min(least.x, at.x), std::min(least.y, at.y), std::min(least.z, at.z)};
    most = {std::max(most.x, at.x), std::max(most.y, at.y), std::max(most.z, at.z)};
  }
  finest_step_ = finest_in_two_bytes(std::max({most.x - least.x, most.y - least.y, most.z - least.z}));
}

FoundVector VectorSearch::find_with(bool shared, double coarseness, double price_to_beat) const {
  const double weights = shared ? 0 : kOwnWeights;
  FoundVector found;
  found.track.step = std::max(step_index(coarseness * usual_step_), finest_step_);
  const double step = step_size(found.track.step);
  std::array<std::vector<double>, 3> movements;
  for (std::size_t i = 1; i < targets_.size(); ++i) {
    const Vec3d m = targets_[i] * (1 / step) - targets_[i - 1] * (1 / step);
    movements[0].push_back(m.x);
    movements[1].push_back(m.y);
    movements[2].push_back(m.z);
  }
  found.track.predictor = fit_predictor(movements, shared);
  const Vec3d begin = targets_[0] * (1 / step);
  found.track.first = {whole(begin.x), whole(begin.y), whole(begin.z)};

  VectorState first;
  for (std::size_t c = 0; c < 3; ++c) first.value[c] = found.track.first[c];
  const BeamTrack track{*this, found.track.predictor, step};
  Beam<VectorState, BeamTrack> beam(track, static_cast<std::uint32_t>(targets_.size()),
                                    search_.effort.states);
  static_cast<FoundCorrections&>(found) = beam.run(first, price_to_beat - weights);
  found.cost += weights;
  if (found.gave_up) return found;

  VectorState state = first;
  PositionRange range;
  found.values.push_back(track.value(state));
  for (const Numbers& n : found.corrections) {
    state.advance(found.track.predictor, n);
    found.values.push_back(track.value(state));
    for (std::size_t row = 0; row < 3; ++row) range.add(row, state.value[row] - first.value[row]);
  }
  found.values = search_.spread_out(
      found.values, [](const Vec3d& a, const Vec3d& b, double ratio) { return lerp(a, b, ratio); });
  found.numbers = fit_numbers(range, 3, search_.fine);
  return found;
}

}  // namespace skelter

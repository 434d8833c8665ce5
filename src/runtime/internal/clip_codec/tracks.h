#pragma once
// One moving part of one joint in a stored clip: a first value, and for every later frame three small
// corrections of the prediction from its last two movements. Shared by decoder and encoder, so that both
// compute the same numbers.
//
// Doubles are used only in + - * / and sqrt, which every compiler and machine rounds in the same way.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "runtime/internal/clip_codec/numbers.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter::clip_codec {

// Steps are quantized: (16 + k % 16) * 2^(k / 16 - 44), from 1e-12 to 3e7.
inline constexpr std::uint32_t kStepCount = 1024;
constexpr double step_size(std::uint32_t index) {
  const std::uint64_t exponent = 1023 + 4 - 44 + index / 16, fraction = index % 16;
  return __builtin_bit_cast(double, exponent << 52 | fraction << 48);
}

inline constexpr std::int32_t kFeedbackUnit = 16;  // predictor weights are sixteenths, |.| <= 47

// Predicts the next movement from the last two: per component, or (`shared`) with the same weights for all.
struct Predictor {
  bool shared = false;
  Numbers last{}, before_last{};  // weights in sixteenths
};

// A rotation stored as its three smallest components, in units of 2^-precision, and the index of the largest.
struct FirstRotation {
  std::uint32_t precision = 14;  // 4 to 19
  std::uint32_t left_out = 3;    // index of the largest component, 0 to 3, which is not negative
  Numbers components{};

  Quatd value() const {
    const double unit = 1.0 / static_cast<double>(1u << precision);
    double q[4], rest = 1;
    for (std::size_t i = 0, next = 0; i < 4; ++i) {
      if (i == left_out) continue;
      q[i] = components[next++] * unit;
      rest -= q[i] * q[i];
    }
    q[left_out] = rest > 0 ? std::sqrt(rest) : 0;
    return normalized(Quatd{q[0], q[1], q[2], q[3]});
  }
};

// Moving packed rotations are stored as integers on one of two grids: multiples of `kFineGrid`, or steps of
// size `grid`, counted from the first rotation separately for each component.
inline constexpr double kFineGrid = 1.0 / 32767;
// Default of how far the grid's index is below that of the finest step about an axis: half the step.
inline constexpr std::int32_t kUsualGrid = 16;

struct RotationTrack {
  FirstRotation first;
  Numbers axes{};  // x y z of the rotation from the joint's axes to those of the steps, in 1/64
  std::array<std::uint32_t, 3> steps{};
  std::uint32_t grid = 0;  // index of a step
  Predictor predictor;

  std::int32_t usual_grid() const {
    const std::uint32_t finest = std::min({steps[0], steps[1], steps[2]});
    return std::max(static_cast<std::int32_t>(finest) - kUsualGrid, std::int32_t{0});
  }
};

struct VectorTrack {  // translations and scales: integer multiples of one step
  Numbers first{};
  std::uint32_t step = 0;
  Predictor predictor;
};

// --- iterating over a track --------------------------------------------------------------------------------

// The rotation by `w`, a Rodrigues vector times 2 (the rotation vector, for small angles).
inline Quatd from_rodrigues(const Vec3d& w) {
  return normalized(Quatd{w.x * 0.5, w.y * 0.5, w.z * 0.5, 1});
}

// The constants of a rotation track.
struct RotationRule {
  explicit RotationRule(const RotationTrack& track) {
    double q[3], rest = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      q[i] = track.axes[i] * (1.0 / 64);
      rest -= q[i] * q[i];
      step[i] = step_size(track.steps[i]);
      last_weight[i] = track.predictor.last[i] * (1.0 / kFeedbackUnit);
      before_last_weight[i] = track.predictor.before_last[i] * (1.0 / kFeedbackUnit);
    }
    axes = normalized(Quatd{q[0], q[1], q[2], rest > 0 ? std::sqrt(rest) : 0});
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3d half = rotate(axes, Vec3d{i == 0 ? 0.5 : 0, i == 1 ? 0.5 : 0, i == 2 ? 0.5 : 0});
      half_axes[0][i] = half.x;
      half_axes[1][i] = half.y;
      half_axes[2][i] = half.z;
    }
  }
  Quatd axes;              // joint_from_step_axes
  double half_axes[3][3];  // `axes` as a matrix, halved: converts a movement to the vector part of its
                           // quaternion
  double step[3];
  double last_weight[3], before_last_weight[3];
};

// The state of a rotation track. runtime/clip_codec/rotation_kernel.cpp processes eight at once, with the
// same bits.
struct RotationState {
  Quatd value;
  double last[3] = {}, before_last[3] = {};  // movements, about the axes of the steps

  // The predicted next movement, bounded so that damaged data stays finite.
  double predicted(const RotationRule& rule, std::size_t c) const {
    const double w = rule.last_weight[c] * last[c] + rule.before_last_weight[c] * before_last[c];
    return w > 4 ? 4 : w < -4 ? -4 : w;
  }
  void advance(const RotationRule& rule, const Numbers& corrections) {
    double next[3];
    for (std::size_t c = 0; c < 3; ++c) next[c] = predicted(rule, c) + rule.step[c] * corrections[c];
    for (std::size_t c = 0; c < 3; ++c) {
      before_last[c] = last[c];
      last[c] = next[c];
    }
    double h[3];
    for (std::size_t i = 0; i < 3; ++i)
      h[i] = rule.half_axes[i][0] * next[0] + rule.half_axes[i][1] * next[1] + rule.half_axes[i][2] * next[2];
    // The value has length 1, so its product with (h, 1) has the length of (h, 1).
    const double scale = 1 / std::sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2] + 1);
    const Quatd q = value;
    value = {(q.w * h[0] + q.x + (q.y * h[2] - q.z * h[1])) * scale,
             (q.w * h[1] + q.y + (q.z * h[0] - q.x * h[2])) * scale,
             (q.w * h[2] + q.z + (q.x * h[1] - q.y * h[0])) * scale,
             (q.w - (q.x * h[0] + q.y * h[1] + q.z * h[2])) * scale};
  }
};

// The grid of a packed rotation: value = origin + step * integer.
struct RotationGrid {
  std::array<double, 4> origin{};
  double step = kFineGrid, inverse = 1 / kFineGrid;

  static RotationGrid fine() { return {}; }
  static RotationGrid of(const RotationTrack& track) { return of(track, track.first.value()); }
  static RotationGrid of(const RotationTrack& track, const Quatd& q) {
    const double step = step_size(track.grid);
    return {{q.x, q.y, q.z, q.w}, step, 1 / step};
  }
  std::array<std::int64_t, 4> nearest(const Quatd& q) const {
    const double components[4] = {q.x, q.y, q.z, q.w};
    std::array<std::int64_t, 4> numbers;
    for (std::size_t c = 0; c < 4; ++c) {  // floor, which is not an instruction on every processor
      const double number = (components[c] - origin[c]) * inverse + 0.5;
      const auto towards_zero = static_cast<std::int64_t>(number);
      numbers[c] = towards_zero - (number < static_cast<double>(towards_zero) ? 1 : 0);
    }
    return numbers;
  }
  Quatd value(const std::array<std::int64_t, 4>& numbers) const {
    double components[4];
    for (std::size_t c = 0; c < 4; ++c) components[c] = origin[c] + step * static_cast<double>(numbers[c]);
    return {components[0], components[1], components[2], components[3]};
  }
};

using Position = std::array<std::int64_t, 3>;

struct VectorState {
  Position value{}, last{}, before_last{};

  std::int64_t predicted(const Predictor& predictor, std::size_t c) const {
    const std::int64_t sum = predictor.last[c] * last[c] + predictor.before_last[c] * before_last[c];
    const std::int64_t rounded = (sum + kFeedbackUnit / 2) >> 4;
    constexpr std::int64_t kMax = std::int64_t{1} << 30;
    return rounded > kMax ? kMax : rounded < -kMax ? -kMax : rounded;
  }
  void advance(const Predictor& predictor, const Numbers& corrections) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::int64_t movement = predicted(predictor, c) + corrections[c];
      before_last[c] = last[c];
      last[c] = movement;
      value[c] += movement;
    }
  }
};

// --- coding ------------------------------------------------------------------------------------------------

class TrackCoding {
 public:
  template <class Coder>
  static void code(Coder& coder, FirstRotation& rotation) {
    rotation.precision = 4 + code_symbol(coder, Field::precision, rotation.precision - 4);
    rotation.left_out = code_symbol(coder, Field::left_out, rotation.left_out) & 3;
    for (std::int32_t& component : rotation.components)
      component = code_component(coder, rotation.precision, component);
  }
  template <class Coder>
  void code(Coder& coder, RotationTrack& track) {
    code(coder, track.first);
    for (std::int32_t& axis : track.axes) axis = clamp(code_signed(coder, Field::axis, axis), 64);
    std::uint32_t before = track.steps[0] =
        code_step(coder, Field::first_step, before_rotation_, track.steps[0]);
    for (std::size_t c = 1; c < 3; ++c)
      before = track.steps[c] = code_step(coder, Field::step, before, track.steps[c]);
    before_rotation_ = track.steps[0];
    code(coder, track.predictor);
  }
  template <class Coder>
  static void code_grid(Coder& coder, RotationTrack& track) {
    const std::int32_t usual = track.usual_grid();
    const std::int64_t grid =
        std::int64_t{usual} + code_signed(coder, Field::grid, static_cast<std::int32_t>(track.grid) - usual);
    track.grid = static_cast<std::uint32_t>(grid) % kStepCount;
  }
  template <class Coder>
  void code(Coder& coder, VectorTrack& track) {
    before_vector_ = track.step = code_step(coder, Field::vector_step, before_vector_, track.step);
    for (std::int32_t& number : track.first)
      number = clamp(code_signed(coder, Field::vector_first, number), std::int32_t{1} << 30);
    code(coder, track.predictor);
  }

 private:
  static std::int32_t clamp(std::int32_t number, std::int32_t most) {
    return number > most ? most : number < -most ? -most : number;
  }
  // Codes by how many bits the number is shorter than the longest one.
  template <class Coder>
  static std::int32_t code_component(Coder& coder, std::uint32_t precision, std::int32_t number) {
    const bool negative = number < 0;
    const std::uint32_t size = static_cast<std::uint32_t>(negative ? -number : number);
    const std::uint32_t longest = precision + 1;
    constexpr std::uint32_t kShorter = kMaxSymbols - 1;
    auto shorter = longest - static_cast<std::uint32_t>(std::bit_width(size));
    const std::uint32_t symbol =
        code_symbol(coder, Field::component, shorter < kShorter ? shorter : kShorter);
    shorter = symbol < kShorter ? symbol : kShorter + coder.code_bits(3, shorter - kShorter);
    if (shorter >= longest) return 0;
    const std::uint32_t coded = code_below_highest(coder, longest - shorter, size);
    const bool sign = coder.code_bits(1, negative ? 1 : 0) != 0;
    const std::int32_t result = clamp(static_cast<std::int32_t>(coded), 1 << precision);
    return sign ? -result : result;
  }
  template <class Coder>
  static std::uint32_t code_step(Coder& coder, Field field, std::uint32_t before, std::uint32_t step) {
    const std::int32_t change =
        code_signed(coder, field, static_cast<std::int32_t>(step) - static_cast<std::int32_t>(before));
    return (before + static_cast<std::uint32_t>(change)) % kStepCount;
  }
  template <class Coder>
  static void code(Coder& coder, Predictor& predictor) {
    predictor.shared = code_flag(coder, Field::shared, predictor.shared);
    for (std::size_t c = 0; c < 3; ++c) {
      if (c > 0 && predictor.shared) {
        predictor.last[c] = predictor.last[0];
        predictor.before_last[c] = predictor.before_last[0];
        continue;
      }
      predictor.last[c] = clamp(code_signed(coder, Field::last, predictor.last[c] - 8), 55) + 8;
      predictor.before_last[c] = clamp(code_signed(coder, Field::before_last, predictor.before_last[c]), 47);
    }
  }

  std::uint32_t before_rotation_ = 480, before_vector_ = 640;
};

}  // namespace skelter::clip_codec

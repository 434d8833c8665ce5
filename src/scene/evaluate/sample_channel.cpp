#include "scene/evaluate/sample_channel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/evaluate/internal/channel_rows.h"

namespace skelter {
namespace {

KeySpan find_keys(const Channel& channel, double time_s) {
  const KeySpan keys = skelter::find_keys(channel.times_s, time_s, [](double key_s) { return key_s; });
  return channel.interpolation == Interpolation::step ? KeySpan{keys.first, keys.first, 0, 0} : keys;
}

template <std::size_t Width>
using Numbers = std::array<double, Width>;

// Returns part 0 (in-tangent), 1 (value) or 2 (out-tangent) of a cubic key. Other keys have only part 1.
template <std::size_t Width>
Numbers<Width> key_part(const Channel& channel, std::size_t key, std::size_t part) {
  const bool cubic = channel.interpolation == Interpolation::cubic;
  const std::size_t begin = (cubic ? key * 3 + part : key) * Width;
  Numbers<Width> numbers;
  for (std::size_t i = 0; i < Width; ++i) numbers[i] = channel.values[begin + i];
  return numbers;
}
template <std::size_t Width>
Numbers<Width> key_value(const Channel& channel, std::size_t key) {
  return key_part<Width>(channel, key, 1);
}

// Weights in the Hermite spline of glTF 2.0, appendix C, "Cubic Spline Interpolation", for the two values,
// the left key's out-tangent and the right key's in-tangent. Tangents are per second.
struct HermiteWeights {
  double v0 = 0, out = 0, v1 = 0, in = 0;
};
HermiteWeights hermite(const KeySpan& keys) {
  const double t = keys.ratio, t2 = t * t, t3 = t2 * t;
  return {2 * t3 - 3 * t2 + 1, keys.length * (t3 - 2 * t2 + t), -2 * t3 + 3 * t2, keys.length * (t3 - t2)};
}

template <std::size_t Width>
Numbers<Width> spline(const Channel& channel, const KeySpan& keys) {
  const HermiteWeights h = hermite(keys);
  const auto v0 = key_value<Width>(channel, keys.first), v1 = key_value<Width>(channel, keys.second);
  const auto out = key_part<Width>(channel, keys.first, 2), in = key_part<Width>(channel, keys.second, 0);
  Numbers<Width> numbers;
  for (std::size_t i = 0; i < Width; ++i)
    numbers[i] = h.v0 * v0[i] + h.out * out[i] + h.v1 * v1[i] + h.in * in[i];
  return numbers;
}

template <std::size_t Width>
Numbers<Width> sample_elements(const Channel& channel, const KeySpan& keys) {
  if (keys.ratio == 0) return key_value<Width>(channel, keys.first);
  if (channel.interpolation == Interpolation::cubic) return spline<Width>(channel, keys);
  const auto v0 = key_value<Width>(channel, keys.first), v1 = key_value<Width>(channel, keys.second);
  Numbers<Width> numbers;
  for (std::size_t i = 0; i < Width; ++i) numbers[i] = v0[i] + (v1[i] - v0[i]) * keys.ratio;
  return numbers;
}

Quatd to_rotation(const Numbers<4>& n) {
  return normalized(Quatd{n[0], n[1], n[2], n[3]});
}

// Largest deviation of a key's squared length from 1 that float rounding can explain.
constexpr double kUnitRounding = 1e-5;

Quatd stored_rotation(const Channel& channel, std::size_t key) {
  const Numbers<4> n = key_value<4>(channel, key);
  return {n[0], n[1], n[2], n[3]};
}

// Implements glTF 2.0, appendix C, "Spherical Linear Interpolation", for keys of any length. Nearly equal
// keys are interpolated linearly and normalised; equal keys are returned unchanged.
Quatd slerp_as_stored(const Quatd& a, const Quatd& b, double t) {
  const double cosine = dot(a, b), sign = cosine < 0 ? -1 : 1;
  const auto mixed = [&](double wa, double wb) {
    return Quatd{a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb};
  };
  if (a == b) return a;
  if (std::abs(cosine) >= 0.9999) return normalized(mixed(1 - t, sign * t));
  const double angle = portable_acos(std::abs(cosine)), sine = portable_sin(angle);
  return mixed(portable_sin((1 - t) * angle) / sine, sign * portable_sin(t * angle) / sine);
}

// Precomputes the parts of slerp that depend only on the two rotations, for many ratios between them.
class RotationArc {
 public:
  RotationArc() = default;
  RotationArc(const Quatd& a, const Quatd& b) {
    double cosine = dot(a, b);
    sign_ = cosine < 0 ? -1 : 1;
    cosine *= sign_;
    if (!(1 - cosine > 0.001)) return;  // so close that linear interpolation is used
    angle_ = portable_acos(cosine < 1 ? cosine : 1);
    inverse_sine_ = 1 / portable_sin(angle_);
  }
  double first_weight(double t) const {
    return angle_ == 0 ? 1 - t : portable_sin((1 - t) * angle_) * inverse_sine_;
  }
  double second_weight(double t) const {
    return sign_ * (angle_ == 0 ? t : portable_sin(t * angle_) * inverse_sine_);
  }

 private:
  double sign_ = 1, angle_ = 0, inverse_sine_ = 0;
};

}  // namespace

Vec3d sample_vector(const Channel& channel, double time_s) {
  const Numbers<3> n = sample_elements<3>(channel, find_keys(channel, time_s));
  return {n[0], n[1], n[2]};
}

Quatd sample_rotation(const Channel& channel, double time_s) {
  const KeySpan keys = find_keys(channel, time_s);
  if (keys.ratio == 0) return to_rotation(key_value<4>(channel, keys.first));
  if (channel.interpolation == Interpolation::cubic) return to_rotation(spline<4>(channel, keys));
  return slerp(to_rotation(key_value<4>(channel, keys.first)),
               to_rotation(key_value<4>(channel, keys.second)), keys.ratio);
}

void find_spans(const Channel& channel, std::span<const double> times_s, std::vector<KeySpan>& out) {
  const std::vector<double>& keys = channel.times_s;
  const bool step = channel.interpolation == Interpolation::step;
  out.clear();
  std::size_t after = 0;  // the first key later than the time
  for (const double time_s : times_s) {
    if (after > 0 && time_s < keys[after - 1]) after = 0;
    // Usually one of the next keys, otherwise the same search as in find_keys.
    constexpr std::size_t kNear = 4;
    for (std::size_t i = 0; i < kNear && after < keys.size() && time_s >= keys[after]; ++i) ++after;
    if (after < keys.size() && time_s >= keys[after])
      after = static_cast<std::size_t>(std::upper_bound(keys.begin(), keys.end(), time_s) - keys.begin());
    const std::size_t first = after == 0 ? 0 : after - 1;
    if (after == 0 || after == keys.size() || step) {
      out.push_back({first, first, 0, 0});
      continue;
    }
    const double length = keys[after] - keys[first];
    out.push_back({first, after, (time_s - keys[first]) / length, length});
  }
}

bool share_spans(const Channel& a, const Channel& b) {
  return (a.interpolation == Interpolation::step) == (b.interpolation == Interpolation::step) &&
         a.times_s == b.times_s;
}

void sample_vectors(const Channel& channel, std::span<const KeySpan> spans, double* rows,
                    std::size_t stride) {
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Numbers<3> n = sample_elements<3>(channel, spans[i]);
    for (std::size_t row = 0; row < 3; ++row) rows[row * stride + i] = n[row];
  }
}

void find_mixes(const Channel& channel, std::span<const KeySpan> spans, RotationMixes& out) {
  const auto put = [&](std::vector<double>& rows, std::size_t i, const Quatd& q) {
    double* at = rows.data() + i;
    for (const double number : {q.x, q.y, q.z, q.w}) {
      *at = number;
      at += out.stride;
    }
  };
  const bool cubic = channel.interpolation == Interpolation::cubic;
  Quatd a, b;
  RotationArc arc;
  const KeySpan* before = nullptr;
  for (std::size_t i = 0; i < out.stride; ++i) {
    const KeySpan& keys = spans[std::min(i, spans.size() - 1)];
    const bool held =
        before != nullptr && !cubic && keys.first == before->first && keys.second == before->second;
    before = &keys;
    if (!held) {
      a = to_rotation(cubic && keys.ratio != 0 ? spline<4>(channel, keys)
                                               : key_value<4>(channel, keys.first));
      b = cubic || keys.second == keys.first ? a : to_rotation(key_value<4>(channel, keys.second));
      if (keys.second != keys.first) arc = RotationArc(a, b);
    }
    put(out.a, i, a);
    put(out.b, i, b);
    const bool exact = cubic || keys.ratio == 0;
    out.weight_a[i] = exact ? 1 : arc.first_weight(keys.ratio);
    out.weight_b[i] = exact ? 0 : arc.second_weight(keys.ratio);
  }
}

std::vector<double> sample_weights(const Channel& channel, double time_s) {
  const KeySpan keys = find_keys(channel, time_s);
  const bool cubic = channel.interpolation == Interpolation::cubic;
  const std::size_t parts = cubic ? 3 : 1;
  const std::size_t width = channel.values.size() / (channel.times_s.size() * parts);
  const auto number = [&](std::size_t key, std::size_t part, std::size_t i) -> double {
    return channel.values[((cubic ? key * 3 + part : key) * width) + i];
  };
  const HermiteWeights h = hermite(keys);
  std::vector<double> weights(width);
  for (std::size_t i = 0; i < width; ++i) {
    const double v0 = number(keys.first, 1, i), v1 = number(keys.second, 1, i);
    weights[i] =
        keys.ratio == 0 ? v0
        : cubic ? h.v0 * v0 + h.out * number(keys.first, 2, i) + h.v1 * v1 + h.in * number(keys.second, 0, i)
                : v0 + (v1 - v0) * keys.ratio;
  }
  return weights;
}

Quatd sample_rotation_as_stored(const Channel& channel, double time_s) {
  if (channel.interpolation == Interpolation::cubic) return sample_rotation(channel, time_s);
  const KeySpan keys = find_keys(channel, time_s);
  const Quatd first = stored_rotation(channel, keys.first), second = stored_rotation(channel, keys.second);
  if (std::abs(dot(first, first) - 1) <= kUnitRounding && std::abs(dot(second, second) - 1) <= kUnitRounding)
    return sample_rotation(channel, time_s);
  return keys.ratio == 0 ? first : slerp_as_stored(first, second, keys.ratio);
}

Mat4d sample_matrix(const Channel& channel, double time_s, MatrixKeys mode) {
  const KeySpan keys = find_keys(channel, time_s);
  if (mode == MatrixKeys::nearest) {
    const bool later = channel.times_s[keys.second] - time_s <= time_s - channel.times_s[keys.first];
    return {key_value<16>(channel, later ? keys.second : keys.first)};
  }
  const bool exact = keys.ratio == 0;
  if (exact || mode != MatrixKeys::decompose || channel.interpolation == Interpolation::cubic)
    return {sample_elements<16>(channel, keys)};
  const Mat4d first{key_value<16>(channel, keys.first)}, second{key_value<16>(channel, keys.second)};
  const AffineParts parts = split(first);
  return compose(interpolate(parts, split_like(parts, second), keys.ratio));
}

}  // namespace skelter

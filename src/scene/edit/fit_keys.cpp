#include "scene/edit/internal/fit_keys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "scene/evaluate/sample_channel.h"

namespace skelter {
namespace {

constexpr int kProbes = 7;

double worst_between(double left_s, double right_s, const FitError& error) {
  double worst = 0;
  for (int probe = 1; probe <= kProbes; ++probe)
    worst = std::max(worst, error(left_s, right_s, left_s + (right_s - left_s) * probe / (kProbes + 1)));
  return worst;
}

// Appends the times after `left_s` up to `right_s`. Stops and returns false if the result exceeds `most`
// times.
bool fit_interval(double left_s, double right_s, const FitError& error, const FitOptions& options,
                  std::size_t most, FittedTimes& out) {
  const double worst = worst_between(left_s, right_s, error);
  const double most_parts = std::floor((right_s - left_s) / options.shortest_s);
  if (worst <= options.bound || most_parts < 2) {
    out.largest_error = std::max(out.largest_error, worst);
    out.times_s.push_back(right_s);
    return out.times_s.size() <= most;
  }
  // Splits into at most 16 parts at a time. Near a jump or a corner the square law fails, and only some parts
  // need more splitting.
  const double wanted = std::ceil(std::sqrt(worst / options.bound));
  const int parts = static_cast<int>(std::min({std::max(wanted, 2.0), most_parts, 16.0}));
  for (int part = 0; part < parts; ++part) {
    const double begin = left_s + (right_s - left_s) * part / parts;
    const double end = part + 1 == parts ? right_s : left_s + (right_s - left_s) * (part + 1) / parts;
    if (!fit_interval(begin, end, error, options, most, out)) return false;
  }
  return true;
}

void cut_equally(double left_s, double right_s, const FitError& error, std::size_t parts, FittedTimes& out) {
  for (std::size_t part = 1; part <= parts; ++part) {
    const double begin = out.times_s.back();
    const double end =
        part == parts ? right_s
                      : left_s + (right_s - left_s) * static_cast<double>(part) / static_cast<double>(parts);
    out.largest_error = std::max(out.largest_error, worst_between(begin, end, error));
    out.times_s.push_back(end);
  }
}

std::vector<double> sample(const Channel& channel, double time_s) {
  switch (channel.path) {
    case ChannelPath::rotation: {
      const Quatd q = sample_rotation(channel, time_s);
      return {q.x, q.y, q.z, q.w};
    }
    case ChannelPath::matrix: {
      const Mat4d m = sample_matrix(channel, time_s, MatrixKeys::elements);
      return {m.m.begin(), m.m.end()};
    }
    case ChannelPath::weights:
      return sample_weights(channel, time_s);
    default: {
      const Vec3d v = sample_vector(channel, time_s);
      return {v.x, v.y, v.z};
    }
  }
}

// Interpolates linearly between keys at the two times.
std::vector<double> between(const Channel& channel, double left_s, double right_s, double time_s) {
  const std::vector<double> a = sample(channel, left_s), b = sample(channel, right_s);
  const double ratio = (time_s - left_s) / (right_s - left_s);
  if (channel.path == ChannelPath::rotation) {
    const Quatd q = slerp(Quatd{a[0], a[1], a[2], a[3]}, Quatd{b[0], b[1], b[2], b[3]}, ratio);
    return {q.x, q.y, q.z, q.w};
  }
  std::vector<double> mixed(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) mixed[i] = a[i] + (b[i] - a[i]) * ratio;
  return mixed;
}

double difference(ChannelPath path, const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  if (path == ChannelPath::rotation) {
    const Quatd p{a[0], a[1], a[2], a[3]}, q{b[0], b[1], b[2], b[3]};
    const double sign = dot(p, q) < 0 ? -1 : 1;
    const Quatd d{p.x - sign * q.x, p.y - sign * q.y, p.z - sign * q.z, p.w - sign * q.w};
    return 4 * portable_atan2(length(d) / 2, std::sqrt(std::max(0.0, 1 - dot(d, d) / 4)));
  }
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Converts a step channel to linear keys by repeating the old value just before each new one.
Channel steps_as_jumps(const Channel& channel, double shortest_s) {
  Channel linear = channel;
  linear.interpolation = Interpolation::linear;
  linear.times_s.clear();
  linear.values.clear();
  const std::size_t width = channel.values.size() / channel.times_s.size();
  const auto add = [&](double time_s, std::size_t key) {
    linear.times_s.push_back(time_s);
    for (std::size_t i = 0; i < width; ++i) linear.values.push_back(channel.values[key * width + i]);
  };
  for (std::size_t key = 0; key < channel.times_s.size(); ++key) {
    const double before = channel.times_s[key] - shortest_s;
    if (key > 0 && before > channel.times_s[key - 1]) add(before, key - 1);
    add(channel.times_s[key], key);
  }
  return linear;
}

}  // namespace

FittedTimes fit_times(std::span<const double> times_s, const FitError& error, const FitOptions& options) {
  FittedTimes out;
  if (times_s.empty()) return out;
  out.times_s.push_back(times_s[0]);
  std::size_t left = options.most_keys;
  for (std::size_t i = 1; i < times_s.size(); ++i) {
    const std::size_t begin = out.times_s.size();
    const double error_before = out.largest_error;
    const std::size_t parts = std::min(kMaxPartsOfInterval, left / (times_s.size() - i) + 1);
    if (!fit_interval(times_s[i - 1], times_s[i], error, options, begin + parts, out)) {
      out.times_s.resize(begin);
      out.largest_error = error_before;
      cut_equally(times_s[i - 1], times_s[i], error, parts, out);
    }
    left -= std::min(left, out.times_s.size() - begin - 1);
  }
  return out;
}

Channel to_linear_keys(const Channel& channel, const FitOptions& options, double* largest_error) {
  if (largest_error != nullptr) *largest_error = 0;
  if (channel.interpolation == Interpolation::linear) return channel;
  if (channel.interpolation == Interpolation::step) return steps_as_jumps(channel, options.shortest_s);
  const FittedTimes fitted = fit_times(
      channel.times_s,
      [&](double left_s, double right_s, double time_s) {
        return difference(channel.path, sample(channel, time_s), between(channel, left_s, right_s, time_s));
      },
      options);
  if (largest_error != nullptr) *largest_error = fitted.largest_error;
  Channel linear = channel;
  linear.interpolation = Interpolation::linear;
  linear.times_s = fitted.times_s;
  linear.values.clear();
  for (const double time_s : fitted.times_s)
    for (const double value : sample(channel, time_s)) linear.values.push_back(static_cast<float>(value));
  return linear;
}

}  // namespace skelter

// Rules about stored keys: quaternion-flip, scale-drift, frame-ticks, redundant-keys.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/edit/internal/frame_numbers.h"
#include "scene/evaluate/sample_channel.h"
#include "scene/lint/lint_detail.h"
#include "skelter/math/transform.h"

namespace skelter::lint_detail {
namespace {

constexpr double kDeliberateScale = 0.05;

std::size_t width_of(const Channel& channel) {
  return channel.values.size() / channel.times_s.size() /
         (channel.interpolation == Interpolation::cubic ? 3 : 1);
}

// Returns the numbers of key `k`. For cubic keys, this is the value between the tangents.
const float* key_value(const Channel& channel, std::size_t k) {
  const std::size_t width = width_of(channel);
  return &channel.values[channel.interpolation == Interpolation::cubic ? (3 * k + 1) * width : k * width];
}

double sign_product(const float* a, const float* b) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

// --- quaternion-flip -------------------------------------------------------------------------------------

// Counts neighbouring keys in opposite hemispheres. The rotations are equal or similar, but a program that
// does not take the shorter path rotates the long way round.
void count_flips(const Clip& clip, const Channel& channel, Measured& measured, bool& cubic) {
  for (std::size_t k = 1; k < channel.times_s.size(); ++k) {
    if (sign_product(key_value(channel, k - 1), key_value(channel, k)) >= 0) continue;
    if (measured.value == 0) {
      measured.object = clip.targets[channel.target].name;
      measured.time_s = channel.times_s[k];
    }
    measured.value += 1;
    cubic = cubic || channel.interpolation == Interpolation::cubic;
  }
}

// --- scale-drift -----------------------------------------------------------------------------------------

// Lengths of the three axes.
Vec3d axis_lengths(const Channel& channel, std::size_t k) {
  const float* v = key_value(channel, k);
  if (channel.path == ChannelPath::scale)
    return {std::abs(static_cast<double>(v[0])), std::abs(static_cast<double>(v[1])),
            std::abs(static_cast<double>(v[2]))};
  const auto column = [&](int c) { return length(Vec3d{v[4 * c], v[4 * c + 1], v[4 * c + 2]}); };
  return {column(0), column(1), column(2)};
}

// The largest relative change of an axis length. Axes with length 0 in `from` are ignored.
double change(const Vec3d& from, const Vec3d& to) {
  const auto one = [](double a, double b) { return a > 0 ? std::abs(b / a - 1) : 0; };
  return std::max({one(from.x, to.x), one(from.y, to.y), one(from.z, to.z)});
}

struct Drift {
  double value = 0;
  std::size_t key = 0;
  bool returns = false;      // the last key has the same lengths as the first
  bool keeps_volume = true;  // a longer axis is compensated by shorter ones
};

Drift drift_of(const Channel& channel) {
  Drift drift;
  const Vec3d first = axis_lengths(channel, 0);
  for (std::size_t k = 1; k < channel.times_s.size(); ++k) {
    const double changed = change(first, axis_lengths(channel, k));
    const Vec3d here = axis_lengths(channel, k);
    const double volume = first.x * first.y * first.z;
    drift.keeps_volume =
        drift.keeps_volume && std::abs(here.x * here.y * here.z - volume) <= kScaleDrift * volume;
    drift.returns = changed <= kScaleDrift;
    if (changed <= drift.value) continue;
    drift.value = changed;
    drift.key = k;
  }
  return drift;
}

// --- redundant-keys --------------------------------------------------------------------------------------

constexpr double kSamePosition = 1e-5;  // H
constexpr double kSameRatio = 1e-5;     // for scales and weights
constexpr double kSameTurn_rad = 1e-4;  // 0.02 mm at the end of an arm

bool near(const float* a, const float* b, std::size_t count, double tolerance) {
  for (std::size_t i = 0; i < count; ++i)
    if (std::abs(static_cast<double>(a[i]) - b[i]) > tolerance) return false;
  return true;
}

Quatd quaternion(const float* v) {
  return normalized(Quatd{v[0], v[1], v[2], v[3]});
}

bool same_turn(const Quatd& a, const Quatd& b) {
  const Quatd between = conjugate(a) * b;
  return 2 * length(Vec3d{between.x, between.y, between.z}) <= kSameTurn_rad;
}

double tolerance_of(const Channel& channel, std::size_t element, double extent) {
  const bool place =
      channel.path == ChannelPath::translation || (channel.path == ChannelPath::matrix && element >= 12);
  return place ? kSamePosition * extent : kSameRatio;
}

// Whether interpolating from key k - 1 to k + 1 gives the value of key k.
bool redundant(const Channel& channel, std::size_t k, double extent) {
  const float *before = key_value(channel, k - 1), *here = key_value(channel, k),
              *after = key_value(channel, k + 1);
  const std::size_t width = width_of(channel);
  if (channel.interpolation == Interpolation::step) return near(before, here, width, 0);
  const double ratio =
      (channel.times_s[k] - channel.times_s[k - 1]) / (channel.times_s[k + 1] - channel.times_s[k - 1]);
  if (channel.path == ChannelPath::rotation)
    return same_turn(slerp(quaternion(before), quaternion(after), ratio), quaternion(here));
  for (std::size_t i = 0; i < width; ++i) {
    const double between = before[i] + (static_cast<double>(after[i]) - before[i]) * ratio;
    if (std::abs(between - here[i]) > tolerance_of(channel, i, extent)) return false;
  }
  return true;
}

}  // namespace

MeasuredList quaternion_flips(const LintWork& work) {
  MeasuredList list;
  for (std::uint32_t c = 0; c < work.scene.clips.size(); ++c) {
    const Clip& clip = work.scene.clips[c];
    Measured measured{0, c};
    bool any = false, cubic = false;
    for (const Channel& channel : clip.channels) {
      if (channel.path != ChannelPath::rotation) continue;
      any = true;
      count_flips(clip, channel, measured, cubic);
    }
    if (!any) continue;
    // Linear and stepped keys play correctly in programs that take the shorter path, as glTF and D3DX do.
    measured.info_only = measured.value > 0 && !cubic;
    if (measured.info_only)
      measured.note =
          "the sign changes between neighbours; only programs that do not take the shorter path are affected";
    else if (cubic)
      measured.note = "the sign changes between neighbours of a spline, which then takes the longer path";
    list.push_back(measured);
  }
  return list;
}

MeasuredList scale_drift(const LintWork& work) {
  MeasuredList list;
  for (std::uint32_t c = 0; c < work.scene.clips.size(); ++c) {
    const Clip& clip = work.scene.clips[c];
    Measured measured{0, c};
    bool any = false;
    std::vector<std::string> deliberate, squashed;
    Measured squash{0, c};
    for (const Channel& channel : clip.channels) {
      if (channel.path != ChannelPath::scale && channel.path != ChannelPath::matrix) continue;
      any = true;
      const Drift drift = drift_of(channel);
      if (drift.value > kDeliberateScale) {
        deliberate.push_back(clip.targets[channel.target].name);
      } else if (drift.value > kScaleDrift && (drift.returns || drift.keeps_volume)) {
        squashed.push_back(clip.targets[channel.target].name);
        if (drift.value > squash.value) {
          squash.value = drift.value;
          squash.time_s = channel.times_s[drift.key];
          squash.object = squashed.back();
        }
      } else if (drift.value > measured.value) {
        measured.value = drift.value;
        measured.time_s = channel.times_s[drift.key];
        measured.object = clip.targets[channel.target].name;
      }
    }
    if (!deliberate.empty())
      measured.note =
          fmt::format("scaled on purpose, over {:g} %: {}", 100 * kDeliberateScale, first_names(deliberate));
    if (measured.value <= kScaleDrift && !squashed.empty()) {
      measured = squash;
      measured.unsure = true;
      measured.note = fmt::format("squash and stretch, since the size comes back or the volume stays: {}",
                                  first_names(squashed));
    }
    if (any) list.push_back(measured);
  }
  return list;
}

MeasuredList frame_ticks(const LintWork& work) {
  MeasuredList list;
  for (std::uint32_t c = 0; c < work.scene.clips.size(); ++c) {
    const Clip& clip = work.scene.clips[c];
    if (!(clip.duration_s > 0)) continue;
    Measured measured{keys_per_second(work.scene, clip), c};
    if (measured.value > kMaxKeysPerSecond && clip.ticks_per_second)
      measured.note = fmt::format("{:.6g} ticks in all", clip.duration_s * *clip.ticks_per_second);
    list.push_back(measured);
  }
  return list;
}

MeasuredList redundant_keys(const LintWork& work) {
  MeasuredList list;
  for (std::uint32_t c = 0; c < work.scene.clips.size(); ++c) {
    const Clip& clip = work.scene.clips[c];
    std::size_t keys = 0, superfluous = 0, most = 0;
    Measured measured{0, c};
    for (const Channel& channel : clip.channels) {
      keys += channel.times_s.size();
      if (channel.interpolation == Interpolation::cubic) continue;
      std::size_t here = 0;
      for (std::size_t k = 1; k + 1 < channel.times_s.size(); ++k) here += redundant(channel, k, work.extent);
      superfluous += here;
      if (here <= most) continue;
      most = here;
      measured.object = clip.targets[channel.target].name;
    }
    if (keys == 0) continue;
    measured.value = static_cast<double>(superfluous) / static_cast<double>(keys);
    if (superfluous != 0)
      measured.note =
          fmt::format("{} of {} keys can be removed without changing the motion", superfluous, keys);
    list.push_back(measured);
  }
  return list;
}

}  // namespace skelter::lint_detail

#include "play/difference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "skelter/math/quat.h"
#include "skelter/math/trig.h"

namespace skelter::play_state {
namespace {

// The rotation vector (angle times axis) of the shorter arc.
Vec3d rotation_vector(const Quatd& q) {
  const double sign = q.w < 0 ? -1 : 1;
  const Vec3d v{q.x * sign, q.y * sign, q.z * sign};
  const double sine = length(v);
  // 2 atan2(s, w) / s tends to 2 / w.
  return v * (sine > 1e-12 ? 2 * portable_atan2(sine, q.w * sign) / sine : 2);
}

Vec3d vector_at(const SoaTransform& block, std::size_t row, std::uint32_t lane) {
  return {block.rows[row][lane], block.rows[row + 1][lane], block.rows[row + 2][lane]};
}
void put_vector(float (*rows)[kLanes], std::uint32_t lane, const Vec3d& v) {
  rows[0][lane] = static_cast<float>(v.x);
  rows[1][lane] = static_cast<float>(v.y);
  rows[2][lane] = static_cast<float>(v.z);
}

// The speed at the first of three times. It is exact under constant acceleration, which is nearly true at the
// beginning of a transition. If there is a jump between two of the times, the jump is ignored.
double speed_of(double first, double second, double third) {
  const double now = second - first, next = third - second;
  const double most = std::max(std::abs(now), std::abs(next));
  if (std::abs(next - now) > most / 2)
    return now * next > 0 ? std::copysign(std::min(std::abs(now), std::abs(next)), now) / kGlance_s : 0;
  return (1.5 * now - 0.5 * next) / kGlance_s;
}
Vec3d speed_of(const Vec3d (&at)[kGlances]) {
  return {speed_of(at[0].x, at[1].x, at[2].x), speed_of(at[0].y, at[1].y, at[2].y),
          speed_of(at[0].z, at[1].z, at[2].z)};
}

// The rotation vector of the rotation `turn` that is nearest to `to`. Its angle may be above half a turn.
Vec3d nearest_turn(const Vec3d& turn, const Vec3d& to) {
  const double angle = length(turn);
  if (!(angle > 0)) return turn;
  const Vec3d other = turn * (1 - 2 * std::numbers::pi / angle);
  return length(other - to) < length(turn - to) ? other : turn;
}
Vec3d limited(const Vec3d& v, double most) {
  const double size = length(v);
  return size > most ? v * (most / size) : v;
}

constexpr double kMinSize = 1e-7;       // a smaller difference is 0
constexpr double kFrame_s = 1.0 / 60;   // angles change by at most half a turn in this time
constexpr double kMaxPerSecond = 1e6;   // limit of `paces`
constexpr double kMaxDuration_s = 1e9;  // limit in formulas
constexpr double kMinScale = 1e-6;      // minimum scale for which a logarithm is used
constexpr double kFreeTurn = 0.1,
                 kFree = 0.05;  // minimum range of kept speeds: in radians; as a fraction of length and scale
constexpr double kPeakOfSpeed = 0.2;  // decayed_speed() stays below it

// --- logarithms, with the same bits on every machine -------------------------------------------------------

bool has_logarithm(float was, float now) {
  return std::abs(double{was}) >= kMinScale && std::abs(double{now}) >= kMinScale && (was > 0) == (now > 0);
}
constexpr double kLn2 = 0.69314718055994531;

// The logarithm of a positive, normal number; error below 1e-12.
double logarithm(double x) {
  const auto bits = __builtin_bit_cast(std::uint64_t, x);
  const auto exponent = static_cast<std::int32_t>(bits >> 52) - 1022;
  double mantissa =
      __builtin_bit_cast(double, (bits & 0x000FFFFFFFFFFFFF) | (std::uint64_t{1022} << 52));  // from 0.5 to 1
  double twos = exponent;
  constexpr double kRootOfHalf = 0.70710678118654752;
  if (mantissa < kRootOfHalf) mantissa *= 2, twos -= 1;
  const double z = (mantissa - 1) / (mantissa + 1), z2 = z * z;
  double sum = 0;
  for (int i = 15; i >= 1; i -= 2) sum = sum * z2 + 1.0 / i;
  return twos * kLn2 + 2 * z * sum;
}
// The exponential, for |x| below 300; relative error below 1e-9.
double exponential(double x) {
  const double twos = std::floor(x / kLn2 + 0.5), rest = x - twos * kLn2;  // |rest| <= 0.35
  double sum = 1;
  for (int i = 9; i >= 1; --i) sum = 1 + sum * rest / i;
  return sum *
         __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + static_cast<std::int64_t>(twos)) << 52);
}

// The rotation of a rotation vector. Computed from a power series for a quarter of its angle, doubled twice,
// without a root or a library function. Error below 1e-7 up to a whole turn.
struct Turn {
  float x, y, z, w;
};
Turn turn_of(float x, float y, float z) {
  const float t = (x * x + y * y + z * z) * 0.0625f;  // the square of a quarter of the angle
  const float cosine =
      1 + t * (-1.0f / 2 + t * (1.0f / 24 + t * (-1.0f / 720 + t * (1.0f / 40320 + t * (-1.0f / 3628800)))));
  const float sine_over =
      1 +
      t * (-1.0f / 6 + t * (1.0f / 120 + t * (-1.0f / 5040 + t * (1.0f / 362880 + t * (-1.0f / 39916800)))));
  const float s = sine_over * cosine * 0.5f;  // sin(half) / angle
  return {x * s, y * s, z * s, 2 * cosine * cosine - 1};
}

}  // namespace

Difference::Difference(const Skeleton& skeleton) : blocks_(skeleton.block_count()) {
  float longest = 0;
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint)
    longest = std::max(longest, length(get(skeleton.rest_pose[joint / kLanes], joint % kLanes).translation));
  if (longest > 0) length_ = longest;
}

void Difference::advance(double seconds) {
  age_s_ += seconds;
  if (!runs()) clear();
}

void Difference::add_to(std::span<SoaTransform> pose, double ahead_s) const {
  if (!runs()) return;
  const double age_s = age_s_ + ahead_s, duration_s = std::min(duration_s_, kMaxDuration_s);
  const float age = static_cast<float>(std::min(age_s, kMaxDuration_s));
  const float whole = static_cast<float>(std::min(age_s / duration_s_, 1.0));
  const float duration = static_cast<float>(duration_s);
  for (std::size_t b = 0; b < pose.size(); ++b) {
    const Block& block = blocks_[b];
    float rates[kLanes];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      rates[lane] = profile_.empty() ? 1 : std::clamp(4 * profile_[b * kLanes + lane], 1.0f, 4.0f);
    float left[9][kLanes], fractions[kParts][kLanes];
    for (std::size_t part = 0; part < kParts; ++part) {
      float speeds[kLanes];
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const float pace = block.paces[part][lane], own = duration / rates[lane];
        const float u = std::min(std::max(whole * rates[lane], age * pace * (1 / kMaxPace)), 1.0f);
        const float paced = std::min(pace * own, kMaxPace);
        fractions[part][lane] = std::clamp(decayed(u, keeps_speeds_ ? 0 : paced), 0.0f, 1.0f);
        speeds[lane] = keeps_speeds_ ? decayed_speed(u) * (paced < kMaxPace ? own : kMaxPace / pace) : 0;
      }
      for (std::size_t row = 3 * part; row < 3 * part + 3; ++row)
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
          left[row][lane] =
              block.rows[row][lane] * fractions[part][lane] + block.speeds[row][lane] * speeds[lane];
    }
    SoaTransform& out = pose[b];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const Turn q = turn_of(left[3][lane], left[4][lane], left[5][lane]);
      const float x = out.rows[3][lane], y = out.rows[4][lane], z = out.rows[5][lane], w = out.rows[6][lane];
      const float rx = q.w * x + q.x * w + q.y * z - q.z * y, ry = q.w * y - q.x * z + q.y * w + q.z * x;
      const float rz = q.w * z + q.x * y - q.y * x + q.z * w, rw = q.w * w - q.x * x - q.y * y - q.z * z;
      // The two factors are unit except for rounding, so one step of Newton's method makes their product
      // unit.
      const float s = 1.5f - 0.5f * (rx * rx + ry * ry + rz * rz + rw * rw);
      out.rows[3][lane] = rx * s, out.rows[4][lane] = ry * s, out.rows[5][lane] = rz * s,
      out.rows[6][lane] = rw * s;
    }
    for (std::size_t row = 0; row < 3; ++row)
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) out.rows[row][lane] += left[row][lane];
    if (!block.scales) continue;
    for (std::uint32_t i = 0; i < 3 * kLanes; ++i) {
      const std::uint32_t row = i / kLanes, lane = i % kLanes;
      float& scale = out.rows[7 + row][lane];
      const float difference = left[6 + row][lane];
      if ((block.fixed_scales >> i & 1) != 0)
        scale += (block.rows[6 + row][lane] - scale) * fractions[2][lane];
      else if (difference != 0)
        scale = static_cast<float>(double{scale} * exponential(double{difference}));
    }
  }
}

// The difference replaces the old pose in rows 0 to 2, 3 to 5 and 7 to 9.
void Difference::compare(Glances& glances, std::size_t glance, std::span<const SoaTransform> now) {
  for (std::size_t b = 0; b < now.size(); ++b) {
    if (glance == 0) blocks_[b].fixed_scales = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      SoaTransform& was = glances.shown[glance][b];
      const Transform a = get(was, lane), c = get(now[b], lane);
      const Quatd turn = to_double(a.rotation) * conjugate(to_double(c.rotation));
      put_vector(&was.rows[0], lane, to_double(a.translation) - to_double(c.translation));
      put_vector(&was.rows[3], lane, rotation_vector(turn));
      for (std::uint32_t row = 7; row < 10; ++row) {
        float& scale = was.rows[row][lane];
        const float new_scale = now[b].rows[row][lane];
        if (has_logarithm(scale, new_scale))
          scale = static_cast<float>(logarithm(double{scale} / double{new_scale}));
        else if (glance == 0)
          blocks_[b].fixed_scales |= 1u << ((row - 7) * kLanes + lane);
        else
          scale = glances.shown[0][b].rows[row][lane];
      }
    }
  }
}

void Difference::begin_part(const Glances& glances, Block& block, std::size_t b, std::size_t part,
                            std::uint32_t lane) const {
  const std::size_t row = part == 2 ? 7 : 3 * part;
  Vec3d at[kGlances];
  for (std::size_t i = 0; i < kGlances; ++i) at[i] = vector_at(glances.shown[i][b], row, lane);
  put_vector(&block.rows[3 * part], lane, at[0]);
  if (part == 1)
    for (std::size_t i = 1; i < kGlances; ++i) at[i] = nearest_turn(at[i], at[0]);
  // Fixed scales are ignored in size and speed.
  for (std::uint32_t i = 0; part == 2 && i < 3; ++i)
    if ((block.fixed_scales >> (i * kLanes + lane) & 1) != 0)
      for (Vec3d& scales : at) (i == 0 ? scales.x : i == 1 ? scales.y : scales.z) = 0;
  Vec3d speed = speed_of(at);
  if (part == 1) speed = limited(speed, std::numbers::pi / kFrame_s);
  const double size = length(at[0]);
  double pace = 0;
  if (keeps_speeds_) {
    double most = size + (part == 0 ? kFree * double{length_} : part == 1 ? kFreeTurn : kFree);
    if (part == 1) most = std::min(most, std::max(0.0, std::numbers::pi - size));
    pace = double{kMaxPace} * kPeakOfSpeed * length(speed) / std::max(most, kMinSize);
  } else if (size > kMinSize) {
    pace = std::max(0.0, -dot(at[0], speed)) / (size * size);
  }
  put_vector(&block.speeds[3 * part], lane, keeps_speeds_ ? speed : Vec3d{});
  block.paces[part][lane] = static_cast<float>(std::min(pace, kMaxPerSecond));
}

void Difference::begin(const Glances& glances, double duration_s, std::span<const float> profile,
                       Speeds speeds) {
  keeps_speeds_ = speeds == Speeds::kept;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      for (std::size_t part = 0; part < kParts; ++part) begin_part(glances, block, b, part, lane);
    block.scales = block.fixed_scales != 0;
    for (std::size_t row = 6; row < 9; ++row)
      for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        block.scales = block.scales || block.rows[row][lane] != 0 || block.speeds[row][lane] != 0;
  }
  profile_ = profile;
  age_s_ = 0;
  duration_s_ = duration_s;
}

}  // namespace skelter::play_state

#include "play/difference.h"

#include <algorithm>
#include <cmath>

#include "skelter/math/quat.h"
#include "skelter/math/trig.h"

namespace skelter::play_state {
namespace {

// Angle times axis, of the shorter way.
Vec3d rotation_vector(const Quatd& q) {
  const double sign = q.w < 0 ? -1 : 1;
  const Vec3d v{q.x * sign, q.y * sign, q.z * sign};
  const double sine = length(v);
  // 2 atan2(s, w) / s goes to 2 / w.
  return v * (sine > 1e-12 ? 2 * trig::atan2(sine, q.w * sign) / sine : 2);
}

Vec3d vector_at(const SoaTransform& block, std::size_t row, std::uint32_t lane) {
  return {block.rows[row][lane], block.rows[row + 1][lane], block.rows[row + 2][lane]};
}
void put_vector(float (*rows)[kLanes], std::uint32_t lane, const Vec3d& v) {
  rows[0][lane] = static_cast<float>(v.x);
  rows[1][lane] = static_cast<float>(v.y);
  rows[2][lane] = static_cast<float>(v.z);
}

// How fast something changes at the first of three moments: exact for what is accelerated evenly, as the
// beginning of every transition nearly is.
Vec3d speed_of(const Vec3d (&at)[kGlances]) {
  return (at[1] * 4 - at[0] * 3 - at[2]) * (0.5 / kGlance_s);
}

// The rotation by a rotation vector, as power series of a quarter of its angle, turned twice: no root, no
// library function. Error below 1e-7 up to a whole turn.
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

Difference::Difference(const Skeleton& skeleton)
    : scratch_(skeleton.block_count()), blocks_(skeleton.block_count()) {
  for (auto& glance : glances_) glance.resize(skeleton.block_count());
}

void Difference::advance(double seconds) {
  age_s_ += seconds;
  if (!runs()) clear();
}

void Difference::add_to(std::span<SoaTransform> pose, double ahead_s) const {
  if (!runs()) return;
  const double u = (age_s_ + ahead_s) / duration_s_;
  for (std::size_t b = 0; b < pose.size(); ++b) {
    float value[kLanes], speed[kLanes];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const double rate = profile_.empty() ? 1 : 4 * static_cast<double>(profile_[b * kLanes + lane]);
      const float at = static_cast<float>(std::clamp(u * rate, 0.0, 1.0));
      value[lane] = dying(at);
      speed[lane] = rate > 0 ? dying_speed(at) * static_cast<float>(duration_s_ / rate) : 0;
    }
    const auto& rows = blocks_[b].rows;
    float left[9][kLanes];
    for (std::size_t row = 0; row < 9; ++row)
      for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        left[row][lane] = rows[row][lane] * value[lane] + rows[row + 9][lane] * speed[lane];
    SoaTransform& out = pose[b];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const Turn q = turn_of(left[3][lane], left[4][lane], left[5][lane]);
      const float x = out.rows[3][lane], y = out.rows[4][lane], z = out.rows[5][lane], w = out.rows[6][lane];
      const float rx = q.w * x + q.x * w + q.y * z - q.z * y, ry = q.w * y - q.x * z + q.y * w + q.z * x;
      const float rz = q.w * z + q.x * y - q.y * x + q.z * w, rw = q.w * w - q.x * x - q.y * y - q.z * z;
      // Both are unit to rounding, so that one step of Newton's method makes their product unit.
      const float s = 1.5f - 0.5f * (rx * rx + ry * ry + rz * rz + rw * rw);
      out.rows[3][lane] = rx * s, out.rows[4][lane] = ry * s, out.rows[5][lane] = rz * s,
      out.rows[6][lane] = rw * s;
    }
    for (std::size_t row = 0; row < 3; ++row)
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        out.rows[row][lane] += left[row][lane];
        out.rows[row + 7][lane] += left[row + 6][lane];
      }
  }
}

void Difference::keep_shown(std::size_t glance, std::span<const SoaTransform> pose) {
  std::copy(pose.begin(), pose.end(), glances_[glance].begin());
}

// The difference takes the place of what was shown: rows 0 to 2, 3 to 5, 7 to 9.
void Difference::compare(std::size_t glance, std::span<const SoaTransform> now) {
  for (std::size_t b = 0; b < now.size(); ++b)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      SoaTransform& was = glances_[glance][b];
      const Transform a = get(was, lane), c = get(now[b], lane);
      const Quatd turn = to_double(a.rotation) * conjugate(to_double(c.rotation));
      put_vector(&was.rows[0], lane, to_double(a.translation) - to_double(c.translation));
      put_vector(&was.rows[3], lane, rotation_vector(turn));
      put_vector(&was.rows[7], lane, to_double(a.scale) - to_double(c.scale));
    }
}

void Difference::begin(double duration_s, std::span<const float> profile) {
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      for (std::size_t part = 0; part < 3; ++part) {
        const std::size_t row = part == 2 ? 7 : 3 * part;
        Vec3d at[kGlances];
        for (std::size_t i = 0; i < kGlances; ++i) at[i] = vector_at(glances_[i][b], row, lane);
        // Half a turn apart, the vector may leap to the other side; then it has no speed worth keeping.
        const bool leaps =
            part == 1 && (length(at[1] - at[0]) > trig::kPi || length(at[2] - at[1]) > trig::kPi);
        put_vector(&blocks_[b].rows[3 * part], lane, at[0]);
        put_vector(&blocks_[b].rows[9 + 3 * part], lane, leaps ? Vec3d{} : speed_of(at));
      }
  profile_ = profile;
  age_s_ = 0;
  duration_s_ = duration_s;
}

}  // namespace skelter::play_state

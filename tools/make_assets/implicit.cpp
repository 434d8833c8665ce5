#include "implicit.h"

#include <utility>

namespace skelter::assets {

double ellipsoid(const Vec3d& p, const Vec3d& center, const Vec3d& radii) {
  const Vec3d d = p - center;
  const double k0 = length(Vec3d{d.x / radii.x, d.y / radii.y, d.z / radii.z});
  const double k1 =
      length(Vec3d{d.x / (radii.x * radii.x), d.y / (radii.y * radii.y), d.z / (radii.z * radii.z)});
  return k1 > 1e-9 ? k0 * (k0 - 1) / k1 : -std::min({radii.x, radii.y, radii.z});
}

double round_cone(const Vec3d& p, const Vec3d& a, const Vec3d& b, double radius_a, double radius_b) {
  const Vec3d ab = b - a;
  const double t = std::clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
  return length(p - a - ab * t) - (radius_a + (radius_b - radius_a) * t);
}

namespace {

using Member = double Station::*;
constexpr Member kRadii[] = {&Station::side, &Station::other_side, &Station::front, &Station::back};
constexpr Member kMembers[] = {&Station::side, &Station::other_side, &Station::front, &Station::back,
                               &Station::shift};

double cubic(double a, double slope_a, double b, double slope_b, double t, double span) {
  const double t2 = t * t, t3 = t2 * t;
  return a * (2 * t3 - 3 * t2 + 1) + slope_a * span * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) +
         slope_b * span * (t3 - t2);
}

}  // namespace

Loft::Loft(Shape shape) : shape_(std::move(shape)) {
  const std::vector<Station>& s = shape_.stations;
  slopes_.resize(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Station& before = s[i > 0 ? i - 1 : 0];
    const Station& after = s[std::min(i + 1, s.size() - 1)];
    for (const Member m : kMembers) slopes_[i].*m = (after.*m - before.*m) / (after.at - before.at);
  }
}

Station Loft::section(double at) const {
  const std::vector<Station>& s = shape_.stations;
  if (at <= s.front().at) return s.front();
  if (at >= s.back().at) return s.back();
  std::size_t i = 0;
  while (s[i + 1].at < at) ++i;
  const double span = s[i + 1].at - s[i].at, t = (at - s[i].at) / span;
  Station r{};
  r.at = at;
  for (const Member m : kMembers)
    r.*m = cubic(s[i].*m, slopes_[i].*m, s[i + 1].*m, slopes_[i + 1].*m, t, span);
  return r;
}

double Loft::distance(const Vec3d& p) const {
  const Vec3d d = p - shape_.origin;
  const double at = dot(d, shape_.axis);
  const Station s = section(at);
  const double u = dot(d, shape_.side), v = dot(d, shape_.front) - s.shift;
  const double ru = u > 0 ? s.side : s.other_side, rv = v > 0 ? s.front : s.back;
  const double begin = shape_.stations.front().at, end = shape_.stations.back().at;
  const double beyond = at < begin ? (begin - at) / shape_.cap_begin
                        : at > end ? (at - end) / shape_.cap_end
                                   : 0;
  const double n = shape_.exponent;
  double ratio = std::pow(std::pow(std::abs(u) / ru, n) + std::pow(std::abs(v) / rv, n), 1 / n);
  ratio = std::sqrt(ratio * ratio + beyond * beyond);
  const double radial = std::sqrt(u * u + v * v);
  const double reach = beyond > 0 ? std::min({ru, rv, beyond > 0 ? 0.03 : 1.0}) : std::min(ru, rv);
  if (ratio < 1e-3) return -reach;
  if (beyond > 0) {
    const double axial = at < begin ? begin - at : at - end;
    return std::sqrt(radial * radial + axial * axial) * (1 - 1 / ratio);
  }
  // Plain scaling is smoother deep inside, where the direction to the axis is not meaningful.
  return ratio > 0.5 ? radial * (1 - 1 / ratio) : -reach * (1 - ratio);
}

Loft Loft::grown(double by) const {
  Shape shape = shape_;
  for (Station& s : shape.stations)
    for (const Member m : kRadii) s.*m += by;
  shape.cap_begin += by;
  shape.cap_end += by;
  return Loft(std::move(shape));
}

}  // namespace skelter::assets

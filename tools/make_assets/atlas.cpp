#include "atlas.h"

#include <algorithm>
#include <cmath>

#include "parts.h"
#include "proportions.h"

namespace skelter::assets {

namespace {

constexpr double kHeadTop = 1.80, kHeadHeight = 0.32;
constexpr double kShirtTop = 1.55, kShirtLength = 0.66;
constexpr double kTrousersTop = 1.02, kTrousersLength = 0.93;
constexpr double kShoeBegin = -0.072, kShoeLength = 0.292, kShoeInside = 0.036;
constexpr double kFaceShare = 0.6;  // lower values give the face more of the head field

const Vec3d kShoeForward{std::sin(0.11), 0, std::cos(0.11)};
const Vec3d kShoeOut{std::cos(0.11), 0, -std::sin(0.11)};

Vec2 in_field(const Field& f, const Place& place) {
  const auto along = [](int begin, int length, double t) {
    const double inner = length - 2 * kFieldMargin;
    return static_cast<float>((begin + kFieldMargin + inner * std::clamp(t, 0.0, 1.0)) / kTextureSize);
  };
  return {along(f.x, f.width, place.u), along(f.y, f.height, place.v)};
}

double around_trunk(const Vec3d& p) {
  return std::abs(std::atan2(p.x, p.z)) / kPi;
}

// Position around the leg's axis, from its outer side (0) to its inner side, the same over front and back.
Place leg_place(const Vec3d& p) {
  const double t = std::clamp((kHip.y - p.y) / (kHip.y - kAnkle.y), 0.0, 1.0);
  const Vec3d axis = lerp(kHip, kAnkle, t);
  return {std::abs(std::atan2(p.z - axis.z, std::abs(p.x) - axis.x)) / kPi,
          (kTrousersTop - p.y) / kTrousersLength};
}

}  // namespace

Place head_place(const Vec3d& p) {
  const double a = std::abs(std::atan2(p.x, p.z)) / kPi;
  return {a * (1 + kFaceShare) / (a + kFaceShare), (kHeadTop - p.y) / kHeadHeight};
}
double head_angle_rad(double u) {
  return kPi * u * kFaceShare / (1 + kFaceShare - u);
}
double head_height(double v) {
  return kHeadTop - v * kHeadHeight;
}

Place shoe_place(const Vec3d& p) {
  const Vec3d d = Vec3d{std::abs(p.x), p.y, p.z} - Vec3d{kAnkle.x, kShoeInside, kAnkle.z};
  return {(dot(d, kShoeForward) - kShoeBegin) / kShoeLength,
          std::atan2(std::abs(dot(d, kShoeOut)), d.y) / kPi};
}
Ray shoe_ray(const Place& place) {
  const double angle = place.v * kPi;
  return {Vec3d{kAnkle.x, kShoeInside, kAnkle.z} + kShoeForward * (kShoeBegin + place.u * kShoeLength),
          kShoeOut * std::sin(angle) + Vec3d{0, std::cos(angle), 0}};
}

double shirt_height(double v) {
  return kShirtTop - v * kShirtLength;
}
double shirt_angle_rad(double u) {
  return u * kPi;
}

Vec2 uv_at(const Vec3d& p, Cloth cloth) {
  switch (cloth) {
    case Cloth::skin:
      if (std::abs(p.x) < 0.14 && p.y > 1.42) return in_field(kHeadField, head_place(p));
      return in_field(kSkinField, {0.5, 0.5});
    case Cloth::hair:
      return in_field(kHairField, {around_trunk(p), (1.82 - p.y) / 0.22});
    case Cloth::shirt:
      return in_field(kShirtField, {around_trunk(p), (kShirtTop - p.y) / kShirtLength});
    case Cloth::trousers:
      return in_field(kTrousersField, leg_place(p));
    case Cloth::shoes:
      return in_field(kShoesField, shoe_place(p));
    case Cloth::welt:
    case Cloth::sole:
      return in_field(kSoleField, {0.5, (0.023 - height_over_tread(p)) / 0.023});
    case Cloth::hem:
    case Cloth::cuff:
      return in_field(kShadeField, {0.5, 0.5});
  }
  return {};
}

}  // namespace skelter::assets

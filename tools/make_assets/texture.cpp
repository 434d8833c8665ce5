#include "texture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "implicit.h"

namespace skelter::assets {
namespace {

constexpr std::uint32_t kSize = 512;
constexpr double kMargin = 0.02;  // of a cell, so that neighbours do not bleed in

// Left, top, width, height in texture coordinates.
struct Cell {
  double u, v, width, height;
};
constexpr Cell kCells[kCloths] = {
    {0, 0, 0.5, 0.5}, {0.75, 0.5, 0.25, 0.5}, {0.5, 0, 0.5, 0.5}, {0, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.25, 0.5}};

// The part of the body that a cell shows, in metres: x from -half to half, y from top downwards.
struct Window {
  double half_width, top, height;
};
constexpr Window kWindows[kCloths] = {
    {0.11, 1.80, 0.30}, {0.11, 1.80, 0.24}, {0.46, 1.56, 0.72}, {0.26, 1.06, 1.00}, {0.16, 0.16, 0.17}};

using Color = Vec3d;  // sRGB, 0 to 1

Color mix(const Color& a, const Color& b, double t) {
  return a + (b - a) * std::clamp(t, 0.0, 1.0);
}

// 1 inside an ellipse, 0 outside, soft over `soft` of its radius.
double inside(double x, double y, double center_x, double center_y, double radius_x, double radius_y,
              double soft) {
  const double d = std::hypot((x - center_x) / radius_x, (y - center_y) / radius_y);
  return 1 - smooth_step(1 - soft, 1 + soft, d);
}

// A number from 0 to 1 for a cell of a lattice. Source: the 64-bit finaliser of MurmurHash3.
double lattice(std::int64_t x, std::int64_t y) {
  std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u ^
                    static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Fu;
  h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCDu;
  h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53u;
  return static_cast<double>((h ^ (h >> 33)) >> 11) * 0x1p-53;
}
double smooth_noise(double x, double y) {
  const double fx = std::floor(x), fy = std::floor(y);
  const auto ix = static_cast<std::int64_t>(fx), iy = static_cast<std::int64_t>(fy);
  const double tx = smooth_step(0, 1, x - fx), ty = smooth_step(0, 1, y - fy);
  const double top = lattice(ix, iy) + (lattice(ix + 1, iy) - lattice(ix, iy)) * tx;
  const double bottom = lattice(ix, iy + 1) + (lattice(ix + 1, iy + 1) - lattice(ix, iy + 1)) * tx;
  return top + (bottom - top) * ty;
}

Color skin_color(double x, double y) {
  const double side = std::abs(x);
  Color c{0.86, 0.65, 0.53};
  c = mix(c, {0.88, 0.56, 0.47}, 0.45 * inside(side, y, 0.045, 1.645, 0.026, 0.022, 0.9));    // cheeks
  c = mix(c, {0.84, 0.55, 0.46}, 0.35 * inside(side, y, 0.0, 1.648, 0.016, 0.012, 0.8));      // nose
  c = mix(c, {0.76, 0.56, 0.46}, 0.35 * inside(side, y, 0.0, 1.588, 0.050, 0.020, 0.9));      // chin
  c = mix(c, {0.74, 0.42, 0.38}, 0.85 * inside(side, y, 0.0, 1.6085, 0.0245, 0.0088, 0.35));  // lips
  c = mix(c, {0.45, 0.22, 0.20}, 0.80 * inside(side, y, 0.0, 1.6082, 0.0240, 0.0013, 0.6));   // between them
  c = mix(c, {0.66, 0.46, 0.38}, 0.45 * inside(side, y, 0.031, 1.6840, 0.021, 0.0125, 0.6));  // socket
  const double eye = inside(side, y, 0.0310, 1.6830, 0.0140, 0.0066, 0.16);
  Color eyeball{0.95, 0.94, 0.92};
  eyeball = mix(eyeball, {0.26, 0.38, 0.42}, inside(side, y, 0.0305, 1.6832, 0.0062, 0.0064, 0.15));
  eyeball = mix(eyeball, {0.05, 0.05, 0.06}, inside(side, y, 0.0305, 1.6832, 0.0030, 0.0031, 0.25));
  c = mix(c, eyeball, eye);
  c = mix(c, {0.22, 0.14, 0.11}, 0.9 * inside(side, y, 0.0312, 1.6900, 0.0150, 0.0016, 0.5));  // lashes
  const double brow_y =
      1.7030 + 0.0030 * smooth_step(0.012, 0.034, side) - 0.0035 * smooth_step(0.036, 0.052, side);
  c = mix(c, {0.25, 0.16, 0.11}, 0.85 * inside(side, y, 0.0310, brow_y, 0.0210, 0.0036, 0.5));
  return c;
}

Color shirt_color(double y) {
  const Color base{0.23, 0.45, 0.56}, band{0.90, 0.88, 0.80};
  Color c = mix(base, band, smooth_step(1.296, 1.299, y) * smooth_step(1.334, 1.331, y));
  c = mix(c, {0.83, 0.42, 0.26}, smooth_step(1.279, 1.282, y) * smooth_step(1.290, 1.287, y));
  return c;
}

Color trouser_color(double x, double y) {
  const double worn = smooth_step(0.62, 0.50, y) * smooth_step(0.40, 0.50, y);
  Color c = mix({0.20, 0.24, 0.34}, {0.29, 0.33, 0.42}, 0.5 * worn + 0.35 * smooth_noise(x * 26, y * 18));
  return c;
}

Color shoe_color(double y) {
  const Color sole{0.93, 0.92, 0.88}, upper{0.72, 0.26, 0.19};
  Color c = mix(sole, upper, smooth_step(0.019, 0.022, y));
  return mix(c, {0.88, 0.86, 0.82}, smooth_step(0.104, 0.107, y));
}

Color hair_color(double x, double y) {
  const double strands = smooth_noise(x * 420, y * 22);
  return mix({0.15, 0.095, 0.06}, {0.30, 0.20, 0.13}, strands);
}

Color color_at(Cloth cloth, double x, double y) {
  switch (cloth) {
    case Cloth::skin:
      return skin_color(x, y);
    case Cloth::hair:
      return hair_color(x, y);
    case Cloth::shirt:
      return shirt_color(y);
    case Cloth::trousers:
      return trouser_color(x, y);
    case Cloth::shoes:
      return shoe_color(y);
  }
  return {};
}

}  // namespace

Vec2 texture_coordinates(const Vec3d& point, Cloth cloth) {
  const auto index = static_cast<std::size_t>(cloth);
  const Cell& cell = kCells[index];
  const Window& window = kWindows[index];
  // The face is painted once, on the front; bare skin elsewhere takes the plain edge of the cell.
  const bool plain = cloth == Cloth::skin && point.z < -0.02;
  const double x = plain ? window.half_width : point.x;
  const double s = std::clamp((x + window.half_width) / (2 * window.half_width), kMargin, 1 - kMargin);
  const double t = std::clamp((window.top - point.y) / window.height, kMargin, 1 - kMargin);
  return {static_cast<float>(cell.u + cell.width * s), static_cast<float>(cell.v + cell.height * t)};
}

Image paint_texture() {
  Image image(kSize, kSize);
  for (std::uint32_t row = 0; row < kSize; ++row)
    for (std::uint32_t column = 0; column < kSize; ++column) {
      const double u = (column + 0.5) / kSize, v = (row + 0.5) / kSize;
      for (std::size_t i = 0; i < kCloths; ++i) {
        const Cell& cell = kCells[i];
        if (u < cell.u || u >= cell.u + cell.width || v < cell.v || v >= cell.v + cell.height) continue;
        const Window& window = kWindows[i];
        const double x = ((u - cell.u) / cell.width * 2 - 1) * window.half_width;
        const double y = window.top - (v - cell.v) / cell.height * window.height;
        const Color c = color_at(static_cast<Cloth>(i), x, y);
        std::uint8_t* pixel = image.at(column, row);
        pixel[0] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(c.x, 0.0, 1.0)));
        pixel[1] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(c.y, 0.0, 1.0)));
        pixel[2] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(c.z, 0.0, 1.0)));
        pixel[3] = 255;
      }
    }
  return image;
}

}  // namespace skelter::assets

#include "texture.h"

#include <array>
#include <cmath>
#include <vector>

#include "implicit.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace skelter::assets {

namespace {

constexpr int kSize = 256;

Vec3d mix(const Vec3d& a, const Vec3d& b, double t) {
  return a + (b - a) * t;
}
// 1 inside an ellipse, 0 outside, soft at its edge.
double spot(double x, double y, double cx, double cy, double rx, double ry, double soft) {
  const double r = std::hypot((x - cx) / rx, (y - cy) / ry);
  return smooth_step(1 + soft, 1 - soft, r);
}

// Place on the face in metres: x from the middle, y above the ground. Multiplies the colour of the skin.
Vec3d face(double x, double y) {
  const double ax = std::abs(x);
  Vec3d c{1, 1, 1};
  c = mix(c, {1.0, 0.86, 0.83}, 0.3 * spot(ax, y, 0.045, 1.645, 0.020, 0.018, 0.9));  // cheek
  c = mix(c, {0.90, 0.70, 0.68},
          spot(x, y, 0, 1.608, 0.026 - 0.2 * std::abs(y - 1.608), 0.010, 0.25));  // lips
  c = mix(c, {0.45, 0.25, 0.25}, spot(x, y, 0, 1.608, 0.025, 0.0014, 0.5));       // mouth
  const double brow_y = 1.7045 - 1.6 * (ax - 0.030) * (ax - 0.030) * 10;
  c = mix(c, {0.28, 0.22, 0.18}, 0.9 * spot(ax, y, 0.032, brow_y, 0.020, 0.0042, 0.35));
  const double eye = spot(ax, y, 0.0315, 1.684, 0.0135, 0.0068, 0.12);
  c = mix(c, {0.35, 0.22, 0.20}, spot(ax, y, 0.0315, 1.6855, 0.0150, 0.0082, 0.15));  // lashes and lids
  Vec3d ball{1.0, 1.0, 1.0};
  ball = mix(ball, {0.28, 0.38, 0.46}, spot(ax, y, 0.0310, 1.6845, 0.0060, 0.0060, 0.12));
  ball = mix(ball, {0.05, 0.05, 0.06}, spot(ax, y, 0.0310, 1.6845, 0.0030, 0.0030, 0.2));
  c = mix(c, ball, eye);
  return c;
}

// Threads over and under each other, as shades of the cloth's colour.
Vec3d weave(int x, int y, double depth) {
  const bool over = ((x / 2) + (y / 2)) % 2 == 0;
  const double thread = over ? 1.0 : 1.0 - depth;
  const double groove = (x % 2 == 0 || y % 2 == 0) ? 1.0 - 0.4 * depth : 1.0;
  return Vec3d{1, 1, 1} * (thread * groove);
}
// Twill: diagonal ribs.
Vec3d twill(int x, int y, double depth) {
  return Vec3d{1, 1, 1} * ((x + y) % 4 < 2 ? 1.0 : 1.0 - depth);
}

Vec3d texel(int x, int y) {
  constexpr int kHalf = kSize / 2;
  if (x < kHalf && y < kHalf) {
    const double u = ((x + 0.5) / kSize - 0.01) / 0.48, v = ((y + 0.5) / kSize - 0.01) / 0.48;
    return face(u * 0.2 - 0.1, 1.79 - v * 0.24);
  }
  if (y < kHalf) return weave(x, y, 0.03);
  if (x < kHalf) return twill(x, y, 0.05);
  return {1, 1, 1};
}

}  // namespace

bool write_texture(const std::string& path) {
  std::vector<unsigned char> pixels;
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) {
      const Vec3d c = texel(x, y);
      for (const double e : {c.x, c.y, c.z})
        pixels.push_back(static_cast<unsigned char>(std::lround(std::clamp(e, 0.0, 1.0) * 255)));
    }
  return stbi_write_png(path.c_str(), kSize, kSize, 3, pixels.data(), kSize * 3) != 0;
}

}  // namespace skelter::assets

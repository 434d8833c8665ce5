#include "texture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "atlas.h"
#include "implicit.h"
#include "parts.h"
#include "proportions.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace skelter::assets {

namespace {

// Colours are sRGB, 0 to 1.
constexpr Vec3d kWhite{1, 1, 1};
constexpr Vec3d kSkinColor{0.93, 0.72, 0.60};
constexpr Vec3d kHairColor{0.27, 0.18, 0.125};

Vec3d mix(const Vec3d& a, const Vec3d& b, double t) {
  return a + (b - a) * t;
}
Vec3d times(const Vec3d& a, const Vec3d& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
// 1 inside an ellipse, 0 outside, with a soft edge.
double spot(double x, double y, double cx, double cy, double rx, double ry, double soft) {
  const double r = std::hypot((x - cx) / rx, (y - cy) / ry);
  return smooth_step(1 + soft, 1 - soft, r);
}
// 1 on a line, 0 further than `half` from it.
double stripe(double distance, double half) {
  return smooth_step(half, 0.4 * half, std::abs(distance));
}

// A pseudo-random number from 0 to 1 for every pair of integers.
double scatter(int x, int y) {
  auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1u ^ static_cast<std::uint32_t>(y) * 0x85EBCA77u;
  h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
  h = (h ^ (h >> 12)) * 0x297A2D39u;
  return (h ^ (h >> 15)) / 4294967296.0;
}
// Smooth noise from -1 to 1 that varies over one unit. Source: value noise, as in Ebert and others,
// "Texturing and Modeling", 2003.
double noise(double x, double y) {
  const double fx = std::floor(x), fy = std::floor(y);
  const int ix = static_cast<int>(fx), iy = static_cast<int>(fy);
  const double tx = smooth_step(0, 1, x - fx), ty = smooth_step(0, 1, y - fy);
  const double above = scatter(ix, iy) + (scatter(ix + 1, iy) - scatter(ix, iy)) * tx;
  const double below = scatter(ix, iy + 1) + (scatter(ix + 1, iy + 1) - scatter(ix, iy + 1)) * tx;
  return 2 * (above + (below - above) * ty) - 1;
}

// The outermost surface point of the body, or of one garment, on a ray, searched inwards from `reach` metres.
Vec3d surface_point(const BodyShape& body, const Ray& ray, double reach, const Cloth* garment = nullptr) {
  double t = reach;
  for (int i = 0; i < 60 && t > 0; ++i) {
    const Vec3d p = ray.from + ray.direction * t;
    const double d = garment ? body.distance(p, *garment) : body.distance(p);
    if (d < 2e-4) break;
    t -= 0.6 * d;
  }
  return ray.from + ray.direction * std::max(t, 0.0);
}

// Approximate ambient visibility of a surface point. Source: Evans, "Fast Approximations for Global
// Illumination on Dynamic Scenes", 2006.
double openness(const BodyShape& body, const Vec3d& p) {
  const Vec3d n = body.normal(p);
  double hidden = 0, weight = 1;
  for (const double h : {0.003, 0.007, 0.014, 0.024}) {
    hidden += weight * std::max(0.0, h - body.distance(p + n * h)) / h;
    weight *= 0.75;
  }
  return std::clamp(1 - 0.42 * hidden, 0.0, 1.0);
}

// An eye painted on the ball: lids, lashes, white, iris and pupil. x is measured from the middle of the face.
Vec3d with_eye(const Vec3d& skin, double x, double y) {
  constexpr double kMiddle = 0.0318, kHalf = 0.0142;
  const double t = (x - kMiddle) / kHalf;
  const double open = std::max(0.0, 1 - t * t);
  const double base = 1.6828 + 0.0010 * t;  // the outer corner is higher
  const double upper = base + 0.0057 * std::pow(open, 0.75), lower = base - 0.0040 * std::pow(open, 0.9);
  const double beyond = std::max(0.0, std::abs(t) - 1) * kHalf;
  Vec3d c = skin;
  // The upper lid, folded into the socket.
  c = mix(c, times(skin, {0.80, 0.70, 0.68}),
          0.55 * stripe(y - upper - 0.0042, 0.0016) * smooth_step(1.25, 0.7, std::abs(t)));
  if (y < base)  // the soft skin below
    c = mix(c, times(skin, {0.90, 0.80, 0.78}),
            0.5 * smooth_step(0.0050, 0, std::hypot(std::max(0.0, lower - y), beyond)));
  const double inside = smooth_step(-0.00035, 0.00035, std::min(upper - y, y - lower)) * (open > 0 ? 1 : 0);
  Vec3d ball{0.955, 0.945, 0.93};
  ball = mix(ball, {0.93, 0.74, 0.70}, 0.5 * smooth_step(0.75, 1.0, std::abs(t)));
  const double r = std::hypot(x - kMiddle, y - 1.6842);
  const double rays = 0.5 + 0.5 * noise(9 * std::atan2(y - 1.6842, x - kMiddle), 3);
  const Vec3d iris = mix(mix({0.30, 0.42, 0.50}, {0.45, 0.55, 0.58}, rays), {0.14, 0.20, 0.26},
                         smooth_step(0.0038, 0.0052, r));
  ball = mix(ball, iris, smooth_step(0.0056, 0.0050, r));
  ball = mix(ball, {0.03, 0.03, 0.04}, smooth_step(0.0025, 0.0020, r));
  ball = mix(ball, kWhite, spot(x, y, kMiddle + 0.0012, 1.6862, 0.0010, 0.0010, 0.4));
  ball = ball * (1 - 0.38 * smooth_step(0.0030, 0.0, upper - y));  // the lid's shadow
  c = mix(c, ball, inside);
  // Lashes along the upper lid, and the edge of the lower lid.
  const double reach = smooth_step(1.12, 0.98, std::abs(t));
  c = mix(c, {0.16, 0.10, 0.08}, 0.95 * reach * stripe(y - upper - 0.0003, 0.0015));
  c = mix(c, times(skin, {0.62, 0.48, 0.45}), 0.65 * reach * stripe(y - lower, 0.0009));
  return c;
}

Vec3d with_brow(const Vec3d& skin, double x, double y) {
  const double t = (x - 0.0125) / 0.0390;  // from the inner to the outer end
  const double middle =
      1.7015 + 0.0080 * std::sin(kPi * std::clamp(0.12 + 0.72 * t, 0.0, 1.0)) - 0.0035 * t * t;
  const double half = 0.0042 * (1.0 - 0.55 * t);
  const double hairs = 0.80 + 0.20 * noise(900 * (x - 0.6 * (y - middle)), 140 * y);
  const double cover = smooth_step(-0.10, 0.12, t) * smooth_step(1.06, 0.75, t) *
                       smooth_step(1.25, 0.55, std::abs(y - middle) / half);
  return mix(skin, kHairColor, 0.88 * cover * hairs);
}

Vec3d with_mouth(const Vec3d& skin, double x, double y) {
  const double t = x / 0.0245, open = std::max(0.0, 1 - t * t);
  const double line = 1.6078 + 0.0020 * t * t - 0.0006 * std::exp(-40 * t * t);
  const double bow = 0.0066 * std::pow(open, 0.8) * (1 - 0.16 * std::exp(-45 * t * t));
  const double above = line + bow, below = line - 0.0078 * std::pow(open, 0.7);
  Vec3d c = skin;
  const double lips =
      smooth_step(-0.0012, 0.0012, std::min(above - y, y - below)) * smooth_step(1.03, 0.85, std::abs(t));
  const Vec3d color = y > line ? Vec3d{0.73, 0.47, 0.42} : Vec3d{0.80, 0.54, 0.48};
  c = mix(c, color, 0.85 * lips);
  c = mix(c, {0.36, 0.20, 0.18}, 0.9 * stripe(y - line, 0.0013) * smooth_step(1.06, 0.92, std::abs(t)));
  c = mix(c, times(skin, {0.84, 0.78, 0.76}),
          0.6 * spot(x, y, 0, 1.5965, 0.016, 0.0030, 0.7));  // below the lip
  return c;
}

// Bare skin of head and neck at a surface point.
Vec3d head_color(const BodyShape& body, const Vec3d& p) {
  const double x = std::abs(p.x), y = p.y;
  const double front = smooth_step(0.02, 0.05, p.z);
  Vec3d c = kSkinColor;
  c = c * (1 + 0.018 * noise(70 * x, 70 * y + 40 * p.z));
  c = mix(c, {0.92, 0.60, 0.50}, 0.30 * front * spot(x, y, 0.044, 1.642, 0.022, 0.022, 0.9));  // cheek
  c = mix(c, {0.90, 0.58, 0.48}, 0.35 * front * spot(x, y, 0, 1.648, 0.014, 0.014, 0.9));  // tip of the nose
  c = mix(c, {0.90, 0.58, 0.48},
          0.35 * spot(p.z, y, -0.010, 1.672, 0.024, 0.034, 0.5) * smooth_step(0.066, 0.076, x));  // ear
  c = mix(c, {0.70, 0.42, 0.35},
          0.75 * spot(p.z, y, -0.007, 1.674, 0.0085, 0.0175, 0.5) *
              smooth_step(0.066, 0.074, x));  // hollow of the ear
  // The beard area, slightly greyer.
  const double jaw = smooth_step(1.634, 1.606, y - 0.25 * std::max(0.0, x - 0.02)) *
                     smooth_step(1.548, 1.568, y) * smooth_step(-0.006, 0.020, p.z);
  c = mix(c, {0.80, 0.62, 0.53}, 0.28 * jaw);
  const double open = openness(body, p);
  c = times(c, mix({0.70, 0.53, 0.48}, kWhite, std::clamp(0.38 + 0.72 * open, 0.0, 1.0)));
  if (front > 0) {
    c = mix(c, with_mouth(c, x, y), front);
    c = with_brow(c, x, y);
    c = with_eye(c, x, y);
    c = mix(c, {0.45, 0.25, 0.21}, 0.60 * spot(x, y, 0.0062, 1.6375, 0.0038, 0.0016, 0.6));  // nostril
  }
  // Hair thins out over 15 mm below its edge.
  const double around = std::atan2(x, p.z);
  const double strands = 0.0014 * noise(60 * around, 60 * y) + 0.0014 * noise(17 * around, 7);
  const double hair = smooth_step(-0.0160, 0.0030, body.above_hairline(p) + strands);
  return mix(c, kHairColor, hair);
}

Vec3d shoe_color(const BodyShape& body, const Vec3d& p) {
  const Vec3d leather{0.55, 0.17, 0.13};
  const Place at = shoe_place(p);
  const double along = at.u * 0.292 - 0.072;
  const double side = std::abs(dot(Vec3d{std::abs(p.x), 0, p.z} - Vec3d{kAnkle.x, 0, kAnkle.z},
                                   Vec3d{std::cos(0.11), 0, -std::sin(0.11)}));
  Vec3d c = leather * (1 + 0.03 * noise(14 * at.u, 8 * at.v));
  // Toe cap and heel counter.
  c = mix(c, c * 0.72, smooth_step(0.0016, 0.0008, std::abs(along - 0.128 + 9 * side * side)));
  c = mix(c, c * 0.72,
          smooth_step(0.0016, 0.0008, std::abs(along + 0.022 - 0.35 * (p.y - 0.04))) * (at.v > 0.12 ? 1 : 0));
  // Tongue and laces on the instep.
  const bool instep = along > 0.030 && along < 0.112;
  const double half = 0.021 - 0.05 * std::max(0.0, along - 0.06);
  if (instep && at.v < 0.5) {
    const double tongue = smooth_step(half + 0.0012, half - 0.0012, side);
    c = mix(c, c * 0.58, tongue * 0.9);
    const double phase = (along - 0.034) / 0.0165, lace = std::abs(phase - std::round(phase)) * 0.0165;
    if (along < 0.106)
      c = mix(c, {0.92, 0.90, 0.86},
              smooth_step(0.0036, 0.0022, lace) * smooth_step(half + 0.006, half + 0.003, side));
  }
  return c * (0.80 + 0.20 * openness(body, p));
}

// The side of a sole by height: white rubber on a dark tread.
Vec3d sole_color(const Place& at) {
  const Vec3d rubber{0.93, 0.92, 0.89}, tread{0.20, 0.19, 0.19};
  const Vec3d side = mix(rubber, rubber * 0.72, stripe(at.v - 0.30, 0.07));
  return mix(side, tread, smooth_step(0.60, 0.66, at.v));
}

// Shades of the shirt's colour: a ribbed collar, the seam of the hem, slight variation.
Vec3d shirt_shade(const BodyShape& body, const Place& at, int x, int y) {
  const double height = shirt_height(at.v);
  double shade = 0.965 + 0.030 * noise(x / 40.0, y / 24.0);
  shade *= 1 - 0.16 * stripe(height - kHemHeight - 0.024, 0.0035);
  const double angle = shirt_angle_rad(at.u);
  const Vec3d p = surface_point(body, {{0, height, -0.01}, {std::sin(angle), 0, std::cos(angle)}}, 0.3);
  if (height > 1.42 && p.x < 0.10) {
    const double from_neck = body.distance(p, Cloth::skin) - body.distance(p, Cloth::shirt);
    shade *= 1 - 0.16 * smooth_step(0.016, 0.012, from_neck);
  }
  return kWhite * shade;
}

Vec3d trousers_shade(const Place& at, int x, int y) {
  double shade = 0.95 + 0.040 * noise(x / 32.0, y / 28.0);
  shade *= 1 - 0.15 * stripe(at.v - 0.966, 0.006);  // the seam above the shoe
  return kWhite * shade;
}

Vec3d hair_shade(int x, int y) {
  return kWhite * (0.86 + 0.10 * noise(x / 9.0, y / 40.0) + 0.04 * noise(x / 5.0, y / 30.0));
}

class Painter {
 public:
  template <class Color>
  void paint(const Field& f, const Color& color) {
    for (int y = 0; y < f.height; ++y)
      for (int x = 0; x < f.width; ++x) {
        const auto at = [](int i, int length) {
          return std::clamp((i + 0.5 - kFieldMargin) / (length - 2 * kFieldMargin), 0.0, 1.0);
        };
        set(f.x + x, f.y + y, color(Place{at(x, f.width), at(y, f.height)}, x, y));
      }
  }
  const std::vector<unsigned char>& pixels() const { return pixels_; }

 private:
  void set(int x, int y, const Vec3d& c) {
    unsigned char* pixel = &pixels_[static_cast<std::size_t>(3 * (y * kTextureSize + x))];
    for (const double e : {c.x, c.y, c.z})
      *pixel++ = static_cast<unsigned char>(std::lround(std::clamp(e, 0.0, 1.0) * 255));
  }
  std::vector<unsigned char> pixels_ =
      std::vector<unsigned char>(static_cast<std::size_t>(3 * kTextureSize * kTextureSize), 255);
};

}  // namespace

bool write_texture(const std::string& path) {
  const BodyShape body;
  Painter painter;
  painter.paint(kHeadField, [&](const Place& at, int, int) {
    const double angle = head_angle_rad(at.u);
    const Ray ray{{0, head_height(at.v), 0}, {std::sin(angle), 0, std::cos(angle)}};
    return head_color(body, surface_point(body, ray, 0.16));
  });
  painter.paint(kShoesField, [&](const Place& at, int, int) {
    constexpr Cloth kShoes = Cloth::shoes;
    return shoe_color(body, surface_point(body, shoe_ray(at), 0.14, &kShoes));
  });
  painter.paint(kShirtField, [&](const Place& at, int x, int y) { return shirt_shade(body, at, x, y); });
  painter.paint(kTrousersField, [](const Place& at, int x, int y) { return trousers_shade(at, x, y); });
  painter.paint(kHairField, [](const Place&, int x, int y) { return hair_shade(x, y); });
  painter.paint(kSkinField, [](const Place&, int, int) { return kSkinColor; });
  painter.paint(kSoleField, [](const Place& at, int, int) { return sole_color(at); });
  painter.paint(kShadeField, [](const Place&, int, int) { return kWhite * 0.60; });
  return stbi_write_png(path.c_str(), kTextureSize, kTextureSize, 3, painter.pixels().data(),
                        kTextureSize * 3) != 0;
}

}  // namespace skelter::assets

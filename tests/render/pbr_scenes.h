#pragma once
// A square with a glTF material, and its colour according to the specification under the renderer's lights,
// computed in double precision.

#include <cmath>
#include <numbers>

#include "render/scenes.h"
#include "render/stage.h"
#include "skelter/image/image.h"

namespace skelter::test {

inline Scene pbr_square() {
  Scene scene = square();
  scene.linear_colors = true;
  scene.file = "square.gltf";
  scene.materials[0].name = "paint";
  scene.materials[0].pbr.emplace();
  return scene;
}

// The square fills the middle half of a square image: 2 units up and down at distance 4. `from` is +1 or -1.
inline Camera square_camera(double from = 1) {
  Camera camera;
  camera.eye = {0, 0, 4 * from};
  camera.fov_y_deg = 53.13010235415598;
  return camera;
}

inline double srgb(double c) {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}
inline double linear(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
// Brightness on the screen of linear light: docs/rendering.md, "Brightness".
inline double on_screen(double c) {
  const double knee = 0.55;
  const double soft = c <= knee ? c : knee + (1 - knee) * (1 - std::exp(-(c - knee) / (1 - knee)));
  return 255 * srgb(std::min(soft, 1.0));
}

struct Paint {
  Vec3d base{1, 1, 1};
  double metallic = 0, roughness = 1, occlusion = 1;
};

// The fraction of a light's intensity that reaches the eye: glTF 2.0, appendix B.3, multiplied by the cosine
// and by pi.
inline double brdf(const Paint& paint, double base, const Vec3d& n, const Vec3d& v, const Vec3d& l) {
  const double pi = std::numbers::pi, nl = dot(n, l), nv = dot(n, v);
  if (nl <= 0) return 0;
  const Vec3d h = normalized(l + v);
  const double nh = dot(n, h), vh = dot(v, h), a = paint.roughness * paint.roughness, a2 = a * a;
  const double d = a2 / (pi * std::pow(nh * nh * (a2 - 1) + 1, 2));
  const double g =
      2 * nl / (nl + std::sqrt(a2 + (1 - a2) * nl * nl)) * 2 * nv / (nv + std::sqrt(a2 + (1 - a2) * nv * nv));
  const double diffuse_color = base * (1 - paint.metallic);
  const double f0 = 0.04 * (1 - paint.metallic) + base * paint.metallic;
  const double fresnel = f0 + (1 - f0) * std::pow(1 - vh, 5);
  const double f = (1 - fresnel) * diffuse_color / pi + fresnel * d * g / (4 * nv * nl);
  return pi * f * nl;
}

// Contribution of sky and ground: docs/rendering.md, "Sky and ground".
inline double from_surroundings(const Paint& paint, double base, const Vec3d& n, const Vec3d& v, double sky,
                                double ground) {
  const double nv = dot(n, v), r = paint.roughness;
  const double r0 = 1 - r, r1 = 0.0425 - 0.0275 * r, r2 = 1.04 - 0.572 * r, r3 = 0.022 * r - 0.04;
  const double k = std::min(r0 * r0, std::exp2(-9.28 * nv)) * r0 + r1;
  const double f0 = 0.04 * (1 - paint.metallic) + base * paint.metallic;
  const double share = std::clamp(f0 * (-1.04 * k + r2) + (1.04 * k + r3), 0.0, 1.0);
  const Vec3d mirrored = n * (2 * nv) - v;
  const double blur = 0.15 * (1 - r) + r;
  const double x = std::clamp((mirrored.y + blur) / (2 * blur), 0.0, 1.0), up = x * x * (3 - 2 * x);
  const double seen = ground + (1.7 * sky - ground) * up;
  const double even = ground + (sky - ground) * (0.5 + 0.5 * n.y);
  return (1 - share) * base * (1 - paint.metallic) * even + share * seen;
}

// The expected pixel, from 0 to 255, for a point seen with square_camera().
inline Vec3d expected_pixel(const Paint& paint, const Vec3d& point, const Vec3d& n,
                            const Vec3d& emissive = {}, const LightLevels& levels = {},
                            const Vec3d& key_from = {-0.55, 0.85, 0.75}) {
  const Vec3d v = normalized(Vec3d{0, 0, 4} - point);
  const Vec3d to_key = normalized(key_from), to_rim = normalized(Vec3d{0.75, 0.35, -0.8});
  const double exposure = double{levels.exposure}, own = double{levels.own};
  const double around = double{levels.surroundings};
  const auto channel = [&](double base, double key, double rim, double sky, double ground, double glow) {
    return on_screen(exposure *
                     (own * key * brdf(paint, base, n, v, to_key) +
                      own * rim * brdf(paint, base, n, v, to_rim) +
                      around * paint.occlusion * from_surroundings(paint, base, n, v, sky, ground) + glow));
  };
  return {channel(paint.base.x, 0.95, 0.26, 0.50, 0.23, emissive.x),
          channel(paint.base.y, 0.92, 0.29, 0.52, 0.215, emissive.y),
          channel(paint.base.z, 0.87, 0.34, 0.56, 0.20, emissive.z)};
}

inline Image filled(std::uint32_t width, std::uint32_t height, const std::array<std::uint8_t, 4>& rgba) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.rgba.size(); ++i) image.rgba[i] = rgba[i % 4];
  return image;
}

// Adds a texture and returns its index. Its image gets the same index in `images`.
inline std::uint32_t add_texture(Scene& scene, std::vector<std::optional<Image>>& images, const Image& image,
                                 const TextureSampler& sampler = {}) {
  Texture texture;
  texture.name = "picture" + std::to_string(images.size()) + ".png";
  texture.sampler = static_cast<std::uint32_t>(scene.samplers.size());
  scene.samplers.push_back(sampler);
  scene.textures.push_back(texture);
  images.emplace_back(image);
  return static_cast<std::uint32_t>(images.size() - 1);
}

}  // namespace skelter::test

#include "look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace skelter::assets {

namespace {

// Transfer function of IEC 61966-2-1.
double linear_from_srgb(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double srgb_from_linear(double c) {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

const Material& material_of(const Figure& figure, std::size_t triangle) {
  const Primitive& body = figure.body();
  return figure.scene().materials[body.materials[body.triangle_slots[triangle]]];
}

std::array<double, 3> texel(const Image& texture, const Vec2& uv) {
  const auto at = [](float t, std::uint32_t size) {
    return std::min(static_cast<std::uint32_t>(std::max(0.0f, t) * static_cast<float>(size)), size - 1);
  };
  const std::uint8_t* pixel = texture.at(at(uv.x, texture.width), at(uv.y, texture.height));
  return {pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0};
}

// The colour of the foremost surface on the line through (x, y) along z.
std::optional<std::array<double, 3>> seen_from_front(const Figure& figure, const Image& texture, double x,
                                                     double y) {
  const Primitive& body = figure.body();
  double nearest = -1e3;
  std::optional<std::array<double, 3>> color;
  for (std::size_t t = 0; t + 2 < body.indices.size(); t += 3) {
    std::array<Vec3d, 3> p;
    std::array<Vec2, 3> uv;
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = to_double(body.positions[body.indices[t + k]]);
      uv[k] = body.uvs[0][body.indices[t + k]];
    }
    const auto side = [&](const Vec3d& a, const Vec3d& b) {
      return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    };
    const std::array<double, 3> w{side(p[1], p[2]), side(p[2], p[0]), side(p[0], p[1])};
    const double all = w[0] + w[1] + w[2];
    if (w[0] < 0 || w[1] < 0 || w[2] < 0 || all <= 0) continue;
    const double z = (w[0] * p[0].z + w[1] * p[1].z + w[2] * p[2].z) / all;
    if (z < nearest) continue;
    nearest = z;
    Vec2 at{0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      at.x += static_cast<float>(w[k] / all) * uv[k].x;
      at.y += static_cast<float>(w[k] / all) * uv[k].y;
    }
    const Vec4 base = material_of(figure, t / 3).base_color;
    std::array<double, 3> c = texel(texture, at);
    const std::array<float, 3> factor{base.x, base.y, base.z};
    for (std::size_t k = 0; k < 3; ++k)
      c[k] = srgb_from_linear(linear_from_srgb(c[k]) * linear_from_srgb(static_cast<double>(factor[k])));
    color = c;
  }
  return color;
}

}  // namespace

double hem_unevenness(const Figure& figure) {
  const Primitive& body = figure.body();
  std::map<std::array<float, 3>, std::array<bool, 2>> on;  // shirt, trousers
  for (std::size_t i = 0; i < body.indices.size(); ++i) {
    const Vec3& p = body.positions[body.indices[i]];
    const std::string& name = material_of(figure, i / 3).name;
    if (name == "shirt") on[{p.x, p.y, p.z}][0] = true;
    if (name == "trousers") on[{p.x, p.y, p.z}][1] = true;
  }
  double lowest = 1e3, highest = -1e3;
  for (const auto& [p, cloths] : on) {
    if (!cloths[0] || !cloths[1]) continue;
    lowest = std::min(lowest, static_cast<double>(p[1]));
    highest = std::max(highest, static_cast<double>(p[1]));
  }
  return 0.5 * (highest - lowest);
}

Eye eye_colors(const Figure& figure, const Image& texture) {
  constexpr double kX = 0.0315, kY = 1.684, kStep = 0.0005;  // centre of the left eye
  Eye eye{0, 1, 0};
  double darkest_y = kY;
  for (double y = kY - 0.006; y < kY + 0.006; y += kStep)
    for (double x = kX - 0.014; x < kX + 0.014; x += kStep) {
      const auto c = seen_from_front(figure, texture, x, y);
      if (!c) continue;
      eye.white = std::max(eye.white, std::min({(*c)[0], (*c)[1], (*c)[2]}));
      const double most = std::max({(*c)[0], (*c)[1], (*c)[2]});
      if (most < eye.pupil && std::abs(x - kX) < 0.003 && std::abs(y - kY) < 0.003) {
        eye.pupil = most;
        darkest_y = y;
      }
    }
  // Moves outwards from the centre until the colour is white or as red as skin.
  for (const double sign : {1.0, -1.0})
    for (double x = 0; x < 0.02; x += 0.0001) {
      const auto c = seen_from_front(figure, texture, kX + sign * x, darkest_y);
      if (!c || (*c)[0] > 0.70 || (*c)[0] > (*c)[2] + 0.15) break;
      eye.iris += 0.0001;
    }
  return eye;
}

double fine_pattern(const Figure& figure, const Image& texture, const std::string& material) {
  const Primitive& body = figure.body();
  const auto shade = [&](int x, int y) {
    const std::uint8_t* p = texture.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    return (p[0] + p[1] + p[2]) / 765.0;
  };
  const int width = static_cast<int>(texture.width), height = static_cast<int>(texture.height);
  std::vector<double> deviations;
  for (std::size_t t = 0; t + 2 < body.indices.size(); t += 3) {
    if (material_of(figure, t / 3).name != material) continue;
    Vec2 uv{0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      uv.x += body.uvs[0][body.indices[t + k]].x / 3;
      uv.y += body.uvs[0][body.indices[t + k]].y / 3;
    }
    const int x = static_cast<int>(uv.x * static_cast<float>(width)),
              y = static_cast<int>(uv.y * static_cast<float>(height));
    if (x < 8 || y < 8 || x + 8 > width || y + 8 > height) continue;
    double sum = 0;
    for (int dy = -8; dy < 8; ++dy)
      for (int dx = -8; dx < 8; ++dx) sum += shade(x + dx, y + dy);
    deviations.push_back(std::abs(shade(x, y) - sum / 256));
  }
  if (deviations.empty()) return 0;
  const auto middle = deviations.begin() + static_cast<std::ptrdiff_t>(deviations.size() / 2);
  std::nth_element(deviations.begin(), middle, deviations.end());
  return *middle;
}

}  // namespace skelter::assets

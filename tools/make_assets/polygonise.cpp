#include <map>
#include <unordered_map>

#include "surface.h"

namespace skelter::assets {

namespace {

// Values of the body on a grid, evaluated on demand.
class Grid {
 public:
  Grid(const BodyShape& body, double cell) : body_(body), cell_(cell) {}

  static constexpr int kNx = 256, kNy = 512, kNz = 192;  // sufficient for cells of 4 mm
  static constexpr Vec3d kOrigin{0, -0.02, -0.26};

  Vec3d at(int x, int y, int z) const { return kOrigin + Vec3d{x * cell_, y * cell_, z * cell_}; }
  static std::uint32_t key(int x, int y, int z) {
    return static_cast<std::uint32_t>((z * kNy + y) * kNx + x);
  }
  double value(int x, int y, int z) {
    const auto [entry, fresh] = values_.try_emplace(key(x, y, z), 0.0);
    if (fresh) {
      const double d = body_.distance(at(x, y, z));
      entry->second = std::abs(d) < 1e-7 ? 1e-7 : d;  // no vertex exactly on a grid point
    }
    return entry->second;
  }

 private:
  const BodyShape& body_;
  double cell_;
  std::unordered_map<std::uint32_t, double> values_;
};

struct Corner {
  std::uint32_t key;
  Vec3d point;
  double value;
};

class Tetrahedra {
 public:
  explicit Tetrahedra(Surface& out) : out_(out) {}

  void add(const std::array<Corner, 4>& c) {
    std::array<int, 4> in{}, outside{};
    int ins = 0, outs = 0;
    for (int i = 0; i < 4; ++i)
      (c[static_cast<std::size_t>(i)].value < 0 ? in[static_cast<std::size_t>(ins++)]
                                                : outside[static_cast<std::size_t>(outs++)]) = i;
    const auto cut = [&](int a, int b) {
      return crossing(c[static_cast<std::size_t>(a)], c[static_cast<std::size_t>(b)]);
    };
    if (ins == 1) face({cut(in[0], outside[0]), cut(in[0], outside[1]), cut(in[0], outside[2])}, c, in[0]);
    if (ins == 3) face({cut(outside[0], in[0]), cut(outside[0], in[1]), cut(outside[0], in[2])}, c, in[0]);
    if (ins == 2) {
      const std::uint32_t a = cut(in[0], outside[0]), b = cut(in[0], outside[1]), d = cut(in[1], outside[1]),
                          e = cut(in[1], outside[0]);
      face({a, b, d}, c, in[0]);
      face({a, d, e}, c, in[0]);
    }
  }

 private:
  std::uint32_t crossing(const Corner& a, const Corner& b) {
    const auto [entry, fresh] = crossings_.try_emplace({std::min(a.key, b.key), std::max(a.key, b.key)},
                                                       static_cast<std::uint32_t>(out_.points.size()));
    if (fresh) out_.points.push_back(lerp(a.point, b.point, a.value / (a.value - b.value)));
    return entry->second;
  }
  void face(std::array<std::uint32_t, 3> t, const std::array<Corner, 4>& c, int inside) {
    const Vec3d &p = out_.points[t[0]], &q = out_.points[t[1]], &r = out_.points[t[2]];
    if (dot(cross(q - p, r - p), p - c[static_cast<std::size_t>(inside)].point) < 0) std::swap(t[1], t[2]);
    out_.triangles.push_back(t);
  }

  Surface& out_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings_;
};

// The six tetrahedra of a cube around its diagonal 0-7; corner bits are x, y, z.
constexpr int kTetrahedra[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                   {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};

}  // namespace

Surface polygonise_half(const BodyShape& body, double cell) {
  Surface surface;
  Grid grid(body, cell);
  Tetrahedra tetrahedra(surface);
  constexpr int kBlock = 8;
  const double reach =
      kBlock * cell * 1.3;  // half a block's diagonal, with a margin for distances that are too large
  for (int bz = 0; bz + kBlock < Grid::kNz; bz += kBlock)
    for (int by = 0; by + kBlock < Grid::kNy; by += kBlock)
      for (int bx = 0; bx + kBlock < Grid::kNx; bx += kBlock) {
        if (std::abs(body.distance(grid.at(bx + kBlock / 2, by + kBlock / 2, bz + kBlock / 2))) > reach)
          continue;
        for (int z = bz; z < bz + kBlock; ++z)
          for (int y = by; y < by + kBlock; ++y)
            for (int x = bx; x < bx + kBlock; ++x) {
              std::array<Corner, 8> cube;
              int inside = 0;
              for (int i = 0; i < 8; ++i) {
                const int cx = x + (i & 1), cy = y + (i >> 1 & 1), cz = z + (i >> 2);
                cube[static_cast<std::size_t>(i)] = {Grid::key(cx, cy, cz), grid.at(cx, cy, cz),
                                                     grid.value(cx, cy, cz)};
                inside += cube[static_cast<std::size_t>(i)].value < 0;
              }
              if (inside == 0 || inside == 8) continue;
              for (const auto& t : kTetrahedra)
                tetrahedra.add({cube[static_cast<std::size_t>(t[0])], cube[static_cast<std::size_t>(t[1])],
                                cube[static_cast<std::size_t>(t[2])], cube[static_cast<std::size_t>(t[3])]});
            }
      }
  surface.cloths.assign(surface.triangles.size(), Cloth::skin);
  return surface;
}

Surface mirrored(const Surface& half) {
  Surface whole = half;
  std::vector<std::uint32_t> twin(half.points.size());
  for (std::uint32_t i = 0; i < half.points.size(); ++i) {
    const Vec3d& p = half.points[i];
    twin[i] = i;
    if (p.x == 0) continue;
    twin[i] = static_cast<std::uint32_t>(whole.points.size());
    whole.points.push_back({-p.x, p.y, p.z});
  }
  for (const auto& t : half.triangles) whole.triangles.push_back({twin[t[0]], twin[t[2]], twin[t[1]]});
  whole.cloths.insert(whole.cloths.end(), half.cloths.begin(), half.cloths.end());
  return whole;
}

}  // namespace skelter::assets

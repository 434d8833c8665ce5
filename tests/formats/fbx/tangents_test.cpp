// Tangents for normal textures, against the package `mikktspace` 1.1.1 of npm (glTF's reference, in
// WebAssembly).

#include "formats/fbx/read/tangents.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace skelter::fbx {
namespace {

// A curved sheet of 4 by 3 quads. Its texture is mirrored at x = 2.
struct Sheet {
  std::vector<TangentCorner> corners;
  std::vector<std::uint32_t> triangles;
  std::vector<Vec2> grid;  // x and y of each corner
};

TangentCorner sheet_corner(float x, float y) {
  const Vec3 slope{0.0625f * y * y - 0.25f * x, 0.125f * x * y, 1};
  const float size = std::sqrt(dot(slope, slope));
  return {{x, y, 0.125f * x * x - 0.0625f * x * y * y},
          {slope.x / size, slope.y / size, slope.z / size},
          {0.25f * std::abs(x - 2) + 0.0625f * y, 0.25f * y + 0.03125f * x * y}};
}

Sheet make_sheet() {
  Sheet sheet;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) {
      const auto first = static_cast<std::uint32_t>(sheet.corners.size());
      for (const auto& [right, up] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        const auto fx = static_cast<float>(x + right), fy = static_cast<float>(y + up);
        sheet.corners.push_back(sheet_corner(fx, fy));
        sheet.grid.push_back({fx, fy});
      }
      for (const std::uint32_t k : {0u, 1u, 2u, 0u, 2u, 3u}) sheet.triangles.push_back(first + k);
    }
  return sheet;
}

TEST(FbxTangents, are_those_of_mikktspace) {
  const Vec4 left[4][3] = {
      {{-0.99807f, 0.06214f, 0, -1}, {-0.96978f, 0.02741f, -0.24244f, -1}, {-0.89443f, 0, -0.44721f, -1}},
      {{-0.98664f, 0.15082f, 0.06166f, -1},
       {-0.97473f, 0.10691f, -0.19613f, -1},
       {-0.91019f, 0.05122f, -0.41101f, -1}},
      {{-0.93676f, 0.26009f, 0.23419f, -1},
       {-0.97542f, 0.21378f, -0.05344f, -1},
       {-0.94163f, 0.14077f, -0.30579f, -1}},
      {{-0.82385f, 0.32638f, 0.46341f, -1},
       {-0.93463f, 0.30889f, 0.17624f, -1},
       {-0.96601f, 0.23216f, -0.11374f, -1}}};
  const Vec4 right[4][3] = {
      {{0.89344f, -0.04708f, 0.44672f, 1}, {0.79981f, -0.02176f, 0.59986f, 1}, {0.70711f, 0, 0.70711f, 1}},
      {{0.89750f, -0.12318f, 0.42345f, 1},
       {0.80920f, -0.07155f, 0.58316f, 1},
       {0.72324f, -0.02426f, 0.69017f, 1}},
      {{0.91412f, -0.22177f, 0.33942f, 1},
       {0.83537f, -0.14868f, 0.52920f, 1},
       {0.75312f, -0.08723f, 0.65207f, 1}},
      {{0.93022f, -0.31915f, 0.18122f, 1},
       {0.88216f, -0.22211f, 0.41528f, 1},
       {0.80406f, -0.14917f, 0.57553f, 1}}};
  const Sheet sheet = make_sheet();
  const std::vector<Vec4> got = make_tangents(sheet.corners, sheet.triangles);
  ASSERT_EQ(got.size(), sheet.corners.size());
  for (std::size_t c = 0; c < got.size(); ++c) {
    const bool in_left = (c / 4) % 4 < 2;  // the quad of the corner
    const auto x = static_cast<std::size_t>(sheet.grid[c].x), y = static_cast<std::size_t>(sheet.grid[c].y);
    const Vec4 want = in_left ? left[y][x] : right[y][x - 2];
    EXPECT_NEAR(got[c].x, want.x, 2e-5) << c;
    EXPECT_NEAR(got[c].y, want.y, 2e-5) << c;
    EXPECT_NEAR(got[c].z, want.z, 2e-5) << c;
    EXPECT_EQ(got[c].w, want.w) << c;
  }
}

TEST(FbxTangents, coordinates_without_an_area_give_unit_vectors_across_the_normal) {
  Sheet sheet = make_sheet();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Vec2& uv : {Vec2{0.5f, 0.5f}, Vec2{nan, 0}, Vec2{std::numeric_limits<float>::infinity(), nan}}) {
    for (TangentCorner& corner : sheet.corners) corner.uv = uv;
    const std::vector<Vec4> tangents = make_tangents(sheet.corners, sheet.triangles);
    for (std::size_t c = 0; c < tangents.size(); ++c) {
      const Vec3 t{tangents[c].x, tangents[c].y, tangents[c].z};
      EXPECT_NEAR(dot(t, t), 1, 1e-5) << c;
      EXPECT_NEAR(dot(t, sheet.corners[c].normal), 0, 1e-5) << c;
      EXPECT_EQ(tangents[c].w, 1) << c;
    }
  }
}

}  // namespace
}  // namespace skelter::fbx

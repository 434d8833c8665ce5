// Triangulation of polygons: the number of triangles must be right, none may be flipped, and together they
// must have the area of the polygon.

#include <gtest/gtest.h>

#include <cmath>

#include "formats/fbx/read/mesh_source.h"

namespace skelter::fbx {
namespace {

double area_xy(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}

void expect_cut_well(const std::vector<Vec3d>& polygon) {
  double whole = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    whole += area_xy(polygon[0], polygon[i], polygon[i + 1]);
  ASSERT_GT(whole, 0);
  std::vector<std::uint32_t> triangles;
  EXPECT_TRUE(triangulate(polygon, triangles));
  ASSERT_EQ(triangles.size(), 3 * (polygon.size() - 2));
  double sum = 0;
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    const double area = area_xy(polygon[triangles[t]], polygon[triangles[t + 1]], polygon[triangles[t + 2]]);
    EXPECT_GE(area, -1e-12 * whole) << t;
    sum += area;
  }
  EXPECT_NEAR(sum, whole, 1e-9 * whole);  // the sum would be larger if triangles overlapped
}

TEST(FbxTriangulate, concave_polygons) {
  expect_cut_well({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 1, 0}, {0, 4, 0}});
  // A polygon in the shape of a comb.
  std::vector<Vec3d> comb{{0, 0, 0}, {100, 0, 0}};
  for (int tooth = 99; tooth >= 0; --tooth) {
    comb.push_back({tooth + 0.75, 50, 0});
    comb.push_back({tooth + 0.25, 1, 0});
  }
  expect_cut_well(comb);
}

// An arm that winds around the centre 20 times.
TEST(FbxTriangulate, a_spiral_of_four_thousand_corners) {
  std::vector<Vec3d> spiral;
  constexpr int kSteps = 2000;
  const auto at = [](int step, double more) {
    const double turn = step * (20 * 2 * 3.141592653589793 / kSteps), radius = 1 + step * 0.01 + more;
    return Vec3d{radius * std::cos(turn), radius * std::sin(turn), 0};
  };
  for (int step = 0; step < kSteps; ++step) spiral.push_back(at(step, 0.5));
  for (int step = kSteps - 1; step >= 0; --step) spiral.push_back(at(step, 0));
  expect_cut_well(spiral);
}

}  // namespace
}  // namespace skelter::fbx

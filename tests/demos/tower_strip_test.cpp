// The tower's strip: its triangles must share their corners along every edge, so that the background does not
// show through.

#include "demos/tower/tower_strip.h"

#include <gtest/gtest.h>

#include <cmath>

#include "demos/holes.h"
#include "demos/shown.h"

namespace skelter::test {
namespace {

double area(const Primitive& primitive, const std::vector<std::uint32_t>& indices) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vec3d a = to_double(primitive.positions[indices[i]]),
                b = to_double(primitive.positions[indices[i + 1]]),
                c = to_double(primitive.positions[indices[i + 2]]);
    const Vec3d normal = cross(b - a, c - a);
    EXPECT_GT(normal.z * normal.z, 0);
    sum += std::abs(normal.z) / 2;
  }
  return sum;
}

// T-55: the upper edge of a row is wider than the lower edge of the next one. The two ends of that lower edge
// split one of the row's triangles into three, which gives 200 + 2 * 99 triangles. The area is the sum of 100
// rows of 0.01 by 2 * (0.31 - 0.003 i).
TEST(TowerStrip, triangles_are_cut_where_the_next_stair_stands_on_them) {
  auto scene = read_x_file(asset_path("tower.x"));
  ASSERT_TRUE(scene.ok());
  const Primitive& strip = *demos::find_strip(*scene)->primitive;
  const std::vector<std::uint32_t> joined = demos::joined_triangles(strip);
  EXPECT_EQ(joined.size(), std::size_t{3} * 398);
  EXPECT_NEAR(area(strip, joined), 0.01 * 2 * (100 * 0.31 - 0.003 * 99 * 100 / 2), 1e-6);
}

TEST(TowerStrip, whole_triangles_stay_as_they_are) {
  Primitive quad;
  quad.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  quad.indices = {0, 1, 2, 0, 2, 3};
  EXPECT_EQ(demos::joined_triangles(quad), quad.indices);
  quad.positions.push_back({0.5f, 0.5f, 0});  // on the diagonal, so inside an edge of both triangles
  EXPECT_EQ(demos::joined_triangles(quad).size(), 12u);
}

// Number of pixels that are not completely blue but surrounded by the strip. The test uses --faithful,
// because letters also have holes. T makes its clock smooth, so that it reaches more different times.
std::size_t specks(const Image& image) {
  const std::vector<bool> holes =
      holes_of(image, [&](std::uint32_t x, std::uint32_t y) { return image.at(x, y)[2] < 250; });
  return static_cast<std::size_t>(std::count(holes.begin(), holes.end(), true));
}

TEST(TowerStrip, no_background_shows_through_it_on_either_processor) {
  for (const char* keys : {"t", "t k"}) {
    Shown tower = faithful("tower");
    tower.keys(keys);
    for (int step = 0; step < 60; ++step) EXPECT_EQ(specks(tower.at(0.05 * step)), 0u) << keys << step;
  }
}

}  // namespace
}  // namespace skelter::test

// The tower's closed form against the numbers that were worked out by hand, and against the keys of the
// bundled file.

#include "demos/tower_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "skelter/formats/x/read.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using demos::tower_angles_rad;
using demos::tower_pose;
using demos::TowerClock;

constexpr double kPrinted = 1.5e-6;  // the hand-worked numbers have six decimals

TEST(Tower, angles_are_those_of_the_formulas) {
  struct Case {
    TowerClock clock;
    double time_s;
    double angles_rad[3];
  };
  const Case table[] = {{TowerClock::smooth, 0.1, {0.108114, 0.176336, 0.190211}},
                        {TowerClock::smooth, 0.65, {0.508637, -0.242705, 0.190211}},
                        {TowerClock::smooth, 2.1, {-0.494549, 0.176336, 0.190211}},
                        {TowerClock::whole_ms, 0.1, {0.107045, 0.176331, 0.190209}},
                        {TowerClock::whole_ms, 0.65, {0.508175, -0.242684, 0.190215}}};
  for (const Case& one : table)
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(tower_angles_rad(one.time_s, one.clock)[i], one.angles_rad[i], kPrinted)
          << one.time_s << " bone " << i + 1;
}

TEST(Tower, whole_millisecond_clock_moves_in_steps) {
  EXPECT_EQ(tower_angles_rad(0.1004, TowerClock::whole_ms), tower_angles_rad(0.1, TowerClock::whole_ms));
  EXPECT_NE(tower_angles_rad(0.1004, TowerClock::smooth), tower_angles_rad(0.1, TowerClock::smooth));
  // Bone 1 counts in thirds of milliseconds: 99 to 101 ms are one step for it.
  EXPECT_EQ(tower_angles_rad(0.099, TowerClock::whole_ms)[0],
            tower_angles_rad(0.101, TowerClock::whole_ms)[0]);
}

TEST(Tower, motion_comes_round_after_three_seconds) {
  for (const double time_s : {0.0, 0.4, 1.7})
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(tower_angles_rad(time_s, TowerClock::smooth)[i],
                  tower_angles_rad(time_s + demos::kTowerPeriod_s, TowerClock::smooth)[i], 1e-12);
}

TEST(Tower, scene_without_its_bones_is_an_error) {
  Scene scene;
  scene.file = "other.x";
  const auto bones = demos::tower_bones(scene);
  ASSERT_FALSE(bones.ok());
  EXPECT_EQ(to_string(bones.error()), "other.x: no frame \"bone0\"; expected bone0 to bone3");
}

class BundledTower : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = read_x_file(asset_path("tower.x"));
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    scene_ = std::move(*scene);
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      if (!scene_.nodes[node].meshes.empty()) mesh_node_ = node;
  }
  Vec3d vertex(const Pose& pose, std::uint32_t id) const {
    return skin(scene_, pose, mesh_node_, 0).positions[id];
  }
  Pose pose(double time_s, TowerClock clock = TowerClock::smooth) const {
    return tower_pose(scene_, *demos::tower_bones(scene_), time_s, clock);
  }
  Scene scene_;
  std::uint32_t mesh_node_ = 0;
};

TEST_F(BundledTower, vertices_are_where_the_hand_calculation_puts_them) {
  struct Case {
    double time_s;
    std::uint32_t id;
    double x, y;
  };
  const Case table[] = {{0.1, 90, -0.354711, -0.122061},  {0.1, 150, -0.395483, 0.465885},
                        {0.1, 299, -0.656148, 1.444720},  {0.1, 450, -1.051986, 2.172461},
                        {0.1, 599, -1.102205, 2.427730},  {0.65, 150, -0.935732, 0.195672},
                        {0.65, 599, -1.535433, 2.294327}, {2.1, 299, 0.845209, 1.385961},
                        {2.1, 599, 1.034942, 2.448635},   {1.234, 0, -0.31, -1}};
  for (const Case& one : table) {
    const Vec3d position = vertex(pose(one.time_s), one.id);
    EXPECT_NEAR(position.x, one.x, 3e-6) << one.time_s << " id " << one.id;  // weights are floats in the file
    EXPECT_NEAR(position.y, one.y, 3e-6) << one.time_s << " id " << one.id;
    EXPECT_EQ(position.z, 0);
  }
  EXPECT_NEAR(vertex(pose(0.1, TowerClock::whole_ms), 599).x, -1.098528, 3e-6);
  EXPECT_NEAR(vertex(pose(0.65, TowerClock::whole_ms), 599).y, 2.295013, 3e-6);
}

TEST_F(BundledTower, keys_follow_the_closed_form) {
  ASSERT_FALSE(scene_.clips.empty());
  double largest = 0;
  for (int step = 0; step <= 400; ++step) {
    const double time_s = 3.0 * step / 400 + 0.0007;  // mostly between keys
    const SkinnedVertices formula = skin(scene_, pose(time_s), mesh_node_, 0);
    const SkinnedVertices keys = skin(scene_, evaluate(scene_, 0, time_s), mesh_node_, 0);
    for (std::size_t v = 0; v < keys.positions.size(); ++v)
      largest = std::max(largest, length(formula.positions[v] - keys.positions[v]));
  }
  EXPECT_LT(largest, 1e-4);
}

}  // namespace
}  // namespace skelter::test

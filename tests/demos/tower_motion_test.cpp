// The tower's formulas, compared with numbers that were worked out by hand, and with the keys of the bundled
// file.

#include "demos/tower/tower_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "skelter/formats/x/read.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using demos::tower_angles_rad;
using demos::tower_pose;
using demos::TowerClock;

constexpr double kPrinted = 1.5e-6;  // numbers that were worked out by hand have six decimals

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
  // Bone 1 uses thirds of milliseconds, so 99 to 101 ms are the same step for it.
  EXPECT_EQ(tower_angles_rad(0.099, TowerClock::whole_ms)[0],
            tower_angles_rad(0.101, TowerClock::whole_ms)[0]);
}

TEST(Tower, camera_is_the_tutorials) {
  const Camera camera = demos::tower_camera();
  EXPECT_EQ(camera.eye, (Vec3d{0, 1, 5}));
  EXPECT_EQ(camera.target, (Vec3d{0, 1, 0}));
  EXPECT_EQ(camera.fov_y_deg, 45);
  EXPECT_EQ(camera.aspect, 0);  // 0 uses the window's aspect
  EXPECT_EQ(camera.near_distance, 0.1);
  EXPECT_EQ(camera.far_distance, 100);
}

TEST(Tower, motion_repeats_after_three_seconds) {
  for (const double time_s : {0.0, 0.4, 1.7})
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(tower_angles_rad(time_s, TowerClock::smooth)[i],
                  tower_angles_rad(time_s + demos::kTowerPeriod_s, TowerClock::smooth)[i], 1e-12);
}

// T-24: milliseconds in 32 bits wrap after 24.86 days if signed and after 49.71 days if unsigned. The motion
// repeats after 3 s, so a time that is earlier by complete cycles has the same angles.
TEST(Tower, angles_do_not_jump_where_32_bits_of_milliseconds_wrap) {
  for (const double wrap_s : {2147483.648, 4294967.296})
    for (const double aside_s : {-0.0025, -0.0015, -0.0005, 0.0005, 0.0015, 0.0025}) {
      const double time_s = wrap_s + aside_s;  // between two milliseconds, so that rounding does not matter
      const double in_cycle_s = time_s - demos::kTowerPeriod_s * std::floor(time_s / demos::kTowerPeriod_s);
      EXPECT_EQ(tower_angles_rad(time_s, TowerClock::whole_ms),
                tower_angles_rad(in_cycle_s, TowerClock::whole_ms))
          << time_s;
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(tower_angles_rad(time_s, TowerClock::smooth)[i],
                    tower_angles_rad(in_cycle_s, TowerClock::smooth)[i], 1e-6)
            << time_s << " bone " << i + 1;
    }
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

// T-60: the keys and names in the file, and the difference between linear keys and the sines halfway between
// two keys: 6.0e-5.
TEST_F(BundledTower, file_has_a_key_every_12_ticks_which_errs_by_6e_5) {
  ASSERT_EQ(scene_.clips.size(), 1u);
  const Clip& clip = scene_.clips[0];
  EXPECT_EQ(clip.name, "tower");
  EXPECT_EQ(clip.duration_s, 3);
  EXPECT_EQ(scene_.nodes.at(mesh_node_).name, "tower");
  for (const char* bone : {"bone0", "bone1", "bone2", "bone3"})
    EXPECT_NE(find_node(scene_, bone), kNone) << bone;
  for (const Joint& joint : scene_.skins.at(0).joints) EXPECT_EQ(joint.joint_from_mesh, Mat4{}) << joint.name;
  std::size_t moving = 0;
  for (const Channel& channel : clip.channels) {
    if (channel.times_s.size() < 2) continue;  // channels of bone 0
    ++moving;
    ASSERT_EQ(channel.times_s.size(), 1201u);
    for (std::size_t key = 0; key < channel.times_s.size(); ++key)
      ASSERT_NEAR(channel.times_s[key] * 4800, 12.0 * static_cast<double>(key), 1e-6) << key;
  }
  EXPECT_GE(moving, 3u);
  double largest = 0;
  for (int interval = 0; interval < 1200; ++interval) {
    const double time_s = (interval + 0.5) * 12 / 4800;
    const SkinnedVertices formula = skin(scene_, pose(time_s), mesh_node_, 0);
    const SkinnedVertices keys = skin(scene_, evaluate(scene_, 0, time_s), mesh_node_, 0);
    for (std::size_t v = 0; v < keys.positions.size(); ++v)
      largest = std::max(largest, length(formula.positions[v] - keys.positions[v]));
  }
  EXPECT_NEAR(largest, 6.0e-5, 3e-6);  // numbers in the file are floats
}

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

// T-55: 100 rows, each with the corners BL, BR, TL, BR, TR, TL. The two edges of a row are equally wide, so
// the outline is stepped. Everything is at z = 0.
TEST_F(BundledTower, file_has_the_documents_vertices_row_by_row) {
  const std::vector<Vec3>& positions = scene_.meshes.at(0).primitives.at(0).positions;
  ASSERT_EQ(positions.size(), 600u);
  for (int row = 0; row < 100; ++row) {
    const double half = 0.31 - 0.003 * row, bottom = row / 100.0, top = (row + 1) / 100.0;
    const double corners[6][2] = {{-half, bottom}, {half, bottom}, {-half, top},
                                  {half, bottom},  {half, top},    {-half, top}};
    for (std::size_t corner = 0; corner < 6; ++corner) {
      const Vec3& p = positions[static_cast<std::size_t>(row) * 6 + corner];
      EXPECT_NEAR(p.x, corners[corner][0], 1e-6) << row << " corner " << corner;
      EXPECT_NEAR(p.y, corners[corner][1], 1e-6) << row << " corner " << corner;
      EXPECT_EQ(p.z, 0);
    }
  }
  // Source: the table in the document.
  const double printed[6][3] = {{0, -0.31, 0},      {5, -0.31, 0.01},    {150, -0.235, 0.25},
                                {299, -0.163, 0.5}, {450, -0.085, 0.75}, {599, -0.013, 1}};
  for (const auto& [id, x, y] : printed) {
    EXPECT_NEAR(positions[static_cast<std::size_t>(id)].x, x, 1e-6) << id;
    EXPECT_NEAR(positions[static_cast<std::size_t>(id)].y, y, 1e-6) << id;
  }
}

// T-56: the tutorial adds 0.01 in floats, so its row 75 begins at 0.7499996 and the last row ends at
// 0.9999993. The file contains the products, 0.75 and 1, and the same value for all vertices that share a
// height.
TEST_F(BundledTower, heights_in_the_file_do_not_drift) {
  const std::vector<Vec3>& positions = scene_.meshes.at(0).primitives.at(0).positions;
  EXPECT_EQ(positions[450].y, 0.75f);
  EXPECT_EQ(positions[599].y, 1.0f);
  float sum = 0;
  for (int row = 0; row < 75; ++row) sum += 0.01f;
  EXPECT_NE(sum, 0.75f);
  for (std::size_t row = 1; row < 100; ++row)
    EXPECT_EQ(positions[row * 6].y, positions[row * 6 - 2].y) << row;
}

// T-31, T-08: vertices have at most two bones, and weights change by at most 0.04 from row to row.
TEST_F(BundledTower, weights_in_the_file_fall_off_by_height) {
  const Primitive& strip = scene_.meshes.at(0).primitives.at(0);
  const Skin& skin = scene_.skins.at(0);
  const auto weight = [&](std::size_t vertex, const std::string& bone) {
    double sum = 0;
    for (std::uint32_t i = strip.influence_begin[vertex]; i < strip.influence_begin[vertex + 1]; ++i)
      if (skin.joints[strip.influences[i].joint].name == bone) sum += strip.influences[i].weight;
    return sum;
  };
  // The lower left corners of the rows at 0.1, 0.3 and 0.6.
  EXPECT_NEAR(weight(60, "bone0"), 0.6, 1e-6);
  EXPECT_NEAR(weight(60, "bone1"), 0.4, 1e-6);
  EXPECT_NEAR(weight(180, "bone1"), 0.8, 1e-6);
  EXPECT_NEAR(weight(180, "bone2"), 0.2, 1e-6);
  EXPECT_NEAR(weight(360, "bone2"), 0.6, 1e-6);
  EXPECT_NEAR(weight(360, "bone3"), 0.4, 1e-6);
  for (std::size_t v = 0; v < 600; ++v) {
    EXPECT_LE(strip.influence_begin[v + 1] - strip.influence_begin[v], 2u) << v;
    const double y = strip.positions[v].y;
    if (y >= 0.75) {
      EXPECT_EQ(weight(v, "bone3"), 1) << v;
    } else {
      const int lower = static_cast<int>(y * 4);
      EXPECT_NEAR(weight(v, "bone" + std::to_string(lower)), 1 - (4 * y - lower), 2e-6) << v;
    }
  }
  for (std::size_t row = 1; row < 100; ++row)
    for (const char* bone : {"bone0", "bone1", "bone2", "bone3"})
      EXPECT_LE(std::abs(weight(row * 6, bone) - weight(row * 6 - 6, bone)), 0.04 + 1e-6) << row << bone;
}

// T-21: a bone moves up by L and then turns about its parent's joint. At 0.25 s, the sine of the lowest bone
// is a half, so its angle is 0.26 and (-L sin a, L cos a, 0) is (-0.321351, 1.207988, 0). T-23: the shorter
// pi and bone 1's steps of 3 ms move a vertex by up to 0.0085 units.
TEST_F(BundledTower, clock_of_whole_milliseconds_errs_by_up_to_0_0085) {
  double largest = 0;
  for (int ms = 0; ms < 3000; ms += ms < 2900 ? 50 : 1) {
    const double time_s = ms / 1000.0;
    largest = std::max(largest,
                       length(vertex(pose(time_s), 599) - vertex(pose(time_s, TowerClock::whole_ms), 599)));
  }
  EXPECT_NEAR(largest, 0.0085, 5e-5);
}

TEST_F(BundledTower, bones_in_the_file_turn_about_their_parents_joint) {
  const auto bones = *demos::tower_bones(scene_);
  const double lengths[] = {-1, 1.25, 0.80, 0.60};
  for (std::size_t b = 0; b < 4; ++b)
    EXPECT_LT(length(translation_part(to_double(scene_.nodes[bones[b]].rest)) - Vec3d{0, lengths[b], 0}),
              1e-6);
  const Pose at_rest = rest_pose(scene_);
  const double heights[] = {-1, 0.25, 1.05, 1.65};
  for (std::size_t b = 0; b < 4; ++b)
    EXPECT_NEAR(translation_part(at_rest.world[bones[b]]).y, heights[b], 1e-6);
  const Pose moved = evaluate(scene_, 0, 0.25);
  EXPECT_LT(length(translation_part(moved.local[bones[1]]) - Vec3d{-0.321351, 1.207988, 0}), kPrinted);
  for (const double time_s : {0.1, 0.65, 2.1}) {
    const Pose keys = evaluate(scene_, 0, time_s);
    EXPECT_LT(length(translation_part(keys.local[bones[0]]) - Vec3d{0, -1, 0}), 1e-6);
    const auto angles = tower_angles_rad(time_s, TowerClock::smooth);
    for (std::size_t b = 1; b < 4; ++b) {
      const Vec3d turned{-lengths[b] * std::sin(angles[b - 1]), lengths[b] * std::cos(angles[b - 1]), 0};
      EXPECT_LT(length(translation_part(keys.local[bones[b]]) - turned), 2e-6) << time_s << " bone " << b;
    }
  }
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

// The numbers in the tower tutorial (T-..), for the tower built in code.
#include "support/tower.h"

#include <gtest/gtest.h>

#include "skelter/math/camera.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

namespace skelter {
namespace {

using test::near;

class tower : public ::testing::Test {
 protected:
  Vec3d vertex(const Pose& pose, std::size_t id) const { return skin(scene_, pose, 4, 0).positions[id]; }
  // Vertices and bones are in the plane z = 0.
  void expect_at(const Vec3d& actual, double x, double y, double tolerance = 1e-6) const {
    EXPECT_TRUE(near(actual, {x, y, 0}, tolerance));
  }
  void expect_bones(const Pose& pose, const std::vector<Vec2d>& expected) const {
    for (std::size_t bone = 1; bone <= 3; ++bone)
      expect_at(translation_part(pose.world[bone]), expected[bone - 1].x, expected[bone - 1].y);
  }

  Scene scene_ = test::tower_scene();
};

TEST_F(tower, is_a_valid_scene) {
  EXPECT_TRUE(validate(scene_).ok()) << to_string(validate(scene_).error());
}

// T-01: a flat array of four bones, each with the index of its parent and a local matrix; the pose contains
// the world matrices. T-16: W3 is L3 L2 L1 L0 with the row vectors of the tutorial, and L0 L1 L2 L3 with our
// column vectors.
TEST_F(tower, is_a_flat_array_of_four_bones_whose_worlds_are_products_of_locals) {
  ASSERT_EQ(scene_.skins.at(0).joints.size(), 4u);
  const std::uint32_t parents[] = {kNone, 0, 1, 2};
  const Pose pose = test::tower_pose(scene_, test::tower_angles(0.1));
  for (std::uint32_t bone = 0; bone < 4; ++bone) {
    EXPECT_EQ(scene_.skins[0].joints[bone].node, bone);
    EXPECT_EQ(scene_.nodes[bone].parent, parents[bone]);
  }
  const Mat4d* const l = pose.local.data();
  EXPECT_TRUE(near(pose.world[0], l[0], 1e-15));
  EXPECT_TRUE(near(pose.world[1], l[0] * l[1], 1e-12));
  EXPECT_TRUE(near(pose.world[2], l[0] * l[1] * l[2], 1e-12));
  EXPECT_TRUE(near(pose.world[3], l[0] * l[1] * l[2] * l[3], 1e-12));
  EXPECT_FALSE(near(pose.world[3], l[3] * l[2] * l[1] * l[0], 0.1)) << "the other order";
}

// T-02: with children before their parents, the world matrices are the same.
TEST_F(tower, in_another_order_has_the_same_world_matrices) {
  Scene shuffled = scene_;
  const std::uint32_t new_index[] = {3, 1, 0, 2};  // angles of bones 0 to 3
  for (std::uint32_t bone = 0; bone < 4; ++bone) {
    Node& node = shuffled.nodes[new_index[bone]];
    node = scene_.nodes[bone];
    if (node.parent != kNone) node.parent = new_index[node.parent];
    shuffled.skins[0].joints[bone].node = new_index[bone];
    for (ClipTarget& target : shuffled.clips.at(0).targets)
      if (target.name == node.name) target.node = new_index[bone];
  }
  ASSERT_TRUE(validate(shuffled).ok()) << to_string(validate(shuffled).error());
  for (const double time_s : {0.1, 0.65, 2.1}) {
    const Pose there = evaluate(shuffled, 0, time_s), here = evaluate(scene_, 0, time_s);
    for (std::uint32_t bone = 0; bone < 4; ++bone)
      EXPECT_TRUE(near(there.world[new_index[bone]], here.world[bone], 1e-12)) << time_s << " bone " << bone;
    EXPECT_EQ(skin(shuffled, there, 4, 0).positions, skin(scene_, here, 4, 0).positions);
  }
}

// Requirements T-55 and T-56 of docs/tutorials.md.
TEST_F(tower, has_the_documents_vertices) {
  const auto& positions = scene_.meshes[0].primitives[0].positions;
  ASSERT_EQ(positions.size(), 600u);
  struct Row {
    std::size_t id;
    double x, y;
  };
  for (const Row& row : {Row{0, -0.31, 0}, Row{5, -0.31, 0.01}, Row{150, -0.235, 0.25}, Row{299, -0.163, 0.5},
                         Row{450, -0.085, 0.75}, Row{599, -0.013, 1}})
    expect_at(to_double(positions[row.id]), row.x, row.y);
}

// T-31, T-08: the weights are those of the tutorial's table, without a jump between bones.
TEST_F(tower, weights_fall_off_over_the_joints) {
  const auto weight = [](double y, std::uint32_t bone) {
    double sum = 0;
    for (const Influence& influence : test::tower_influences(y))
      sum += influence.joint == bone ? influence.weight : 0;
    return sum;
  };
  EXPECT_NEAR(weight(0.1, 0), 0.6, 1e-6);
  EXPECT_NEAR(weight(0.1, 1), 0.4, 1e-6);
  EXPECT_NEAR(weight(0.3, 1), 0.8, 1e-6);
  EXPECT_NEAR(weight(0.3, 2), 0.2, 1e-6);
  EXPECT_NEAR(weight(0.6, 2), 0.6, 1e-6);
  EXPECT_NEAR(weight(0.6, 3), 0.4, 1e-6);
  for (const double y : {0.25, 0.5, 0.75})
    for (std::uint32_t bone = 0; bone < 4; ++bone)
      EXPECT_NEAR(weight(y - 1e-9, bone), weight(y, bone), 1e-6) << y;
}

// T-30: height in the bind pose and height after skinning. At rest, heights between rows are linear, so rows
// of 0.01 are sufficient.
TEST_F(tower, rests_at_the_documents_heights) {
  struct Row {
    float height;
    double skinned;
  };
  Primitive& strip = scene_.meshes[0].primitives[0];
  strip = Primitive{};
  const std::vector<Row> rows{{0, -1},      {0.125f, -0.25}, {0.25f, 0.5}, {0.375f, 1.025},
                              {0.5f, 1.55}, {0.625f, 1.975}, {0.75f, 2.4}, {1, 2.65}};
  for (const Row& row : rows) {
    strip.positions.push_back({0, row.height, 0});
    test::append_influences(strip, test::tower_influences(row.height));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) expect_at(vertex(rest_pose(scene_), i), 0, rows[i].skinned);
}

// Requirement T-21 of docs/tutorials.md.
TEST_F(tower, bones_turn_about_their_parents_joint) {
  EXPECT_TRUE(near(translation_part(test::tower_local(1, 0.26)), {-0.321351, 1.207988, 0}, 1e-6));
}

// T-22: the positions at 100 ms, from the clip and from code.
TEST_F(tower, stands_right_after_100_ms) {
  const auto angles = test::tower_angles(0.1);
  EXPECT_NEAR(angles[0], 0.108114, 1e-6);
  EXPECT_NEAR(angles[1], 0.176336, 1e-6);
  EXPECT_NEAR(angles[2], 0.190211, 1e-6);
  for (const Pose& pose : {evaluate(scene_, 0, 0.1), test::tower_pose(scene_, angles)}) {
    expect_bones(pose, {{-0.134879, 0.242702}, {-0.359383, 1.010555}, {-0.633605, 1.544223}});
    expect_at(vertex(pose, 0), -0.31, -1);
    expect_at(vertex(pose, 90), -0.354711, -0.122061);
    expect_at(vertex(pose, 150), -0.395483, 0.465885);
    expect_at(vertex(pose, 299), -0.656148, 1.444720);
    expect_at(vertex(pose, 450), -1.051986, 2.172461);
    expect_at(vertex(pose, 599), -1.102205, 2.427730);
  }
}

TEST_F(tower, stands_right_after_650_ms) {
  for (const Pose& pose :
       {evaluate(scene_, 0, 0.65), test::tower_pose(scene_, {0.508637, -0.242705, 0.190211})}) {
    expect_bones(pose, {{-0.608734, 0.091762}, {-0.818980, 0.863640}, {-1.083274, 1.402295}});
    expect_at(vertex(pose, 150), -0.935732, 0.195672, 2e-6);
    expect_at(vertex(pose, 599), -1.535433, 2.294327, 3e-6);
  }
}

TEST_F(tower, stands_right_after_2100_ms) {
  for (const Pose& pose :
       {evaluate(scene_, 0, 2.1), test::tower_pose(scene_, {-0.494549, 0.176336, 0.190211})}) {
    expect_at(vertex(pose, 0), -0.31, -1);
    expect_at(vertex(pose, 299), 0.845209, 1.385961, 2e-6);
    expect_at(vertex(pose, 599), 1.034942, 2.448635, 3e-6);
  }
}

// T-23: the angles of the tutorial's clock, with 3.1415 and whole milliseconds.
TEST_F(tower, stands_where_the_faithful_clock_puts_it) {
  expect_at(vertex(test::tower_pose(scene_, {0.107045, 0.176331, 0.190209}), 599), -1.098528, 2.428912, 3e-6);
  expect_at(vertex(test::tower_pose(scene_, {0.508175, -0.242684, 0.190215}), 599), -1.533964, 2.295013,
            3e-6);
}

// T-60: with keys every 2.5 ms, linear interpolation of the elements is wrong by up to 6.0e-5; decomposed
// keys are more accurate.
TEST_F(tower, linear_keys_err_by_no_more_than_the_documents_bound) {
  EvaluateOptions elements;
  elements.matrix_keys = MatrixKeys::elements;
  double worst = 0, worst_decomposed = 0;
  for (double time_s = 0; time_s < 3; time_s += 0.01125) {  // many times between two keys
    const Vec3d exact = vertex(test::tower_pose(scene_, test::tower_angles(time_s)), 599);
    worst = std::max(worst, length(vertex(evaluate(scene_, 0, time_s, elements), 599) - exact));
    worst_decomposed = std::max(worst_decomposed, length(vertex(evaluate(scene_, 0, time_s), 599) - exact));
  }
  EXPECT_LT(worst, 6.5e-5);
  EXPECT_GT(worst, 1e-6);
  EXPECT_LT(worst_decomposed, 6.5e-5);
}

TEST_F(tower, sways_forever) {
  expect_at(vertex(evaluate(scene_, 0, 0.1 + 3 * 7), 599), -1.102205, 2.427730);
}

// T-42, T-43: the pixels of the tip in a window of 800 x 600.
TEST_F(tower, draws_its_tip_at_the_documents_pixels) {
  const auto view = look_at({0, 1, 5}, {0, 1, 0});
  ASSERT_TRUE(view.ok());
  const auto pixel = [&](double aspect, const Vec3d& p) {
    const Mat4d m = *perspective({test::radians(45), aspect, 0.1, 100}) * *view;
    const Vec3d clip = transform_point(m, p);
    const double w = m(3, 0) * p.x + m(3, 1) * p.y + m(3, 2) * p.z + m(3, 3);
    return Vec2d{(clip.x / w + 1) * 400, (1 - clip.y / w) * 300};
  };
  const Vec3d at_100 = vertex(evaluate(scene_, 0, 0.1), 599), at_2100 = vertex(evaluate(scene_, 0, 2.1), 599);
  EXPECT_NEAR(pixel(1, at_100).x, 187.12, 0.006);
  EXPECT_NEAR(pixel(1, at_100).y, 93.19, 0.006);
  EXPECT_NEAR(pixel(4.0 / 3, at_100).x, 240.34, 0.006);
  EXPECT_NEAR(pixel(1, at_2100).x, 599.89, 0.006);
  EXPECT_NEAR(pixel(1, at_2100).y, 90.16, 0.006);
  EXPECT_NEAR(pixel(4.0 / 3, at_2100).x, 549.91, 0.006);
}

}  // namespace
}  // namespace skelter

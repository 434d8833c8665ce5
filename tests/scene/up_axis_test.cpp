#include "scene/edit/internal/up_axis.h"

#include <cmath>

#include "scene/lint_scenes.h"
#include "skelter/scene/validate.h"
#include "support/numbers.h"

namespace skelter::test {
namespace {

// The test model with these three vertices; at rest, the bones are at the vertices.
Scene with_vertices(const std::vector<Vec3>& vertices) {
  Scene scene = figure();
  scene.meshes[0].primitives[0].positions = vertices;
  for (std::uint32_t j = 0; j < 3; ++j) {
    scene.nodes[j].parent = kNone;
    scene.nodes[j].rest = translation_matrix(vertices[j]);
    scene.skins[0].joints[j].joint_from_mesh = translation_matrix(-vertices[j]);
  }
  return scene;
}

TEST(guess_up, is_y_for_models_on_the_plane_y_0_or_on_none) {
  EXPECT_EQ(guess_up(figure()), kY);
  EXPECT_EQ(guess_up(with_vertices({{0, 1, -3}, {0, 0, 3}, {0, 0, 0}})), kY);     // a long animal
  EXPECT_EQ(guess_up(with_vertices({{0, 1, -3}, {0, -1, 3}, {0, 0, 0}})), kY);    // floats
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0}, {0, -1, 2.9f}, {0, 0, 1}})), kY);  // less than 1.5 times as
                                                                                  // tall
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0}, {0, -0.5f, 4}, {0, 0, 1}})), kY);  // asymmetric about y = 0
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0.3f}, {0, -1, 4}, {0, 0, 1}})), kY);  // above the plane
}

TEST(guess_up, is_z_for_models_on_the_plane_z_0) {
  EXPECT_EQ(guess_up(with_vertices({{0, 1, -0.1f}, {0, -1, 4}, {0, 0, 1}})), (Vec3d{0, 0, 1}));
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0.1f}, {0, -1, -4}, {0, 0, -1}})), (Vec3d{0, 0, -1}));
}

TEST(guess_up, is_y_without_a_skin) {
  Scene scene = with_vertices({{0, 1, 0}, {0, -1, 4}, {0, 0, 1}});
  scene.nodes[kBody].meshes[0].skin = kNone;
  scene.skins.clear();
  EXPECT_EQ(guess_up(scene), (Vec3d{0, 1, 0}));
}

// --- skeletons without a mesh ---------------------------------------------------------------------------

// Hips at `hips` with a head and two legs of two bones along `down`; one clip leaves them in place or rotates
// them about x by `turn_deg`.
Scene legged_skeleton(const Vec3d& hips, const Vec3d& down, double turn_deg) {
  Scene scene;
  scene.file = "take.bvh";
  scene.format = "bvh";
  scene.nodes = {make_node("Hips", kNone, translation_matrix(hips)),
                 make_node("LeftUpLeg", 0, translation_matrix(Vec3d{1, 0, 0})),
                 make_node("LeftFoot", 1, translation_matrix(down * 9.0)),
                 make_node("RightUpLeg", 0, translation_matrix(Vec3d{-1, 0, 0})),
                 make_node("RightFoot", 3, translation_matrix(down * 9.0)),
                 make_node("Head", 0, translation_matrix(down * -8.0))};
  const double half_rad = turn_deg / 360 * 3.14159265358979323846;
  std::vector<float> turns;
  for (int key = 0; key < 2; ++key) append_value(turns, Quatd{std::sin(half_rad), 0, 0, std::cos(half_rad)});
  add_lint_clip(scene, "take", {make_channel(0, ChannelPath::rotation, {0, 1}, turns)});
  return scene;
}

TEST(guess_up, is_the_axis_along_which_the_legs_of_a_skeleton_stand) {
  const Vec3d kDownY{0, -1, 0}, kDownZ{0, 0, -1}, kDownMinusZ{0, 0, 1};
  EXPECT_EQ(guess_up(legged_skeleton({0, 9, 0}, kDownY, 0)), kY);
  EXPECT_EQ(guess_up(legged_skeleton({0, 0, 9}, kDownZ, 0)), (Vec3d{0, 0, 1}));
  EXPECT_EQ(guess_up(legged_skeleton({}, kDownZ, 0)), (Vec3d{0, 0, 1}));  // on the spot, without a ground
  EXPECT_EQ(guess_up(legged_skeleton({0, 0, -9}, kDownMinusZ, 0)), (Vec3d{0, 0, -1}));
  // The skeleton has y up at rest, and z up in the clip: the feet are on the plane z = 0.
  EXPECT_EQ(guess_up(legged_skeleton({0, 0, 9}, kDownY, 90)), (Vec3d{0, 0, 1}));
  // A person who is lying on the back, close to the ground.
  EXPECT_EQ(guess_up(legged_skeleton({0, 1, 30}, kDownY, 90)), kY);
  // The skeleton has z up at rest, and y up in the clip.
  EXPECT_EQ(guess_up(legged_skeleton({0, 9, 0}, kDownZ, -90)), kY);
  // Without clips, the rest pose decides.
  Scene rest = legged_skeleton({0, 0, 9}, kDownZ, 0);
  rest.clips.clear();
  EXPECT_EQ(guess_up(rest), (Vec3d{0, 0, 1}));
  // No joint has the name of a leg.
  Scene nameless = legged_skeleton({0, 0, 9}, kDownZ, 0);
  for (Node& node : nameless.nodes) node.name = "n";
  EXPECT_EQ(guess_up(nameless), kY);
}

// (x, y, z) becomes (x, z, -y), (-x, -z, -y) or (-y, x, z).
TEST(y_up_from, turns_that_axis_to_y_without_mirroring) {
  const Vec3d point{1, 2, 3};
  EXPECT_EQ(transform_point(y_up_from({0, 0, 1}), point), (Vec3d{1, 3, -2}));
  EXPECT_EQ(transform_point(y_up_from({0, 0, -1}), point), (Vec3d{-1, -3, -2}));
  EXPECT_EQ(transform_point(y_up_from({1, 0, 0}), point), (Vec3d{-2, 1, 3}));
  EXPECT_EQ(y_up_from({0, 1, 0}), Mat4d{});
  for (const Vec3d up : {Vec3d{0, 0, 1}, Vec3d{0, 0, -1}, Vec3d{1, 0, 0}}) {
    EXPECT_EQ(transform_point(y_up_from(up), up), (Vec3d{0, 1, 0}));
    EXPECT_EQ(determinant(linear_part(y_up_from(up))), 1);
  }
}

TEST(turn_upright, puts_one_root_above_all_that_is_shown) {
  Scene scene = with_vertices({{0, 1, -0.1f}, {0, -1, 4}, {0, 0, 1}});
  const std::size_t count = scene.nodes.size();
  turn_upright(scene, {0, 0, 1});
  ASSERT_EQ(scene.nodes.size(), count + 1);
  EXPECT_TRUE(validate(scene).ok());
  EXPECT_TRUE(scene.nodes[count].synthetic);
  EXPECT_EQ(scene.nodes[count].name, "Y_up");
  for (std::size_t n = 0; n < count; ++n) EXPECT_NE(scene.nodes[n].parent, kNone);
  EXPECT_EQ(guess_up(scene), kY);
  // The vertex (0, -1, 4), which is at its joint.
  EXPECT_EQ(translation_part(rest_pose(scene).world[1]), (Vec3d{0, 4, 1}));
}

TEST(turn_upright, keeps_the_scenes_of_a_file_apart) {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[2].shown = false;
  scene.scenes = {{"a", {0, 1}, {}}};
  turn_upright(scene, {0, 0, -1});
  EXPECT_EQ(scene.scenes[0].roots, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(scene.nodes[2].parent, kNone);

  Scene two;
  two.nodes.resize(3);
  two.scenes = {{"a", {0, 1}, {}}, {"b", {1, 2}, {}}};
  turn_upright(two, {1, 0, 0});
  EXPECT_EQ(two.scenes[0].roots, (std::vector<std::uint32_t>{3, 4}));
  EXPECT_EQ(two.scenes[1].roots, (std::vector<std::uint32_t>{4, 5}));
  EXPECT_EQ(two.nodes[1].parent, 4u);
}

TEST(turn_upright, leaves_what_is_y_up_as_it_is) {
  Scene scene = figure();
  turn_upright(scene, {0, 1, 0});
  EXPECT_EQ(scene.nodes.size(), figure().nodes.size());
}

}  // namespace
}  // namespace skelter::test

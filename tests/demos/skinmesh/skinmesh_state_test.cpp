// The keys of the skin mesh demo, and their effects on a scene.

#include "demos/skinmesh/skinmesh_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "demos/keys.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/validate.h"
#include "support/assets.h"
#include "support/scene_parts.h"

namespace skelter::test {
namespace {

using demos::SkinmeshState;
using ::testing::ElementsAre;

// S-24: a bone at (0, 50, 0), and a vertex 1 above it.
Scene offset_example() {
  Scene scene;
  scene.nodes.push_back(make_node("bone", kNone, translation_matrix(Vec3d{0, 50, 0})));
  scene.nodes.push_back(make_node("body", kNone, Mat4d{}));
  scene.nodes[1].meshes.push_back({0, 0});
  Primitive primitive;
  primitive.positions = {{0, 51, 0}, {1, 51, 0}, {0, 51, 1}};
  primitive.indices = {0, 1, 2};
  primitive.influence_begin = {0, 1, 2, 3};
  primitive.influences = {{0, 1}, {0, 1}, {0, 1}};
  scene.meshes.push_back({"body", {primitive}});
  scene.skins.push_back({"", {{"bone", 0, to_float(translation_matrix(Vec3d{0, -50, 0}))}}});
  return scene;
}
Vec3d first_vertex(const Scene& scene, const Vec3d& bone) {
  Pose pose = rest_pose(scene);
  pose.local[0] = translation_matrix(bone);
  local_to_world(scene, pose);
  return skin(scene, pose, 1, 0).positions[0];
}

TEST(SkinmeshState, digits_choose_the_five_ways_of_skinning) {
  SkinmeshState state;
  using demos::SampleSkinning;
  const SampleSkinning expected[] = {SampleSkinning::non_indexed_blend, SampleSkinning::indexed_blend,
                                     SampleSkinning::software, SampleSkinning::vertex_shader,
                                     SampleSkinning::effect};
  for (std::size_t i = 0; i < 5; ++i) {
    state.handle(down(static_cast<char>('1' + i)));
    EXPECT_EQ(state.path(), expected[i]) << i;
    EXPECT_EQ(demos::path_label(state.path())[0], static_cast<char>('1' + i));
  }
  state.handle(down('6'));
  EXPECT_EQ(state.path(), SampleSkinning::effect);
}

TEST(SkinmeshState, y_goes_through_the_ways_to_read_matrix_keys) {
  SkinmeshState state;
  EXPECT_EQ(state.matrix_keys(), MatrixKeys::decompose);
  for (const MatrixKeys expected : {MatrixKeys::nearest, MatrixKeys::elements, MatrixKeys::decompose}) {
    state.handle(down('Y'));
    EXPECT_EQ(state.matrix_keys(), expected);
  }
}

TEST(SkinmeshState, letters_switch_on_and_off) {
  SkinmeshState state;
  for (const char key : {'R', 'O', 'S', 'F'}) state.handle(down(key));
  EXPECT_TRUE(state.rigid() && state.without_offsets() && state.subsets() && state.tree());
  for (const char key : {'R', 'O', 'S', 'F'}) state.handle(down(key));
  EXPECT_FALSE(state.rigid() || state.without_offsets() || state.subsets() || state.tree());
}

TEST(SkinmeshState, space_holds_and_arrows_step) {
  SkinmeshState state;
  state.handle({Key::right, Press::down, {}});
  state.handle({Key::right, Press::repeat, {}});
  state.handle({Key::left, Press::down, {}});
  EXPECT_NEAR(state.clock().time_s, demos::kSkinmeshStep_s, 1e-12);
  EXPECT_FALSE(state.clock().playing);
  state.handle({Key::space, Press::down, {}});
  EXPECT_TRUE(state.clock().playing);
}

TEST(SkinmeshScene, without_offsets_vertices_go_where_the_article_says_they_do) {
  const Scene right = offset_example();
  EXPECT_EQ(first_vertex(right, {0, 51, 0}), (Vec3d{0, 52, 0}));
  EXPECT_EQ(first_vertex(demos::without_offsets(right), {0, 51, 0}), (Vec3d{0, 102, 0}));
}

// Requirement S-43 of docs/tutorials.md.
TEST(SkinmeshScene, rigid_triangles_hang_on_the_bone_of_most_of_their_corners) {
  const auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  const Scene rigid = demos::rigid_weights(*scene);
  EXPECT_TRUE(validate(rigid).ok());
  for (std::size_t m = 0; m < scene->meshes.size(); ++m) {
    const Primitive& before = scene->meshes[m].primitives[0];
    const Primitive& after = rigid.meshes[m].primitives[0];
    if (before.influence_begin.empty()) continue;
    EXPECT_GT(after.positions.size(), before.positions.size());
    ASSERT_EQ(after.indices.size(), before.indices.size());
    for (std::size_t t = 0; t < before.indices.size(); t += 3) {
      std::set<std::uint32_t> bones;
      std::map<std::uint32_t, int> votes;
      for (std::size_t i = t; i < t + 3; ++i) {
        const std::uint32_t old = before.indices[i], now = after.indices[i];
        ASSERT_EQ(after.influence_begin[now + 1] - after.influence_begin[now], 1u);
        const Influence& kept = after.influences[after.influence_begin[now]];
        EXPECT_EQ(kept.weight, 1);
        bones.insert(kept.joint);
        ++votes[before.influences[before.influence_begin[old]].joint];
        ASSERT_EQ(after.positions[now], before.positions[old]);
        ASSERT_EQ(after.uvs[0][now], before.uvs[0][old]);
        ASSERT_EQ(after.source_of(now), before.source_of(old));
      }
      ASSERT_EQ(bones.size(), 1u) << "of triangle " << t / 3;
      for (const auto& [bone, count] : votes)
        ASSERT_TRUE(count < 2 || bones.contains(bone)) << "of triangle " << t / 3;
    }
  }
}

TEST(SkinmeshScene, frame_tree_names_every_frame_below_its_parent) {
  Scene scene = offset_example();
  scene.nodes.push_back(make_node("", 0, Mat4d{}));
  scene.nodes.push_back(make_node("tip", 2, Mat4d{}));
  EXPECT_THAT(demos::frame_tree(scene), ElementsAre("bone *", "  (unnamed)", "    tip", "body [mesh]"));
}

// S-25: every face is in one subset, and no subset has more bones than the palette.
TEST(SkinmeshScene, subsets_hold_all_faces_with_bones_that_fit) {
  const auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  const auto small = demos::subset_bones(*scene, 26), large = demos::subset_bones(*scene, 60);
  const auto faces = [](const std::vector<demos::SubsetBones>& subsets) {
    return std::accumulate(subsets.begin(), subsets.end(), 0u,
                           [](std::uint32_t sum, const auto& subset) { return sum + subset.faces; });
  };
  EXPECT_EQ(faces(small), 9932u);
  EXPECT_EQ(faces(large), 9932u);
  EXPECT_EQ(large.size(), 5u);  // one per material
  EXPECT_GT(small.size(), large.size());
  for (const auto& subset : small) {
    EXPECT_LE(subset.bones.size(), 26u);
    EXPECT_FALSE(subset.bones.empty());
  }
  EXPECT_EQ(large[0].material, "skin");
  EXPECT_EQ(large[1].material, "hair");
  EXPECT_THAT(large[1].bones, ElementsAre("head"));
  EXPECT_EQ(large[4].material, "shoes");
  EXPECT_THAT(large[4].bones, ::testing::UnorderedElementsAre("left_shin", "left_foot", "left_toes",
                                                              "right_shin", "right_foot", "right_toes"));
  const auto plain = demos::subset_bones(*scene, 0);
  EXPECT_EQ(faces(plain), 9932u);
  EXPECT_GT(plain.size(), small.size());
  for (const auto& subset : plain) EXPECT_LE(subset.bones.size(), 4u);
}

}  // namespace
}  // namespace skelter::test

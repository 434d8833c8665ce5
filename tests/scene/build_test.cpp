// Small models built in code: the resulting scenes, and the error messages for invalid input.
#include "skelter/scene/build.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::near;

Mat4d up(double y) {
  return translation_matrix(Vec3d{0, y, 0});
}

// A flat array of bones, each above the previous one, as programs store it.
std::vector<SkeletonBone> bones_with(const std::vector<std::uint32_t>& parents) {
  std::vector<SkeletonBone> bones;
  for (std::size_t i = 0; i < parents.size(); ++i)
    bones.push_back({std::string(1, static_cast<char>('a' + i)), parents[i], up(i == 0 ? 0 : 2)});
  return bones;
}

std::string sentence(const Result<std::uint32_t>& result) {
  return result.ok() ? "no error" : to_string(result.error());
}

// Bones a and b, with b 2 above a, and a triangle that has half of the weight of its tip on b.
class build : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(append_skeleton(scene_, bones_with({kNone, 0})).ok());
    sleeve_.positions = {{-1, 0, 0}, {1, 0, 0}, {0, 4, 0}};
    sleeve_.indices = {0, 1, 2};
  }
  void hang(std::vector<Influence> tip) {
    append_influences(sleeve_, {{0, 1}});
    append_influences(sleeve_, {{0, 1}});
    append_influences(sleeve_, std::move(tip));
  }
  std::string refused_mesh(std::uint32_t skin = 0) {
    const Scene before = scene_;
    const auto node = append_skinned_mesh(scene_, {"sleeve", {sleeve_}}, skin);
    if (!node.ok()) {
      EXPECT_EQ(node.error().status, Status::invalid_argument);
      EXPECT_TRUE(same_content(scene_, before)) << "changed on an error";
    }
    return sentence(node);
  }
  std::string refused_clip(Clip clip) {
    const Scene before = scene_;
    const auto index = append_clip(scene_, std::move(clip));
    if (!index.ok()) {
      EXPECT_EQ(index.error().status, Status::invalid_argument);
      EXPECT_TRUE(same_content(scene_, before)) << "changed on an error";
    }
    return sentence(index);
  }
  Scene scene_;
  Primitive sleeve_;
};

// T-06: the elbow of a sleeve. The forearm rotates by 90 degrees about (0, 2, 0), which moves (0, 4, 0) to
// (-2, 2, 0); the mean with the original position is (-1, 3, 0).
TEST_F(build, a_figure_made_in_code_bends_where_its_weights_say) {
  hang({{1, 0.5f}, {0, 0.5f}});
  const auto node = append_skinned_mesh(scene_, {"sleeve", {sleeve_}}, 0);
  ASSERT_TRUE(node.ok()) << sentence(node);
  EXPECT_EQ(*node, 2u);
  Clip clip;
  clip.name = "bend";
  Channel& turn = append_channel(clip, "b", ChannelPath::rotation);
  append_key(turn, 0, Quatd{});
  append_key(turn, 1, from_axis_angle(Vec3d{0, 0, 1}, std::acos(0.0)));
  ASSERT_TRUE(append_clip(scene_, clip).ok());
  EXPECT_TRUE(validate(scene_).ok());
  EXPECT_EQ(scene_.clips[0].duration_s, 1);
  EXPECT_EQ(scene_.clips[0].targets[0].node, 1u);
  EXPECT_EQ(scene_.meshes[0].primitives[0].source_vertices, 3u);
  EXPECT_EQ(scene_.meshes[0].primitives[0].source_faces, 1u);

  EvaluateOptions once;
  once.loop = Loop::once;
  const auto tip = [&](double time_s) {
    return skin(scene_, evaluate(scene_, 0, time_s, once), *node, 0).positions[2];
  };
  EXPECT_TRUE(near(tip(0), {0, 4, 0}, 1e-6));
  EXPECT_TRUE(near(tip(1), {-1, 3, 0}, 1e-6));
}

// T-03: a root that is its own parent, as in the tower tutorial.
TEST(build_skeleton, of_a_parent_array_a_bone_that_is_its_own_parent_is_the_root) {
  Scene scene;
  const auto skin = append_skeleton(scene, bones_with({0, 0, 1, 2}));
  ASSERT_TRUE(skin.ok()) << sentence(skin);
  EXPECT_TRUE(validate(scene).ok());
  ASSERT_EQ(scene.nodes.size(), 4u);
  EXPECT_EQ(scene.nodes[0].parent, kNone);
  for (std::uint32_t bone = 1; bone < 4; ++bone) EXPECT_EQ(scene.nodes[bone].parent, bone - 1);
  const Pose pose = rest_pose(scene);
  for (std::uint32_t bone = 0; bone < 4; ++bone)
    EXPECT_TRUE(near(translation_part(pose.world[bone]), {0, 2.0 * bone, 0}, 1e-9));
}

TEST(build_skeleton, of_a_parent_array_a_circle_is_an_error) {
  Scene scene;
  EXPECT_EQ(sentence(append_skeleton(scene, bones_with({1, 0}))), "Bone a: its parents lead back to it");
  EXPECT_EQ(sentence(append_skeleton(scene, bones_with({0, 2, 3, 1}))),
            "Bone b: its parents lead back to it");
  EXPECT_TRUE(same_content(scene, Scene{}));
}

// A bone below a cycle is not part of the cycle: the error names a bone that is.
TEST(build_skeleton, error_names_a_bone_of_the_circle) {
  Scene scene;
  EXPECT_EQ(sentence(append_skeleton(scene, bones_with({1, 2, 1}))), "Bone b: its parents lead back to it");
}

// T-02: the same skeleton in either order.
TEST(build_skeleton, parents_may_come_after_their_children) {
  Scene scene;
  const std::vector<SkeletonBone> tip_first{{"tip", 1, up(2)}, {"middle", 2, up(3)}, {"root", kNone, up(5)}};
  ASSERT_TRUE(append_skeleton(scene, tip_first).ok());
  EXPECT_TRUE(near(translation_part(rest_pose(scene).world[0]), {0, 10, 0}, 1e-9));
  // Vertices are given at rest, so the inverse bind matrix of the tip moves down by 10.
  EXPECT_TRUE(near(translation_part(to_double(scene.skins[0].joints[0].joint_from_mesh)), {0, -10, 0}, 1e-6));
}

TEST(build_skeleton, without_a_bind_pose_vertices_are_in_the_space_of_their_bones) {
  Scene scene;
  ASSERT_TRUE(append_skeleton(scene, bones_with({kNone, 0}), /*bound_at_rest=*/false).ok());
  EXPECT_EQ(scene.skins[0].joints[1].joint_from_mesh, Mat4{});
}

TEST(build_skeleton, a_second_skeleton_is_next_to_the_first) {
  Scene scene;
  ASSERT_TRUE(append_skeleton(scene, bones_with({kNone, 0})).ok());
  const auto second = append_skeleton(scene, bones_with({kNone, 0, 1}));
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(*second, 1u);
  EXPECT_EQ(scene.nodes[2].parent, kNone);
  EXPECT_EQ(scene.nodes[4].parent, 3u);
  EXPECT_EQ(scene.skins[1].joints[2].node, 4u);
}

TEST(build_skeleton, invalid_arrays_are_refused) {
  Scene scene;
  EXPECT_EQ(sentence(append_skeleton(scene, {})), "no bones");
  EXPECT_EQ(sentence(append_skeleton(scene, bones_with({0, 7}))),
            "Bone b: parent 7; expected below 2, or its own index for a root");
  std::vector<SkeletonBone> bones = bones_with({0, 0});
  bones[1].name.clear();
  bones[1].parent_from_bone(1, 1) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sentence(append_skeleton(scene, bones)), "Bone #1: matrix not finite");
  bones[1].parent_from_bone = scale_matrix(Vec3d{1, 0, 1});
  EXPECT_EQ(sentence(append_skeleton(scene, bones)),
            "Bone #1: matrix flattens space; expected one with an inverse");
  EXPECT_TRUE(same_content(scene, Scene{}));
  EXPECT_TRUE(append_skeleton(scene, bones, /*bound_at_rest=*/false).ok());
}

TEST(build_skeleton, a_scene_with_synthetic_nodes_takes_no_more) {
  Scene scene;
  scene.nodes.push_back(make_node("", kNone, {}));
  scene.nodes[0].synthetic = true;
  const Scene before = scene;
  EXPECT_EQ(sentence(append_skeleton(scene, bones_with({0}))),
            "Node a: comes after a synthetic node; expected before all of them");
  EXPECT_TRUE(same_content(scene, before));
}

TEST(build_influences, are_sorted_and_those_of_no_weight_left_out) {
  Primitive primitive;
  append_influences(primitive, {{4, 0.25f}, {2, 0}, {3, 0.25f}, {0, 0.5f}});
  append_influences(primitive, {});
  append_influences(primitive, {{1, 1}});
  EXPECT_EQ(primitive.influence_begin, (std::vector<std::uint32_t>{0, 3, 3, 4}));
  EXPECT_EQ(primitive.influences, (std::vector<Influence>{{0, 0.5f}, {3, 0.25f}, {4, 0.25f}, {1, 1}}));
}

TEST_F(build, invalid_weights_are_refused) {
  hang({{0, 0.5f}, {1, 0.4f}});
  EXPECT_EQ(refused_mesh(), "Mesh sleeve: weights of vertex 2 sum to 0.9; expected 1");
  sleeve_.influence_begin.clear();
  sleeve_.influences.clear();
  hang({{0, 1.5f}, {1, -0.5f}});
  EXPECT_EQ(refused_mesh(), "Mesh sleeve: weight -0.5 at vertex 2; expected above 0");
  sleeve_.influence_begin.clear();
  sleeve_.influences.clear();
  hang({{0, 0.5f}, {2, 0.5f}});
  EXPECT_EQ(refused_mesh(), "Node sleeve: joint index 2; expected below 2");
}

TEST_F(build, meshes_that_do_not_fit_are_refused) {
  EXPECT_EQ(refused_mesh(3), "Node sleeve: skin index 3; expected below 1");
  append_influences(sleeve_, {{0, 1}});
  EXPECT_EQ(refused_mesh(), "Mesh sleeve: 2 influence ranges; expected 4");
}

TEST_F(build, channels_are_found_again_in_the_order_of_their_nodes) {
  Clip clip;
  append_key(append_channel(clip, "a", ChannelPath::translation), 0, Vec3d{1, 2, 3});
  append_key(append_channel(clip, "b", ChannelPath::matrix), 0, up(2));
  append_key(append_channel(clip, "a", ChannelPath::scale), 0, Vec3d{1, 1, 1});
  append_key(append_channel(clip, "a", ChannelPath::translation), 0.5, Vec3d{4, 5, 6});
  ASSERT_EQ(clip.channels.size(), 3u);
  EXPECT_EQ(clip.channels[0].values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(clip.channels[1].path, ChannelPath::scale);
  EXPECT_EQ(clip.channels[2].target, 1u);
  EXPECT_EQ(clip.channels[2].values[13], 2);  // column by column: the translation is the last column
  EXPECT_EQ(refused_clip(clip), "no error");
  EXPECT_EQ(scene_.clips[0].duration_s, 0.5);
}

TEST_F(build, clips_that_do_not_fit_are_refused) {
  Clip stranger;
  append_key(append_channel(stranger, "head", ChannelPath::translation), 0, Vec3d{});
  EXPECT_EQ(refused_clip(stranger), "no node \"head\"; expected the name of one");
  Clip empty;
  append_channel(empty, "a", ChannelPath::translation);
  EXPECT_EQ(refused_clip(empty), "Clip #0, target a: channel without keys");
  Clip backwards;
  Channel& channel = append_channel(backwards, "a", ChannelPath::translation);
  append_key(channel, 1, Vec3d{});
  append_key(channel, 0.5, Vec3d{});
  EXPECT_EQ(refused_clip(backwards), "Clip #0, target a: time 0.5 s at key 1 is not after 1 s at key 0");
  Clip narrow;
  append_key(append_channel(narrow, "a", ChannelPath::rotation), 0, Vec3d{});
  EXPECT_EQ(refused_clip(narrow), "Clip #0, target a: 3 key values; expected 4");
}

}  // namespace
}  // namespace skelter

#include "compile/build_skeleton/internal/skeleton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "compile/build_clip/internal/clip.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/corpus_scenes.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::make_channel;
using test::make_node;

std::vector<Mat4d> world_from_joints(const Skeleton& skeleton) {
  std::vector<Mat4d> world(skeleton.joint_count());
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const Transform t = get(skeleton.rest_pose[j / kLanes], j % kLanes);
    const Transformd d{to_double(t.translation), to_double(t.rotation), to_double(t.scale)};
    world[j] = skeleton.parents[j] == kNone16 ? to_mat4(d) : world[skeleton.parents[j]] * to_mat4(d);
  }
  return world;
}

// Largest distance between the origins, and between the ends of the axes of length `reach`, of two matrices.
double distance(const Mat4d& a, const Mat4d& b, double reach) {
  double largest = 0;
  for (const Vec3d& p : {Vec3d{}, Vec3d{reach, 0, 0}, Vec3d{0, reach, 0}, Vec3d{0, 0, reach}})
    largest = std::max(largest, length(transform_point(a, p) - transform_point(b, p)));
  return largest;
}

Mat4d moved(double x, double y, double z) {
  return translation_matrix(Vec3d{x, y, z});
}

Mat4d sheared_matrix() {
  Mat4d m = moved(1, 2, 3);
  m(0, 1) = 0.75;  // shears x by y
  return m;
}

// Hip > (Spine > Head, Leg > Foot), and a lamp that no skin or clip uses. Everything but the lamp is moved.
Scene little_man() {
  Scene scene;
  scene.file = "man.x";
  scene.nodes = {make_node("Hip", kNone, moved(0, 1, 0)), make_node("Spine", 0, moved(0, 1, 0)),
                 make_node("Leg", 0, moved(0, -1, 0)),    make_node("Head", 1, moved(0, 1, 0)),
                 make_node("Foot", 2, moved(0, -1, 0)),   make_node("Lamp", kNone, moved(9, 9, 9))};
  Clip clip;
  clip.duration_s = 1;
  for (std::uint32_t node = 0; node < 5; ++node) {
    clip.targets.push_back({scene.nodes[node].name, node, {}});
    clip.channels.push_back(make_channel(node, ChannelPath::translation, {0, 1}, {0, 0, 0, 1, 0, 0}));
  }
  scene.clips.push_back(clip);
  EXPECT_TRUE(validate(scene).ok());
  return scene;
}

std::vector<std::string> names_of(const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) names.emplace_back(skeleton.name(j));
  return names;
}

using Names = std::vector<std::string>;

TEST(build_skeleton, every_corpus_scene_has_the_rest_pose_of_its_nodes) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t sheared = 0;
  const std::size_t scenes = test::for_each_corpus_scene([&](const std::string& file, const Scene& scene) {
    SCOPED_TRACE(file);
    const auto built = build_skeleton(scene);
    ASSERT_TRUE(built.ok()) << to_string(built.error());
    const Skeleton& skeleton = (*built).skeleton.view;
    Skeleton read;
    ASSERT_TRUE(read_skeleton((*built).skeleton.bytes.span(), read).ok());
    const double extent = scene_size(scene);
    const Pose rest = rest_pose(scene);
    const std::vector<Mat4d> world = world_from_joints(skeleton);
    ASSERT_EQ((*built).joint_of_node.size(), scene.nodes.size());
    for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
      const std::uint16_t joint = (*built).joint_of_node[node];
      if (!scene.nodes[node].meshes.empty()) {
        EXPECT_NE(joint, kNone16);
      }
      if (joint == kNone16) continue;
      EXPECT_EQ(skeleton.nodes[joint], node);
      EXPECT_EQ(skeleton.name(joint), scene.nodes[node].name);
      sheared += skeleton.helpers[joint];
      // Measured at the joint, and a tenth of the character's size away from it.
      EXPECT_LE(distance(world[joint], rest.world[node], extent / 10), 1e-5 * extent)
          << scene.nodes[node].name;
    }
  });
  EXPECT_GT(scenes, 40u);
  EXPECT_GE(sheared, 2u);  // two joints of blitz3d/ladders.X
}

TEST(build_skeleton, joints_are_moved_nodes_and_their_ancestors_depth_first) {
  Scene scene = little_man();
  auto built = build_skeleton(scene);
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(names_of((*built).skeleton.view), (Names{"Hip", "Spine", "Head", "Leg", "Foot"}));
  EXPECT_EQ((*built).joint_of_node, (std::vector<std::uint16_t>{0, 1, 3, 2, 4, kNone16}));
  EXPECT_EQ((*built).skeleton.view.has_scale, 0u);

  // Only the head moves. The legs are dropped, and the hip and the spine stay as its ancestors.
  std::erase_if(scene.clips[0].channels, [](const Channel& channel) { return channel.target != 3; });
  built = build_skeleton(scene);
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(names_of((*built).skeleton.view), (Names{"Hip", "Spine", "Head"}));

  // Joints of a skin and nodes with a mesh are kept even if no clip moves them.
  scene.skins.push_back({"skin", {{"Foot", 4, {}}}});
  scene.meshes.emplace_back();
  scene.nodes[5].meshes.push_back({0, kNone});
  built = build_skeleton(scene);
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(names_of((*built).skeleton.view), (Names{"Hip", "Spine", "Head", "Leg", "Foot", "Lamp"}));
}

TEST(build_skeleton, joints_of_coarser_levels_come_first) {
  SkeletonSettings settings;
  settings.lods = {{{"Head"}}, {{"Leg"}}};
  const auto built = build_skeleton(little_man(), settings);
  ASSERT_TRUE(built.ok());
  const Skeleton& skeleton = (*built).skeleton.view;
  EXPECT_EQ(names_of(skeleton), (Names{"Hip", "Spine", "Leg", "Foot", "Head"}));
  EXPECT_EQ(std::vector<std::uint32_t>(skeleton.lod_joint_counts.begin(), skeleton.lod_joint_counts.end()),
            (std::vector<std::uint32_t>{5, 4, 2}));
}

// The expected number is libxxhash's XXH3 of the bytes listed in docs/pack-format.md.
TEST(build_skeleton, the_hash_depends_only_on_names_and_parents) {
  const auto hash_of = [](auto change) {
    Scene scene = little_man();
    SkeletonSettings settings;
    change(scene, settings);
    const auto built = build_skeleton(scene, settings);
    EXPECT_TRUE(built.ok());
    EXPECT_EQ(built->skeleton.view.joint_count(), 5u);
    return built->skeleton.view.hash;
  };
  const auto rename = [](Scene& scene, std::uint32_t node, const char* name) {
    scene.nodes[node].name = scene.clips[0].targets[node].name = name;
  };
  constexpr std::uint64_t kMan = 0x4BCDA05C495799A4u;
  EXPECT_EQ(hash_of([](Scene&, SkeletonSettings&) {}), kMan);
  EXPECT_EQ(hash_of([](Scene& scene, SkeletonSettings&) {
              scene.nodes[3].rest = to_float(moved(0, 7, 0));
              scene.clips[0].name = "other";
            }),
            kMan);
  EXPECT_EQ(hash_of([](Scene&, SkeletonSettings& settings) {
              settings.lods = {{{"Leg"}}};  // the last joints, so the order does not change
              settings.masks = {{"upper", 0.25f, {{"Spine", 1, true}}}};
            }),
            kMan);
  EXPECT_NE(hash_of([](Scene&, SkeletonSettings& settings) { settings.lods = {{{"Head"}}}; }), kMan);
  EXPECT_NE(hash_of([&](Scene& scene, SkeletonSettings&) { rename(scene, 3, "Neck"); }), kMan);
  EXPECT_NE(hash_of([&](Scene& scene, SkeletonSettings&) {
              rename(scene, 2, "LegF");  // the concatenated names do not change
              rename(scene, 4, "oot");
            }),
            kMan);
  EXPECT_NE(hash_of([](Scene& scene, SkeletonSettings&) { scene.nodes[4].parent = 0; }), kMan);
}

TEST(build_skeleton, masks_weigh_subtrees_and_later_entries_win) {
  SkeletonSettings settings;
  settings.masks = {{"upper", 0.25f, {{"Spine", 1, true}, {"Head", 0.5f, false}}}, {"none", 0, {}}};
  const auto built = build_skeleton(little_man(), settings);
  ASSERT_TRUE(built.ok());
  const Skeleton& skeleton = (*built).skeleton.view;
  ASSERT_EQ(skeleton.mask_count(), 2u);
  const auto upper = skeleton.mask(skeleton.find_mask("upper"));
  EXPECT_EQ(std::vector<float>(upper.begin(), upper.end()),
            (std::vector<float>{0.25f, 1, 0.5f, 0.25f, 0.25f, 0, 0, 0}));
  for (const float w : skeleton.mask(skeleton.find_mask("none"))) EXPECT_EQ(w, 0);
}

TEST(build_skeleton, keeps_the_parts_from_the_file_and_the_sign_of_scales) {
  Scene scene = little_man();
  const Transform mirrored{{1, 2, 3}, {0, 0, 1, 0}, {-2, 1, 1}};
  scene.nodes[3].rest_trs = mirrored;
  scene.nodes[3].rest = to_mat4(mirrored);
  const auto built = build_skeleton(scene);
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(get((*built).skeleton.view.rest_pose[0], 2), mirrored);
  EXPECT_EQ((*built).skeleton.view.has_scale, 1u);
}

TEST(build_skeleton, a_sheared_node_becomes_two_joints_with_its_children_below_the_helper) {
  Scene scene = little_man();
  scene.nodes[1].rest = to_float(sheared_matrix());
  scene.clips[0].channels.clear();
  scene.skins.push_back({"skin", {{"Head", 3, {}}}});
  SkeletonSettings settings;
  settings.masks = {{"spine", 0, {{"Spine", 1, false}}}};
  const auto built = build_skeleton(scene, settings);
  ASSERT_TRUE(built.ok());
  const Skeleton& skeleton = (*built).skeleton.view;
  EXPECT_EQ(names_of(skeleton), (Names{"Hip", "Spine.stretch", "Spine", "Head"}));
  EXPECT_EQ(std::vector<int>(skeleton.helpers.begin(), skeleton.helpers.end()),
            (std::vector<int>{0, 0, 1, 0}));
  EXPECT_EQ(std::vector<int>(skeleton.parents.begin(), skeleton.parents.end()),
            (std::vector<int>{kNone16, 0, 1, 2}));
  EXPECT_EQ((*built).joint_of_node[1], 2);
  EXPECT_LE(distance(world_from_joints(skeleton)[3], rest_pose(scene).world[3], 1), 1e-6);
  const auto weights = skeleton.mask(0);
  EXPECT_EQ(std::vector<float>(weights.begin(), weights.begin() + 4), (std::vector<float>{0, 1, 1, 0}));
}

TEST(build_skeleton, a_node_that_shears_only_between_two_keys_becomes_two_joints) {
  Scene scene = little_man();
  scene.clips[0].channels.clear();
  std::vector<float> values;
  test::append_value(values, Mat4d{});
  // Interpolated by element, the matrix halfway between these two shears.
  test::append_value(values, to_mat4(Transformd{{}, {0.6, 0, 0, 0.8}, {1, 2, 1}}));
  scene.clips[0].channels.push_back(make_channel(3, ChannelPath::matrix, {0, 1}, values));
  const auto decomposed = build_skeleton(scene);
  ASSERT_TRUE(decomposed.ok());
  EXPECT_EQ((*decomposed).skeleton.view.joint_count(), 3u);
  SkeletonSettings settings;
  settings.source.matrix_keys = MatrixKeys::elements;
  const auto elements = build_skeleton(scene, settings);
  ASSERT_TRUE(elements.ok());
  EXPECT_EQ(names_of((*elements).skeleton.view), (Names{"Hip", "Spine", "Head.stretch", "Head"}));
}

TEST(build_skeleton, equal_scenes_give_equal_bytes) {
  const auto a = build_skeleton(little_man()), b = build_skeleton(little_man());
  ASSERT_TRUE(a.ok() && b.ok());
  ASSERT_EQ((*a).skeleton.bytes.size(), (*b).skeleton.bytes.size());
  EXPECT_EQ(std::memcmp((*a).skeleton.bytes.data(), (*b).skeleton.bytes.data(), (*a).skeleton.bytes.size()),
            0);
}

TEST(build_skeleton, refuses_more_joints_than_indices_can_address) {
  Scene scene;
  scene.file = "many.x";
  scene.meshes.emplace_back();
  for (std::uint32_t i = 0; i < 65535; ++i) {
    scene.nodes.push_back(make_node("", kNone, {}));
    scene.nodes.back().meshes.push_back({0, kNone});
  }
  const auto built = build_skeleton(scene);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(to_string(built.error()), "many.x: skeleton: 65535 joints; expected at most 65534");
}

// Each axis consists of floats, but the lengths of the axes exceed a float.
TEST(build_skeleton, refuses_a_rest_pose_that_floats_cannot_represent) {
  Scene scene = little_man();
  const double most = 3e38;
  scene.nodes[0] =
      make_node("Hip", kNone, to_mat4(Mat3d{{most, most, most, -most, most, 0, most, most, -most}}, Vec3d{}));
  const auto built = build_skeleton(scene);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().code, "build.range");
  EXPECT_THAT(to_string(built.error()), ::testing::EndsWith("; expected a rest pose that floats can hold"));
}

TEST(build_skeleton, refuses_invalid_names_and_weights) {
  SkeletonSettings settings;
  settings.masks = {{"upper", 0, {{"Neck", 1, true}}}};
  auto built = build_skeleton(little_man(), settings);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(to_string(built.error()),
            "man.x: mask upper: joint \"Neck\" does not exist; expected the name of one of the 5 joints");
  settings.masks = {{"upper", 0, {{"Head", 1.5f, true}}}};
  built = build_skeleton(little_man(), settings);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(to_string(built.error()), "man.x: mask upper: weight 1.500000; expected 0 to 1");
  settings.masks = {{"upper", -1, {}}};
  built = build_skeleton(little_man(), settings);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(to_string(built.error()), "man.x: mask upper: weight -1.000000; expected 0 to 1");
  settings.masks.clear();
  settings.lods = {{{"Head"}}, {{"Neck"}}};
  built = build_skeleton(little_man(), settings);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(
      to_string(built.error()),
      "man.x: level of detail 2: joint \"Neck\" does not exist; expected the name of one of the 5 joints");
}

}  // namespace
}  // namespace skelter

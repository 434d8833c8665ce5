// Assimp's glTF and .x importers compared with our own readers, which are independent of each other. The
// files are those for which Assimp 5.2.5 has none of the faults listed in docs/assimp.md.

#include <gtest/gtest.h>

#include <map>

#include "skelter/formats/assimp/read.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

// Relative to the extent, because floats are multiplied in a different order.
constexpr double kTolerance = 1e-4;

double extent(const Scene& scene) {
  const Vec3d size = pose_bounds(scene, rest_pose(scene)).size();
  return std::max({size.x, size.y, size.z});
}

// The nodes that have unique names.
std::map<std::string, std::uint32_t> named_nodes(const Scene& scene) {
  std::map<std::string, std::uint32_t> nodes;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (!nodes.try_emplace(scene.nodes[n].name, n).second) nodes[scene.nodes[n].name] = kNone;
  std::erase_if(nodes, [](const auto& entry) { return entry.first.empty() || entry.second == kNone; });
  return nodes;
}

// Returns the number of compared nodes.
std::size_t compare(const Scene& ours, const Pose& our_pose, const Scene& other, const Pose& other_pose,
                    double size, const std::string& when) {
  const auto others = named_nodes(other);
  std::size_t compared = 0;
  double worst = 0;
  std::string worst_name;
  for (const auto& [name, node] : named_nodes(ours)) {
    const auto found = others.find(name);
    if (found == others.end()) continue;
    ++compared;
    for (std::size_t e = 0; e < 16; ++e) {
      const double off =
          std::abs(our_pose.world[node].m[e] - other_pose.world[found->second].m[e]) / (e >= 12 ? size : 1);
      if (off > worst) worst = off, worst_name = name;
    }
  }
  EXPECT_LE(worst, kTolerance) << when << ", " << worst_name;
  const Bounds a = pose_bounds(ours, our_pose), b = pose_bounds(other, other_pose);
  EXPECT_LE(length(a.min - b.min), kTolerance * size) << when;
  EXPECT_LE(length(a.max - b.max), kTolerance * size) << when;
  return compared;
}

void compare_files(const Scene& ours, const Scene& other, const std::string& file) {
  ASSERT_TRUE(validate(other)) << to_string(validate(other).error());
  const double size = extent(ours);
  EXPECT_GE(compare(ours, rest_pose(ours), other, rest_pose(other), size, file + " at rest"),
            ours.nodes.size() / 2);
  ASSERT_EQ(ours.clips.size(), other.clips.size()) << file;
  EvaluateOptions once;
  once.loop = Loop::once;
  for (std::uint32_t c = 0; c < ours.clips.size(); ++c) {
    EXPECT_NEAR(ours.clips[c].duration_s, other.clips[c].duration_s, 1e-5) << file;
    for (const double part : {0.0, 0.3, 0.77, 1.0}) {
      const double time_s = part * ours.clips[c].duration_s;
      compare(ours, evaluate(ours, c, time_s, once), other, evaluate(other, c, time_s, once), size,
              file + ", clip " + std::to_string(c) + " at " + std::to_string(time_s) + " s");
    }
  }
}

TEST(AssimpCorpus, gltf_files_move_as_with_our_own_reader) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name :
       {"CesiumMan/CesiumMan.gltf", "Fox.glb", "KayKit_Knight.glb", "Lumberjack.glb", "greenman.glb",
        "derived/greenman_draco.glb", "godot_enemy.glb", "emoji_heart.glb", "luanti_spider_animated.gltf",
        "kaykit_anim_lib/Med_MovementBasic.glb", "kenney_character/character.glb",
        "handmade/negative_nonuniform_scale.glb", "handmade/slerp_signs.glb",
        "handmade/matrix_parent_and_ignored_mesh_transform.glb", "handmade/eight_influences.glb",
        "handmade/joint_order_not_hierarchy.glb", "handmade/weights_not_summing_to_one.glb",
        "AnimatedMorphCube/AnimatedMorphCube.gltf"}) {
    const std::string path = corpus_folder() + "/gltf/" + name;
    const auto ours = read_gltf_file(path), other = read_assimp_file(path);
    ASSERT_TRUE(ours) << to_string(ours.error());
    ASSERT_TRUE(other) << to_string(other.error());
    compare_files(*ours, *other, name);
  }
}

TEST(AssimpCorpus, x_files_move_as_with_our_own_reader) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name : {"x/assimp/Testwuson.X", "x-made/blend_example.x"}) {
    const std::string path = corpus_folder() + "/" + name;
    const auto ours = read_x_file(path), other = read_assimp_file(path);
    ASSERT_TRUE(ours) << to_string(ours.error());
    ASSERT_TRUE(other) << to_string(other.error());
    compare_files(*ours, *other, name);
  }
}

// A bone has a weight for a vertex that does not exist, so Assimp 5.2.5 writes out of bounds and may crash.
// It runs in a separate process.
TEST(AssimpCorpus, a_file_that_makes_assimp_write_elsewhere_is_an_error_or_a_valid_scene) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_assimp_file(corpus_folder() + "/x/assimp/malformed_skinweights_oob.x");
  if (scene) {
    EXPECT_TRUE(validate(*scene));
  } else {
    EXPECT_EQ(scene.error().code, "assimp.crashed");
  }
}

}  // namespace
}  // namespace skelter::test

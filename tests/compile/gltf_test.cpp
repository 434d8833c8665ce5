// glTF scenes in the builder and in controllers: the numbers of golden.json, and the bound of every clip.

#include <gtest/gtest.h>

#include "compile/build_clip/internal/clip.h"
#include "compile/clip_decode.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/edit.h"
#include "support/gltf_golden.h"
#include "support/gltf_scenes.h"
#include "support/unit_rotations.h"

namespace skelter {
namespace {

using Json = nlohmann::json;

Mat4d matrix_of(const Json& numbers) {
  Mat4d matrix;
  for (std::size_t i = 0; i < 16; ++i) matrix.m[i] = numbers[i].get<double>();
  return matrix;
}

// Largest difference between points at `distance` along the axes.
double shell_difference(const Mat4d& a, const Mat4d& b, double distance) {
  double largest = 0;
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
    for (const double side : {-distance, distance})
      largest = std::max(largest, length(transform_point(a, axis * side) - transform_point(b, axis * side)));
  return largest;
}

// Whether rotation keys have few bits or digits. golden.json uses such keys unchanged, but players normalise
// them.
bool has_coarse_rotations(const Scene& scene) {
  for (const Clip& clip : scene.clips) {
    Clip unit = clip;
    test::make_rotations_unit(unit);
    for (std::size_t c = 0; c < clip.channels.size(); ++c)
      for (std::size_t i = 0; i < clip.channels[c].values.size(); ++i)
        if (std::abs(clip.channels[c].values[i] - unit.channels[c].values[i]) > 2e-5) return true;
  }
  return false;
}

// Calls `use` for every model with clip times in golden.json and for each of these times. Skips models with
// coarse rotations.
std::size_t for_each_golden_moment(
    const std::function<void(const Scene&, const Json& model, const Json& moment)>& use) {
  std::size_t moments = 0;
  const Json models = test::golden_models();
  for (const auto& [file, model] : models.items()) {
    SCOPED_TRACE(file);
    const auto scene = read_gltf_file(test::corpus_folder() + "/gltf/" + file);
    EXPECT_TRUE(scene);
    if (!scene || scene->clips.empty() || has_coarse_rotations(*scene)) continue;
    for (const Json& moment : model["poses"]) {
      SCOPED_TRACE("clip " + moment["clip"].dump() + " at " + moment["time"].dump());
      use(*scene, model, moment);
      ++moments;
    }
  }
  return moments;
}

TEST(GltfClips, move_joints_to_the_positions_in_golden_json) {
  SKELTER_REQUIRE_CORPUS();
  const std::size_t moments =
      for_each_golden_moment([&](const Scene& scene, const Json& model, const Json& moment) {
        const auto skeleton = build_skeleton(scene);
        ASSERT_TRUE(skeleton.ok());
        const auto built = build_clip(scene, moment["clip"].get<std::uint32_t>(), *skeleton);
        ASSERT_TRUE(built.ok()) << to_string(built.error());
        const std::vector<Mat4d> worlds =
            test::decode_worlds((*built).clip.view, skeleton->skeleton.view, moment["time"].get<double>());
        const double extent = scene_size(scene);
        for (std::size_t j = 0; j < model["joints"].size(); ++j) {
          const auto node = model["joints"][j]["node"].get<std::size_t>();
          const std::uint16_t joint = skeleton->joint_of_node[node];
          if (joint == kNone16) continue;  // nothing moves this node
          EXPECT_LE(shell_difference(worlds[joint], matrix_of(moment["joints"][j]), extent / 60),
                    extent / 18000 + test::golden_tolerance(model))
              << "node " << node;
        }
      });
  EXPECT_GE(moments, 250u);
}

TEST(GltfClips, all_keep_their_bound_by_an_independent_player) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t clips = 0;
  test::for_each_gltf_scene([&](const std::string& file, const Scene& from_file) {
    Scene scene = from_file;
    for (Clip& clip : scene.clips) test::make_rotations_unit(clip);
    const auto skeleton = build_skeleton(scene);
    ASSERT_TRUE(skeleton.ok()) << file;
    const double extent = scene_size(scene);
    const Pose rest = rest_pose(scene);
    for (std::uint32_t index = 0; index < scene.clips.size(); ++index) {
      SCOPED_TRACE(file + ", clip " + std::to_string(index));
      const auto built = build_clip(scene, index, *skeleton);
      ASSERT_TRUE(built.ok()) << to_string(built.error());
      const ClipView& clip = (*built).clip.view;
      EXPECT_LE((*built).report.largest_error, extent / 18000);
      test::WorstPoint worst;
      EvaluateOptions once;
      once.loop = Loop::once;
      constexpr int kTimes = 61;  // few of these times are at frames
      for (int i = 0; i <= kTimes; ++i) {
        const auto t = static_cast<float>(double{clip.duration_s} * i / kTimes);
        test::compare_worlds(*skeleton, test::decode_worlds(clip, skeleton->skeleton.view, t),
                             evaluate(scene, index, t, once), rest, extent / 60, t, worst);
      }
      EXPECT_LE(worst.error, extent / 18000 * 1.0001)
          << skeleton->skeleton.view.name(worst.joint) << " at " << worst.time_s << " s";
      ++clips;
    }
  });
  EXPECT_GE(clips, 200u);
}

// Sizes that ACL 2 produces for these clips (precision H / 18,000, shell distance H / 60, each clip's own key
// rate). The robot's joints have a scale of 37, and the knight's axe rotates too far between keys for linear
// interpolation.
TEST(GltfClips, are_stored_in_fewer_bytes_than_the_peers) {
  SKELTER_REQUIRE_CORPUS();
  struct Peer {
    const char *file, *clip;
    std::uint64_t bytes;
  };
  for (const Peer& peer : {Peer{"Fox.glb", "Survey", 6029}, Peer{"RobotExpressive.glb", "Walking", 3057},
                           Peer{"KayKit_Knight.glb", "Walking_A", 5707}}) {
    SCOPED_TRACE(peer.file);
    const auto scene = read_gltf_file(test::corpus_folder() + "/gltf/" + peer.file);
    ASSERT_TRUE(scene);
    const auto skeleton = build_skeleton(*scene);
    ASSERT_TRUE(skeleton.ok());
    const auto index = choose_clip(*scene, peer.clip);
    ASSERT_TRUE(index);
    const auto hot = build_clip(*scene, *index, *skeleton);
    ASSERT_TRUE(hot.ok());
    const StoredClipBuild stored = store_clip(*scene, *index, *skeleton, *hot, {});
    EXPECT_LT(stored.report.stored_bytes, peer.bytes);
    EXPECT_LE(stored.report.largest_error, scene_size(*scene) / 18000);
  }
}

TEST(GltfControllers, move_joints_to_the_positions_in_golden_json) {
  SKELTER_REQUIRE_CORPUS();
  const std::size_t moments =
      for_each_golden_moment([&](const Scene& scene, const Json& model, const Json& moment) {
        SceneControllerSettings settings;
        settings.playback = Loop::once;
        auto made = make_controller(scene, settings);
        ASSERT_TRUE(made.ok()) << to_string(made.error());
        Controller& controller = made->controller;
        ASSERT_TRUE(controller.set_track_set(0, moment["clip"].get<std::uint32_t>()));
        ASSERT_TRUE(controller.advance(moment["time"].get<double>()));
        const Pose pose = scene_pose(scene, made->node_of_output, controller.pose());
        for (std::size_t j = 0; j < model["joints"].size(); ++j) {
          const auto node = model["joints"][j]["node"].get<std::size_t>();
          EXPECT_LE(test::largest_difference(pose.world[node], moment["joints"][j]),
                    test::golden_tolerance(model))
              << "node " << node;
        }
      });
  EXPECT_GE(moments, 250u);
}

}  // namespace
}  // namespace skelter

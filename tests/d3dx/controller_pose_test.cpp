
#include <gtest/gtest.h>

#include "d3dx/sets.h"
#include "skelter/compile/compile.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/scene/size.h"
#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {
namespace {

CharacterData character_of(const Scene& scene) {
  Scene still = scene;  // without meshes, because only the joints matter
  still.clips.clear();
  Pack pack;
  EXPECT_TRUE(Pack::open(must(compile_scene(still)).bytes.span(), pack).ok());
  return must(CharacterData::create(std::move(pack)));
}

std::vector<Affine> model_pose(const CharacterData& data, std::span<const SoaTransform> local) {
  std::vector<Affine> model(data.skeleton().joint_count());
  LocalToModelJob job;
  job.skeleton = &data.skeleton();
  job.local_pose = local;
  job.out_model_from_joint = model;
  EXPECT_EQ(job.run(), Status::ok);
  return model;
}

// Compares the matrix of every joint with that of its node: the position, and a point `arm` away from it.
void expect_nodes(const CharacterData& data, const Pose& pose, const std::vector<Affine>& model,
                  double tolerance) {
  for (std::uint32_t joint = 0; joint < model.size(); ++joint) {
    if (joint + 1 < model.size() && data.skeleton().helpers[joint + 1] != 0) continue;
    EXPECT_TRUE(near(to_double(to_mat4(model[joint])), pose.world[data.skeleton().nodes[joint]], tolerance))
        << data.skeleton().name(joint);
  }
}

TEST(ControllerPose, gives_joints_what_the_controller_gives_nodes) {
  const Scene scene = must(read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x"));
  const CharacterData data = character_of(scene);
  SceneController made = must(make_controller(scene));
  Controller& controller = made.controller;
  const ControllerPose bridge(data, controller);
  EXPECT_TRUE(bridge.diagnostics().empty()) << to_string(bridge.diagnostics().entries()[0]);
  must(controller.set_track_set(1, 1));
  must(controller.set_track_enabled(1, true));
  must(controller.set_track_weight(1, 0.4));
  std::vector<SoaTransform> local(data.skeleton().block_count()), other(local);
  for (int i = 0; i < 5; ++i) {
    must(controller.advance(0.17));
    ASSERT_EQ(bridge.write(controller, local), Status::ok);
    const Pose pose = scene_pose(scene, made.node_of_output, controller.pose());
    expect_nodes(data, pose, model_pose(data, local), 2e-6 * std::max(1.0, scene_size(scene)));
    ASSERT_EQ(controller_pose(data, controller, other), Status::ok);
    EXPECT_EQ(std::memcmp(local.data(), other.data(), local.size() * sizeof(SoaTransform)), 0);
  }
}

Mat4d shearing() {
  return rotation_matrix(from_axis_angle(Vec3d{1, 2, 3}, 0.5)) * scale_matrix(Vec3d{1, 2, 0.5}) *
         rotation_matrix(from_axis_angle(Vec3d{3, -1, 1}, 0.7));
}
Scene chain(const Mat4d& middle) {
  Scene scene;
  scene.nodes.push_back(make_node("root", kNone, translation_matrix(Vec3d{1, 2, 3})));
  scene.nodes.push_back(make_node("middle", 0, middle));
  scene.nodes.push_back(make_node("tip", 1, translation_matrix(Vec3d{0, 1, 0})));
  scene.nodes.push_back(make_node("tip", 1, translation_matrix(Vec3d{0, 0, 2})));
  scene.meshes.push_back({"part", {}});
  for (Node& node : scene.nodes) node.meshes.push_back({0, kNone});
  return scene;
}

TEST(ControllerPose, nodes_that_shear_come_whole_where_they_have_two_joints) {
  const Scene scene = chain(shearing());
  const CharacterData data = character_of(scene);
  ASSERT_EQ(data.skeleton().joint_count(), 5u);
  SceneController made = must(make_controller(scene));
  const ControllerPose bridge(data, made.controller);
  EXPECT_TRUE(bridge.diagnostics().empty());
  std::vector<SoaTransform> local(data.skeleton().block_count());
  ASSERT_EQ(bridge.write(made.controller, local), Status::ok);
  expect_nodes(data, rest_pose(scene), model_pose(data, local), 1e-5);
}

TEST(ControllerPose, shear_of_a_joint_that_is_whole_is_reported_and_left_out) {
  const CharacterData data = character_of(chain(Mat4d{}));
  SceneController made = must(make_controller(chain(shearing())));
  const ControllerPose bridge(data, made.controller);
  ASSERT_EQ(bridge.diagnostics().entries().size(), 1u);
  EXPECT_EQ(to_string(bridge.diagnostics().entries()[0]),
            "joint middle: its value contains shear, which is left out");
  EXPECT_EQ(bridge.diagnostics().entries()[0].severity, Severity::warning);
  std::vector<SoaTransform> local(data.skeleton().block_count());
  ASSERT_EQ(bridge.write(made.controller, local), Status::ok);
  const AffineParts parts = split(shearing());
  const Transform middle = get(local[0], data.find_joint("middle"));
  EXPECT_TRUE(near(to_double(middle.rotation), parts.rotation, 1e-6));
  EXPECT_TRUE(near(to_double(middle.scale),
                   Vec3d{parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)}, 1e-6));
}

TEST(ControllerPose, joints_without_an_output_rest_and_are_named) {
  const Scene scene = chain(Mat4d{});
  const CharacterData data = character_of(scene);
  Controller controller = must(Controller::create());
  AffineParts moved;
  moved.translation = {7, 0, 0};
  must(controller.register_output("root", moved));
  const ControllerPose bridge(data, controller);
  ASSERT_EQ(bridge.diagnostics().count(Severity::note), 3u);
  EXPECT_EQ(to_string(bridge.diagnostics().entries()[0]),
            "joint middle: no controller output has this name; the joint keeps its rest pose");
  std::vector<SoaTransform> local(data.skeleton().block_count());
  ASSERT_EQ(bridge.write(controller, local), Status::ok);
  EXPECT_EQ(get(local[0], 0).translation, (Vec3{7, 0, 0}));
  EXPECT_EQ(get(local[0], 2).translation, (Vec3{0, 1, 0}));
  EXPECT_EQ(bridge.write(controller, {}), Status::invalid_argument);
  must(controller.register_output("tip"));
  EXPECT_EQ(bridge.write(controller, local), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter::test

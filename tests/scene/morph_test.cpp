// Morph targets, hidden nodes, and scene contents other than joints and vertices.

#include <gtest/gtest.h>

#include <cmath>

#include "scene/internal/statistics.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

namespace skelter::test {
namespace {

// A node with a mesh of one vertex at (1, 0, 0) and two targets, which move it along x and along y.
Scene morphing() {
  Primitive primitive;
  primitive.positions = {{1, 0, 0}};
  primitive.normals = {{0, 0, 1}};
  primitive.source_vertices = 1;
  primitive.morphs.resize(2);
  primitive.morphs[0].position_offsets = {{1, 0, 0}};
  primitive.morphs[1].position_offsets = {{0, 1, 0}};
  primitive.morphs[1].normal_offsets = {{0, 1, 0}};
  Scene scene;
  scene.meshes.resize(1);
  scene.meshes[0].primitives = {primitive};
  scene.nodes.resize(1);
  scene.nodes[0].meshes = {{0, kNone}};
  return scene;
}

Scene with_weight_keys(Interpolation interpolation, std::vector<float> values) {
  Scene scene = morphing();
  Clip clip;
  clip.duration_s = 2;
  clip.targets = {{"", 0, {}}};
  clip.channels = {{0, ChannelPath::weights, interpolation, {0, 2}, std::move(values)}};
  scene.clips = {clip};
  return scene;
}

std::vector<double> weights_at(const Scene& scene, double time_s) {
  return evaluate(scene, 0, time_s).morph_weights.at(0);
}

TEST(morph_weights, are_sampled_by_their_interpolation) {
  EXPECT_EQ(weights_at(with_weight_keys(Interpolation::linear, {0, 1, 1, 0}), 0.5),
            (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(weights_at(with_weight_keys(Interpolation::step, {0, 1, 1, 0}), 1.9),
            (std::vector<double>{0, 1}));
  // Each key contains in-tangents, values and out-tangents. Halfway, with d = 2: (0 + 1) / 2 + 2 * (out - in)
  // / 8.
  const Scene cubic = with_weight_keys(Interpolation::cubic, {9, 9, 0, 1, 2, 0, 4, 0, 1, 1, 9, 9});
  EXPECT_EQ(weights_at(cubic, 1), (std::vector<double>{0.5 + 2 * (2 - 4) / 8.0, 1}));
}

TEST(morph_weights, move_positions_and_turn_normals) {
  Scene scene = morphing();
  scene.meshes[0].morph_weights = {0.5f, 0};
  EXPECT_EQ(skin(scene, rest_pose(scene), 0, 0).positions[0], (Vec3d{1.5, 0, 0}));
  scene.nodes[0].morph_weights = {0, 1};
  ASSERT_TRUE(validate(scene));
  const SkinnedVertices moved = skin(scene, rest_pose(scene), 0, 0);
  EXPECT_EQ(moved.positions[0], (Vec3d{1, 1, 0}));
  EXPECT_NEAR(moved.normals[0].y, std::sqrt(0.5), 1e-12);
}

TEST(morph_weights, mix_as_differences_from_rest) {
  Scene scene = with_weight_keys(Interpolation::step, {0.5f, 1, 0.5f, 1});
  scene.nodes[0].morph_weights = {0.25f, 0};
  for (const MixMode mode : {MixMode::additive, MixMode::elements}) {
    const std::vector<MixLayer> layers{{0, 0.5, 0}};
    EXPECT_EQ(evaluate_mix(scene, layers, mode).morph_weights.at(0), (std::vector<double>{0.375, 0.5}));
  }
}

TEST(shown, hidden_nodes_do_not_count_as_drawn) {
  Scene scene = morphing();
  EXPECT_EQ(totals(scene).vertices, 1u);
  scene.nodes[0].shown = false;
  EXPECT_EQ(totals(scene).vertices, 0u);
  EXPECT_EQ(totals(scene).source_vertices, 1u);
  // Uses the position of the node, not of its vertex.
  EXPECT_EQ(pose_bounds(scene, rest_pose(scene)).max.x, 0);
}

// Keys with three digits, as some exporters write them: a quarter turn with a quaternion of length 0.9998.
TEST(rotation_keys, that_are_not_quite_unit_are_used_as_stored) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest_trs = Transform();
  Clip clip;
  clip.targets = {{"", 0, {}}};
  clip.channels = {{0, ChannelPath::rotation, Interpolation::step, {0}, {0, 0, 0.707f, 0.707f}}};
  scene.clips = {clip};
  ASSERT_TRUE(validate(scene));
  const Mat4d local = evaluate(scene, 0, 0).local[0];
  EXPECT_NEAR(local.m[0], 1 - 2 * 0.707 * 0.707, 1e-7);
  EXPECT_NEAR(local.m[1], 2 * 0.707 * 0.707, 1e-7);
}

std::string broken(const Scene& scene) {
  const auto valid = validate(scene);
  return valid ? std::string() : to_string(valid.error());
}

TEST(validate_more, every_promise_about_glTF_parts_is_checked) {
  const auto with = [](auto change) {
    Scene scene = morphing();
    change(scene);
    return broken(scene);
  };
  EXPECT_EQ(with([](Scene&) {}), "");
  EXPECT_EQ(with([](Scene& s) { s.meshes[0].morph_weights = {1}; }), "Mesh #0: 1 morph weights; expected 2");
  EXPECT_EQ(with([](Scene& s) {
              s.nodes[0].morph_weights = {1, 1, 1};
            }),
            "Node #0: 3 morph weights; expected 2");
  EXPECT_EQ(with([](Scene& s) { s.nodes.resize(2), s.nodes[1].morph_weights = {1}; }),
            "Node #1: morph weights without a mesh");
  EXPECT_EQ(with([](Scene& s) { s.meshes[0].primitives[0].morphs[0].tangent_offsets.resize(2); }),
            "Mesh #0: 2 tangent offsets of morph target ; expected 1");
  EXPECT_EQ(with([](Scene& s) { s.nodes[0].camera = 0; }), "Node #0: camera index 0; expected below 0");
  EXPECT_EQ(with([](Scene& s) { s.nodes[0].light = 0; }), "Node #0: light index 0; expected below 0");
  EXPECT_EQ(with([](Scene& s) { s.cameras.resize(1), s.cameras[0].fov_y_rad = NAN; }),
            "Camera #0: number not finite");
  EXPECT_EQ(with([](Scene& s) { s.lights.resize(1), s.lights[0].range = INFINITY; }),
            "Light #0: number not finite");
  EXPECT_EQ(with([](Scene& s) { s.scenes.resize(1), s.scenes[0].roots = {1}; }),
            "Scene #0: root node index 1; expected below 1");
  EXPECT_EQ(with([](Scene& s) { s.default_scene = 0; }), "Scene: default scene index 0; expected below 0");
  EXPECT_EQ(with([](Scene& s) { s.skins.resize(1), s.skins[0].skeleton_root = 5; }),
            "Skin #0: root node index 5; expected below 1");
  EXPECT_EQ(with([](Scene& s) { s.textures.resize(1), s.textures[0].image = 0; }),
            "Texture #0: image index 0; expected below 0");
  EXPECT_EQ(with([](Scene& s) { s.textures.resize(1), s.textures[0].sampler = 0; }),
            "Texture #0: sampler index 0; expected below 0");
  const auto material = [&](auto change) {
    return with([&](Scene& s) {
      s.textures.resize(1);
      s.materials.resize(1);
      s.materials[0].pbr = PbrMaterial();
      change(*s.materials[0].pbr);
    });
  };
  EXPECT_EQ(material([](PbrMaterial&) {}), "");
  EXPECT_EQ(material([](PbrMaterial& m) { m.metallic = NAN; }), "Material #0: number not finite");
  EXPECT_EQ(material([](PbrMaterial& m) { m.base_color.texture = 0; }),
            "Material #0: two different base colour textures");
  EXPECT_EQ(material([](PbrMaterial& m) { m.normal.texture = 1; }),
            "Material #0: normal texture index 1; expected below 1");
  EXPECT_EQ(material([](PbrMaterial& m) { m.emissive.rotation_rad = NAN; }),
            "Material #0: emissive texture not finite");
  const auto property = [&](PropertyChannel channel) {
    return with([&](Scene& s) {
      s.clips.resize(1);
      s.clips[0].properties = {channel};
    });
  };
  EXPECT_EQ(property({"/p", Interpolation::linear, {0, 1}, {1, 2}}), "");
  EXPECT_EQ(property({"/p", Interpolation::linear, {0, 1}, {1}}),
            "Clip #0: 1 values for 2 keys of /p; expected an integer for each");
  EXPECT_EQ(property({"/p", Interpolation::linear, {1, 1}, {1, 2}}),
            "Clip #0: key times of /p must increase");
  EXPECT_EQ(property({"/p", Interpolation::linear, {0}, {NAN}}), "Clip #0: key value not finite");
}

}  // namespace
}  // namespace skelter::test

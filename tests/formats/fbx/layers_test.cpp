// Animation layers. Expected values are worked out by hand from the table of modes. Additive: a + w b;
// override: b; passthrough: a (1 - w) + w b. Rotations by layer: a * slerp(1, b, w) and slerp(a, b, w).
// Scales by layer: a * b^w and a^(1 - w) * b^w.

#include <gtest/gtest.h>

#include <cmath>

#include "formats/fbx/made_file.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

using test::fbx_property;
using test::made_scene;
using test::MadeFbx;
using test::messages_of;

struct MadeLayer {
  std::string properties;  // properties of the layer
  std::string property;    // property of the node, such as "Lcl Translation"; "": animates nothing
  Vec3d value{};           // value at all times
};

// A curve from one value at 0 s to a second value at 1 s.
std::string made_curve(int id, double from, double to) {
  return "  AnimationCurve: " + std::to_string(id) +
         ", \"AnimCurve::\", \"\" {\n    KeyTime: *2 {\n      a: 0,46186158000\n    }\n    KeyValueFloat: *2 "
         "{\n      a: " +
         std::to_string(from) + "," + std::to_string(to) +
         "\n    }\n    KeyAttrFlags: *1 {\n      a: 4\n    }\n    KeyAttrDataFloat: *4 {\n      a: 0,0,0,0\n "
         "   }\n"
         "    KeyAttrRefCount: *1 {\n      a: 2\n    }\n  }\n";
}

// One node with a stack of one second. The first layer is the base.
MadeFbx layered(const std::vector<MadeLayer>& layers, const std::string& node_properties = "") {
  MadeFbx made;
  made.objects = "  Model: 10, \"Model::n\", \"Null\" {\n    Properties70:  {\n" + node_properties +
                 "    }\n  }\n" + "  AnimationStack: 20, \"AnimStack::s\", \"\" {\n    Properties70:  {\n" +
                 "      P: \"LocalStop\", \"KTime\", \"Time\", \"\", 46186158000\n    }\n  }\n";
  made.connections = "  C: \"OO\", 10, 0\n";
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const MadeLayer& layer = layers[l];
    const int id = 100 * static_cast<int>(l + 1);
    made.objects += "  AnimationLayer: " + std::to_string(id) + ", \"AnimLayer::" + std::to_string(l) +
                    "\", \"\" {\n    Properties70:  {\n" + layer.properties + "    }\n  }\n";
    made.connections += "  C: \"OO\", " + std::to_string(id) + ", 20\n";
    if (layer.property.empty()) continue;
    const std::string node = std::to_string(id + 1);
    made.objects +=
        "  AnimationCurveNode: " + node + ", \"AnimCurveNode::\", \"\" {\n    Properties70:  {\n    }\n  }\n";
    made.connections += "  C: \"OO\", " + node + ", " + std::to_string(id) + "\n  C: \"OP\", " + node +
                        ", 10, \"" + layer.property + "\"\n";
    const double values[] = {layer.value.x, layer.value.y, layer.value.z};
    for (int axis = 0; axis < 3; ++axis) {
      made.objects += made_curve(id + 2 + axis, values[axis], values[axis]);
      made.connections += "  C: \"OP\", " + std::to_string(id + 2 + axis) + ", " + node + ", \"d|" +
                          std::string(1, static_cast<char>('X' + axis)) + "\"\n";
    }
  }
  return made;
}

Mat4d world_of(const MadeFbx& made, double time_s = 0.5) {
  const Scene scene = made_scene(made);
  EXPECT_EQ(scene.clips.size(), 1u);
  if (scene.clips.empty()) return {};
  EvaluateOptions options;
  options.loop = Loop::once;
  return evaluate(scene, 0, time_s, options).world[0];
}

void expect_vector(const Vec3d& got, const Vec3d& want) {
  EXPECT_NEAR(got.x, want.x, 1e-4);
  EXPECT_NEAR(got.y, want.y, 1e-4);
  EXPECT_NEAR(got.z, want.z, 1e-4);
}

constexpr const char* kT = "Lcl Translation";
constexpr const char* kR = "Lcl Rotation";
constexpr const char* kS = "Lcl Scaling";

Vec3d translation_by(const std::string& properties) {
  return translation_part(world_of(layered({{"", kT, {1, 2, 3}}, {properties, kT, {10, 20, 30}}})));
}

TEST(FbxLayers, translations) {
  const std::string half = fbx_property("Weight", "50");
  expect_vector(translation_by(half), {6, 12, 18});
  expect_vector(translation_by(half + fbx_property("BlendMode", "0")), {6, 12, 18});
  expect_vector(translation_by(half + fbx_property("BlendMode", "1")), {10, 20, 30});
  expect_vector(translation_by(fbx_property("Weight", "25") + fbx_property("BlendMode", "2")),
                {3.25, 6.5, 9.75});
  // The accumulation modes apply only to rotations and scales.
  expect_vector(translation_by(half + fbx_property("RotationAccumulationMode", "1") +
                               fbx_property("ScaleAccumulationMode", "1")),
                {6, 12, 18});
}

TEST(FbxLayers, weights_are_clamped_to_0_and_100_percent) {
  expect_vector(translation_by(fbx_property("Weight", "250")), {11, 22, 33});
  expect_vector(translation_by(fbx_property("Weight", "-50")), {1, 2, 3});
  expect_vector(translation_by(""), {11, 22, 33});  // the weight is 100 without the property
}

TEST(FbxLayers, mute_leaves_a_layer_out_and_solo_all_others) {
  expect_vector(translation_by(fbx_property("Mute", "1")), {1, 2, 3});
  expect_vector(translation_by(fbx_property("Solo", "1")), {10, 20, 30});
  expect_vector(translation_by(fbx_property("Lock", "1")), {11, 22, 33});
  // Without the base, the next layer is the base.
  const MadeFbx base_muted = layered({{fbx_property("Mute", "1"), kT, {1, 2, 3}}, {"", kT, {10, 20, 30}}});
  expect_vector(translation_part(world_of(base_muted)), {10, 20, 30});
  // With solo on two of three layers, both count.
  const std::string solo = fbx_property("Solo", "1");
  const MadeFbx two = layered({{solo, kT, {1, 2, 3}}, {"", kT, {100, 100, 100}}, {solo, kT, {10, 20, 30}}});
  expect_vector(translation_part(world_of(two)), {11, 22, 33});
}

Vec3d scale_by(const std::string& properties) {
  const Mat4d world = world_of(layered({{"", kS, {2, 3, 4}}, {properties, kS, {4, 9, 16}}}));
  return {length(axis_part(world, 0)), length(axis_part(world, 1)), length(axis_part(world, 2))};
}

TEST(FbxLayers, scales) {
  const std::string half = fbx_property("Weight", "50"),
                    by_channel = fbx_property("ScaleAccumulationMode", "1");
  expect_vector(scale_by(half), {4, 9, 16});  // 2 * sqrt(4), 3 * sqrt(9), 4 * sqrt(16)
  expect_vector(scale_by(half + fbx_property("BlendMode", "1")), {4, 9, 16});
  expect_vector(scale_by(half + fbx_property("BlendMode", "2")), {std::sqrt(8.0), std::sqrt(27.0), 8});
  expect_vector(scale_by(half + by_channel), {4, 7.5, 12});
  expect_vector(scale_by(half + by_channel + fbx_property("BlendMode", "1")), {4, 9, 16});
  expect_vector(scale_by(half + by_channel + fbx_property("BlendMode", "2")), {3, 6, 10});
}

// Powers keep the sign of the base: the result is -2 * sqrt(4).
TEST(FbxLayers, a_negative_scale_stays_negative) {
  const Mat4d world =
      world_of(layered({{"", kS, {-2, 1, 1}}, {fbx_property("Weight", "50"), kS, {4, 1, 1}}}));
  EXPECT_NEAR(world(0, 0), -4, 1e-4);
}

// Compares the images of the axes under a world matrix.
void expect_axes(const Mat4d& world, const Vec3d& x, const Vec3d& y, const Vec3d& z) {
  expect_vector(axis_part(world, 0), x);
  expect_vector(axis_part(world, 1), y);
  expect_vector(axis_part(world, 2), z);
}

Mat4d rotation_by(const std::string& properties, const Vec3d& base, const Vec3d& layer,
                  const std::string& node_properties = "") {
  return world_of(layered({{"", kR, base}, {properties, kR, layer}}, node_properties));
}

TEST(FbxLayers, rotations_by_layer_are_products) {
  // First 90 degrees about x, then 90 about z: x to y, y to z, z to x.
  expect_axes(rotation_by("", {0, 0, 90}, {90, 0, 0}), {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
  // First 90 degrees about z, then 90 about x: x to z, y to -x, z to -y.
  expect_axes(rotation_by("", {90, 0, 0}, {0, 0, 90}), {0, 0, 1}, {-1, 0, 0}, {0, -1, 0});
  // With half the weight, first 45 degrees about x.
  const double r = std::sqrt(0.5);
  expect_axes(rotation_by(fbx_property("Weight", "50"), {0, 0, 90}, {90, 0, 0}), {0, 1, 0}, {-r, 0, r},
              {r, 0, r});
  const std::string override = fbx_property("Weight", "50") + fbx_property("BlendMode", "1");
  expect_axes(rotation_by(override, {0, 0, 90}, {90, 0, 0}), {1, 0, 0}, {0, 0, 1}, {0, -1, 0});
  // Halfway between 90 and 30 degrees about z, which is 60.
  const std::string through = fbx_property("Weight", "50") + fbx_property("BlendMode", "2");
  const double s = std::sqrt(0.75);
  expect_axes(rotation_by(through, {0, 0, 90}, {0, 0, 30}), {0.5, s, 0}, {-s, 0.5, 0}, {0, 0, 1});
}

TEST(FbxLayers, rotations_by_channel_are_sums_of_angles) {
  const std::string by_channel = fbx_property("RotationAccumulationMode", "1");
  // The sum is (90, 0, 90) in the order XYZ, whichever layer contains which angle: x to y, y to z, z to x.
  expect_axes(rotation_by(by_channel, {90, 0, 0}, {0, 0, 90}), {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
  expect_axes(rotation_by(by_channel, {0, 0, 90}, {90, 0, 0}), {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
  // Here a rotation by 270 degrees is not one by -90. Half of it is 135.
  const double r = std::sqrt(0.5);
  expect_axes(rotation_by(by_channel + fbx_property("Weight", "50"), {0, 0, 0}, {0, 0, 270}), {-r, r, 0},
              {-r, -r, 0}, {0, 0, 1});
}

// By layer, the angles of both layers are interpreted as XYZ, and the result is converted back to such
// angles: (90, 0, 90). The node then applies these angles in its own order, ZYX: x to z, y to -x, z to -y.
TEST(FbxLayers, the_order_of_the_node_applies_to_the_angles_of_all_layers) {
  expect_axes(rotation_by("", {0, 0, 90}, {90, 0, 0}, fbx_property("RotationOrder", "5")), {0, 0, 1},
              {-1, 0, 0}, {0, -1, 0});
}

TEST(FbxLayers, layers_combine_from_the_base_upward) {
  const MadeFbx made =
      layered({{"", kT, {1, 0, 0}},
               {fbx_property("Weight", "50"), kT, {2, 0, 0}},
               {fbx_property("BlendMode", "2") + fbx_property("Weight", "50"), kT, {10, 0, 0}},
               {fbx_property("Weight", "25"), kT, {4, 0, 0}}});
  expect_vector(translation_part(world_of(made)), {7, 0, 0});  // 1 + 1 = 2, then (2 + 10) / 2 = 6, then 6 + 1
}

TEST(FbxLayers, a_layer_does_not_touch_what_it_does_not_animate) {
  const MadeFbx made = layered({{"", kT, {1, 2, 3}}, {fbx_property("BlendMode", "1"), kR, {0, 0, 90}}});
  const Mat4d world = world_of(made);
  expect_vector(translation_part(world), {1, 2, 3});
  expect_axes(world, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1});
}

TEST(FbxLayers, a_weight_may_be_animated) {
  MadeFbx made = layered({{"", kT, {0, 0, 0}}, {"", kT, {10, 0, 0}}});
  made.objects +=
      "  AnimationCurveNode: 900, \"AnimCurveNode::Weight\", \"\" {\n  }\n" + made_curve(901, 0, 100);
  made.connections += "  C: \"OP\", 900, 200, \"Weight\"\n  C: \"OP\", 901, 900, \"d|Weight\"\n";
  expect_vector(translation_part(world_of(made, 0.25)), {2.5, 0, 0});
  expect_vector(translation_part(world_of(made, 0.75)), {7.5, 0, 0});
}

TEST(FbxLayers, unknown_modes_are_read_as_0_with_a_warning) {
  const MadeFbx made = layered({{"", kT, {1, 2, 3}},
                                {fbx_property("BlendMode", "7"), kT, {10, 20, 30}},
                                {fbx_property("RotationAccumulationMode", "4"), kR, {0, 0, 0}}});
  expect_vector(translation_part(world_of(made)), {11, 22, 33});
  EXPECT_EQ(
      messages_of(made_scene(made), "fbx.layers"),
      (std::vector<std::string>{
          "made.fbx:78: AnimationLayer \"1\": BlendMode 7; expected 0 to 2, treated as 0",
          "made.fbx:138: AnimationLayer \"2\": RotationAccumulationMode 4; expected 0 to 1, treated as 0"}));
}

}  // namespace
}  // namespace skelter

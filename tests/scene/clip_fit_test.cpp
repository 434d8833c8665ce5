// Clips from a different file on a model: some play, some are corrected or scaled, some are refused. All
// positions are worked out by hand.

#include "scene/edit/internal/clip_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "skelter/scene/build.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/validate.h"

namespace skelter::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr Vec3d kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

struct JointAt {
  const char* name;
  std::uint32_t parent;
  Vec3d offset;
  Quatd turn{};
  double scale = 1;
};

Scene figure_of(const char* file, const std::vector<JointAt>& joints) {
  Scene scene;
  scene.file = file;
  for (const JointAt& joint : joints)
    scene.nodes.push_back(
        make_node(joint.name, joint.parent,
                  to_mat4(Transformd{joint.offset, joint.turn, {joint.scale, joint.scale, joint.scale}})));
  return scene;
}

// Hips, Spine and Head, each above the previous one.
Scene column(const char* file, double unit) {
  return figure_of(file,
                   {{"Hips", kNone, {0, unit, 0}}, {"Spine", 0, {0, unit, 0}}, {"Head", 1, {0, unit, 0}}});
}

using RotationKeys = std::vector<std::pair<const char*, Quatd>>;

// Adds a clip with constant rotations from 0 to 1 s, in which the first joint moves from `from` to `to`.
void add_clip(Scene& scene, const RotationKeys& rotations, const Vec3d& from, const Vec3d& to) {
  Clip clip;
  clip.name = "bow";
  Channel& path = append_channel(clip, rotations[0].first, ChannelPath::translation);
  append_key(path, 0, from);
  append_key(path, 1, to);
  for (const auto& [name, rotation] : rotations) {
    Channel& channel = append_channel(clip, name, ChannelPath::rotation);
    append_key(channel, 0, rotation);
    append_key(channel, 1, rotation);
  }
  ASSERT_TRUE(append_clip(scene, clip).ok());
}

Vec3d world_of(const Scene& scene, const char* name, double time_s) {
  const Pose pose = evaluate(scene, static_cast<std::uint32_t>(scene.clips.size() - 1), time_s, {Loop::once});
  return translation_part(pose.world[find_node(scene, name)]);
}

void expect_near(const Vec3d& seen, const Vec3d& expected) {
  EXPECT_NEAR(seen.x, expected.x, 1e-5);
  EXPECT_NEAR(seen.y, expected.y, 1e-5);
  EXPECT_NEAR(seen.z, expected.z, 1e-5);
}

std::vector<std::string> merge(Scene& scene, const Scene& other) {
  Diagnostics diagnostics;
  const auto merged = merge_clips(scene, other, NameMatch::exact, diagnostics);
  std::vector<std::string> lines;
  if (!merged) lines.push_back(to_string(merged.error()));
  for (const Diagnostic& entry : diagnostics.entries())
    lines.push_back(std::string(to_text(entry.severity)) + ": " + to_string(entry));
  EXPECT_TRUE(validate(scene).ok());
  return lines;
}

TEST(ClipFit, the_same_bones_play_bit_for_bit_though_one_file_rests_in_another_pose) {
  Scene model = column("model.glb", 1);
  Scene other = figure_of("clip.glb", {{"Hips", kNone, {3, 0.5, 1}, from_axis_angle(kX, 80 * kDegree)},
                                       {"Spine", 0, {0, 1, 0}, from_axis_angle(kZ, 70 * kDegree)},
                                       {"Head", 1, {0, 1.02, 0}}});
  add_clip(other, {{"Hips", {}}, {"Spine", from_axis_angle(kZ, 0.3)}}, {0, 1, 0}, {0, 1, 2});
  EXPECT_THAT(merge(model, other), ::testing::IsEmpty());
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].channels, other.clips[0].channels);
}

// Limits are 10 degrees and 5 %, or 30 degrees if a joint has several children.
TEST(ClipFit, directions_and_lengths_have_bounds) {
  const auto outcome = [](double degrees, double ratio, bool second_child) {
    const auto figure = [&](const char* file, const Vec3d& offset) {
      std::vector<JointAt> joints{{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, offset}};
      if (second_child) joints.push_back({"Leg", 0, {0.5, 0, 0}});
      return figure_of(file, joints);
    };
    Scene model = figure("model.glb", {0, 1, 0});
    Scene other = figure("clip.glb", rotate(from_axis_angle(kZ, degrees * kDegree), Vec3d{0, 1 / ratio, 0}));
    add_clip(other, {{"Hips", from_axis_angle(kX, 0.5)}}, {0, 1, 0}, {0, 1, 0});
    const std::vector<std::string> lines = merge(model, other);
    if (model.clips.empty()) return "refused";
    return lines.empty() ? "plays" : "scaled";
  };
  EXPECT_STREQ(outcome(9.9, 1, false), "plays");
  EXPECT_STREQ(outcome(10.1, 1, false), "refused");
  EXPECT_STREQ(outcome(29.9, 1, true), "plays");
  EXPECT_STREQ(outcome(30.1, 1, true), "refused");
  EXPECT_STREQ(outcome(0, 1.04, false), "plays");
  EXPECT_STREQ(outcome(0, 1.06, false), "scaled");
  EXPECT_STREQ(outcome(0, 0.94, true), "scaled");
  EXPECT_STREQ(outcome(9.9, 40, false), "scaled");
  EXPECT_STREQ(outcome(10.1, 40, false), "refused");
}

// The hips move from 1 to 2 in the clip, and from 4 to 8 in the model. The spine leans by 90 degrees to -x:
// the head is 4 to the left.
TEST(ClipFit, another_size_keeps_its_offsets_and_scales_the_path_of_the_hips) {
  Scene model = column("model.glb", 4);
  Scene other = column("clip.glb", 1);
  add_clip(other, {{"Hips", {}}, {"Spine", from_axis_angle(kZ, 90 * kDegree)}}, {0, 1, 0}, {0, 2, 1});
  Channel& spine = append_channel(other.clips[0], "Spine", ChannelPath::translation);
  append_key(spine, 0, Vec3d{0, 1, 0});
  append_key(spine, 1, Vec3d{0, 1, 0});
  std::stable_sort(other.clips[0].channels.begin(), other.clips[0].channels.end(),
                   [](const Channel& a, const Channel& b) { return a.target < b.target; });
  ASSERT_TRUE(validate(other).ok());
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre(
                  "note: clip.glb: clip bow: bones are 4 times as long in model.glb; rotations are used, and "
                  "joints keep the offsets of the model; the translation of \"Hips\" is scaled by 4"));
  expect_near(world_of(model, "Hips", 1), {0, 8, 4});
  expect_near(world_of(model, "Spine", 1), {0, 12, 4});
  expect_near(world_of(model, "Head", 1), {-4, 12, 4});
}

// The root joint of BVH files often has no offset: the hips are 1 above the foot in the clip, and 3 above it
// in the model.
TEST(ClipFit, a_root_without_rest_height_is_measured_from_the_lowest_joint) {
  Scene model = figure_of(
      "model.glb", {{"Hips", kNone, {0, 3.2, 0}}, {"Knee", 0, {0, -1.5, 0}}, {"Foot", 1, {0, -1.5, 0}}});
  Scene other =
      figure_of("clip.bvh", {{"Hips", kNone, {}}, {"Knee", 0, {0, -0.5, 0}}, {"Foot", 1, {0, -0.5, 0}}});
  add_clip(other, {{"Hips", {}}, {"Knee", from_axis_angle(kX, 90 * kDegree)}}, {0, 1, 0}, {0, 1, 2});
  EXPECT_EQ(merge(model, other).size(), 1u);
  expect_near(world_of(model, "Hips", 1), {0, 3, 6});
  expect_near(world_of(model, "Foot", 1), {0, 1.5, 4.5});
}

// A joint on the floor with hips above it that move up and down: this motion is scaled, too.
TEST(ClipFit, hips_below_a_root_joint_keep_their_path) {
  const auto figure = [](const char* file, double unit) {
    return figure_of(file, {{"Root", kNone, {}},
                            {"Hips", 0, {0, unit, 0}},
                            {"Spine", 1, {0, unit, 0}},
                            {"Head", 2, {0, unit, 0}}});
  };
  Scene model = figure("model.glb", 2);
  Scene other = figure("clip.glb", 1);
  Clip clip;
  clip.name = "hop";
  Channel& root = append_channel(clip, "Root", ChannelPath::translation);
  append_key(root, 0, Vec3d{});
  append_key(root, 1, Vec3d{0, 0, 5});
  Channel& hips = append_channel(clip, "Hips", ChannelPath::translation);
  append_key(hips, 0, Vec3d{0, 1, 0});
  append_key(hips, 1, Vec3d{0, 1.5, 0});
  Channel& spine = append_channel(clip, "Spine", ChannelPath::rotation);
  append_key(spine, 0, Quatd{});
  ASSERT_TRUE(append_clip(other, clip).ok());
  EXPECT_EQ(merge(model, other).size(), 1u);
  expect_near(world_of(model, "Hips", 1), {0, 3, 10});
  expect_near(world_of(model, "Head", 1), {0, 7, 10});
}

// glTF exports from Blender have an armature node that rotates +Z up, and a root joint that rotates back.
TEST(ClipFit, a_turned_armature_node_is_corrected) {
  const Quatd up = from_axis_angle(kX, -90 * kDegree);
  Scene model = figure_of("model.glb", {{"Rig", kNone, {}}, {"Hips", 0, {0, 1, 0}}, {"Spine", 1, {0, 1, 0}}});
  Scene other = figure_of(
      "clip.glb", {{"Rig", kNone, {}, up}, {"Hips", 0, {0, 0, 1}, conjugate(up)}, {"Spine", 1, {0, 1, 0}}});
  // The character walks along z, which is -y in the armature, and leans to -x.
  add_clip(other, {{"Hips", conjugate(up) * from_axis_angle(kZ, 90 * kDegree)}}, {0, 0, 1}, {0, -2, 1});
  const Vec3d hips = world_of(other, "Hips", 1), spine = world_of(other, "Spine", 1);
  expect_near(hips, {0, 1, 2});
  expect_near(spine, {-1, 1, 2});
  Scene back = other;
  back.clips.clear();
  EXPECT_THAT(
      merge(model, other),
      ::testing::ElementsAre("note: clip.glb: clip bow: the nodes above \"Hips\" differ in model.glb; its "
                             "keys are turned by 90 degrees to fit"));
  expect_near(world_of(model, "Hips", 1), hips);
  expect_near(world_of(model, "Spine", 1), spine);
  // The opposite direction: the clip of the model on the other skeleton.
  model.file = "clip.glb";
  EXPECT_EQ(merge(back, model).size(), 1u);
  expect_near(world_of(back, "Spine", 1), spine);
}

// Centimetres below an armature node with scale 0.01, or below a joint with that scale.
TEST(ClipFit, a_scale_above_the_hips_is_corrected) {
  Scene model = figure_of("model.glb",
                          {{"Rig", kNone, {}, {}, 0.01}, {"Hips", 0, {0, 100, 0}}, {"Spine", 1, {0, 50, 0}}});
  Scene other = figure_of("clip.glb", {{"Hips", kNone, {0, 1, 0}, {}, 0.01}, {"Spine", 0, {0, 50, 0}}});
  add_clip(other, {{"Hips", from_axis_angle(kZ, 90 * kDegree)}}, {0, 1, 0}, {0, 1, 2});
  Channel& scale = append_channel(other.clips[0], "Hips", ChannelPath::scale);
  append_key(scale, 0, Vec3d{0.01, 0.01, 0.01});
  EXPECT_THAT(
      merge(model, other),
      ::testing::ElementsAre("note: clip.glb: clip bow: the nodes above \"Hips\" differ in model.glb; its "
                             "keys are scaled by 100 to fit"));
  expect_near(world_of(model, "Hips", 1), {0, 1, 2});
  expect_near(world_of(model, "Spine", 1), {-0.5, 1, 2});
}

// The same joints below an armature node with a different scale: the model keeps its size, and no correction
// is needed.
TEST(ClipFit, the_size_of_the_model_stays) {
  Scene model =
      figure_of("model.glb", {{"Rig", kNone, {}, {}, 100}, {"Hips", 0, {0, 1, 0}}, {"Spine", 1, {0, 1, 0}}});
  Scene other = column("clip.glb", 1);
  add_clip(other, {{"Hips", {}}}, {0, 1, 0}, {0, 1, 2});
  EXPECT_THAT(merge(model, other), ::testing::IsEmpty());
  expect_near(world_of(model, "Spine", 1), {0, 200, 200});
}

// In one of the files, the height of the hips is stored in the armature node.
TEST(ClipFit, a_moved_armature_node_is_corrected) {
  Scene model = column("model.glb", 1);
  Scene other = figure_of("clip.glb", {{"Rig", kNone, {0, 1, 0}}, {"Hips", 0, {}}, {"Spine", 1, {0, 1, 0}}});
  add_clip(other, {{"Hips", {}}}, {0, 0, 0}, {0, 0.5, 0});
  EXPECT_THAT(
      merge(model, other),
      ::testing::ElementsAre("note: clip.glb: clip bow: the nodes above \"Hips\" differ in model.glb; its "
                             "keys are moved by 1 to fit"));
  expect_near(world_of(model, "Spine", 1), {0, 2.5, 0});
}

// Some exporters write equal keys for the armature node.
TEST(ClipFit, a_static_armature_node_keeps_the_transform_of_the_model) {
  const Quatd up = from_axis_angle(kX, -90 * kDegree);
  Scene model = figure_of("model.glb", {{"Rig", kNone, {}}, {"Hips", 0, {0, 1, 0}}, {"Spine", 1, {0, 1, 0}}});
  Scene other = figure_of(
      "clip.glb", {{"Rig", kNone, {}, up}, {"Hips", 0, {0, 0, 1}, conjugate(up)}, {"Spine", 1, {0, 1, 0}}});
  Clip clip;
  clip.name = "lean";
  Channel& rig = append_channel(clip, "Rig", ChannelPath::rotation);
  append_key(rig, 0, up);
  append_key(rig, 1, up);
  Channel& hips = append_channel(clip, "Hips", ChannelPath::rotation);
  append_key(hips, 0, conjugate(up));
  append_key(hips, 1, conjugate(up) * from_axis_angle(kZ, 90 * kDegree));
  ASSERT_TRUE(append_clip(other, clip).ok());
  expect_near(world_of(other, "Spine", 1), {-1, 1, 0});
  EXPECT_EQ(merge(model, other).size(), 1u);
  expect_near(world_of(model, "Hips", 1), {0, 1, 0});
  expect_near(world_of(model, "Spine", 1), {-1, 1, 0});
}

// Only the file of the clip has an armature node, and its rest transform differs from the clip.
TEST(ClipFit, an_armature_node_that_the_model_lacks_counts_as_the_clip_holds_it) {
  const Quatd up = from_axis_angle(kX, -90 * kDegree);
  Scene model = column("model.glb", 1);
  Scene other = figure_of(
      "clip.glb", {{"Rig", kNone, {}}, {"Hips", 0, {0, 0, 1}, conjugate(up)}, {"Spine", 1, {0, 1, 0}}});
  add_clip(other, {{"Hips", conjugate(up)}}, {0, 0, 1}, {0, -2, 1});
  Clip& clip = other.clips[0];
  append_key(append_channel(clip, "Rig", ChannelPath::rotation), 0, up);
  clip.targets.back().node = 0;
  ASSERT_TRUE(validate(other).ok());
  expect_near(world_of(other, "Spine", 1), {0, 2, 2});
  Diagnostics diagnostics;
  ASSERT_TRUE(merge_clips(model, other, NameMatch::exact, diagnostics).ok());
  EXPECT_NE(diagnostics.find("merge.root-corrected"), nullptr);
  expect_near(world_of(model, "Spine", 1), {0, 2, 2});
}

TEST(ClipFit, matrix_keys_and_cubic_keys_are_corrected) {
  const Quatd up = from_axis_angle(kX, -90 * kDegree);
  Scene model = figure_of("model.glb", {{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, {0, 1, 0}}});
  Scene other = figure_of(
      "clip.glb", {{"Rig", kNone, {}, up}, {"Hips", 0, {0, 0, 1}, conjugate(up)}, {"Spine", 1, {0, 1, 0}}});
  Clip matrices;
  matrices.name = "matrices";
  append_key(append_channel(matrices, "Hips", ChannelPath::matrix), 0,
             to_mat4(Transformd{{0, -2, 1}, conjugate(up) * from_axis_angle(kZ, 90 * kDegree), {1, 1, 1}}));
  ASSERT_TRUE(append_clip(other, matrices).ok());
  Scene cubic = other;
  cubic.clips.clear();
  Clip path;
  path.name = "path";
  Channel& channel = append_channel(path, "Hips", ChannelPath::translation);
  channel.interpolation = Interpolation::cubic;
  channel.times_s = {0, 1};
  channel.values = {0, 0, 0, 0, 0, 1, 0, -4, 0, /**/ 0, -4, 0, 0, -4, 1, 0, 0, 0};
  ASSERT_TRUE(append_clip(cubic, path).ok());
  EXPECT_EQ(merge(model, other).size(), 1u);
  expect_near(world_of(model, "Spine", 0), {-1, 1, 2});
  EXPECT_EQ(merge(model, cubic).size(), 1u);
  expect_near(world_of(model, "Hips", 0.25), {0, 1, 1});  // a cubic with these tangents is a straight line
}

// Bones along y, as in modelling programs, and bones along the axes of the world, as in BVH files.
TEST(ClipFit, bones_in_other_directions_are_refused_with_numbers) {
  Scene model = figure_of("model.glb", {{"Hips", kNone, {0, 1, 0}},
                                        {"Leg", 0, {0.1, 0, 0}, from_axis_angle(kX, 180 * kDegree)},
                                        {"Foot", 1, {0, 0.9, 0}},
                                        {"Spine", 0, {0, 0.5, 0}}});
  Scene other = figure_of("clip.bvh", {{"Hips", kNone, {0, 100, 0}},
                                       {"Leg", 0, {10, 0, 0}},
                                       {"Foot", 1, {0, -88, 0}},
                                       {"Spine", 0, {0, 50, 0}}});
  add_clip(other, {{"Hips", {}}, {"Leg", {}}, {"Spine", {}}}, {0, 100, 0}, {0, 100, 50});
  const Scene before = model;
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre(
                  "clip.bvh: clip bow: made for a different skeleton: at 1 of 2 joints the bone directions "
                  "differ, at \"Leg\" by 180 degrees (length 0.9 in model.glb, 88 here)"));
  EXPECT_TRUE(same_content(model, before));
}

TEST(ClipFit, clips_that_fit_are_added_without_the_others) {
  Scene model = column("model.glb", 1);
  Scene other =
      figure_of("clip.glb", {{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, {0, 1, 0}}, {"Head", 1, {0, 0, 1}}});
  add_clip(other, {{"Hips", {}}, {"Spine", {}}}, {0, 1, 0}, {0, 1, 0});
  add_clip(other, {{"Hips", {}}}, {0, 1, 0}, {0, 1, 0});
  other.clips[1].name = "nod";
  EXPECT_THAT(
      merge(model, other),
      ::testing::ElementsAre(
          "warning: clip.glb: clip bow: made for a different skeleton: at 1 of 2 joints the bone directions "
          "differ, at \"Spine\" by 90 degrees (length 1 in model.glb, 1 here); not added"));
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].name, "nod");
}

// One note is made for all clips of a library.
TEST(ClipFit, equal_notes_of_several_clips_are_one) {
  Scene model = column("model.glb", 2);
  Scene other = column("clip.glb", 1);
  for (int i = 0; i < 3; ++i) add_clip(other, {{"Hips", {}}, {"Spine", {}}}, {0, 1, 0}, {0, 1, 0});
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre(
                  "note: clip.glb: 3 clips: bones are 2 times as long in model.glb; rotations are used, and "
                  "joints keep the offsets of the model; the translation of \"Hips\" is scaled by 2"));
}

// A joint at the position of its parent has no direction.
TEST(ClipFit, a_bone_without_length_keeps_that_of_the_model) {
  Scene model = column("model.glb", 1);
  Scene other = figure_of("clip.glb", {{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, {0, 1, 0}}, {"Head", 1, {}}});
  add_clip(other, {{"Hips", {}}, {"Spine", {}}}, {0, 1, 0}, {0, 1, 0});
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre("note: clip.glb: clip bow: some bones differ in length in model.glb; "
                                     "rotations are used, and joints keep the offsets of the model"));
  expect_near(world_of(model, "Head", 1), {0, 3, 0});
}

// The offsets of joints in between that only one file has are added up.
TEST(ClipFit, joints_that_one_file_lacks_are_skipped) {
  Scene model = figure_of("model.glb",
                          {{"Hips", kNone, {0, 1, 0}}, {"Belly", 0, {0, 0.5, 0}}, {"Spine", 1, {0, 0.5, 0}}});
  Scene other = column("clip.glb", 1);
  add_clip(other, {{"Hips", from_axis_angle(kZ, 90 * kDegree)}}, {0, 1, 0}, {0, 1, 0});
  EXPECT_THAT(merge(model, other), ::testing::IsEmpty());
  expect_near(world_of(model, "Spine", 0), {-1, 1, 0});
}

// Adds a skin of all nodes, bound when they were at these positions without rotation.
void bind_at(Scene& scene, const std::vector<Vec3d>& places) {
  Skin skin;
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node)
    skin.joints.push_back({scene.nodes[node].name, node, to_float(translation_matrix(places[node] * -1.0))});
  scene.skins.push_back(skin);
}

void add_translation(Scene& scene, const char* name, const Vec3d& from, const Vec3d& to) {
  Clip& clip = scene.clips.back();
  Channel& channel = append_channel(clip, name, ChannelPath::translation);
  append_key(channel, 0, from);
  append_key(channel, 1, to);
  for (ClipTarget& target : clip.targets) target.node = find_node(scene, target.name);
  std::stable_sort(clip.channels.begin(), clip.channels.end(),
                   [](const Channel& a, const Channel& b) { return a.target < b.target; });
  ASSERT_TRUE(validate(scene).ok());
}

// Hips, Spine and Head, saved at a frame in which two joints are far from their bind positions.
Scene posed_column() {
  Scene scene = figure_of(
      "clip.fbx", {{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, {0.9, 0.2, 0.3}}, {"Head", 1, {0, 0, 1.4}}});
  bind_at(scene, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}});
  return scene;
}

// The keys of the clip match neither the rest pose nor the bind pose: Spine is at (0.5, 1, 0) in Hips, and 90
// degrees about z move the head from (0, 1.1, 0) to (-1.1, 0, 0).
TEST(ClipFit, files_saved_in_a_posed_frame_are_compared_in_their_bind_poses) {
  Scene model = column("model.fbx", 1);
  bind_at(model, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}});
  Scene other = posed_column();
  add_clip(other, {{"Hips", {}}, {"Spine", from_axis_angle(kZ, 90 * kDegree)}}, {0, 1, 0}, {0, 1, 0});
  add_translation(other, "Spine", {0.5, 1, 0}, {0.5, 1, 0});
  add_translation(other, "Head", {0, 1.1, 0}, {0, 1.1, 0});
  EXPECT_THAT(merge(model, other), ::testing::IsEmpty());
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].channels, other.clips[0].channels);
  expect_near(world_of(model, "Spine", 0.5), {0.5, 2, 0});
  expect_near(world_of(model, "Head", 0.5), {-0.6, 2, 0});
}

TEST(ClipFit, other_bind_poses_are_refused_with_their_numbers) {
  Scene model = column("model.fbx", 1);
  bind_at(model, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}});
  Scene other = posed_column();
  other.skins.clear();
  bind_at(other, {{0, 1, 0}, {0, 2, 0}, {0, 2, 1.5}});
  add_clip(other, {{"Hips", {}}, {"Spine", {}}}, {0, 1, 0}, {0, 1, 0});
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre(
                  "clip.fbx: clip bow: made for a different skeleton: at 1 of 2 joints the bone directions "
                  "differ, at \"Spine\" by 90 degrees (length 1 in model.fbx, 1.5 here)"));
}

// glTF files may omit all bind matrices; then nothing is known about the bones.
TEST(ClipFit, equal_bind_matrices_are_not_compared) {
  const std::vector<Vec3d> origin(3);
  Scene model = column("model.glb", 1);
  bind_at(model, origin);
  Scene other =
      figure_of("clip.glb", {{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, {0, 1, 0}}, {"Head", 1, {0, 0, 1}}});
  bind_at(other, origin);
  add_clip(other, {{"Hips", {}}, {"Spine", {}}}, {0, 1, 0}, {0, 1, 0});
  EXPECT_THAT(merge(model, other), ::testing::ElementsAre(::testing::HasSubstr("at 1 of 2 joints")));
}

// Bones of the model are twice as long in the bind pose: the spine moves 0.5 to the side in the clip, and 1
// in the model, from its bind position.
TEST(ClipFit, a_posed_file_of_another_size_is_scaled_from_its_bind_pose) {
  Scene model = column("model.fbx", 2);
  bind_at(model, {{0, 2, 0}, {0, 4, 0}, {0, 6, 0}});
  Scene other = posed_column();
  add_clip(other, {{"Hips", {}}, {"Spine", {}}}, {0, 1, 0}, {0, 1, 0});
  add_translation(other, "Spine", {0, 1, 0}, {0.5, 1, 0});
  const std::vector<std::string> lines = merge(model, other);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], ::testing::HasSubstr("bones are 2 times as long in model.fbx"));
  ASSERT_EQ(model.clips.size(), 1u);
  expect_near(world_of(model, "Spine", 0), {0, 4, 0});
  expect_near(world_of(model, "Spine", 1), {1, 4, 0});
}

// Makes a chain of `count` bones of length 1, straight up, and a last joint at offset `tip` from the end.
Scene chain_of(const char* file, int count, const Vec3d& tip) {
  static const char* const kNames[] = {"J0", "J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9"};
  std::vector<JointAt> joints;
  for (int i = 0; i <= count; ++i)
    joints.push_back(
        {kNames[i], i == 0 ? kNone : static_cast<std::uint32_t>(i - 1), {0, i == 0 ? 0.0 : 1.0, 0}});
  joints.push_back({"Tip", static_cast<std::uint32_t>(count), tip});
  return figure_of(file, joints);
}

void move_chain(Scene& scene, int count) {
  RotationKeys keys;
  for (int i = 0; i <= count; ++i)
    keys.push_back({scene.nodes[static_cast<std::size_t>(i)].name.c_str(), {}});
  add_clip(scene, keys, {}, {});
}

// The clip keeps the tip at the rest position of its file, 14 degrees from the rest position in the model.
TEST(ClipFit, translation_keys_replace_an_offset_if_the_other_bones_agree) {
  const Vec3d leaning{0, 3 * std::cos(14 * kDegree), 3 * std::sin(14 * kDegree)};
  Scene model = chain_of("model.fbx", 4, {0, 3, 0});
  Scene other = chain_of("clip.fbx", 4, leaning);
  move_chain(other, 4);
  Scene unkeyed = other;
  add_translation(other, "Tip", leaning, leaning);
  const Scene before = model;
  EXPECT_THAT(merge(model, other), ::testing::IsEmpty());
  ASSERT_EQ(model.clips.size(), 1u);
  expect_near(world_of(model, "Tip", 0.5), Vec3d{0, 4, 0} + leaning);
  // Without keys, the tip would be 0.73 away.
  model = before;
  EXPECT_THAT(merge(model, unkeyed), ::testing::ElementsAre(::testing::HasSubstr("at 1 of 5 joints")));
  // With shorter bones everywhere, the proportions of the file are different.
  model = before;
  for (std::size_t node = 1; node < 5; ++node) other.nodes[node].rest.m[13] = 0.8f;
  EXPECT_THAT(merge(model, other), ::testing::ElementsAre(::testing::HasSubstr("at 1 of 5 joints")));
}

// The chord of 20 degrees at 0.5 is 0.1736, which is 2.04 % of the size 8.5; the chord of 40 degrees is 4 %.
TEST(ClipFit, a_few_turned_bones_play_with_a_warning_if_they_move_little) {
  const auto tip = [](double degrees) {
    return Vec3d{0.5 * std::sin(degrees * kDegree), 0.5 * std::cos(degrees * kDegree), 0};
  };
  Scene model = chain_of("model.glb", 8, tip(0));
  Scene other = chain_of("clip.glb", 8, tip(20));
  move_chain(other, 8);
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre(
                  "warning: clip.glb: clip bow: at 1 of 9 joints the bone directions differ: \"J8\" by 20 "
                  "degrees; rotations are not corrected, so joints are off by up to 2 % of the model size"));
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].channels, other.clips[0].channels);
  expect_near(world_of(model, "Tip", 0.5), {0, 8.5, 0});
  other = chain_of("clip.glb", 8, tip(40));
  move_chain(other, 8);
  EXPECT_THAT(merge(model, other),
              ::testing::ElementsAre(::testing::HasSubstr("made for a different skeleton")));
}

// A chain of length 4 with four joints at its end, each with a short bone: 4 of 8 different joints are too
// many, 2 are not.
TEST(ClipFit, many_turned_bones_are_refused_however_short) {
  const auto figure = [](const char* file, int turned) {
    Scene scene = chain_of(file, 3, {0, 1, 0});
    static const char* const kFingers[] = {"A", "B", "C", "D"};
    static const char* const kEnds[] = {"AE", "BE", "CE", "DE"};
    for (int i = 0; i < 4; ++i) {
      const auto finger = static_cast<std::uint32_t>(scene.nodes.size());
      scene.nodes.push_back(
          make_node(kFingers[i], 4, to_mat4(Transformd{{0.1 * (i - 1.5), 0.1, 0}, {}, {1, 1, 1}})));
      const Vec3d end = i < turned ? Vec3d{0, 0, 0.06} : Vec3d{0, 0.06, 0};
      scene.nodes.push_back(make_node(kEnds[i], finger, to_mat4(Transformd{end, {}, {1, 1, 1}})));
    }
    return scene;
  };
  for (const int turned : {2, 4}) {
    Scene model = figure("model.glb", 0);
    Scene other = figure("clip.glb", turned);
    RotationKeys keys;
    for (const Node& node : other.nodes)
      if (node.name.size() == 1 || node.name[0] == 'J') keys.push_back({node.name.c_str(), {}});
    add_clip(other, keys, {}, {});
    EXPECT_THAT(
        merge(model, other),
        ::testing::ElementsAre(::testing::HasSubstr(turned == 2 ? "at 2 of 8 joints the bone directions "
                                                                  "differ: \"A\" by 90 "
                                                                  "degrees, \"B\" by 90 degrees"
                                                                : "made for a different skeleton")));
  }
}

// Adds a triangle that follows the joints of the skin with these indices.
void add_triangle(Scene& scene, const std::vector<std::uint32_t>& joints) {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.normals.assign(3, {0, 0, 1});
  primitive.indices = {0, 1, 2};
  primitive.source_vertices = 3;
  primitive.source_faces = 1;
  primitive.materials = {kNone};
  for (std::uint32_t v = 0; v < 3; ++v) {
    primitive.influence_begin.push_back(v);
    primitive.influences.push_back({joints[v % joints.size()], 1});
  }
  primitive.influence_begin.push_back(3);
  Mesh mesh;
  mesh.primitives.push_back(primitive);
  scene.meshes.push_back(mesh);
  Node skinned = make_node("Body", kNone, Mat4d{});
  skinned.meshes.push_back({0, 0});
  scene.nodes.push_back(skinned);
}

// An end joint of the head, which many programs add, has no effect on the model.
TEST(ClipFit, ends_of_bones_that_no_mesh_follows_are_not_compared) {
  const auto outcome = [](const std::vector<std::uint32_t>& followed, bool moves) {
    Scene model = column("model.fbx", 1);
    bind_at(model, {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}});
    add_triangle(model, followed);
    EXPECT_TRUE(validate(model).ok());
    Scene other =
        figure_of("clip.fbx", {{"Hips", kNone, {0, 1, 0}}, {"Spine", 0, {0, 1, 0}}, {"Head", 1, {0, 0, 1}}});
    add_clip(other, {{"Hips", {}}, {"Spine", {}}, {"Head", {}}}, {0, 1, 0}, {0, 1, 0});
    if (moves) append_key(other.clips[0].channels.back(), 2, from_axis_angle(kX, 1));
    other.clips[0].duration_s = moves ? 2 : 1;
    const std::vector<std::string> lines = merge(model, other);
    return lines.empty() ? std::string("plays") : lines[0].substr(lines[0].find("made"), 29);
  };
  EXPECT_EQ(outcome({0, 1}, false), "plays");
  EXPECT_EQ(outcome({0, 1, 2}, false), "made for a different skeleton");
  EXPECT_EQ(outcome({0, 1}, true), "made for a different skeleton");
}

}  // namespace
}  // namespace skelter::test

// Rule foot-slide. All values are worked out by hand from the keys.

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

constexpr double kLift = 0.2;

// The test model with a thigh and a knee in each leg.
Scene walker() {
  Scene scene = figure();
  for (const std::uint32_t foot : {kLeft, kRight}) {
    const auto thigh = static_cast<std::uint32_t>(scene.nodes.size());
    const double x = foot == kLeft ? 0.1 : -0.1;
    scene.nodes.push_back(make_node("Thigh", kHip, translation_matrix(Vec3d{x, 0, 0})));
    scene.nodes.push_back(make_node("Knee", thigh, translation_matrix(Vec3d{0, -0.5, 0})));
    scene.nodes[foot].parent = thigh + 1;
    scene.nodes[foot].rest = to_float(translation_matrix(Vec3d{0, -0.5, 0}));
  }
  return scene;
}

// The foot moves backwards on the ground by one unit per second for 0.6 s, then forward again through the air
// in 0.4 s. While on the ground, it also moves by `slip` to the side and back.
Channel stride(const Scene& scene, std::uint32_t foot, double slip) {
  return way(
      scene, foot,
      {{0, {0, 0, 0.3}}, {0.3, {slip, 0, 0}}, {0.6, {0, 0, -0.3}}, {0.8, {0, kLift, 0}}, {1, {0, 0, 0.3}}});
}

// The same motion half a second later.
Channel other_stride(const Scene& scene, std::uint32_t foot) {
  return way(
      scene, foot,
      {{0, {0, 0, -0.2}}, {0.1, {0, 0, -0.3}}, {0.3, {0, kLift, 0}}, {0.5, {0, 0, 0.3}}, {1, {0, 0, -0.2}}});
}

Scene walk(double slip) {
  Scene scene = walker();
  add_lint_clip(scene, "walk", {stride(scene, kLeft, slip), other_stride(scene, kRight)});
  return scene;
}

// Both feet are on the ground; the left one slides at constant speed.
Scene glide(double way_z) {
  Scene scene = walker();
  add_lint_clip(scene, "idle",
                {way(scene, kLeft, {{0, {}}, {1, {0, 0, way_z}}}), way(scene, kRight, {{0, {}}, {1, {}}})});
  return scene;
}

TEST(lint_foot_slide, is_0_where_standing_feet_move_with_the_ground) {
  const LintFinding found = finding_of(walk(0), "foot-slide");
  EXPECT_NEAR(found.value, 0, 1e-6);
  EXPECT_EQ(found.threshold, 0.05);
  EXPECT_TRUE(found.ok);
}

TEST(lint_foot_slide, is_the_largest_distance_of_a_standing_foot_from_its_mean_position) {
  // Half of an even slide is on each side of its middle.
  const LintFinding far = finding_of(glide(0.12), "foot-slide");
  EXPECT_NEAR(far.value, 0.06, 1e-6);
  EXPECT_FALSE(far.ok);
  EXPECT_EQ(far.object, "Left");
  EXPECT_TRUE(far.time_s == 0.0 || far.time_s == 1.0) << far.time_s.value_or(-1);
  const LintFinding near = finding_of(glide(0.08), "foot-slide");
  EXPECT_NEAR(near.value, 0.04, 1e-6);
  EXPECT_TRUE(near.ok);
}

TEST(lint_foot_slide, finds_the_slip_of_one_foot_in_a_walk) {
  // In a triangle of height s the middle is at s / 2, so its tip and its ends are s / 2 away.
  const LintFinding found = finding_of(walk(0.2), "foot-slide");
  EXPECT_NEAR(found.value, 0.1, 0.003);  // the mean of 37 samples, not of the line
  EXPECT_EQ(found.object, "Left");
  EXPECT_FALSE(found.ok);
  EXPECT_TRUE(finding_of(walk(0.08), "foot-slide").ok);
}

TEST(lint_foot_slide, ignores_a_foot_that_the_clip_does_not_move) {
  // In a clip for the left leg only, the right foot does not determine the ground height.
  Scene scene = walker();
  add_lint_clip(scene, "left", {stride(scene, kLeft, 0)});
  EXPECT_NEAR(finding_of(scene, "foot-slide").value, 0, 1e-6);
}

TEST(lint_foot_slide, does_not_count_feet_in_the_air) {
  Scene scene = walker();
  add_lint_clip(scene, "kick",
                {way(scene, kLeft, {{0, {0, kLift, 0}}, {1, {0, kLift, 0.7}}}),
                 way(scene, kRight, {{0, {}}, {1, {}}})});
  EXPECT_NEAR(finding_of(scene, "foot-slide").value, 0, 1e-6);
}

// --- detection of feet -------------------------------------------------------------------------------

bool has_feet(const Scene& scene) {
  return !findings_of(scene, "foot-slide").empty();
}

TEST(lint_foot_slide, needs_legs) {
  // A single bone from the hip to the ground, like a fin.
  Scene fins = figure();
  add_lint_clip(fins, "idle",
                {way(fins, kLeft, {{0, {}}, {1, {0, 0, 0.12}}}), way(fins, kRight, {{0, {}}, {1, {}}})});
  EXPECT_FALSE(has_feet(fins));
  // A tail: a chain of bones without a second one on the other side.
  Scene tail = glide(0.12);
  tail.meshes[0].primitives[0].positions[2] = {0, 1, 0};
  tail.meshes[0].primitives[0].influences[2].joint = 0;
  EXPECT_FALSE(has_feet(tail));
  // Names that are not feet.
  Scene named = glide(0.12);
  named.nodes[kLeft].name = "Fin.L";
  named.nodes[kRight].name = "Fin.R";
  EXPECT_FALSE(has_feet(named));
  EXPECT_TRUE(has_feet(glide(0.12)));
}

TEST(lint_foot_slide, does_not_take_fingers_for_feet_where_feet_are_lower) {
  // A robot with a skin only on its hands, not on its feet.
  Scene robot = glide(0.12);
  robot.nodes[kLeft].name = "Index2.L";
  robot.nodes[kRight].name = "Index2.R";
  EXPECT_TRUE(has_feet(robot));
  robot.nodes.push_back(make_node("Foot.L", kNone, translation_matrix(Vec3d{0, -0.5, 0})));
  EXPECT_FALSE(has_feet(robot));
  // An animal that walks on its fingers.
  robot.nodes.back().rest = {};
  EXPECT_TRUE(has_feet(robot));
}

TEST(lint_foot_slide, finds_feet_parented_to_the_root_next_to_their_legs) {
  // Blender's export of inverse kinematics: the foot is a separate joint at the end of the leg.
  Scene scene = glide(0.12);
  for (const std::uint32_t foot : {kLeft, kRight}) {
    scene.nodes.push_back(make_node("End", scene.nodes[foot].parent, translation_matrix(Vec3d{0, -0.45, 0})));
    scene.nodes[foot].parent = kNone;
    scene.nodes[foot].rest = to_float(translation_matrix(Vec3d{foot == kLeft ? 0.1 : -0.1, 0, 0}));
  }
  scene.clips.clear();
  add_lint_clip(scene, "idle",
                {way(scene, kLeft, {{0, {}}, {1, {0, 0, 0.12}}}), way(scene, kRight, {{0, {}}, {1, {}}})});
  EXPECT_NEAR(finding_of(scene, "foot-slide").value, 0.06, 1e-6);
}

TEST(lint_foot_slide, only_informs_about_actions) {
  for (const char* name : {"Attack", "Jump", "Dance", "Gallop_Jump", "sit_down"}) {
    Scene scene = glide(0.12);
    scene.clips[0].name = name;
    const LintFinding reported = finding_of(scene, "foot-slide");
    EXPECT_TRUE(reported.ok) << name;
    EXPECT_NEAR(reported.value, 0.06, 1e-6) << name;
    EXPECT_EQ(reported.confidence, LintConfidence::low) << name;
    EXPECT_EQ(reported.note, "an action, judging by its name; its feet may move freely");
  }
}

TEST(lint_foot_slide, only_informs_about_a_foot_that_scrapes_while_the_other_stands) {
  // An idle clip: the left foot is lifted, comes down, and is dragged over the ground.
  const auto scrape = [](const std::string& name) {
    Scene scene = walker();
    add_lint_clip(scene, name,
                  {way(scene, kLeft, {{0, {0, kLift, 0}}, {0.5, {0, kLift, 0}}, {0.6, {}}, {1, {0, 0, 0.2}}}),
                   way(scene, kRight, {{0, {}}, {1, {}}})});
    return finding_of(scene, "foot-slide");
  };
  EXPECT_GT(scrape("Idle_2").value, 0.05);
  EXPECT_TRUE(scrape("Idle_2").ok);
  EXPECT_EQ(scrape("Idle_2").confidence, LintConfidence::low);
  EXPECT_FALSE(scrape("Walk").ok);
  EXPECT_EQ(scrape("Walk").confidence, LintConfidence::high);
}

TEST(lint_foot_slide, supports_models_with_z_up) {
  // The slide by 0.12 with y and z exchanged, as `.x` files with +Z up are read: up is -z.
  Scene scene = glide(0.12);
  const auto turned = [](const Vec3d& v) { return Vec3d{v.x, v.z, -v.y}; };
  for (Node& node : scene.nodes)
    node.rest = to_float(translation_matrix(turned(translation_part(to_double(node.rest)))));
  for (Vec3& p : scene.meshes[0].primitives[0].positions) p = to_float(turned(to_double(p)));
  for (Joint& joint : scene.skins[0].joints)
    joint.joint_from_mesh =
        to_float(translation_matrix(turned(translation_part(to_double(joint.joint_from_mesh)))));
  for (Channel& channel : scene.clips[0].channels)
    for (std::size_t i = 0; i < channel.values.size(); i += 3) {
      const Vec3d v = turned({channel.values[i], channel.values[i + 1], channel.values[i + 2]});
      channel.values[i] = static_cast<float>(v.x);
      channel.values[i + 1] = static_cast<float>(v.y);
      channel.values[i + 2] = static_cast<float>(v.z);
    }
  EXPECT_NEAR(finding_of(scene, "foot-slide").value, 0.06, 1e-6);
}

TEST(lint_foot_slide, needs_a_skin_and_a_tenth_of_a_second) {
  Scene scene = walker();
  add_lint_clip(scene, "blink", {way(scene, kLeft, {{0, {}}, {0.09, {0, 0, 1}}})});
  EXPECT_TRUE(findings_of(scene, "foot-slide").empty());
  Scene bare = glide(0.12);
  bare.nodes[kBody].meshes.clear();
  EXPECT_TRUE(findings_of(bare, "foot-slide").empty());
}

}  // namespace
}  // namespace skelter::test

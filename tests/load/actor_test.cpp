// Actors. Expected numbers are worked out by hand from the small model (viewer/figures.h), or come from
// evaluate() where the reference evaluator plays. The engine's poses may differ by H / 18,000, with H = 2.

#include "load/internal/actor.h"
#include "compile/build_clip/internal/clip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "load/internal/timeline.h"
#include "skelter/compile/compile.h"
#include "support/near.h"
#include "viewer/figures.h"

namespace skelter::test {
namespace {

constexpr double kActorBound = 2.0 / 18000;
constexpr std::uint32_t kBend = 0, kRise = 1;               // clips
constexpr std::uint32_t kLower = 0, kUpper = 1, kBody = 2;  // nodes

std::unique_ptr<Actor> actor_of(const Scene& scene, Pack pack = {}, const ActorOptions& options = {}) {
  auto made = Actor::create(scene, std::move(pack), options);
  EXPECT_TRUE(made.ok()) << (made ? "" : to_string(made.error()));
  return made ? std::move(*made) : nullptr;
}

double height(Actor& actor) {
  return actor.node_pose().local[kUpper].m[13];
}

double turn_deg(Actor& actor) {
  const Mat4d local = actor.node_pose().local[kUpper];
  return std::atan2(local(1, 0), local(0, 0)) * 180 / kPi;
}

// Adds a morph target to the mesh. Its weight goes from 0 to 1 during "rise", which lasts half a second.
Scene morphing_figure() {
  Scene scene = figure();
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.morphs = {{"up", std::vector<Vec3>(primitive.positions.size(), Vec3{0, 1, 0}), {}}};
  scene.clips[kRise].targets.push_back({scene.nodes[kBody].name, kBody, {}});
  scene.clips[kRise].channels.push_back(
      {1, ChannelPath::weights, Interpolation::linear, {0, 0.5}, {0.0f, 1.0f}});
  return scene;
}

// More joints than a skeleton can have. Every node has the mesh, and the clips move the first two nodes.
Scene crowded_figure() {
  Scene scene = figure();
  for (std::uint32_t i = 0; i < kMaxJoints; ++i) {
    scene.nodes.push_back(make_node("Copy", kNone, Mat4d{}));
    scene.nodes.back().meshes.push_back({0, kNone});
  }
  scene.meshes[0].primitives[0].influence_begin.clear();
  scene.meshes[0].primitives[0].influences.clear();
  scene.skins.clear();
  scene.nodes[kBody].meshes = {{0, kNone}};
  return scene;
}

TEST(Actor, shows_a_clip_at_any_time_in_any_order) {
  const Scene scene = figure();
  const auto actor = actor_of(scene);
  for (const double time_s : {0.25, 0.0, 0.375, 0.125}) {
    actor->show_clip(kRise, time_s);
    EXPECT_FALSE(actor->why_reference().has_value());
    EXPECT_NEAR(height(*actor), 1 + 4 * time_s, kActorBound) << time_s;
    actor->show_clip(kBend, time_s);
    EXPECT_NEAR(height(*actor), 1, kActorBound) << "nothing is left of the other clip";
    EXPECT_NEAR(turn_deg(*actor), 90 * time_s, 0.2) << time_s;
  }
  actor->show_clip(kNone, 0);
  EXPECT_NEAR(turn_deg(*actor), 0, 1e-4);
}

TEST(Actor, folds_times_as_its_options_say) {
  const Scene scene = figure();
  ActorOptions options;
  options.source.loop = Loop::pingpong;
  const auto actor = actor_of(scene, {}, options);
  actor->show_clip(kRise, 0.75);
  EXPECT_NEAR(height(*actor), 2, kActorBound) << "on the way back";
}

TEST(Actor, has_joints_palettes_and_morph_weights_of_one_time) {
  const Scene scene = morphing_figure();
  const auto actor = actor_of(scene, {}, {.source = {}, .meshes = true});
  actor->show_clip(kRise, 0.25);
  const ModelShape shape = actor->shape();
  const ModelPose pose = actor->pose();
  ASSERT_EQ(pose.model_from_joint.size(), shape.joints.size());
  const auto upper = std::find_if(shape.joints.begin(), shape.joints.end(),
                                  [](const ModelJoint& joint) { return joint.name == "Upper"; });
  ASSERT_NE(upper, shape.joints.end());
  const auto at = static_cast<std::size_t>(upper - shape.joints.begin());
  EXPECT_NEAR(to_mat4(pose.model_from_joint[at]).m[13], 2, kActorBound);
  ASSERT_EQ(shape.skins.size(), 1u);
  ASSERT_EQ(pose.palettes.size(), shape.matrix_count);
  EXPECT_NEAR(to_mat4(pose.palettes[shape.skins[0].first + 1]).m[13], 1, kActorBound) << "2, less 1 at rest";
  ASSERT_EQ(pose.morph_weights.size(), 1u);
  EXPECT_NEAR(pose.morph_weights[0], 0.5, 1e-3);
  EXPECT_NEAR(actor->node_pose().morph_weights[kBody][0], 0.5, 1e-3);
}

TEST(Actor, has_morph_weights_of_nodes_without_meshes) {
  const Scene scene = morphing_figure();
  const auto actor = actor_of(scene);
  actor->show_clip(kRise, 0.125);
  ASSERT_EQ(actor->node_pose().morph_weights[kBody].size(), 1u);
  EXPECT_NEAR(actor->node_pose().morph_weights[kBody][0], 0.25, 1e-3);
  actor->show_clip(kBend, 0.125);
  EXPECT_EQ(actor->node_pose().morph_weights[kBody][0], 0) << "at rest";
}

TEST(Actor, shows_a_list_of_clips_differences_and_masks) {
  const Scene scene = morphing_figure();
  const auto actor = actor_of(scene);
  for (const bool additive : {false, true}) ASSERT_TRUE(actor->prepare({kRise, additive}).ok());
  ASSERT_TRUE(actor->prepare({kBend, false}).ok());
  PoseListEntry bend, rise;
  bend.clip = kBend;
  rise.clip = kRise;
  bend.time_s = rise.time_s = 0.25f;
  bend.loop = rise.loop = Loop::once;
  bend.weight = 0.25f;
  rise.weight = 0.75f;
  const PoseListEntry both[] = {bend, rise};
  ASSERT_EQ(actor->show_list(both), Status::ok);
  EXPECT_NEAR(height(*actor), 0.25 * 1 + 0.75 * 2, kActorBound);
  EXPECT_NEAR(actor->node_pose().morph_weights[kBody][0], 0.5, 1e-3) << "only rise moves it";
  bend.weight = 1;
  rise.clip = 2 + kRise;  // the difference of rise, which is added on top
  rise.weight = 0.5f;
  const PoseListEntry added[] = {bend, rise};
  ASSERT_EQ(actor->show_list(added), Status::ok);
  EXPECT_NEAR(height(*actor), 1 + 0.5, 2 * kActorBound);
  EXPECT_NEAR(turn_deg(*actor), 22.5, 0.2);
  rise.mask = 0;
  const PoseListEntry masked[] = {bend, rise};
  const std::uint32_t body[] = {kBody}, lower[] = {kLower};
  ASSERT_EQ(actor->show_list(masked, body), Status::ok);
  EXPECT_NEAR(height(*actor), 1, 2 * kActorBound) << "Upper is not below Body";
  ASSERT_EQ(actor->show_list(masked, lower), Status::ok);
  EXPECT_NEAR(height(*actor), 1.5, 2 * kActorBound);
  actor->show_clip(kRise, 0);
  EXPECT_NEAR(height(*actor), 1, kActorBound) << "nothing is left of the list";
}

TEST(Actor, refuses_a_list_with_an_unknown_mask_and_shows_the_rest_pose) {
  const Scene scene = figure();
  const auto actor = actor_of(scene);
  ASSERT_TRUE(actor->prepare({kRise, false}).ok());
  actor->show_clip(kRise, 0.25);
  PoseListEntry line;
  line.clip = kRise;
  line.mask = 3;
  EXPECT_EQ(actor->show_list({&line, 1}), Status::invalid_argument);
  EXPECT_NEAR(height(*actor), 1, 1e-6);
}

TEST(Actor, its_character_plays_from_the_rest_pose_whatever_was_shown) {
  const Scene scene = figure();
  const auto actor = actor_of(scene);
  ASSERT_TRUE(actor->prepare({kRise, false}).ok());
  PoseListEntry line;
  line.clip = kRise;
  line.time_s = 0.5f;
  line.loop = Loop::once;
  ASSERT_EQ(actor->show_list({&line, 1}), Status::ok);
  Character& character = *actor->character();
  EXPECT_EQ(character.clips()->clip(), kNone);
  ASSERT_EQ(character.clips()->play(kRise, {.loop = Loop::once}), Status::ok);
  ASSERT_EQ(character.update(0.25), Status::ok);
  EXPECT_NEAR(height(*actor), 2, kActorBound);
  EXPECT_NEAR(actor->node_pose(translation_matrix(Vec3d{5, 0, 0})).world[kUpper].m[12], 5, 1e-6);
}

TEST(Actor, the_reference_plays_models_with_too_many_joints_and_reports_it) {
  const Scene scene = crowded_figure();
  const auto actor = actor_of(scene);
  EXPECT_FALSE(actor->is_compiled());
  EXPECT_EQ(actor->character(), nullptr);
  ASSERT_TRUE(actor->why_reference().has_value()) << "from the beginning";
  EXPECT_NE(actor->why_reference()->message.find("joints"), std::string::npos);
  actor->show_clip(kRise, 0.25);
  EXPECT_EQ(height(*actor), evaluate(scene, kRise, 0.25).local[kUpper].m[13]);
  EXPECT_FALSE(actor->prepare({kRise, false}).ok());
  EXPECT_FALSE(actor->prepare_all().ok());
  EXPECT_FALSE(actor->report(kRise).has_value());
}

TEST(Actor, the_reference_can_also_be_drawn) {
  const Scene scene = crowded_figure();
  const auto actor = actor_of(scene, {}, {.source = {}, .meshes = true});
  actor->show_clip(kRise, 0.25);
  const ModelShape shape = actor->shape();
  EXPECT_EQ(shape.joints.size(), scene.nodes.size());
  const ModelPose pose = actor->pose();
  ASSERT_EQ(pose.model_from_joint.size(), scene.nodes.size());
  EXPECT_EQ(to_mat4(pose.model_from_joint[kUpper]).m[13], 2);
}

// 0.1 in double, rounded once per joint: the engine multiplies floats, the reference rounds the product.
TEST(Actor, shows_the_rest_pose_by_the_engine) {
  Scene scene = figure();
  scene.nodes[kLower].rest = to_float(rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, 0.7)));
  scene.nodes[kLower].rest_trs.reset();
  const auto actor = actor_of(scene, {}, {.source = {}, .meshes = true});
  actor->show_clip(kNone, 0);
  EXPECT_FALSE(actor->why_reference().has_value());
  const ModelPose shown = actor->pose();
  Character character(actor->data());
  character.finish();
  ASSERT_EQ(shown.palettes.size(), character.pose().palettes.size());
  for (std::size_t i = 0; i < shown.palettes.size(); ++i)
    EXPECT_EQ(std::memcmp(&shown.palettes[i], &character.pose().palettes[i], sizeof(Affine)), 0) << i;
  EXPECT_EQ(shown.palettes.data(), actor->character()->pose().palettes.data()) << "the character's own";

  actor->show_clip(kBend, 0.25);
  (void)actor->pose();
  actor->show_clip(kNone, 0);
  EXPECT_NEAR(turn_deg(*actor), 0, 1e-4) << "nothing is left of the clip";
  const auto crowded = crowded_figure();
  const auto not_compiled = actor_of(crowded, {}, {.source = {}, .meshes = true});
  not_compiled->show_clip(kNone, 0);
  ASSERT_TRUE(not_compiled->why_reference().has_value());
  EXPECT_EQ(not_compiled->why_reference()->code, "build.too-many-joints");
}

// The reference fills the pose of the scene's nodes, and the caller who selects it needs no reason.
TEST(Actor, plays_by_the_reference_if_the_caller_selects_it) {
  const Scene scene = morphing_figure();
  ActorOptions options;
  options.meshes = options.by_reference = true;
  const auto actor = actor_of(scene, {}, options);
  EXPECT_FALSE(actor->is_compiled());
  EXPECT_FALSE(actor->prepare_all());
  actor->show_clip(kRise, 0.25);
  EXPECT_FALSE(actor->why_reference().has_value());
  const ModelPose pose = actor->pose();
  ASSERT_EQ(pose.model_from_joint.size(), scene.nodes.size());
  ASSERT_EQ(actor->shape().joints.size(), scene.nodes.size());
  EXPECT_EQ(pose.model_from_joint[kUpper].m[1][3], 2.0f);
  ASSERT_EQ(pose.palettes.size(), 2u);
  EXPECT_EQ(pose.palettes[1].m[1][3], 1.0f) << "the upper joint is bound at height 1";
  ASSERT_EQ(pose.morph_weights.size(), 1u);
  EXPECT_EQ(pose.morph_weights[0], 0.5f);
}

// The engine's palettes fit the scene's meshes, where vertices and triangles keep their order.
TEST(Actor, draws_the_vertices_of_the_scene_by_the_palettes_of_the_engine) {
  const Scene scene = figure();
  const auto actor = actor_of(scene, {}, {.source = {}, .meshes = true});
  actor->show_clip(kRise, 0.25);
  ASSERT_FALSE(actor->why_reference().has_value());
  const ModelShape shape = actor->shape();
  ASSERT_EQ(shape.meshes.size(), 1u);
  EXPECT_EQ(shape.meshes[0].mesh.indices.size(), scene.meshes[0].primitives[0].indices.size());
  const ModelPose played = actor->pose();
  const std::vector<Affine> palettes(played.palettes.begin(), played.palettes.end());
  ASSERT_EQ(palettes.size(), shape.matrix_count);
  actor->show_pose(evaluate(scene, kRise, 0.25));
  const ModelPose reference = actor->pose();
  ASSERT_EQ(reference.palettes.size(), palettes.size());
  for (std::size_t i = 0; i < palettes.size(); ++i)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        EXPECT_NEAR(palettes[i].m[row][column], reference.palettes[i].m[row][column], kActorBound)
            << i << ' ' << row << ' ' << column;
}

// Without skins and clips, each node is a bone, but only nodes with meshes and their ancestors are joints.
TEST(Actor, draws_bones_that_are_not_joints) {
  Scene scene = figure();
  scene.skins.clear();
  scene.clips.clear();
  scene.meshes[0].primitives[0].influence_begin.clear();
  scene.meshes[0].primitives[0].influences.clear();
  scene.nodes[kBody].meshes = {{0, kNone}};
  const auto actor = actor_of(scene, {}, {.source = {}, .meshes = true});
  EXPECT_TRUE(actor->is_compiled());
  const ModelShape shape = actor->shape();
  ASSERT_EQ(shape.joints.size(), scene.nodes.size());
  const auto is_bone = [](const ModelJoint& joint) { return joint.is_bone; };
  EXPECT_TRUE(std::all_of(shape.joints.begin(), shape.joints.end(), is_bone));
  actor->show_clip(kNone, 0);
  const ModelPose pose = actor->pose();
  ASSERT_EQ(pose.model_from_joint.size(), scene.nodes.size());
  EXPECT_EQ(to_mat4(pose.model_from_joint[kUpper]).m[13], 1);
}

TEST(Actor, a_held_morph_weight_replaces_that_of_the_clips) {
  const Scene scene = morphing_figure();
  for (const std::uint64_t most_keys : {0u, 1000u}) {  // the reference evaluator plays first, then the engine
    ActorOptions options;
    options.meshes = true;
    options.most_keys = most_keys;
    const auto actor = actor_of(scene, {}, options);
    const auto weights = [&] {
      actor->show_clip(kRise, 0.25);
      const std::span<const float> drawn = actor->pose().morph_weights;
      const std::vector<double> listed = actor->node_pose().morph_weights[kBody];
      EXPECT_EQ(actor->why_reference().has_value(), most_keys == 0);
      return drawn.size() == 1 && listed.size() == 1 ? std::pair(double{drawn[0]}, listed[0])
                                                     : std::pair(-1.0, -1.0);
    };
    EXPECT_NEAR(weights().first, 0.5, 1e-3);
    EXPECT_NEAR(weights().second, 0.5, 1e-3);
    actor->hold_morphs({{{"up", {{kBody, 0}}}, 0.75}});
    EXPECT_EQ(weights(), std::pair(0.75, 0.75));
    actor->hold_morphs({});
    EXPECT_NEAR(weights().first, 0.5, 1e-3);
  }
}

// The mean of bend at 22.5 degrees and rise at height 2.
TEST(Actor, the_reference_plays_by_the_same_rules_until_the_clips_are_compiled) {
  const Scene scene = figure();
  const auto actor = actor_of(scene);
  Tracks tracks;
  tracks.tracks.resize(2);
  tracks.tracks[0].clip = kBend;
  tracks.tracks[1].clip = kRise;
  Timeline().advance(tracks, 0.25);
  actor->show_tracks(tracks, Prepare::later);
  EXPECT_EQ(to_string(*actor->why_reference()), "the engine is compiling");
  EXPECT_NEAR(height(*actor), 1.5, 1e-9);
  EXPECT_NEAR(turn_deg(*actor), 11.25, 1e-4);
  actor->show_clip(kRise, 0.25, Prepare::later);
  EXPECT_EQ(actor->why_reference()->status, Status::not_ready);
  EXPECT_EQ(height(*actor), evaluate(scene, kRise, 0.25).local[kUpper].m[13]);
  actor->show_clip(kNone, 0, Prepare::later);
  EXPECT_FALSE(actor->why_reference().has_value()) << "the rest pose needs nothing";
  EXPECT_EQ(height(*actor), 1);
  actor->show_tracks(tracks);
  EXPECT_FALSE(actor->why_reference().has_value());
  EXPECT_NEAR(height(*actor), 1.5, kActorBound);
}

TEST(Actor, leaves_clips_of_many_keys_to_the_reference_until_they_are_prepared) {
  const Scene scene = figure();
  ActorOptions options;
  options.most_keys = 2;  // bend has three keys, and rise has two
  const auto actor = actor_of(scene, {}, options);
  actor->show_clip(kRise, 0.25);
  EXPECT_FALSE(actor->why_reference().has_value());
  actor->show_clip(kBend, 0.25);
  EXPECT_EQ(to_string(*actor->why_reference()), "not compiled: the clip has more than 2 keys");
  EXPECT_NEAR(turn_deg(*actor), 22.5, 1e-4);
  ASSERT_TRUE(actor->prepare({kBend, false}).ok());
  actor->show_clip(kBend, 0.25);
  EXPECT_FALSE(actor->why_reference().has_value());
}

TEST(Actor, a_clip_of_another_file_is_played_by_the_reference_next_to_a_pack) {
  const Scene source = figure();
  auto compiled = compile_scene(source);
  ASSERT_TRUE(compiled.ok());
  Pack pack;
  ASSERT_TRUE(Pack::open(std::move(compiled->bytes), pack).ok());
  auto scene = scene_from_pack(pack.view(), "figure.skelter");
  ASSERT_TRUE(scene.ok());
  Clip extra = scene->clips[kRise];
  extra.name = "extra";
  scene->clips.push_back(extra);
  const auto actor = actor_of(*scene, std::move(pack));
  actor->show_clip(2, 0.25);
  ASSERT_TRUE(actor->why_reference().has_value());
  EXPECT_EQ(actor->why_reference()->code, "load.clip-not-in-pack");
  EXPECT_EQ(actor->why_reference()->message, "extra comes from a different file; use a clip of the pack");
  EXPECT_NEAR(height(*actor), 2, kActorBound);
  ASSERT_FALSE(actor->pose().model_from_joint.empty()) << "for the same shape as the engine's poses";
  EXPECT_EQ(actor->pose().model_from_joint.size(), actor->shape().joints.size());
  actor->show_clip(kRise, 0.25);
  EXPECT_FALSE(actor->why_reference().has_value()) << "the engine plays the pack's own";
  EXPECT_NEAR(height(*actor), 2, 2 * kActorBound);
}

}  // namespace
}  // namespace skelter::test

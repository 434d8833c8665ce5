// Controllers of scenes: they play like the reference evaluator, and compiled clips stay within the bound.
#include "skelter/d3dx/scene_controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "d3dx/sets.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/size.h"
#include "support/blend_example.h"
#include "support/corpus_scenes.h"

namespace skelter {
namespace {

using nlohmann::json;
using test::must;
using test::near;
using testing::ElementsAre;
using testing::HasSubstr;

Pose shown(const Scene& scene, const SceneController& made) {
  return scene_pose(scene, made.node_of_output, made.controller.pose());
}

Scene read(const std::string& path) {
  return must(read_x_file(path));
}
Scene mannequin() {
  return read(SKELTER_SOURCE_DIR "/assets/mannequin.x");
}

void expect_same(const Scene& scene, const Pose& actual, const Pose& expected, double tolerance) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    ASSERT_TRUE(near(actual.local[i], expected.local[i], tolerance)) << scene.nodes[i].name << " local";
    ASSERT_TRUE(near(actual.world[i], expected.world[i], tolerance)) << scene.nodes[i].name << " world";
  }
}

// C-40: the controller of a loaded file animates when advance() is called, without further calls.
TEST(SceneController, advance_alone_plays_the_first_clip) {
  const Scene scene = test::blend_example();
  for (const SetKind kind : {SetKind::reference, SetKind::keyframed}) {
    SceneControllerSettings settings;
    settings.kind = kind;
    SceneController made = must(make_controller(scene, settings));
    for (int i = 1; i <= 30; ++i) {
      must(made.controller.advance(0.07));
      expect_same(scene, shown(scene, made), evaluate(scene, 0, i * 0.07), 1e-6);
    }
  }
}

// d3dx-behaviour.md, 2.3.4: if two keys have the same time, the later one counts from that time on.
TEST(SceneController, two_keys_at_one_time_of_a_file_are_a_jump) {
  const std::string text =
      "xof 0303txt 0032\nAnimTicksPerSecond { 100; }\nFrame A { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, "
      "0,0,1,0, "
      "0,0,0,1;; } }\nAnimationSet S { Animation { {A} AnimationKey { 2; 4; 100;3;1,0,0;, 200;3;2,0,0;, "
      "200;3;5,0,0;, 1000;3;9,0,0;; } } }\n";
  const Scene scene = must(read_x(std::as_bytes(std::span(text.data(), text.size())), "jump.x"));
  for (const SetKind kind : {SetKind::reference, SetKind::keyframed}) {
    SceneControllerSettings settings;
    settings.kind = kind;
    SceneController made = must(make_controller(scene, settings));
    double now_s = 0;
    for (const auto& [time_s, x] : {std::pair{1.5, 1.5}, std::pair{1.99, 1.99}, std::pair{2.0, 5.0},
                                    std::pair{6.0, 7.0}, std::pair{9.0, 8.5}}) {
      must(made.controller.advance(time_s - now_s));
      now_s = time_s;
      EXPECT_NEAR(shown(scene, made).local[0](0, 3), x, 1e-9) << time_s;
    }
  }
}

TEST(SceneController, has_the_loaders_outputs_sets_and_limits) {
  const Scene scene = test::blend_example();
  SceneControllerSettings settings;
  settings.d3dx_limits = true;
  SceneController made = must(make_controller(scene, settings));
  EXPECT_EQ(made.controller.limits().outputs, 3u);
  EXPECT_EQ(made.controller.limits().sets, 2u);
  EXPECT_EQ(made.controller.limits().tracks, 2u);
  EXPECT_EQ(made.controller.limits().events, 30u);
  EXPECT_EQ(made.controller.output_count(), 3u);
  EXPECT_EQ(made.controller.set_count(), 2u);
  EXPECT_TRUE(must(made.controller.track(0)).enabled);
  EXPECT_FALSE(must(made.controller.track(1)).enabled);
  EXPECT_THAT(made.node_of_output, ElementsAre(0, 1, 2));
}

// C-02: a file without animation still has a controller, which shows the rest pose.
TEST(SceneController, a_scene_without_clips_shows_its_rest) {
  Scene scene = test::blend_example();
  scene.clips.clear();
  SceneController made = must(make_controller(scene));
  must(made.controller.advance(0.5));
  expect_same(scene, shown(scene, made), rest_pose(scene), 1e-6);
}

// C-25: world matrices exist before the first advance(), and are those of the rest pose.
TEST(SceneController, before_any_advance_it_shows_the_rest_pose) {
  for (const Scene& scene : {test::blend_example(), mannequin()}) {
    const SceneController made = must(make_controller(scene));
    expect_same(scene, shown(scene, made), rest_pose(scene), 1e-6);
  }
}

// C-45: a model matrix positions the character.
TEST(SceneController, a_model_matrix_shifts_all_joints) {
  const Scene scene = test::blend_example();
  SceneController made = must(make_controller(scene));
  must(made.controller.advance(0.3));
  const Pose here = shown(scene, made);
  const Pose there =
      scene_pose(scene, made.node_of_output, made.controller.pose(), translation_matrix(Vec3d{5, 0, 0}));
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    EXPECT_TRUE(
        near(translation_part(there.world[i]), translation_part(here.world[i]) + Vec3d{5, 0, 0}, 1e-12));
}

// C-44: two instances, each with its own clip and time.
TEST(SceneController, instances_play_different_clips) {
  const Scene scene = test::blend_example();
  SceneController first = must(make_controller(scene)), second = must(make_controller(scene));
  must(second.controller.play("wave"));
  must(first.controller.advance(0.25));
  must(second.controller.advance(0.15));
  expect_same(scene, shown(scene, first), evaluate(scene, 0, 0.25), 1e-6);
  expect_same(scene, shown(scene, second), evaluate(scene, 1, 0.15), 1e-6);
}

Scene with_shared_names() {
  Scene scene = test::blend_example();
  scene.nodes.push_back(test::make_node("Hand", 0, translation_matrix(Vec3d{9, 0, 0})));
  scene.nodes.push_back(test::make_node("", 0, Mat4d{}));
  return scene;
}

// C-14, section 5: two frames with the same name.
TEST(SceneController, of_nodes_with_one_name_the_first_is_moved_and_a_warning_says_so) {
  const Scene scene = with_shared_names();
  EXPECT_THAT(output_names(scene), ElementsAre("Base", "Arm", "Hand", "Hand#3", ""));
  SceneController made = must(make_controller(scene));
  ASSERT_NE(made.diagnostics.find("build.shared-name"), nullptr);
  EXPECT_EQ(to_string(*made.diagnostics.find("build.shared-name")),
            "node Hand: 2 nodes have this name; its animations move only one of them");
  must(made.controller.advance(0.25));
  expect_same(scene, shown(scene, made), evaluate(scene, 0, 0.25), 1e-6);
}

TEST(SceneController, d3dx_mode_moves_the_last_of_nodes_with_one_name) {
  const Scene scene = with_shared_names();
  SceneControllerSettings settings;
  settings.mode = ControllerMode::d3dx;
  SceneController made = must(make_controller(scene, settings));
  EXPECT_EQ(made.node_of_output[made.controller.find_output("Hand")], 3u);
  EXPECT_EQ(made.controller.find_output("Hand#3"), kNone);
}

// B-22: absent parts are the identity in D3DX mode.
TEST(SceneController, d3dx_mode_takes_absent_parts_as_identity) {
  const Scene scene = test::blend_example();
  SceneControllerSettings settings;
  SceneController standard = must(make_controller(scene, settings));
  settings.mode = ControllerMode::d3dx;
  SceneController d3dx = must(make_controller(scene, settings));
  must(standard.controller.advance(0.25));
  must(d3dx.controller.advance(0.25));
  EXPECT_TRUE(near(translation_part(shown(scene, standard).local[2]), {0, 5, 0}, 1e-6));
  EXPECT_TRUE(near(translation_part(shown(scene, d3dx).local[2]), {0, 0, 0}, 1e-6));
}

// B-35, B-40: each set wraps at its own length on the same clock, and weights may change at any time.
TEST(SceneController, sets_wrap_at_their_own_lengths) {
  const Scene scene = test::blend_example();  // 1 s and 0.6 s
  SceneController made = must(make_controller(scene));
  must(made.controller.set_track_set(1, 1));
  must(made.controller.set_track_enabled(1, true));
  must(made.controller.advance(1.001));
  EXPECT_NEAR(must(made.controller.track(0)).set->periodic_position(1.001), 0.001, 1e-12);
  EXPECT_NEAR(must(made.controller.track(1)).set->periodic_position(1.001), 0.401, 1e-12);
  must(made.controller.set_track_weight(1, 0));
  must(made.controller.advance(0));
  expect_same(scene, shown(scene, made), evaluate(scene, 0, 0.001), 1e-6);
  must(made.controller.set_track_weight(1, 1));
  must(made.controller.set_track_weight(0, 0));
  must(made.controller.advance(0));
  expect_same(scene, shown(scene, made), evaluate(scene, 1, 0.401), 1e-6);
}

// Mixes that an independent program computed: two tracks, with both interpretations of absent parts.
TEST(SceneController, mixes_as_another_program_computed) {
  SKELTER_REQUIRE_CORPUS();
  std::ifstream file(test::corpus_folder() + "/x-made/blend_example.expected.json");
  const json expected = json::parse(file)["mix"];
  ASSERT_EQ(expected.size(), 6u);
  Scene scene = read(test::corpus_folder() + "/x-made/blend_example.x");
  for (const json& entry : expected)
    for (const ControllerMode mode : {ControllerMode::standard, ControllerMode::d3dx})
      for (const SetKind kind : {SetKind::reference, SetKind::keyframed, SetKind::compiled}) {
        const bool identity = entry["absent_channels"] == "identity";
        if (mode == ControllerMode::d3dx && !identity) continue;
        SceneControllerSettings settings;
        settings.mode = mode;
        settings.kind = kind;
        scene.absent = identity ? Absent::identity : Absent::rest;
        settings.clip.error_bound = 1e-5;
        SceneController made = must(make_controller(scene, settings));
        for (std::uint32_t track = 0; track < 2; ++track) {
          const json& wanted = entry["tracks"][track];
          must(made.controller.set_track_set(
              track, must(made.controller.choose_set(wanted["clip"].get<std::string>()))));
          must(made.controller.set_track_enabled(track, true));
          must(made.controller.set_track_weight(track, wanted["weight"]));
          must(made.controller.set_track_position(track, wanted["time_s"]));
        }
        must(made.controller.advance(0));
        const Pose pose = shown(scene, made);
        for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
          const Mat4d local{entry["local"][scene.nodes[n].name].get<std::array<double, 16>>()};
          EXPECT_TRUE(near(mirrored_z(pose.local[n]), local, 1e-4)) << scene.nodes[n].name;
        }
        const SkinnedVertices skinned = skin(scene, pose, 0, 0);
        for (std::size_t v = 0; v < skinned.positions.size(); ++v) {
          const json& p = entry["skinned"][v];
          EXPECT_TRUE(near(skinned.positions[v], {p[0], p[1], -p[2].get<double>()}, 1e-4)) << v;
        }
      }
}

// --- over the runtime and over the reference ---------------------------------------------------------------

// Largest distance between the shells of joints (six points at H / 60), measured like in the clip builder.
double largest_distance(const Scene& scene, const Pose& a, const Pose& b, double shell) {
  double largest = 0;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const Vec3d& point :
         {Vec3d{shell, 0, 0}, {-shell, 0, 0}, {0, shell, 0}, {0, -shell, 0}, {0, 0, shell}, {0, 0, -shell}}) {
      // The points are along the node's axes, so only directions are transformed.
      const Vec3d in_a = transform_direction(a.world[i], point),
                  in_b = transform_direction(b.world[i], point);
      const Vec3d difference = translation_part(a.world[i]) + in_a - translation_part(b.world[i]) - in_b;
      largest = std::max(largest, length(difference));
    }
  return largest;
}

void expect_compiled_near_reference(const Scene& scene, const std::string& file) {
  SceneControllerSettings settings;
  // Otherwise targets that a clip does not animate keep the error of the previous clip.
  settings.unmoved_at_rest = true;
  SceneController reference = must(make_controller(scene, settings));
  settings.kind = SetKind::compiled;
  SceneController compiled = must(make_controller(scene, settings));
  const double extent = scene_size(scene);
  for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip)
    for (int i = 0; i < 37; ++i) {
      const double time_s = scene.clips[clip].duration_s * i / 37;
      for (SceneController* made : {&reference, &compiled}) {
        must(made->controller.set_track_set(0, clip));
        must(made->controller.set_track_position(0, time_s));
        must(made->controller.set_track_set(1, (clip + 1) % made->controller.set_count()));
        must(made->controller.set_track_enabled(1, false));
        must(made->controller.advance(0));
      }
      const double distance =
          largest_distance(scene, shown(scene, reference), shown(scene, compiled), extent / 60);
      ASSERT_LE(distance, extent / 18000) << file << " clip " << clip << " at " << time_s;
    }
}

TEST(SceneController, compiled_clips_agree_with_the_reference_within_their_bound) {
  expect_compiled_near_reference(mannequin(), "mannequin");
  expect_compiled_near_reference(read(SKELTER_SOURCE_DIR "/assets/tower.x"), "tower");
}

TEST(SceneController, compiled_clips_of_the_corpus_agree_with_the_reference_within_their_bound) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* file : {"x/sdk_legacy/tiny_4anim.x", "x-made/blend_example.x"})
    expect_compiled_near_reference(read(test::corpus_folder() + "/" + file), file);
}

// In an equal mix, the error must not exceed the larger of the two errors.
TEST(SceneController, mixes_of_compiled_clips_agree_with_mixes_of_the_reference) {
  const Scene scene = mannequin();
  ASSERT_GE(scene.clips.size(), 2u);
  SceneControllerSettings settings;
  SceneController reference = must(make_controller(scene, settings));
  settings.kind = SetKind::compiled;
  SceneController compiled = must(make_controller(scene, settings));
  const double extent = scene_size(scene);
  for (SceneController* made : {&reference, &compiled}) {
    must(made->controller.set_track_set(1, 1));
    must(made->controller.set_track_enabled(1, true));
    must(made->controller.set_track_weight(1, 0.5));
    must(made->controller.set_track_speed(1, 1.3));
  }
  for (int i = 0; i < 60; ++i) {
    for (SceneController* made : {&reference, &compiled}) must(made->controller.advance(0.05));
    EXPECT_LE(largest_distance(scene, shown(scene, reference), shown(scene, compiled), extent / 60),
              extent / 18000);
  }
}

TEST(SceneController, keyframed_sets_refuse_what_they_cannot_hold) {
  Scene scene = test::blend_example();
  scene.file = "arm.x";
  SceneControllerSettings settings;
  settings.source.matrix_keys = MatrixKeys::product;
  const auto product = make_keyframed_set(scene, 1, settings);
  ASSERT_FALSE(product.ok());
  EXPECT_EQ(to_string(product.error()),
            "arm.x: clip wave, matrix keys: a keyframed set cannot multiply matrix keys with keys of other "
            "types; use a reference set");
  scene.clips[0].channels[0].interpolation = Interpolation::step;
  const auto stepped = make_keyframed_set(scene, 0);
  ASSERT_FALSE(stepped.ok());
  EXPECT_THAT(to_string(stepped.error()),
              HasSubstr("Arm: a keyframed set supports only linear keys; use a reference set"));
}

}  // namespace
}  // namespace skelter

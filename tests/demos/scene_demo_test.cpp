// Behaviour shared by all demonstrations of a scene: several meshes on one skeleton, and depth.

#include "demos/scene_demo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "demos/blend/blend_state.h"
#include "demos/character/character_state.h"
#include "demos/overlays.h"
#include "demos/shown.h"
#include "load/internal/actor.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"

namespace skelter::test {
namespace {

std::size_t figure_pixels(const Image& image, std::uint32_t from_x, std::uint32_t to_x) {
  std::size_t count = 0;
  for (std::uint32_t y = 80; y < image.height; ++y)
    for (std::uint32_t x = from_x; x < to_x; ++x) count += is_color(image, x, y, 128, 128, 128) ? 0 : 1;
  return count;
}

// S-16, B-06, C-15: a second skinned mesh on the same bones, and the watch, which has no skin.
TEST(SceneDemo, several_meshes_on_one_skeleton_and_static_ones_are_all_drawn) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  const std::uint32_t body = find_node(*scene, "mannequin");
  Scene twins = *scene;
  twins.meshes.push_back(twins.meshes[twins.nodes[body].meshes[0].mesh]);
  // The second mesh is one metre to the side: its vertices and its inverse bind matrices are moved together.
  for (Vec3& p : twins.meshes.back().primitives[0].positions) p.x += 1;
  twins.nodes[body].meshes.push_back(
      {static_cast<std::uint32_t>(twins.meshes.size() - 1), twins.nodes[body].meshes[0].skin});
  auto one = make_demo("skinmesh", *scene, {}), two = make_demo("skinmesh", twins, {});
  ASSERT_TRUE(one.ok() && two.ok());
  const auto picture = [](Demo& demo) {
    auto run = HeadlessRun::create(*demo.application, {400, 300, 1});
    EXPECT_TRUE(run.ok());
    demo.application->seek(0.3);
    EXPECT_TRUE(run->frame({}, 0).ok());
    return run->picture();
  };
  const Image single = picture(*one), both = picture(*two);
  EXPECT_GT(figure_pixels(single, 150, 250), 1000u);
  // The automatic camera shows both, one on each side of the centre.
  EXPECT_GT(figure_pixels(both, 0, 200), 1000u);
  EXPECT_GT(figure_pixels(both, 200, 400), 1000u);

  // The watch gets a colour that nothing else has.
  const auto magenta = [&](bool with_watch) {
    Scene scene_of_watch = *scene;
    Node& watch = scene_of_watch.nodes[find_node(scene_of_watch, "watch")];
    EXPECT_EQ(watch.meshes.at(0).skin, kNone);
    Material paint;
    paint.base_color = {1, 0, 1, 1};
    scene_of_watch.materials.push_back(paint);
    for (Primitive& p : scene_of_watch.meshes[watch.meshes.at(0).mesh].primitives)
      p.materials.assign(p.materials.size(), static_cast<std::uint32_t>(scene_of_watch.materials.size() - 1));
    if (!with_watch) watch.meshes.clear();
    auto demo = make_demo("skinmesh", std::move(scene_of_watch), {});
    EXPECT_TRUE(demo.ok());
    const Image image = picture(*demo);
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
      count += image.rgba[i] > image.rgba[i + 1] + 60 && image.rgba[i + 2] > image.rgba[i + 1] + 60 ? 1 : 0;
    return count;
  };
  EXPECT_GE(magenta(true), 4u);
  EXPECT_EQ(magenta(false), 0u);
}

// B-22: the programs of the articles use the identity for absent keys.
TEST(SceneDemo, faithful_demos_mean_absent_keys_as_the_articles_do) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  for (const char* name : {"blend", "skinmesh"})
    for (const bool faithful : {true, false}) {
      DemoOptions options;
      options.faithful = faithful;
      const auto demo = make_demo(name, *scene, options);
      ASSERT_TRUE(demo.ok());
      EXPECT_EQ(dynamic_cast<const demos::SceneDemo&>(*demo->application).scene().absent,
                faithful ? Absent::identity : Absent::rest)
          << name;
    }
}

TEST(SceneDemo, placing_a_scene_moves_all_of_it) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  const Pose before = rest_pose(*scene);
  const Scene moved = demos::placed(*scene, translation_matrix(Vec3d{1, 2, 3}));
  const Pose after = rest_pose(moved);
  for (std::size_t n = 0; n < before.world.size(); ++n)
    EXPECT_LT(length(translation_part(after.world[n]) - translation_part(before.world[n]) - Vec3d{1, 2, 3}),
              1e-5);
}

TEST(OrbitView, dragging_turns_and_the_wheel_zooms_within_bounds) {
  Camera camera;
  camera.eye = {0, 0, 10};
  OrbitView view(camera, {{-1, -1, -1}, {1, 1, 1}});
  view.handle(MouseMoveEvent{50, 0});
  EXPECT_EQ(view.camera().eye, camera.eye) << "moved without a button";
  view.handle(MouseButtonEvent{MouseButton::left, Press::down, 0, 0, {}});
  view.handle(MouseMoveEvent{-225, 0});  // a quarter turn at 0.4 degrees per pixel
  view.handle(MouseButtonEvent{MouseButton::left, Press::up, -225, 0, {}});
  EXPECT_NEAR(view.camera().eye.x, 10, 1e-6);
  EXPECT_NEAR(view.camera().eye.z, 0, 1e-6);
  view.handle(WheelEvent{1});
  EXPECT_NEAR(length(view.camera().eye), 9, 1e-6);
  for (int i = 0; i < 30; ++i) view.handle(WheelEvent{-10});
  EXPECT_NEAR(length(view.camera().eye), 200, 1e-6);
}

TEST(DemoOverlay, text_after_a_tab_stands_in_its_own_column) {
  demos::Overlay overlay;
  EXPECT_EQ(overlay.add_lines(10, 20, demos::kWhite, {"a\tb", "c"}), 20 + 2 * demos::kLineHeight);
  ASSERT_EQ(overlay.texts.size(), 3u);
  EXPECT_EQ(overlay.texts[1].text, "b");
  EXPECT_EQ(overlay.texts[1].x, 10 + demos::kTabWidth);
  EXPECT_EQ(overlay.texts[1].y, 20);
  EXPECT_EQ(overlay.texts[2].y, 20 + demos::kLineHeight);
}

// Ten lines in the space of five rows give two columns. The second one is to the right of the longest text,
// including its leading spaces.
TEST(DemoOverlay, columns_are_as_wide_as_their_texts) {
  demos::Overlay overlay;
  overlay.add_columns(10, 20, 500, 20 + 5.5 * demos::kSmallLineHeight, demos::kWhite,
                      {"a", "  bb", "c", "a longer text", "e", "f", "g", "h", "i", "j"});
  ASSERT_EQ(overlay.texts.size(), 10u);
  EXPECT_EQ(overlay.texts[1].text, "bb");
  EXPECT_GT(overlay.texts[1].x, overlay.texts[0].x);
  EXPECT_EQ(overlay.texts[4].y, 20 + 4 * demos::kSmallLineHeight);
  EXPECT_EQ(overlay.texts[5].y, 20);
  EXPECT_GT(overlay.texts[5].x, overlay.texts[3].x + overlay.texts[3].width());
  EXPECT_EQ(overlay.texts[5].x, overlay.texts[9].x);
}

TEST(DemoOverlay, columns_become_smaller_before_they_leave_anything_out) {
  const std::vector<std::string> lines(12, "left_forearm_twist");
  demos::Overlay roomy, narrow, too_narrow;
  roomy.add_columns(0, 0, 400, 100, demos::kWhite, lines);
  narrow.add_columns(0, 0, 235, 100, demos::kWhite, lines);
  too_narrow.add_columns(0, 0, 120, 60, demos::kWhite, lines);
  EXPECT_EQ(roomy.texts.size(), 12u);
  EXPECT_EQ(roomy.texts[0].size, demos::kSmallLetterSize);
  ASSERT_EQ(narrow.texts.size(), 12u);
  EXPECT_LT(narrow.texts[0].size, demos::kSmallLetterSize);
  for (const demos::OverlayText& text : narrow.texts) EXPECT_LE(text.x + text.width(), 235);
  EXPECT_LT(too_narrow.texts.size(), 12u);
  EXPECT_EQ(too_narrow.texts.back().text, "...");
  demos::Overlay nothing;
  nothing.add_columns(0, 0, 400, 100, demos::kWhite, {});
  EXPECT_TRUE(nothing.texts.empty());
}

TEST(DemoOverlay, every_demonstration_mentions_its_help_key_except_the_tutorials_own) {
  for (const std::string& name : demo_names()) {
    const Shown ours(name);
    EXPECT_THAT(overlay_demo(ours).overlay(800, 600).text(), ::testing::HasSubstr("F1  keys")) << name;
    if (name == "crowd" || name == "lesson") continue;  // these demos follow no tutorial
    const Shown tutorials = faithful(name);
    EXPECT_THAT(overlay_demo(tutorials).overlay(800, 600).text(), ::testing::Not(::testing::HasSubstr("F1")))
        << name;
  }
}

std::vector<Affine> palettes_of(const ModelPose& pose) {
  return {pose.palettes.begin(), pose.palettes.end()};
}

std::vector<Affine> shown_palettes(Shown& shown, double time_s) {
  shown.demo.application->seek(time_s);
  auto pose = dynamic_cast<demos::SceneDemo&>(*shown.demo.application).shown_pose();
  EXPECT_TRUE(pose.ok());
  return pose ? palettes_of(*pose) : std::vector<Affine>();
}

double largest_palette_difference(const std::vector<Affine>& a, const std::vector<Affine>& b) {
  if (a.size() != b.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        largest = std::max(largest, std::abs(double{a[i].m[row][column]} - double{b[i].m[row][column]}));
  return largest;
}

std::unique_ptr<Actor> drawable_actor(const Scene& scene) {
  auto made = Actor::create(scene, {}, {.source = {}, .meshes = true});
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

// The engine plays a compressed clip, so its palettes differ from those of the reference, within the bound.
TEST(SceneDemo, draws_the_palettes_of_the_engine) {
  for (const char* name : {"skinmesh", "character"}) {
    Shown shown(name);
    const std::vector<Affine> palettes = shown_palettes(shown, 0.3);
    const Scene& scene = dynamic_cast<demos::SceneDemo&>(*shown.demo.application).scene();
    const std::unique_ptr<Actor> actor = drawable_actor(scene);
    const std::uint32_t walk = *choose_clip(scene, "walk");
    // The character demo starts at half speed.
    const double time_s = std::string(name) == "character" ? 0.3 * demos::kStartSpeed : 0.3;
    actor->show_clip(walk, time_s);
    ASSERT_FALSE(actor->why_reference().has_value());
    EXPECT_LT(largest_palette_difference(palettes, palettes_of(actor->pose())), 1e-6) << name;
    actor->show_pose(evaluate(scene, walk, time_s));
    const double from_reference = largest_palette_difference(palettes, palettes_of(actor->pose()));
    EXPECT_GT(from_reference, 1e-6) << name;
    EXPECT_LT(from_reference, 1e-3) << name;
  }
}

// The blend demo adds differences to the rest pose, which evaluate_mix() computes.
TEST(SceneDemo, draws_a_pose_of_nodes_by_the_palettes_of_an_actor) {
  Shown shown("blend");
  const std::vector<Affine> palettes = shown_palettes(shown, 0.3);
  const Scene& scene = dynamic_cast<demos::SceneDemo&>(*shown.demo.application).scene();
  std::vector<MixLayer> layers;
  for (const demos::BlendSet& set : demos::blend_sets())
    if (const auto clip = choose_clip(scene, set.clip); set.on && clip)
      layers.push_back({*clip, set.amount, 0.3});
  EXPECT_GE(layers.size(), 5u);
  const std::unique_ptr<Actor> actor = drawable_actor(scene);
  actor->show_pose(evaluate_mix(scene, layers, MixMode::additive));
  EXPECT_EQ(largest_palette_difference(palettes, palettes_of(actor->pose())), 0);
  actor->show_clip(kNone, 0);
  EXPECT_GT(largest_palette_difference(palettes, palettes_of(actor->pose())), 0.1);
}

// A model with z up, as most older exporters write it.
TEST(SceneDemo, figures_that_lie_along_z_are_stood_up_in_every_demo_of_a_figure) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  for (const double side : {1.0, -1.0}) {
    const Scene lying =
        demos::placed(*scene, rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, side * 1.5707963267948966)));
    for (const char* name : {"character", "skinmesh", "blend"}) {
      auto made = make_demo(name, lying, {});
      ASSERT_TRUE(made.ok()) << name << ": " << to_string(made.error());
      const auto& demo = dynamic_cast<const demos::SceneDemo&>(*made->application);
      const Bounds box = pose_bounds(demo.scene(), rest_pose(demo.scene()));
      EXPECT_GT(box.size().y, 3 * box.size().z) << name;
      const std::uint32_t head = find_node(demo.scene(), "head"), pelvis = find_node(demo.scene(), "pelvis");
      const Pose rest = rest_pose(demo.scene());
      EXPECT_GT(translation_part(rest.world[head]).y, translation_part(rest.world[pelvis]).y) << name;
      const auto& notes = made->application->diagnostics().entries();
      EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const Diagnostic& note) {
        return note.code == "demo.stood-up" &&
               note.message == "the model lies along z; it was turned upright";
      })) << name;
    }
  }
}

TEST(DemoOverlay, all_of_it_is_inside_the_picture) {
  const double sizes[][2] = {{800, 600}, {1024, 640}, {1280, 720}};
  for (const std::string& name : demo_names()) {
    Shown demo(name);
    demo.keys("f1");
    demo.demo.application->seek(0.5);
    const auto inside = [&](const Rectangle& box, double width, double height, const std::string& what) {
      EXPECT_TRUE(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height)
          << name << ": " << what << " at " << box.left << " " << box.top << " to " << box.right << " "
          << box.bottom << " in " << width << " x " << height;
    };
    const auto check = [&](double width, double height) {
      const demos::Overlay all[] = {overlay_demo(demo).overlay(width, height),
                                    overlay_demo(demo).help_overlay(width, height)};
      for (const demos::Overlay& overlay : all) {
        EXPECT_FALSE(overlay.texts.empty());
        for (const demos::OverlayText& text : overlay.texts)
          inside(rectangle_of(text), width, height, text.text);
        for (const demos::OverlayBox& box : overlay.boxes)
          inside({box.x, box.y, box.x + box.width, box.y + box.height}, width, height, "a box");
      }
    };
    if (name == "blend") check(640, 480);
    for (const auto& [width, height] : sizes) check(width, height);
  }
}

}  // namespace
}  // namespace skelter::test

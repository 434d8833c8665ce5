// Images of the skin mesh demo: the same image by five methods, the effects of R, O, S and F, and the title
// bar.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include "demos/holes.h"
#include "demos/overlays.h"
#include "demos/shown.h"
#include "demos/skinmesh/skinmesh_state.h"
#include "render/stage.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

bool shows_background(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* color = image.at(x, y);
  return color[0] + color[1] + color[2] == 0;
}

// The part of the image that has no text.
Image figure_of(const Image& image) {
  Image figure(image.width, image.height - 80);
  std::copy(image.rgba.begin() + std::ptrdiff_t{80} * image.width * 4, image.rgba.end(), figure.rgba.begin());
  return figure;
}

// Requirements T-35, S-41, S-42 and B-45 of docs/tutorials.md.
TEST(SkinmeshPicture, five_ways_of_skinning_give_the_same_image) {
  Shown demo("skinmesh");
  demo.keys("1");
  const Image first = figure_of(demo.at(0.4));
  const std::size_t pixels = std::size_t{first.width} * first.height;
  EXPECT_GT(pixels - count_color(first, 128, 128, 128), 10000u);
  for (const char* key : {"2", "3", "4", "5"}) {
    demo.keys(key);
    EXPECT_LT(different_pixels(first, figure_of(demo.at(0.4)), 24), 60u) << key;
  }
}

// S-43: if the whole model is skinned, the background is visible through the elbow of the rigid one.
TEST(SkinmeshPicture, rigid_parts_crack_at_the_elbow) {
  const Scene whole = taken(read_x_file(asset_path("mannequin.x")));
  const std::uint32_t run = find_clip(whole, "run");
  const std::uint32_t elbow_joint = find_node(whole, "left_elbow");
  ASSERT_TRUE(run != kNone && elbow_joint != kNone);
  Stage stage(400, 400);
  const Pose pose = evaluate(whole, run, 0.3);
  const Vec3d elbow = translation_part(pose.world[elbow_joint]);
  std::size_t seen = 0;
  for (const Vec3d side : {Vec3d{1, 0, 0}, Vec3d{0, 0, -1}, Vec3d{1, 0, -1}}) {
    Camera camera;
    camera.eye = elbow + side * 0.6;
    camera.target = elbow;
    camera.fov_y_deg = 20;  // the elbow is in the centre of the image
    const Image smooth = stage.picture(whole, pose, plain_options(), camera);
    const Image rigid = stage.picture(demos::rigid_weights(whole), pose, plain_options(), camera);
    const std::vector<bool> holes =
        holes_of(rigid, [&](std::uint32_t x, std::uint32_t y) { return shows_background(rigid, x, y); });
    for (std::uint32_t y = 100; y < 300; ++y)
      for (std::uint32_t x = 100; x < 300; ++x)
        seen += holes[std::size_t{y} * 400 + x] && !shows_background(smooth, x, y) ? 1 : 0;
  }
  EXPECT_GT(seen, 300u);
}

// Requirement S-24 of docs/tutorials.md.
TEST(SkinmeshPicture, ignored_offsets_give_a_wrong_image) {
  Shown demo("skinmesh");
  const Image right = figure_of(demo.at(0.4));
  demo.keys("o");
  EXPECT_GT(different_pixels(right, figure_of(demo.at(0.4)), 24), 20000u);
}

TEST(SkinmeshPicture, subsets_and_tree_are_shown_and_go_away) {
  Shown demo("skinmesh");
  const Image plain = demo.at(0.4);
  for (const char* key : {"s", "f"}) {
    demo.keys(key);
    EXPECT_GT(different_pixels(plain, demo.at(0.4), 40), 1000u) << key;
    demo.keys(key);
    EXPECT_EQ(largest_difference(plain, demo.at(0.4)), 0) << key;
  }
}

// Each subset in the list must be a draw call. The watch has two more draw calls and no bones.
TEST(SkinmeshPicture, the_list_has_the_subsets_that_are_drawn_whatever_way_and_weights) {
  for (const char* keys : {"1", "2", "3", "4", "5", "1 r", "2 r", "3 r", "5 r", "2 r r"}) {
    Shown shown("skinmesh");
    shown.keys(keys);
    (void)shown.step(0);
    const std::string title = shown.demo.application->title();
    int draw_calls = 0, subsets = 0;
    ASSERT_EQ(std::sscanf(title.c_str() + title.rfind(" - "), " - %d draw calls, 50 bones, %d subsets",
                          &draw_calls, &subsets),
              2)
        << title;
    EXPECT_EQ(subsets + 2, draw_calls) << keys;
  }
}

TEST(SkinmeshPicture, texts_are_next_to_the_figure_in_every_mode) {
  for (const char* keys : {"", "r", "o", "s f", "r o y", "1 r y s f"}) {
    Shown shown("skinmesh");
    shown.keys(keys);
    const Scene& scene = dynamic_cast<const demos::SceneDemo&>(*shown.demo.application).scene();
    const std::uint32_t walk = *choose_clip(scene, "walk");
    for (int step = 0; step < 8; ++step) {
      const Pose pose = evaluate(scene, walk, scene.clips[walk].duration_s * step / 8);
      expect_figure_is_free(shown, pose, 800, 600, keys);
      expect_figure_is_free(shown, pose, 1280, 720, keys);
    }
  }
}

TEST(SkinmeshPicture, every_mode_says_what_one_sees_and_which_keys_there_are) {
  struct Case {
    const char *keys, *sentence;
  };
  const Case table[] = {{"", "the skin bends without cracks"},
                        {"r", "R  rigid: each triangle on one bone: cracks open at the joints"},
                        {"o", "O  offsets left out: bones move the skin about the origin"},
                        {"y", "Y  the clip has no matrix keys: nothing changes"},
                        {"s", "S  subsets (draw calls) and their bones"},
                        {"f", "F  frames below their parents; * marks bones"}};
  for (const Case& one : table) {
    Shown shown("skinmesh");
    shown.keys(one.keys);
    const std::string text = overlay_demo(shown).overlay(800, 600).text();
    EXPECT_THAT(text, HasSubstr(one.sentence));
    EXPECT_THAT(text, HasSubstr("R  rigid   O  no offsets   S  subsets   F  frames"));
  }
}

TEST(SkinmeshPicture, all_frames_and_bones_are_listed_at_800_by_600) {
  Shown shown("skinmesh");
  shown.keys("f s");
  const demos::Overlay overlay = overlay_demo(shown).overlay(800, 600);
  const Scene& scene = dynamic_cast<const demos::SceneDemo&>(*shown.demo.application).scene();
  const std::string text = "\n" + overlay.text();
  for (const Joint& joint : scene.skins[0].joints) EXPECT_THAT(text, HasSubstr("\n" + joint.name + " *\n"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr(" more\n")));
}

TEST(SkinmeshPicture, background_is_grey_and_the_window_800_by_600) {
  Shown demo("skinmesh");
  EXPECT_EQ(demo.demo.window.width, 800);
  EXPECT_EQ(demo.demo.window.height, 600);
  const Image image = demo.at(0.4);
  const std::uint8_t* corner = image.at(790, 300);
  EXPECT_EQ(corner[0], corner[1]);
  EXPECT_EQ(corner[1], corner[2]);
  EXPECT_NEAR(corner[0], 128, 1);
}

// There are 50 bones, and a palette of 26 needs more than one draw call per material.
TEST(SkinmeshPicture, title_bar_counts_draw_calls_bones_and_subsets) {
  Shown demo("skinmesh");
  demo.keys("2");
  (void)demo.at(0.4);
  EXPECT_THAT(
      demo.demo.application->title(),
      MatchesRegex("skinmesh: mannequin.x - 2 indexed - [0-9]+ draw calls, 50 bones, [0-9]+ subsets"));
}

TEST(SkinmeshPicture, any_file_can_be_given_also_one_without_animation) {
  Shown tower("skinmesh", {}, asset_path("tower.x"));
  EXPECT_THAT(tower.demo.application->title(), HasSubstr("tower.x"));
  const Image a = tower.at(0), b = tower.at(1);
  EXPECT_GT(different_pixels(a, b, 24), 500u);

  auto still = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(still.ok());
  still->clips.clear();
  EXPECT_TRUE(make_demo("skinmesh", std::move(*still), {}).ok());
}

// A strip along x from 0 to 59, as wide as the image, with one bone for each vertex.
Scene wide_strip(const std::string& material, const std::string& bone) {
  std::string vertices, faces, materials, weights, frames;
  constexpr int kCount = 60;
  for (int i = 0; i < kCount; ++i) {
    const std::string n = std::to_string(i);
    vertices += n + ";" + (i % 2 == 0 ? "0" : "9") + ";0;" + (i + 1 < kCount ? "," : ";");
    weights += "SkinWeights { \"" + bone + n + "\"; 1; " + n + "; 1; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }";
    frames += "Frame " + bone + n + " { }";
    if (i + 2 >= kCount) continue;
    faces += "3;" + n + "," + std::to_string(i + 1) + "," + std::to_string(i + 2) + ";" +
             (i + 3 < kCount ? "," : ";");
    materials += std::string(i < 29 ? "0" : "1") + (i + 3 < kCount ? "," : ";");
  }
  const std::string looks = "{ 1;0;0;1;; 0; 0;0;0;; 0;0;0;; }";
  const std::string text = "xof 0303txt 0032 Mesh M { 60; " + vertices + " 58; " + faces +
                           " MeshMaterialList { 2; 58; " + materials + " Material " + material + looks +
                           " Material blue " + looks + " } XSkinMeshHeader { 1; 3; 60; } " + weights + " } " +
                           frames;
  return taken(read_x(std::as_bytes(std::span(text.data(), text.size())), "strip.x"));
}

TEST(SkinmeshPicture, the_list_of_subsets_stays_in_the_image_with_any_model) {
  struct Case {
    const char *what, *material, *bone;
  };
  const std::string letters(200, 'm');
  const Case table[] = {{"short names", "red", "B"},
                        {"a long material", letters.c_str(), "B"},
                        {"long bones", "red", letters.c_str()}};
  for (const Case& one : table)
    for (const double width : {800.0, 1280.0, 320.0}) {
      auto demo = make_demo("skinmesh", wide_strip(one.material, one.bone), {});
      ASSERT_TRUE(demo.ok());
      ASSERT_TRUE(press_keys(*demo->application, "s").ok());
      const auto& application = dynamic_cast<const demos::OverlayDemo&>(*demo->application);
      const demos::Overlay overlay = application.overlay(width, 600);
      const auto list = std::find_if(overlay.texts.begin(), overlay.texts.end(),
                                     [](const demos::OverlayText& text) { return text.text[0] == 'S'; });
      const auto end = std::find_if(list, overlay.texts.end(),
                                    [](const demos::OverlayText& text) { return text.text == "F1  keys"; });
      ASSERT_NE(list, end);
      for (auto text = list; text != end; ++text)
        EXPECT_LE(text->x + text->width(), width) << one.what << ": " << text->text;
      for (auto text = list; text != end; ++text)
        for (auto other = overlay.texts.begin(); other != list; ++other) {
          const Rectangle a = rectangle_of(*text), b = rectangle_of(*other);
          EXPECT_TRUE(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom)
              << one.what << ": " << text->text << " over " << other->text;
        }
      if (width < 800 || one.material != std::string("red") || one.bone != std::string("B")) continue;
      EXPECT_THAT(overlay.text(), HasSubstr("S  subsets (draw calls) and their bones\n"));
      EXPECT_THAT(overlay.text(), HasSubstr("\n0 red: 24 faces, 26 bones\nB0 B1 B2 "));
      EXPECT_THAT(overlay.text(), ::testing::Not(HasSubstr(" more\n")));
    }
}

TEST(Overlay, a_text_that_is_too_wide_is_cut_between_letters) {
  const std::string text = "m\u00fcller";
  const double all = demos::OverlayText{0, 0, demos::kWhite, text, 10}.width();
  EXPECT_EQ(demos::shortened(text, 10, all), text);
  EXPECT_EQ(demos::shortened(text, 10, all - 0.1).find("..."),
            demos::shortened(text, 10, all - 0.1).size() - 3);
  // The letter m is 10 points wide, the dots are 10.2, and each byte of the second letter counts as 6.37.
  EXPECT_EQ(demos::shortened(text, 10, 32.9), "m...");
  EXPECT_EQ(demos::shortened(text, 10, 33), "m\u00fc...");
  EXPECT_EQ(demos::shortened(text, 10, 0), "...");
}

TEST(SkinmeshPicture, scene_without_meshes_and_unknown_clip_are_errors) {
  Scene empty;
  empty.file = "empty.x";
  const auto none = make_demo("skinmesh", std::move(empty), {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(to_string(none.error()), "empty.x: no meshes");
  auto scene = read_x_file(asset_path("tower.x"));
  ASSERT_TRUE(scene.ok());
  DemoOptions options;
  options.clip = "dance";
  const auto unknown = make_demo("skinmesh", std::move(*scene), options);
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(to_string(unknown.error()),
              HasSubstr("tower.x: no clip is named \"dance\"; the only one is \"tower\""));
}

}  // namespace
}  // namespace skelter::test

// The contents of the effect file, and editing it while a program runs.

#include "demos/skinmesh/effect_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demos/overlays.h"
#include "demos/skinmesh/sample_ways.h"
#include "render/shader_folder.h"
#include "render/skinned_scenes.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using demos::parse_effect;
using demos::plan_of_effect;
using demos::SampleSkinning;
using test::middle;
using test::replaced;
using test::Stage;
using testing::HasSubstr;
using EffectFolder = test::ShaderFolder;

TEST_F(EffectFolder, the_effects_values_and_techniques_can_be_edited) {
  const Scene scene = test::tube(6);
  const Pose pose = rest_pose(scene);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const auto picture = [&](SampleSkinning way) {
    return stage.picture(uploaded, scene, pose, test::options_of(way));
  };
  const Image before = picture(SampleSkinning::effect);
  write("skinned.effect",
        replaced(std::string(sample_shader_source("skinned.effect")), "u_tint 1 1 1 1", "u_tint 0 1 0 1"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  const std::array<int, 3> tinted = middle(picture(SampleSkinning::effect));
  EXPECT_LT(tinted[0], middle(before)[0]);
  EXPECT_EQ(middle(picture(SampleSkinning::vertex_shader)), middle(before)) << "other paths have no effect";
  write("skinned.effect",
        replaced(std::string(sample_shader_source("skinned.effect")), "PaletteSize 26", "PaletteSize 3"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  picture(SampleSkinning::effect);
  EXPECT_EQ(stage.renderer.counters().draw_calls, 4u) << "two groups of three bones per material";
  write("own.glsl", "out vec4 o_color;\nvoid main() { o_color = vec4(0.0, 0.0, 1.0, 1.0); }\n");
  write("skinned.effect", replaced(std::string(sample_shader_source("skinned.effect")),
                                   "fragment mesh_fragment.glsl", "fragment own.glsl"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  EXPECT_EQ(middle(picture(SampleSkinning::effect)), (std::array<int, 3>{0, 0, 255}));
}

// If a palette holds all 50 bones, each material is one group. The group of the material skin has the 2746 +
// 278 faces of its two former groups, and the two bones that both used are uploaded only once. The watch has
// two draw calls.
TEST_F(EffectFolder, the_palette_size_is_that_of_key_5_and_of_the_list_of_subsets) {
  DemoOptions options;
  options.shader_folder = folder_.string();
  test::Shown demo("skinmesh", options);
  const auto shown = [&demo] {
    (void)demo.step(0);
    return test::overlay_demo(demo).overlay(1600, 1200).text();
  };
  const auto palette = [&](const char* size) {
    write("skinned.effect", replaced(std::string(sample_shader_source("skinned.effect")), "PaletteSize 26",
                                     std::string("PaletteSize ") + size));
  };
  const auto of_sample =
      testing::AllOf(HasSubstr("8 draw calls, 71 matrices"), HasSubstr("0 skin: 2746 faces, 26 bones"));
  demo.keys("s 5");
  EXPECT_THAT(shown(), of_sample);
  palette("50");
  EXPECT_THAT(shown(), testing::AllOf(HasSubstr("7 draw calls, 69 matrices"),
                                      HasSubstr("0 skin: 3024 faces, 35 bones")));
  EXPECT_THAT(demo.demo.application->title(), HasSubstr("7 draw calls, 50 bones, 5 subsets"));
  demo.keys("4");
  EXPECT_THAT(shown(), of_sample) << "the file is that of key 5 only";
  palette("0");
  demo.keys("5");
  EXPECT_THAT(shown(), HasSubstr("0 skin: 3024 faces, 35 bones")) << "a broken file changes nothing";
}

TEST_F(EffectFolder, the_demo_takes_the_palette_size_that_the_file_has_when_key_5_is_pressed) {
  write("skinned.effect", std::string(sample_shader_source("skinned.effect")));
  DemoOptions options;
  options.shader_folder = folder_.string();
  test::Shown demo("skinmesh", options);
  (void)demo.step(0);
  write("skinned.effect",
        replaced(std::string(sample_shader_source("skinned.effect")), "PaletteSize 26", "PaletteSize 50"));
  demo.keys("5");
  (void)demo.step(0);
  EXPECT_THAT(demo.demo.application->title(), HasSubstr("7 draw calls, 50 bones, 5 subsets"));
}

TEST_F(EffectFolder, a_broken_effect_names_its_line_and_the_old_one_stays) {
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const Image before =
      stage.picture(uploaded, scene, rest_pose(scene), test::options_of(SampleSkinning::effect));
  write("skinned.effect", std::string(sample_shader_source("skinned.effect")));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders()) << "taken, and still watched";
  write("skinned.effect", "technique Skinning\n  vertices a.glsl\n");
  const Result<bool> reloaded = stage.renderer.reload_changed_shaders();
  ASSERT_FALSE(reloaded);
  EXPECT_EQ(to_string(reloaded.error()),
            path("skinned.effect") + ":2: 'vertices'; expected parameter, technique, vertex or fragment");
  EXPECT_EQ(stage.picture(uploaded, scene, rest_pose(scene), test::options_of(SampleSkinning::effect)),
            before);
}

TEST_F(EffectFolder, a_technique_with_an_unknown_file_is_refused_when_it_draws) {
  write("skinned.effect",
        replaced(std::string(sample_shader_source("skinned.effect")), "skin_effect.glsl", "nowhere.glsl"));
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  test::DrawnScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  const auto drawn = uploaded.draw(stage.renderer, rest_pose(scene), camera, 64, 64,
                                   test::options_of(SampleSkinning::effect));
  ASSERT_FALSE(drawn);
  EXPECT_EQ(to_string(drawn.error()), "nowhere.glsl: the library has no such shader file");
}

TEST(EffectFile, the_librarys_own_has_the_samples_numbers) {
  const auto effect = plan_of_effect(sample_shader_source("skinned.effect"), "skinned.effect");
  ASSERT_TRUE(effect) << to_string(effect.error());
  EXPECT_EQ(effect->palette_size, 26u);
  EXPECT_EQ(effect->max_influences, 4u);
  EXPECT_EQ(effect->skinned.fragment, "mesh_fragment.glsl");
  EXPECT_THAT(effect->rigid.vertex, testing::ElementsAre("skin_rigid.glsl"));
  EXPECT_EQ(effect->values.back().name, "u_tint");
  EXPECT_THAT(effect->values.back().numbers, testing::ElementsAre(1, 1, 1, 1));
}

TEST(EffectFile, errors_are_reported_with_their_line) {
  const auto refused = [](const std::string& text) {
    const auto effect = parse_effect(text, "a.effect");
    return effect ? std::string("no error") : to_string(effect.error());
  };
  const std::string whole = "technique A # one\n vertex a b\n fragment c\n";
  EXPECT_EQ(refused(whole + "\nparameter p 1 -2.5 3e1 4\r\n"), "no error");
  EXPECT_EQ(refused("\nshader a"), "a.effect:2: 'shader'; expected parameter, technique, vertex or fragment");
  EXPECT_EQ(refused("parameter p"),
            "a.effect:1: parameter line of 2 words; expected a name and one to four numbers");
  EXPECT_EQ(refused("parameter p 1 2 3 4 5"),
            "a.effect:1: parameter line of 7 words; expected a name and one to four numbers");
  EXPECT_EQ(refused("parameter p 1x"), "a.effect:1: parameter p: '1x'; expected a number");
  EXPECT_EQ(refused("parameter p nan"), "a.effect:1: parameter p: 'nan'; expected a number");
  EXPECT_EQ(refused("parameter p 1\nparameter p 2"), "a.effect:2: parameter p appears twice here");
  EXPECT_EQ(refused("technique"), "a.effect:1: technique line of 1 words; expected one name");
  EXPECT_EQ(refused(whole + whole), "a.effect:4: technique A appears twice here");
  EXPECT_EQ(refused("vertex a"), "a.effect:1: vertex line before the first technique; move it below one");
  EXPECT_EQ(refused("technique A\nvertex"), "a.effect:2: vertex line without a file");
  EXPECT_EQ(refused("technique A\nfragment a b"), "a.effect:2: fragment with several files");
  EXPECT_EQ(refused("technique A\nvertex a\n"),
            "a.effect:2: technique A has no fragment line; expected both");
  EXPECT_EQ(refused("technique A\nfragment a\ntechnique B\n"),
            "a.effect:3: technique A has no vertex line; expected both");
}

TEST(EffectFile, the_skinning_path_needs_its_techniques_and_numbers) {
  const auto refused = [](const std::string& text) {
    const auto effect = plan_of_effect(text, "a.effect");
    return effect ? std::string("no error") : to_string(effect.error());
  };
  const std::string techniques =
      "technique Skinning\nvertex a\nfragment b\ntechnique Lighting\nvertex a\nfragment b\n";
  EXPECT_EQ(refused(techniques + "parameter PaletteSize 256\nparameter Influences 8\n"), "no error");
  EXPECT_EQ(refused("technique Skinning\nvertex a\nfragment b\n"),
            "a.effect: no technique Lighting; expected Skinning and Lighting");
  EXPECT_EQ(refused(techniques), "a.effect: no parameter PaletteSize; expected an integer from 1 to 256");
  EXPECT_EQ(refused(techniques + "parameter PaletteSize 26\nparameter Influences 9\n"),
            "a.effect: parameter Influences is out of its range; expected an integer from 1 to 8");
  EXPECT_EQ(refused(techniques + "parameter PaletteSize 2.5\n"),
            "a.effect: parameter PaletteSize is out of its range; expected an integer from 1 to 256");
}

}  // namespace
}  // namespace skelter

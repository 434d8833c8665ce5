// Shaders and the effect as files in a folder, edited while a program runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "render/effect_file.h"
#include "render/shader_sources.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "skelter/skinning/gpu.h"

namespace skelter {
namespace {

using test::Stage;
namespace fs = std::filesystem;

class ShaderFolder : public testing::Test {
 protected:
  ShaderFolder() {
    folder_ = fs::temp_directory_path() / ("skelter_shaders_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ShaderFolder() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    // Clocks of file systems are coarse: the change is dated later than all before it.
    fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() + std::chrono::seconds(++edits_));
  }
  std::string path(const std::string& name) const { return folder_.string() + "/" + name; }
  RendererOptions options() const { return {folder_.string(), false}; }

  fs::path folder_;
  int edits_ = 0;
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}
std::string source(const char* name) {
  return std::string(shader_source(name));
}

// The middle pixel of the tube.
std::array<int, 3> middle(const Image& image) {
  const std::uint8_t* p = image.at(image.width / 2, image.height / 2);
  return {p[0], p[1], p[2]};
}

TEST_F(ShaderFolder, an_edited_shader_is_drawn_with_at_once) {
  const Scene scene = test::tube(6);
  const Pose pose = rest_pose(scene);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const Image before = stage.picture(uploaded, scene, pose, test::plain_options());
  EXPECT_FALSE(*stage.renderer.reload_changed_shaders()) << "nothing there yet";
  write("mesh_fragment.glsl", "out vec4 o_color;\nvoid main() { o_color = vec4(1.0, 0.0, 1.0, 1.0); }\n");
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  EXPECT_FALSE(*stage.renderer.reload_changed_shaders()) << "once is enough";
  EXPECT_EQ(middle(stage.picture(uploaded, scene, pose, test::plain_options())),
            (std::array<int, 3>{255, 0, 255}));
  fs::remove(path("mesh_fragment.glsl"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders()) << "the library's own again";
  EXPECT_EQ(stage.picture(uploaded, scene, pose, test::plain_options()), before);
}

TEST_F(ShaderFolder, parts_of_the_skinning_room_can_be_edited_too) {
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  const Image before = stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  write("skin_linear.glsl",
        "void skin(inout vec3 position, inout vec3 normal) { position += vec3(1000.0); }\n");
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  const Image after = stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  EXPECT_EQ(test::difference(after, before).foreground, 0u);
}

TEST_F(ShaderFolder, a_broken_shader_names_its_file_and_line_and_the_old_one_stays_in_use) {
  const Scene scene = test::tube(6);
  const Pose pose = rest_pose(scene);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const Image before = stage.picture(uploaded, scene, pose, test::plain_options());
  write("mesh_fragment.glsl", "out vec4 o_color;\nvoid main() {\n  o_color = vec4(colour, 1.0);\n}\n");
  const Result<bool> reloaded = stage.renderer.reload_changed_shaders();
  ASSERT_FALSE(reloaded);
  EXPECT_THAT(
      to_string(reloaded.error()),
      testing::MatchesRegex(path("mesh_fragment.glsl") + ":3: fragment shader does not compile: .*colour.*"));
  EXPECT_EQ(stage.picture(uploaded, scene, pose, test::plain_options()), before);
  // Programs made only now go on with the text that worked.
  stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::buffer_palette));
  EXPECT_FALSE(*stage.renderer.reload_changed_shaders()) << "the same error is not told again";
  write("mesh_fragment.glsl", source("mesh_fragment.glsl"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  EXPECT_EQ(stage.picture(uploaded, scene, pose, test::plain_options()), before);
}

TEST_F(ShaderFolder, an_edit_beside_a_broken_file_counts_once_that_is_mended) {
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  write("skin_linear.glsl",
        "void skin(inout vec3 position, inout vec3 normal) { position += vec3(1000.0); }\n");
  write("mesh_fragment.glsl", "broken\n");
  EXPECT_FALSE(stage.renderer.reload_changed_shaders());
  write("mesh_fragment.glsl", source("mesh_fragment.glsl"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  const Image after = stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(), camera);
  EXPECT_EQ(test::difference(after, after).foreground, 0u);
}

TEST_F(ShaderFolder, a_shader_that_is_broken_from_the_start_stops_the_start) {
  write("screen_vertex.glsl", "void main() {\n  gl_Position = 5;\n}\n");
  const HeadlessContext context = test::taken(HeadlessContext::create());
  const auto renderer = Renderer::create(options());
  ASSERT_FALSE(renderer);
  EXPECT_THAT(to_string(renderer.error()),
              testing::StartsWith(path("screen_vertex.glsl") + ":2: vertex shader does not compile: "));
}

TEST_F(ShaderFolder, the_effects_values_and_techniques_can_be_edited) {
  const Scene scene = test::tube(6);
  const Pose pose = rest_pose(scene);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const auto picture = [&](SkinningPath path) {
    return stage.picture(uploaded, scene, pose, test::plain_options(path));
  };
  const Image before = picture(SkinningPath::effect);
  write("skinned.effect", replaced(source("skinned.effect"), "u_tint 1 1 1 1", "u_tint 0 1 0 1"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  const std::array<int, 3> tinted = middle(picture(SkinningPath::effect));
  EXPECT_LT(tinted[0], middle(before)[0]);
  EXPECT_EQ(middle(picture(SkinningPath::vertex_shader)), middle(before)) << "other paths have no effect";
  write("skinned.effect", replaced(source("skinned.effect"), "PaletteSize 26", "PaletteSize 3"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  picture(SkinningPath::effect);
  EXPECT_EQ(stage.renderer.counters().draw_calls, 4u) << "two groups of three bones per material";
  write("own.glsl", "out vec4 o_color;\nvoid main() { o_color = vec4(0.0, 0.0, 1.0, 1.0); }\n");
  write("skinned.effect",
        replaced(source("skinned.effect"), "fragment mesh_fragment.glsl", "fragment own.glsl"));
  EXPECT_TRUE(*stage.renderer.reload_changed_shaders());
  EXPECT_EQ(middle(picture(SkinningPath::effect)), (std::array<int, 3>{0, 0, 255}));
}

TEST_F(ShaderFolder, a_broken_effect_names_its_line_and_the_old_one_stays) {
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const Image before =
      stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(SkinningPath::effect));
  write("skinned.effect", "technique Skinning\n  vertices a.glsl\n");
  const Result<bool> reloaded = stage.renderer.reload_changed_shaders();
  ASSERT_FALSE(reloaded);
  EXPECT_EQ(to_string(reloaded.error()),
            path("skinned.effect") + ":2: 'vertices'; expected parameter, technique, vertex or fragment");
  EXPECT_EQ(stage.picture(uploaded, scene, rest_pose(scene), test::plain_options(SkinningPath::effect)),
            before);
}

TEST_F(ShaderFolder, a_technique_with_an_unknown_file_is_refused_when_it_draws) {
  write("skinned.effect", replaced(source("skinned.effect"), "skin_effect.glsl", "nowhere.glsl"));
  const Scene scene = test::tube(6);
  Stage stage(64, 64, 1, options());
  UploadedScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, rest_pose(scene)), {});
  const auto drawn = stage.renderer.draw(uploaded, scene, rest_pose(scene), camera, 64, 64,
                                         test::plain_options(SkinningPath::effect));
  ASSERT_FALSE(drawn);
  EXPECT_EQ(to_string(drawn.error()), "nowhere.glsl: no such shader file; expected one of the library's");
}

TEST(DebugShaders, draw_the_same_picture) {
  const Scene scene = test::tube(6);
  Stage plain(64, 64), debug(64, 64, 1, {"", true});
  ASSERT_TRUE(plain.context.make_current());
  const Image expected = plain.picture(scene, rest_pose(scene), test::plain_options());
  ASSERT_TRUE(debug.context.make_current());
  EXPECT_EQ(debug.picture(scene, rest_pose(scene), test::plain_options()), expected);
  ASSERT_TRUE(plain.context.make_current());
}

TEST(EffectFile, the_librarys_own_has_the_samples_numbers) {
  const auto effect = parse_skinning_effect(shader_source("skinned.effect"), "skinned.effect");
  ASSERT_TRUE(effect) << to_string(effect.error());
  EXPECT_EQ(effect->palette_size, 26u);
  EXPECT_EQ(effect->influences, 4u);
  EXPECT_EQ(effect->effect.technique("Skinning")->fragment, "mesh_fragment.glsl");
  EXPECT_THAT(effect->effect.technique("Lighting")->vertex, testing::ElementsAre("skin_rigid.glsl"));
  EXPECT_THAT(effect->effect.parameter("u_tint")->numbers, testing::ElementsAre(1, 1, 1, 1));
}

TEST(EffectFile, what_is_wrong_is_told_with_its_line) {
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
  EXPECT_EQ(refused("parameter p 1\nparameter p 2"),
            "a.effect:2: parameter p appears twice here; expected once");
  EXPECT_EQ(refused("technique"), "a.effect:1: technique line of 1 words; expected one name");
  EXPECT_EQ(refused(whole + whole), "a.effect:4: technique A appears twice here; expected once");
  EXPECT_EQ(refused("vertex a"), "a.effect:1: vertex line before the first technique; expected it below one");
  EXPECT_EQ(refused("technique A\nvertex"), "a.effect:2: vertex line without a file; expected one");
  EXPECT_EQ(refused("technique A\nfragment a b"), "a.effect:2: fragment with several files; expected one");
  EXPECT_EQ(refused("technique A\nvertex a\n"),
            "a.effect:2: technique A has no fragment line; expected both");
  EXPECT_EQ(refused("technique A\nfragment a\ntechnique B\n"),
            "a.effect:3: technique A has no vertex line; expected both");
}

TEST(EffectFile, the_skinning_path_needs_its_techniques_and_numbers) {
  const auto refused = [](const std::string& text) {
    const auto effect = parse_skinning_effect(text, "a.effect");
    return effect ? std::string("no error") : to_string(effect.error());
  };
  const std::string techniques =
      "technique Skinning\nvertex a\nfragment b\ntechnique Lighting\nvertex a\nfragment b\n";
  EXPECT_EQ(refused(techniques + "parameter PaletteSize 256\nparameter Influences 8\n"), "no error");
  EXPECT_EQ(refused("technique Skinning\nvertex a\nfragment b\n"),
            "a.effect: no technique Lighting; expected Skinning and Lighting");
  EXPECT_EQ(refused(techniques), "a.effect: no parameter PaletteSize; expected a whole number from 1 to 256");
  EXPECT_EQ(refused(techniques + "parameter PaletteSize 26\nparameter Influences 9\n"),
            "a.effect: parameter Influences is out of its range; expected a whole number from 1 to 8");
  EXPECT_EQ(refused(techniques + "parameter PaletteSize 2.5\n"),
            "a.effect: parameter PaletteSize is out of its range; expected a whole number from 1 to 256");
}

TEST(SkinningShaderSources, a_name_that_does_not_exist_gives_nothing) {
  EXPECT_EQ(skinning_shader_source("nothing.glsl"), "");
  EXPECT_THAT(std::string(skinning_shader_source("skin_linear.glsl")), testing::HasSubstr("void skin("));
}

}  // namespace
}  // namespace skelter

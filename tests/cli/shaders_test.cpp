// skelter shaders, and --shaders: editable shader files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/window_runner.h"

namespace skelter::test {
namespace {

using ::testing::MatchesRegex;

const char* const kRed = "out vec4 o_color;\nvoid main() { o_color = vec4(1.0, 0.0, 0.0, 1.0); }\n";
const char* const kBroken = "out vec4 o_color;\nvoid main() {\n  o_color = vec4(colour, 1.0);\n}\n";

class Shaders : public ::testing::Test {
 protected:
  void write_shaders() { ASSERT_EQ(folder_.run({"shaders", "mine"}).code, 0); }
  Ran render(const std::string& out) {
    return folder_.run({"render", asset("mannequin.x"), "--out", out, "--size", "200x150", "--samples", "1",
                        "--background", "0000ff", "--shaders", "mine"});
  }
  Image picture(const std::string& name) {
    auto image = decode_image_file(folder_.path(name));
    EXPECT_TRUE(image.ok()) << to_string(image.error());
    return image.ok() ? *image : Image(1, 1);
  }
  CommandFolder folder_;
};

std::size_t count(const Image& image, int r, int g, int b) {
  std::size_t pixels = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4)
    pixels += image.rgba[i] == r && image.rgba[i + 1] == g && image.rgba[i + 2] == b ? 1 : 0;
  return pixels;
}

// The written files must equal the source files.
TEST_F(Shaders, writes_every_file_of_the_sources_word_for_word) {
  const Ran ran = folder_.run({"shaders", "a/mine"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::size_t files = 0;
  for (const char* source : {"src/render/shaders", "src/skinning/gpu/shaders", "src/crowd/gpu/shaders",
                             "src/demos/skinmesh/shaders"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(SKELTER_SOURCE_DIR "/") + source)) {
      ++files;
      const std::string name = "a/mine/" + entry.path().filename().string();
      EXPECT_EQ(folder_.shell("cmp '" + entry.path().string() + "' " + name).code, 0) << name;
    }
  EXPECT_TRUE(folder_.has("a/mine/skinned.effect"));
  EXPECT_EQ(folder_.names().size(), files);
  EXPECT_EQ(ran.out, "a/mine: " + std::to_string(files) + " files\n");
}

TEST_F(Shaders, never_replaces_a_file) {
  folder_.write("mine/pbr_light.glsl", "precious");
  const Ran ran = folder_.run({"shaders", "mine"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "mine/pbr_light.glsl: already exists; choose a folder without it\n");
  EXPECT_EQ(folder_.read("mine/pbr_light.glsl"), "precious");
  EXPECT_EQ(folder_.names().size(), 1u) << "nothing else is written";
}

TEST_F(Shaders, an_edited_shader_paints_the_whole_figure) {
  write_shaders();
  ASSERT_EQ(render("plain.png").code, 0);
  const Image plain = picture("plain.png");
  folder_.write("mine/mesh_fragment.glsl", kRed);
  ASSERT_EQ(render("red.png").code, 0);
  const Image red = picture("red.png");
  std::size_t figure = 0, elsewhere = 0;
  for (std::size_t i = 0; i < red.rgba.size(); i += 4) {
    const bool is_red = red.rgba[i] == 255 && red.rgba[i + 1] == 0 && red.rgba[i + 2] == 0;
    const bool same = std::equal(&red.rgba[i], &red.rgba[i] + 4, &plain.rgba[i]);
    figure += is_red ? 1 : 0;
    elsewhere += !is_red && !same ? 1 : 0;
  }
  EXPECT_GT(figure, 1500u);
  EXPECT_EQ(elsewhere, 0u) << "only the figure has changed";
  EXPECT_EQ(count(plain, 255, 0, 0), 0u);
}

TEST_F(Shaders, demos_also_use_them_and_the_effect_file) {
  write_shaders();
  folder_.write("mine/flat_red.glsl", kRed);
  const std::string effect = folder_.read("mine/skinned.effect");
  std::string edited;
  for (std::size_t at = 0, end; at < effect.size(); at = end + 1) {
    end = std::min(effect.find('\n', at), effect.size());
    const std::string line = effect.substr(at, end - at);
    const bool names_fragment =
        line.find("fragment ") < line.find('#') && line.find("fragment ") != std::string::npos;
    edited += names_fragment ? "  fragment flat_red.glsl\n" : line + "\n";
  }
  folder_.write("mine/skinned.effect", edited);
  const std::vector<std::string> demo{"demo", "skinmesh", "--time", "0.3", "--shaders", "mine", "--keys"};
  auto by_key = [&](const std::string& key, const std::string& out) {
    std::vector<std::string> arguments = demo;
    arguments.insert(arguments.end(), {key, "--out", out});
    const Ran ran = folder_.run(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return count(picture(out), 255, 0, 0);
  };
  EXPECT_EQ(by_key("2", "indexed.png"), 0u);
  EXPECT_GT(by_key("5", "effect.png"), 10000u);
  folder_.write("mine/colored_fragment.glsl", kRed);
  ASSERT_EQ(folder_.run({"demo", "tower", "--time", "0", "--out", "tower.png", "--shaders", "mine"}).code, 0);
  EXPECT_GT(count(picture("tower.png"), 255, 0, 0), 20000u);
}

TEST_F(Shaders, a_broken_shader_is_reported_with_its_line) {
  write_shaders();
  folder_.write("mine/mesh_fragment.glsl", kBroken);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"render", asset("mannequin.x"), "--out", "a.png"},
        std::vector<std::string>{"demo", "skinmesh", "--out", "a.png"}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"--shaders", "mine"});
    const Ran ran = folder_.run(arguments);
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err,
                MatchesRegex("mine/mesh_fragment.glsl:3: fragment shader does not compile: .*colour.*\n"));
    EXPECT_FALSE(folder_.has("a.png"));
  }
}

// A broken crowd shader must also be reported, instead of causing a fallback to the CPU.
TEST_F(Shaders, a_broken_crowd_shader_is_reported_with_its_line) {
  write_shaders();
  folder_.write("mine/crowd_pose.glsl", "layout(local_size_x = 1) in;\nvoid main() {\n  colour = 1;\n}\n");
  const Ran ran = folder_.run({"demo", "crowd", "--members", "125", "--poses", "gpu", "--out", "a.png",
                               "--time", "0.1", "--shaders", "mine"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, MatchesRegex("mine/crowd_pose.glsl:3: compute shader does not compile: .*colour.*\n"));
  EXPECT_FALSE(folder_.has("a.png"));
}

TEST_F(Shaders, a_missing_folder_is_an_error) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"render", asset("tower.x"), "--out", "a.png"},
        std::vector<std::string>{"view", asset("tower.x"), "--script", "a.txt"},
        std::vector<std::string>{"demo", "tower", "--out", "a.png"}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"--shaders", "nowhere"});
    const Ran ran = folder_.run(arguments);
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err,
              "nowhere: no such folder; expected one with shader files, such as `skelter shaders` writes\n");
  }
}

// Mesa can write every compiled shader into a folder.
TEST_F(Shaders, debugging_is_on_in_every_command_that_draws) {
  folder_.write("view.txt", "picture v.png\n");
  const std::string tower = " '" + asset("tower.x") + "'";
  int commands = 0;
  for (const std::string& command :
       {"render" + tower + " --size 32x32 --out r.png", "view" + tower + " --script view.txt",
        std::string("demo tower --out t.png"), std::string("demo lesson --out l.png"),
        std::string("demo skinmesh --keys 5 --out s.png"), std::string("demo character --out c.png")}) {
    const auto compiled = [&](const std::string& flag, const std::string& text) {
      const Ran ran = folder_.shell(
          "rm -rf dump; mkdir dump; MESA_SHADER_DUMP_PATH=dump '" SKELTER_COMMAND "' " + command + flag +
          " >said 2>&1 || cat said >&2; grep -l '" + text + "' dump/*.glsl 2>&- | wc -l");
      EXPECT_EQ(ran.err, "") << command;
      return std::stoi("0" + ran.out);
    };
    const int shaders = compiled("", "void main");
    if (shaders == 0) GTEST_SKIP() << "not Mesa";
    ++commands;
    EXPECT_EQ(compiled("", "#pragma"), 0) << command;
    EXPECT_GE(compiled(" --debug-shaders", "#pragma debug(on)"), 2) << command;
    EXPECT_GE(compiled(" --debug-shaders", "#pragma optimize(off)"), 2) << command;
  }
  EXPECT_EQ(commands, 6);
}

class ShadersWindow : public WindowTest {};

// The speed is 0, so that nothing else changes the image.
TEST_F(ShadersWindow, are_read_again_when_they_are_saved) {
  ASSERT_EQ(folder_.run({"shaders", "mine"}).code, 0);
  folder_.write("red.glsl", kRed);
  folder_.write("broken.glsl", kBroken);
  const Ran ran =
      play("Skelter: character",
           "demo character --clip walk --keys 'minus minus minus minus minus' --shaders mine",
           "frames 5\nshot a.png\ncp red.glsl mine/point_light_fragment.glsl\nother_shot red.png a.png\n"
           "cp broken.glsl mine/point_light_fragment.glsl\nother_shot broken.png red.png\nquit Escape\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(count(shot("a.png"), 255, 0, 0), 0u);
  const std::size_t red = count(shot("red.png"), 255, 0, 0);
  EXPECT_GT(red, 5000u);
  EXPECT_GT(count(shot("broken.png"), 255, 0, 0), red * 9 / 10) << "the old shader stays in use";
}

TEST_F(ShadersWindow, the_viewer_reloads_them_and_reports_errors) {
  ASSERT_EQ(folder_.run({"shaders", "mine"}).code, 0);
  folder_.write("red.glsl", kRed);
  folder_.write("broken.glsl", kBroken);
  const Ran ran = play("mannequin.x", "view '" + asset("mannequin.x") + "' --shaders mine",
                       "press space\nframes 5\nshot a.png\ncp red.glsl mine/mesh_fragment.glsl\n"
                       "other_shot red.png a.png\ncp broken.glsl mine/mesh_fragment.glsl\n"
                       "until_ok message grep -q 'mine/mesh_fragment.glsl:3: fragment shader' state.json\n"
                       "quit ctrl+q\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(count(shot("a.png"), 255, 0, 0), 0u);
  EXPECT_GT(count(shot("red.png"), 255, 0, 0), 5000u);
}

TEST(ShaderFiles, an_unused_name_is_noted) {
  const CommandFolder folder;
  folder.shell("mkdir mine");
  folder.write("mine/mesh_fragmnt.glsl", "void main() {}");
  folder.write("mine/notes.txt", "");
  const Ran ran =
      folder.run({"render", asset("tower.x"), "--out", "t.png", "--size", "32x32", "--shaders", "mine"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "mine/mesh_fragmnt.glsl: note: no Skelter shader has this name; the file is ignored\n");
}

}  // namespace
}  // namespace skelter::test

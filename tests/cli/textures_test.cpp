// How every subcommand finds images. Expected files come from the test trees and, for the corpus, from its
// README.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"
#include "skelter/image/encode.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;
using ::testing::Not;

const Json* entry_of(const Json& answer, const std::string& code) {
  for (const Json& entry : answer["diagnostics"])
    if (entry["code"] == code) return &entry;
  return nullptr;
}

// The model names old/maps/art/skin.tga; the tree has game/art/skin.dds, which is a PNG.
class CommandTextures : public ::testing::Test {
 protected:
  CommandTextures() {
    folder_.shell("mkdir -p game/meshes game/art shared/deep");
    std::string model = kBendFile;
    const std::string material = "TextureFilename { \"C:\\\\old\\\\maps\\\\art\\\\skin.tga\"; }";
    const std::size_t at = model.find("Material ");
    EXPECT_NE(at, std::string::npos);
    const std::size_t end = model.find("}", at);
    model.insert(end, material);
    folder_.write("game/meshes/bend.x", model);
    picture("game/art/skin.dds");
  }
  void picture(const std::string& name) const {
    Image image(1, 1);
    image.rgba = {255, 0, 0, 255};
    ASSERT_TRUE(write_file(folder_.path(name), *encode_png(image), true));
  }
  std::string message(const std::vector<std::string>& more, const std::string& code) const {
    std::vector<std::string> arguments{"check", "game/meshes/bend.x", "--json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Json answer = folder_.run(arguments).json();
    const Json* entry = entry_of(answer, code);
    return entry == nullptr ? "" : (*entry)["message"].get<std::string>();
  }

  CommandFolder folder_;
};

TEST_F(CommandTextures, are_found_above_the_model_unless_disabled) {
  EXPECT_EQ(message({}, "texture.found-elsewhere"),
            "game/art/skin.dds is used: the last 2 parts of the path match, 1 folder above the model, with a "
            "different extension");
  EXPECT_EQ(message({}, "texture.missing"), "");
  EXPECT_EQ(message({"--textures", "none"}, "texture.missing"),
            "no such file next to the model; drawn in light grey");
  EXPECT_EQ(message({"--textures-top", "game/meshes"}, "texture.missing"),
            "no such file next to the model; drawn in light grey");
  EXPECT_EQ(message({"--textures-top", "game"}, "texture.missing"), "");
}

// `.x` specifies neither alpha modes nor sides, so glTF gets what the renderer derives from the image. Three
// quarters of this image are transparent or translucent.
TEST_F(CommandTextures, alpha_of_an_image_becomes_the_mode_of_its_material) {
  folder_.write("game/meshes/leaf.x", R"(xof 0303txt 0032
Mesh leaf { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;
 MeshTextureCoords { 3; 0;0;, 1;0;, 0;1;; }
 MeshMaterialList { 1; 1; 0;; Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { "..\\art\\skin.dds"; } } } }
)");
  const auto mode_with = [&](std::uint8_t most, std::uint8_t rest) {
    Image image(4, 4);
    for (std::size_t i = 0; i < 16; ++i) image.rgba[4 * i + 3] = i < 12 ? most : rest;
    EXPECT_TRUE(write_file(folder_.path("game/art/skin.dds"), *encode_png(image), true));
    EXPECT_EQ(folder_.run({"convert", "game/meshes/leaf.x", "leaf.gltf", "--force"}).code, 0);
    const auto bytes = read_file(folder_.path("leaf.gltf"));
    EXPECT_TRUE(bytes.ok());
    const Json material =
        Json::parse(reinterpret_cast<const char*>(bytes->data()),
                    reinterpret_cast<const char*>(bytes->data()) + bytes->size())["materials"][0];
    EXPECT_TRUE(material["doubleSided"].get<bool>());
    return material.value("alphaMode", "OPAQUE");
  };
  EXPECT_EQ(mode_with(255, 255), "OPAQUE");
  EXPECT_EQ(mode_with(0, 255), "MASK");
  EXPECT_EQ(mode_with(128, 255), "BLEND");
  EXPECT_EQ(mode_with(0, 0), "OPAQUE") << "an alpha channel that nobody filled";
}

// glTF cannot refer to a missing file by name, but `.x` can.
TEST_F(CommandTextures, are_lost_to_gltf_where_they_are_missing) {
  const Ran ran = folder_.run({"convert", "game/meshes/bend.x", "ran.glb", "--textures", "none"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err,
              HasSubstr("game/meshes/bend.x: warning: Texture C:/old/maps/art/skin.tga: no such file"));
  const std::vector<std::string> strict{"--textures", "none", "--no-loss", "--quiet", "--report", "r.json"};
  std::vector<std::string> line{"convert", "game/meshes/bend.x", "bend.glb"};
  line.insert(line.end(), strict.begin(), strict.end());
  const Ran refused = folder_.run(line);
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(
      refused.err,
      "game/meshes/bend.x: Texture C:/old/maps/art/skin.tga: no such file next to the model; its name is "
      "kept in `extras`\n");
  EXPECT_FALSE(folder_.has("bend.glb"));
  EXPECT_EQ(Json::parse(folder_.read("r.json"))["codes"]["texture.missing"], 1);
  line[2] = "again.x";
  EXPECT_EQ(folder_.run(line).code, 0);
}

TEST_F(CommandTextures, are_found_by_name_in_the_given_folders) {
  picture("shared/deep/Skin.PNG");
  EXPECT_THAT(
      message({"--textures", "none", "--textures", "game/meshes", "--textures", "shared"},
              "texture.found-elsewhere"),
      HasSubstr("shared/deep/Skin.PNG is used: its name matches, below shared, with a different extension"));
  const Ran wrong = folder_.run({"info", "game/meshes/bend.x", "--textures", "nowhere"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.err, "nowhere: no such folder; expected a folder with textures, or none\n");
  EXPECT_EQ(folder_.run({"batch", "game", "out", "--to", "glb", "--textures", "nowhere"}).code, 1);
}

// The program finds the same files from the model's own folder, where the path to the image leads upwards.
TEST_F(CommandTextures, do_not_depend_on_the_working_folder) {
  const Ran ran = folder_.shell("cd game/meshes && " + std::string(SKELTER_COMMAND) + " check bend.x");
  EXPECT_THAT(ran.err, HasSubstr("../art/skin.dds is used"));
}

TEST_F(CommandTextures, are_copied_into_the_output) {
  ASSERT_EQ(folder_.run({"convert", "game/meshes/bend.x", "bend.glb", "--depfile", "bend.d"}).code, 0);
  EXPECT_THAT(folder_.read("bend.glb"), HasSubstr("image/png"));
  EXPECT_EQ(folder_.read("bend.d"), "bend.glb: \\\n  game/meshes/bend.x \\\n  game/art/skin.dds\n");

  const Ran packed = folder_.run({"compile", "game/meshes/bend.x", "bend.skelter"});
  ASSERT_EQ(packed.code, 0);
  EXPECT_THAT(packed.err, HasSubstr("game/art/skin.dds is used"));
  EXPECT_THAT(folder_.read("bend.skelter"), HasSubstr("\x89PNG"));
}

TEST_F(CommandTextures, files_that_are_not_images_are_not_copied_into_the_output) {
  folder_.write("game/art/skin.dds", "no picture at all, just words");
  for (const char* out : {"bend.glb", "bend.x"}) {
    const Ran ran = folder_.run({"convert", "game/meshes/bend.x", out});
    ASSERT_EQ(ran.code, 0);
    EXPECT_THAT(ran.err, HasSubstr("skipped: unknown image format")) << out;
    EXPECT_THAT(folder_.read(out), Not(HasSubstr("just words")));
  }
  const Ran packed = folder_.run({"compile", "game/meshes/bend.x", "bend.skelter"});
  EXPECT_THAT(packed.err, HasSubstr("game/art/skin.dds); the image is not stored in the pack"));
}

TEST_F(CommandTextures, are_drawn) {
  const auto drawn = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"render", "game/meshes/bend.x", "--out", "out.png", "--size", "64x64"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(folder_.run(arguments).code, 0);
    const auto image = decode_image_file(folder_.path("out.png"));
    return std::vector<int>(image->at(32, 32), image->at(32, 32) + 3);
  };
  const std::vector<int> red = drawn({}), grey = drawn({"--textures", "none"});
  EXPECT_GT(red[0], 100);
  EXPECT_LT(red[1], 20);   // the image removes green
  EXPECT_GT(grey[1], 50);  // the material's own colour does not
}

TEST_F(CommandTextures, are_shown_by_the_viewer_and_the_demonstrations) {
  folder_.write("nothing.txt", "pause\n");
  const auto state = [&](const char* above) {
    const Ran ran = folder_.run(
        {"view", "game/meshes/bend.x", "--script", "nothing.txt", "--state", "-", "--textures", above});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  };
  EXPECT_THAT(state("shared"), HasSubstr("game/art/skin.dds is used"));
  EXPECT_THAT(state("none"), HasSubstr("texture.missing"));
  const Ran demo =
      folder_.run({"demo", "character", "game/meshes/bend.x", "--out", "demo.png", "--time", "0"});
  EXPECT_THAT(demo.err, HasSubstr("game/art/skin.dds is used"));
}

// IN_DIR is game/meshes, so the folders above it are not part of the tree.
TEST_F(CommandTextures, of_a_batch_are_not_searched_above_its_folder) {
  const auto has_picture = [&](const std::string& file) {
    return folder_.read(file).find("image/png") != std::string::npos;
  };
  ASSERT_EQ(folder_.run({"batch", "game/meshes", "out", "--to", "glb"}).code, 0);
  EXPECT_FALSE(has_picture("out/bend.glb"));
  folder_.shell("rm -r out");
  ASSERT_EQ(folder_.run({"batch", "game/meshes", "out", "--to", "glb", "--textures", "game/art"}).code, 0);
  EXPECT_TRUE(has_picture("out/bend.glb"));
  folder_.shell(
      "rm -r out; mkdir out; mv game/meshes/bend.x game; mkdir game/meshes/deep; mv game/bend.x "
      "game/meshes/deep");
  ASSERT_EQ(folder_.run({"batch", "game", "out", "--to", "glb"}).code, 0);
  EXPECT_TRUE(has_picture("out/meshes/deep/bend.glb"));
}

TEST_F(CommandTextures, of_a_ninja_file_are_searched_in_the_same_folders) {
  ASSERT_EQ(folder_
                .run({"batch", "game", "out", "--to", "glb", "--emit-ninja", "build.ninja", "--textures",
                      "it's shared"})
                .code,
            1);
  folder_.shell("mv shared \"it's shared\"");
  ASSERT_EQ(folder_
                .run({"batch", "game", "out", "--to", "glb", "--emit-ninja", "build.ninja", "--textures",
                      "it's shared"})
                .code,
            0);
  EXPECT_THAT(folder_.read("build.ninja"),
              HasSubstr("$out.d '--textures=it'\\''s shared' '--textures-top=game'\n"));
}

// --- real files: wild/README.md lists the right ones ---

// The path in the form that messages print.
std::string wild(const std::string& name) {
  return std::filesystem::weakly_canonical(corpus_file("wild/" + name)).string();
}

std::string taken_for(const std::string& model, const std::vector<std::string>& more,
                      std::string* several = nullptr) {
  const CommandFolder folder;
  std::vector<std::string> arguments{"check", wild(model), "--json", "--quiet", "--rules", "none"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Json answer = folder.run(arguments).json();
  if (several != nullptr) {
    const Json* entry = entry_of(answer, "texture.several");
    *several = entry == nullptr ? "" : (*entry)["message"].get<std::string>();
  }
  const Json* missing = entry_of(answer, "texture.missing");
  if (missing != nullptr) return "missing";
  const Json* found = entry_of(answer, "texture.found-elsewhere");
  if (found == nullptr) return "";
  const std::string message = (*found)["message"];
  return message.substr(0, message.find(" is used"));
}

TEST(WildTextures, are_those_that_the_games_used) {
  SKELTER_REQUIRE_CORPUS();
  const std::string files = "fps-creator/Files/", bank = "fps-creator/Files/texturebank/";
  const std::string wall = files + "meshbank/scifi/moonbase/rooms/armoury/wall_ALL_b.X";
  const std::string metal = wild(bank + "scifi/walls/metal/w_k_all_02_D2.dds");
  EXPECT_EQ(taken_for(wall, {}), metal);
  EXPECT_EQ(taken_for(wall, {"--textures", wild(files)}), metal);
  EXPECT_EQ(taken_for(wall, {"--textures", "none"}), "missing");
  EXPECT_EQ(taken_for(files + "entitybank/scifi/characters/AI.X", {"--textures", "none"}),
            wild(files + "entitybank/scifi/characters/ai_1_D2.dds"));
  EXPECT_EQ(taken_for(files + "meshbank/scifi/scenery/doors/door_a/door_a.x", {"--textures", wild(files)}),
            wild(bank + "scifi/scenery/doors/door_a/door_a_D2.dds"));
  const std::string cylinder = files + "meshbank/scifi/scenery/furniture/cylinderC/cylinder_c_chunk4_a.X";
  EXPECT_EQ(taken_for(cylinder, {}), "missing");
  std::string several;
  EXPECT_EQ(taken_for(cylinder, {"--textures", wild(bank)}, &several),
            wild(bank + "scifi/scenery/furniture/cylinderC/cylinder_C_d2.dds"));
  EXPECT_EQ(several,
            "another file also matches: " + wild(bank + "ww2/scenery/furniture/cylinderc/cylinder_c_D2.dds"));
  EXPECT_EQ(taken_for("dark-basic/extraanim.X", {}), wild("dark-basic/ninja.DDS"));
  EXPECT_EQ(taken_for("dark-basic/zombie.x", {}), "");  // in the same folder, with different letter case
}

}  // namespace
}  // namespace skelter::test

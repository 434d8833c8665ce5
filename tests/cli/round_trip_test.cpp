// `.x` to `.glb` to `.x`: every field that both writers write must come back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "skelter/formats/x/read.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A triangle with one material made of this text, and an animated frame.
std::string file_with(const std::string& material, const std::string& animation = {}) {
  return "xof 0303txt 0032\nAnimTicksPerSecond { 50; }\nFrame Body { FrameTransformMatrix { 1,0,0,0, "
         "0,1,0,0, "
         "0,0,1,0, 0,0,0,1;; }\n Mesh Skin { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\n"
         "  MeshTextureCoords { 3; 0;0;, 1;0;, 0;1;; }\n  MeshMaterialList { 1; 1; 0;\n   " +
         material +
         "\n  }\n }\n}\nAnimationSet walk { Animation { {Body} AnimationKey { 2; 2; 0;3;0,0,0;, 75;3;1,0,0;; "
         "} " +
         animation + " } }\n";
}
const std::string kColors = "0.8;0.4;0.2;0.75;; 12.5; 0.045;0.3;0.9;; 0.1;0.05;0.6;;";

// Uses --no-loss, which makes any loss an error.
Scene there_and_back(const std::string& text, const std::vector<std::string>& more = {"--no-loss"}) {
  const CommandFolder folder;
  folder.write("a.x", text);
  for (const auto& [in, out] : {std::pair{"a.x", "b.glb"}, std::pair{"b.glb", "c.x"}}) {
    std::vector<std::string> line = {"convert", in, out};
    line.insert(line.end(), more.begin(), more.end());
    const Ran ran = folder.run(line);
    EXPECT_EQ(ran.code, 0) << ran.err;
  }
  const std::string bytes = folder.read("c.x");
  auto scene = read_x(std::as_bytes(std::span(bytes.data(), bytes.size())), "c.x");
  if (!scene || scene->materials.empty() || scene->clips.empty()) {
    ADD_FAILURE() << "nothing came back: " << bytes;
    Scene nothing;  // has the fields that the tests read
    nothing.materials.resize(1);
    nothing.clips.resize(1);
    nothing.clips[0].channels.resize(1);
    return nothing;
  }
  return *std::move(scene);
}

Material material_of(const std::string& text) {
  return there_and_back(file_with(text)).materials[0];
}

TEST(RoundTrip, name_of_a_material) {
  EXPECT_EQ(material_of("Material Clay { " + kColors + " }").name, "Clay");
}

TEST(RoundTrip, face_colour_and_alpha) {
  const Vec4 color = material_of("Material { " + kColors + " }").base_color;
  EXPECT_EQ(color, (Vec4{0.8f, 0.4f, 0.2f, 0.75f}));
}

TEST(RoundTrip, specular_colour) {
  EXPECT_EQ(material_of("Material { " + kColors + " }").specular, (Vec3{0.045f, 0.3f, 0.9f}));
  EXPECT_EQ(material_of("Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; }").specular, Vec3{});
}

TEST(RoundTrip, specular_power) {
  EXPECT_EQ(material_of("Material { " + kColors + " }").specular_power, 12.5f);
  EXPECT_EQ(material_of("Material { 1;1;1;1;; 0; 0.3;0.3;0.3;; 0;0;0;; }").specular_power, 0);
}

TEST(RoundTrip, emissive_colour) {
  const Vec3 emissive = material_of("Material { " + kColors + " }").emissive;
  EXPECT_EQ(emissive, (Vec3{0.1f, 0.05f, 0.6f}));
}

TEST(RoundTrip, unspecified_sides_in_x_are_no_loss) {
  const CommandFolder folder;
  folder.write("a.x", file_with("Material { " + kColors + " }"));
  ASSERT_EQ(folder.run({"convert", "a.x", "b.glb"}).code, 0);
  const Ran back = folder.run({"convert", "b.glb", "c.x", "--no-loss"});
  EXPECT_EQ(back.code, 0);
  EXPECT_EQ(back.err, "");
}

TEST(RoundTrip, name_of_a_texture_that_is_not_found) {
  const Scene scene = there_and_back(
      file_with("Material { " + kColors + " TextureFilename { \"skins\\\\clay.tga\"; } }"), {"--quiet"});
  ASSERT_NE(scene.materials[0].base_color_texture, kNone);
  EXPECT_EQ(scene.textures[scene.materials[0].base_color_texture].name, "skins/clay.tga");
}

TEST(RoundTrip, glb_without_the_image_is_written_again_without_loss) {
  const CommandFolder folder;
  folder.write("a.x", file_with("Material { " + kColors + " TextureFilename { \"clay.tga\"; } }"));
  ASSERT_EQ(folder.run({"convert", "a.x", "b.glb", "--quiet"}).code, 0);
  const Ran again = folder.run({"convert", "b.glb", "c.glb", "--no-loss"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(folder.read("c.glb"), folder.read("b.glb"));
}

TEST(RoundTrip, text_after_the_name_of_a_texture) {
  const Scene scene = there_and_back(
      file_with("Material { " + kColors + " TextureFilename { \"skin.png*shine.spa\"; } }"), {"--quiet"});
  EXPECT_EQ(scene.materials[0].texture_suffix, "shine.spa");
  EXPECT_EQ(scene.textures.at(0).name, "skin.png");
}

TEST(RoundTrip, ticks_per_second) {
  const Scene scene = there_and_back(file_with("Material { " + kColors + " }"));
  EXPECT_EQ(scene.clips[0].ticks_per_second, 50);
  EXPECT_EQ(scene.clips[0].channels[0].times_s, (std::vector<double>{0, 1.5}));
}

TEST(RoundTrip, name_of_a_clip) {
  EXPECT_EQ(there_and_back(file_with("Material { " + kColors + " }")).clips[0].name, "walk");
}

TEST(RoundTrip, options_of_an_animation) {
  const Scene scene = there_and_back(file_with("Material { " + kColors + " }", "AnimationOptions { 1; 0; }"));
  EXPECT_EQ(scene.clips[0].targets.at(0).open, true);
  EXPECT_EQ(scene.clips[0].targets.at(0).linear, false);
}

// A roughness that a different program changed determines the highlight.
TEST(RoundTrip, changed_roughness_wins_over_the_numbers_in_extras) {
  const CommandFolder folder;
  folder.write("a.x", file_with("Material { " + kColors + " }"));
  ASSERT_EQ(folder.run({"convert", "a.x", "b.gltf"}).code, 0);
  std::string text = folder.read("b.gltf");
  const std::size_t at = text.find("\"roughnessFactor\":");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, text.find_first_of(",}", at) - at, "\"roughnessFactor\":0.5");
  folder.write("b.gltf", text);
  ASSERT_EQ(folder.run({"convert", "b.gltf", "c.x", "--quiet"}).code, 0);
  const std::string bytes = folder.read("c.x");
  const auto scene = read_x(std::as_bytes(std::span(bytes.data(), bytes.size())), "c.x");
  ASSERT_TRUE(scene);
  EXPECT_NEAR(scene->materials.at(0).specular_power, 6, 1e-5);  // 2 / 0.5^2 - 2
}

// Extras from other programs are ignored, whatever their type is.
TEST(RoundTrip, extras_of_other_programs_are_unchanged) {
  const CommandFolder folder;
  folder.write("a.gltf",
               R"({"asset":{"version":"2.0"},"materials":[{"extras":{"specular":"red","specularPower":[],)"
               R"("textureName":3}},{"extras":{"specular":[1,2],"specularPower":4,"textureName":"a.png"}},)"
               R"({"extras":7}],"animations":[]})");
  const Ran ran = folder.run({"info", "a.gltf", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["totals"]["textures"], 0);
}

// "image/jpg" is not a media type. Programs that look for "image/jpeg" would show nothing.
TEST(RoundTrip, misspelt_media_types_are_corrected) {
  const CommandFolder folder;
  folder.write("a.gltf",
               R"({"asset":{"version":"2.0"},"materials":[{"pbrMetallicRoughness":{"baseColorTexture":)"
               R"({"index":0}}}],"textures":[{"source":0}],"images":[{"mimeType":"image/jpg","uri":)"
               R"("data:image/jpg;base64,/9j/4AAQSkZJRg=="}]})");
  ASSERT_EQ(folder.run({"convert", "a.gltf", "b.glb", "--quiet"}).code, 0);
  EXPECT_THAT(folder.read("b.glb"), HasSubstr("\"mimeType\":\"image/jpeg\""));
  EXPECT_THAT(folder.read("b.glb"), Not(HasSubstr("image/jpg")));
}

}  // namespace
}  // namespace skelter::test

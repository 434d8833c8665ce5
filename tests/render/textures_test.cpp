#include "skelter/render/textures.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <span>

#include "render/scenes.h"
#include "skelter/image/encode.h"
#include "skelter/picture/picture.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

namespace fs = std::filesystem;

// Creates a separate folder for each test. The model is only a name.
class Textures : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("skelter-" + std::to_string(::getpid()) + "-" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "model" / "Maps");
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Saves an image of one pixel with the given red.
  void save(const std::string& relative, std::uint8_t red) {
    Image image(1, 1);
    image.at(0, 0)[0] = red;
    image.at(0, 0)[3] = 255;
    ASSERT_TRUE(write_file((folder_ / relative).string(), *encode_png(image), true));
  }
  // The red of the texture found for this name, or -1.
  int red_of(const std::string& name, const TextureOptions& options = {}) {
    scene_.file = (folder_ / "model" / "walk.x").string();
    scene_.textures = {{name}};
    const std::vector<std::optional<Image>> images = load_textures(scene_, diagnostics_, options);
    return images[0] ? images[0]->rgba[0] : -1;
  }

  fs::path folder_;
  Scene scene_;
  Diagnostics diagnostics_;
};

TEST_F(Textures, the_relative_path_comes_before_the_base_name_and_case_does_not_matter) {
  save("model/skin.png", 1);
  EXPECT_EQ(red_of("maps/skin.png"), 1);
  save("model/Maps/Skin.PNG", 2);
  EXPECT_EQ(red_of("maps/skin.png"), 2);
  EXPECT_EQ(red_of("SKIN.png"), 1);
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(Textures, absolute_paths_and_parents_are_never_followed) {
  save("secret.png", 9);
  EXPECT_EQ(red_of("../secret.png"), -1);
  EXPECT_EQ(red_of((folder_ / "secret.png").string()), -1);
  EXPECT_EQ(red_of("C:\\art\\skin.png"), -1);
  save("model/skin.png", 3);
  EXPECT_EQ(red_of("C:/art/skin.png"), 3);
  EXPECT_EQ(red_of("../../skin.png"), 3);
}

TEST_F(Textures, search_folders_come_after_the_models_own) {
  fs::create_directories(folder_ / "shared");
  save("shared/skin.png", 4);
  TextureOptions options;
  options.search_folders = {(folder_ / "shared").string()};
  EXPECT_EQ(red_of("skin.png", options), 4);
  save("model/skin.png", 5);
  EXPECT_EQ(red_of("skin.png", options), 5);
}

TEST_F(Textures, a_missing_file_is_named_in_a_warning) {
  EXPECT_EQ(red_of("gone.bmp"), -1);
  const Diagnostic* warning = diagnostics_.find("texture.missing");
  ASSERT_NE(warning, nullptr);
  EXPECT_EQ(warning->severity, Severity::warning);
  EXPECT_EQ(to_string(*warning),
            scene_.file + ": Texture gone.bmp: no such file next to the model; drawn in light grey");
}

// In glTF, the message contains the material that lacks the map, and the replacement that is drawn.
TEST_F(Textures, a_missing_map_is_named_with_its_material) {
  scene_.materials.resize(2);
  scene_.materials[0].name = "Coat";
  for (Material& material : scene_.materials) material.pbr.emplace();
  PbrMaterial& coat = *scene_.materials[0].pbr;
  const auto message = [&] {
    diagnostics_ = {};
    red_of("gone.png");
    const Diagnostic* warning = diagnostics_.find("texture.missing");
    return warning == nullptr ? std::string("no warning") : to_string(*warning);
  };
  const auto only = [&](TextureUse& use) {
    coat = {};
    use.texture = 0;
    return message();
  };
  (void)red_of("gone.png");
  const std::string start =
      scene_.file + ": Texture gone.png: no such file next to the model; material Coat is ";
  EXPECT_EQ(only(coat.base_color), start + "drawn in light grey");
  EXPECT_EQ(only(coat.normal), start + "drawn without its normal map");
  EXPECT_EQ(only(coat.occlusion), start + "drawn without its occlusion map");
  EXPECT_EQ(only(coat.emissive), start + "drawn without its emissive map, and does not glow");
  EXPECT_EQ(only(coat.metallic_roughness),
            start + "drawn without its metallic-roughness map, as a non-metal");
  coat.normal.texture = 0;
  scene_.materials[1].pbr->normal.texture = 0;
  EXPECT_EQ(message(),
            start +
                "drawn without its metallic-roughness map, as a non-metal, drawn without its normal "
                "map; so is one more material");
  coat = {};
  EXPECT_THAT(message(), testing::HasSubstr("material #1 is drawn without its normal map"));
}

// For example, KHR_texture_basisu without a plain source.
TEST_F(Textures, a_map_without_any_picture_is_named_with_its_material) {
  scene_.file = "walk.gltf";
  scene_.textures = {{""}};
  EXPECT_FALSE(load_textures(scene_, diagnostics_)[0].has_value());
  EXPECT_TRUE(diagnostics_.empty());
  scene_.materials.resize(1);
  scene_.materials[0].pbr.emplace().normal.texture = 0;
  EXPECT_FALSE(load_textures(scene_, diagnostics_)[0].has_value());
  EXPECT_EQ(
      to_string(*diagnostics_.find("texture.missing")),
      "walk.gltf: Texture #0: does not refer to an image that can be read; material #0 is drawn without its "
      "normal map");
}

TEST_F(Textures, a_broken_embedded_picture_is_named_with_its_material) {
  scene_.materials.resize(1);
  scene_.materials[0].name = "Coat";
  scene_.materials[0].pbr.emplace().base_color.texture = 0;
  scene_.file = "walk.glb";
  scene_.textures = {{"skin", 0}};
  scene_.images.resize(1);
  scene_.images[0].bytes.resize(40);
  EXPECT_FALSE(load_textures(scene_, diagnostics_)[0].has_value());
  EXPECT_EQ(
      to_string(*diagnostics_.find("texture.unreadable")),
      "walk.glb: Texture skin: unknown image format; expected PNG, JPEG, BMP, TGA, DDS or WebP (embedded); "
      "material Coat is drawn in light grey");
}

// An image embedded as in EXT_texture_webp.
TEST_F(Textures, an_embedded_webp_picture_is_read) {
  Image image(1, 1);
  image.rgba = {7, 8, 9, 255};
  scene_.textures = {{"skin", 0}};
  scene_.images.resize(1);
  scene_.images[0].bytes = *encode_webp(image);
  EXPECT_EQ(load_textures(scene_, diagnostics_)[0], image);
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(Textures, an_unreadable_file_is_named_with_its_reason) {
  const std::string text = "no picture at all, just words";
  const std::string path = (folder_ / "model" / "skin.png").string();
  ASSERT_TRUE(write_file(path, std::as_bytes(std::span(text)), true));
  EXPECT_EQ(red_of("skin.png"), -1);
  const Diagnostic* warning = diagnostics_.find("texture.unreadable");
  ASSERT_NE(warning, nullptr);
  EXPECT_EQ(warning->message, "unknown image format; expected PNG, JPEG, BMP, TGA, DDS or WebP (" + path +
                                  "); drawn in light grey");
}

// Two by two pixels on the square that faces the camera. v points down, so the image is upright.
TEST_F(Textures, a_texture_is_drawn_the_right_way_up_and_its_absence_in_light_grey) {
  Image image(2, 2);
  const std::array<std::array<std::uint8_t, 4>, 4> colors{
      {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}};
  for (std::uint32_t i = 0; i < 4; ++i) std::copy_n(colors[i].data(), 4, image.at(i % 2, i / 2));
  ASSERT_TRUE(write_file((folder_ / "model" / "flag.png").string(), *encode_png(image), true));
  Scene scene = test::square();
  scene.file = (folder_ / "model" / "flag.x").string();
  scene.textures = {{"flag.png"}};
  scene.materials[0].base_color_texture = 0;
  ImageRendererOptions options;
  options.width = options.height = 64;
  options.auto_camera.azimuth_deg = options.auto_camera.elevation_deg = 0;
  options.draw.shadow = false;
  Result<ImageRenderer> maker = ImageRenderer::create(scene, options, diagnostics_);
  ASSERT_TRUE(maker);
  const Image drawn = *maker->render(0);
  EXPECT_TRUE(diagnostics_.empty());
  const auto at = [&drawn](std::uint32_t x, std::uint32_t y) { return drawn.at(x, y); };
  EXPECT_GT(at(20, 20)[0], at(20, 20)[1] + 100);  // red: upper left
  EXPECT_GT(at(44, 20)[1], at(44, 20)[0] + 100);  // green: upper right
  EXPECT_GT(at(20, 44)[2], at(20, 44)[0] + 100);  // blue: lower left

  scene.textures = {{"gone.png"}};
  scene.materials[0].base_color = {0, 0, 0, 1};  // exporters write black if there is a texture
  maker = ImageRenderer::create(scene, options, diagnostics_);
  ASSERT_TRUE(maker);
  const Image gray = *maker->render(0);
  EXPECT_NE(diagnostics_.find("texture.missing"), nullptr);
  EXPECT_GT(gray.at(32, 32)[0], 120);
  EXPECT_NEAR(gray.at(32, 32)[0], gray.at(32, 32)[2], 25);

  // C-04: a white material without a texture must be whiter than the replacement for a missing texture.
  scene.materials[0].base_color_texture = kNone;
  scene.materials[0].base_color = {1, 1, 1, 1};
  maker = ImageRenderer::create(scene, options, diagnostics_);
  ASSERT_TRUE(maker);
  const Image white = *maker->render(0);
  EXPECT_GT(white.at(32, 32)[0], gray.at(32, 32)[0] + 20);
  EXPECT_GT(white.at(32, 32)[2], gray.at(32, 32)[2] + 20);
}

TEST_F(Textures, holes_of_a_texture_show_the_background) {
  Image image(2, 1);
  const std::uint8_t red_then_hole[] = {255, 0, 0, 255, 255, 0, 0, 0};
  std::copy_n(red_then_hole, 8, image.at(0, 0));
  ASSERT_TRUE(write_file((folder_ / "model" / "leaf.png").string(), *encode_png(image), true));
  Scene scene = test::square();
  scene.file = (folder_ / "model" / "leaf.x").string();
  scene.textures = {{"leaf.png"}};
  scene.materials[0].base_color_texture = 0;
  ImageRendererOptions options;
  options.width = options.height = 64;
  options.auto_camera.azimuth_deg = options.auto_camera.elevation_deg = 0;
  options.draw.shadow = false;
  options.draw.background = Vec3{0, 0, 0};
  Result<ImageRenderer> maker = ImageRenderer::create(scene, options, diagnostics_);
  ASSERT_TRUE(maker);
  const Image drawn = *maker->render(0);
  EXPECT_GT(drawn.at(20, 32)[0], 100);
  EXPECT_EQ(drawn.at(44, 32)[0], 0);
}

}  // namespace
}  // namespace skelter

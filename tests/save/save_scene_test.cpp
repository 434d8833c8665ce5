#include "save/internal/save_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "skelter/image/encode.h"
#include "skelter/system/file.h"
#include "viewer/figures.h"

namespace skelter {
namespace {

class SaveScene : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "skelter_save_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    scene_.file = folder_ + "/square.x";
    scene_.format = "x";
    scene_.textures.push_back({"skin.png", kNone, kNone, {}});
    scene_.materials.emplace_back().base_color_texture = 0;
    scene_.meshes[0].primitives[0].materials = {0};
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
  Scene scene_ = test::figure();
};

TEST_F(SaveScene, a_picture_that_is_missing_is_among_the_losses) {
  const auto written = converted(scene_, "square.glb", {});
  ASSERT_TRUE(written.ok()) << to_string(written.error());
  const auto& losses = written->losses.entries();
  ASSERT_FALSE(losses.empty());
  EXPECT_EQ(losses[0].code, "texture.missing");
  EXPECT_THAT(losses[0].spot.object, ::testing::HasSubstr("skin.png"));
  EXPECT_TRUE(converted(scene_, "square.x", {})->losses.entries().empty()) << "it keeps the name";
}

TEST_F(SaveScene, pictures_stand_inside_a_glb_and_beside_a_gltf) {
  const auto png = encode_png(Image(2, 2));
  ASSERT_TRUE(png.ok());
  ASSERT_TRUE(write_file(folder_ + "/skin.png", *png, true).ok());
  const auto glb = converted(scene_, "square.glb", {});
  ASSERT_TRUE(glb.ok());
  EXPECT_TRUE(glb->files.empty());
  const auto read = read_gltf(glb->bytes, "square.glb");
  ASSERT_TRUE(read.ok()) << to_string(read.error());
  ASSERT_EQ(read->images.size(), 1u);
  EXPECT_EQ(read->images[0].bytes, *png);
  const auto gltf = converted(scene_, "square.gltf", {});
  ASSERT_TRUE(gltf.ok());
  std::vector<std::string> names;
  for (const GltfFile& file : gltf->files) names.push_back(file.name);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("square.bin", ::testing::EndsWith(".png")));
}

TEST_F(SaveScene, an_x_file_keeps_its_encoding) {
  scene_.encoding = "binary";
  const auto binary = converted(scene_, "again.x", {});
  ASSERT_TRUE(binary.ok());
  const auto read = read_x(binary->bytes, "again.x");
  ASSERT_TRUE(read.ok()) << to_string(read.error());
  EXPECT_EQ(read->encoding, "binary");
  scene_.format = "glb";
  scene_.encoding.clear();
  EXPECT_EQ(read_x(converted(scene_, "new.x", {})->bytes, "new.x")->encoding, "text");
}

}  // namespace
}  // namespace skelter

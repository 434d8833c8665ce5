#include "save/internal/save_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "skelter/image/encode.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"
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

TEST_F(SaveScene, a_missing_image_is_among_the_losses) {
  const auto written = converted(scene_, "square.glb", {});
  ASSERT_TRUE(written.ok()) << to_string(written.error());
  const auto& losses = written->losses.entries();
  ASSERT_FALSE(losses.empty());
  EXPECT_EQ(losses[0].code, "texture.missing");
  EXPECT_THAT(losses[0].spot.object, ::testing::HasSubstr("skin.png"));
  EXPECT_TRUE(converted(scene_, "square.x", {})->losses.entries().empty()) << "it keeps the name";
}

TEST_F(SaveScene, images_are_inside_a_glb_and_next_to_a_gltf) {
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
  for (const SideFile& file : gltf->files) names.push_back(file.name);
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

// Changes a scene to inches, with a cubic channel: 0 at 0 s and 10 inches at 1 s, with slope 0 at both ends.
Scene in_inches(Scene scene, const std::string& format) {
  scene.format = format;
  scene.metres_per_unit = 0.0254;
  scene.clips.clear();
  Clip& clip = scene.clips.emplace_back();
  clip.name = "move";
  clip.duration_s = 1;
  clip.targets.push_back({scene.nodes[0].name, 0, {}});
  clip.channels.push_back({0, ChannelPath::translation, Interpolation::cubic, {0, 1}, {}});
  clip.channels[0].values = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0};
  return scene;
}

TEST_F(SaveScene, glTF_of_a_format_with_a_unit_is_in_metres) {
  scene_.textures.clear();
  scene_.materials.clear();
  scene_.meshes[0].primitives[0].materials = {kNone};
  for (const char* format : {"fbx", "pack"}) {
    const Scene inches = in_inches(scene_, format);
    const auto written = converted(inches, "square.glb", {});
    ASSERT_TRUE(written.ok()) << to_string(written.error());
    const auto read = read_gltf(written->bytes, "square.glb");
    ASSERT_TRUE(read.ok()) << to_string(read.error());
    const std::vector<Vec3>& want = inches.meshes[0].primitives[0].positions;
    const std::vector<Vec3>& got = read->meshes[0].primitives[0].positions;
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i].x, 0.0254 * want[i].x, 1e-6) << format;
    const auto& values = read->clips.at(0).channels.at(0).values;
    EXPECT_NEAR(*std::max_element(values.begin(), values.end()), 0.254, 1e-6) << format;
  }
}

TEST_F(SaveScene, units_stay_where_the_format_has_none_or_the_target_is_x) {
  scene_.textures.clear();
  scene_.materials.clear();
  scene_.meshes[0].primitives[0].materials = {kNone};
  const std::vector<Vec3>& want = scene_.meshes[0].primitives[0].positions;
  const auto of_x = converted(in_inches(scene_, "x"), "square.glb", {});
  ASSERT_TRUE(of_x.ok()) << to_string(of_x.error());
  EXPECT_EQ(read_gltf(of_x->bytes, "square.glb")->meshes[0].primitives[0].positions, want);
  const auto to_x = converted(in_inches(scene_, "fbx"), "square.x", {});
  ASSERT_TRUE(to_x.ok()) << to_string(to_x.error());
  EXPECT_EQ(read_x(to_x->bytes, "square.x")->meshes[0].primitives[0].positions, want);
}

TEST_F(SaveScene, reports_that_it_scales_to_metres) {
  Scene scene = in_inches(scene_, "fbx");
  ASSERT_TRUE(adapt_to_gltf(scene).ok());
  EXPECT_EQ(scene.metres_per_unit, 1.0);
  const Diagnostic* note = scene.diagnostics.find("convert.metres");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->message, "a unit is 0.0254 m; lengths are written in metres");
  ASSERT_TRUE(adapt_to_gltf(scene).ok());
  EXPECT_EQ(note->count, 1u) << "not twice";
}

// Worked out by hand: the cubic is 3 t^2 - 2 t^3 times 0.254 m.
TEST_F(SaveScene, cubic_keys_of_fbx_become_linear_ones_for_glTF) {
  Scene scene = in_inches(scene_, "fbx");
  ASSERT_TRUE(adapt_to_gltf(scene).ok());
  const Channel& channel = scene.clips[0].channels[0];
  ASSERT_EQ(channel.interpolation, Interpolation::linear);
  ASSERT_GT(channel.times_s.size(), 10u);
  const double size = scene_size(scene);
  for (std::size_t key = 0; key + 1 < channel.times_s.size(); ++key) {
    const double t = (channel.times_s[key] + channel.times_s[key + 1]) / 2;
    const double middle = (channel.values[3 * key] + channel.values[3 * key + 3]) / 2;
    EXPECT_NEAR(middle, 0.254 * (3 * t * t - 2 * t * t * t), 1.1e-5 * size) << t;
  }
  Scene kept = in_inches(scene_, "pack");
  ASSERT_TRUE(adapt_to_gltf(kept).ok());
  EXPECT_EQ(kept.clips[0].channels[0].interpolation, Interpolation::cubic) << "only FBX";
}

// Nodes that a reader added, without a transform at rest: a clip scales one, and its child follows. Worked
// out by hand: at 1 s the child is at 3 times its distance.
TEST_F(SaveScene, added_nodes_that_move_or_bind_are_frames_in_x) {
  Scene scene = test::figure();
  scene.clips.clear();
  scene.nodes.push_back(test::make_node("tip", 4, translation_matrix(Vec3d{2, 0, 0})));
  scene.nodes.push_back(test::make_node("Upper scale", 1, Mat4d{}));
  scene.nodes[4].synthetic = true;
  scene.skins[0].joints[1].name = "Upper scale";
  scene.skins[0].joints[1].node = 4;
  Scene moving = scene;
  Clip& clip = moving.clips.emplace_back();
  clip.name = "grow";
  clip.duration_s = 1;
  clip.targets.push_back({"Upper scale", 4, {}});
  clip.channels.push_back({0, ChannelPath::scale, Interpolation::linear, {0, 1}, {1, 1, 1, 3, 1, 1}});
  for (const Scene* source : {&scene, &moving}) {
    const auto written = converted(*source, "made.x", {});
    ASSERT_TRUE(written.ok()) << to_string(written.error());
    const auto read = read_x(written->bytes, "made.x");
    ASSERT_TRUE(read.ok()) << to_string(read.error());
    ASSERT_EQ(read->skins.size(), 1u);
    for (const Joint& joint : read->skins[0].joints)
      EXPECT_FALSE(read->nodes[joint.node].synthetic) << joint.name << " has no frame";
    if (source == &scene) continue;
    const std::uint32_t tip = find_node(*read, "tip");
    ASSERT_NE(tip, kNone);
    EXPECT_NEAR(translation_part(evaluate(*read, 0, 0.5).world[tip]).x, 4, 1e-5);
  }
}

}  // namespace
}  // namespace skelter

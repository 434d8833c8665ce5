// Characters are drawn from their pack, in a pose computed by the engine or the reference evaluator.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/internal/reference_pose.h"
#include "render/stage.h"
#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"
#include "support/drawn_scene.h"

namespace skelter::test {
namespace {

struct MannequinAt {
  Scene scene = *load_scene(asset_path("mannequin.x"));
  CharacterData data = *load_character(asset_path("mannequin.x"));
  std::uint32_t clip = data.find_clip("walk");
};

Camera camera_for(const Scene& scene, const Pose& pose) {
  return auto_camera(pose_bounds(scene, pose));
}

Image picture(Stage& stage, UploadedModel& uploaded, const ModelPose& pose, const Camera& camera) {
  stage.target.bind();
  const auto drawn = stage.renderer.draw(uploaded, pose, camera, stage.target.width(), stage.target.height(),
                                         plain_options());
  EXPECT_TRUE(drawn) << to_string(drawn.error());
  return stage.target.read_pixels();
}

Character hero_at(const MannequinAt& at, double time_s) {
  Character hero(at.data);
  EXPECT_EQ(hero.clips()->play(at.clip, {.start_s = time_s}), Status::ok);
  EXPECT_EQ(hero.update(0), Status::ok);
  hero.finish();
  return hero;
}

// The pose of the engine and the pose of the reference evaluator, drawn by the same function, must both look
// like the source.
TEST(CharacterPicture, looks_like_the_source_with_the_pose_of_the_engine_and_with_that_of_the_reference) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data.shape());
  ASSERT_TRUE(uploaded.ok()) << to_string(uploaded.error());
  Diagnostics diagnostics;
  DrawnScene source_on_card =
      taken(DrawnScene::create(stage.renderer, at.scene, load_textures(at.scene, diagnostics)));
  ReferencePose reference(at.scene, at.data.shape());
  for (const double time_s : {0.0, 0.31, 0.8}) {
    const Pose judged = evaluate(at.scene, *choose_clip(at.scene, "walk"), time_s);
    const Camera camera = camera_for(at.scene, judged);
    const Image source = stage.picture(source_on_card, at.scene, judged, plain_options(), camera);

    const Character hero = hero_at(at, time_s);
    const PictureDifference engine = difference(source, picture(stage, *uploaded, hero.pose(), camera));
    ASSERT_GT(engine.foreground, 500u);
    EXPECT_LT(engine.pixels, engine.foreground / 50) << time_s;

    const PictureDifference judge =
        difference(source, picture(stage, *uploaded, reference.of(judged), camera));
    EXPECT_LT(judge.pixels, judge.foreground / 200) << time_s;
  }
}

// The palettes of the pose are drawn, whatever its joints contain.
TEST(CharacterPicture, shows_the_palettes_of_the_pose) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data.shape());
  ASSERT_TRUE(uploaded.ok());
  const Character standing = hero_at(at, 0), walking = hero_at(at, 0.3);
  const Camera camera = auto_camera(uploaded->bounds(standing.pose()));
  ModelPose mixed = standing.pose();
  mixed.palettes = walking.pose().palettes;
  const Image shown = picture(stage, *uploaded, mixed, camera);
  EXPECT_EQ(difference(picture(stage, *uploaded, walking.pose(), camera), shown).pixels, 0u);
  EXPECT_GT(difference(picture(stage, *uploaded, standing.pose(), camera), shown).pixels, 100u);
}

TEST(CharacterPicture, is_drawn_at_its_position) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data.shape());
  ASSERT_TRUE(uploaded.ok());
  const Character hero = hero_at(at, 0);
  ModelPose pose = hero.pose();
  const Bounds here = uploaded->bounds(pose);
  const Image at_home = picture(stage, *uploaded, pose, auto_camera(here));
  pose.world_from_model = translation_matrix(Vec3d{5, 0, -2});
  const Bounds there = uploaded->bounds(pose);
  EXPECT_LT(length(there.min - here.min - Vec3d{5, 0, -2}), 1e-6);
  EXPECT_LT(length(there.max - here.max - Vec3d{5, 0, -2}), 1e-6);
  EXPECT_LT(difference(at_home, picture(stage, *uploaded, pose, auto_camera(there))).pixels, 20u);
  // After half a turn, the back is visible.
  pose.world_from_model = rotation_matrix(Quatd{0, 1, 0, 0});
  const Image back = picture(stage, *uploaded, pose, auto_camera(here));
  AutoCameraOptions from_behind;
  from_behind.azimuth_deg += 180;
  pose.world_from_model = {};
  const Image seen_from_behind = picture(stage, *uploaded, pose, auto_camera(here, from_behind));
  std::size_t shape = 0;  // lights do not turn with the model
  for (std::size_t i = 0; i < back.rgba.size(); i += 4)
    shape += (back.rgba[i] == 0) != (seen_from_behind.rgba[i] == 0) ? 1 : 0;
  EXPECT_LT(shape, 400u);
}

TEST(CharacterPicture, another_number_of_matrices_is_refused) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data.shape());
  ASSERT_TRUE(uploaded.ok());
  const Character hero = hero_at(at, 0);
  const std::vector<Affine> two(2);
  const std::vector<float> three(3);
  const auto refusal = [&](const ModelPose& pose) {
    EXPECT_TRUE(uploaded->bounds(pose).empty());
    const auto drawn = stage.renderer.draw(*uploaded, pose, Camera(), 8, 8);
    return drawn.ok() ? std::string() : drawn.error().message;
  };
  const std::string joints = std::to_string(at.data.skeleton().joint_count()),
                    matrices = std::to_string(at.data.shape().matrix_count);
  ModelPose pose = hero.pose();
  pose.model_from_joint = two;
  EXPECT_EQ(refusal(pose), "2 matrices; expected " + joints + ", one per joint");
  pose = hero.pose();
  pose.palettes = two;
  EXPECT_EQ(refusal(pose), "2 matrices in palettes; expected " + matrices + ", the total of all skins");
  pose = hero.pose();
  pose.morph_weights = three;
  EXPECT_EQ(refusal(pose), "3 morph weights; expected 0, one per target");
}

}  // namespace
}  // namespace skelter::test

// Characters are drawn from their pack, with matrices that somebody else computed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/stage.h"
#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"

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

Image picture(Stage& stage, UploadedCharacter& uploaded, std::span<const Affine> model_from_joint,
              const Camera& camera) {
  stage.target.bind();
  const auto drawn = stage.renderer.draw(uploaded, {model_from_joint, {}, {}}, camera, stage.target.width(),
                                         stage.target.height(), plain_options());
  EXPECT_TRUE(drawn) << to_string(drawn.error());
  return stage.target.read_pixels();
}

// The engine's matrices, and the reference evaluator's through the same draw: both look as the source does.
TEST(CharacterPicture, looks_like_the_source_with_the_engines_matrices_and_with_the_judges) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data);
  ASSERT_TRUE(uploaded.ok()) << to_string(uploaded.error());
  for (const double time_s : {0.0, 0.31, 0.8}) {
    const Pose judged = evaluate(at.scene, *choose_clip(at.scene, "walk"), time_s);
    const Camera camera = camera_for(at.scene, judged);
    const Image source = stage.picture(at.scene, judged, plain_options(), camera);

    Character hero(at.data);
    ASSERT_EQ(hero.play(at.clip, {.start_s = time_s}), Status::ok);
    ASSERT_EQ(hero.update(0), Status::ok);
    hero.finish();
    const PictureDifference engine =
        difference(source, picture(stage, *uploaded, hero.model_from_joint(), camera));
    ASSERT_GT(engine.foreground, 500u);
    EXPECT_LT(engine.pixels, engine.foreground / 50) << time_s;

    std::vector<Affine> model(at.data.skeleton().joint_count());
    for (std::uint32_t joint = 0; joint < model.size(); ++joint)
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
          model[joint].m[row][column] =
              static_cast<float>(judged.world[at.data.skeleton().nodes[joint]].m[column * 4 + row]);
    const PictureDifference judge = difference(source, picture(stage, *uploaded, model, camera));
    EXPECT_LT(judge.pixels, judge.foreground / 200) << time_s;
  }
}

TEST(CharacterPicture, stands_where_it_is_put) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data);
  ASSERT_TRUE(uploaded.ok());
  Character hero(at.data);
  ASSERT_EQ(hero.update(0), Status::ok);
  hero.finish();
  const Bounds here = uploaded->bounds({hero.model_from_joint(), {}, {}});
  const Bounds there = uploaded->bounds({hero.model_from_joint(), {}, translation_matrix(Vec3d{5, 0, -2})});
  EXPECT_LT(length(there.min - here.min - Vec3d{5, 0, -2}), 1e-6);
  EXPECT_LT(length(there.max - here.max - Vec3d{5, 0, -2}), 1e-6);
}

TEST(CharacterPicture, another_number_of_matrices_is_refused) {
  MannequinAt at;
  Stage stage;
  auto uploaded = stage.renderer.upload(at.data);
  ASSERT_TRUE(uploaded.ok());
  const std::vector<Affine> two(2);
  const auto drawn = stage.renderer.draw(*uploaded, {two, {}, {}}, Camera(), 8, 8);
  ASSERT_FALSE(drawn.ok());
  EXPECT_EQ(drawn.error().code, "render.character");
  EXPECT_THAT(drawn.error().message, ::testing::HasSubstr("2 matrices; expected "));
  EXPECT_TRUE(uploaded->bounds({two, {}, {}}).empty());
}

}  // namespace
}  // namespace skelter::test

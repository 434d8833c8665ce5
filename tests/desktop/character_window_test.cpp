// The window of show_character(), without a display.

#include "desktop/internal/character_window.h"

#include <gtest/gtest.h>

#include "desktop/internal/headless.h"
#include "render/stage.h"
#include "skelter/load.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

TEST(CharacterWindow, shows_the_character_and_closes_at_escape) {
  const CharacterData data = *load_character(asset_path("mannequin.x"));
  Character hero(data);
  ASSERT_EQ(hero.clips()->play(data.find_clip("walk")), Status::ok);
  double played_s = 0;
  CharacterWindow window(
      hero,
      [&](double step_s) {
        played_s += step_s;
        ASSERT_EQ(hero.update(step_s), Status::ok);
        hero.finish();
      },
      ".");
  Image shown;
  {
    auto run = HeadlessRun::create(window, {160, 120, 1});
    ASSERT_TRUE(run.ok()) << to_string(run.error());
    ASSERT_TRUE(run->frame({}, 0.2).ok());
    EXPECT_NEAR(played_s, 0.2, 1e-12);
    shown = run->picture();
    const InputEvent escape = KeyEvent{Key::escape, Press::down, {}};
    ASSERT_TRUE(run->frame({&escape, 1}, 0).ok());
    EXPECT_TRUE(window.wants_to_quit());
  }
  // The same frame, drawn only by the renderer.
  Stage stage;
  TextureOptions textures;
  textures.folder = ".";
  auto uploaded = stage.renderer.upload(data.shape(), textures);
  ASSERT_TRUE(uploaded.ok());
  Character other(data);
  ASSERT_EQ(other.clips()->play(data.find_clip("walk"), {.start_s = 0.2}), Status::ok);
  ASSERT_EQ(other.update(0), Status::ok);
  other.finish();
  const ModelPose pose = other.pose();
  const Bounds bounds = uploaded->bounds(pose);
  AutoCameraOptions framing;
  framing.aspect = 160.0 / 120;
  DrawOptions options;
  options.grid = true;
  options.ground_y = bounds.min.y;
  stage.target.bind();
  ASSERT_TRUE(stage.renderer.draw(*uploaded, pose, auto_camera(bounds, framing), 160, 120, options).ok());
  const PictureDifference found = difference(shown, stage.target.read_pixels());
  EXPECT_LT(found.pixels, 160u * 120 / 20);  // only edges differ, because the window uses more samples
}

}  // namespace
}  // namespace skelter::test

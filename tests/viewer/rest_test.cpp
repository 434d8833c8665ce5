// How long a window may keep showing the same image.

#include <cmath>

#include "viewer/bare_viewer.h"
#include "viewer/internal/viewer_data.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

class ViewerRest : public ViewerTest {
 protected:
  // Returns the rest time after this number of frames of 0.2 s.
  static double rest_after(test::BareViewer& shown, int frames) {
    for (int i = 0; i < frames; ++i) shown.frame(0.2);
    return shown.viewer.rest_s();
  }
};

TEST_F(ViewerRest, never_while_a_clip_plays_and_forever_while_it_is_paused) {
  test::BareViewer shown(options({"a.x"}));
  EXPECT_EQ(rest_after(shown, 50), 0);
  shown.command("pause");
  EXPECT_EQ(rest_after(shown, 1), INFINITY);
  shown.command("seek 0.1");
  EXPECT_EQ(rest_after(shown, 1), INFINITY);
  shown.command("play");
  EXPECT_EQ(rest_after(shown, 1), 0);
}

TEST_F(ViewerRest, forever_without_a_file_in_the_rest_pose_and_at_the_end_of_a_clip) {
  test::BareViewer empty(options({}));
  EXPECT_EQ(rest_after(empty, 1), INFINITY);
  test::BareViewer shown(options({"a.x"}));
  shown.command("clip rest");
  EXPECT_EQ(rest_after(shown, 1), INFINITY) << "the timeline plays, but nothing moves";
  shown.command("clip #0");
  shown.command("loop once");
  EXPECT_EQ(rest_after(shown, 1), 0);
  EXPECT_EQ(rest_after(shown, 50), INFINITY);
}

TEST_F(ViewerRest, never_while_tracks_fade) {
  test::BareViewer shown(options({"a.x"}));
  shown.command("mix on");
  EXPECT_EQ(rest_after(shown, 1), 0);
  shown.command("pause");
  EXPECT_EQ(rest_after(shown, 1), INFINITY);
}

TEST_F(ViewerRest, in_short_steps_while_a_message_is_shown) {
  test::BareViewer shown(options({"a.x"}));
  shown.command("pause");
  shown.command("save-view " + path("view.json"));
  EXPECT_GT(rest_after(shown, 1), 0);
  EXPECT_LE(shown.viewer.rest_s(), 0.25);
  EXPECT_LE(rest_after(shown, 28), 0.25) << "a message of 6 s after 5.8 s";
  EXPECT_EQ(rest_after(shown, 2), INFINITY);
}

TEST_F(ViewerRest, ends_when_a_file_changes_on_disk) {
  test::BareViewer shown(options({"a.x", "b.x"}));
  shown.command("pause");
  EXPECT_EQ(rest_after(shown, 1), INFINITY);
  touch("b.x", "longer than before");
  EXPECT_EQ(shown.viewer.rest_s(), 0);
  EXPECT_LE(rest_after(shown, 4), 0.25) << "read again; a message says so";
  EXPECT_EQ(rest_after(shown, 35), INFINITY);
}

TEST_F(ViewerRest, never_while_clips_are_compiled_in_the_background) {
  ViewerOptions in_background = options({"a.x"});
  in_background.compile_in_background = true;
  test::BareViewer shown(in_background);
  shown.command("pause");
  const Actor& actor = *shown.viewer.data().document()->actor;
  ASSERT_TRUE(actor.is_preparing()) << "since the frame after the first";
  EXPECT_EQ(shown.viewer.rest_s(), 0);
  while (actor.is_preparing()) rest_after(shown, 1);
  EXPECT_EQ(rest_after(shown, 1), INFINITY);
}

}  // namespace
}  // namespace skelter

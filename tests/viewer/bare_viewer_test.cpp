// The viewer without a window and panels: its image is the whole framebuffer.

#include "viewer/bare_viewer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viewer/internal/viewer_data.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using BareViewerTest = ViewerTest;
using test::BareViewer;

TEST_F(BareViewerTest, the_image_fills_the_framebuffer) {
  BareViewer bare(options({"a.x"}));
  bare.command("pause");
  bare.command("seek 0");
  bare.command("toggle shadow");
  bare.frame();
  EXPECT_EQ(bare.report()["view"], (Json{{"x", 0}, {"y", 0}, {"width", 320}, {"height", 200}}));
  // The strip is 2 high and 0.2 wide, so it is in the middle and covers none of the four corners.
  const Image image = bare.picture();
  const auto at = [&](std::uint32_t x, std::uint32_t y) {
    const std::uint8_t* p = image.at(x, y);
    return std::array<int, 3>{p[0], p[1], p[2]};
  };
  EXPECT_NE(at(160, 100), at(2, 2)) << "no figure in the middle";
  EXPECT_EQ(at(2, 2), at(317, 2)) << "the sky, from edge to edge";
}

TEST_F(BareViewerTest, panels_that_a_state_has_open_use_no_space_and_are_not_drawn) {
  BareViewer bare(options({"a.x"}));
  ViewerState state = bare.viewer.state();
  state.timeline.playing = false;
  state.panels = {false, false, false, false, 0, 250, 390};
  ASSERT_TRUE(bare.viewer.restore(state).ok());
  bare.frame();
  const Image closed = bare.picture();
  state.panels = {true, true, true, true, 3, 390, 250};
  ASSERT_TRUE(bare.viewer.restore(state).ok());
  bare.frame();
  EXPECT_EQ(bare.viewer.state().panels, state.panels) << "a view saved here opens as it was";
  EXPECT_EQ(bare.picture(), closed);
}

// Drawing the image only requires palettes.
TEST_F(BareViewerTest, matrices_of_nodes_are_computed_only_to_mark_nodes) {
  BareViewer bare(options({"a.x"}));
  bare.frame();
  EXPECT_TRUE(bare.viewer.data().shown_pose.model.has_value());
  EXPECT_FALSE(bare.viewer.data().shown_pose.nodes.has_value());
  bare.command("select Upper");
  bare.frame();
  EXPECT_TRUE(bare.viewer.data().shown_pose.nodes.has_value()) << "for its axes";
}

TEST_F(BareViewerTest, a_clip_of_many_keys_is_compiled_only_for_a_comparison) {
  ViewerOptions limited = options({"a.x"});
  const std::uint64_t keys = BareViewer(limited).report()["clips"][0]["keys"];
  limited.most_keys_to_compile = keys;
  EXPECT_EQ(BareViewer(limited).report()["path"], "runtime");
  limited.most_keys_to_compile = keys - 1;
  BareViewer bare(limited);
  EXPECT_EQ(bare.report()["path"], "reference");
  EXPECT_EQ(bare.report()["path_reason"],
            "not compiled: the clip has more than " + std::to_string(keys - 1) + " keys");
  bare.command("compare compiled");
  bare.frame();
  EXPECT_EQ(bare.report()["path"], "runtime");
}

TEST_F(BareViewerTest, a_lost_context_leaves_the_image) {
  BareViewer bare(options({"a.x"}));
  bare.command("pause");
  bare.frame();
  const Image before = bare.picture();
  bare.viewer.lose_context();
  ASSERT_TRUE(bare.viewer.gain_context().ok());
  bare.frame(0);
  EXPECT_EQ(bare.picture(), before);
}

}  // namespace
}  // namespace skelter

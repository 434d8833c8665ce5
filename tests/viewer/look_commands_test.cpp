// Effects of commands on the image: hidden frames, lighting, the camera, the played range.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viewer/bare_viewer.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using LookTest = ViewerTest;
using test::BareViewer;

std::array<int, 3> middle_of(const BareViewer& bare) {
  const Image image = bare.picture();
  const std::uint8_t* p = image.at(image.width / 2, image.height / 2);
  return {p[0], p[1], p[2]};
}

// Shows only the model, from the front, at rest.
void prepare(BareViewer& bare) {
  for (const char* line : {"clip rest", "pause", "show grid off", "show shadow off", "look front", "fit"})
    bare.command(line);
  bare.frame(0);
}

TEST_F(LookTest, a_hidden_frame_is_not_drawn_nor_picked) {
  BareViewer bare(options({"a.x"}));
  prepare(bare);
  bare.command("show meshes off");
  bare.frame(0);
  const Image nothing = bare.picture();
  bare.command("show meshes on");
  bare.frame(0);
  ASSERT_NE(bare.picture(), nothing);
  bare.command("pick 160 100");
  EXPECT_NE(bare.report()["selected"]["vertex"], nullptr);
  bare.command("hide Body");
  bare.frame(0);
  bare.command("select none");
  bare.frame(0);
  EXPECT_EQ(bare.picture(), nothing);
  bare.command("pick 160 100");
  EXPECT_EQ(bare.report()["selected"]["vertex"], nullptr);
  bare.command("unhide Body");
  bare.frame(0);
  EXPECT_NE(bare.picture(), nothing);
  EXPECT_FALSE(bare.viewer.command("unhide Body").ok()) << "it is not hidden";
  EXPECT_FALSE(bare.viewer.command("hide Hat").ok());
}

TEST_F(LookTest, hidden_frames_are_kept_by_name_and_in_saved_views) {
  BareViewer bare(options({"a.x", "b.x"}));
  bare.command("hide Body");
  bare.command("file b.x");
  EXPECT_TRUE(bare.viewer.state().hidden.empty()) << "of the other file";
  bare.command("file a.x");
  EXPECT_EQ(bare.viewer.state().hidden, std::vector<std::uint32_t>{2});
  const auto saved = viewer_state_from_json(to_json_text(bare.viewer.state()));
  ASSERT_TRUE(saved.ok());
  bare.command("unhide all");
  ASSERT_TRUE(bare.viewer.restore(*saved).ok());
  EXPECT_EQ(bare.viewer.state().hidden, std::vector<std::uint32_t>{2});
  Scene& scene = scenes_["a.x"];
  scene.nodes.push_back(scene.nodes[2]);
  scene.nodes[2] = test::make_node("Hat", kNone, Mat4d{});
  bare.command("reload");
  EXPECT_EQ(bare.viewer.state().hidden, std::vector<std::uint32_t>{3}) << "Body has another number now";
}

TEST_F(LookTest, without_light_the_figure_is_black) {
  BareViewer bare(options({"a.x"}));
  prepare(bare);
  constexpr std::array<int, 3> kBlack{0, 0, 0};
  const auto lit = middle_of(bare);
  EXPECT_NE(lit, kBlack);
  bare.command("exposure 0");
  bare.frame(0);
  EXPECT_EQ(middle_of(bare), kBlack);
  bare.command("exposure 1");
  bare.command("light strength 0");
  bare.frame(0);
  const auto by_sky = middle_of(bare);
  EXPECT_NE(by_sky, kBlack);
  EXPECT_LT(by_sky[0], lit[0]);
  bare.command("environment 0");
  bare.frame(0);
  EXPECT_EQ(middle_of(bare), kBlack);
  bare.command("light default");
  bare.frame(0);
  EXPECT_EQ(middle_of(bare), lit);
  EXPECT_FALSE(bare.viewer.command("exposure -1").ok());
  EXPECT_FALSE(bare.viewer.command("light from 10 100").ok());
}

// The strip faces +z, where the camera is: a light from behind does not illuminate it.
TEST_F(LookTest, the_key_light_is_where_it_is_put) {
  BareViewer bare(options({"a.x"}));
  prepare(bare);
  bare.command("light from 0 0");
  bare.frame(0);
  const int from_the_eye = middle_of(bare)[0];
  bare.command("light from 180 0");
  bare.frame(0);
  const int from_behind = middle_of(bare)[0];
  bare.command("light strength 0");
  bare.frame(0);
  EXPECT_GT(from_the_eye, from_behind + 40);
  EXPECT_NEAR(from_behind, middle_of(bare)[0], 2);
}

// A web page opens a model and sets its camera immediately, before the first frame is drawn.
TEST_F(LookTest, a_camera_set_before_the_first_frame_is_kept) {
  for (const char* reported : {"orbit 90 10 5", "place 5 1 0 0 1 0"}) {
    BareViewer bare(options({}));
    bare.command("open " + path("a.x"));
    bare.command(reported);
    bare.frame();
    EXPECT_EQ(bare.viewer.state().camera.distance, 5) << reported;
    EXPECT_NEAR(bare.viewer.state().camera.azimuth_deg, 90, 1e-9) << reported;
  }
}

TEST_F(LookTest, the_camera_goes_to_the_given_position) {
  BareViewer bare(options({"a.x"}));
  const OrbitCamera& camera = bare.viewer.state().camera;
  bare.command("place 0 1 5 0 1 0");
  EXPECT_EQ(camera.target, (Vec3d{0, 1, 0}));
  EXPECT_EQ(camera.distance, 5);
  EXPECT_EQ(camera.azimuth_deg, 0);
  EXPECT_EQ(camera.elevation_deg, 0);
  bare.command("place 3 4 0 0 0 0");  // 3, 4, 5: up by asin(4 / 5)
  EXPECT_EQ(camera.distance, 5);
  EXPECT_NEAR(camera.azimuth_deg, 90, 1e-9);
  EXPECT_NEAR(camera.elevation_deg, 53.13010235415598, 1e-9);
  bare.command("orbit -45 30 7");
  EXPECT_EQ(camera.azimuth_deg, -45);
  EXPECT_EQ(camera.elevation_deg, 30);
  EXPECT_EQ(camera.distance, 7);
  bare.command("turn 100 0");
  EXPECT_NEAR(camera.azimuth_deg, -80, 1e-9) << "0.35 degrees a point, as the mouse";
  bare.command("zoom 1");
  EXPECT_NEAR(camera.distance, 7 * 0.88, 1e-9);
  bare.command("look right");
  EXPECT_EQ(camera.azimuth_deg, 90);
  bare.command("parallel");
  EXPECT_TRUE(camera.parallel);
  bare.command("fov 45");
  EXPECT_EQ(camera.fov_y_deg, 45);
  for (const char* wrong : {"place 0 0 0 0 0 0", "place 1 2", "orbit 0 91", "orbit 0 0 -1", "fov 200",
                            "look up", "zoom far", "turn 1"})
    EXPECT_FALSE(bare.viewer.command(wrong).ok()) << wrong;
}

TEST_F(LookTest, the_time_goes_to_the_given_value) {
  BareViewer bare(options({"a.x"}));
  const Timeline& timeline = bare.viewer.state().timeline;
  for (const char* line : {"pause", "range 0.25 0.75", "seek end"}) bare.command(line);
  EXPECT_EQ(timeline.time_s, 0.75);
  bare.command("seek start");
  EXPECT_EQ(timeline.time_s, 0.25);
  bare.command("range all");
  bare.command("seek 0");
  bare.command("step");
  EXPECT_EQ(timeline.time_s, 0.5) << "keys stand at 2 per second";
  bare.command("range out");
  EXPECT_EQ(timeline.to_s, 0.5);
  bare.command("loop once");
  bare.command("play");
  EXPECT_EQ(timeline.time_s, 0) << "it stood at the end of what plays";
  EXPECT_TRUE(timeline.playing);
  bare.command("next-clip");
  EXPECT_EQ(bare.viewer.state().clip, 1u);
  for (const char* wrong : {"range 0.5 0.2", "range -1 1", "step half", "next-clip 0.5", "backward maybe"})
    EXPECT_FALSE(bare.viewer.command(wrong).ok()) << wrong;
}

}  // namespace
}  // namespace skelter

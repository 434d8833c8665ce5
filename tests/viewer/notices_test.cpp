// Banners, the badge and the lists, tested with scripts: how problems of a file are shown, and what a click
// does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skelter/image/encode.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using ::testing::HasSubstr;

class Notices : public ViewerTest {
 protected:
  static std::vector<std::string> names(const Json& state) {
    std::vector<std::string> list;
    for (const Json& banner : state["notices"]["banners"]) list.push_back(banner["name"]);
    return list;
  }
};

TEST_F(Notices, a_good_file_has_none) {
  const Json notices = after("")["notices"];
  EXPECT_EQ(notices["errors"], 0);
  EXPECT_EQ(notices["warnings"], 0);
  EXPECT_TRUE(notices["banners"].empty());
}

TEST_F(Notices, warnings_are_counted_and_a_click_on_the_badge_shows_them) {
  scenes_["a.x"].diagnostics.add(Severity::warning, "x.one", {"a.x", 1, {}, "A"}, "first");
  scenes_["a.x"].diagnostics.add(Severity::warning, "x.two", {"a.x", 2, {}, "B"}, "second");
  scenes_["a.x"].diagnostics.add(Severity::note, "x.three", {"a.x", 3, {}, "C"}, "only a note");
  const Json state = after("picture " + path("badge.png") + "\nclick 1240 10\n");
  EXPECT_EQ(state["notices"]["warnings"], 2);
  EXPECT_EQ(state["notices"]["errors"], 0);
  EXPECT_EQ(state["state"]["panels"]["tab"], 5) << "Report";
}

TEST_F(Notices, files_that_cannot_be_opened_are_listed_with_their_reason) {
  touch("broken.x", "1");
  const Json state = after("", {"a.x", "broken.x"});
  EXPECT_EQ(state["notices"]["errors"], 1);
  ASSERT_EQ(state["notices"]["failed_files"].size(), 1u);
  EXPECT_EQ(state["notices"]["failed_files"][0]["file"], path("broken.x"));
  EXPECT_THAT(state["notices"]["failed_files"][0]["error"].get<std::string>(), HasSubstr("is broken"));
}

TEST_F(Notices, frame_numbers_are_played_at_30_by_a_click_and_as_in_the_file_by_another) {
  scenes_["a.x"].diagnostics.add(Severity::note, "x.frame-numbers", {"a.x", 0, {}, {}},
                                 "look like frame numbers");
  Json state = after("");
  EXPECT_EQ(names(state), std::vector<std::string>{"frame-numbers"});
  EXPECT_EQ(state["notices"]["banners"][0]["text"], "1 s long: keys look like frame numbers");
  after("answer frame-numbers\n");
  EXPECT_EQ(reading_.frame_numbers, true);
  scenes_["a.x"] = test::figure();
  scenes_["a.x"].diagnostics.add(Severity::warning, "x.frame-ticks", {"a.x", 0, {}, {}}, "played at 30");
  state = after("answer frame-ticks\n");
  EXPECT_EQ(reading_.frame_numbers, false);
}

TEST_F(Notices, a_tick_rate_is_set_reported_and_kept_in_a_saved_view) {
  scenes_["a.x"].clips[0].ticks_per_second = 4800;
  EXPECT_EQ(after("")["state"]["ticks_per_second"], nullptr);
  const Json state = after("ticks 25\nsave-view " + path("view.json") + "\n");
  EXPECT_EQ(reading_.ticks_per_second, 25);
  EXPECT_EQ(state["state"]["ticks_per_second"], 25);
  after("ticks 25\nticks file\n");
  EXPECT_EQ(reading_.ticks_per_second, std::nullopt);
  after("", {"view.json"});
  EXPECT_EQ(reading_.ticks_per_second, 25);
}

TEST_F(Notices, a_tick_rate_must_be_above_0_and_the_file_have_ticks) {
  DesktopViewer viewer(options({"a.x"}));
  const auto negative = run_script(viewer, "ticks -1\n", "s.txt");
  ASSERT_FALSE(negative.ok());
  EXPECT_THAT(to_string(negative.error()), HasSubstr("a number above 0, or file"));
  const auto without = run_script(viewer, "ticks 25\n", "s.txt");
  ASSERT_FALSE(without.ok());
  EXPECT_THAT(to_string(without.error()), HasSubstr("only a .x file with an animation has a tick rate"));
}

// The test model rotated to point along z: it stands on the plane z = 0, is symmetric about y = 0, and is 2
// high.
Scene lying_figure() {
  Scene scene = test::figure();
  Primitive& p = scene.meshes[0].primitives[0];
  for (Vec3& at : p.positions) at = {at.x, 0, at.y};
  p.positions[0].y = 0.1f;
  p.positions[1].y = -0.1f;
  scene.nodes[1].rest = to_float(translation_matrix(Vec3d{0, 0, 1}));
  scene.skins[0].joints[1].joint_from_mesh = to_float(translation_matrix(Vec3d{0, 0, -1}));
  scene.clips.clear();
  return scene;
}

TEST_F(Notices, a_figure_that_lies_on_its_side_is_turned_upright_and_back) {
  scenes_["a.x"] = lying_figure();
  Json state = after("select Upper\n");
  EXPECT_EQ(names(state), std::vector<std::string>{"up"});
  EXPECT_EQ(state["selected"]["position"], (Json{0.0, 0.0, 1.0}));
  state = after("select Upper\nanswer up\npicture " + path("upright.png") + "\n");
  EXPECT_EQ(state["selected"]["position"], (Json{0.0, 1.0, 0.0}));
  EXPECT_EQ(state["state"]["up"], "z");
  EXPECT_TRUE(names(state).empty());
  EXPECT_EQ(after("select Upper\nup -z\n")["selected"]["position"], (Json{0.0, -1.0, 0.0}));
}

// Exporters with +Z up make models face -y. In an `.x` file -z is up after reading, because z is mirrored,
// and the model still faces -y: upright it has to face +z, towards the camera.
TEST_F(Notices, an_upright_figure_faces_the_camera) {
  Scene scene = lying_figure();
  scene.nodes[1].rest = to_float(translation_matrix(Vec3d{0.25, -1, -2}));  // the tip of the nose
  scenes_["a.x"] = scene;
  EXPECT_EQ(after("select Upper\nup -z\n")["selected"]["position"], (Json{-0.25, 2.0, 1.0}));
  scene.nodes[1].rest = to_float(translation_matrix(Vec3d{0.25, -1, 2}));
  scenes_["a.x"] = scene;
  EXPECT_EQ(after("select Upper\nup z\n")["selected"]["position"], (Json{0.25, 2.0, 1.0}));
}

TEST_F(Notices, an_animation_without_a_mesh_plays_on_the_model_that_is_open) {
  Scene animation = test::figure();
  animation.meshes.clear();
  animation.skins.clear();
  animation.nodes.pop_back();
  animation.clips[0].name = "swim";
  scenes_["b.x"] = animation;
  Json state = after("", {"b.x"});
  EXPECT_EQ(names(state), std::vector<std::string>{"no-mesh"});
  // Neither form can offer a command line in this case.
  EXPECT_EQ(state["notices"]["banners"][0]["text"],
            "Animation without a mesh: open its model as well to play it");
  EXPECT_EQ(state["notices"]["banners"][0]["button"], "");
  state = after("", {"b.x", "a.x"});
  EXPECT_EQ(state["notices"]["banners"][0]["button"], "Play on a.x");
  state = after("answer no-mesh\n", {"b.x", "a.x"});
  EXPECT_EQ(reading_.with_clips, std::vector<std::string>{path("b.x")});
  EXPECT_EQ(state["file"], path("a.x"));
}

// The clips of test::figure(), for joints with these names, with Upper at this position relative to Lower.
Scene animation_of(const std::string& lower, const std::string& upper, const Vec3d& offset) {
  Scene animation = test::figure();
  animation.meshes.clear();
  animation.skins.clear();
  animation.nodes.pop_back();
  animation.nodes[0].name = lower;
  animation.nodes[1].name = upper;
  animation.nodes[1].rest = to_float(translation_matrix(offset));
  animation.clips.pop_back();
  animation.clips[0].targets = {{upper, 1, {}}, {lower, 0, {}}};
  animation.clips[0].channels.push_back(animation.clips[0].channels[0]);
  animation.clips[0].channels[1].target = 1;
  return animation;
}

TEST_F(Notices, an_animation_finds_its_model_though_names_differ_by_a_prefix) {
  scenes_["b.x"] = animation_of("Rig:lower", "Rig:upper", {0, 1, 0});
  Json state = after("", {"b.x", "a.x"});
  EXPECT_EQ(state["notices"]["banners"][0]["text"], "Animation without a mesh");
  EXPECT_EQ(state["notices"]["banners"][0]["button"], "Play on a.x");
  EXPECT_FALSE(reading_.map_names);
  state = after("answer no-mesh\n", {"b.x", "a.x"});
  EXPECT_TRUE(reading_.map_names);
  EXPECT_EQ(state["file"], path("a.x"));
}

TEST_F(Notices, an_animation_of_another_skeleton_is_not_played_on_the_open_model) {
  scenes_["b.x"] = animation_of("Lower", "Upper", {1, 0, 0});
  Json state = after("", {"b.x", "a.x"});
  EXPECT_EQ(state["notices"]["banners"][0]["text"],
            "Animation without a mesh, made for a different skeleton than a.x");
  EXPECT_EQ(state["notices"]["banners"][0]["button"], "");
  scenes_["b.x"] = animation_of("Wheel", "Axle", {0, 1, 0});
  state = after("", {"b.x", "a.x"});
  EXPECT_EQ(state["notices"]["banners"][0]["text"], "Animation without a mesh: no open model has its joints");
  EXPECT_EQ(state["notices"]["banners"][0]["button"], "");
}

TEST_F(Notices, missing_textures_are_searched_in_a_folder) {
  scenes_["a.x"] = test::figure();
  scenes_["a.x"].textures.emplace_back().name = "paint.png";
  Json state = after("");
  EXPECT_EQ(names(state), std::vector<std::string>{"textures"});
  EXPECT_EQ(state["notices"]["banners"][0]["text"], "1 texture missing");
  const auto png = encode_png(Image(2, 2));
  ASSERT_TRUE(png.ok());
  ASSERT_TRUE(write_file(path("more/paint.png"), *png, true).ok());
  EXPECT_TRUE(names(after("answer textures " + path("more") + "\n")).empty());
}

TEST_F(Notices, an_answer_without_its_banner_is_an_error) {
  DesktopViewer viewer(options({"a.x"}));
  const auto run = run_script(viewer, "answer up\n", "s.txt");
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(to_string(run.error()), HasSubstr("\"up\" is not a banner with a button here; expected none"));
}

// 76 clips with long names that have the same beginning: only in a list that grows does the eighth row start
// below 150 pixels.
TEST_F(Notices, long_lists_have_enough_space_a_filter_and_full_names) {
  Scene& scene = scenes_["a.x"];
  const Clip clip = scene.clips[0];
  scene.clips.clear();
  for (int i = 0; i < 76; ++i) {
    scene.clips.push_back(clip);
    scene.clips.back().name = "1H_Melee_Attack_Slice_Diagonal_" + std::to_string(i);
  }
  after("pause\npicture " + path("clips.png") + "\nfilter clips DIAGONAL_7\npicture " + path("filtered.png") +
        "\n");
  // The seventh row of "Diagonal_7", 70, 71, ...: clicks at the height of the fifth row.
  const Json state = after("filter clips diagonal_7\nclick 100 240\n");
  EXPECT_THAT(state["clip"].get<std::string>(), HasSubstr("Diagonal_7"));
  EXPECT_EQ(state["filters"]["clips"], "diagonal_7");
}

TEST_F(Notices, a_thousand_files_are_listed_and_filtered) {
  std::vector<std::string> files = {"a.x"};
  for (int i = 0; i < 999; ++i) files.push_back("broken_" + std::to_string(i) + ".x");
  const Json state =
      after("pause\npicture " + path("files.png") + "\nfilter files _99\npicture " + path("some.png") + "\n",
            files);
  EXPECT_EQ(state["notices"]["failed_files"].size(), 999u);
  EXPECT_EQ(state["clip"], "bend");
}

}  // namespace
}  // namespace skelter

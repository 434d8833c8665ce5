// Tests the viewer with scripts, as a user would use it: results are read from its state file and its images.
#include "viewer/internal/viewer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "desktop/internal/headless.h"
#include "desktop/layout.h"
#include "render/scenes.h"
#include "skelter/system/file.h"
#include "viewer/bare_viewer.h"
#include "viewer/internal/viewer_data.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using ::testing::HasSubstr;

// Returns the number of pixels between the panels that differ.
std::size_t differing(const Image& a, const Image& b) {
  std::size_t count = 0;
  for (std::uint32_t y = 30; y < std::min(a.height, 700u); ++y)
    for (std::uint32_t x = 260; x < std::min(a.width, 900u); ++x)
      for (std::size_t c = 0; c < 3; ++c)
        if (std::abs(int{a.at(x, y)[c]} - int{b.at(x, y)[c]}) > 12) {
          ++count;
          break;
        }
  return count;
}

TEST_F(ViewerTest, a_file_plays_its_first_clip_and_space_pauses_it) {
  const Json state = after("wait 0.25\nkey space\nwait 1\n");
  EXPECT_EQ(state["clip"], "bend");
  EXPECT_EQ(state["file"], path("a.x"));
  EXPECT_EQ(state["state"]["timeline"]["playing"], false);
  EXPECT_NEAR(state["time_s"], 0.25, 0.04) << "two frames for the key";
}

TEST_F(ViewerTest, a_script_waits_in_short_frames_or_skips_in_long_ones) {
  EXPECT_NEAR(after("skip 0.6\nkey space\n")["time_s"], 0.6, 0.04) << "two frames for the key";
  EXPECT_NEAR(after("wait 0.6\nkey space\n")["time_s"], 0.6, 0.04);
}

TEST_F(ViewerTest, keys_step_frames_and_choose_clips) {
  // "bend" has 2 keys per second.
  Json state = after("pause\nseek 0\nkey right\n");
  EXPECT_EQ(state["time_s"], 0.5);
  state = after("key page_down\npause\nseek 9\n");
  EXPECT_EQ(state["clip"], "rise");
  EXPECT_EQ(state["time_s"], 0.5) << "the end of the clip";
  EXPECT_EQ(after("key page_up\n")["clip"], "rise") << "round the corner";
}

TEST_F(ViewerTest, digits_switch_what_is_drawn) {
  const Json before = after("")["state"]["shown"];
  const Json later =
      after("key 1\nkey 2\nkey 3\nkey 4\nkey 5\nkey 6\nkey 7\nkey 8\nkey 9\n")["state"]["shown"];
  for (const char* part :
       {"skeleton", "names", "axes", "wireframe", "normals", "bounds", "grid", "shadow", "meshes"})
    EXPECT_NE(before[part], later[part]) << part;
}

TEST_F(ViewerTest, every_switch_is_visible_in_the_image) {
  std::string script = "pause\nseek 0.3\npicture " + path("plain.png") + "\n";
  const std::vector<std::string> parts = {"skeleton", "axes", "wireframe", "normals",
                                          "bounds",   "grid", "meshes"};
  for (const std::string& part : parts)
    script += "toggle " + part + "\npicture " + path(part + ".png") + "\ntoggle " + part + "\n";
  script += "toggle names\ntoggle skeleton\npicture " + path("names.png") + "\n";
  after(script);
  const Image plain = picture("plain.png");
  for (const std::string& part : parts) EXPECT_GT(differing(plain, picture(part + ".png")), 40u) << part;
  EXPECT_GT(differing(picture("skeleton.png"), picture("names.png")), 100u) << "names";
}

TEST_F(ViewerTest, dragging_on_the_bar_scrubs) {
  // The timeline spans from 10 to 1270 at the lower edge.
  const Json state = after("press 640 765\nmove 955 765\nrelease 955 765\n");
  EXPECT_EQ(state["state"]["timeline"]["playing"], false);
  EXPECT_NEAR(state["time_s"], 0.75, 0.01);
}

TEST_F(ViewerTest, the_mouse_turns_moves_and_zooms_the_camera) {
  const Json before = after("")["state"]["camera"];
  Json camera = after("drag 500 400 600 400\n")["state"]["camera"];
  EXPECT_NEAR(camera["azimuth_deg"].get<double>(), before["azimuth_deg"].get<double>() - 35, 1e-9);
  camera = after("right-drag 500 400 600 400\n")["state"]["camera"];
  EXPECT_EQ(camera["azimuth_deg"], before["azimuth_deg"]);
  EXPECT_NE(camera["target"], before["target"]);
  camera = after("move 500 400\nwheel 1\n")["state"]["camera"];
  EXPECT_NEAR(camera["distance"].get<double>(), before["distance"].get<double>() * 0.88, 1e-9);
  camera = after("wheel 3\ndrag 500 400 600 300\nkey pad_7\nkey o\nkey f\n")["state"]["camera"];
  EXPECT_EQ(camera["elevation_deg"], 90);
  EXPECT_EQ(camera["parallel"], true);
}

TEST_F(ViewerTest, over_a_panel_the_mouse_belongs_to_the_panel) {
  const Json before = after("")["state"]["camera"];
  EXPECT_EQ(after("move 100 600\nwheel 3\ndrag 100 600 150 650\n")["state"]["camera"], before);
}

TEST_F(ViewerTest, the_report_is_json_also_when_a_name_is_not_utf8) {
  scenes_["a.x"].clips.at(0).name = "walk\xFF";
  EXPECT_EQ(after("")["clip"], "walk\xEF\xBF\xBD");  // U+FFFD
}

// Clicks along the row of tabs; in each click the mouse moves, presses and releases between two frames.
TEST_F(ViewerTest, a_click_within_one_frame_opens_a_tab) {
  DesktopViewer viewer(options({"a.x"}));
  const FrameSize size{1280, 200, 1};
  auto run = HeadlessRun::create(viewer, size);
  ASSERT_TRUE(run.ok());
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(run->frame().ok());
  const Layout layout = layout_of(viewer.viewer().state().panels, size);
  std::set<std::uint32_t> opened;
  for (int at = 0; at < 18; ++at) {
    const double x = layout.inspector.x + 40 + 60 * (at % 6), y = layout.inspector.y + 18 + 28 * (at / 6);
    const InputEvent click[] = {MouseMoveEvent{x, y},
                                MouseButtonEvent{MouseButton::left, Press::down, x, y, {}},
                                MouseButtonEvent{MouseButton::left, Press::up, x, y, {}}};
    ASSERT_TRUE(run->frame(click).ok());
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(run->frame().ok());
    opened.insert(viewer.viewer().state().panels.tab);
  }
  EXPECT_THAT(opened, ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
}

TEST_F(ViewerTest, a_click_chooses_a_joint_or_a_vertex_and_escape_nothing) {
  // The positions are read from the state first.
  const Json first = after("clip rest\nkey pad_1\nkey f\n");
  const double x = first["view"]["x"].get<double>() + first["view"]["width"].get<double>() / 2;
  const double y = first["view"]["y"].get<double>() + first["view"]["height"].get<double>() / 2;
  const std::string click = "click " + std::to_string(x) + " " + std::to_string(y) + "\n";
  const std::string begin = "clip rest\nkey pad_1\nkey f\n";
  Json state = after(begin + "toggle skeleton\n" + click);
  EXPECT_EQ(state["selected"]["joint"], "Upper") << "in the middle of the picture";
  state = after(begin + click);
  ASSERT_FALSE(state["selected"]["vertex"].is_null());
  EXPECT_EQ(state["selected"]["vertex"]["weight_sum"], 1);
  EXPECT_EQ(state["selected"]["vertex"]["influences"].size(), 2u);
  state = after(begin + click + "key escape\n");
  EXPECT_TRUE(state["selected"]["vertex"].is_null());
  EXPECT_TRUE(state["selected"]["joint"].is_null());
}

TEST_F(ViewerTest, weights_and_isolation_colour_the_mesh) {
  after("pause\nseek 0\nselect Upper\npicture " + path("plain.png") + "\nkey w\npicture " +
        path("weights.png") + "\nkey n\nkey i\npicture " + path("isolated.png") + "\n");
  EXPECT_GT(differing(picture("plain.png"), picture("weights.png")), 2000u);
  EXPECT_GT(differing(picture("plain.png"), picture("isolated.png")), 2000u);
}

TEST_F(ViewerTest, files_and_folders_are_dropped_and_tab_cycles) {
  Json state = after("drop " + folder_ + "\n", {});
  EXPECT_THAT(state["state"]["files"].get<std::vector<std::string>>(),
              ::testing::ElementsAre(path("a.x"), path("b.x"), path("more/c.x")));
  EXPECT_EQ(state["file"], path("a.x"));
  state = after("drop " + path("b.x") + "\nkey tab\nkey tab\nkey tab\n");
  EXPECT_EQ(state["file"], path("a.x"));
  EXPECT_EQ(after("drop " + path("b.x") + "\n")["file"], path("b.x"));
}

TEST_F(ViewerTest, another_file_keeps_its_own_clip_and_time) {
  const Json state = after("clip rise\npause\nseek 0.25\ndrop " + path("b.x") + "\nkey tab\n");
  EXPECT_EQ(state["file"], path("a.x"));
  EXPECT_EQ(state["clip"], "rise");
  EXPECT_EQ(state["time_s"], 0.25);
}

TEST_F(ViewerTest, a_file_that_cannot_be_opened_is_reported_and_the_others_stay) {
  touch("broken.x", "1");
  const Json state = after("drop " + path("broken.x") + "\ndrop " + path("more/readme.txt/") + "\n");
  EXPECT_EQ(state["file"], path("a.x"));
  EXPECT_THAT(state["messages"][0].get<std::string>(), HasSubstr("broken.x:3: is broken; expected a figure"));
  std::filesystem::create_directories(path("empty"));
  EXPECT_THAT(after("drop " + path("empty") + "\n")["messages"][0].get<std::string>(),
              HasSubstr("has no file that can be shown; expected .x"));
}

TEST_F(ViewerTest, a_changed_file_is_read_again_with_clip_time_and_camera_kept) {
  DesktopViewer viewer(options({"a.x"}));
  ASSERT_TRUE(
      run_script(viewer, "clip rise\npause\nseek 0.25\nselect Upper\ndrag 500 400 600 300\n", "s").ok());
  const Json before = Json::parse(viewer.viewer().report());
  Scene changed = test::figure();
  std::swap(changed.clips[0], changed.clips[1]);  // "rise" is the first clip now
  changed.nodes[0].rest.m[12] = 1;
  scenes_["a.x"] = changed;
  touch("a.x", "23");
  ASSERT_TRUE(run_script(viewer, "wait 1.2\n", "s").ok());
  const Json later = Json::parse(viewer.viewer().report());
  EXPECT_EQ(later["clip"], "rise");
  EXPECT_EQ(later["state"]["clip"], 0);
  EXPECT_EQ(later["time_s"], 0.25);
  EXPECT_EQ(later["state"]["camera"], before["state"]["camera"]);
  EXPECT_EQ(later["selected"]["joint"], "Upper");
  EXPECT_EQ(later["selected"]["position"][0], 1);
  EXPECT_THAT(later["messages"].back().get<std::string>(), HasSubstr("a.x changed and was read again"));
}

TEST_F(ViewerTest, a_broken_change_is_reported_once_and_the_old_figure_stays) {
  DesktopViewer viewer(options({"a.x"}));
  ASSERT_TRUE(run_script(viewer, "wait 0.1\n", "s").ok());
  scenes_.erase("a.x");
  touch("a.x", "23");
  ASSERT_TRUE(run_script(viewer, "wait 2.5\n", "s").ok());
  const Json state = Json::parse(viewer.viewer().report());
  EXPECT_EQ(state["messages"].size(), 1u);
  EXPECT_EQ(state["clip"], "bend");
}

TEST_F(ViewerTest, tracks_blend_live) {
  const Json state = after(
      "pause\ntrack 0 clip rise\ntrack 1 clip bend\ntrack 1 weight 1\ntrack 0 position 0.25\nselect "
      "Upper\nwait 0.1\n");
  EXPECT_EQ(state["tracks"][0]["clip"], "rise");
  EXPECT_EQ(state["path"], "runtime");
  EXPECT_NEAR(state["selected"]["position"][1].get<double>(), 1.5, 2.0 / 18000) << "half of 2 and 1";
  const Json faded = after("track 1 clip rise\nplay\nwait 0.1\nfade 1 1 0.2\nwait 0.5\n");
  EXPECT_NEAR(faded["tracks"][1]["weight"].get<double>(), 1, 1e-9);
  EXPECT_EQ(after("track 1 weight 1\nclip bend\n")["state"]["mix"]["on"], false) << "a clip ends the mix";
}

TEST_F(ViewerTest, tracks_are_added_masked_and_cross_faded) {
  const std::string begin = "pause\nclip bend\nmix on\ntrack 0 position 0.25\nselect Upper\n";
  Json state =
      after(begin + "track 1 clip rise\ntrack 1 position 0.25\ntrack 1 weight 1\ntrack 1 additive on\n");
  EXPECT_NEAR(state["selected"]["position"][1].get<double>(), 2, 4.0 / 18000) << "1 and 1 more";
  EXPECT_EQ(state["tracks"][1]["additive"], true);
  state =
      after(begin + "track 1 clip rise\ntrack 1 position 0.25\ntrack 1 weight 0.75\ntrack 1 mask Upper\n");
  EXPECT_NEAR(state["selected"]["position"][1].get<double>(), 1.75, 2.0 / 18000);
  EXPECT_EQ(state["tracks"][1]["mask"], "Upper");
  state = after(begin + "track 1 mask Upper\ntrack 1 mask none\ntrack 1 additive on\ntrack 1 additive off\n");
  EXPECT_TRUE(state["tracks"][1]["mask"].is_null());
  EXPECT_EQ(state["tracks"][1]["additive"], false);
  // One of 60 frames per second after the command.
  state = after("clip bend\ncrossfade rise 1 linear\nwait 0.5\npause\n");
  ASSERT_EQ(state["tracks"].size(), 2u);
  EXPECT_EQ(state["tracks"][0]["clip"], "bend");
  EXPECT_EQ(state["tracks"][1]["clip"], "rise");
  EXPECT_NEAR(state["tracks"][0]["weight"].get<double>(), 1 - 31.0 / 60, 1e-9);
  EXPECT_NEAR(state["tracks"][1]["weight"].get<double>(), 31.0 / 60, 1e-9);
  EXPECT_EQ(state["tracks"][1]["fade"],
            (Json{{"from", 0.0}, {"to", 1.0}, {"begin_s", 0.0}, {"duration_s", 1.0}, {"linear", true}}));
}

TEST_F(ViewerTest, a_fade_continues_in_a_saved_view) {
  after("clip bend\ncrossfade rise 1 linear\nwait 0.5\npause\ntrack 0 mask Upper\nsave-view " +
        path("v.json") + "\n");
  const Json state = after("play\n", {"v.json"});
  EXPECT_NEAR(state["tracks"][1]["weight"].get<double>(), 32.0 / 60, 1e-9);
  EXPECT_EQ(state["tracks"][0]["mask"], "Upper");
}

// JSON would store a different name, for a file that does not exist.
TEST_F(ViewerTest, a_view_of_a_file_whose_name_is_not_utf8_is_refused) {
  scenes_["caf\xE9.x"] = scenes_["a.x"];
  touch("caf\xE9.x", "1");
  DesktopViewer viewer(options({"caf\xE9.x"}));
  const auto saved = run_script(viewer, "save-view " + path("v.json") + "\n", "s.txt");
  ASSERT_FALSE(saved.ok());
  EXPECT_EQ(saved.error().code, "viewer.view-name");
  EXPECT_EQ(to_string(saved.error()), path("caf\xE9.x") +
                                          ": the view cannot be saved: the name of this file is not UTF-8, "
                                          "which JSON needs; rename the file or its folders");
  EXPECT_FALSE(read_file(path("v.json")).ok());
}

TEST_F(ViewerTest, clips_are_compared_in_millimetres) {
  // H is 2 units, displayed as 1800 mm; the shown clip is compiled and accurate to H / 18,000. At 0.25 s
  // Upper is at height 2 in "rise" and at height 1 in "bend": the difference is 900 mm.
  const Json state = after("clip rise\npause\nseek 0.25\ncompare clip bend\nwait 0.1\n");
  EXPECT_NEAR(state["comparison"]["largest_joint_mm"].get<double>(), 900, 0.1);
  EXPECT_EQ(state["comparison"]["millimetres_assumed"], true);
  EXPECT_TRUE(after("compare clip rise\ncompare nothing\n")["comparison"].is_null());
}

TEST_F(ViewerTest, the_compiled_form_is_within_its_bound_and_the_worst_time_is_found) {
  const Json state = after("compare compiled\nworst\nwait 0.1\n")["comparison"];
  EXPECT_LT(state["worst_mm"].get<double>(), 3) << "0.1 mm on the shell, 30 times nearer to the joint";
  EXPECT_GE(state["worst_mm"].get<double>(), state["mean_vertex_mm"].get<double>());
  // The distance of "rise" from rest increases until its end.
  const Json rise = after("clip rise\ncompare clip bend\nworst\nwait 0.1\n");
  EXPECT_EQ(rise["comparison"]["worst_time_s"], 0.5);
  EXPECT_EQ(rise["time_s"], 0.5);
}

TEST_F(ViewerTest, two_files_are_compared_side_by_side_in_step) {
  scenes_["b.x"].nodes[0].rest.m[12] = 0.5f;
  const std::string base = "pause\ncompare file 1\nwait 0.1\n";
  const Json state = after(base, {"a.x", "b.x"});
  // Both clips are compiled: accurate to 0.1 mm on the shell, which is 30 times closer to the joint than the
  // vertices.
  EXPECT_NEAR(state["comparison"]["largest_vertex_mm"].get<double>(), 450, 3);
  after(
      base + "picture " + path("colours.png") + "\ncompare side-by-side\npicture " + path("sides.png") + "\n",
      {"a.x", "b.x"});
  EXPECT_GT(differing(picture("colours.png"), picture("sides.png")), 5000u);
}

// Renames all joints and adds a vertex.
Scene stranger_of(Scene scene) {
  for (Node& node : scene.nodes) node.name = "Other " + node.name;
  for (Joint& joint : scene.skins[0].joints) joint.name = "Other " + joint.name;
  for (Clip& clip : scene.clips)
    for (ClipTarget& target : clip.targets) target.name = "Other " + target.name;
  Primitive& part = scene.meshes[0].primitives[0];
  part.positions.push_back({});
  part.normals.push_back({0, 0, 1});
  part.influence_begin.push_back(part.influence_begin.back());
  return scene;
}

TEST_F(ViewerTest, two_figures_without_a_common_joint_get_no_numbers) {
  const std::string words = "The models have no joint names in common; nothing can be compared";
  const std::vector<std::string> both = {"a.x", "b.x"};
  scenes_["b.x"] = stranger_of(scenes_["a.x"]);
  const std::string base = "pause\ncompare file 1\nwait 0.1\n";
  EXPECT_EQ(after(base + "tab compare\nwait 0.1\n", both)["comparison"], (Json{{"problem", words}}));
  for (const char* line : {"worst", "worst joint", "worst at 0.3"}) {
    DesktopViewer viewer(options(both));
    const auto run = run_script(viewer, base + line + "\n", "s.txt");
    ASSERT_FALSE(run.ok()) << line;
    EXPECT_EQ(to_string(run.error()), "s.txt:4: worst: " + words);
  }
  // Both models are still shown.
  after(base + "picture " + path("one.png") + "\ncompare side-by-side\nwait 0.1\npicture " +
            path("sides.png") + "\n",
        both);
  EXPECT_GT(differing(picture("one.png"), picture("sides.png")), 5000u);
  // If one joint has the same name, numbers are shown again.
  scenes_["b.x"].nodes[1].name = "Upper";
  EXPECT_EQ(after(base, both)["comparison"]["joints"], 1);
}

TEST_F(ViewerTest, without_a_common_joint_only_equal_vertices_are_compared) {
  for (Node& node : scenes_["b.x"].nodes) node.name = "Other " + node.name;
  scenes_["b.x"].nodes[0].rest.m[12] = 0.5f;  // H is 2 units, displayed as 1800 mm
  const Json comparison = after("pause\ncompare file 1\nwait 0.1\n", {"a.x", "b.x"})["comparison"];
  EXPECT_NEAR(comparison["largest_vertex_mm"].get<double>(), 450, 3);
  EXPECT_EQ(comparison["joints"], 0);
  EXPECT_EQ(comparison["largest_joint_mm"], nullptr);
  EXPECT_EQ(comparison["error_curve"], nullptr);
}

TEST_F(ViewerTest, a_saved_view_restores_everything_and_the_same_image) {
  after("drop " + path("b.x") +
        "\nclip rise\npause\nseek 0.2\nselect Upper\ntoggle skeleton\nkey w\n"
        "drag 500 400 620 330\nwheel 2\nkey o\nsave-view " +
        path("view.json") + "\nskip 7\npicture " + path("before.png") + "\n");
  const Json state = after("skip 7\npicture " + path("after.png") + "\n", {"view.json"});
  EXPECT_EQ(state["file"], path("b.x"));
  EXPECT_EQ(state["clip"], "rise");
  EXPECT_EQ(state["selected"]["joint"], "Upper");
  EXPECT_EQ(differing(picture("before.png"), picture("after.png")), 0u);
}

TEST_F(ViewerTest, images_and_videos_are_written) {
  after("pause\nscreenshot " + path("shot.png") + "\nexport " + path("turn.gif") +
        " 64x48 fps 10 turntable 360\nexport " + path("part.webp") + " 64x48 fps 10 from 0 to 0.3\n");
  EXPECT_GT(picture("shot.png").width, 500u);
  const auto gif = read_file(path("turn.gif"));
  ASSERT_TRUE(gif.ok());
  EXPECT_EQ(static_cast<char>((*gif)[0]), 'G');
  const auto webp = read_file(path("part.webp"));
  ASSERT_TRUE(webp.ok());
  EXPECT_EQ(static_cast<char>((*webp)[0]), 'R');
}

// At 10 frames per second there are three frames from 0 to 0.3 s; each is the image at its time.
TEST_F(ViewerTest, a_video_may_be_numbered_images) {
  after("pause\nexport " + path("f.##.png") + " 64x48 fps 10 from 0 to 0.3\nwait 1\nseek 0.2\nexport " +
        path("still.png") + " 64x48\n");
  EXPECT_EQ(picture("f.00.png").width, 64u);
  EXPECT_NE(*read_file(path("f.00.png")), *read_file(path("f.02.png")));
  EXPECT_EQ(*read_file(path("still.png")), *read_file(path("f.02.png")));
  EXPECT_FALSE(file_exists(path("f.03.png")));
}

// The same frames, and then the end, are passed to a caller that encodes them itself; no file is written.
TEST_F(ViewerTest, a_video_may_be_taken_frame_by_frame) {
  const std::string words = path("f.##.png") + " 64x48 fps 10 from 0 to 0.3";
  std::vector<Image> frames;
  int ends = 0;
  test::BareViewer bare(options({"a.x"}));
  bare.command("pause");
  bare.command("export " + words);
  for (int i = 0; i < 10; ++i) bare.frame();
  const std::vector<Image> saved = {picture("f.00.png"), picture("f.01.png"), picture("f.02.png")};
  for (const char* name : {"f.00.png", "f.01.png", "f.02.png"}) std::filesystem::remove(path(name));
  const std::size_t said = bare.report()["messages"].size();
  ViewerData& data = bare.viewer.data();
  data.take_frames = [&](const Image* frame) {
    if (frame == nullptr)
      ++ends;
    else
      frames.push_back(*frame);
  };
  data.to_export = *export_settings_from(words);
  for (int i = 0; i < 10; ++i) bare.frame(0.35);  // slower than the video's frame rate
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(ends, 1);
  EXPECT_FALSE(bare.viewer.is_busy());
  EXPECT_FALSE(file_exists(path("f.00.png")));
  EXPECT_EQ(bare.report()["messages"].size(), said);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(saved[i].rgba, frames[i].rgba) << i;
}

TEST_F(ViewerTest, an_export_changes_nothing_visible) {
  const std::string shot = "skip 7\npicture ";
  after("pause\nseek 0.3\n" + shot + path("before.png") + "\nexport " + path("turn.gif") +
        " 64x48 fps 10 turntable 360\n" + shot + path("after.png") + "\n");
  EXPECT_EQ(differing(picture("before.png"), picture("after.png")), 0u);
}

TEST_F(ViewerTest, a_conversion_lists_its_losses_before_it_writes) {
  const Json state = after("convert " + path("new.x") + "\n");
  EXPECT_EQ(state["messages"][0], "lost: Clip bend: has no room");
  EXPECT_EQ(state["messages"][1], "changed: Frame root: has another index");
  EXPECT_EQ(read_file(path("new.x"))->size(), 5u);
}

TEST_F(ViewerTest, a_lost_context_changes_nothing) {
  const Json state = after("pause\nseek 0.3\nselect Upper\ntoggle skeleton\npicture " + path("before.png") +
                           "\nrenew-context\nrenew-context\npicture " + path("after.png") + "\n");
  EXPECT_EQ(state["time_s"], 0.3);
  EXPECT_EQ(differing(picture("before.png"), picture("after.png")), 0u);
}

TEST_F(ViewerTest, bones_without_a_mesh_are_visible_at_once) {
  scenes_["a.x"].meshes.clear();
  scenes_["a.x"].nodes[2].meshes.clear();
  after("pause\nkey 7\nkey 8\npicture " + path("bones.png") + "\n");
  const Image image = picture("bones.png");
  std::size_t yellow = 0;
  for (std::uint32_t y = 30; y < 700; ++y)
    for (std::uint32_t x = 260; x < 900; ++x) {
      const std::uint8_t* p = image.at(x, y);
      yellow += p[0] > 180 && p[1] > 110 && p[2] < 90;
    }
  EXPECT_GT(yellow, 1000u);
}

TEST_F(ViewerTest, the_window_may_be_small_or_large) {
  for (const char* size : {"200 150", "1900 1100", "640 480"}) {
    const Json state = after(std::string("resize ") + size + "\nwait 0.1\n");
    EXPECT_GT(state["view"]["width"].get<double>(), 30) << size;
  }
}

// A square that grows to twice its width and height: at half the weight, three quarters of its pixels are
// new.
TEST_F(ViewerTest, morph_targets_are_set_by_name_or_number_until_they_are_returned_to_the_clip) {
  Scene scene = test::square();
  Primitive& p = scene.meshes[0].primitives[0];
  p.morphs = {{"shrink", {}, {}}, {"grow", p.positions, {}}};
  for (const Vec3& at : p.positions) p.morphs[0].position_offsets.push_back(at * -0.5f);
  scenes_["a.x"] = scene;
  const Json state = after("toggle grid\nfit\npicture " + path("rest.png") + "\nmorph grow 0.5\npicture " +
                           path("grown.png") + "\nmorph 0 1\nstate " + path("both.json") +
                           "\nmorph clip\npicture " + path("again.png"));
  EXPECT_GT(differing(picture("rest.png"), picture("grown.png")), 5000u);
  EXPECT_EQ(differing(picture("rest.png"), picture("again.png")), 0u);
  std::ifstream both(path("both.json"));
  EXPECT_EQ(Json::parse(both)["state"]["morphs"],
            (Json{{{"name", "grow"}, {"weight", 0.5}}, {{"name", "shrink"}, {"weight", 1.0}}}));
  EXPECT_TRUE(state["state"]["morphs"].empty());
  const auto message = [&](const std::string& line) {
    DesktopViewer viewer(options({"a.x"}));
    const auto run = run_script(viewer, line, "s.txt");
    return run.ok() ? std::string("no error") : to_string(run.error());
  };
  const std::string names = "the morph targets are \"shrink\", \"grow\"";
  EXPECT_THAT(message("morph smile 1\n"),
              HasSubstr("s.txt:1: morph: no morph target is named \"smile\"; " + names));
  EXPECT_THAT(message("morph 2 1\n"), HasSubstr(names));
  EXPECT_THAT(message("morph grow\n"), HasSubstr("expected clip, or a morph target and a weight"));
  scenes_["a.x"] = test::square();
  EXPECT_THAT(message("morph 0 1\n"), HasSubstr("expected a file with morph targets"));
}

TEST_F(ViewerTest, closing_ends_the_script) {
  const Json state = after("pause\nclose\nclip rise\n");
  EXPECT_EQ(state["clip"], "bend");
}

TEST_F(ViewerTest, wrong_lines_of_a_script_are_reported) {
  const auto message = [&](const std::string& script) {
    DesktopViewer viewer(options({"a.x"}));
    const auto run = run_script(viewer, script, "s.txt");
    return run.ok() ? std::string("no error") : to_string(run.error());
  };
  EXPECT_THAT(message("\n# nothing\ndance\n"),
              AllOf(HasSubstr("s.txt:3: dance: \"dance\" is not known; expected answer, backward, camera"),
                    HasSubstr("; or input: key, type, click"), HasSubstr("docs/viewer.md, \"Scripts\"")));
  EXPECT_THAT(message("click 5\n"), HasSubstr("s.txt:1: click: \"5\"; expected 2 numbers"));
  EXPECT_THAT(message("key hyper+a\n"), HasSubstr("is not a modifier; expected ctrl, shift or alt"));
  EXPECT_THAT(message("key any\n"), HasSubstr("\"any\" is not a key; expected a letter"));
  for (const char* sign : {"+", "-", "plus", "minus", "shift++"})
    EXPECT_EQ(message("key " + std::string(sign) + "\n"), "no error") << sign;
  EXPECT_THAT(message("clip stroll\n"), HasSubstr("s.txt:1: clip: "));
  EXPECT_THAT(message("toggle hat\n"), HasSubstr("\"hat\" is not known; expected skeleton, names"));
  EXPECT_THAT(message("shading dark\n"), HasSubstr("expected lit, unlit or weights"));
  EXPECT_THAT(message("speed 20\n"), HasSubstr("expected 0.01 to 10"));
  EXPECT_THAT(message("loop twice\n"), HasSubstr("expected once, loop or pingpong"));
  EXPECT_THAT(message("select Hat\n"), HasSubstr("expected the name of a frame"));
  EXPECT_THAT(message("select upper\n"), HasSubstr("or # and its number; did you mean \"Upper\"?"));
  EXPECT_THAT(message("seek now\n"), HasSubstr("expected seconds, start or end"));
  EXPECT_THAT(message("track 1\n"), HasSubstr("expected a track from 0 to 15"));
  EXPECT_THAT(message("track 0 size 3\n"),
              HasSubstr("\"size\" is not known; expected clip, weight (0 or more), "
                        "speed, position, enabled, priority, additive or mask"));
  EXPECT_THAT(message("track 0 additive 1\n"), HasSubstr("\"1\" is not known; expected on or off"));
  EXPECT_THAT(message("track 0 mask Hat\n"),
              HasSubstr("\"Hat\" is not known; expected the name of a frame, or none"));
  EXPECT_THAT(message("fade 0 1 0.5\n"), HasSubstr("expected track, weight and seconds, while tracks play"));
  EXPECT_THAT(message("mix on\nfade 2 1 0.5\n"),
              HasSubstr("expected track, weight and seconds, while tracks play"));
  EXPECT_THAT(message("crossfade rise\n"), HasSubstr("\"rise\" is not known; expected a clip and seconds"));
  EXPECT_THAT(message("crossfade stroll 1\n"), HasSubstr("s.txt:1: crossfade: "));
  EXPECT_THAT(message("compare hats\n"), HasSubstr("expected nothing, compiled, clip NAME"));
  EXPECT_THAT(message("export a.txt\n"), HasSubstr("expected a name that ends in .png"));
  EXPECT_THAT(message("export a.gif loud\n"), HasSubstr("\"loud\" is not known here; expected 640x480"));
  EXPECT_THAT(message("export a.png fps 3\n"), HasSubstr("contains one image; a video needs .webp"));
  EXPECT_THAT(message("convert a.obj\n"), HasSubstr("cannot be written; expected a name that ends in .x"));
  EXPECT_THAT(message("tab 9\n"),
              HasSubstr("expected view, select, tracks, compare, export, report, matrix, graph, check"));
  EXPECT_THAT(message("resize 0 5\n"), HasSubstr("expected a size in pixels"));
  EXPECT_THAT(message("resize 1e300 5\n"), HasSubstr("at most 16384 each way"));
  EXPECT_THAT(message("wait 1e300\n"), HasSubstr("s.txt:1: wait: \"1e300\"; expected seconds, 0 to 3600"));
}

TEST_F(ViewerTest, layout_and_recent_files_are_remembered) {
  const std::string config_file = path("config/skelter/viewer.json");
  {
    DesktopViewer viewer(options({"a.x", "b.x"}), {config_file, {}});
    ASSERT_TRUE(run_script(viewer, "key f2\ntab compare\n", "s").ok());
    ASSERT_TRUE(viewer.save_config().ok());
  }
  DesktopViewer viewer(options({}), {config_file, {}});
  ASSERT_TRUE(run_script(viewer, "wait 0.1\n", "s").ok());
  const Json state = Json::parse(viewer.viewer().report());
  EXPECT_EQ(state["state"]["panels"]["browser"], false);
  EXPECT_EQ(state["state"]["panels"]["tab"], 3);
  const auto kept = read_file(config_file);
  ASSERT_TRUE(kept.ok());
  const Json config = Json::parse(reinterpret_cast<const char*>(kept->data()),
                                  reinterpret_cast<const char*>(kept->data() + kept->size()));
  EXPECT_EQ(config["recent"], (Json{path("b.x"), path("a.x")}));
}

TEST_F(ViewerTest, a_broken_config_file_is_ignored) {
  touch("config.json", "{ \"panels\": { \"browser\": 7 }, \"recent\": 3");
  DesktopViewer viewer(options({"a.x"}), {path("config.json"), {}});
  EXPECT_TRUE(run_script(viewer, "wait 0.1\n", "s").ok());
  EXPECT_EQ(viewer.viewer().state().panels.browser, true);
}

}  // namespace
}  // namespace skelter

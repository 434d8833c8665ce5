// `skelter view` as users run it: scripts, state files, and a real window with real keys and a real mouse.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "cli/window_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

TEST(View, a_script_drives_it_and_the_state_file_reports_it) {
  CommandFolder folder;
  folder.write(
      "play.txt",
      "pause\nclip wave\nseek 0.5\ntoggle skeleton\nselect head\nscreenshot head.png\nstate middle.json\n");
  const Ran ran = folder.run({"view", asset("mannequin.x"), "--script", "play.txt", "--state", "end.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* name : {"middle.json", "end.json"}) {
    const cli::Json state = cli::Json::parse(folder.read(name));
    EXPECT_EQ(state["clip"], "wave");
    EXPECT_EQ(state["time_s"], 0.5);
    EXPECT_EQ(state["selected"]["joint"], "head");
    EXPECT_EQ(state["state"]["shown"]["skeleton"], true);
    EXPECT_GT(state["costs"]["read_ms"], 0);
    EXPECT_GT(state["costs"]["first_frame_ms"], 0);
    EXPECT_FALSE(state.contains("window"));
  }
  const auto image = decode_image_file(folder.path("head.png"));
  ASSERT_TRUE(image.ok()) << to_string(image.error());
  EXPECT_GT(image->width, 500u);
}

TEST(View, its_conversions_equal_those_of_the_command) {
  CommandFolder folder;
  folder.write("bend.x", kBendFile);
  std::string script;
  const std::vector<std::string> names{"new.glb", "new.gltf", "new.x"};
  for (const std::string& name : names) script += "convert viewed_" + name + "\n";
  folder.write("convert.txt", script);
  const Ran ran = folder.run({"view", "bend.x", "--script", "convert.txt"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const std::string& name : names) {
    ASSERT_TRUE(folder.has("viewed_" + name)) << name;
    const std::string viewed = folder.read("viewed_" + name);
    const Ran converted = folder.run({"convert", "bend.x", "viewed_" + name, "--force"});
    ASSERT_EQ(converted.code, 0) << converted.err;
    EXPECT_EQ(viewed, folder.read("viewed_" + name)) << name;
  }
}

TEST(View, a_missing_file_is_reported_the_others_are_shown_and_the_exit_code_is_1) {
  CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("nothing.txt", "wait 0.1\n");
  const Ran ran =
      folder.run({"view", "bend.x", "missing.x", "--script", "nothing.txt", "--state", "end.json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("missing.x"));
  const cli::Json state = cli::Json::parse(folder.read("end.json"));
  EXPECT_EQ(state["clip"], "bend");
  EXPECT_THAT(state["messages"][0].get<std::string>(), HasSubstr("missing.x"));
}

TEST(View, a_script_ends_with_1_where_a_file_or_a_line_fails) {
  CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("broken.glb", "glTF");
  folder.write("nothing.txt", "wait 0.1\n");
  folder.write("opens.txt", "open missing.x\n");
  for (const char* file : {"missing.x", "broken.glb"}) {
    const Ran ran = folder.run({"view", file, "--script", "nothing.txt"});
    EXPECT_EQ(ran.code, 1) << file;
    EXPECT_THAT(ran.err, HasSubstr(file));
  }
  const Ran ran = folder.run({"view", "bend.x", "--script", "opens.txt"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("missing.x"));
}

TEST(View, a_wrong_script_is_a_usage_error_with_its_line) {
  CommandFolder folder;
  folder.write("play.txt", "pause\ndance\n");
  const Ran ran = folder.run({"view", asset("mannequin.x"), "--script", "play.txt"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err,
              HasSubstr("play.txt:2: dance: \"dance\" is not known; expected answer, backward, camera"));
}

TEST(View, without_a_display_it_reports_that) {
  CommandFolder folder;
  const Ran ran = folder.run({"view", asset("mannequin.x")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("window"));
}

TEST(View, a_missing_file_is_reported_before_the_missing_display) {
  CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("broken.glb", "glTF");
  const Ran alone = folder.run({"view", "gone.glb"});
  EXPECT_EQ(alone.code, 1);
  EXPECT_TRUE(alone.err.starts_with("gone.glb: no such file\nwindow: ")) << alone.err;
  const Ran second = folder.run({"view", "bend.x", "gone.glb"});
  EXPECT_EQ(second.code, 1);
  EXPECT_TRUE(second.err.starts_with("gone.glb: no such file\nwindow: ")) << second.err;
  const Ran broken = folder.run({"view", "broken.glb"});
  EXPECT_EQ(broken.code, 1);
  EXPECT_TRUE(broken.err.starts_with("broken.glb: ")) << broken.err;
  const Ran bench = folder.run({"view", "gone.glb", "--bench"});
  EXPECT_EQ(bench.code, 1);
  EXPECT_EQ(bench.err, "gone.glb: no such file\n");
}

TEST(View, plays_the_named_clip) {
  CommandFolder folder;
  folder.write("none.txt", "pause\n");
  const Ran ran = folder.run({"view", asset("mannequin.x"), "--clip", "run", "--script", "none.txt",
                              "--state", "end.json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(cli::Json::parse(folder.read("end.json"))["clip"], "run");
}

TEST(View, bench_prints_the_cost_of_every_stage) {
  CommandFolder folder;
  const Ran ran = folder.run({"view", asset("mannequin.x"), "--bench"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* stage :
       {"start to first frame", "reading", "textures", "shaders", "upload", "pose", "drawing", "panels"})
    EXPECT_THAT(ran.out, HasSubstr(stage));
}

// Compares an image with one that was reviewed. A few colours may differ, because drivers round differently.
void expect_looks_like(const std::string& file, const std::string& kept) {
  SCOPED_TRACE(kept);
  const auto image = decode_image_file(file);
  const auto reference = decode_image_file(std::string(SKELTER_SOURCE_DIR "/tests/data/pictures/") + kept);
  ASSERT_TRUE(image.ok() && reference.ok());
  ASSERT_EQ(image->width, reference->width);
  ASSERT_EQ(image->height, reference->height);
  double sum = 0;
  std::size_t far = 0;
  for (std::uint32_t y = 0; y < image->height; ++y)
    for (std::uint32_t x = 0; x < image->width; ++x) {
      int largest = 0;
      for (int c = 0; c < 3; ++c) {
        const int off = std::abs(int{image->at(x, y)[c]} - int{reference->at(x, y)[c]});
        sum += off;
        largest = std::max(largest, off);
      }
      far += largest > 64 ? 1 : 0;
    }
  const double pixels = double{1} * image->width * image->height;
  EXPECT_LT(sum / (3 * pixels), 5) << "of 255, in the mean";
  EXPECT_LT(static_cast<double>(far) / pixels, 0.01) << "of the pixels";
}

TEST(View, images_match_the_reviewed_ones) {
  CommandFolder folder;
  folder.write(
      "look.txt",
      "pause\nclip walk\nseek 0.3\nresize 640 400\nselect spine3\nshading weights\npicture window.png\n"
      "export weights.png 160x200\nshading lit\ntoggle skeleton\nfit\nexport walk.png 160x200\n");
  const Ran ran = folder.run({"view", asset("mannequin.x"), "--script", "look.txt"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const std::string name : {"window.png", "weights.png", "walk.png"})
    expect_looks_like(folder.path(name), "viewer-" + name);
}

// --- a window --------------------------------------------------------------------------------------------

class ViewWindow : public WindowTest {
 protected:
  Ran play(const std::string& actions) {
    return WindowTest::play("Skelter", "view '" + asset("mannequin.x") + "'", actions + "quit ctrl+q\n");
  }
};

TEST_F(ViewWindow, real_keys_play_scrub_and_switch) {
  const Ran ran = play(
      "press space\nshot a.png\npress 1\npress 4\npress Page_Down\nshot b.png\n"
      "at 640 765\nbutton_down\nat 955 765\nbutton_up\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const cli::Json end = state();
  EXPECT_EQ(end["clip"], "run");
  EXPECT_EQ(end["state"]["timeline"]["playing"], false);
  EXPECT_EQ(end["state"]["shown"]["skeleton"], true);
  EXPECT_EQ(end["state"]["shown"]["wireframe"], true);
  EXPECT_NEAR(end["time_s"].get<double>() / end["duration_s"].get<double>(), 0.75, 0.01);
  EXPECT_NE(shot("a.png"), shot("b.png"));
}

TEST_F(ViewWindow, the_mouse_turns_clicks_and_the_window_is_resized_and_closed) {
  const Ran ran = play(
      "press space\nat 500 300\nbutton_down\nat 560 300\nat 600 300\nbutton_up\n"
      "counted buttons_up 1 xdotool mousemove --window $W 100 185 click 1 mousemove --window $W 640 300\n"
      "resize 1000 700\nshot small.png\npress question\nshot help.png\npress Escape\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const cli::Json end = state();
  EXPECT_NE(end["state"]["camera"]["azimuth_deg"], 25);
  EXPECT_EQ(end["clip"], "run") << "the second row of the list";
  EXPECT_EQ(end["window"]["width"], 1000);
  EXPECT_EQ(shot("small.png").width, 1000u);
  EXPECT_EQ(shot("small.png").height, 700u);
  EXPECT_NE(shot("small.png"), shot("help.png")) << "? shows the keys";
  EXPECT_TRUE(folder_.has("config/skelter/viewer.json"));
}

// The pause would be long enough for a hundred frames, or fewer on a slow machine. None may be drawn. The
// mouse and a changed file end the rest.
TEST_F(ViewWindow, paused_draws_nothing_until_something_happens) {
  const Ran ran = play(
      "press space\nrests\nF=$(value frames)\nsleep 2\nis frames $F || fail 'frames were drawn'\n"
      "shot a.png\nat 640 300\nrests\n[ $(value frames) -lt $((F + 40)) ] || fail 'it does not rest again'\n"
      "press space\nframes 60\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(state()["state"]["timeline"]["playing"], true);
}

TEST_F(ViewWindow, an_idle_window_reads_a_changed_file) {
  folder_.shell("cp '" + asset("tower.x") + "' mine.x");
  const Ran ran = WindowTest::play("mine.x", "view mine.x",
                                   "press space\nrests\ncp '" + asset("mannequin.x") +
                                       "' mine.x\nuntil_ok 'the new file' grep -q pelvis state.json\n"
                                       "rests\nquit ctrl+q\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

// Clicks the eye icon of the pelvis, the exposure slider, the Check tab, its button, and the first row below
// the button.
TEST_F(ViewWindow, clicks_hide_a_frame_change_the_light_and_go_to_a_finding) {
  const Ran ran = play(
      "press space\nat 21 565\nclick 1\nat 1100 341\nclick 1\nat 1208 86\nclick 1\nat 945 115\nclick 1\n"
      "until_ok findings grep -q loop-seam state.json\nat 1000 211\nclick 1\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const cli::Json end = state();
  ASSERT_EQ(end["state"]["hidden"].size(), 1u);
  EXPECT_EQ(end["nodes"][end["state"]["hidden"][0].get<std::size_t>()]["name"], "pelvis");
  EXPECT_GT(end["state"]["light"]["exposure"], 1);
  EXPECT_EQ(end["clip"], "sit");
  EXPECT_EQ(end["time_s"], 2);
  EXPECT_EQ(end["selected"]["joint"], "left_hip");
}

}  // namespace
}  // namespace skelter::test

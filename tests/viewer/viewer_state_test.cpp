#include "viewer/state/internal/viewer_state.h"

#include <gtest/gtest.h>

#include "viewer/state/state_json.h"

namespace skelter {
namespace {

ViewerState unusual_state() {
  ViewerState s;
  s.files = {"a b.x", "\xC3\xA9.x"};
  s.active_file = 1;
  s.clip = 3;
  s.up = UpAxis::minus_z;
  s.ticks_per_second = 24;
  s.timeline = {0.1, false, true, 0.37, Loop::pingpong, 1.0 / 3, 2.5};
  s.camera = {{1.1, -2.2, 1e-9}, 12.5, -170, 89.5, 55, true};
  s.file_camera = 2;
  s.shown = {false, true, true, true, true, true, true, false, false, true, Shading::weights};
  s.selection = {7, true, VertexLocation{1, 2, 3, 4}};
  s.mix = {{0.25, 12.5, {{1, false, 0.5, -1, 0.75, true, true, 9, WeightFade{0.1, 2, 12, 1.5, true}}, {}}},
           true};
  s.compare = {CompareWith::file, 4, 1, true};
  s.matrix = {"scale(2) * (", {1e-9, -2, 1.0 / 3}, true, true};
  s.panels = {false, true, false, true, 3, 201, 333};
  s.morphs = {{"smile", 0.5}, {"blink", 0.1}};
  s.shown.file_lights = true;
  s.light = {2.5, 0.1, 1.0 / 3, -120, 33.3};
  s.hidden = {4, 0};
  return s;
}

TEST(ViewerState, is_restored_unchanged) {
  const ViewerState state = unusual_state();
  const std::string text = to_json_text(state);
  const auto back = viewer_state_from_json(text);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  EXPECT_EQ(*back, state);
  EXPECT_EQ(to_json_text(*back), text);
}

// Found by the fuzzer: a file name or an expression in Latin-1 terminated the viewer when the view was saved.
TEST(ViewerState, text_that_is_not_utf8_is_saved_with_replacement_characters) {
  ViewerState state;
  state.files = {"caf\xE9.x"};
  state.matrix.expression = "rotate_\xCC(1)";
  const auto back = viewer_state_from_json(to_json_text(state));
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  EXPECT_EQ(back->files, (std::vector<std::string>{"caf\xEF\xBF\xBD.x"}));
  EXPECT_EQ(back->matrix.expression, "rotate_\xEF\xBF\xBD(1)");
  ViewerConfig config;
  config.recent = state.files;
  EXPECT_NE(to_json_text(config).find("caf\xEF\xBF\xBD.x"), std::string::npos);
}

TEST(ViewerState, missing_members_keep_their_defaults) {
  const auto state = viewer_state_from_json(R"({"clip": 2, "timeline": {"speed": 2}})");
  ASSERT_TRUE(state.ok());
  ViewerState expected;
  expected.clip = 2;
  expected.timeline.speed = 2;
  EXPECT_EQ(*state, expected);
}

TEST(ViewerState, errors_are_reported_with_their_location) {
  const auto message = [](const char* text) {
    const auto state = viewer_state_from_json(text, "v.json");
    return state.ok() ? std::string("no error") : to_string(state.error());
  };
  EXPECT_EQ(message("[]"), "v.json: a list; expected an object");
  EXPECT_EQ(
      message("{\n\"clip\" 1}"),
      "v.json:2: syntax error while parsing object separator - unexpected number literal; expected ':'");
  EXPECT_EQ(message(R"({"clip": 1, "clip": 2})"),
            "v.json:1: /clip: the key \"clip\" appears twice in one object");
  EXPECT_EQ(message(R"({"clip": "walk"})"),
            "v.json: /clip: a string; expected an integer from 0 to 4294967294");
  EXPECT_EQ(message(R"({"clip": -1})"), "v.json: /clip: -1; expected an integer from 0 to 4294967294");
  EXPECT_EQ(message(R"({"timeline": {"speed": 50}})"), "v.json: /timeline/speed: 50; expected 0.01 to 10");
  EXPECT_EQ(message(R"({"timeline": {"playing": 1}})"),
            "v.json: /timeline/playing: a number; expected true or false");
  EXPECT_EQ(message(R"({"timeline": {"loop": "back"}})"),
            "v.json: /timeline/loop: \"back\"; expected one of once, loop, pingpong");
  EXPECT_EQ(message(R"({"timeline": {"time_s": "now"}})"),
            "v.json: /timeline/time_s: a string; expected a number");
  EXPECT_EQ(message(R"({"camera": {"target": [1, 2]}})"), "v.json: /camera/target: 2 numbers; expected 3");
  EXPECT_EQ(message(R"({"camera": {"distance": 0}})"),
            "v.json: /camera/distance: 0; expected a number above 0");
  EXPECT_EQ(message(R"({"camera": {"elevation_deg": 91}})"),
            "v.json: /camera/elevation_deg: 91; expected -90 to 90");
  EXPECT_EQ(message(R"({"camera": {"fov_y_deg": 180}})"),
            "v.json: /camera/fov_y_deg: 180; expected more than 0, less than 180");
  EXPECT_EQ(message(R"({"camera": 5})"), "v.json: /camera: a number; expected an object");
  EXPECT_EQ(message(R"({"matrix": {"point": [1, 2]}})"), "v.json: /matrix/point: 2 numbers; expected 3");
  EXPECT_EQ(message(R"({"files": "a.x"})"), "v.json: /files: a string; expected a list");
  EXPECT_EQ(message(R"({"files": [1]})"), "v.json: /files/0: a number; expected a string");
  EXPECT_EQ(message(R"({"mix": {"tracks": [{"weight": -1}]}})"),
            "v.json: /mix/tracks/0/weight: -1; expected 0 or more");
  EXPECT_EQ(message(R"({"mix": {"tracks": [{"fade": {"to": -1}}]}})"),
            "v.json: /mix/tracks/0/fade/to: -1; expected 0 or more");
}

}  // namespace
}  // namespace skelter

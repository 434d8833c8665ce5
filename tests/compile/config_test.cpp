#include "skelter/compile/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/system/file.h"
#include "support/blend_example.h"

namespace skelter::test {
namespace {

// Nodes Base, Arm and Hand; clips "swing" (1 s), "wave" (0.6 s) and an unnamed one (1 s).
Scene scene_with_three_clips() {
  Scene scene = blend_example();
  scene.clips.push_back(scene.clips[0]);
  scene.clips[2].name.reset();
  return scene;
}

Result<CompileSettings> read(std::string_view json) {
  return read_compile_settings(json, "a.json", scene_with_three_clips());
}

TEST(Config, empty_configuration_gives_the_defaults) {
  const auto settings = read("{}");
  ASSERT_TRUE(settings.ok()) << to_string(settings.error());
  EXPECT_TRUE(settings->masks.empty());
  EXPECT_TRUE(settings->lods.empty());
  EXPECT_EQ(settings->max_influences, 8u);
  ASSERT_EQ(settings->clips.size(), 3u);
  for (const ClipSettings& clip : settings->clips) {
    EXPECT_EQ(clip.error_bound, 0);
    EXPECT_EQ(clip.shell_distance, 0);
    EXPECT_EQ(clip.sample_rate_hz, 0);
    EXPECT_FALSE(clip.loop.has_value());
    EXPECT_TRUE(clip.events.empty());
    EXPECT_FALSE(clip.root_motion.has_value());
    EXPECT_FALSE(clip.additive);
  }
}

TEST(Config, every_setting_takes_effect) {
  const auto settings = read(R"({
    // A comment.
    "skeleton": {
      "masks": [
        {"name": "hand", "base_weight": 0.25, "entries": [{"joint": "Hand", "weight": 0.5, "subtree": false}]},
        {"name": "arm", "entries": [{"joint": "Arm"}]}
      ],
      "lods": [{"dropped_subtrees": ["Hand"]}, {"dropped_subtrees": ["Arm"]}],
      "error_bound": 0.002, "shell_distance": 0.5, "max_influences": 4
    },
    "clips": {
      "swing": {
        "events": [{"name": "down", "time_s": 0.25}, {"name": "up", "time_s": 1}],
        "root_motion": {"joint": "Arm", "translation": "zy", "rotation": "y"},
        "loop": true, "sample_rate_hz": 24
      },
      "wave": {"additive_reference": {"clip": "swing", "time_s": 0.5}, "root_motion": {"joint": "Base"}},
      "#2": {"additive_reference": "rest", "loop": false}
    }
  })");
  ASSERT_TRUE(settings.ok()) << to_string(settings.error());
  ASSERT_EQ(settings->masks.size(), 2u);
  const MaskSettings& hand = settings->masks[0];
  EXPECT_EQ(hand.name, "hand");
  EXPECT_EQ(hand.base_weight, 0.25f);
  ASSERT_EQ(hand.entries.size(), 1u);
  EXPECT_EQ(hand.entries[0].joint, "Hand");
  EXPECT_EQ(hand.entries[0].weight, 0.5f);
  EXPECT_FALSE(hand.entries[0].subtree);
  const MaskSettings& arm = settings->masks[1];
  EXPECT_EQ(arm.base_weight, 0);
  EXPECT_EQ(arm.entries[0].weight, 1);
  EXPECT_TRUE(arm.entries[0].subtree);
  ASSERT_EQ(settings->lods.size(), 2u);
  EXPECT_EQ(settings->lods[1], std::vector<std::string>{"Arm"});
  EXPECT_EQ(settings->max_influences, 4u);
  ASSERT_EQ(settings->clips.size(), 3u);
  for (const ClipSettings& clip : settings->clips) {
    EXPECT_EQ(clip.error_bound, 0.002);
    EXPECT_EQ(clip.shell_distance, 0.5);
  }

  const ClipSettings& swing = settings->clips[0];
  ASSERT_EQ(swing.events.size(), 2u);
  EXPECT_EQ(swing.events[0].name, "down");
  EXPECT_EQ(swing.events[0].time_s, 0.25);
  EXPECT_EQ(swing.events[1].time_s, 1);
  ASSERT_TRUE(swing.root_motion.has_value());
  EXPECT_EQ(swing.root_motion->joint, "Arm");
  EXPECT_FALSE(swing.root_motion->translation_x);
  EXPECT_TRUE(swing.root_motion->translation_y);
  EXPECT_TRUE(swing.root_motion->translation_z);
  EXPECT_TRUE(swing.root_motion->rotation_y);
  EXPECT_EQ(swing.loop, std::optional<bool>(true));
  EXPECT_EQ(swing.sample_rate_hz, 24);

  const ClipSettings& wave = settings->clips[1];
  ASSERT_TRUE(wave.additive);
  EXPECT_EQ(wave.additive_from, 0u);
  EXPECT_EQ(wave.additive_from_s, 0.5);
  EXPECT_TRUE(wave.root_motion->translation_x);  // along the ground by default
  EXPECT_FALSE(wave.root_motion->translation_y);
  EXPECT_TRUE(wave.root_motion->translation_z);
  EXPECT_FALSE(wave.root_motion->rotation_y);

  const ClipSettings& unnamed = settings->clips[2];
  ASSERT_TRUE(unnamed.additive);
  EXPECT_EQ(unnamed.additive_from, kNone);
  EXPECT_EQ(unnamed.loop, std::optional<bool>(false));
}

TEST(Config, star_applies_to_all_clips_and_their_own_entries_win) {
  const auto settings = read(R"({"clips": {
    "wave": {"sample_rate_hz": 60, "events": []},
    "*": {"sample_rate_hz": 30, "loop": true, "events": [{"name": "start", "time_s": 0}]}}})");
  ASSERT_TRUE(settings.ok()) << to_string(settings.error());
  EXPECT_EQ(settings->clips[0].sample_rate_hz, 30);
  EXPECT_EQ(settings->clips[1].sample_rate_hz, 60);
  EXPECT_EQ(settings->clips[2].sample_rate_hz, 30);
  EXPECT_EQ(settings->clips[1].loop, std::optional<bool>(true));
  EXPECT_EQ(settings->clips[0].events.size(), 1u);
  EXPECT_TRUE(settings->clips[1].events.empty());
}

struct Wrong {
  const char* json;
  const char* message;  // the complete printed form
};

TEST(Config, every_mistake_is_reported_with_its_location) {
  const Wrong table[] = {
      {"[]", "a.json: a list; expected an object"},
      {R"({"clip": {}})", "a.json: /clip: unknown key; expected skeleton, clips, graphs; nearest: clips"},
      {R"({"skeleton": 1})", "a.json: /skeleton: a number; expected an object"},
      {R"({"skeleton": {"mask": []}})",
       "a.json: /skeleton/mask: unknown key; expected masks, lods, error_bound, shell_distance, "
       "max_influences; nearest: masks"},
      {R"({"skeleton": {"masks": {}}})", "a.json: /skeleton/masks: an object; expected a list"},
      {R"({"skeleton": {"masks": [{}]}})", "a.json: /skeleton/masks/0: has no \"name\"; expected one"},
      {R"({"skeleton": {"masks": [{"name": "a", "joints": []}]}})",
       "a.json: /skeleton/masks/0/joints: unknown key; expected name, base_weight, entries; nearest: name"},
      {R"({"skeleton": {"masks": [{"name": "a"}, {"name": "a"}]}})",
       "a.json: /skeleton/masks/1/name: \"a\" is the name of another mask"},
      {R"({"skeleton": {"masks": [{"name": "a", "base_weight": 1.5}]}})",
       "a.json: /skeleton/masks/0/base_weight: 1.5; expected 0 to 1"},
      {R"({"skeleton": {"masks": [{"name": "a", "base_weight": "all"}]}})",
       "a.json: /skeleton/masks/0/base_weight: a string; expected a number"},
      {R"({"skeleton": {"masks": [{"name": "a", "entries": [{"weight": 1}]}]}})",
       "a.json: /skeleton/masks/0/entries/0: has no \"joint\"; expected one"},
      {R"({"skeleton": {"masks": [{"name": "a", "entries": [{"joint": "Leg"}]}]}})",
       "a.json: /skeleton/masks/0/entries/0/joint: no node is named \"Leg\"; the nodes are \"Base\", "
       "\"Arm\", "
       "\"Hand\""},
      {R"({"skeleton": {"masks": [{"name": "a", "entries": [{"bone": "Arm"}]}]}})",
       "a.json: /skeleton/masks/0/entries/0/bone: unknown key; expected joint, weight, subtree; nearest: "
       "joint"},
      {R"({"skeleton": {"lods": [{}]}})",
       "a.json: /skeleton/lods/0: has no \"dropped_subtrees\"; expected one"},
      {R"({"skeleton": {"lods": [{"dropped_subtrees": [7]}]}})",
       "a.json: /skeleton/lods/0/dropped_subtrees/0: a number; expected a string"},
      {R"({"skeleton": {"lods": [{"dropped": []}]}})",
       "a.json: /skeleton/lods/0/dropped: unknown key; expected dropped_subtrees"},
      {R"({"skeleton": {"error_bound": 0}})", "a.json: /skeleton/error_bound: 0; expected a number above 0"},
      {R"({"skeleton": {"error_bound": 1e-320}})",
       "a.json: /skeleton/error_bound: 1e-320; expected a number above 0 that a float can hold, 1.2e-38 to "
       "3.4e+38"},
      {R"({"skeleton": {"error_bound": 3.5e38}})",
       "a.json: /skeleton/error_bound: 3.5e+38; expected a number above 0 that a float can hold, 1.2e-38 to "
       "3.4e+38"},
      {R"({"skeleton": {"shell_distance": 1e300}})",
       "a.json: /skeleton/shell_distance: 1e+300; expected a number above 0 that a float can hold, 1.2e-38 "
       "to "
       "3.4e+38"},
      {R"({"skeleton": {"shell_distance": null}})",
       "a.json: /skeleton/shell_distance: null; expected a number above 0"},
      {R"({"skeleton": {"max_influences": 9}})",
       "a.json: /skeleton/max_influences: 9; expected an integer from 1 to 8"},
      {R"({"skeleton": {"max_influences": 2.5}})",
       "a.json: /skeleton/max_influences: 2.5; expected an integer from 1 to 8"},
      {R"({"skeleton": {"max_influences": "four"}})",
       "a.json: /skeleton/max_influences: a string; expected an integer from 1 to 8"},
      {R"({"clips": []})", "a.json: /clips: a list; expected an object"},
      {R"({"clips": {"run": {}}})",
       "a.json: /clips/run: no clip is named \"run\"; the clips are \"swing\", \"wave\", \"#2\""},
      {R"({"clips": {"a/b~c": {}}})",
       "a.json: /clips/a~1b~0c: no clip is named \"a/b~c\"; the clips are \"swing\", \"wave\", \"#2\""},
      {R"({"clips": {"swing": {}, "#0": {}}})",
       "a.json: /clips/#0: refers to the same clip as \"swing\"; use one entry"},
      {R"({"clips": {"swing": {"event": []}}})",
       "a.json: /clips/swing/event: unknown key; expected events, root_motion, additive_reference, loop, "
       "sample_rate_hz; nearest: events"},
      {R"({"clips": {"swing": {"events": [{"time_s": 0}]}}})",
       "a.json: /clips/swing/events/0: has no \"name\"; expected one"},
      {R"({"clips": {"swing": {"events": [{"name": "a"}]}}})",
       "a.json: /clips/swing/events/0: has no \"time_s\"; expected one"},
      {R"({"clips": {"swing": {"events": [{"name": "a", "time": 0}]}}})",
       "a.json: /clips/swing/events/0/time: unknown key; expected name, time_s; nearest: name"},
      {R"({"clips": {"wave": {"events": [{"name": "a", "time_s": 0}, {"name": "b", "time_s": 3.0}]}}})",
       "a.json: /clips/wave/events/1/time_s: 3 is after the clip's end; expected 0 to 0.6"},
      {R"({"clips": {"wave": {"events": [{"name": "a", "time_s": -0.5}]}}})",
       "a.json: /clips/wave/events/0/time_s: -0.5 is before the clip's start; expected 0 to 0.6"},
      {R"({"clips": {"*": {"events": [{"name": "a", "time_s": 0.9}]}}})",
       "a.json: /clips/*/events/0/time_s: 0.9 is after the clip's end; expected 0 to 0.6"},
      {R"({"clips": {"wave": {"root_motion": {}}}})",
       "a.json: /clips/wave/root_motion: has no \"joint\"; expected one"},
      {R"({"clips": {"wave": {"root_motion": {"joint": "Base", "axes": "x"}}}})",
       "a.json: /clips/wave/root_motion/axes: unknown key; expected joint, translation, rotation; nearest: "
       "joint"},
      {R"({"clips": {"wave": {"root_motion": {"joint": "Base", "translation": "xx"}}}})",
       "a.json: /clips/wave/root_motion/translation: \"xx\"; expected some of x, y and z, each once"},
      {R"({"clips": {"wave": {"root_motion": {"joint": "Base", "translation": "xw"}}}})",
       "a.json: /clips/wave/root_motion/translation: \"xw\"; expected some of x, y and z, each once"},
      {R"({"clips": {"wave": {"root_motion": {"joint": "Base", "rotation": "x"}}}})",
       "a.json: /clips/wave/root_motion/rotation: \"x\"; expected \"y\" or \"\""},
      {R"({"clips": {"wave": {"additive_reference": "bind"}}})",
       "a.json: /clips/wave/additive_reference: \"bind\"; expected \"rest\" or an object with clip and "
       "time_s"},
      {R"({"clips": {"wave": {"additive_reference": {}}}})",
       "a.json: /clips/wave/additive_reference: has no \"clip\"; expected one"},
      {R"({"clips": {"wave": {"additive_reference": {"clip": "run"}}}})",
       "a.json: /clips/wave/additive_reference/clip: no clip is named \"run\"; the clips are \"swing\", "
       "\"wave\", \"#2\""},
      {R"({"clips": {"wave": {"additive_reference": {"clip": "swing", "time_s": 1.5}}}})",
       "a.json: /clips/wave/additive_reference/time_s: 1.5 is after the clip's end; expected 0 to 1"},
      {R"({"clips": {"wave": {"additive_reference": {"time": 1}}}})",
       "a.json: /clips/wave/additive_reference/time: unknown key; expected clip, time_s; nearest: time_s"},
      {R"({"clips": {"wave": {"loop": "yes"}}})",
       "a.json: /clips/wave/loop: a string; expected true or false"},
      {R"({"clips": {"wave": {"sample_rate_hz": 0}}})",
       "a.json: /clips/wave/sample_rate_hz: 0; expected 1 to 1000"},
      {R"({"clips": {}, "clips": {}})", "a.json:1: /clips: the key \"clips\" appears twice in one object"},
      {R"({"skeleton": {"error_bound": 1e999}})",
       "a.json:1: number overflow parsing '1e999'; expected a number that a double can hold"},
  };
  for (const Wrong& wrong : table) {
    const auto settings = read(wrong.json);
    ASSERT_FALSE(settings.ok()) << wrong.json;
    EXPECT_EQ(to_string(settings.error()), wrong.message);
    EXPECT_EQ(settings.error().status, Status::bad_data);
  }
}

TEST(Config, text_that_is_not_json_is_reported_with_its_line) {
  const auto settings = read("{\n  \"clips\": {\n    \"wave\" {}\n  }\n}\n");
  ASSERT_FALSE(settings.ok());
  EXPECT_THAT(to_string(settings.error()), ::testing::StartsWith("a.json:3: syntax error"));
  EXPECT_THAT(to_string(settings.error()), ::testing::HasSubstr("expected ':'"));
}

TEST(Config, scene_without_node_names_is_reported) {
  Scene scene = blend_example();
  for (Node& node : scene.nodes) node.name.clear();
  const auto settings =
      read_compile_settings(R"({"skeleton": {"lods": [{"dropped_subtrees": ["A"]}]}})", "a.json", scene);
  ASSERT_FALSE(settings.ok());
  EXPECT_THAT(settings.error().message, ::testing::HasSubstr("no node has a name"));
}

// --- shipped configurations ------------------------------------------------------------------------------

std::string text_of(const std::string& name) {
  const auto bytes = read_file(std::string(SKELTER_SOURCE_DIR "/") + name);
  EXPECT_TRUE(bytes.ok()) << to_string(bytes.error());
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
}

Scene mannequin() {
  auto scene = read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x");
  EXPECT_TRUE(scene.ok()) << to_string(scene.error());
  return scene ? std::move(*scene) : Scene();
}

TEST(Config, reference_in_the_document_is_valid_and_names_every_key) {
  const std::string document = text_of("docs/compile.md");
  const std::size_t begin = document.find("```jsonc\n") + 9, end = document.find("```", begin);
  ASSERT_NE(end, std::string::npos);
  const std::string json = document.substr(begin, end - begin);
  const auto settings = read_compile_settings(json, "docs/compile.md", mannequin());
  ASSERT_TRUE(settings.ok()) << to_string(settings.error());
  for (const char* key : {"masks",          "lods",           "error_bound",
                          "shell_distance", "max_influences", "name",
                          "base_weight",    "entries",        "joint",
                          "weight",         "subtree",        "dropped_subtrees",
                          "events",         "root_motion",    "additive_reference",
                          "loop",           "sample_rate_hz", "time_s",
                          "translation",    "rotation",       "clip",
                          "graphs"})
    EXPECT_THAT(json, ::testing::HasSubstr(std::string("\"") + key + "\":")) << key;
}

// Source: docs/mannequin.md. The treadmill runs at 1.05 and 2.9 m/s. While a foot is flat on the ground, it
// moves backwards with the treadmill; before that, it swings forwards.
TEST(Config, footsteps_of_the_mannequin_are_when_its_feet_come_down) {
  const Scene scene = mannequin();
  const auto settings = read_compile_settings(text_of("assets/mannequin.json"), "mannequin.json", scene);
  ASSERT_TRUE(settings.ok()) << to_string(settings.error());
  struct Step {
    std::uint32_t clip;
    // Times of the first two are after the event, that of swing_s before it.
    double speed, flat_from_s, flat_to_s, swing_s;
  };
  for (const Step& step : {Step{0, 1.05, 0.13, 0.36, 0.1}, Step{1, 2.9, 0.045, 0.11, 0.1}}) {
    const std::vector<EventSettings>& events = settings->clips[step.clip].events;
    ASSERT_EQ(events.size(), 2u);
    for (const EventSettings& event : events) {
      const std::uint32_t ankle = find_node(scene, event.name);  // the events have the names of bones
      ASSERT_NE(ankle, kNone);
      const auto z = [&](double time_s) {
        return translation_part(evaluate(scene, step.clip, time_s).world[ankle]).z;
      };
      EXPECT_NEAR(z(event.time_s + step.flat_to_s) - z(event.time_s + step.flat_from_s),
                  -step.speed * (step.flat_to_s - step.flat_from_s), 0.002)
          << event.name << " of clip " << step.clip;
      EXPECT_GT(z(event.time_s - step.swing_s / 2), z(event.time_s - step.swing_s)) << event.name;
    }
  }
}

}  // namespace
}  // namespace skelter::test

// Tests the graph debugger with scripts. Weights follow from the number of frames: a linear fade of 0.2 s
// reaches a half after six frames of 1/60 s.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "skelter/play/graph.h"
#include "viewer/graph_fixture.h"

namespace skelter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GraphDebugger : public GraphViewerTest {};

TEST_F(GraphDebugger, a_graph_begins_in_its_entry_and_the_report_describes_it) {
  const Json graph = graph_after("");
  EXPECT_EQ(graph["plays"], true);
  EXPECT_EQ(graph["file"], path("figure.graph.json"));
  EXPECT_EQ(graph["frame"]["machines"]["body"]["newest"], "low");
  EXPECT_EQ(weight(graph, "body/low", "bend"), 1);
  EXPECT_EQ(graph["frame"]["strengths"]["act"], 0);
  EXPECT_EQ(graph["recording"]["frames"], 1);
  EXPECT_EQ(graph["recording"]["to_s"], 0);
  ASSERT_EQ(graph["parameters"].size(), 3u);
  EXPECT_EQ(graph["parameters"][1]["name"], "lag");
  EXPECT_EQ(graph["parameters"][1]["type"], "float");
  EXPECT_EQ(graph["parameters"][2]["type"], "trigger");
}

TEST_F(GraphDebugger, a_fade_follows_the_frames_and_the_mark_has_its_reason) {
  const Json half = graph_after("graph set up true\ngraph step 6\n");
  EXPECT_NEAR(weight(half, "body/low", "bend"), 0.5, 1e-6);
  EXPECT_NEAR(weight(half, "body/high", "rise"), 0.5, 1e-6);
  EXPECT_NEAR(half["frame"]["time_s"].get<double>(), 0.1, 1e-12);
  const Json first = graph_after("graph set up true\ngraph step 6\ngraph step -5\n");
  ASSERT_EQ(first["frame"]["transitions"].size(), 1u);
  const Json& mark = first["frame"]["transitions"][0];
  EXPECT_EQ(mark["machine"], "body");
  EXPECT_EQ(mark["from"], "low");
  EXPECT_EQ(mark["to"], "high");
  EXPECT_EQ(mark["time_s"], 0);
  EXPECT_EQ(mark["when"], "up or hop and lag < 5");
  EXPECT_EQ(mark["values"], (Json{{"up", 1}, {"hop", 0}, {"lag", 0}}));
  EXPECT_EQ(mark["fade_s"], 0.2);
}

// `time` ends exactly at 0.25 s, at the start of a frame: 15 frames of 1/60 s. The trigger that led to "high"
// is reported, although the transition consumed it.
TEST_F(GraphDebugger, values_of_a_mark_are_those_of_its_time) {
  const Json fired = graph_after("graph fire hop\ngraph step\n");
  EXPECT_EQ(fired["frame"]["transitions"][0]["values"], (Json{{"up", 0}, {"hop", 1}, {"lag", 0}}));
  const Json left = graph_after("graph fire hop\ngraph step 15\n");
  ASSERT_EQ(left["frame"]["transitions"].size(), 1u);
  const Json& mark = left["frame"]["transitions"][0];
  EXPECT_EQ(mark["from"], "high");
  EXPECT_NEAR(mark["time_s"].get<double>(), 0.25, 1e-9);
  EXPECT_EQ(mark["values"]["up"], 0);
  EXPECT_NEAR(mark["values"]["time"].get<double>(), 0.25, 1e-9);
}

// For a transition without a fade, the state block does not contain which of the two was taken.
TEST_F(GraphDebugger, a_mark_has_the_transition_that_was_taken) {
  touch("figure.graph.json", R"j({
    "skelter_graph": 1, "parameters": { "go": { "type": "bool" } },
    "layers": [ { "name": "body", "motion": { "machine": { "entry": "a", "states": {
      "a": { "motion": { "clip": "bend", "loop": true }, "transitions": [
        { "to": "b", "when": "passed(0.9)", "fade_s": 0 }, { "to": "b", "when": "go", "fade_s": 0 } ] },
      "b": { "motion": { "clip": "rise", "loop": true } } } } } } ] })j");
  const Json graph = graph_after("graph step\ngraph set go true\ngraph step\n");
  ASSERT_EQ(graph["frame"]["transitions"].size(), 1u);
  EXPECT_EQ(graph["frame"]["transitions"][0]["when"], "go");
  EXPECT_EQ(graph["frame"]["transitions"][0]["values"], (Json{{"go", 1}}));
}

TEST_F(GraphDebugger, a_parameter_follows_by_its_rate_and_is_clamped) {
  const Json graph = graph_after("graph set lag 99\ngraph step 20\n");
  EXPECT_EQ(graph["parameters"][1]["set"], 10);
  // 3 per second for a third of a second.
  EXPECT_NEAR(graph["parameters"][1]["value"].get<double>(), 1, 1e-6);
}

TEST_F(GraphDebugger, a_slot_fades_in_and_reports_its_end) {
  const Json in = graph_after("graph play act rise 0.2 0.1\ngraph step 6\n");
  EXPECT_NEAR(in["frame"]["strengths"]["act"].get<double>(), 0.5, 1e-6);  // smooth(0.5)
  EXPECT_EQ(weight(in, "act", "rise"), 1);
  const Json ended = graph_after("graph play act rise 0.2 0.1\ngraph step 30\n");  // rise lasts half a second
  ASSERT_EQ(ended["frame"]["events"].size(), 1u);
  EXPECT_EQ(ended["frame"]["events"][0]["name"], "slot_ended");
  EXPECT_EQ(ended["frame"]["events"][0]["clip"], "rise");
}

// "rise" moves Upper from y = 1 to 3 within half a second; "bend" keeps it at 1.
TEST_F(GraphDebugger, the_figure_has_the_pose_of_the_shown_frame) {
  const auto height_after = [&](const std::string& script) {
    DesktopViewer viewer(with_graph());
    const auto run = run_script(viewer, "pause\nselect Upper\n" + script, "test.script");
    EXPECT_TRUE(run.ok()) << to_string(run.error());
    const Json state = Json::parse(viewer.viewer().report());
    EXPECT_EQ(state["path"], "runtime") << state["path_reason"];
    return state["selected"]["position"][1].get<double>();
  };
  EXPECT_NEAR(height_after("graph set up true\ngraph step 6\n"), 0.5 + 0.5 * 1.4, 1e-3);
  EXPECT_NEAR(height_after("graph set up true\ngraph step 15\n"), 2, 1e-3);
  EXPECT_NEAR(height_after("graph set up true\ngraph step 15\ngraph seek 0.1\n"), 0.5 + 0.5 * 1.4, 1e-3);
  EXPECT_NEAR(height_after("graph set up true\ngraph step 15\ngraph off\nclip bend\n"), 1, 1e-3);
}

// After going back and forward again, the bytes are the same, and equal to those of a run that only went that
// far.
TEST_F(GraphDebugger, going_back_and_forward_gives_the_same_blocks) {
  const std::string play = "graph set up true\ngraph step 3\ngraph set up false\ngraph step 27\n";
  const Json end = graph_after(play), early = graph_after("graph set up true\ngraph step 3\n");
  const Json back = graph_after(play + "graph seek 0.05\n");
  EXPECT_EQ(back["frame"]["block"], early["frame"]["block"]);
  EXPECT_EQ(back["frame"]["bands"], early["frame"]["bands"]);
  EXPECT_EQ(back["recording"]["shown"], 3);
  EXPECT_EQ(back["recording"]["frames"], 31);
  const Json again = graph_after(play + "graph seek 0.05\ngraph step 27\n");
  EXPECT_EQ(again["frame"], end["frame"]);
  EXPECT_NE(end["frame"]["block"], early["frame"]["block"]);
}

TEST_F(GraphDebugger, a_change_in_the_past_starts_another_course_and_the_recorded_one_comes_back) {
  const std::string play = "graph set up true\ngraph step 30\n";
  const std::string what_if = play + "graph seek 0.1\ngraph set up false\n";
  const Json changed = graph_after(what_if);
  EXPECT_EQ(changed["recording"]["changed"], true);
  EXPECT_TRUE(changed["recording"]["branch_s"].is_null()) << "nothing is lost before it plays";
  // The same inputs from the start of a run.
  const Json direct = graph_after("graph set up true\ngraph step 6\ngraph set up false\ngraph step 20\n");
  const Json branch = graph_after(what_if + "graph step 20\n");
  EXPECT_EQ(branch["frame"], direct["frame"]);
  EXPECT_EQ(branch["frame"]["machines"]["body"]["newest"], "low");
  EXPECT_EQ(branch["recording"]["frames"], 27);
  EXPECT_NEAR(branch["recording"]["branch_s"].get<double>(), 0.1, 1e-9);
  // A second change, inside the new branch or before it, does not discard the recorded branch.
  for (const char* second :
       {"graph step 20\n", "graph step 20\ngraph seek 0.2\ngraph set up true\ngraph step 3\n",
        "graph step 20\ngraph seek 0.05\ngraph set lag 1\ngraph step 2\n"}) {
    const Json returned = graph_after(what_if + second + "graph return\n");
    EXPECT_EQ(returned["recording"]["frames"], 31) << second;
    EXPECT_TRUE(returned["recording"]["branch_s"].is_null());
    const Json end = graph_after(what_if + second + "graph return\ngraph seek 9\n");
    EXPECT_EQ(end["frame"], graph_after(play)["frame"]) << second;
  }
}

TEST_F(GraphDebugger, play_goes_through_the_recording_and_continues) {
  // Every line of the script takes one frame; "play" already plays during its frame.
  const Json inside = graph_after("graph step 30\ngraph seek 0\nplay\nwait 0.2\npause\n");
  EXPECT_EQ(inside["recording"]["frames"], 31);
  EXPECT_GT(inside["recording"]["shown"], 9);
  EXPECT_LT(inside["recording"]["shown"], 20);
  const Json on = graph_after("graph step 30\ngraph seek 0\nplay\nwait 1\npause\n");
  EXPECT_GT(on["recording"]["frames"], 50);
  EXPECT_EQ(on["recording"]["shown"].get<int>() + 1, on["recording"]["frames"].get<int>());
}

TEST_F(GraphDebugger, keys_step_and_go_to_the_ends) {
  const std::string play = "graph step 20\n";
  EXPECT_EQ(graph_after(play + "key left\n")["recording"]["shown"], 19);
  EXPECT_EQ(graph_after(play + "key shift+left\nkey right\n")["recording"]["shown"], 11);
  EXPECT_EQ(graph_after(play + "key home\n")["recording"]["shown"], 0);
  EXPECT_EQ(graph_after(play + "key home\nkey end\n")["recording"]["shown"], 20);
}

TEST_F(GraphDebugger, a_minute_is_kept) {
  const Json graph = graph_after("graph step 3600\ngraph step 10\ngraph seek 0\n");
  EXPECT_EQ(graph["recording"]["frames"], 3600);
  EXPECT_EQ(graph["recording"]["dropped"], 11);
  EXPECT_NEAR(graph["frame"]["time_s"].get<double>(), 11 / 60.0, 1e-9) << "the oldest that is left";
}

// --- files -----------------------------------------------------------------------------------------------

class GraphReload : public GraphViewerTest {
 protected:
  // Plays until "high" is active, writes a changed text, and continues with `then`.
  Json after_edit(const std::string& text, const std::string& then) {
    touch("figure.graph.json", kFigureGraph);
    DesktopViewer viewer(with_graph());
    const auto before = run_script(viewer, "pause\ngraph set up true\ngraph step 20\n", "before.script");
    EXPECT_TRUE(before.ok()) << to_string(before.error());
    touch("figure.graph.json", text);
    const auto after = run_script(viewer, then, "after.script");
    if (!after) error_ = to_string(after.error());
    return Json::parse(viewer.viewer().report())["graph"];
  }
  static std::string edited(const std::string& from, const std::string& to) {
    std::string text = kFigureGraph;
    text.replace(text.find(from), from.size(), to);
    return text;
  }
  std::string error_;
};

TEST_F(GraphReload, an_edit_continues_in_the_same_state_with_the_new_numbers) {
  const std::string text = edited("\"fade_s\": 0.1,", "\"fade_s\": 0.4,");
  for (const char* how : {"graph reload\n", "skip 0.75\n"}) {
    const Json graph = after_edit(text, std::string(how) + "graph set up false\ngraph step 6\n");
    EXPECT_EQ(error_, "");
    EXPECT_EQ(graph["diagnostics"].size(), 0u);
    EXPECT_EQ(graph["frame"]["machines"]["body"]["newest"], "low");
    EXPECT_NEAR(weight(graph, "body/low", "bend"), 0.25, 1e-6) << how;  // 0.1 s of a fade of 0.4 s
    EXPECT_GT(graph["recording"]["frames"], 26) << "the recording goes on";
  }
}

TEST_F(GraphReload, a_broken_edit_keeps_the_old_graph_and_is_shown_with_line_and_column) {
  const std::string text = edited("up or hop", "upp or hop");
  const Json graph = after_edit(text, "skip 0.75\ngraph set up false\ngraph step 3\n");
  EXPECT_EQ(graph["plays"], true);
  ASSERT_GE(graph["diagnostics"].size(), 1u);
  const Json& error = graph["diagnostics"][0];
  EXPECT_EQ(error["severity"], "error");
  EXPECT_EQ(error["code"], "graph.unknown-parameter");
  EXPECT_EQ(error["line"], 11);
  EXPECT_EQ(error["column"], 59);
  EXPECT_NEAR(weight(graph, "body/low", "bend"), 0.5, 1e-6) << "the fade is still 0.1 s";
  const Json asked = after_edit(text, "graph reload\n");
  EXPECT_EQ(asked["plays"], true);
  EXPECT_THAT(error_, HasSubstr("figure.graph.json:11:59"));
}

TEST_F(GraphReload, a_removed_state_fades_into_the_entry) {
  std::string text = edited("up or hop", "hop");  // prevents an immediate return
  for (std::size_t at = text.find("\"high\""); at != std::string::npos; at = text.find("\"high\""))
    text.replace(at, 6, "\"tall\"");
  const Json graph = after_edit(text, "graph reload\n");
  EXPECT_EQ(error_, "");
  EXPECT_EQ(graph["frame"]["machines"]["body"]["newest"], "low");
  // The recording is kept, with the states of the graph that played at that time.
  const Json past = after_edit(text, "graph reload\ngraph seek 0.3\n");
  EXPECT_EQ(past["frame"]["machines"]["body"]["newest"], "high");
}

TEST_F(GraphReload, a_file_that_was_broken_at_first_plays_when_it_is_fixed) {
  touch("figure.graph.json", "{ \"skelter_graph\": 1, \"layers\": 3 }");
  DesktopViewer viewer(with_graph());
  const auto waits = run_script(viewer, "pause\nskip 0.75\n", "test.script");
  EXPECT_TRUE(waits.ok()) << to_string(waits.error());
  Json graph = Json::parse(viewer.viewer().report())["graph"];
  EXPECT_EQ(graph["plays"], false);
  EXPECT_EQ(graph["diagnostics"][0]["code"], "graph.bad-type");
  ASSERT_EQ(viewer.viewer().not_opened().size(), 1u);
  touch("figure.graph.json", kFigureGraph);
  EXPECT_TRUE(run_script(viewer, "skip 0.75\ngraph step\n", "test.script").ok());
  graph = Json::parse(viewer.viewer().report())["graph"];
  EXPECT_EQ(graph["plays"], true);
  EXPECT_EQ(weight(graph, "body/low", "bend"), 1);
}

TEST_F(GraphReload, a_reloaded_figure_keeps_the_graph_and_its_parameters) {
  DesktopViewer viewer(with_graph());
  const auto run =
      run_script(viewer, "pause\ngraph set up true\ngraph step 20\nreload\ngraph step\n", "test.script");
  EXPECT_TRUE(run.ok()) << to_string(run.error());
  const Json graph = Json::parse(viewer.viewer().report())["graph"];
  EXPECT_EQ(graph["recording"]["frames"], 2) << "its recording was of the old clips";
  EXPECT_EQ(graph["frame"]["machines"]["body"]["newest"], "high");
}

TEST_F(GraphReload, a_saved_view_opens_the_graph_with_its_parameters) {
  (void)graph_after("graph set lag 2\ngraph step\nsave-view " + path("saved.json") + "\n");
  const Json graph = after("pause\nopen " + path("saved.json") + "\ngraph step\n", {})["graph"];
  EXPECT_EQ(graph["plays"], true);
  EXPECT_EQ(graph["parameters"][1]["set"], 2);
}

// The text is what 0.2.0 wrote, except for the names and the value; the graph file format has not changed
// since.
TEST_F(GraphReload, a_view_that_release_0_2_0_saved_opens_its_graph) {
  touch("old.json", R"j({"files": ["a.x"], "active_file": 0, "clip": 0, "up": "y", "ticks_per_second": null,
    "timeline": {"time_s": 0.0, "playing": false, "backward": false, "speed": 1.0, "loop": "loop", "from_s": null,
      "to_s": null},
    "camera": {"target": [-0.05, 0.82, 0.08], "distance": 4.44, "azimuth_deg": 25.0, "elevation_deg": 12.0,
      "fov_y_deg": 30.0, "parallel": false}, "file_camera": null,
    "shown": {"meshes": true, "skeleton": false, "names": false, "axes": false, "wireframe": false,
      "normals": false, "bounds": false, "grid": true, "shadow": true, "file_lights": false, "shading": "lit"},
    "light": {"exposure": 1.0, "strength": 1.0, "environment": 1.0, "azimuth_deg": null, "elevation_deg": null},
    "hidden": [], "selection": {"node": null, "isolated": false, "vertex": null},
    "mix": {"on": false, "priority_blend": 0.5, "time_s": 0.0, "tracks": []},
    "graph": {"on": true, "file": "figure.graph.json", "name": "", "set": [{"parameter": "lag", "value": 2.0}],
      "travels": true, "seconds": 10.0, "zoom": 1.0, "pan_x": 0.0, "pan_y": 0.0},
    "compare": {"with": "nothing", "clip": 0, "file": 0, "side_by_side": false},
    "matrix": {"expression": "translate(1,0,0) * rotate_z(90)", "point": [1.0, 0.0, 0.0], "rows": false,
      "shown": false},
    "panels": {"browser": true, "inspector": true, "timeline": true, "help": false, "tab": 7,
      "browser_width": 250.0, "inspector_width": 390.0}, "morphs": [], "absolute_files": ["/gone/a.x"],
    "absolute_graph_file": "/gone/figure.graph.json"})j");
  const Json graph = after("pause\nopen " + path("old.json") + "\ngraph step\n", {})["graph"];
  EXPECT_EQ(graph["plays"], true);
  EXPECT_EQ(graph["diagnostics"].size(), 0u);
  EXPECT_EQ(graph["parameters"][1]["set"], 2);
}

TEST_F(GraphReload, a_dropped_graph_plays_on_the_shown_figure) {
  const Json graph = after("pause\ndrop " + path("figure.graph.json") + "\n")["graph"];
  EXPECT_EQ(graph["plays"], true);
}

// --- errors ----------------------------------------------------------------------------------------------

TEST_F(GraphDebugger, commands_report_what_was_expected) {
  const std::pair<const char*, const char*> wrong[] = {
      {"graph", "close, fire, inputs, off, on, open, play"},
      {"graph dance", "\"dance\"; expected"},
      {"graph set upp true", "\"upp\" is not a parameter that has a value; did you mean \"up\"?"},
      {"graph set hop 1", "\"hop\" is not a parameter that has a value"},
      {"graph set lag nan", "a number, true or false"},
      {"graph set lag", "a number, true or false"},
      {"graph fire up", "\"up\" is not a trigger; the only one is \"hop\""},
      {"graph play arm rise", "\"arm\" is not a slot; the only one is \"act\""},
      {"graph play act fly", "\"fly\" is not a clip of the model; the names are \"bend\", \"rise\""},
      {"graph play act", "a slot, a clip"},
      {"graph play act rise -1", "0 or more"},
      {"graph stop body", "\"body\" is not a slot"},
      {"graph seek soon", "expected seconds"},
      {"graph step 0.5", "a number of frames"},
      {"graph seconds 0", "1 to 60"},
      {"graph view 0", "a zoom above 0"},
      {"graph return", "no past frame was changed"},
      {"graph reload now", "nothing after"},
      {"graph open missing.graph.json", "missing.graph.json"},
      {"graph open walker", "no graph \"walker\""},
  };
  for (const auto& [line, expected] : wrong) {
    DesktopViewer viewer(with_graph());
    const auto run = run_script(viewer, std::string("pause\n") + line + "\n", "test.script");
    ASSERT_FALSE(run.ok()) << line;
    EXPECT_THAT(to_string(run.error()), HasSubstr(expected)) << line;
  }
  DesktopViewer viewer(options({"a.x"}));
  for (const char* line :
       {"graph step", "graph set up true", "graph reload", "graph inputs x.json", "graph on"})
    EXPECT_FALSE(viewer.viewer().command(line).ok()) << line;
}

// --- the panels ------------------------------------------------------------------------------------------

TEST_F(GraphDebugger, hovering_over_a_band_shows_time_path_and_weight) {
  const std::string play = "resize 1280 800\ngraph seconds 1\ngraph set up true\ngraph step 30\n";
  const Json graph = graph_after(play);
  ASSERT_EQ(graph["rows"].size(), 2u);
  const Json& row = graph["rows"][0];
  EXPECT_EQ(row["layer"], "body");
  EXPECT_EQ(row["from_s"], 0);
  // After 0.05 s a quarter of the fade of 0.2 s is over, after 0.1 s a half.
  const double x = row["x"].get<double>() + row["width"].get<double>() * 0.1 + 2;
  const auto at_height = [&](double part) {
    const double y = row["y"].get<double>() + row["height"].get<double>() * (1 - part);
    return graph_after(play + "move " + std::to_string(x) + " " + std::to_string(y) +
                       "\nwait 0.05\n")["hover"]
        .get<std::string>();
  };
  EXPECT_THAT(at_height(0.25), HasSubstr("0.100 s   body/low\nbend"));
  EXPECT_THAT(at_height(0.25), HasSubstr("weight 0.500"));
  EXPECT_THAT(at_height(0.75), HasSubstr("0.100 s   body/high\nrise"));
}

TEST_F(GraphDebugger, dragging_on_the_bands_goes_back) {
  const std::string play = "resize 1280 800\ngraph seconds 1\ngraph step 30\n";
  const Json row = graph_after(play)["rows"][0];
  const double y = row["y"].get<double>() + 5;
  const auto x = [&](double time_s) {
    return std::to_string(row["x"].get<double>() + row["width"].get<double>() * time_s + 1);
  };
  const Json back = graph_after(play + "drag " + x(0.4) + " " + std::to_string(y) + " " + x(0.2) + " " +
                                std::to_string(y) + "\n");
  EXPECT_EQ(back["recording"]["shown"], 12);
}

// A web page draws the diagram from the report. Six frames into the fade of 0.2 s, both states have a weight
// of a half.
TEST_F(GraphDebugger, the_report_has_the_diagram_and_the_possible_transitions) {
  const Json begun = graph_after("");
  ASSERT_FALSE(begun["next"].empty());
  EXPECT_EQ(begun["next"][0], (Json{{"machine", "body"},
                                    {"from", "low"},
                                    {"to", "high"},
                                    {"when", "up or hop and lag < 5"},
                                    {"now", "up = 0, hop = 0, lag = 0"},
                                    {"holds", false}}));
  const auto weights = [](const Json& graph) {
    std::map<std::string, double> found;
    for (const Json& node : graph["picture"]["nodes"])
      if (!node["state"].is_null()) found[node["state"]] = node["weight"];
    return found;
  };
  EXPECT_EQ(weights(begun)["low"], 1);
  EXPECT_EQ(weights(begun)["high"], 0);
  const Json half = graph_after("graph set up true\ngraph step 6\n");
  EXPECT_NEAR(weights(half)["low"], 0.5, 1e-6);
  EXPECT_NEAR(weights(half)["high"], 0.5, 1e-6);
  double fading = 0;
  for (const Json& edge : half["picture"]["edges"]) {
    EXPECT_EQ(edge["curve"].size() % 6, 2u);
    fading += edge["fade"].get<double>();
  }
  EXPECT_NEAR(fading, 0.5, 1e-6);
  EXPECT_EQ(half["next"][0]["from"], "high");
}

// The active state is blue in the diagram.
TEST_F(GraphDebugger, the_active_state_is_lit) {
  const auto blue = [&](const std::string& script, const std::string& state_path) {
    const Json graph =
        graph_after("resize 1280 800\ntab graph\n" + script + "picture " + path("lit.png") + "\n");
    const Image shown = picture("lit.png");
    for (const Json& state : graph["picture"]["states"])
      if (state["path"] == state_path) {
        // A pixel next to the name, where the box has a plain color.
        const std::uint8_t* c = shown.at(static_cast<std::uint32_t>(state["x"].get<double>()),
                                         static_cast<std::uint32_t>(state["y"].get<double>() - 8));
        return c[2] - c[0];
      }
    return -1;
  };
  EXPECT_GT(blue("", "body/low"), 100);
  EXPECT_LT(blue("", "body/high"), 40);
  const std::string play = "graph set up true\ngraph step 30\n";
  EXPECT_GT(blue(play, "body/high"), 100);
  EXPECT_LT(blue(play, "body/low"), 40);
  EXPECT_GT(blue(play + "graph seek 0\n", "body/low"), 100) << "in step with the recording";
}

}  // namespace
}  // namespace skelter

#pragma once
// GraphViewerTest: a viewer with a graph on the small test model. Fades are linear, so that weights follow
// from the number of frames of 1/60 s.

#include <string>

#include "viewer/viewer_fixture.h"

namespace skelter {

inline constexpr const char* kFigureGraph = R"({
  "skelter_graph": 1,
  "parameters": {
    "up":  { "type": "bool" },
    "lag": { "type": "float", "min": 0, "max": 10, "max_rate": 3 },
    "hop": { "type": "trigger", "buffer_s": 0.1 }
  },
  "layers": [
    { "name": "body", "motion": { "machine": { "entry": "low", "states": {
      "low":  { "motion": { "clip": "bend", "loop": true },
                "transitions": [ { "to": "high", "when": "up or hop and lag < 5", "fade_s": 0.2, "curve": "linear" } ] },
      "high": { "motion": { "clip": "rise", "loop": true },
                "transitions": [ { "to": "low", "when": "not up and time >= 0.25", "fade_s": 0.1, "curve": "linear" } ] }
    } } } },
    { "name": "act", "mode": "override", "slot": { "fade_in_s": 0.1, "fade_out_s": 0.1 } }
  ]
}
)";

class GraphViewerTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    touch("figure.graph.json", kFigureGraph);
  }
  ViewerOptions with_graph(const std::string& file = "figure.graph.json") {
    ViewerOptions made = options({"a.x"});
    made.graph = path(file);
    return made;
  }
  // Runs a script, after a pause at the start of the graph, and returns the state at the end. Small windows
  // are drawn faster.
  Json graph_after(const std::string& script, const FrameSize& size = {320, 200, 1}) {
    DesktopViewer viewer(with_graph());
    const auto run = run_script(viewer, "pause\n" + script, "test.script", size);
    EXPECT_TRUE(run.ok()) << to_string(run.error());
    return Json::parse(viewer.viewer().report())["graph"];
  }
  // Returns the weight of a band; 0 if it does not exist.
  static double weight(const Json& graph, const std::string& band_path, const std::string& clip) {
    for (const Json& band : graph["frame"]["bands"])
      if (band["path"] == band_path && band["clip"] == clip) return band["weight"];
    return 0;
  }
};

}  // namespace skelter

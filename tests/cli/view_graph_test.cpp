// `skelter view --graph`: the debugger must show what `skelter graph run` prints for the same inputs; the
// design's vectors check that command. Also: packs with graphs, and exit codes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"
#include "support/graph_text.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kPlays =
    "pause\n"
    "graph set speed 2.5\ngraph step 30\n"
    "graph set waving true\ngraph fire jump\ngraph step 7\n"
    "graph play act wave 0.2 0.1\ngraph step 20\n"
    "graph stop act\ngraph set speed 0.5\ngraph step 25\n"
    "graph set waving false\ngraph step 60\ngraph fire jump\ngraph step 140\n"
    "graph inputs inputs.json\n";

void expect_near(const cli::Json& seen, const cli::Json& expected, const std::string& what) {
  EXPECT_NEAR(seen.get<double>(), expected.get<double>(), 1e-6) << what;
}

// Compares a frame of the debugger with a step of `graph run`.
void expect_same(const cli::Json& frame, const cli::Json& step) {
  expect_near(frame["time_s"], step["time_s"], "time");
  ASSERT_EQ(frame["bands"].size(), step["list"].size());
  for (std::size_t i = 0; i < step["list"].size(); ++i) {
    const cli::Json &band = frame["bands"][i], &line = step["list"][i];
    for (const char* key : {"layer", "path", "clip"}) EXPECT_EQ(band[key], line[key]) << key << " " << i;
    for (const char* key : {"weight", "time_s"}) expect_near(band[key], line[key], key);
  }
  for (const auto& [layer, strength] : step["strengths"].items())
    expect_near(frame["strengths"][layer], strength, layer);
  ASSERT_EQ(frame["machines"].size(), step["machines"].size());
  for (const auto& [path, machine] : step["machines"].items()) {
    EXPECT_EQ(frame["machines"][path]["newest"], machine["newest"]);
    ASSERT_EQ(frame["machines"][path]["stack"].size(), machine["stack"].size()) << path;
    for (std::size_t k = 0; k < machine["stack"].size(); ++k)
      for (const char* key : {"a", "weight", "time_s"})
        expect_near(frame["machines"][path]["stack"][k][key], machine["stack"][k][key], path);
  }
  std::size_t entered = 0;
  for (const cli::Json& event : step["events"]) entered += event["name"] == "entered" ? 1 : 0;
  EXPECT_EQ(frame["transitions"].size(), entered);
  EXPECT_EQ(frame["counters"], step["counters"]);
}

TEST(ViewGraph, every_frame_equals_graph_run_for_the_written_inputs) {
  CommandFolder folder;
  folder.write("walker.graph.json", graph_text("walker.graph.json"));
  std::string script = kPlays;
  std::vector<int> frames;
  for (int frame = 282; frame > 0; frame -= 14) {  // backwards through the recording
    frames.push_back(frame);
    script += "state frame" + std::to_string(frame) + ".json\ngraph step -14\n";
  }
  folder.write("play.txt", script);
  const Ran viewed =
      folder.run({"view", asset("mannequin.x"), "--graph", "walker.graph.json", "--script", "play.txt"});
  ASSERT_EQ(viewed.code, 0) << viewed.err;
  const Ran ran = folder.run({"graph", "run", "walker.graph.json", "--character", asset("mannequin.x"),
                              "--inputs", "inputs.json", "--json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const cli::Json steps = ran.json()["steps"];
  ASSERT_EQ(steps.size(), 282u);
  std::size_t lines = 0, transitions = 0;
  for (const int frame : frames) {
    SCOPED_TRACE(frame);
    const cli::Json state = cli::Json::parse(folder.read("frame" + std::to_string(frame) + ".json"))["graph"];
    ASSERT_EQ(state["recording"]["shown"], frame);
    expect_same(state["frame"], steps[static_cast<std::size_t>(frame - 1)]);
    lines += state["frame"]["bands"].size();
  }
  for (const cli::Json& step : steps)
    for (const cli::Json& event : step["events"]) transitions += event["name"] == "entered" ? 1 : 0;
  EXPECT_GT(lines, 40u) << "the script does too little";
  EXPECT_GE(transitions, 6u);
}

TEST(ViewGraph, a_graph_of_a_pack_plays_by_its_name) {
  CommandFolder folder;
  folder.write("walker.graph.json", graph_text("walker.graph.json"));
  folder.write("config.json", R"({ "graphs": ["walker.graph.json"] })");
  const Ran compiled =
      folder.run({"compile", asset("mannequin.x"), "hero.skelter", "--config", "config.json"});
  ASSERT_EQ(compiled.code, 0) << compiled.err;
  folder.write("play.txt", kPlays);
  const Ran viewed = folder.run(
      {"view", "hero.skelter", "--graph", "walker", "--script", "play.txt", "--state", "end.json"});
  ASSERT_EQ(viewed.code, 0) << viewed.err;
  const cli::Json graph = cli::Json::parse(folder.read("end.json"))["graph"];
  EXPECT_EQ(graph["name"], "walker");
  const Ran ran = folder.run({"graph", "run", "walker.graph.json", "--character", "hero.skelter", "--inputs",
                              "inputs.json", "--json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  expect_same(graph["frame"], ran.json()["steps"].back());
}

TEST(ViewGraph, a_source_file_uses_its_configuration) {
  CommandFolder folder;
  folder.write("play.txt",
               "pause\ngraph set speed 2.5\ngraph set turn 1\ngraph step 40\ngraph inputs inputs.json\n");
  const std::string config = asset("mannequin.json");
  const Ran viewed = folder.run({"view", asset("mannequin.x"), "--config", config, "--graph", "mannequin",
                                 "--script", "play.txt", "--state", "end.json"});
  ASSERT_EQ(viewed.code, 0) << viewed.err;
  const cli::Json graph = cli::Json::parse(folder.read("end.json"))["graph"];
  const Ran ran =
      folder.run({"graph", "run", asset("mannequin.graph.json"), "--character", asset("mannequin.x"),
                  "--config", config, "--inputs", "inputs.json", "--json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  expect_same(graph["frame"], ran.json()["steps"].back());
  // Without the configuration, there are no masks.
  const Ran plain =
      folder.run({"graph", "check", asset("mannequin.graph.json"), "--character", asset("mannequin.x")});
  EXPECT_EQ(plain.code, 1);
  EXPECT_THAT(plain.err + plain.out, HasSubstr("upper_body"));
}

// The model walks straight ahead, so the distance is the sum of the steps of `graph run`. Without a ground,
// the image does not change, because the camera follows.
TEST(ViewGraph, root_motion_moves_the_figure_and_the_camera_with_it) {
  CommandFolder folder;
  folder.write("play.txt",
               "pause\nselect pelvis\nshow grid off\nshow shadow off\ngraph set speed 2.5\ngraph step 90\n"
               "state there.json\nexport there.png 96x96\ngraph travel off\nstate here.json\n"
               "export here.png 96x96\ngraph inputs inputs.json\n");
  const std::string config = asset("mannequin.json");
  const Ran viewed = folder.run(
      {"view", asset("mannequin.x"), "--config", config, "--graph", "mannequin", "--script", "play.txt"});
  ASSERT_EQ(viewed.code, 0) << viewed.err;
  const Ran ran =
      folder.run({"graph", "run", asset("mannequin.graph.json"), "--character", asset("mannequin.x"),
                  "--config", config, "--inputs", "inputs.json", "--json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  double way = 0;
  const cli::Json steps = ran.json()["steps"];
  for (const cli::Json& step : steps) way += step["root_motion"].get<double>();
  EXPECT_GT(way, 1);
  const cli::Json there = cli::Json::parse(folder.read("there.json")),
                  here = cli::Json::parse(folder.read("here.json"));
  const cli::Json& place = there["graph"]["frame"]["place"];
  EXPECT_NEAR(place[2].get<double>(), way, 1e-4);
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(
        there["selected"]["position"][axis].get<double>() - here["selected"]["position"][axis].get<double>(),
        place[axis].get<double>(), 1e-6);
  const auto moved = decode_image_file(folder.path("there.png")),
             still = decode_image_file(folder.path("here.png"));
  ASSERT_TRUE(moved.ok() && still.ok());
  std::size_t off = 0, figure = 0;
  for (std::size_t i = 0; i < still->rgba.size(); i += 4) {
    off += std::abs(int{moved->rgba[i]} - int{still->rgba[i]}) > 40 ? 1 : 0;
    figure += std::abs(int{still->rgba[i]} - int{still->rgba[0]}) > 40 ? 1 : 0;
  }
  EXPECT_GT(figure, 300u);
  EXPECT_LT(off, 50u) << "of 9216 pixels";
}

TEST(ViewGraph, errors_of_a_graph_are_reported_and_the_exit_code_is_1) {
  CommandFolder folder;
  folder.write("nothing.txt", "wait 0.1\n");
  folder.write("broken.graph.json",
               "{\n  \"skelter_graph\": 1,\n  \"layers\": [ { \"name\": \"body\", \"motion\": "
               "\"fly\" } ]\n}\n");
  const Ran broken =
      folder.run({"view", asset("mannequin.x"), "--graph", "broken.graph.json", "--script", "nothing.txt"});
  EXPECT_EQ(broken.code, 1);
  EXPECT_THAT(broken.err, HasSubstr("broken.graph.json:3:43"));
  EXPECT_THAT(broken.err, HasSubstr("fly"));
  const Ran missing =
      folder.run({"view", asset("mannequin.x"), "--graph", "missing.graph.json", "--script", "nothing.txt"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("missing.graph.json"));
  const Ran without = folder.run({"view", "--graph", "broken.graph.json", "--script", "nothing.txt"});
  EXPECT_EQ(without.code, 1);
  EXPECT_THAT(without.err, HasSubstr("no file is open; a graph needs a character"));
}

}  // namespace
}  // namespace skelter::test

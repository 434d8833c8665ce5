// Models that the engine cannot play are shown by the reference evaluator, with a message. The engine shows
// all other models.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// Renders one frame with and without the engine. If the engine cannot play the file, the images are
// identical.
void expect_reference(const std::string& file, const std::string& reason) {
  const CommandFolder folder;
  const Ran asked = folder.run({"render", file, "--clip", "0", "--time", "0.1", "--size", "64x64", "--out",
                                "a.png", "--ticks-per-second", "file"});
  EXPECT_EQ(asked.code, 0) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("shown by the reference evaluator because the engine cannot play it: "));
  EXPECT_THAT(asked.err, HasSubstr(reason));
  const Ran judge = folder.run({"render", file, "--clip", "0", "--time", "0.1", "--size", "64x64", "--out",
                                "b.png", "--ticks-per-second", "file", "--path", "reference"});
  EXPECT_EQ(judge.code, 0);
  EXPECT_EQ(judge.err.find("play.reference"), std::string::npos);
  EXPECT_EQ(judge.err.find("reference evaluator"), std::string::npos);
  EXPECT_EQ(folder.read("a.png"), folder.read("b.png"));
}

Json shown_state(const CommandFolder& folder, const std::string& file) {
  folder.write("look.txt", "clip 0\nseek 0.1\nwait 0.1\n");
  const Ran ran = folder.run({"view", file, "--script", "look.txt", "--state", "state.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return Json::parse(folder.read("state.json"));
}

TEST(ReferencePath, a_model_that_compiles_is_played_by_the_engine) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json state = shown_state(folder, "bend.x");
  EXPECT_EQ(state["path"], "runtime");
  EXPECT_EQ(state["path_reason"], "");
}

TEST(ReferencePath, a_distant_model_is_played_by_the_engine) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const Json state = shown_state(folder, corpus_file("hostile/far_away.glb"));
  EXPECT_EQ(state["path"], "runtime");
  EXPECT_EQ(state["path_reason"], "");
}

TEST(ReferencePath, a_clip_that_floats_cannot_represent) {
  SKELTER_REQUIRE_CORPUS();
  const std::string file = corpus_file("hostile/sheared_1e20.x");
  expect_reference(file, "expected at most");
  const CommandFolder folder;
  const Json state = shown_state(folder, file);
  EXPECT_EQ(state["path"], "reference");
  EXPECT_THAT(state["path_reason"].get<std::string>(), HasSubstr("expected at most"));
}

TEST(ReferencePath, more_nodes_than_a_skeleton_has_joints) {
  constexpr int kNodes = 70'000;
  const CommandFolder folder;
  std::string file = "xof 0303txt 0032\n", keys = "AnimationSet a {\n";
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "n" + std::to_string(i);
    file += "Frame " + name + " {}\n";
    keys += "Animation { {" + name + "} AnimationKey { 2; 2; 0;3;0,0,0;;, 4800;3;1,0,0;;; } }\n";
  }
  folder.write("many.x", file + keys + "}\n");
  expect_reference(folder.path("many.x"), "70001 joints; expected at most 65534");
  for (const char* path : {"runtime", "reference"}) {
    const Ran rest = folder.run(
        {"render", "many.x", "--size", "64x64", "--out", std::string(path) + ".png", "--path", path});
    EXPECT_EQ(rest.code, 0) << rest.err;
    EXPECT_EQ(rest.err.find("70001 joints; expected at most 65534") != std::string::npos,
              std::string(path) == "runtime")
        << "the rest pose is the engine's, too: " << rest.err;
  }
  EXPECT_EQ(folder.read("runtime.png"), folder.read("reference.png"));
}

TEST(ReferencePath, a_pack_has_no_reference_path) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"compile", "bend.x", "bend.skelter"}).code, 0);
  const Ran ran = folder.run({"render", "bend.skelter", "--out", "a.png", "--path", "reference"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err,
              HasSubstr("--path: a pack has no source keys for the reference evaluator; use --path runtime"));
  EXPECT_EQ(shown_state(folder, "bend.skelter")["path"], "runtime");
}

}  // namespace
}  // namespace skelter::test

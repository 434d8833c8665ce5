// Motion capture files in every command.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// An arm on the root that turns by 90 degrees about z within a second.
constexpr const char* kArmBvh = R"(HIERARCHY
ROOT Root
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 0 2 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 1 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 0 0 0 0 0 0 0 0
0 0 1 0 0 0 45 0 0
0 0 2 0 0 0 90 0 0
)";

TEST(BvhCommands, info_lists_its_contents) {
  const CommandFolder folder;
  folder.write("bend.bvh", kArmBvh);
  const Ran ran = folder.run({"info", "bend.bvh", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const Json info = ran.json();
  EXPECT_EQ(info["format"], "bvh");
  EXPECT_EQ(info["encoding"], nullptr);
  EXPECT_EQ(info["metres_per_unit"], nullptr);
  EXPECT_EQ(info["totals"]["nodes"], 3);
  EXPECT_EQ(info["clips"][0]["name"], "bend");
  EXPECT_EQ(info["clips"][0]["duration_s"], 1.0);
  EXPECT_EQ(info["clips"][0]["ticks_per_second"], 2.0);
  EXPECT_EQ(info["clips"][0]["keys_by_kind"]["rotation"], 6);
  EXPECT_EQ(info["clips"][0]["keys_by_kind"]["translation"], 3);
}

TEST(BvhCommands, content_decides_and_standard_input_works) {
  const CommandFolder folder;
  folder.write("bend.txt", kArmBvh);
  EXPECT_EQ(folder.run({"info", "bend.txt", "--json"}).json()["format"], "bvh");
  const Json piped = folder.run({"info", "-", "--json"}, kArmBvh).json();
  EXPECT_EQ(piped["format"], "bvh");
  EXPECT_EQ(piped["clips"][0]["name"], nullptr);
  folder.write("bad.bvh", "no such thing");
  const Ran bad = folder.run({"info", "bad.bvh"});
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.err, "bad.bvh:1: expected HIERARCHY as the first word\n");
}

// The end of the arm is (0, 1, 0) turned to (-1, 0, 0), 2 above the root, which is at z = 2.
void expect_bent(const Json& eval) {
  for (const Json& node : eval["nodes"]) {
    if (node["name"] != "EndSite_Arm") continue;
    EXPECT_NEAR(node["world"][12].get<double>(), -1, 1e-3);
    EXPECT_NEAR(node["world"][13].get<double>(), 2, 1e-3);
    EXPECT_NEAR(node["world"][14].get<double>(), 2, 1e-3);
    return;
  }
  ADD_FAILURE() << "no EndSite_Arm in " << eval;
}

TEST(BvhCommands, converted_and_compiled_files_move_alike) {
  const CommandFolder folder;
  folder.write("bend.bvh", kArmBvh);
  for (const char* out : {"out.glb", "out.gltf", "out.x"})
    ASSERT_EQ(folder.run({"convert", "bend.bvh", out}).code, 0) << out;
  ASSERT_EQ(folder.run({"compile", "bend.bvh", "out.skelter"}).code, 0);
  for (const char* file : {"bend.bvh", "out.glb", "out.gltf", "out.x", "out.skelter"}) {
    const Ran ran =
        folder.run({"eval", file, "--clip", "bend", "--time", "1", "--wrap", "once", "--json", "--quiet"});
    ASSERT_EQ(ran.code, 0) << file << ran.err;
    expect_bent(ran.json());
  }
}

TEST(BvhCommands, batch_accepts_it) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/bend.bvh", kArmBvh);
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(folder.has("out/bend.glb"));
}

TEST(BvhCommands, render_and_view_show_it) {
  const CommandFolder folder;
  folder.write("bend.bvh", kArmBvh);
  const Ran picture = folder.run({"render", "bend.bvh", "--clip", "bend", "--time", "0.5", "--out", "a.png"});
  EXPECT_EQ(picture.code, 0) << picture.err;
  EXPECT_TRUE(folder.has("a.png"));
  folder.write("play.txt", "clip bend\nseek 0.5\n");
  const Ran view = folder.run({"view", "bend.bvh", "--script", "play.txt", "--state", "state.json"});
  EXPECT_EQ(view.code, 0) << view.err;
  EXPECT_THAT(folder.read("state.json"), HasSubstr("bend.bvh"));
}

TEST(BvhCommands, rate_and_memory_limit_apply) {
  const CommandFolder folder;
  folder.write("bend.bvh", kArmBvh);
  const Json info = folder.run({"info", "bend.bvh", "--ticks-per-second", "20", "--json"}).json();
  EXPECT_NEAR(info["clips"][0]["duration_s"].get<double>(), 0.1, 1e-12);
  const Ran limited = folder.run({"info", "bend.bvh", "--max-memory", "2000"});
  EXPECT_EQ(limited.code, 1);
  EXPECT_EQ(limited.err, "bend.bvh: needs more memory than the limit of 2000 bytes\n");
}

}  // namespace
}  // namespace skelter::test

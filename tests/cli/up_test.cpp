// --up: files with an up axis other than +Y, in every command. Expected points are turned by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// The tip is at (1, 2, 3) in the file, below the root.
constexpr const char* kTipX = R"(xof 0303txt 0032
Frame Root {
  FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }
  Frame Tip { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1;; } }
}
AnimationSet Move { Animation { { Tip }
  AnimationKey { 2; 2; 0; 3; 1;2;3;;, 4800; 3; 1;2;5;;; } } }
)";
constexpr const char* kTipBvh =
    "HIERARCHY\nROOT Root\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT Tip\n{\nOFFSET 1 2 3\nCHANNELS 3 Xposition "
    "Yposition "
    "Zposition\n}\n}\nMOTION\nFrames: 2\nFrame Time: 1\n1 2 3\n1 2 5\n";

// Position of the tip in our coordinate system.
std::vector<double> tip_of(const CommandFolder& folder, std::vector<std::string> line) {
  line.insert(line.end(), {"--json", "--quiet"});
  const Ran ran = folder.run(line);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json nodes = ran.json()["nodes"];
  for (const Json& node : nodes)
    if (node["name"] == "Tip")
      return {node["world"][12].get<double>(), node["world"][13].get<double>(),
              node["world"][14].get<double>()};
  return {};
}

TEST(Up, the_axis_of_the_file_becomes_y) {
  const CommandFolder folder;
  folder.write("tip.x", kTipX);
  folder.write("tip.bvh", kTipBvh);
  using Point = std::vector<double>;
  // `.x` files have z mirrored, so the tip is at (1, 2, -3) in our coordinate system.
  EXPECT_EQ(tip_of(folder, {"eval", "tip.x"}), (Point{1, 2, -3}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.x", "--up", "y"}), (Point{1, 2, -3}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.x", "--up", "z"}), (Point{-1, 3, -2}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.x", "--up", "-z"}), (Point{1, -3, -2}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.x", "--up=-z"}), (Point{1, -3, -2}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.x", "--up", "x"}), (Point{-2, 1, -3}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.bvh", "--up", "z"}), (Point{1, 3, -2}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.bvh", "--up", "-z"}), (Point{-1, -3, -2}));
  EXPECT_EQ(tip_of(folder, {"eval", "tip.bvh", "--up", "z", "--clip", "0", "--time", "1", "--wrap", "once"}),
            (Point{1, 5, -2}));
  const Ran wrong = folder.run({"eval", "tip.x", "--up", "up"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("expected y|z|-z|x"));
}

TEST(Up, conversion_writes_a_root_that_turns) {
  const CommandFolder folder;
  folder.write("tip.x", kTipX);
  folder.write("tip.bvh", kTipBvh);
  for (const char* out : {"x.glb", "x.x"})
    ASSERT_EQ(folder.run({"convert", "tip.x", out, "--up", "z"}).code, 0) << out;
  ASSERT_EQ(folder.run({"compile", "tip.x", "x.skelter", "--up", "z"}).code, 0);
  for (const char* file : {"x.glb", "x.x", "x.skelter"}) {
    const std::vector<double> tip =
        tip_of(folder, {"eval", file, "--clip", "0", "--time", "1", "--wrap", "once"});
    ASSERT_EQ(tip.size(), 3u) << file;
    EXPECT_NEAR(tip[0], -1, 1e-3) << file;
    EXPECT_NEAR(tip[1], 5, 1e-3) << file;
    EXPECT_NEAR(tip[2], -2, 1e-3) << file;
  }
  const Json info = folder.run({"info", "x.glb", "--json"}).json();
  EXPECT_EQ(info["nodes"].back()["name"], "Y_up");
  folder.shell("mkdir in");
  folder.write("in/tip.bvh", kTipBvh);
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "glb", "--up", "z"}).code, 0);
  EXPECT_EQ(tip_of(folder, {"eval", "out/tip.glb"}), (std::vector<double>{1, 3, -2}));
}

TEST(Up, packs_are_turned_where_they_are_compiled) {
  const CommandFolder folder;
  folder.write("tip.x", kTipX);
  ASSERT_EQ(folder.run({"compile", "tip.x", "tip.skelter"}).code, 0);
  const Ran ran = folder.run({"render", "tip.skelter", "--up", "z", "--out", "a.png"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(
      ran.err,
      "tip.skelter: a pack cannot be rotated; rotate the model when compiling it (skelter compile --up)\n");
}

TEST(Up, render_and_view_accept_it) {
  const CommandFolder folder;
  folder.write("tip.bvh", kTipBvh);
  EXPECT_EQ(folder.run({"render", "tip.bvh", "--up", "z", "--out", "a.png", "--size", "64x64"}).code, 0);
  folder.write("play.txt", "seek 0\n");
  EXPECT_EQ(folder.run({"view", "tip.bvh", "--up", "z", "--script", "play.txt", "--state", "s.json"}).code,
            0);
  EXPECT_EQ(folder.run({"info", "tip.bvh", "--up", "z", "--json"}).json()["nodes"].size(), 3u);
  EXPECT_EQ(folder.run({"check", "tip.bvh", "--up", "z", "--rules", "none"}).code, 0);
}

// Motion capture with z up has no skin, so the axis is derived from the legs.
TEST(Up, skeleton_that_stands_along_z_gets_a_note_in_every_command) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::string take = corpus_file("findings/bvh_z_up.bvh");
  const std::string note =
      "note: the skeleton stands along z, so +Z is up; engines expect +Y (--up z turns it)\n";
  for (const std::vector<std::string>& line :
       std::vector<std::vector<std::string>>{{"info", take},
                                             {"check", take},
                                             {"convert", take, "take.glb", "--force"},
                                             {"render", take, "--out", "take.png", "--size", "16x16"}}) {
    EXPECT_THAT(folder.run(line).err, HasSubstr(note)) << line[0];
    for (const char* up : {"z", "y"}) {
      std::vector<std::string> with_up = line;
      with_up.insert(with_up.end(), {"--up", up});
      EXPECT_THAT(folder.run(with_up).err, ::testing::Not(HasSubstr("is up"))) << line[0] << up;
    }
  }
  EXPECT_THAT(folder.run({"info", corpus_file("findings/walk_static_root.bvh")}).err,
              ::testing::Not(HasSubstr("is up")));
}

}  // namespace
}  // namespace skelter::test

// The order and detail of the commands' messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

using cli::Json;
using testing::HasSubstr;
using testing::Not;

// A file with one normal and two rotation keys of length 2, and with a missing texture.
const char* const kRepairedFile = R"(xof 0303txt 0032
Frame Root {
  Mesh {
    3; 0;0;0;, 1;0;0;, 0;1;0;;
    1; 3; 0, 1, 2;;
    MeshNormals { 1; 0;0;2;; 1; 3; 0, 0, 0;; }
    MeshTextureCoords { 3; 0;0;, 1;0;, 0;1;; }
    MeshMaterialList { 1; 1; 0;; Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { "none.png"; } } }
  }
}
AnimTicksPerSecond { 100; }
AnimationSet turn {
  Animation { { Root } AnimationKey { 0; 2; 0; 4; 2, 0, 0, 0;;, 100; 4; 2, 0, 0, 0;;; } }
}
)";

TEST(Messages, harmless_repairs_are_one_line_after_visible_problems) {
  const CommandFolder folder;
  folder.write("a.x", kRepairedFile);
  const std::string repairs =
      "note: 3 harmless repairs: normals normalised (1), rotation keys normalised (2); --all lists them";
  const std::string missing = "a.x: warning: Texture none.png: ";
  for (const std::vector<std::string>& line :
       std::vector<std::vector<std::string>>{{"check", "a.x", "--rules", "none"},
                                             {"convert", "a.x", "a.glb", "--force"},
                                             {"render", "a.x", "--out", "a.png"}}) {
    const std::string said = folder.run(line).err;
    EXPECT_THAT(said, HasSubstr(repairs)) << line[0];
    EXPECT_THAT(said, Not(HasSubstr("length of normals"))) << line[0];
    if (line[0] == "render") continue;  // images are reported when they are drawn
    ASSERT_NE(said.find(missing), std::string::npos) << said;
    EXPECT_LT(said.find(missing), said.find(repairs)) << line[0];
    std::vector<std::string> all = line;
    all.push_back("--all");
    const std::string every = folder.run(all).err;
    EXPECT_THAT(every, HasSubstr("length of normals is not 1; normalised")) << line[0];
    EXPECT_THAT(every, HasSubstr("length of rotation keys is not 1; normalised (2 times)")) << line[0];
    EXPECT_THAT(every, Not(HasSubstr("harmless"))) << line[0];
  }
  EXPECT_EQ(folder.run({"info", "a.x", "--quiet"}).err, "");
}

TEST(Messages, json_has_every_repair) {
  const CommandFolder folder;
  folder.write("a.x", kRepairedFile);
  const Json diagnostics = folder.run({"info", "a.x", "--json"}).json()["diagnostics"];
  std::vector<std::string> codes;
  for (const Json& entry : diagnostics) codes.push_back(entry["code"]);
  EXPECT_THAT(codes, testing::IsSupersetOf({"x.normals-not-unit", "x.rotation-not-unit"}));
}

// The message about a single repair is printed in full.
TEST(Messages, single_repair_is_reported_in_full) {
  const CommandFolder folder;
  std::string text = kRepairedFile;
  text.erase(text.find("AnimTicks"));
  folder.write("a.x", text);
  EXPECT_THAT(folder.run({"info", "a.x"}).err, HasSubstr("length of normals is not 1; normalised"));
}

TEST(Messages, errors_come_before_warnings_and_warnings_before_notes) {
  const CommandFolder folder;
  folder.write("a.x", kRepairedFile);
  const std::string said = folder.run({"check", "a.x", "--warnings-as-errors"}).err;
  EXPECT_EQ(said.rfind("a.x: Texture none.png: ", 0), 0u) << said;
}

// A mesh with a skin of `bones` bones, which all move its first vertex. Only the first `framed` bones have
// frames.
std::string file_of_bones(int bones, int framed) {
  std::string frames, weights;
  for (int i = 0; i < bones; ++i) {
    const std::string number = std::to_string(i);
    if (i < framed) frames += "Frame B" + number + " { }\n";
    weights += "SkinWeights { \"B" + number + "\"; 1; 0; " + std::to_string(1.0 / bones) +
               "; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }\n";
  }
  return "xof 0303txt 0032\n" + frames +
         "Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\nXSkinMeshHeader { " + std::to_string(bones) +
         "; " + std::to_string(bones) + "; " + std::to_string(bones) + "; }\n" + weights + "}\n";
}

std::size_t lines_with(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Messages, equal_warnings_share_a_line_with_a_count_and_three_names) {
  const CommandFolder folder;
  folder.write("few.x", file_of_bones(8, 2));
  folder.write("many.x", file_of_bones(40, 0));
  for (const std::vector<std::string>& line :
       std::vector<std::vector<std::string>>{{"info", "few.x"},
                                             {"check", "few.x"},
                                             {"eval", "few.x"},
                                             {"convert", "few.x", "few.glb", "--force"},
                                             {"compile", "few.x", "few.skelter", "--force"},
                                             {"render", "few.x", "--out", "few.png", "--size", "16x16"}}) {
    const std::string said = folder.run(line).err;
    EXPECT_EQ(lines_with(said, "no frame has this name"), 1u) << line[0] << said;
    EXPECT_THAT(said,
                HasSubstr("few.x:8: warning: SkinWeights B2, SkinWeights B3, SkinWeights B4 and 3 more: no "
                          "frame has this name; the bone does not move (6 times; --all lists them)\n"))
        << line[0];
  }
  EXPECT_EQ(lines_with(folder.run({"info", "few.x", "--all"}).err, "no frame has this name"), 6u);
  const std::string many = folder.run({"check", "many.x"}).err;
  EXPECT_THAT(many,
              HasSubstr("SkinWeights B0, SkinWeights B1, SkinWeights B2 and others: no frame has this name; "
                        "the bone does not move (40 times; --all lists them)\n"));
  EXPECT_THAT(many,
              testing::StartsWith(
                  "many.x:2: warning: Mesh M: no bone of the skin has a frame: the figure will not move\n"));
  EXPECT_THAT(folder.run({"check", "few.x"}).err, Not(HasSubstr("will not move")));
  // 24 locations and one line for the others. JSON has the same entries.
  const std::string all = folder.run({"info", "many.x", "--all"}).err;
  EXPECT_EQ(lines_with(all, "no frame has this name"), 25u);
  EXPECT_THAT(all, HasSubstr("others: no frame has this name; the bone does not move (16 times)\n"));
  std::size_t entries = 0;
  const Json json = folder.run({"info", "many.x", "--json"}).json();
  for (const Json& entry : json["diagnostics"]) entries += entry["code"] == "x.bone-without-frame" ? 1 : 0;
  EXPECT_EQ(entries, 25u);
}

// One vertex with weights that do not sum to 1, in several meshes with different sums.
TEST(Messages, warnings_of_one_code_with_other_messages_share_a_line_beyond_three) {
  const CommandFolder folder;
  const auto write = [&](int meshes) {
    std::string text = "xof 0303txt 0032\nFrame B { }\n";
    for (int i = 0; i < meshes; ++i)
      text += "Mesh M" + std::to_string(i) +
              " { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\nXSkinMeshHeader { 1; 1; 1; }\n"
              "SkinWeights { \"B\"; 1; 0; 0." +
              std::to_string(5 + i) + "; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }\n}\n";
    folder.write("sums.x", text);
    return folder.run({"info", "sums.x"}).err;
  };
  EXPECT_EQ(lines_with(write(3), "weights of a vertex sum to"), 3u);
  const std::string said = write(4);
  EXPECT_EQ(lines_with(said, "weights of a vertex sum to"), 1u) << said;
  EXPECT_THAT(said,
              HasSubstr("Mesh M0, Mesh M1, Mesh M2 and 1 more: weights of a vertex sum to 0.5; expected 1: "
                        "normalised (4 times, not all alike; --all lists them)\n"));
}

TEST(Messages, weight_that_the_engine_drops_is_a_warning_in_every_command_that_plays) {
  const CommandFolder folder;
  folder.write("nine.x", file_of_bones(9, 9));
  folder.write("eight.x", file_of_bones(8, 8));
  // Nine equal weights, one of which is lost.
  const std::string warning =
      "warning: Mesh M: up to 9 joints move a vertex, but only the largest 8 are used: 1 vertex loses "
      "weight, 11.1 % at most\n";
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{
           {"check", "nine.x"},
           {"eval", "nine.x", "--path", "runtime"},
           {"compile", "nine.x", "nine.skelter", "--force"},
           {"render", "nine.x", "--out", "a.png", "--size", "16x16"},
           {"demo", "character", "nine.x", "--out", "a.png", "--time", "0"}}) {
    EXPECT_THAT(folder.run(line).err, HasSubstr(warning)) << line[0];
    std::vector<std::string> eight = line;
    for (std::string& word : eight)
      if (word == "nine.x") word = "eight.x";
    EXPECT_THAT(folder.run(eight).err, Not(HasSubstr("joints move a vertex"))) << line[0];
  }
  EXPECT_THAT(folder.run({"eval", "nine.x"}).err, Not(HasSubstr("joints move a vertex")));
  // If a configuration requests fewer influences, the pack has fewer.
  folder.write("four.json", R"({"skeleton": {"max_influences": 4}})");
  EXPECT_THAT(folder.run({"compile", "nine.x", "four.skelter", "--config", "four.json"}).err,
              Not(HasSubstr("joints move a vertex")));
  folder.write("view.script", "wait 0.1\n");
  (void)folder.run({"view", "nine.x", "--script", "view.script", "--state", "state.json"});
  EXPECT_THAT(folder.read("state.json"), HasSubstr("play.influences"));
}

}  // namespace
}  // namespace skelter::test

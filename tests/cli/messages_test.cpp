// In which order and how fully commands speak of what they met.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

using cli::Json;
using testing::HasSubstr;
using testing::Not;

// One normal and two rotation keys of length 2, and a texture that is not there.
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

TEST(Messages, harmless_repairs_are_one_line_after_what_everybody_sees) {
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
    if (line[0] == "render") continue;  // pictures are told when they are drawn
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

// A single one says no less in its own words.
TEST(Messages, single_repair_is_told_as_it_is) {
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

}  // namespace
}  // namespace skelter::test

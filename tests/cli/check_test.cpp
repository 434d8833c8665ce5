// skelter check: verdicts, hints and textures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

std::vector<std::string> codes_of(const Json& verdict) {
  std::vector<std::string> codes;
  for (const Json& entry : verdict["diagnostics"]) codes.push_back(entry["code"]);
  return codes;
}

Json entry_with(const Json& verdict, const std::string& code) {
  for (const Json& entry : verdict["diagnostics"])
    if (entry["code"] == code) return entry;
  return nullptr;
}

TEST(Check, sound_file_is_ok) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"check", "bend.x", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json(), Json::parse(R"({"file": "bend.x", "ok": true, "diagnostics": [], "lint": []})"));
  EXPECT_EQ(folder.run({"check", "bend.x"}).out, "bend.x: ok\n");
}

TEST(Check, bad_file_fails_and_the_others_are_still_checked) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("bad.x", "xof 0303txt 0050\n");
  const Ran ran = folder.run({"check", "bad.x", "bend.x", "missing.x", "--json"});
  EXPECT_EQ(ran.code, 1);
  const Json verdicts = ran.json();
  ASSERT_EQ(verdicts.size(), 3u);
  EXPECT_EQ(verdicts[0]["ok"], false);
  EXPECT_EQ(verdicts[0]["diagnostics"][0]["severity"], "error");
  EXPECT_EQ(verdicts[1]["ok"], true);
  EXPECT_EQ(verdicts[2]["ok"], false);
  EXPECT_THAT(ran.err, HasSubstr("missing.x: no such file\n"));
  EXPECT_EQ(folder.run({"check", "bad.x", "bend.x"}).out, "bad.x: failed (1 error)\nbend.x: ok\n");
}

TEST(Check, missing_texture_is_a_warning) {
  const CommandFolder folder;
  std::string text = kBendFile;
  text.insert(text.find("0;0;0;; }\n  }\n  XSkin") + 8, "TextureFilename { \"skins\\\\clay.png\"; } ");
  folder.write("bend.x", text);
  const Ran ran = folder.run({"check", "bend.x", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json warning = entry_with(ran.json(), "texture.missing");
  ASSERT_FALSE(warning.is_null()) << ran.out;
  EXPECT_EQ(warning["severity"], "warning");
  EXPECT_EQ(warning["message"], "no such file beside the model; drawn in light grey");
  EXPECT_EQ(folder.run({"check", "bend.x", "--warnings-as-errors"}).code, 1);
  EXPECT_EQ(folder.run({"info", "bend.x"}).err, "");  // info does not look
}

TEST(Check, bare_mesh_gets_hints_for_exporters) {
  const CommandFolder folder;
  folder.write("bare.x", "xof 0303txt 0032\nMesh Bare { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;; }\n");
  const Ran ran = folder.run({"check", "bare.x", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(codes_of(ran.json()), ::testing::IsSupersetOf({"check.no-normals", "check.no-material",
                                                             "check.no-skin", "check.no-clip"}));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: Mesh Bare: no normals in the file; smooth ones are made\n"));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: Mesh Bare: no material; drawn in plain grey\n"));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: no skin; no mesh bends with bones\n"));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: no animation set; nothing moves\n"));
  EXPECT_EQ(folder.run({"check", "bare.x", "--quiet"}).err, "");
}

// A figure that was made with z up lies on its back.
TEST(Check, figure_that_lies_along_z_gets_a_hint) {
  const CommandFolder folder;
  const std::string skin = "SkinWeights { \"b\"; 3; 0,1,2; 1,1,1; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }";
  const auto file = [&](const char* points) {
    return "xof 0303txt 0032\nFrame b { }\nMesh M { 3; " + std::string(points) + " 1; 3;0,1,2;; " + skin +
           " }\n";
  };
  folder.write("lying.x", file("0;0;0;, 0.5;0;0;, 0;0.2;1.8;;"));
  folder.write("standing.x", file("0;0;0;, 0.5;0;0;, 0;1.8;0.2;;"));
  EXPECT_THAT(
      folder.run({"check", "lying.x"}).err,
      HasSubstr("lying.x: note: the figure lies along z; expected Y up, so z was perhaps up where it was "
                "made\n"));
  EXPECT_THAT(folder.run({"check", "standing.x"}).err, ::testing::Not(HasSubstr("lies along z")));
}

// One triangle whose first vertex is moved by `bones` bones.
std::string file_with_bones(int bones) {
  std::string frames, weights;
  for (int i = 0; i < bones; ++i) {
    frames += fmt::format("Frame b{} {{ }}\n", i);
    weights +=
        fmt::format("SkinWeights {{ \"b{}\"; 3; 0,1,2; {},{},{}; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }}\n",
                    i, 1.0 / bones, 1.0 / bones, 1.0 / bones);
  }
  return "xof 0303txt 0032\n" + frames + "Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\n" + weights +
         "}\n";
}

TEST(Check, many_bones_and_influences_are_noted) {
  const CommandFolder folder;
  struct Case {
    int bones;
    std::string palettes;  // exceeded
  };
  for (const Case& one :
       {Case{4, ""}, Case{26, ""}, Case{27, "26"}, Case{31, "26, 30"}, Case{41, "26, 30, 40"}}) {
    folder.write("bones.x", file_with_bones(one.bones));
    const Json verdict = folder.run({"check", "bones.x", "--json"}).json();
    const Json bones = entry_with(verdict, "check.many-bones");
    if (one.palettes.empty())
      EXPECT_TRUE(bones.is_null()) << one.bones;
    else
      EXPECT_EQ(bones["message"],
                fmt::format("{} bones; engines with a palette of {} matrices have to split the mesh",
                            one.bones, one.palettes));
    EXPECT_EQ(entry_with(verdict, "check.many-influences").is_null(), one.bones <= 4) << one.bones;
  }
}

TEST(Check, verdicts_on_the_corpus_are_the_expected_ones) {
  SKELTER_REQUIRE_CORPUS();
  const Json corpus = Json::parse(std::ifstream(corpus_file("x/expected.json")));
  const CommandFolder folder;
  for (const auto& item : corpus.items()) {
    const bool bad = item.value()["expect"] == "error";
    const Ran ran = folder.run({"check", corpus_file("x/" + item.key()), "--json", "--quiet"});
    EXPECT_EQ(ran.code, bad ? 1 : 0) << item.key() << ": " << ran.err;
    EXPECT_EQ(ran.json()["ok"], !bad) << item.key();
  }
}

}  // namespace
}  // namespace skelter::test

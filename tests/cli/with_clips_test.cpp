// --with-clips: plays a clip library on a model, in every command. Expected matrices come from golden.json,
// which three.js computed from the library without the model. The model has the library's skeleton, except
// for the two hand slots.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

constexpr const char* kClip = "Rig_Medium|Walking_A";
constexpr std::size_t kGoldenClip = 8;
// 1e-4 of the height, because floats are multiplied in a different order.
constexpr double kTolerance = 1.2e-4;

std::string model() {
  return corpus_file("gltf/kaykit_anim_lib/manny_med_mod.gltf");
}
std::string library() {
  return corpus_file("gltf/kaykit_anim_lib/Med_MovementBasic.glb");
}

// The library's entry in golden.json.
Json golden() {
  std::ifstream file(corpus_file("gltf/golden.json"));
  const Json all = Json::parse(file);
  return all["models"]["kaykit_anim_lib/Med_MovementBasic.glb"];
}

// Compares the world matrices of eval with those of three.js. Returns the number of compared matrices.
std::size_t compare_with_golden(const CommandFolder& folder, const std::vector<std::string>& file) {
  const Json expected = golden();
  std::size_t compared = 0;
  for (const Json& pose : expected["poses"]) {
    if (pose["clip"] != kGoldenClip) continue;
    std::vector<std::string> line{"eval"};
    line.insert(line.end(), file.begin(), file.end());
    const std::vector<std::string> rest{"--clip", kClip, "--time", pose["time"].dump(), "--json", "--quiet"};
    line.insert(line.end(), rest.begin(), rest.end());
    const Ran ran = folder.run(line);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const Json nodes = ran.json()["nodes"];
    for (std::size_t j = 0; j < expected["joints"].size(); ++j) {
      const std::string name = expected["joints"][j]["name"];
      if (name.starts_with("handslot")) continue;  // glTF stores their keys at nodes below the root
      for (const Json& node : nodes) {
        if (node["name"] != name) continue;
        ++compared;
        for (std::size_t e = 0; e < 16; ++e)
          EXPECT_NEAR(node["world"][e].get<double>(), pose["joints"][j][e].get<double>(), kTolerance)
              << name << " at " << pose["time"] << ", number " << e;
      }
    }
  }
  return compared;
}

TEST(WithClips, info_lists_them_and_reports_unmatched_joints) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const Ran ran = folder.run({"info", model(), "--with-clips", library(), "--json", "--all"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json info = ran.json();
  EXPECT_EQ(info["totals"]["clips"], 11);
  EXPECT_EQ(info["clips"][kGoldenClip]["name"], kClip);
  EXPECT_THAT(ran.err, HasSubstr(library() + ": warning: clip " + kClip +
                                 ": 2 of 24 targets have no node of the same name here and do nothing: "
                                 "\"handslot.l\", \"handslot.r\"\n"));
}

TEST(WithClips, eval_gives_the_librarys_matrices_on_the_model) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  // Three times, and four of six joints each, because the model has no hand slots.
  EXPECT_EQ(compare_with_golden(folder, {model(), "--with-clips", library()}), 12u);
}

// The knight has the library's joints, but no armature node that turns +Z up. three.js computed the numbers
// from the library without the model.
TEST(WithClips, a_figure_without_the_librarys_armature_node_stands_upright) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::string knight = corpus_file("gltf/KayKit_Knight.glb");
  EXPECT_EQ(compare_with_golden(folder, {knight, "--with-clips", library()}), 12u);
  const Ran ran = folder.run({"info", knight, "--with-clips", library()});
  EXPECT_THAT(ran.err, HasSubstr(library() + ": note: 11 clips: the nodes above \"root\" differ in " +
                                 knight + "; its keys are turned by 90 degrees to fit\n"));
  ASSERT_EQ(folder.run({"convert", knight, "knight.glb", "--merge", library(), "--clips", kClip}).code, 0);
  EXPECT_EQ(compare_with_golden(folder, {"knight.glb"}), 12u);
}

// The head of a model of four times the size, worked out by hand. After half a second, each of two joints
// below it leans by 0.2 rad, so the head is at -4 (sin 0.2 + sin 0.4) and 4 (1 + cos 0.2 + cos 0.4).
TEST(WithClips, a_figure_of_another_size_keeps_its_proportions) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::string figure = corpus_file("findings/figure_4_units.gltf"),
                    clip = corpus_file("findings/clip_1_unit.gltf");
  const double expected[2][3] = {{0, 12, 0}, {-2.35235, 11.60451, 0}};
  for (const int half : {0, 1}) {
    const Ran ran = folder.run({"eval", figure, "--with-clips", clip, "--clip", "bow", "--time",
                                half == 0 ? "0" : "0.5", "--joints", "Head", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json world = ran.json()["nodes"][0]["world"];
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(world[12 + i].get<double>(), expected[half][i], 1e-4) << half << " " << i;
    EXPECT_THAT(ran.err, HasSubstr(clip + ": note: clip bow: bones are 4 times as long in " + figure));
    EXPECT_THAT(ran.err, HasSubstr("the translation of \"Hips\" is scaled by 4\n"));
  }
}

TEST(WithClips, motion_of_another_skeleton_is_refused_by_every_command) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("lean.bvh",
               "HIERARCHY\nROOT Lower\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT "
               "Upper\n{\nOFFSET 3 0 0\nCHANNELS 1 Xrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 "
               "0 0\n4 2 0 0\n");
  const std::vector<std::vector<std::string>> lines = {{"info", "bend.x", "--with-clips"},
                                                       {"check", "bend.x", "--with-clips"},
                                                       {"eval", "bend.x", "--with-clips"},
                                                       {"compile", "bend.x", "out.skelter", "--with-clips"},
                                                       {"convert", "bend.x", "out.glb", "--with-clips"},
                                                       {"convert", "bend.x", "out.glb", "--merge"}};
  for (std::vector<std::string> line : lines) {
    line.push_back("lean.bvh");
    const Ran ran = folder.run(line);
    EXPECT_EQ(ran.code, 1) << line[0];
    EXPECT_EQ(ran.err,
              "lean.bvh: clip lean: made for a different skeleton: at 1 of 1 joints the bone directions "
              "differ, at \"Lower\" by 90 degrees (length 2 in bend.x, 3 here)\n")
        << line[0];
  }
  EXPECT_FALSE(folder.has("out.glb"));
}

TEST(WithClips, convert_keeps_them_in_the_new_file) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const Ran ran =
      folder.run({"convert", model(), "walks.glb", "--with-clips", library(), "--clips", kClip, "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(compare_with_golden(folder, {"walks.glb"}), 12u);
}

TEST(WithClips, compile_packs_them) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  std::string more = kBendFile;
  for (std::size_t at = 0; (at = more.find("bend", at)) != std::string::npos;) more.replace(at, 4, "wave");
  folder.write("more.x", more);
  const Ran ran = folder.run({"compile", "bend.x", "all.skelter", "--with-clips", "more.x", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::vector<std::string> names;
  const Json answer = ran.json();
  for (const Json& clip : answer["clips"])
    if (clip["name"].is_string()) names.push_back(clip["name"]);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"bend", "wave"}));
}

TEST(WithClips, render_draws_them) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  for (const char* time : {"0", "0.5"}) {
    const Ran ran = folder.run({"render", model(), "--with-clips", library(), "--clip", kClip, "--time", time,
                                "--out", std::string("at") + time + ".png", "--size", "120x160", "--quiet"});
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  const auto first = decode_image_file(folder.path("at0.png")),
             second = decode_image_file(folder.path("at0.5.png"));
  ASSERT_TRUE(first && second);
  EXPECT_NE(folder.read("at0.png"), folder.read("at0.5.png"));
}

TEST(WithClips, view_plays_them) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  folder.write("play.txt", "pause\nclip " + std::string(kClip) + "\nseek 0.5\n");
  const Ran ran = folder.run(
      {"view", model(), "--with-clips", library(), "--script", "play.txt", "--state", "end.json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json state = Json::parse(folder.read("end.json"));
  EXPECT_EQ(state["clip"], kClip);
  EXPECT_EQ(state["time_s"], 0.5);
}

// The tip of a bone of length 2, which is along y at rest and along x in the clip.
TEST(WithClips, view_shows_the_model_without_clips_that_do_not_fit) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("lean.bvh",
               "HIERARCHY\nROOT Lower\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT "
               "Upper\n{\nOFFSET 3 0 0\nCHANNELS 1 Xrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 "
               "0 0\n4 2 0 0\n");
  folder.write("step.bvh",
               "HIERARCHY\nROOT Lower\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n"
               "{\nOFFSET 0 2 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0\n4 2 0\n");
  folder.write("play.txt", "pause\n");
  const Ran ran = folder.run({"view", "bend.x", "--with-clips", "lean.bvh", "--with-clips", "step.bvh",
                              "--script", "play.txt", "--state", "end.json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json state = Json::parse(folder.read("end.json"));
  std::vector<std::string> warnings;
  for (const Json& entry : state["diagnostics"])
    if (entry["severity"] == "warning") warnings.push_back(entry["message"]);
  EXPECT_THAT(warnings, ::testing::Contains(
                            "made for a different skeleton: at 1 of 1 joints the bone directions differ, at "
                            "\"Lower\" by 90 degrees (length 2 in bend.x, 3 here); not added"));
  ASSERT_EQ(state["clips"].size(), 3u) << "the two of bend.x, and that of step.bvh";
  EXPECT_EQ(state["clips"][2]["name"], "step");
}

TEST(WithClips, a_missing_library_is_an_error_in_every_command) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const std::vector<std::vector<std::string>> lines = {{"info", "bend.x"},
                                                       {"eval", "bend.x"},
                                                       {"render", "bend.x", "--out", "a.png"},
                                                       {"convert", "bend.x", "out.x"},
                                                       {"compile", "bend.x", "out.skelter"},
                                                       {"demo", "character", "bend.x", "--out", "a.png"}};
  for (std::vector<std::string> line : lines) {
    line.insert(line.end(), {"--with-clips", "none.glb"});
    const Ran ran = folder.run(line);
    EXPECT_EQ(ran.code, 1) << line[0];
    EXPECT_EQ(ran.err, "none.glb: no such file\n") << line[0];
  }
}

// The hip of a BVH file moves the model's node Lower by name.
TEST(WithClips, a_motion_capture_file_moves_a_figure) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write(
      "step.bvh",
      "HIERARCHY\nROOT Lower\n{\n  OFFSET 0 0 0\n  CHANNELS 6 Xposition Yposition Zposition Zrotation "
      "Xrotation Yrotation\n  End Site\n  {\n    OFFSET 0 1 0\n  }\n}\nMOTION\nFrames: 2\nFrame Time: "
      "0.5\n0 0 0 0 0 0\n4 2 0 0 0 0\n");
  const Ran ran = folder.run({"eval", "bend.x", "--with-clips", "step.bvh", "--clip", "2", "--time", "0.25",
                              "--joints", "Lower", "--json", "--quiet"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json world = ran.json()["nodes"][0]["world"];
  EXPECT_NEAR(world[12].get<double>(), 2, 1e-6);
  EXPECT_NEAR(world[13].get<double>(), 1, 1e-6);
}

// The model has none of these names, so the clip would be a still image.
TEST(WithClips, a_clip_that_moves_nothing_is_refused_by_every_command) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("other.bvh",
               "HIERARCHY\nROOT pelvis\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT "
               "spine\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 "
               "0 0\n4 2 0 0\n");
  const std::vector<std::vector<std::string>> lines = {{"info", "bend.x", "--with-clips"},
                                                       {"check", "bend.x", "--with-clips"},
                                                       {"eval", "bend.x", "--with-clips"},
                                                       {"render", "bend.x", "--out", "a.png", "--with-clips"},
                                                       {"compile", "bend.x", "out.skelter", "--with-clips"},
                                                       {"convert", "bend.x", "out.glb", "--with-clips"},
                                                       {"convert", "bend.x", "out.glb", "--merge"}};
  for (const char* names : {"exact", "--map-names"})
    for (std::vector<std::string> line : lines) {
      line.push_back("other.bvh");
      if (names[0] == '-') line.push_back(names);
      const Ran ran = folder.run(line);
      EXPECT_EQ(ran.code, 1) << line[0];
      EXPECT_EQ(
          ran.err,
          "other.bvh: clip other: none of its 2 targets has a node in bend.x; the clip moves \"pelvis\"; "
          "the model has \"Lower\"\n")
          << line[0];
    }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bend.x", "other.bvh"}));
}

// Names with a prefix move the model only on request, in every command that plays or writes.
TEST(WithClips, similar_names_are_matched_on_request) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write(
      "step.bvh",
      "HIERARCHY\nROOT Rig:lower\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT "
      "Rig:Tail\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 "
      "0 0\n4 2 0 0\n");
  const std::vector<std::string> line{"eval",   "bend.x", "--with-clips", "step.bvh", "--clip", "step",
                                      "--time", "0.25",   "--joints",     "Lower",    "--json"};
  const Ran plain = folder.run(line);
  EXPECT_EQ(plain.code, 1);
  EXPECT_EQ(
      plain.err,
      "step.bvh: clip step: none of its 2 targets has a node in bend.x; the clip moves \"Rig:lower\"; the "
      "model has \"Lower\"; some names differ by prefix, suffix or case only, and --map-names matches "
      "them\n");
  std::vector<std::string> asked = line;
  asked.push_back("--map-names");
  const Ran mapped = folder.run(asked);
  ASSERT_EQ(mapped.code, 0) << mapped.err;
  EXPECT_EQ(mapped.json()["nodes"][0]["world"][12], 2.0);
  EXPECT_EQ(mapped.err,
            "step.bvh: warning: clip step: 1 of 2 targets have no node of the same name here and do nothing: "
            "\"Rig:Tail\"\n"
            "step.bvh: note: clip step: 1 of 2 targets are matched by similar names: \"Rig:lower\" = "
            "\"Lower\"\n");
  ASSERT_EQ(folder.run({"convert", "bend.x", "out.glb", "--merge", "step.bvh", "--map-names"}).code, 0);
  const Ran merged = folder.run(
      {"eval", "out.glb", "--clip", "step", "--time", "0.25", "--joints", "Lower", "--json", "--quiet"});
  ASSERT_EQ(merged.code, 0) << merged.err;
  EXPECT_NEAR(merged.json()["nodes"][0]["world"][12].get<double>(), 2, 1e-6);
}

}  // namespace
}  // namespace skelter::test

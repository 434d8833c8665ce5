// skelter check: verdicts, hints and textures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

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
  const Json verdict = ran.json();
  EXPECT_EQ(verdict["file"], "bend.x");
  EXPECT_EQ(verdict["ok"], true);
  EXPECT_EQ(verdict["diagnostics"], Json::array());
  for (const Json& finding : verdict["lint"]) EXPECT_EQ(finding["ok"], true) << finding;
  EXPECT_EQ(folder.run({"check", "bend.x", "--rules", "none"}).out, "bend.x: ok\n");
  EXPECT_EQ(folder.run({"check", "bend.x", "--rules", "none", "--json"}).json()["lint"], Json::array());
}

TEST(Check, file_that_the_engine_cannot_show_is_bad) {
  const CommandFolder folder;
  Json gltf = Json::parse(
      R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes":
          [{"name": "cloud", "primitives": [{"mode": 0, "attributes": {"POSITION": 0}}]}], "accessors": [{"componentType":
          5126, "count": 30000, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}]})");
  const auto with = [&](int instances) {
    for (int i = static_cast<int>(gltf["nodes"].size()); i < instances; ++i) {
      gltf["nodes"].push_back({{"mesh", 0}});
      gltf["scenes"][0]["nodes"].push_back(i);
    }
    folder.write("cloud.gltf", gltf.dump());
    return folder.run({"check", "cloud.gltf", "--json"});
  };
  EXPECT_EQ(with(10).code, 0);
  const Ran ran = with(2000);
  EXPECT_EQ(ran.code, 1);
  const Json verdict = ran.json();
  EXPECT_EQ(verdict["ok"], false);
  const Json error = entry_with(verdict, "render.too-many-instances");
  ASSERT_TRUE(error.is_object()) << verdict;
  EXPECT_EQ(error["severity"], "error");
  EXPECT_THAT(std::string(error["message"]), HasSubstr("mesh cloud has 2000 instances, which need "));
  // `render` prints the same message.
  EXPECT_EQ(folder.run({"render", "cloud.gltf", "--out", "a.png"}).err,
            "cloud.gltf: " + std::string(error["message"]) + "\n");
}

TEST(Check, jsonl_has_one_object_on_each_line_in_every_case) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("bad.x", "xof 0303txt 0050\n");
  for (const char* command : {"check", "info"}) {
    const Ran one = folder.run({command, "bend.x", "--jsonl"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(std::count(one.out.begin(), one.out.end(), '\n'), 1);
    EXPECT_EQ(Json::parse(one.out), folder.run({command, "bend.x", "--json"}).json());

    const Ran three = folder.run({command, "bad.x", "bend.x", "missing.x", "--jsonl"});
    EXPECT_EQ(three.code, 1);
    std::istringstream lines(three.out);
    std::vector<Json> objects;
    for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
    ASSERT_EQ(objects.size(), 3u) << command;
    EXPECT_EQ(objects[0]["file"], "bad.x");
    EXPECT_EQ(objects[0]["ok"], false);
    EXPECT_EQ(objects[0]["diagnostics"][0]["severity"], "error");
    EXPECT_EQ(objects[1]["ok"], true);
    EXPECT_EQ(objects[2]["diagnostics"][0]["message"], "no such file");
    EXPECT_THAT(three.err, HasSubstr("missing.x: no such file\n"));
    EXPECT_EQ(folder.run({command, "bad.x", "bend.x", "missing.x", "--json"}).json(), Json(objects));
  }
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
  EXPECT_EQ(folder.run({"check", "bad.x", "bend.x", "--rules", "none"}).out,
            "bad.x: failed (1 error)\nbend.x: ok\n");
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
  EXPECT_EQ(warning["message"],
            "no such file next to the model or in the folders above it; drawn in light grey");
  EXPECT_EQ(folder.run({"check", "bend.x", "--warnings-as-errors"}).code, 1);
  EXPECT_EQ(folder.run({"info", "bend.x"}).err, "");  // info does not look for textures
}

TEST(Check, bare_mesh_gets_hints_for_exporters) {
  const CommandFolder folder;
  folder.write("bare.x", "xof 0303txt 0032\nMesh Bare { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;; }\n");
  const Ran ran = folder.run({"check", "bare.x", "--json", "--rules", "all"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(codes_of(ran.json()), ::testing::IsSupersetOf({"check.no-normals", "check.no-material",
                                                             "check.no-skin", "check.no-clip"}));
  EXPECT_THAT(ran.err,
              HasSubstr("bare.x: note: Mesh Bare: no normals in the file; smooth normals are computed\n"));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: Mesh Bare: no material; drawn in plain grey\n"));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: no skin; the bones do not deform any mesh\n"));
  EXPECT_THAT(ran.err, HasSubstr("bare.x: note: no animation set; nothing moves\n"));
  EXPECT_EQ(folder.run({"check", "bare.x", "--quiet"}).err, "");
  // By default, and without rules, a static model gets no note about a missing skin or clip.
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"check", "bare.x"}, {"check", "bare.x", "--rules", "none"}}) {
    const std::string err = folder.run(arguments).err;
    EXPECT_THAT(err, HasSubstr("no normals"));
    EXPECT_THAT(err, ::testing::Not(HasSubstr("no skin")));
    EXPECT_THAT(err, ::testing::Not(HasSubstr("no animation set")));
  }
}

// A model that was made with z up lies on its back.
TEST(Check, figure_that_lies_along_z_gets_a_hint) {
  const CommandFolder folder;
  const std::string skin = "SkinWeights { \"b\"; 3; 0,1,2; 1,1,1; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }";
  const auto file = [&](const char* points) {
    return "xof 0303txt 0032\nFrame b { }\nMesh M { 3; " + std::string(points) + " 1; 3;0,1,2;; " + skin +
           " }\n";
  };
  folder.write("lying.x", file("0;0.1;0;, 0.5;-0.1;0;, 0;0;1.8;;"));
  folder.write("standing.x", file("0;0;0;, 0.5;0;0;, 0;1.8;0.2;;"));
  EXPECT_THAT(
      folder.run({"check", "lying.x"}).err,
      HasSubstr(
          "lying.x: note: stands on the plane z = 0, so +Z is up; engines expect +Y (--up z turns it)\n"));
  EXPECT_THAT(folder.run({"check", "standing.x"}).err, ::testing::Not(HasSubstr("is up")));
}

// One triangle. Its first vertex is moved by `bones` bones.
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

TEST(Check, skeleton_without_a_clip_is_noted) {
  const CommandFolder folder;
  folder.write("bones.x", file_with_bones(2));
  EXPECT_THAT(folder.run({"check", "bones.x"}).err, HasSubstr("no animation set; nothing moves"));
}

TEST(Check, many_bones_and_influences_are_noted) {
  const CommandFolder folder;
  struct Case {
    int bones;
    std::string palettes;  // palettes that are exceeded
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
                fmt::format("{} bones; engines with a palette of {} matrices must split the mesh", one.bones,
                            one.palettes));
    EXPECT_EQ(entry_with(verdict, "check.many-influences").is_null(), one.bones <= 4) << one.bones;
  }
}

// Six parts of one body are reported together.
TEST(Check, many_bones_of_several_meshes_are_noted_once) {
  const CommandFolder folder;
  std::string text = file_with_bones(27);
  const std::size_t mesh = text.find("Mesh M");
  std::string second = text.substr(mesh);
  second[5] = 'N';
  folder.write("bones.x", text + second);
  const Json bones = entry_with(folder.run({"check", "bones.x", "--json"}).json(), "check.many-bones");
  EXPECT_EQ(bones["object"], "Mesh M");
  EXPECT_EQ(bones["count"], 2);
  EXPECT_THAT(
      folder.run({"check", "bones.x"}).err,
      HasSubstr("Mesh M: 27 bones; engines with a palette of 26 matrices must split the mesh (2 times)\n"));
}

// --- lint ------------------------------------------------------------------------------------------------

// The fields that docs/cli.md promises, and four additional ones.
TEST(Check, lint_gives_rule_value_threshold_and_location) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"check", "bend.x", "--json", "--rules", "frame-ticks,bones"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  // The file has 100 ticks per second. The keys are at 0 and 100, and at 0 and 50.
  EXPECT_EQ(ran.json()["lint"], Json::parse(R"([
    {"rule": "frame-ticks", "ok": true, "value": 1, "unit": "keys/s", "threshold": 1000, "clip": "bend",
     "clip_index": 0, "time_s": null, "object": null, "note": null, "confidence": "high", "advice": null},
    {"rule": "frame-ticks", "ok": true, "value": 2, "unit": "keys/s", "threshold": 1000, "clip": null,
     "clip_index": 1, "time_s": null, "object": null, "note": null, "confidence": "high", "advice": null},
    {"rule": "bones", "ok": true, "value": 2, "unit": "joints", "threshold": null, "clip": null,
     "clip_index": null, "time_s": null, "object": "skin #0", "note": null, "confidence": "high", "advice": null}])"));
}

TEST(Check, lint_over_its_threshold_fails) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"check", "--threshold", "bones=1", "bend.x", "--rules", "frame-ticks,bones"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out,
            "bend.x: failed\n  FAILED  bones  2  joints  at most 1  skin #0\n"
            "  bones: split the mesh, or use an engine with a larger palette\n  fine: frame-ticks\n");
  EXPECT_EQ(folder.run({"check", "bend.x", "--threshold", "bones=2"}).code, 0);
  // If a rule has two thresholds, the last one counts.
  EXPECT_EQ(folder.run({"check", "bend.x", "--threshold", "bones=1", "--threshold", "bones=2"}).code, 0);
  EXPECT_FALSE(folder.run({"check", "bend.x", "--threshold", "bones=1", "--json"}).json()["ok"]);
}

TEST(Check, lint_reports_the_worst_clip_of_a_rule_that_does_not_fail) {
  const CommandFolder folder;
  const Ran ran = folder.run({"check", asset("mannequin.x"), "--rules", "redundant-keys", "--quiet"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("info  clip idle, pelvis  5019 of 5136 keys can be removed without "
                                 "changing the motion (and in 19 more clips)\n"));
}

TEST(Check, lint_reports_the_box_of_a_clip) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  // The second clip moves the upper half, at y = 3, up by 2.
  const Json finding = folder.run({"check", "bend.x", "--json", "--rules", "bounds"}).json()["lint"][1];
  EXPECT_EQ(finding["bounds"], Json::parse(R"({"min": [-1, 0, -0.5], "max": [1, 5, 0]})"));
}

// A sound file with one change that makes a rule find something. docs/check.md refers to this test for faults
// that no real file has. Informational rules get a threshold.
TEST(Check, lint_rules_find_faults_added_to_a_sound_file) {
  const CommandFolder folder;
  const std::string identity = "1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;;";
  const std::string slide = "2; 2; 0;3;0,2,0;;, 50;3;0,4,0;;;", still = "2; 1; 0;3;0,2,0;;;";
  struct Case {
    std::string rule, threshold, old_text, new_text;
  };
  for (const Case& one : {
           // The upper bone ends 0.3 to the side of its start (H is 3). The threshold turns this into a
           // failure.
           Case{"loop-seam", "loop-seam=0.9", slide,
                "2; 5; 0;3;0,2,0;;, 20;3;0,2,0;;, 25;3;0,4,0;;, 30;3;0,6.3,0;;, 50;3;0,6.3,0;;;"},
           Case{"bounds", "", slide, "2; 2; 0;3;0,2,0;;, 50;3;0,40,0;;;"},
           Case{"skin-stretch", "", "0,-2,0,1;; }", "0,20,0,1;; }"},
           Case{"quaternion-flip", "quaternion-flip=0", "100;4;0.7071067811865476,0,0,-0.7071067811865476",
                "100;4;-0.7071067811865476,0,0,0.7071067811865476"},
           Case{"scale-drift", "", still, still + " } AnimationKey { 1; 2; 0;3;1,1,1;;, 100;3;1.01,1,1;;;"},
           Case{"frame-ticks", "", "AnimTicksPerSecond { 100; }", ""},
           Case{"redundant-keys", "redundant-keys=0", slide,
                "2; 3; 0;3;0,2,0;;, 25;3;0,3,0;;, 50;3;0,4,0;;;"},
           Case{"weight-sum", "", "2; 0,1; 1.0,1.0", "2; 0,1; 0.5,1.0"},
           Case{"dead-joint", "dead-joint=0", "XSkinMeshHeader",
                "SkinWeights { \"Idle\"; 0; " + identity + " } XSkinMeshHeader"},
           Case{"bones", "bones=2", "XSkinMeshHeader",
                "SkinWeights { \"Idle\"; 0; " + identity + " } XSkinMeshHeader"},
           Case{"influences", "influences=1", "2; 0,1; 1.0,1.0", "3; 0,1,2; 1.0,1.0,1.0"},
           Case{"duplicate-name", "", "Mesh Strip", "Frame Upper { } Mesh Strip"},
       }) {
    std::vector<std::string> arguments{"check", "bend.x", "--json", "--quiet", "--rules", one.rule};
    if (!one.threshold.empty()) arguments.insert(arguments.end(), {"--threshold", one.threshold});
    std::string text = kBendFile;
    folder.write("bend.x", text);
    EXPECT_EQ(folder.run(arguments).code, 0) << one.rule;
    ASSERT_NE(text.find(one.old_text), std::string::npos) << one.rule;
    text.replace(text.find(one.old_text), one.old_text.size(), one.new_text);
    folder.write("bend.x", text);
    const Ran ran = folder.run(arguments);
    EXPECT_EQ(ran.code, 1) << one.rule << ": " << ran.out << ran.err;
    bool failed = false;
    const Json verdict = ran.json();
    for (const Json& finding : verdict["lint"]) failed = failed || finding["ok"] == false;
    EXPECT_TRUE(failed) << one.rule;
  }
}

// Two legs of two bones each, 2 high. The left foot is planted, but slides by `way` in the last tenth of a
// second.
std::string standing_file(double way, const std::string& clip) {
  const auto frame = [](const std::string& name, const std::string& place, const std::string& inside) {
    return "Frame " + name + " { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, " + place + ",1;; } " +
           inside + " }\n";
  };
  const auto leg = [&](const std::string& side, const std::string& x) {
    return frame(side + "Thigh", x + ",0,0",
                 frame(side + "Knee", "0,-1,0", frame(side + "Foot", "0,-1,0", "")));
  };
  const auto weights = [](const std::string& name, int vertex, const std::string& offset) {
    return "SkinWeights { \"" + name + "\"; 1; " + std::to_string(vertex) +
           "; 1; 1,0,0,0, 0,1,0,0, 0,0,1,0, " + offset + ",1;; }\n";
  };
  return "xof 0303txt 0032\nAnimTicksPerSecond { 100; }\n" +
         frame("Hips", "0,2,0", leg("Left", "0.3") + leg("Right", "-0.3")) +
         "Mesh Body { 3; 0;2;0;, 0.3;0;0;, -0.3;0;0;; 1; 3;0,1,2;;\n" + weights("Hips", 0, "0,-2,0") +
         weights("LeftFoot", 1, "-0.3,0,0") + weights("RightFoot", 2, "0.3,0,0") + "}\nAnimationSet " + clip +
         " { Animation { { LeftFoot } AnimationKey { 2; 3; 0;3;0,-1,0;;, 40;3;0,-1,0;;, 50;3;" +
         fmt::format("{}", way) + ",-1,0;;; } } }\n";
}

TEST(Check, lint_finds_a_foot_that_slides) {
  const CommandFolder folder;
  const std::vector<std::string> arguments{"check", "figure.x", "--json", "--quiet", "--rules", "foot-slide"};
  folder.write("figure.x", standing_file(0, "wait"));
  EXPECT_EQ(folder.run(arguments).code, 0);
  folder.write("figure.x", standing_file(0.5, "wait"));
  const Ran ran = folder.run(arguments);
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.json()["lint"][0]["object"], "LeftFoot");
  EXPECT_EQ(ran.json()["lint"][0]["confidence"], "high");
  folder.write("figure.x", standing_file(0.5, "attack"));
  const Ran attack = folder.run(arguments);
  EXPECT_EQ(attack.code, 0);
  EXPECT_EQ(attack.json()["lint"][0]["confidence"], "low");
}

// hostile/check_*: files with faults in unused parts of the scene.
TEST(Check, checks_unused_parts_of_a_gltf_scene) {
  const CommandFolder folder;
  // Zeros for 16 bytes.
  const std::string uri = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAA==";
  // An image with a single grey pixel.
  const std::string kPng =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNo"
      "AAAAggCBd81ytgAAAABJRU5ErkJggg==";
  struct Case {
    std::string members, place, code;
  };
  for (const Case& one : {
           Case{R"("buffers":[{"byteLength":17,"uri":")" + uri + R"("}])", "/buffers/0", "gltf.buffer-size"},
           Case{R"("bufferViews":[{"buffer":0,"byteLength":4}])", "/bufferViews/0/buffer", "gltf.index"},
           Case{R"("buffers":[{"byteLength":16,"uri":")" + uri +
                    R"("}],"bufferViews":[{"buffer":0,"byteOffset":8,"byteLength":9}])",
                "/bufferViews/0", "gltf.view-bounds"},
           Case{R"("buffers":[{"byteLength":16,"uri":")" + uri +
                    R"("}],"bufferViews":[{"buffer":0,"byteLength":16}],"accessors":[{"bufferView":0,)"
                    R"("componentType":5126,"type":"VEC3","count":2}])",
                "/accessors/0", "gltf.accessor-bounds"},
           Case{R"("images":[{"uri":"data:image/png;base64,AAAA"}])", "/images/0", "gltf.no-image"},
           Case{R"("images":[{"uri":"data:image/png;base64,)" + kPng.substr(0, 60) + R"("}])", "/images/0",
                "texture.unreadable"},
           Case{R"("images":[{"uri":"none.png"}])", "/images/0/uri", "gltf.file-missing"},
       }) {
    folder.write("unused.gltf", R"({"asset":{"version":"2.0"},)" + one.members + "}");
    const Ran ran = folder.run({"check", "unused.gltf", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const Json entry = entry_with(ran.json(), one.code);
    ASSERT_FALSE(entry.is_null()) << one.place << ran.out;
    EXPECT_EQ(entry["severity"], "warning") << one.place;
    EXPECT_EQ(entry["object"], one.place);
    EXPECT_EQ(ran.json()["diagnostics"].size(), 1u) << ran.out;
    // Loading does not check unused parts.
    EXPECT_EQ(folder.run({"info", "unused.gltf"}).err, "") << one.place;
    EXPECT_EQ(folder.run({"check", "unused.gltf", "--warnings-as-errors"}).code, 1);
  }
  // A valid image, a valid buffer, and a placeholder buffer, which may have no data.
  folder.write("unused.gltf", R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":16,"uri":")" + uri +
                                  R"("},{"byteLength":4}],"bufferViews":[{"buffer":1,"byteLength":4}],)"
                                  R"("images":[{"uri":"data:image/png;base64,)" +
                                  kPng + R"("}]})");
  EXPECT_EQ(folder.run({"check", "unused.gltf"}).err, "");
}

TEST(Check, files_of_the_corpus_with_faults_in_unused_parts_get_a_line) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::pair<const char*, const char*> kFiles[] = {
      {"check_view_of_no_buffer.gltf", "/bufferViews/0/buffer"},
      {"check_accessor_beyond_view.gltf", "/accessors/0"},
      {"check_buffer_longer_than_its_data.gltf", "/buffers/0"},
      {"check_bin_chunk_too_short.glb", "/buffers/0"},
      {"check_image_is_no_image.gltf", "/images/0"},
      {"bom_in_json_chunk.glb", "byte order mark"}};
  for (const auto& [file, expected] : kFiles)
    EXPECT_THAT(folder.run({"check", corpus_file("hostile/" + std::string(file))}).err, HasSubstr(expected))
        << file;
}

TEST(Check, lint_shows_frame_numbers_stored_as_ticks) {
  const CommandFolder folder;
  std::string text = kBendFile;
  const std::string rate = "AnimTicksPerSecond { 100; }";
  text.erase(text.find(rate), rate.size());
  folder.write("bend.x", text);
  const Ran ran = folder.run({"check", "bend.x", "--rules", "frame-ticks"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out,
              HasSubstr("clip bend  100 ticks in all; if they are frames, --ticks-per-second 30 plays them"));
  EXPECT_THAT(ran.out, HasSubstr("  frame-ticks: set the tick rate in the file, in `.x` with "
                                 "AnimTicksPerSecond, or read it with --ticks-per-second 30\n"));
  EXPECT_EQ(folder.run({"check", "bend.x", "--rules", "frame-ticks", "--ticks-per-second", "30"}).code, 0);
}

// A clip that starts and ends differently, with the given name.
std::string bend_named(const std::string& name) {
  std::string text = kBendFile;
  text.replace(text.find("AnimationSet bend"), 17, "AnimationSet " + name);
  return text;
}

TEST(Check, lint_takes_loops_from_the_command_line_and_configuration_only) {
  const CommandFolder folder;
  // The upper bone turns by 90 degrees and stays there, so nothing indicates a loop.
  for (const char* name : {"bend", "walk", "attack_loop"})
    folder.write(name + std::string(".x"), bend_named(name));
  folder.write("loop.json", R"({"clips": {"bend": {"loop": true}}})");
  folder.write("once.json", R"({"clips": {"walk": {"loop": false}}})");
  const auto seam = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(), {"--json", "--quiet", "--rules", "loop-seam"});
    const Ran ran = folder.run(arguments);
    const Json finding = ran.json()["lint"][0];
    return fmt::format("{} {} {}", ran.code, finding["confidence"].get<std::string>(),
                       finding["note"].get<std::string>());
  };
  const std::string unknown = "0 low not known to loop: it ends far from where it begins";
  EXPECT_EQ(seam({"bend.x"}), unknown);
  EXPECT_EQ(seam({"walk.x"}), unknown);
  EXPECT_EQ(seam({"attack_loop.x"}), unknown);
  const std::string loop = "1 high loops, as --loop says", once = "0 low plays once, as --once says";
  EXPECT_EQ(seam({"bend.x", "--loop", "bend"}), loop);
  EXPECT_EQ(seam({"bend.x", "--loop", "#1", "--loop", "#0"}), loop);
  EXPECT_EQ(seam({"bend.x", "--once", "0"}), once);
  EXPECT_EQ(seam({"--once", "bend", "bend.x"}), once);
  EXPECT_EQ(seam({"bend.x", "--config", "loop.json"}), "1 high loops, as the configuration says");
  EXPECT_EQ(seam({"walk.x", "--config", "once.json"}), "0 low plays once, as the configuration says");
  EXPECT_EQ(seam({"walk.x", "--config", "once.json", "--loop", "walk"}), loop);
  EXPECT_EQ(seam({"bend.x", "--config", "loop.json", "--once", "bend"}), once);
}

TEST(Check, loop_and_once_name_a_clip_of_one_of_the_files) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("walk.x", bend_named("walk"));
  for (const char* option : {"--loop", "--once"}) {
    const Ran unknown = folder.run({"check", "bend.x", "walk.x", option, "run"});
    EXPECT_EQ(unknown.code, 2) << option;
    EXPECT_THAT(unknown.err, HasSubstr("no clip is named \"run\"")) << option;
  }
  EXPECT_EQ(folder.run({"check", "bend.x", "walk.x", "--loop", "walk"}).code, 1);
  EXPECT_EQ(folder.run({"check", "bend.x", "walk.x", "--once", "walk"}).code, 0);
  const Ran both = folder.run({"check", "bend.x", "--loop", "bend", "--once", "#0"});
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("--once: \"#0\" is also given to --loop"));
  const Ran config = folder.run({"check", "bend.x", "--config", "none.json"});
  EXPECT_EQ(config.code, 1);
  EXPECT_THAT(config.err, HasSubstr("none.json: no such file"));
}

// A walk over 40 units, with a root above the hips that never moves.
TEST(Check, motion_capture_that_travels_is_a_perfect_cycle) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const Ran ran =
      folder.run({"check", corpus_file("findings/walk_static_root.bvh"), "--json", "--loop", "0"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  for (const Json& finding : ran.json()["lint"])
    if (finding["rule"] == "loop-seam") {
      EXPECT_NEAR(finding["value"].get<double>(), 0, 1e-3);
    }
}

TEST(Check, takes_of_motion_capture_fail_no_loop_rule) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  for (const char* take :
       {"cmu/cmu_10_02.bvh", "cmu/cmu_12_01_walk.bvh", "cmu/cmu_37_01.bvh", "cmu/cmu_85_07.bvh",
        "cmu/cmu_88_04.bvh", "animated-drawings/dab.bvh", "animated-drawings/jesse_dance.bvh",
        "animated-drawings/jumping_jacks.bvh", "animated-drawings/wave_hello.bvh"})
    EXPECT_EQ(
        folder.run({"check", corpus_file("motion/" + std::string(take)), "--rules", "loop-seam,closing-key"})
            .code,
        0)
        << take;
}

std::vector<std::string> failed_rules(const Ran& ran) {
  std::vector<std::string> rules;
  const Json verdict = ran.json();
  for (const Json& finding : verdict["lint"])
    if (finding["ok"] == false && (rules.empty() || rules.back() != finding["rule"]))
      rules.push_back(finding["rule"]);
  return rules;
}

// In one file, all inverse bind matrices are the identity. In the other, one of them is off by half the
// model's size.
TEST(Check, skins_that_do_not_fit_their_mesh_are_found) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  for (const char* file : {"findings/fox_ident.glb", "findings/fox_shift.glb"}) {
    const Ran ran = folder.run({"check", corpus_file(file), "--json", "--quiet"});
    EXPECT_EQ(ran.code, 1) << file;
    EXPECT_EQ(failed_rules(ran), (std::vector<std::string>{"skin-stretch", "bind-pose"})) << file;
  }
  for (const char* file :
       {"gltf/Fox.glb", "gltf/emoji_heart.glb", "gltf/Lumberjack.glb", "gltf/KayKit_Knight.glb",
        "gltf/CesiumMan/CesiumMan.gltf", "wild/quaternius/Trex.glb", "wild/quaternius/Leela.glb"}) {
    const Ran ran =
        folder.run({"check", corpus_file(file), "--rules", "skin-stretch,bind-pose,missing-skin"});
    EXPECT_EQ(ran.code, 0) << file << ran.out;
  }
}

// Returns the text without the objects `name { ... }`, which must not contain other braces.
std::string without_objects(std::string text, const std::string& name) {
  for (std::size_t at = text.find(name + " {"); at != std::string::npos; at = text.find(name + " {", at))
    text.erase(at, text.find('}', at) + 1 - at);
  return text;
}

TEST(Check, animated_mesh_without_its_skin_is_found) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  ASSERT_EQ(folder
                .run({"convert", corpus_file("x/sdk_legacy/tiny_4anim.x"), "tiny.x", "--encoding", "text",
                      "--quiet"})
                .code,
            0);
  const std::string text = folder.read("tiny.x");
  folder.write("bare.x", without_objects(without_objects(text, "XSkinMeshHeader"), "SkinWeights"));
  const Ran ran = folder.run({"check", "bare.x", "--json", "--quiet"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(failed_rules(ran), ::testing::Contains("missing-skin"));
  EXPECT_THAT(folder.run({"check", "bare.x", "--quiet"}).out,
              HasSubstr("animated mesh without a skin: the clips move joints that no mesh follows"));
  EXPECT_EQ(folder.run({"check", "tiny.x", "--quiet", "--rules", "missing-skin"}).code, 0);
}

TEST(Check, lint_counts_weights_that_do_not_sum_to_1) {
  const CommandFolder folder;
  std::string text = kBendFile;
  text.replace(text.find("1.0,1.0; 1,0"), 7, "0.5,1.0");
  folder.write("bend.x", text);
  const Ran ran = folder.run({"check", "bend.x", "--json", "--rules", "weight-sum"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.json()["lint"][0]["value"], 1);
  EXPECT_EQ(ran.json()["lint"][0]["note"], "weights of a vertex sum to 0.5; expected 1: normalised");
}

TEST(Check, lint_options_report_what_they_expect) {
  const CommandFolder folder;
  const std::string names =
      "loop-seam, closing-key, foot-slide, bounds, skin-stretch, bind-pose, quaternion-flip, scale-drift, "
      "frame-ticks, redundant-keys, missing-skin, weight-sum, dead-joint, bones, influences, duplicate-name";
  struct Case {
    std::vector<std::string> options;
    std::string message;
  };
  for (const Case& one :
       {Case{{"--rules", "bones,seam"}, "\"seam\" is not a rule; expected one of " + names},
        Case{{"--threshold", "seam=1"}, "\"seam\" is not a rule; expected one of " + names},
        Case{{"--threshold", "bones"}, "\"bones\" has no value; expected RULE=VALUE"},
        Case{{"--threshold", "bones=many"}, "\"many\" is not a threshold; expected 0 or more"},
        Case{{"--threshold", "bones=-1"}, "\"-1\" is not a threshold; expected 0 or more"}}) {
    std::vector<std::string> arguments{"check", "bend.x"};
    arguments.insert(arguments.end(), one.options.begin(), one.options.end());
    const Ran ran = folder.run(arguments);
    EXPECT_EQ(ran.code, 2) << one.message;
    EXPECT_THAT(ran.err, HasSubstr(one.message));
  }
}

TEST(Check, skinned_model_with_z_up_is_noted) {
  const CommandFolder folder;
  std::string text = kBendFile;
  const std::string upright = "-1;0;0;, 1;0;0;, -1;3;0.5;, 1;3;0.5;;";
  text.replace(text.find(upright), upright.size(), "-1;-0.5;0;, 1;-0.5;0;, -1;0.5;3;, 1;0.5;3;;");
  folder.write("bend.x", text);
  EXPECT_THAT(
      folder.run({"check", "bend.x"}).err,
      HasSubstr("bend.x: note: stands on the plane z = 0, so +Z is up; engines expect +Y (--up z turns "
                "it)\n"));
  EXPECT_THAT(folder.run({"check", "bend.x", "--up", "z"}).err, ::testing::Not(HasSubstr("plane z = 0")));
  EXPECT_THAT(folder.run({"check", "bend.x", "--up", "y"}).err, ::testing::Not(HasSubstr("plane z = 0")));
  EXPECT_EQ(folder.run({"check", asset("mannequin.x"), "--json"}).json()["diagnostics"].size(), 1u);
}

TEST(Check, verdicts_on_the_corpus_are_the_expected_ones) {
  SKELTER_REQUIRE_CORPUS();
  const Json corpus = Json::parse(std::ifstream(corpus_file("x/expected.json")));
  const CommandFolder folder;
  for (const auto& item : corpus.items()) {
    const bool bad = item.value()["expect"] == "error";
    const Ran ran =
        folder.run({"check", corpus_file("x/" + item.key()), "--rules", "none", "--json", "--quiet"});
    EXPECT_EQ(ran.code, bad ? 1 : 0) << item.key() << ": " << ran.err;
    EXPECT_EQ(ran.json()["ok"], !bad) << item.key();
  }
}

}  // namespace
}  // namespace skelter::test

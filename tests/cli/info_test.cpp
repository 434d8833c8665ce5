// skelter info: compares numbers with the corpus's independent counts, and fields with the documentation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

TEST(Info, a_bad_file_is_an_object_with_the_reason) {
  const CommandFolder folder;
  folder.write("bad.x", "xof 0303txt 0050\n");
  const Ran ran = folder.run({"info", "bad.x", "--json"});
  EXPECT_EQ(ran.code, 1);
  const Json info = ran.json();
  EXPECT_EQ(info["file"], "bad.x");
  EXPECT_EQ(info["ok"], false);
  ASSERT_EQ(info["diagnostics"].size(), 1u);
  EXPECT_EQ(info["diagnostics"][0]["code"], "x.bad-float-size");
  EXPECT_EQ(ran.err, info["diagnostics"][0]["spot"].get<std::string>() + ": " +
                         info["diagnostics"][0]["message"].get<std::string>() + "\n");
}

TEST(Info, several_files_are_shown_one_after_the_other) {
  const CommandFolder folder;
  folder.write("a.x", kBendFile);
  folder.write("b.x", kBendFile);
  const Ran ran = folder.run({"info", "a.x", "missing.x", "b.x"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "missing.x: no such file\n");
  EXPECT_EQ(ran.out, folder.run({"info", "a.x"}).out + "\n" + folder.run({"info", "b.x"}).out);
}

TEST(Info, json_has_the_fields_of_the_contract) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"info", "bend.x", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json info = ran.json();
  EXPECT_EQ(info["file"], "bend.x");
  EXPECT_EQ(info["format"], "x");
  EXPECT_EQ(info["encoding"], "text");
  EXPECT_TRUE(info["generator"].is_null());
  EXPECT_TRUE(info["metres_per_unit"].is_null());
  EXPECT_EQ(info["totals"],
            Json::parse(R"({"nodes": 2, "meshes": 1, "source_vertices": 4, "vertices": 4, "source_faces": 2,
    "triangles": 2, "lines": 0, "points": 0, "materials": 1, "textures": 0, "skins": 1, "joints": 2, "clips": 2, "channels": 3, "keys": 5,
    "morph_targets": 0})"));
  // Space is mirrored at z = 0.
  EXPECT_EQ(info["bounds"], Json::parse(R"({"min": [-1, 0, -0.5], "max": [1, 3, 0]})"));

  const Json& upper = info["nodes"][1];
  EXPECT_EQ(
      upper,
      Json::parse(R"({"index": 1, "name": "Upper", "parent": 0, "children": [], "meshes": [], "skin": null,
    "rest": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,0,1], "synthetic": false})"));
  EXPECT_EQ(info["nodes"][0]["children"], Json::parse("[1]"));
  for (std::size_t i = 2; i < info["nodes"].size(); ++i) EXPECT_EQ(info["nodes"][i]["synthetic"], true);

  EXPECT_EQ(info["meshes"],
            Json::parse(R"([{"name": "Strip", "source_vertices": 4, "vertices": 4, "source_faces": 2,
    "triangles": 2, "lines": 0, "points": 0, "attributes": ["position", "normal"], "materials": [0], "skinned": true, "joints": 2,
    "max_influences": 1, "morph_targets": 0}])"));
  EXPECT_EQ(info["ok"], true);
  EXPECT_EQ(info["skins"][0]["joints"], Json::parse(R"(["Lower", "Upper"])"));
  EXPECT_EQ(info["skins"][0]["joint_nodes"], Json::parse("[0, 1]"));
  // The offset matrices from the file. They contain no z that would be mirrored.
  EXPECT_EQ(info["skins"][0]["joint_from_mesh"],
            Json::parse("[[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,-2,0,1]]"));
  EXPECT_EQ(info["materials"][0]["name"], "Clay");
  EXPECT_NEAR(info["materials"][0]["base_color"][1].get<double>(), 0.4, 1e-6);
  EXPECT_TRUE(info["materials"][0]["texture"].is_null());
  EXPECT_EQ(info["clips"], Json::parse(R"([
    {"index": 0, "name": "bend", "duration_s": 1, "ticks_per_second": 100, "channels": 2, "keys": 3,
     "keys_by_kind": {"translation": 1, "rotation": 2, "scale": 0, "matrix": 0, "weights": 0, "other": 0},
     "targets": ["Upper"], "interpolations": ["linear"]},
    {"index": 1, "name": null, "duration_s": 0.5, "ticks_per_second": 100, "channels": 1, "keys": 2,
     "keys_by_kind": {"translation": 2, "rotation": 0, "scale": 0, "matrix": 0, "weights": 0, "other": 0},
     "targets": ["Upper"], "interpolations": ["linear"]}])"));
  EXPECT_EQ(info["diagnostics"], Json::array());
}

TEST(Info, text_names_the_contents_of_the_file) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"info", "bend.x"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("bend.x\n"));
  EXPECT_THAT(ran.out, HasSubstr("x, text"));
  EXPECT_THAT(ran.out, HasSubstr("    Lower\n      Upper\n"));
  EXPECT_THAT(ran.out, HasSubstr("Clay"));
  EXPECT_THAT(ran.out, HasSubstr("#1"));
  EXPECT_EQ(ran.out.find(" \n"), std::string::npos) << "spaces at a line end";
}

// The values from the file.
TEST(Info, effects_of_materials_are_shown_with_their_parameters) {
  const CommandFolder folder;
  folder.write("effect.x", R"(xof 0303txt 0032
Frame F { Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;
  MeshMaterialList { 2; 1; 0; Material Skin { 1;1;1;1;; 0; 0;0;0;; 0;0;0;;
      EffectInstance { "Toon.fx";
        EffectParamFloats { "Tint"; 3; 0.5, 0.25, 1; }
        EffectParamString { "Ramp"; "ramp.png"; }
        EffectParamDWord { "Steps"; 4; } } }
    Material Plain { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; } } } }
)");
  const Json info = folder.run({"info", "effect.x", "--json"}).json();
  ASSERT_EQ(info["materials"].size(), 2u);
  EXPECT_EQ(info["materials"][0]["effect"],
            Json::parse(R"({"file": "Toon.fx", "parameters": [{"name": "Tint", "value": [0.5, 0.25, 1]},
                            {"name": "Ramp", "value": "ramp.png"}, {"name": "Steps", "value": 4}]})"));
  EXPECT_TRUE(info["materials"][1]["effect"].is_null());
  const Ran text = folder.run({"info", "effect.x"});
  EXPECT_THAT(text.out, HasSubstr(R"(Toon.fx  Tint = 0.5 0.25 1, Ramp = "ramp.png", Steps = 4)"));
}

TEST(Info, bounds_of_a_file_without_vertices_are_unknown) {
  const CommandFolder folder;
  folder.write("bones.x", "xof 0303txt 0032\nFrame A { Frame B { } }\n");
  const Json info = folder.run({"info", "bones.x", "--json"}).json();
  EXPECT_TRUE(info["bounds"].is_null());
  EXPECT_EQ(info["totals"]["nodes"], 2);
}

TEST(Info, standard_input_can_be_read) {
  const CommandFolder folder;
  const Ran ran = folder.run({"info", "-", "--json"}, kBendFile);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["totals"]["joints"], 2);
  EXPECT_EQ(ran.json()["file"], "standard input");
}

TEST(Info, reading_options_change_the_result) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json info =
      folder.run({"info", "bend.x", "--json", "--ticks-per-second", "50", "--metres-per-unit", "0.01"})
          .json();
  EXPECT_EQ(info["clips"][0]["duration_s"], 2);
  EXPECT_EQ(info["clips"][0]["ticks_per_second"], 50);
  EXPECT_EQ(info["metres_per_unit"], 0.01);
}

TEST(Info, clips_of_another_file_are_added_by_node_name) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("more.x",
               "xof 0303txt 0032\nAnimTicksPerSecond { 100; }\nFrame Upper { }\n"
               "AnimationSet nod { Animation { { Upper } AnimationKey { 2; 1; 25;3;0,1,0;;; } } }\n");
  const Json info = folder.run({"info", "bend.x", "--json", "--with-clips", "more.x"}).json();
  ASSERT_EQ(info["clips"].size(), 3u);
  EXPECT_EQ(info["clips"][2]["name"], "nod");
  EXPECT_EQ(info["clips"][2]["duration_s"], 0.25);
  EXPECT_EQ(info["totals"]["nodes"], 2);

  const Ran missing = folder.run({"info", "bend.x", "--with-clips", "none.x"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "none.x: no such file\n");
}

bool all_finite_or_null(const Json& json) {
  for (const auto& item : json.items()) {
    const Json& value = item.value();
    if (value.is_number_float() && !std::isfinite(value.get<double>())) return false;
    if (value.is_structured() && !all_finite_or_null(value)) return false;
  }
  return true;
}

std::uint64_t sum_of(const Json& list, const char* field) {
  std::uint64_t sum = 0;
  for (const Json& item : list) sum += item[field].get<std::uint64_t>();
  return sum;
}

// The independent counts contain only TextureFilename. One material of this file names its texture in an
// EffectInstance instead.
constexpr const char* kTextureInEffect = "sdk_legacy/rock.x";

void compare_totals(const std::string& file, const Json& expected, const Json& info) {
  const Json& totals = info["totals"];
  EXPECT_EQ(totals["nodes"], expected["frames"]);
  EXPECT_EQ(totals["meshes"], expected["meshes"]);
  EXPECT_EQ(totals["source_vertices"], expected["vertices"]);
  EXPECT_EQ(totals["source_faces"], expected["faces"]);
  EXPECT_EQ(totals["joints"], expected["bone_names"]);
  EXPECT_EQ(totals["materials"], expected["material_objects"]);
  std::set<std::string> textures;
  for (const Json& texture : expected["textures"])
    if (!texture.get<std::string>().empty()) textures.insert(texture.get<std::string>());
  if (file == kTextureInEffect) textures.insert("ripples.dds");
  EXPECT_EQ(totals["textures"], textures.size());
  EXPECT_EQ(totals["clips"], info["clips"].size());
  EXPECT_EQ(totals["keys"], sum_of(info["clips"], "keys"));
}

void compare_clips(const Json& expected, const Json& info) {
  const Json& sets = expected["animation_sets"];
  const std::size_t loose = expected.value("animations_outside_sets", 0) != 0 ? 1 : 0;
  ASSERT_EQ(info["clips"].size(), sets.size() + loose);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Json& clip = info["clips"][i];
    const std::string name = sets[i]["name"].is_null() ? "" : sets[i]["name"].get<std::string>();
    EXPECT_EQ(clip["name"], name.empty() ? Json(nullptr) : Json(name));
    EXPECT_EQ(clip["targets"].size(), sets[i]["channels"].get<std::size_t>()) << name;
    EXPECT_EQ(clip["keys"], sets[i]["keys"]) << name;
    // An independent reader counted key types per object. Where it found none, we must find none.
    const auto& objects = sets[i]["key_objects"];
    const auto& kinds = clip["keys_by_kind"];
    EXPECT_EQ(kinds["rotation"] != 0, objects.contains("0")) << name;
    EXPECT_EQ(kinds["scale"] != 0, objects.contains("1")) << name;
    EXPECT_EQ(kinds["translation"] != 0, objects.contains("2")) << name;
    EXPECT_EQ(kinds["matrix"] != 0, objects.contains("3") || objects.contains("4")) << name;
    std::uint64_t all = 0;
    for (const auto& kind : kinds) all += kind.get<std::uint64_t>();
    EXPECT_EQ(all, clip["keys"]) << name;
    EXPECT_NEAR(clip["duration_s"].get<double>(), sets[i]["duration_s"].get<double>(), 1e-6) << name;
    EXPECT_EQ(clip["ticks_per_second"].get<double>(), expected["ticks_per_second"].get<double>());
  }
}

TEST(Info, numbers_of_every_corpus_file_are_those_of_an_independent_reader) {
  SKELTER_REQUIRE_CORPUS();
  const Json corpus = Json::parse(std::ifstream(corpus_file("x/expected.json")));
  const CommandFolder folder;
  for (const auto& item : corpus.items()) {
    const Json& expected = item.value();
    SCOPED_TRACE(item.key());
    const Ran ran = folder.run({"info", corpus_file("x/" + item.key()), "--json"});
    if (expected["expect"] == "error") {
      EXPECT_EQ(ran.code, 1);
      EXPECT_EQ(ran.json()["ok"], false);
      EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
      continue;
    }
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json info = ran.json();
    EXPECT_TRUE(all_finite_or_null(info));
    compare_totals(item.key(), expected, info);
    compare_clips(expected, info);
    std::size_t warnings = 0;
    for (const Json& entry : info["diagnostics"]) warnings += entry["severity"] == "warning" ? 1 : 0;
    EXPECT_EQ(warnings != 0, expected["expect"] == "warning") << ran.err;
  }
}

}  // namespace
}  // namespace skelter::test

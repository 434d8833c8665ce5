// Damaged files of the corpus. Each must give the expected message, which is an error or the first warning.

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>

#include "formats/fbx/internal/curve.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

struct HostileFbx {
  const char* file;
  const char* code;  // "" if the file is read without a message
  const char* said;  // message after the name of the file
  Severity severity = Severity::warning;
};

constexpr HostileFbx kHostileFiles[] = {
    {"bad_adler", "fbx.deflate",
     ": byte 2169: Vertices of Geometry #1002: the checksum of the deflated data is wrong; the numbers are "
     "used"},
    {"bad_array_count_bomb", "fbx.array",
     ": byte 2156: Vertices of Geometry #1002: 400,000,000 numbers from 59 deflated bytes; expected at most "
     "7,611"},
    {"bad_array_encoding", "fbx.array",
     ": byte 2156: Vertices of Geometry #1002: array encoding 7; expected 0 or 1"},
    {"bad_array_hint_ascii", "fbx.count",
     ":69: Vertices of Geometry #1002: the list states 4,000,000,000 numbers but contains 36; the numbers "
     "are used"},
    {"bad_array_stored_beyond_file", "fbx.array",
     ": byte 2156: Vertices of Geometry #1002: array of 2,147,483,647 bytes; only 59 are left in the record"},
    {"bad_array_wrong_count", "fbx.deflate",
     ": byte 2169: Vertices of Geometry #1002: inflates to 288 bytes; expected 312"},
    {"bad_brace_missing_ascii", "fbx.string", ":186: C \"OP\": the file ends inside a text; expected \""},
    {"bad_cut_in_array", "fbx.truncated",
     ": byte 2201: Vertices of Geometry #1002: the file ends inside a record"},
    {"bad_deep_ascii", "fbx.depth", ":188: x: records nested more than 64 deep"},
    {"bad_deep_binary", "fbx.depth", ": byte 6626: x: records nested more than 64 deep"},
    {"bad_deflate", "fbx.deflate",
     ": byte 2169: Vertices of Geometry #1002: the deflated data is damaged after 9 bytes; expected 288"},
    {"bad_empty", "fbx.not-fbx", ": the file is empty; expected FBX"},
    {"bad_header_only", "fbx.truncated", ": byte 27: ends after its header"},
    {"bad_node_cycle_ascii", "fbx.cycle", ":39: Model \"a\": is its own ancestor"},
    {"bad_node_self_ascii", "fbx.cycle", ":39: Model \"self\": is its own ancestor"},
    {"bad_not_fbx", "fbx.not-fbx",
     ": not an FBX file: expected \"Kaydara FBX Binary\" as its first bytes, or FBXHeaderExtension in a text "
     "file"},
    {"bad_property_code", "fbx.property",
     ": byte 2053: Culling of Model \"skin\": value of the unknown type 0x3f; this and later values of the "
     "record are ignored"},
    {"bad_property_count", "fbx.record",
     ": byte 58: FBXHeaderExtension: a record whose name is not text; ignored"},
    {"bad_record_end_beyond", "fbx.record",
     ": byte 27: FBXHeaderExtension: the record ends beyond the file; its children end at byte 175"},
    {"bad_record_end_zero", "fbx.record", ": byte 27: FBXHeaderExtension: ends at byte 5, before it begins"},
    {"bad_string_no_end_ascii", "fbx.string",
     ":92: P \"Lcl Translation\" of Model \"lower\": the file ends inside a text; expected \""},
    {"odd_duplicate_id_ascii", "fbx.duplicate-id",
     ":88: Model \"lower\": duplicate id 1003, already used by an earlier object; ignored"},
    {"odd_index_out_of_range_ascii", "fbx.index",
     ":68: Geometry of Model \"skin\": a polygon refers to point 99, but there are only 12; the last one is "
     "used"},
    {"odd_missing_ids_ascii", "fbx.connection",
     ":176: Connections: refers to object 77, which the file does not have; ignored"},
    {"odd_nan_ascii", "fbx.nan",
     ":70: Vertices of Geometry #1002: number that is not finite or too large; treated as 0 (3 times)"},
    {"odd_singular_link_ascii", "fbx.bind",
     ":119: Deformer of Model \"skin\": TransformLink has no inverse; the bind pose comes from Transform "
     "only"},
    {"odd_weight_index_ascii", "fbx.weights",
     ":100: Deformer of Model \"skin\": a weight refers to point 1234567, but there are only 12; ignored"},
    {"odd_weights_negative_ascii", "fbx.weights",
     ":100: Deformer of Model \"skin\": a weight below 0; ignored"},
    {"odd_keys_ascii", "fbx.keys",
     ":75: AnimationCurve of AnimationCurveNode \"T\": keys: 1 earlier than the previous key, 1 at the same "
     "time as another key; sorted, dropped or completed (3 times)"},
    {"odd_repeat_forever_ascii", "fbx.bake-limit",
     ":58: AnimationStack \"long\": more keys than a clip may have; the rest of its motion is left out"},
    {"odd_texture_cycle_ascii", "fbx.layered-texture",
     ":48: LayeredTexture \"l0\": several texture layers; the lowest opaque one is used", Severity::note},
};

TEST(FbxHostile, each_damaged_file_gives_its_message) {
  SKELTER_REQUIRE_CORPUS_OF(std::size(kHostileFiles));
  for (const HostileFbx& wanted : kHostileFiles) {
    const std::string file = std::string(wanted.file) + ".fbx";
    const auto bytes = read_file(test::corpus_folder() + "/fbx/hostile/" + file);
    ASSERT_TRUE(bytes.ok()) << file;
    const auto scene = read_fbx(*bytes, file);
    if (!scene) {
      EXPECT_EQ(scene.error().code, wanted.code) << file;
      EXPECT_EQ(to_string(scene.error()), file + wanted.said);
      continue;
    }
    EXPECT_TRUE(validate(*scene).ok()) << file;
    if (wanted.said == nullptr) {
      EXPECT_EQ(scene->diagnostics.count(Severity::warning), 0u) << file;
      continue;
    }
    const Diagnostic* diagnostic = scene->diagnostics.find(wanted.code);
    ASSERT_NE(diagnostic, nullptr) << file << ": " << wanted.code;
    EXPECT_EQ(diagnostic->severity, wanted.severity) << file;
    EXPECT_EQ(to_string(*diagnostic), file + wanted.said);
  }
}

// Truncated files, and files with a changed byte, must give an error or a valid scene.
TEST(FbxHostile, cuts_and_flips_of_small_files_give_an_error_or_a_valid_scene) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name : {"hand_arm_7400_ascii", "hand_arm_7400_binary", "hand_arm_7700_binary"}) {
    const auto bytes = read_file(test::corpus_folder() + "/fbx/hand/" + name + ".fbx");
    ASSERT_TRUE(bytes.ok());
    for (std::size_t size = 0; size < bytes->size(); size += 3) {
      const auto scene = read_fbx(ByteSpan(*bytes).first(size), name);
      EXPECT_TRUE(!scene || validate(*scene).ok()) << name << " cut at " << size;
    }
    for (std::size_t at = 0; at < bytes->size(); at += 2) {
      std::vector<std::byte> flipped = *bytes;
      flipped[at] = ~flipped[at];
      const auto scene = read_fbx(flipped, name);
      EXPECT_TRUE(!scene || validate(*scene).ok()) << name << " flipped at " << at;
    }
  }
}

// 300 nodes with rotations on `layers` layers that repeat a curve of 46 ticks for 100,000 s. The curve moves
// by less than the error bound, so that no key remains in the end.
std::string repeats_forever(int nodes, int layers) {
  std::string objects, connections;
  for (int l = 0; l < layers; ++l) {
    const std::string layer = std::to_string(3000 + l);
    objects += "  AnimationLayer: " + layer + ", \"AnimLayer::l\", \"\" {\n  }\n";
    connections += "  C: \"OO\", " + layer + ", 2000\n";
  }
  for (int n = 0; n < nodes; ++n) {
    const std::string node = std::to_string(10000 + n);
    objects += "  Model: " + node + ", \"Model::n\", \"Null\" {\n  }\n";
    connections += "  C: \"OO\", " + node + ", 0\n";
    for (int l = 0; l < layers; ++l) {
      const std::string rotation = std::to_string(20000 + n * layers + l);
      objects += "  AnimationCurveNode: " + rotation + ", \"AnimCurveNode::R\", \"\" {\n  }\n";
      connections += "  C: \"OO\", " + rotation + ", " + std::to_string(3000 + l) + "\n  C: \"OP\", " +
                     rotation + ", " + node + ", \"Lcl Rotation\"\n";
      for (const char* axis : {"d|X", "d|Y", "d|Z"})
        connections += "  C: \"OP\", 5000, " + rotation + ", \"" + axis + "\"\n";
    }
  }
  return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n  FBXVersion: 7400\n}\nObjects:  {\n"
         "  AnimationStack: 2000, \"AnimStack::s\", \"\" {\n    Properties70:  {\n"
         "      P: \"LocalStop\", \"KTime\", \"Time\", \"\", 4618615800000000\n    }\n  }\n"
         "  AnimationCurve: 5000, \"AnimCurve::\", \"\" {\n    KeyTime: *2 {\n      a: 0,46\n    }\n"
         "    KeyValueFloat: *2 {\n      a: 0,0.000001\n    }\n    KeyAttrFlags: *1 {\n      a: 24836\n    "
         "}\n"
         "    KeyAttrDataFloat: *4 {\n      a: 0,0,218434821,0\n    }\n    KeyAttrRefCount: *1 {\n      a: "
         "2\n    }\n"
         "    Post-Extrapolation:  {\n      Type: R\n      Repetition: -1\n    }\n  }\n" +
         objects + "}\nConnections:  {\n" + connections + "}\n";
}

// Many layers add their times to the same list.
TEST(FbxHostile, times_of_many_curves_share_one_limit) {
  fbx::Curve curve;
  curve.keys.resize(2);
  curve.keys[1].time = 46;
  curve.post.kind = fbx::ExtrapolationKind::repeat;
  curve.post.rounds = -1;
  std::vector<std::int64_t> times;
  EXPECT_FALSE(fbx::append_times(curve, 0, 1'000'000'000, 1000, times));
  EXPECT_EQ(times.size(), 1000u);
  EXPECT_FALSE(fbx::append_times(curve, 0, 1'000'000'000, 1000, times));
  EXPECT_EQ(times.size(), 1000u);
}

TEST(FbxHostile, curves_that_repeat_forever_are_baked_within_limits) {
  for (const auto& [nodes, layers] : {std::pair{300, 1}, {2, 4}}) {
    const std::string text = repeats_forever(nodes, layers);
    const auto scene = read_fbx(std::as_bytes(std::span(text)), "forever.fbx");
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    const Diagnostic* limit = scene->diagnostics.find("fbx.bake-limit");
    ASSERT_NE(limit, nullptr);
    EXPECT_NE(to_string(*limit).find("more keys than a clip may have; the rest of its motion is left out"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace skelter

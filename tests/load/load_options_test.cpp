// Tests every option that all formats share with every format. The option must apply, or load.h must document
// that it does not.

#include "skelter/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "skelter/compile/compile.h"
#include "skelter/scene/evaluate.h"
#include "skelter/system/file.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

// Two nodes. The lower one is called "waist" in Japanese, in Shift-JIS if the format allows that, and is 2
// along the file's z axis. Its clip lasts 10 ticks or frames.
#define WAIST "\x8D\x98"
constexpr const char* kX =
    "xof 0303txt 0032\nFrame Root { Frame " WAIST
    " { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,2,1;; } } }\n"
    "AnimationSet Move { Animation { {Root} AnimationKey { 2; 2; 0;3;0,0,0;, 10;3;1,0,0;;; } } }\n";
constexpr const char* kBvh = "HIERARCHY\nROOT Root\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\nJOINT " WAIST
                             "\n{\nOFFSET 0 0 2\nCHANNELS 0\n}\n}\n"
                             "MOTION\nFrames: 11\nFrame Time: 1\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n1\n";
constexpr const char* kGltf = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "Root", "children": [1]}, {"name": "Waist", "translation": [0, 0, 2]}],
  "animations": [{"samplers": [{"input": 0, "output": 1}],
                  "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}],
  "buffers": [{"uri": "keys.bin", "byteLength": 32}],
  "bufferViews": [{"buffer": 0, "byteLength": 32}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2]},
    {"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3"}]})";
constexpr const char* kFbx =
    "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n  FBXVersion: 7400\n}\n"
    "Objects:  {\n"
    "  Model: 10, \"Model::Root\", \"Null\" {\n  }\n"
    "  Model: 11, \"Model::" WAIST
    "\", \"Null\" {\n    Properties70:  {\n"
    "      P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\", 0, 0, 2\n    }\n  }\n"
    "  AnimationStack: 20, \"AnimStack::Move\", \"\" {\n    Properties70:  {\n"
    "      P: \"LocalStop\", \"KTime\", \"Time\", \"\", 46186158000\n    }\n  }\n"
    "  AnimationLayer: 30, \"AnimLayer::Base\", \"\" {\n  }\n"
    "  AnimationCurveNode: 40, \"AnimCurveNode::T\", \"\" {\n  }\n"
    "  AnimationCurve: 50, \"AnimCurve::\", \"\" {\n    KeyTime: *2 {\n      a: 0,46186158000\n    }\n"
    "    KeyValueFloat: *2 {\n      a: 0,1\n    }\n    KeyAttrFlags: *1 {\n      a: 4\n    }\n"
    "    KeyAttrDataFloat: *4 {\n      a: 0,0,0,0\n    }\n    KeyAttrRefCount: *1 {\n      a: 2\n    }\n  }\n"
    "}\nConnections:  {\n  C: \"OO\", 10, 0\n  C: \"OO\", 11, 10\n  C: \"OO\", 30, 20\n  C: \"OO\", 40, 30\n"
    "  C: \"OP\", 40, 10, \"Lcl Translation\"\n  C: \"OP\", 50, 40, \"d|X\"\n}\n";
constexpr const char* kMd5 =
    "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 2\nframeRate 4\nnumAnimatedComponents 6\n"
    "hierarchy {\n  \"Root\" -1 0 0\n  \"Waist\" 0 63 0\n}\n"
    "bounds {\n  ( 0 0 0 ) ( 1 1 2 )\n  ( 0 0 0 ) ( 1 1 2 )\n}\n"
    "baseframe {\n  ( 0 0 0 ) ( 0 0 0 )\n  ( 0 0 2 ) ( 0 0 0 )\n}\n"
    "frame 0 {\n  0 0 2 0 0 0\n}\nframe 1 {\n  0 0 2 0 0 0.70710678\n}\n";
#undef WAIST

ByteSpan view_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::vector<std::byte> copy_of(ByteSpan bytes) {
  return {bytes.begin(), bytes.end()};
}

// The keys of kGltf, at 0 s and 2 s.
Result<std::vector<std::byte>> neighbour(const std::string& path) {
  const float numbers[] = {0, 2, 0, 0, 0, 1, 0, 0};
  if (path == "keys.bin") return copy_of(std::as_bytes(std::span(numbers)));
  return Error{Status::not_found, "test.gone", "not in this archive", {path, 0, {}, {}}};
}

// Options of a program that has its files in memory.
LoadOptions in_memory() {
  LoadOptions options;
  options.read_neighbour = neighbour;
  return options;
}

// Files by name. Builds without Assimp omit its formats.
std::map<std::string, std::vector<std::byte>> one_file_of_each_format() {
  std::map<std::string, std::vector<std::byte>> files;
  files["move.x"] = copy_of(view_of(kX));
  files["move.bvh"] = copy_of(view_of(kBvh));
  files["move.gltf"] = copy_of(view_of(kGltf));
  files["move.fbx"] = copy_of(view_of(kFbx));
#ifdef SKELTER_WITH_ASSIMP
  files["move.md5anim"] = copy_of(view_of(kMd5));
#endif
  const auto pack = compile_scene(*load_scene(view_of(kX), "move.x"));
  EXPECT_TRUE(pack.ok());
  files["move.skelter"] = copy_of(pack->bytes.span());
  return files;
}

Scene loaded(const std::string& name, const LoadOptions& options) {
  auto scene = load_scene(one_file_of_each_format().at(name), name, options);
  EXPECT_TRUE(scene.ok()) << name << ": " << to_string(scene.error());
  return scene ? std::move(*scene) : Scene();
}

// The node that is not the parent of a node.
std::uint32_t lower_node(const Scene& scene) {
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const auto child = [&](const Node& node) { return node.parent == n; };
    if (std::none_of(scene.nodes.begin(), scene.nodes.end(), child)) return n;
  }
  return kNone;
}

// Position of the lower node in the scene's space, at rest.
Vec3d waist_of(const Scene& scene) {
  return translation_part(rest_pose(scene).world.at(lower_node(scene)));
}

std::string waist_name(const std::string& file, CodePage code_page) {
  LoadOptions options = in_memory();
  options.code_page = code_page;
  const Scene scene = loaded(file, options);
  return scene.nodes.at(lower_node(scene)).name;
}

double duration_of(const std::string& file, std::optional<double> rate) {
  LoadOptions options = in_memory();
  options.ticks_per_second = rate;
  const Scene scene = loaded(file, options);
  return scene.clips.empty() ? -1 : scene.clips[0].duration_s;
}

Status status_of(const Result<Scene>& scene) {
  return scene ? Status::ok : scene.error().status;
}

TEST(LoadOptions, limits_hold_for_every_format) {
  for (const auto& [name, bytes] : one_file_of_each_format()) {
    LoadOptions nodes = in_memory(), memory = in_memory();
    nodes.limits.max_nodes = 1;
    memory.limits.max_memory_bytes = 20;
    // The nodes of a pack were limited when it was compiled. Assimp needs more than 20 bytes of memory to
    // start.
    if (name != "move.skelter") {
      EXPECT_EQ(status_of(load_scene(bytes, name, nodes)), Status::limit_exceeded) << name;
    }
    if (name != "move.md5anim") {
      EXPECT_EQ(status_of(load_scene(bytes, name, memory)), Status::limit_exceeded) << name;
    }
    EXPECT_TRUE(load_scene(bytes, name, in_memory()).ok()) << name;
  }
}

TEST(LoadOptions, unit_holds_for_every_format) {
  for (const auto& [name, bytes] : one_file_of_each_format()) {
    LoadOptions options = in_memory();
    options.metres_per_unit = 0.5;
    EXPECT_EQ(loaded(name, options).metres_per_unit, 0.5) << name;
    options.metres_per_unit = -1;
    EXPECT_FALSE(load_scene(bytes, name, options).ok()) << name;
  }
}

// z up: (x, y, z) in the file becomes (x, z, -y).
TEST(LoadOptions, up_turns_every_format_but_packs) {
  for (const char* name : {"move.x", "move.bvh", "move.gltf", "move.fbx"}) {
    LoadOptions options = in_memory();
    for (const FileUp same : {FileUp::unspecified, FileUp::y}) {
      options.up = same;
      EXPECT_NEAR(std::abs(waist_of(loaded(name, options)).z), 2, 1e-6) << name;
    }
    options.up = FileUp::z;
    EXPECT_TRUE(near(waist_of(loaded(name, options)), {0, 2, 0}, 1e-6)) << name;
    options.up = FileUp::minus_z;
    EXPECT_TRUE(near(waist_of(loaded(name, options)), {0, -2, 0}, 1e-6)) << name;
  }
#ifdef SKELTER_WITH_ASSIMP
  // The reader has already converted z up, and `up` is applied to the result: (0, 0, 2) in the file becomes
  // (0, 2, 0) and then (0, 0, -2).
  const auto tip_of = [](FileUp up) {
    LoadOptions options = in_memory();
    options.up = up;
    const Scene scene = loaded("move.md5anim", options);
    return translation_part(evaluate(scene, 0, 0).world.at(lower_node(scene)));
  };
  EXPECT_TRUE(near(tip_of(FileUp::unspecified), {0, 2, 0}, 1e-5));
  EXPECT_TRUE(near(tip_of(FileUp::z), {0, 0, -2}, 1e-5));
#endif
}

TEST(LoadOptions, up_of_a_pack_is_an_error) {
  const auto pack = one_file_of_each_format().at("move.skelter");
  LoadOptions options;
  options.up = FileUp::y;  // the same as for a pack
  EXPECT_TRUE(load_scene(pack, "move.skelter", options).ok());
  EXPECT_TRUE(load_character(pack, "move.skelter", options).ok());
  for (const FileUp up : {FileUp::z, FileUp::minus_z, FileUp::x}) {
    options.up = up;
    const Error errors[] = {load_scene(pack, "move.skelter", options).error(),
                            load_character(pack, "move.skelter", options).error()};
    for (const Error& error : errors) {
      EXPECT_EQ(error.status, Status::invalid_argument);
      EXPECT_EQ(error.code, "load.up-of-pack");
      EXPECT_EQ(to_string(error),
                "move.skelter: a pack cannot be rotated; rotate the model when compiling it");
    }
  }
}

TEST(LoadOptions, up_also_turns_characters) {
  LoadOptions options;
  options.up = FileUp::z;
  const auto data = load_character(view_of(kBvh), "move.bvh", options);
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  const auto scene = scene_from_pack(data->pack(), "move.skelter");
  ASSERT_TRUE(scene.ok());
  EXPECT_TRUE(near(waist_of(*scene), {0, 2, 0}, 1e-6));
}

// Packs contain all keys that they need, so load.h excludes them.
TEST(LoadOptions, absent_keys_hold_for_every_format_but_packs) {
  for (const auto& [name, bytes] : one_file_of_each_format()) {
    LoadOptions options = in_memory();
    EXPECT_EQ(loaded(name, options).absent, Absent::rest) << name;
    options.absent = Absent::identity;
    EXPECT_EQ(loaded(name, options).absent, name == "move.skelter" ? Absent::rest : Absent::identity) << name;
  }
}

// glTF, FBX and packs store seconds, so load.h excludes them.
TEST(LoadOptions, rate_holds_for_formats_with_ticks) {
  EXPECT_EQ(duration_of("move.x", 5), 2);
  EXPECT_EQ(duration_of("move.x", 10), 1);
  EXPECT_EQ(duration_of("move.bvh", 5), 2);
  EXPECT_EQ(duration_of("move.bvh", {}), 10);
#ifdef SKELTER_WITH_ASSIMP
  EXPECT_NEAR(duration_of("move.md5anim", {}), 0.25, 1e-9);  // one frame at 4 per second
  EXPECT_NEAR(duration_of("move.md5anim", 5), 0.2, 1e-9);
#endif
  for (const char* name : {"move.gltf", "move.fbx", "move.skelter"})
    EXPECT_EQ(duration_of(name, 5), duration_of(name, {})) << name;
}

// U+8170 in Shift-JIS; in Windows-1252 the first byte is undefined and the second one is U+02DC.
TEST(LoadOptions, code_page_applies_to_formats_with_names_that_are_not_utf_8) {
  for (const char* name : {"move.x", "move.bvh", "move.fbx"}) {
    EXPECT_EQ(waist_name(name, CodePage::shift_jis), "\xE8\x85\xB0") << name;
    EXPECT_EQ(waist_name(name, CodePage::windows_1252), "\xC2\x8D\xCB\x9C") << name;
  }
  LoadOptions options;
  options.code_page = CodePage::shift_jis;
  EXPECT_THAT(to_string(load_scene(view_of("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": "
                                           "\"\x8D\x98\"}]}"),
                                   "a.gltf", options)
                            .error()),
              HasSubstr("invalid"));
}

TEST(LoadOptions, fbx_reports_the_code_page_of_a_name_that_is_not_utf_8) {
  LoadOptions options;
  const auto reported = [&] {
    return to_string(*loaded("move.fbx", options).diagnostics.find("fbx.unicode"));
  };
  EXPECT_THAT(reported(), HasSubstr("name that is not UTF-8; read as Windows-1252: \"\xC2\x8D\xCB\x9C\""));
  options.code_page = CodePage::shift_jis;
  EXPECT_THAT(reported(), HasSubstr("name that is not UTF-8; read as Shift-JIS: \"\xE8\x85\xB0\""));
}

// --- neighbours: only glTF and the formats of Assimp have them ---

TEST(LoadOptions, formats_without_neighbours_request_none) {
  LoadOptions options;
  options.read_neighbour = [](const std::string& path) -> Result<std::vector<std::byte>> {
    ADD_FAILURE() << path;
    return neighbour(path);
  };
  for (const char* name : {"move.x", "move.bvh", "move.fbx", "move.skelter"}) loaded(name, options);
}

class Neighbours : public testing::Test {
 protected:
  // Writes a model, and the file next to it into the folder "parts". `named` is the path in the model.
  void write_parts(const std::string& model, std::string text, const std::string& name,
                   const std::string& named, ByteSpan bytes) {
    text.replace(text.find(name), name.size(), named);
    model_ = text;
    name_ = model;
    folder_ = testing::TempDir() + "load_options_" + std::to_string(::getpid());
    std::filesystem::create_directories(folder_ + "/parts");
    std::filesystem::create_directories(folder_ + "/models");
    ASSERT_TRUE(write_file(folder_ + "/parts/" + name, bytes, true).ok());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Result<Scene> load(const LoadOptions& options) const {
    return load_scene(view_of(model_), folder_ + "/models/" + name_, options);
  }

  std::string model_, name_, folder_;
};

TEST_F(Neighbours, of_gltf_come_from_the_folder_the_function_or_outside) {
  const auto keys = *neighbour("keys.bin");
  write_parts("move.gltf", kGltf, "keys.bin", "keys.bin", keys);
  LoadOptions options;
  EXPECT_EQ(load(options).error().status, Status::not_found);
  options.neighbour_folder = folder_ + "/parts";
  EXPECT_TRUE(load(options).ok());
  options = in_memory();
  EXPECT_TRUE(load(options).ok());
  write_parts("move.gltf", kGltf, "keys.bin", "../parts/keys.bin", keys);
  options = {};
  EXPECT_EQ(load(options).error().code, "gltf.outside");
  options.allow_outside = true;
  EXPECT_TRUE(load(options).ok());
}

#ifdef SKELTER_WITH_ASSIMP
TEST_F(Neighbours, of_files_that_assimp_reads_come_from_the_folder_the_function_or_outside) {
  constexpr const char* kObj = "mtllib paint.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl red\nf 1 2 3\n";
  constexpr std::string_view kPaint = "newmtl red\nKd 1 0.5 0.25\n";
  const auto is_red = [&](const LoadOptions& options) {
    const auto scene = load(options);
    EXPECT_TRUE(scene.ok()) << to_string(scene.error());
    const auto red = std::find_if(scene->materials.begin(), scene->materials.end(),
                                  [](const Material& material) { return material.name == "red"; });
    return red != scene->materials.end() && red->base_color == Vec4{1, 0.5f, 0.25f, 1};
  };
  write_parts("tile.obj", kObj, "paint.mtl", "paint.mtl", view_of(kPaint));
  LoadOptions options;
  EXPECT_FALSE(is_red(options));
  options.neighbour_folder = folder_ + "/parts";
  EXPECT_TRUE(is_red(options));
  options = {};
  options.read_neighbour = [&](const std::string& path) -> Result<std::vector<std::byte>> {
    return path == "paint.mtl" ? copy_of(view_of(kPaint)) : neighbour(path);
  };
  EXPECT_TRUE(is_red(options));
  options.read_neighbour = neighbour;  // the callback has no such file, and the folder is not searched
  options.neighbour_folder = folder_ + "/parts";
  EXPECT_FALSE(is_red(options));
  write_parts("tile.obj", kObj, "paint.mtl", "../parts/paint.mtl", view_of(kPaint));
  options = {};
  EXPECT_FALSE(is_red(options));
  options.allow_outside = true;
  EXPECT_TRUE(is_red(options));
}
#endif

// --- options of one format ---

TEST(LoadOptions, options_of_one_format_reach_its_reader) {
  LoadOptions options = in_memory();
  options.x.flat_normals = true;
  const char* roof = "xof 0303txt 0032\nMesh { 4; 0;0;0;, 0;0;1;, 1;0;0;, 0;1;0;; 2; 3;0,1,2;, 3;0,3,1;; }";
  EXPECT_EQ(load_scene(view_of(roof), "a.x", options)->meshes[0].primitives[0].positions.size(), 6u);
  EXPECT_EQ(load_scene(view_of(roof), "a.x")->meshes[0].primitives[0].positions.size(), 4u);
  const char* unused = R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "gone.bin"}]})";
  EXPECT_EQ(load_scene(view_of(unused), "a.gltf", options)->diagnostics.count(Severity::warning), 0u);
  options.gltf.check_all = true;
  EXPECT_EQ(load_scene(view_of(unused), "a.gltf", options)->diagnostics.count(Severity::warning), 1u);
  EXPECT_TRUE(options.gltf.draco_apart);  // untrusted files are decoded in a separate process
}

}  // namespace
}  // namespace skelter::test

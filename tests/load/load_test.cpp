// The choice of a reader by the content and the name of a file.

#include "skelter/load.h"
#include "play/internal/format/graph_records.h"
#include "runtime/internal/format/pack_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "skelter/compile/compile.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/play/character.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/build.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "support/assets.h"
#include "support/corpus.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kTextX = "xof 0303txt 0032\nFrame Root { }\n";
constexpr const char* kTriangle = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "Leaf", "mesh": 0}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
  "buffers": [{"uri": "three%20corners.bin", "byteLength": 36}],
  "bufferViews": [{"buffer": 0, "byteLength": 36}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                 "min": [0, 0, 0], "max": [1, 1, 0]}]})";

ByteSpan bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::vector<std::byte> three_corners() {
  const float numbers[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const auto bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

AlignedBytes pack_of_root() {
  const auto scene = load_scene(bytes_of(kTextX), "root.x");
  EXPECT_TRUE(scene.ok());
  auto pack = compile_scene(*scene);
  EXPECT_TRUE(pack.ok());
  return pack ? std::move(pack->bytes) : AlignedBytes();
}

std::string error_of(std::string_view text, const std::string& name, const LoadOptions& options = {}) {
  const auto scene = load_scene(bytes_of(text), name, options);
  EXPECT_FALSE(scene.ok());
  return scene ? std::string() : to_string(scene.error());
}

TEST(Load, content_has_precedence_over_the_name) {
  for (const char* name : {"a.x", "a.glb", "a.skelter", "a.fbx", "a.txt", "a"}) {
    const auto x = load_scene(bytes_of(kTextX), name);
    ASSERT_TRUE(x.ok()) << to_string(x.error());
    EXPECT_EQ(x->format, "x");
    EXPECT_EQ(x->file, name);
    const AlignedBytes pack = pack_of_root();
    const auto scene = load_scene(pack.span(), name);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    EXPECT_EQ(scene->format, "pack");
    EXPECT_EQ(scene->nodes[0].name, "Root");
  }
}

TEST(Load, name_decides_where_the_content_does_not) {
  EXPECT_THAT(error_of("nonsense", "a.x"), HasSubstr("a.x:"));
  EXPECT_THAT(error_of("nonsense", "a.glb"), HasSubstr("a.glb: byte 0: "));
  EXPECT_EQ(error_of("nonsense", "a.skelter"), "a.skelter: not a pack: it does not start with SKELTER");
  EXPECT_THAT(error_of("nonsense", "a.txt"),
              HasSubstr("a.txt: files of type .txt are not supported; expected .x, .gltf, .glb, .vrm, .vrma, "
                        ".bvh, .fbx or .skelter"));
}

TEST(Load, neighbours_come_from_the_callback) {
  std::vector<std::string> asked;
  LoadOptions options;
  options.read_neighbour = [&](const std::string& path) -> Result<std::vector<std::byte>> {
    asked.push_back(path);
    return three_corners();
  };
  const auto scene = load_scene(bytes_of(kTriangle), "nowhere/leaf.gltf", options);
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  EXPECT_EQ(asked, (std::vector<std::string>{"three corners.bin"}));
  EXPECT_EQ(scene->meshes[0].primitives[0].positions[1], (Vec3{1, 0, 0}));
  EXPECT_TRUE(scene->linear_colors);
}

TEST(Load, neighbour_missing_from_the_callback_is_an_error_with_its_location) {
  LoadOptions options;
  options.read_neighbour = [](const std::string&) -> Result<std::vector<std::byte>> {
    return Error{Status::not_found, "test.gone", "not in this archive", {}};
  };
  EXPECT_EQ(error_of(kTriangle, "leaf.gltf", options), "leaf.gltf: /buffers/0/uri: not in this archive");
  EXPECT_EQ(error_of(kTriangle, "nowhere/leaf.gltf"),
            "nowhere/leaf.gltf: /buffers/0/uri: no file \"three corners.bin\" next to this one");
}

TEST(Load, callback_is_not_called_for_files_outside_the_folder) {
  std::string text = kTriangle;
  text.replace(text.find("three%20corners.bin"), 19, "../secret.bin");
  LoadOptions options;
  options.read_neighbour = [](const std::string&) -> Result<std::vector<std::byte>> {
    ADD_FAILURE();
    return three_corners();
  };
  EXPECT_THAT(error_of(text, "leaf.gltf", options),
              HasSubstr("\"../secret.bin\" is outside the folder of the file"));
}

// C-06: a model as `.x` and as glTF, read by the same call, must have the same bones and vertices at the same
// times.
TEST(Load, x_and_gltf_of_one_model_are_the_same_scene) {
  const auto x = load_scene(asset_path("tower.x"));
  ASSERT_TRUE(x.ok()) << to_string(x.error());
  const auto written = write_gltf(*x);
  ASSERT_TRUE(written.ok());
  const auto gltf = load_scene(written->bytes, "tower.glb");
  ASSERT_TRUE(gltf.ok()) << to_string(gltf.error());
  EXPECT_EQ(x->format, "x");
  EXPECT_EQ(gltf->format, "glb");
  const auto node_with_mesh = [](const Scene& scene) {
    std::uint32_t node = 0;
    while (node + 1 < scene.nodes.size() && scene.nodes[node].meshes.empty()) ++node;
    return node;
  };
  const std::uint32_t x_mesh = node_with_mesh(*x), gltf_mesh = node_with_mesh(*gltf);
  for (const double time_s : {0.0, 0.1, 0.65, 2.1}) {
    const Pose a = evaluate(*x, 0, time_s), b = evaluate(*gltf, 0, time_s);
    for (const char* bone : {"bone0", "bone1", "bone2", "bone3"})
      EXPECT_TRUE(near(translation_part(a.world[find_node(*x, bone)]),
                       translation_part(b.world[find_node(*gltf, bone)]), 1e-5))
          << bone;
    const auto from_x = skin(*x, a, x_mesh, 0).positions, from_gltf = skin(*gltf, b, gltf_mesh, 0).positions;
    ASSERT_EQ(from_x.size(), 600u);
    ASSERT_EQ(from_gltf.size(), 600u);
    for (std::size_t v = 0; v < 600; ++v) EXPECT_TRUE(near(from_x[v], from_gltf[v], 1e-4)) << v;
  }
}

TEST(Load, limits_and_units_hold_for_every_format) {
  LoadOptions options;
  options.metres_per_unit = 0.5;
  options.read_neighbour = [](const std::string&) -> Result<std::vector<std::byte>> {
    return three_corners();
  };
  EXPECT_EQ(load_scene(bytes_of(kTextX), "a.x", options)->metres_per_unit, 0.5);
  EXPECT_EQ(load_scene(bytes_of(kTriangle), "a.gltf", options)->metres_per_unit, 0.5);
  const AlignedBytes pack = pack_of_root();
  EXPECT_EQ(load_scene(pack.span(), "a.skelter", options)->metres_per_unit, 0.5);
  options.limits.max_memory_bytes = 20;
  EXPECT_EQ(load_scene(bytes_of(kTextX), "a.x", options).error().status, Status::limit_exceeded);
  EXPECT_EQ(load_scene(bytes_of(kTriangle), "a.gltf", options).error().status, Status::limit_exceeded);
}

// Found by the fuzzer: 392 bytes that Draco decodes for ten seconds before it reports that they are not a
// mesh. It depends on the machine whether this or the time limit comes first.
TEST(Load, hostile_draco_ends) {
  const auto scene = load_scene(SKELTER_SOURCE_DIR "/tests/data/gltf/busy_draco.glb");
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(scene.error().code, "gltf.draco");
  const std::string place = "busy_draco.glb: /meshes/0/primitives/0/extensions/KHR_draco_mesh_compression: ";
  const std::string said = to_string(scene.error());
  EXPECT_TRUE(said.ends_with(place + "Draco takes longer than 6 s") ||
              said.ends_with(place + "not a Draco mesh: Failed to decode point attributes."))
      << said;
}

TEST(Load, pack_is_returned_with_its_scene) {
  const AlignedBytes bytes = pack_of_root();
  Pack pack;
  ASSERT_TRUE(load_scene(bytes_of(kTextX), "a.x", {}, &pack).ok());
  EXPECT_EQ(pack.view().section_count(), 0u);
  ASSERT_TRUE(load_scene(bytes.span(), "a.skelter", {}, &pack).ok());
  EXPECT_EQ(pack.view().scene().nodes.size(), 1u);
}

TEST(Load, files_are_read_by_path) {
  const std::string folder = ::testing::TempDir();
  const std::string path = folder + "/load_test.skelter";
  ASSERT_TRUE(write_file(path, pack_of_root().span(), true).ok());
  const auto pack = load_pack(path);
  ASSERT_TRUE(pack.ok()) << to_string(pack.error());
  EXPECT_EQ(pack->view().scene().nodes.size(), 1u);
  EXPECT_EQ(load_scene(path)->format, "pack");
  EXPECT_EQ(load_pack(folder + "/no.skelter").error().status, Status::not_found);
  ASSERT_TRUE(write_file(path, bytes_of(kTextX), true).ok());
  EXPECT_EQ(to_string(load_pack(path).error()), path + ": not a pack: it does not start with SKELTER");
}

// Hip moves from x = 0 to 4 in 1 s.
constexpr const char* kWalk =
    "xof 0303txt 0032\nAnimTicksPerSecond { 10; } Frame Hip { }\n"
    "AnimationSet Walk { Animation { {Hip} AnimationKey { 2; 2; 0;3;0,0,0;;, 10;3;4,0,0;;; } } }\n";

float hip_at(const CharacterData& data, float time_s) {
  const std::uint32_t walk = data.find_clip("Walk");
  EXPECT_TRUE(data.prepare(walk).ok());
  std::vector<SoaTransform> pose(data.skeleton().block_count());
  SampleJob sample;
  sample.skeleton = &data.skeleton();
  sample.clip = &data.clips()[walk];
  sample.time_s = time_s;
  sample.out_local_pose = pose;
  EXPECT_EQ(sample.run(), Status::ok);
  return get(pose[0], 0).translation.x;
}

TEST(Load, character_of_a_source_file_gets_its_clips_on_demand) {
  const auto data = load_character(bytes_of(kWalk), "walk.x");
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  ASSERT_EQ(data->clip_count(), 1u);
  EXPECT_FALSE(data->is_prepared(0));
  EXPECT_NEAR(hip_at(*data, 0.25f), 1, 1e-3);
  EXPECT_TRUE(data->is_prepared(0));
}

// C-68: each character has one set of bone matrices, whatever is attached to it. The parts of a mesh use one
// palette. Other meshes have palettes made from the same bones.
TEST(Load, character_with_two_meshes_on_a_skeleton_has_one_set_of_bones) {
  Scene scene;
  const SkeletonBone bones[] = {{"hip", kNone, {}}, {"knee", 0, translation_matrix(Vec3d{0, 1, 0})}};
  const auto skin = append_skeleton(scene, bones);
  ASSERT_TRUE(skin.ok());
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  p.indices = {0, 1, 2};
  for (int v = 0; v < 3; ++v) append_influences(p, {{0, 0.5f}, {1, 0.5f}});
  ASSERT_TRUE(append_skinned_mesh(scene, {"leg", {p, p}}, *skin).ok());
  ASSERT_TRUE(append_skinned_mesh(scene, {"boot", {p}}, *skin).ok());
  const auto written = write_gltf(scene);
  ASSERT_TRUE(written.ok());
  const auto data = load_character(written->bytes, "figure.glb");
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  ASSERT_EQ(data->meshes().size(), 3u);
  EXPECT_EQ(data->meshes()[0].skin, data->meshes()[1].skin);
  Character hero(*data);
  ASSERT_EQ(hero.update(0), Status::ok);
  hero.finish();
  ASSERT_EQ(data->skins().size(), 2u);
  for (std::uint32_t of = 0; of < 2; ++of) {
    ASSERT_EQ(hero.palette(of).size(), 2u);
    EXPECT_EQ(hero.palette(of).data(), hero.palette(0).data()) << "equal palettes are one";
  }
  const std::uint16_t knee = data->skeleton().find("knee");
  EXPECT_EQ(hero.model_from_joint().size(), data->skeleton().joint_count());
  EXPECT_NEAR(hero.model_from_joint()[knee].m[1][3], 1, 1e-6);
}

// Two boots on one skeleton. One of them is bound in a different pose, so it must have its own, correct
// palette.
TEST(Load, meshes_with_other_offsets_have_palettes_of_their_own) {
  Scene scene;
  const SkeletonBone bones[] = {{"hip", kNone, {}}, {"knee", 0, translation_matrix(Vec3d{0, 1, 0})}};
  const auto skin = append_skeleton(scene, bones);
  ASSERT_TRUE(skin.ok());
  Skin moved = scene.skins[*skin];
  for (Joint& joint : moved.joints) joint.joint_from_mesh(0, 3) += 5;
  scene.skins.push_back(moved);
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  p.indices = {0, 1, 2};
  for (int v = 0; v < 3; ++v) append_influences(p, {{0, 0.5f}, {1, 0.5f}});
  for (const std::uint32_t of : {*skin, *skin + 1, *skin})
    ASSERT_TRUE(append_skinned_mesh(scene, {"boot", {p}}, of).ok());
  const auto written = write_gltf(scene);
  ASSERT_TRUE(written.ok());
  const auto data = load_character(written->bytes, "figure.glb");
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  ASSERT_EQ(data->skins().size(), 3u);
  Character hero(*data);
  ASSERT_EQ(hero.update(0), Status::ok);
  hero.finish();
  EXPECT_EQ(hero.palette(2).data(), hero.palette(0).data());
  EXPECT_NE(hero.palette(1).data(), hero.palette(0).data());
  for (const std::size_t entry : {std::size_t{0}, std::size_t{1}})
    EXPECT_NEAR(hero.palette(1)[entry].m[0][3] - hero.palette(0)[entry].m[0][3], 5, 1e-6);
  EXPECT_TRUE(hero.palette(3).empty());
}

TEST(Load, character_of_a_pack_plays_the_same) {
  const auto scene = load_scene(bytes_of(kWalk), "walk.x");
  ASSERT_TRUE(scene.ok());
  const auto pack = compile_scene(*scene);
  ASSERT_TRUE(pack.ok());
  const auto data = load_character(pack->bytes.span(), "walk.skelter");
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  EXPECT_NEAR(hip_at(*data, 0.25f), 1, 1e-3);
}

// Tests the masks, events and graphs of a configuration, without going through a pack.
TEST(Load, character_with_a_configuration_has_its_contents) {
  const std::string folder = testing::TempDir();
  const auto write = [&](const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(folder + name, bytes_of(text), true).ok());
  };
  write("walks.graph.json", R"({ "skelter_graph": 1, "layers": [ { "name": "body", "motion": "Walk" } ] })");
  write("walk.json", R"({ "graphs": ["walks.graph.json"],
    "skeleton": { "masks": [ { "name": "all", "base_weight": 1 } ] },
    "clips": { "Walk": { "loop": true, "events": [ { "name": "step", "time_s": 0.25 } ] } } })");
  LoadOptions options;
  options.config = folder + "walk.json";
  const auto data = load_character(bytes_of(kWalk), "walk.x", options);
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  ASSERT_EQ(data->find_graph("walks"), 0u);
  EXPECT_EQ(data->find_mask("all"), 0u);
  CharacterOptions by_graph;
  by_graph.graph = 0;
  Character hero(*data, by_graph);
  ASSERT_EQ(hero.update(0.3), Status::ok);
  ASSERT_EQ(hero.events().size(), 1u);
  EXPECT_EQ(hero.events()[0].name, "step");
  EXPECT_NEAR(hip_at(*data, 0.25f), 1, 1e-3);

  write("walks.graph.json", R"({ "skelter_graph": 1, "layers": [ { "name": "body", "motion": "run" } ] })");
  const auto broken = load_character(bytes_of(kWalk), "walk.x", options);
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().code, "graph.unknown-clip");
  options.config = folder + "none.json";
  EXPECT_EQ(load_character(bytes_of(kWalk), "walk.x", options).error().status, Status::not_found);
}

TEST(Load, character_of_a_pack_accepts_no_configuration) {
  const auto scene = load_scene(bytes_of(kWalk), "walk.x");
  ASSERT_TRUE(scene.ok());
  const auto pack = compile_scene(*scene);
  ASSERT_TRUE(pack.ok());
  LoadOptions options;
  options.config = "walk.json";
  const auto data = load_character(pack->bytes.span(), "walk.skelter", options);
  ASSERT_FALSE(data.ok());
  EXPECT_EQ(data.error().code, "load.config-of-pack");
  EXPECT_EQ(data.error().status, Status::invalid_argument);
}

TEST(Load, clips_of_other_files_with_a_pack_are_an_error) {
  const AlignedBytes pack = pack_of_root();
  LoadOptions options;
  options.with_clips = {"walk.x"};
  const auto data = load_character(pack.span(), "root.skelter", options);
  ASSERT_FALSE(data.ok());
  EXPECT_EQ(data.error().status, Status::invalid_argument);
  EXPECT_EQ(to_string(data.error()),
            "root.skelter: a pack is already compiled; add clips of other files when compiling it");
}

TEST(Load, character_that_cannot_be_made_is_an_error) {
  EXPECT_EQ(load_character("no.glb").error().status, Status::not_found);
  EXPECT_EQ(to_string(load_character(bytes_of("nonsense"), "a.skelter").error()),
            "a.skelter: not a pack: it does not start with SKELTER");
}

TEST(Load, bad_section_is_reported_by_name) {
  AlignedBytes bytes = pack_of_root();
  PackHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.section_count = 0;
  std::memcpy(bytes.data(), &header, sizeof(header));
  const auto scene = load_scene(bytes.span(), "a.skelter");
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(scene.error().code, "pack.bad");
}

TEST(Load, motion_capture_is_detected_by_its_content) {
  const char* text =
      "HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 1 Frame Time: 1 90";
  for (const char* name : {"a.bvh", "a.txt", "a.glb", "a.x", "a"}) {
    const auto scene = load_scene(bytes_of(text), name);
    ASSERT_TRUE(scene.ok()) << name << ": " << to_string(scene.error());
    EXPECT_EQ(scene->format, "bvh") << name;
    EXPECT_EQ(scene->clips[0].name, "a");
  }
  EXPECT_EQ(load_scene(bytes_of(text), "-")->clips[0].name, std::nullopt);
  EXPECT_EQ(error_of("nonsense", "a.bvh"), "a.bvh:1: expected HIERARCHY as the first word");
}

std::string number_bytes(std::uint32_t number) {
  std::string bytes;
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

// A binary FBX file: the header, and the record Objects with one text.
std::string binary_fbx(const std::string& text = "") {
  const std::string property = "S" + number_bytes(static_cast<std::uint32_t>(text.size())) + text;
  const std::string after =
      number_bytes(1) + number_bytes(static_cast<std::uint32_t>(property.size())) + "\x07Objects" + property;
  return std::string("Kaydara FBX Binary  \0\x1A\0", 23) + number_bytes(7400) +
         number_bytes(static_cast<std::uint32_t>(27 + 4 + after.size())) + after + std::string(13, '\0');
}

std::string text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string glb_of_root() {
  const auto scene = load_scene(bytes_of(kTextX), "root.x");
  EXPECT_TRUE(scene.ok());
  const auto written = write_gltf(*scene);
  EXPECT_TRUE(written.ok());
  return written ? text_of(written->bytes) : std::string();
}

TEST(Load, every_format_is_recognised_under_every_name) {
  const std::pair<const char*, std::string> files[] = {
      {"x", kTextX},
      {"gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"name": "Root"}]})"},
      {"glb", glb_of_root()},
      {"bvh", "HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 1 Frame Time: 1 90"},
      {"fbx", binary_fbx()},
      {"fbx", "; FBX 7.4.0 project file\nObjects:  {\n}\n"},
      {"pack", text_of(pack_of_root().span())},
  };
  for (const auto& [format, bytes] : files) {
    const AlignedBytes aligned = AlignedBytes::copy_of(bytes_of(bytes));
    for (const char* name : {"a.x", "a.gltf", "a.glb", "a.vrm", "a.vrma", "a.bvh", "a.fbx", "a.FBX",
                             "a.skelter", "a.dae", "a.txt", "a", "-"}) {
      const auto scene = load_scene(aligned.span(), name);
      ASSERT_TRUE(scene.ok()) << format << " as " << name << ": " << to_string(scene.error());
      EXPECT_EQ(scene->format, format) << name;
    }
  }
}

TEST(Load, archives_pointers_and_web_pages_are_named) {
  const std::pair<std::string, const char*> cases[] = {
      {"version https://git-lfs.github.com/spec/v1\noid sha256:80\nsize 768128\n",
       "a Git LFS pointer instead of the model; run \"git lfs pull\" in its repository"},
      {std::string("PK\x03\x04\x14\0", 6), "a ZIP archive; unpack it and open the model inside"},
      {std::string("\x1F\x8B\x08\0", 4), "compressed with gzip; unpack it first"},
      {std::string("7z\xBC\xAF\x27\x1C\0", 7), "a 7-Zip archive; unpack it and open the model inside"},
      {std::string("Rar!\x1A\x07\x01", 7), "a RAR archive; unpack it and open the model inside"},
      {std::string("\xFD"
                   "7zXZ\0",
                   6),
       "compressed with xz; unpack it first"},
      {"\x28\xB5\x2F\xFD", "compressed with Zstandard; unpack it first"},
      {"\xEF\xBB\xBF\n<!DOCTYPE html><p>Sign in",
       "a web page instead of the model; download the file itself"},
      {"<HTML>", "a web page instead of the model; download the file itself"},
  };
  for (const auto& [bytes, said] : cases)
    for (const std::string name : {"a.x", "a.gltf", "a.glb", "a.bvh", "a.fbx", "a.skelter", "a.zip", "a"}) {
      EXPECT_EQ(error_of(bytes, name), name + ": " + said);
      const auto data = load_character(bytes_of(bytes), name);
      ASSERT_FALSE(data.ok());
      EXPECT_EQ(to_string(data.error()), name + ": " + said);
    }
  // Formats that Assimp reads may be archives, but not LFS pointers or web pages.
  EXPECT_EQ(error_of(cases[0].first, "a.dae"), std::string("a.dae: ") + cases[0].second);
  EXPECT_EQ(error_of("<html>", "a.dae"), "a.dae: a web page instead of the model; download the file itself");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// Converts Latin-1 to UTF-8.
std::string recoded(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (const auto byte = static_cast<unsigned char>(c); byte < 0x80)
      out += c;
    else
      out += {static_cast<char>(0xC0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3F))};
  return out;
}

TEST(Load, damage_by_a_transfer_as_text_is_named) {
  const std::string zeros(1, '\0'), fbx = binary_fbx("a\nb\n\xE4");
  const auto cause = [](const std::string& sign) {
    return ". The file was probably damaged by a transfer as text, because " + sign +
           "; copy or download it again as binary";
  };
  const std::string no_zeros = cause("it has no zero bytes"),
                    crlf = cause("every line feed follows a carriage return"),
                    utf8 = cause("all of it is UTF-8");
  ASSERT_TRUE(load_scene(bytes_of(fbx), "a.fbx").ok());
  const std::string damaged =
      "a.fbx: damaged: expected two spaces and the bytes 00 1A after \"Kaydara FBX Binary\"";
  EXPECT_EQ(error_of(replaced(fbx, zeros, " ") + std::string(20, ' '), "a.fbx"), damaged + no_zeros);
  // The text of 5 bytes became one of 7 bytes, which ends 2 bytes after its record.
  EXPECT_THAT(error_of(replaced(fbx, "\n", "\r\n"), "a.fbx"), ::testing::EndsWith(crlf));
  EXPECT_THAT(error_of(recoded(fbx), "a.fbx"), ::testing::EndsWith(utf8));
  const std::string glb = glb_of_root();
  EXPECT_THAT(error_of(replaced(glb, zeros, " "), "a.glb"), ::testing::EndsWith(no_zeros));
  // For other damage, the message does not mention the transfer.
  EXPECT_THAT(error_of(fbx.substr(0, 40), "a.fbx"), ::testing::Not(HasSubstr("transfer")));
  EXPECT_THAT(error_of(glb.substr(0, 40), "a.glb"), ::testing::Not(HasSubstr("transfer")));
}

TEST(Load, extensions_are_those_of_all_readers) {
  EXPECT_THAT(model_extensions(),
              ::testing::IsSupersetOf({".x", ".gltf", ".glb", ".vrm", ".bvh", ".skelter"}));
}

}  // namespace
}  // namespace skelter::test

#include "scene/internal/scene_bytes.h"

#include <gtest/gtest.h>

#include <set>

#include "skelter/scene/validate.h"

namespace skelter {
namespace {

const CarriedJson kSomeJson{"{\"a\":1}", "{\"EXT_b\":{}}"};

// Makes a scene with a value other than the default in every member of every structure.
Scene scene_of_all_members() {
  Scene scene;
  scene.file = "hero.fbx";
  scene.format = "fbx";
  scene.encoding = "binary";
  scene.generator = "Maya";
  scene.metres_per_unit = 0.01;
  scene.format_version = 7400;
  scene.up_axis = "-z";
  scene.ticks_in_file = true;
  scene.absent = Absent::identity;
  scene.linear_colors = true;
  Transform trs{{1, 2, 3}, {0, 0, 1, 0}, {4, 5, 6}};
  scene.nodes = {
      {"Hips", 1, to_mat4(trs), trs, {{3, 4}, {5, kNone}}, true, false, {0.5f, 0.25f}, 6, 7, kSomeJson},
      Node{}};
  Primitive part;
  part.positions = {{1, 2, 3}, {4, 5, 6}};
  part.normals = {{0, 1, 0}, {1, 0, 0}};
  part.normals_generated = true;
  part.tangents = {{1, 0, 0, -1}};
  part.uvs = {{{0.1f, 0.2f}}, {}, {{0.3f, 0.4f}, {0.5f, 0.6f}}};
  part.colors = {{0.1f, 0.2f, 0.3f, 0.4f}};
  part.extra = {{"binormal", 1, 3, {1, 2, 3}}};
  part.morphs = {{"smile", {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};
  part.indices = {0, 1, 0};
  part.lines = {1, 0};
  part.points = {1};
  part.influence_begin = {0, 2, 2};
  part.influences = {{7, 0.75f}, {8, 0.25f}};
  part.dual_quaternion_shares = {0.5f, 1};
  part.materials = {2, kNone};
  part.triangle_slots = {1};
  part.source_vertices = 9;
  part.source_faces = 10;
  part.source_vertex = {3, 4};
  part.face_corners = {5};
  part.carried = kSomeJson;
  scene.meshes = {{"body", {part, Primitive{}}, {0.125f}, kSomeJson}};
  scene.skins = {{"skin", {{"Hips", 11, to_mat4(trs)}}, 12, kSomeJson, true}};
  Material material;
  material.name = "cloth";
  material.base_color = {0.1f, 0.2f, 0.3f, 0.4f};
  material.specular = {0.5f, 0.6f, 0.7f};
  material.specular_power = 8;
  material.emissive = {0.8f, 0.9f, 1};
  material.base_color_texture = 13;
  material.texture_suffix = "sphere";
  material.effect =
      EffectInstance{"a.fx", {{"f", std::vector<float>{1, 2}}, {"s", std::string("text")}, {"u", 14u}}};
  material.double_sided = true;
  const TextureUse use{15, 1, {0.1f, 0.2f}, 0.3f, {2, 3}};
  material.pbr =
      PbrMaterial{0.5f, 0.25f, use, use, use, 0.75f, use, 0.125f, use, 4, AlphaMode::mask, 0.3f, true, 0.6f};
  material.carried = kSomeJson;
  scene.materials = {material, Material{}};
  scene.textures = {{"a.png", 16, 17, kSomeJson}};
  scene.images = {{"image", "b.png", "image/png", {std::byte{1}, std::byte{255}}, kSomeJson}};
  scene.samplers = {{"sampler", TextureFilter::nearest, TextureFilter::linear_mipmap_nearest,
                     TextureWrap::mirrored_repeat, TextureWrap::clamp_to_edge, kSomeJson}};
  scene.cameras = {{"camera", true, 0.5f, 1.5f, 2, 3, 0.1f, 100.f, kSomeJson}};
  scene.lights = {{"light", LightKind::spot, {0.1f, 0.2f, 0.3f}, 4, 5.f, 0.25f, 0.75f, kSomeJson}};
  Clip clip;
  clip.name = "walk";
  clip.duration_s = 1.5;
  clip.ticks_per_second = 4800;
  clip.targets = {{"Hips", 18, true, true}, {"none", kNone, {}}};
  clip.channels = {{1, ChannelPath::rotation, Interpolation::step, {0, 0.5}, {0, 0, 0, 1, 0, 1, 0, 0}}};
  clip.properties = {{"/materials/0", Interpolation::cubic, {0.25}, {1, 2, 3}}};
  clip.carried = kSomeJson;
  scene.clips = {clip, Clip{}};
  scene.scenes = {{"main", {19, 20}, kSomeJson}};
  scene.default_scene = 21;
  scene.copyright = "nobody";
  scene.carried = kSomeJson;
  scene.extensions_used = {"EXT_a", "EXT_b"};
  scene.diagnostics.add(Severity::warning, "fbx.some", {"hero.fbx", 3, 4, "Model \"Hips\"", 5}, "is odd", 6);
  scene.diagnostics.add(Severity::note, "fbx.other", {"hero.fbx", 0, {}, {}}, "is fine");
  return scene;
}

std::string_view code_named(const std::string& name) {
  static std::set<std::string> codes;
  return *codes.insert(name).first;
}

TEST(SceneBytes, copy_every_member) {
  const Scene scene = scene_of_all_members();
  const auto bytes = to_bytes(scene);
  const auto read = from_bytes(bytes, code_named);
  ASSERT_TRUE(read && *read);
  const Scene& copy = **read;
  EXPECT_TRUE(same_content(copy, scene));
  EXPECT_EQ(copy.file, scene.file);
  EXPECT_EQ(copy.format, scene.format);
  EXPECT_EQ(copy.encoding, scene.encoding);
  EXPECT_EQ(copy.generator, scene.generator);
  EXPECT_EQ(copy.metres_per_unit, scene.metres_per_unit);
  EXPECT_EQ(copy.format_version, scene.format_version);
  EXPECT_EQ(copy.up_axis, scene.up_axis);
  EXPECT_EQ(copy.ticks_in_file, scene.ticks_in_file);
  EXPECT_EQ(copy.absent, scene.absent);
  EXPECT_EQ(copy.linear_colors, scene.linear_colors);
  EXPECT_EQ(copy.nodes, scene.nodes);
  EXPECT_EQ(copy.meshes, scene.meshes);
  EXPECT_EQ(copy.skins, scene.skins);
  EXPECT_EQ(copy.materials, scene.materials);
  EXPECT_EQ(copy.textures, scene.textures);
  EXPECT_EQ(copy.images, scene.images);
  EXPECT_EQ(copy.samplers, scene.samplers);
  EXPECT_EQ(copy.cameras, scene.cameras);
  EXPECT_EQ(copy.lights, scene.lights);
  EXPECT_EQ(copy.clips, scene.clips);
  EXPECT_EQ(copy.scenes, scene.scenes);
  EXPECT_EQ(copy.default_scene, scene.default_scene);
  EXPECT_EQ(copy.copyright, scene.copyright);
  EXPECT_EQ(copy.carried, scene.carried);
  EXPECT_EQ(copy.extensions_used, scene.extensions_used);
  ASSERT_EQ(copy.diagnostics.entries().size(), scene.diagnostics.entries().size());
  for (std::size_t i = 0; i < copy.diagnostics.entries().size(); ++i) {
    const Diagnostic &a = copy.diagnostics.entries()[i], &b = scene.diagnostics.entries()[i];
    EXPECT_EQ(to_string(a), to_string(b));
    EXPECT_EQ(a.severity, b.severity);
    EXPECT_EQ(a.code, b.code);
    EXPECT_EQ(a.spot.byte, b.spot.byte);
    EXPECT_EQ(a.spot.column, b.spot.column);
  }
}

TEST(SceneBytes, copy_an_error) {
  const Error error{
      Status::limit_exceeded, "fbx.memory", "needs too much", {"a.fbx", 1, 2, "Model \"Hips\"", 3}};
  const auto read = from_bytes(to_bytes(error), code_named);
  ASSERT_TRUE(read && !*read);
  const Error& copy = read->error();
  EXPECT_EQ(copy.status, error.status);
  EXPECT_EQ(copy.code, error.code);
  EXPECT_EQ(to_string(copy), to_string(error));
  EXPECT_EQ(copy.where.byte, error.where.byte);
  EXPECT_EQ(copy.where.column, error.where.column);
}

TEST(SceneBytes, bytes_that_end_early_are_detected) {
  const auto bytes = to_bytes(scene_of_all_members());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(from_bytes(ByteSpan(bytes).first(size), code_named)) << size;
}

TEST(SceneBytes, bytes_after_the_end_are_detected) {
  auto bytes = to_bytes(scene_of_all_members());
  bytes.emplace_back();
  EXPECT_FALSE(from_bytes(bytes, code_named));
}

// A sender with overwritten memory can send any bytes.
TEST(SceneBytes, overwritten_bytes_are_an_error_or_another_scene) {
  const auto bytes = to_bytes(scene_of_all_members());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const std::byte value : {std::byte{0xFF}, std::byte{0x80}, std::byte{0x01}}) {
      std::vector<std::byte> wrong = bytes;
      wrong[at] = value;
      if (const auto got = from_bytes(wrong, code_named); got && *got) (void)validate(**got).ok();
    }
}

TEST(SceneBytes, values_that_an_enumeration_does_not_have_are_detected) {
  Error error{Status::limit_exceeded, "fbx.memory", "needs too much", {}};
  auto bytes = to_bytes(error);
  bytes[1] = std::byte{8};  // after the byte for "not ok": the status, which has 8 values
  EXPECT_FALSE(from_bytes(bytes, code_named));
}

}  // namespace
}  // namespace skelter

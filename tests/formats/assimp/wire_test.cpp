// Scenes and errors between two processes.

#include "formats/assimp/wire.h"

#include <gtest/gtest.h>

#include "skelter/scene/validate.h"

namespace skelter::test {
namespace {

using assimp::from_wire;
using assimp::to_wire;

// A bit of everything that an import fills.
Scene full_scene() {
  Scene scene;
  scene.file = "a.fbx";
  scene.format = "fbx";
  scene.generator = "by hand";
  scene.metres_per_unit = 0.01;
  scene.nodes.resize(2);
  scene.nodes[0].name = "root";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.m[12] = 3;
  scene.nodes[1].meshes = {{0, 0}};
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  p.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  p.uvs = {{{0, 0}, {1, 0}, {0, 1}}};
  p.colors = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
  p.extra = {{"color", 1, 1, {1, 2, 3}}};
  p.morphs = {{"smile", {{0, 0, 1}, {}, {}}, {}}};
  p.indices = {0, 1, 2};
  p.influence_begin = {0, 1, 2, 3};
  p.influences = {{0, 1}, {0, 1}, {0, 1}};
  p.materials = {0};
  p.source_vertices = 3;
  p.source_faces = 1;
  scene.meshes = {{"body", {p}, {0.5f}}};
  scene.skins.resize(1);
  scene.skins[0].joints = {{"root", 0, {}}};
  scene.materials.resize(1);
  scene.materials[0].name = "red";
  scene.materials[0].base_color_texture = 0;
  scene.textures.resize(1);
  scene.textures[0].name = "oak.png";
  scene.textures[0].image = 0;
  scene.images.resize(1);
  scene.images[0].bytes = {std::byte{1}, std::byte{2}};
  Clip clip;
  clip.name = "walk";
  clip.duration_s = 1;
  clip.ticks_per_second = 25;
  clip.targets = {{"root", 0, {}}};
  clip.channels = {{0, ChannelPath::scale, Interpolation::linear, {0, 1}, {1, 1, 1, 2, 2, 2}}};
  scene.clips = {clip};
  scene.diagnostics.add(Severity::warning, "assimp.weights", {"a.fbx", 0, {}, "Mesh body"}, "off", 7);
  return scene;
}

TEST(AssimpWire, a_scene_is_received_as_sent) {
  const Scene sent = full_scene();
  ASSERT_TRUE(validate(sent)) << to_string(validate(sent).error());
  const auto got = from_wire(to_wire(sent), "a.fbx");
  ASSERT_TRUE(got) << to_string(got.error());
  EXPECT_TRUE(same_content(sent, *got));
  EXPECT_EQ(got->format, "fbx");
  EXPECT_EQ(got->generator, "by hand");
  EXPECT_EQ(got->metres_per_unit, 0.01);
  ASSERT_EQ(got->diagnostics.entries().size(), 1u);
  const Diagnostic& told = got->diagnostics.entries()[0];
  EXPECT_EQ(told.code, "assimp.weights");
  EXPECT_EQ(to_string(told), "a.fbx: Mesh body: off (7 times)");
}

TEST(AssimpWire, an_error_is_received_as_sent) {
  const Error sent{Status::limit_exceeded, "assimp.nodes", "too many", {"a.fbx", 0, {}, "Node x"}};
  const auto got = from_wire(to_wire(sent), "a.fbx");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().status, Status::limit_exceeded);
  EXPECT_EQ(got.error().code, "assimp.nodes");
  EXPECT_EQ(to_string(got.error()), "a.fbx: Node x: too many");
}

// A sender with overwritten memory may send anything.
TEST(AssimpWire, cut_and_overwritten_bytes_are_an_error_or_another_scene) {
  const std::vector<std::byte> bytes = to_wire(full_scene());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto got = from_wire(ByteSpan(bytes).first(size), "a.fbx");
    ASSERT_FALSE(got) << size;
    EXPECT_EQ(to_string(got.error()), "a.fbx: Assimp has corrupted its own result");
  }
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const std::byte value : {std::byte{0xFF}, std::byte{0x80}, std::byte{0x01}}) {
      std::vector<std::byte> wrong = bytes;
      wrong[at] = value;
      if (const auto got = from_wire(wrong, "a.fbx")) (void)validate(*got).ok();
    }
}

}  // namespace
}  // namespace skelter::test

// Meshes compressed with Draco's own encoder.
#ifdef SKELTER_WITH_DRACO

#include <draco/compression/encode.h>

#include <array>
#include <cmath>
#include <cstring>

#include "formats/gltf/gltf_document.h"
#include "formats/gltf/internal/draco_decode.h"

namespace skelter::test {
namespace {

// A wavy sheet of kSide x kSide vertices without normals, in which no two triangles are coplanar.
constexpr std::uint32_t kSide = 500;

std::string compressed_sheet() {
  draco::Mesh mesh;
  mesh.set_num_points(kSide * kSide);
  draco::GeometryAttribute attribute;
  attribute.Init(draco::GeometryAttribute::POSITION, nullptr, 3, draco::DT_FLOAT32, false, 12, 0);
  draco::PointAttribute& positions = *mesh.attribute(mesh.AddAttribute(attribute, true, kSide * kSide));
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const auto x = static_cast<float>(i % kSide), y = static_cast<float>(i / kSide);
    const std::array<float, 3> at{x, y, 20 * std::sin(x / 20) * std::cos(y / 30)};
    positions.SetAttributeValue(draco::AttributeValueIndex(i), at.data());
  }
  for (std::uint32_t y = 0; y + 1 < kSide; ++y)
    for (std::uint32_t x = 0; x + 1 < kSide; ++x) {
      const draco::PointIndex at(y * kSide + x);
      mesh.AddFace({at, at + 1, at + kSide});
      mesh.AddFace({at + 1, at + kSide + 1, at + kSide});
    }
  draco::Encoder encoder;
  encoder.SetSpeedOptions(5, 5);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(mesh, &buffer).ok());
  return {buffer.data(), buffer.size()};
}

Bytes glb_of(const std::string& compressed) {
  const std::string bytes = std::to_string(compressed.size()), points = std::to_string(kSide * kSide),
                    corners = std::to_string(6 * (kSide - 1) * (kSide - 1));
  return glb(
      R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"extensionsUsed":["KHR_draco_mesh_compression"],"extensionsRequired":["KHR_draco_mesh_compression"],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"extensions":
{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}}}]}],
"accessors":[{"componentType":5126,"type":"VEC3","count":)" +
          points + R"(,"min":[0,0,-20],"max":[499,499,20]},{"componentType":5125,"type":"SCALAR","count":)" +
          corners + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + bytes +
          R"(}],"buffers":[{"byteLength":)" + bytes + "}]}",
      bytes_of(compressed));
}

// Similar to scanned models: a file of half a megabyte contains half a million triangles, and flat normals
// need three vertices for each of them. This exceeds 40 times the compressed size.
TEST(draco, large_mesh_loads_within_the_memory_that_files_get) {
  const Bytes file = glb_of(compressed_sheet());
  EXPECT_LT(file.size(), 700'000u);
  const auto scene = read_gltf(file, "sheet.glb");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  const Primitive& sheet = scene->meshes[0].primitives[0];
  EXPECT_EQ(sheet.source_vertices, kSide * kSide);
  EXPECT_EQ(sheet.indices.size(), 6 * (kSide - 1) * (kSide - 1));
  EXPECT_GT(sheet.positions.size(), 1'000'000u);
}

// Checks the answer of a decoding process that hostile data may control. For two points and one face, it has
// 16 bytes of header, 2 x 12 bytes of positions and 3 x 4 bytes of indices.
TEST(draco, answer_is_as_long_as_its_head_says_or_no_answer) {
  const std::vector<gltf::DracoWanted> wanted = {{0, 2, 3, gltf::Component::f32, false}};
  gltf::DracoAnswer head;
  head.points = 2;
  head.faces = 1;
  Bytes answer(16 + 24 + 12);
  const auto is_whole = [&](std::size_t size) {
    std::memcpy(answer.data(), &head, sizeof(head));
    return gltf::is_whole_answer({answer.data(), size}, wanted);
  };
  static_assert(sizeof(head) == 16);
  EXPECT_TRUE(is_whole(52));
  for (const std::size_t size : {0u, 15u, 16u, 40u, 51u}) EXPECT_FALSE(is_whole(size)) << size;
  head.faces = UINT32_MAX;
  EXPECT_FALSE(is_whole(52));
  head.faces = 0;
  EXPECT_FALSE(is_whole(52));
  EXPECT_TRUE(is_whole(40));
  const std::vector<gltf::DracoWanted> many = {{0, UINT64_MAX / 8, 3, gltf::Component::f32, false}};
  EXPECT_FALSE(gltf::is_whole_answer(answer, many));
  const std::vector<gltf::DracoWanted> matrices = {{0, 2, 3, gltf::Component::f32, true}};
  EXPECT_FALSE(gltf::is_whole_answer(answer, matrices));
  head.is = gltf::DracoAnswer::Is::no_mesh;
  EXPECT_TRUE(is_whole(20));
}

}  // namespace
}  // namespace skelter::test

#endif  // SKELTER_WITH_DRACO

// EXT_mesh_gpu_instancing. Expected positions are stated in the tests, or were taken from the bytes of the
// file by hand.

#include <cmath>

#include "formats/gltf/gltf_document.h"
#include "skelter/scene/evaluate.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

// One triangle. Its instances are at node 1, below a node that is moved by 10 along x.
class Instanced {
 public:
  Instanced() { d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0}); }

  std::string rest(const std::string& attributes, const std::string& node_more = {}) const {
    return R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"nodes":[{"children":[1],"translation":[10,0,0]},{"name":"leaf","mesh":0)" +
           node_more + R"(,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":)" + attributes +
           R"(}}}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";
  }

  Document d;
};

Vec3 place_of(const Scene& scene, std::uint32_t node) {
  const Mat4d world = rest_pose(scene).world[node];
  return {static_cast<float>(world.m[12]), static_cast<float>(world.m[13]), static_cast<float>(world.m[14])};
}

TEST(instances, become_nodes_that_share_the_mesh) {
  Instanced file;
  const int translations = file.d.floats("VEC3", 3, {1, 2, 3, 4, 5, 6});
  // A quarter turn about z as normalised shorts: 32767 / sqrt(2) = 23170.
  const int rotations =
      file.d.add<std::int16_t>("VEC4", 5122, 4, {0, 0, 23170, 23170, 0, 0, 0, 32767}, ",\"normalized\":true");
  const int scales = file.d.floats("VEC3", 3, {2, 2, 2, 1, 3, 1});
  const Scene scene = load(file.d, file.rest("{\"TRANSLATION\":" + std::to_string(translations) +
                                             ",\"ROTATION\":" + std::to_string(rotations) +
                                             ",\"SCALE\":" + std::to_string(scales) + "}"));
  EXPECT_EQ(scene.meshes.size(), 1u);
  ASSERT_EQ(scene.nodes.size(), 4u);
  EXPECT_TRUE(scene.nodes[1].meshes.empty());
  EXPECT_EQ(scene.nodes[1].carried.extensions, "");
  for (const std::uint32_t n : {2u, 3u}) {
    EXPECT_EQ(scene.nodes[n].meshes, (std::vector<MeshInstance>{{0, kNone}}));
    EXPECT_EQ(scene.nodes[n].parent, 1u);
    EXPECT_TRUE(scene.nodes[n].synthetic && scene.nodes[n].shown);
  }
  EXPECT_EQ(scene.nodes[2].name, "leaf_0");
  EXPECT_EQ(place_of(scene, 2), (Vec3{11, 2, 3}));
  EXPECT_EQ(place_of(scene, 3), (Vec3{14, 5, 6}));
  // The rotation takes x to y, and the scale makes it 2 units long.
  EXPECT_NEAR(scene.nodes[2].rest.m[0], 0, 1e-6);
  EXPECT_NEAR(scene.nodes[2].rest.m[1], 2, 1e-6);
  EXPECT_NEAR(scene.nodes[3].rest.m[5], 3, 1e-6);
  EXPECT_EQ(said(scene, "gltf.extension"), "");
}

TEST(instances, attributes_that_are_absent_stay_at_their_defaults) {
  Instanced file;
  const int scales = file.d.floats("VEC3", 3, {2, 2, 2});
  const int ids = file.d.add<std::uint16_t>("SCALAR", 5123, 1, {7});
  const Scene scene = load(
      file.d, file.rest("{\"SCALE\":" + std::to_string(scales) + ",\"_ID\":" + std::to_string(ids) + "}"));
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[2].rest_trs, (Transform{{}, {}, {2, 2, 2}}));
  EXPECT_EQ(said(scene, "gltf.attribute"),
            "note: a.gltf: /nodes/1/extensions/EXT_mesh_gpu_instancing/attributes/_ID: instances have _ID; "
            "left out");
}

TEST(instances, are_hidden_with_their_node) {
  Instanced file;
  const int translations = file.d.floats("VEC3", 3, {1, 2, 3});
  const Scene scene = load(file.d, file.rest("{\"TRANSLATION\":" + std::to_string(translations) + "}") +
                                       R"(,"scenes":[{"nodes":[]}])");
  EXPECT_FALSE(scene.nodes[2].shown);
}

TEST(instances, take_the_morph_weights_and_their_keys) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
  d.floats("VEC3", 3, {1, 2, 3, 4, 5, 6});
  d.times({0, 1});
  d.floats("SCALAR", 1, {0.25f, 0.75f});
  const Scene scene = load(
      d,
      R"("nodes":[{"mesh":0,"weights":[0.5],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":1}}}}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}]}],
      "animations":[{"samplers":[{"input":2,"output":3}],"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}])");
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[1].morph_weights, std::vector<float>{0.5f});
  EXPECT_EQ(scene.nodes[2].morph_weights, std::vector<float>{0.5f});
  ASSERT_EQ(scene.clips[0].channels.size(), 2u);
  EXPECT_EQ(scene.clips[0].targets[0].node, 1u);
  EXPECT_EQ(scene.clips[0].targets[1].node, 2u);
  EXPECT_EQ(scene.clips[0].channels[1].values, (std::vector<float>{0.25f, 0.75f}));
}

TEST(instances, what_is_wrong_is_named) {
  Instanced file;
  const int two = file.d.floats("VEC3", 3, {1, 2, 3, 4, 5, 6}),
            three = file.d.floats("VEC3", 3, std::vector<float>(9, 1));
  const int whole = file.d.add<std::int16_t>("VEC4", 5122, 4, {0, 0, 0, 1, 0, 0, 0, 1});
  const int not_finite = file.d.floats("VEC3", 3, {1, 2, 3, NAN, 5, 6});
  const int long_rotations = file.d.floats("VEC4", 4, {0, 0, 0, 2, 0, 0, 0, 1});
  const int endless = file.d.add_accessor(R"({"componentType":5126,"count":268000000,"type":"VEC3"})");
  const auto attributes = [&](const char* first, int a, const char* second, int b) {
    return std::string("{\"") + first + "\":" + std::to_string(a) + ",\"" + second +
           "\":" + std::to_string(b) + "}";
  };
  const std::string at = "a.gltf: /nodes/1/extensions/EXT_mesh_gpu_instancing";
  EXPECT_EQ(error_of(file.d, file.rest(attributes("TRANSLATION", two, "SCALE", three))),
            at + "/attributes/SCALE: 3 elements; expected 2, as in TRANSLATION");
  EXPECT_EQ(error_of(file.d, file.rest(attributes("TRANSLATION", two, "_ID", three))),
            at + "/attributes/_ID: 3 elements; expected 2, as in TRANSLATION");
  EXPECT_EQ(error_of(file.d, file.rest(attributes("TRANSLATION", two, "ROTATION", whole))),
            "a.gltf: /accessors/" + std::to_string(whole) +
                ": VEC4 of SHORT; expected VEC4 of FLOAT or normalised integers");
  EXPECT_EQ(error_of(file.d, file.rest(attributes("TRANSLATION", not_finite, "SCALE", two))),
            "a.gltf: /accessors/" + std::to_string(not_finite) + ": 1 of 6 numbers are not finite");
  EXPECT_EQ(error_of(file.d, file.rest(attributes("TRANSLATION", 99, "SCALE", two))),
            at + "/attributes/TRANSLATION: accessor index 99; the file has 7");
  EXPECT_EQ(error_of(file.d, file.rest("3")), at + "/attributes: a number; expected an object");
  EXPECT_EQ(error_of(file.d, file.rest(attributes("TRANSLATION", endless, "SCALE", endless))),
            at + "/attributes/TRANSLATION: 268000000 instances and 2 nodes; the limit is 1000000 nodes");
  const auto mismatch = read_gltf(file.d.file(file.rest(attributes("TRANSLATION", two, "SCALE", three))));
  EXPECT_EQ(mismatch.error().code, "gltf.attribute-count");

  EXPECT_EQ(said(load(file.d, file.rest(attributes("TRANSLATION", two, "ROTATION", long_rotations))),
                 "gltf.rotation-not-unit"),
            "warning: " + at + "/attributes/ROTATION: a rotation does not have unit length; normalised");
  EXPECT_EQ(said(load(file.d, file.rest("{}")), "gltf.no-instances"),
            "note: " + at + "/attributes: no attributes; the mesh is drawn once");
  const Scene plain = load_json(R"("nodes":[{"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{}}}}])");
  EXPECT_EQ(said(plain, "gltf.instances-without-mesh"),
            "note: a.gltf: /nodes/0/extensions/EXT_mesh_gpu_instancing: no mesh to repeat; ignored");
}

// A million instances of 12 bytes are 12 MB in the file. Their nodes count against the limit.
TEST(instances, count_against_the_memory_limit) {
  Instanced file;
  const int zeros = file.d.add_accessor(R"({"componentType":5126,"count":900000,"type":"VEC3"})");
  ReadOptions options = no_files();
  options.limits.max_memory_bytes = 50'000'000;
  EXPECT_EQ(
      error_of(file.d.file(file.rest("{\"TRANSLATION\":" + std::to_string(zeros) + "}")), options),
      "a.gltf: /nodes/1/extensions/EXT_mesh_gpu_instancing/attributes: needs more memory than the limit "
      "of 50000000 bytes allows");
}

// The joints determine the position of a skinned mesh, wherever its instances are.
TEST(instances, of_a_skinned_mesh_are_drawn_once) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
  d.add<std::uint8_t>("VEC4", 5121, 4, std::vector<std::uint8_t>(12, 0));
  d.floats("VEC4", 4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const Scene scene = load(
      d,
      R"("nodes":[{"mesh":0,"skin":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}},{}],
      "skins":[{"joints":[1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}])");
  EXPECT_EQ(scene.nodes.size(), 2u);
  EXPECT_EQ(
      said(scene, "gltf.instanced-skin"),
      "warning: a.gltf: /nodes/0/extensions/EXT_mesh_gpu_instancing: instances of a skinned mesh; drawn "
      "once");
}

// 125 cubes. The file's view of translations begins at byte 720 of the binary chunk.
TEST(instances, of_a_real_file_are_where_its_bytes_say) {
  SKELTER_REQUIRE_CORPUS();
  const std::string path = corpus_folder() + "/wild/playcanvas/simple-instancing.glb";
  if (!file_exists(path)) GTEST_SKIP() << "no " << path;
  const auto bytes = read_file(path);
  ASSERT_TRUE(bytes);
  const std::size_t data = 20 + load_le<std::uint32_t>(*bytes, 12) + 8;
  const Scene scene = load(*bytes);
  ASSERT_EQ(scene.nodes.size(), 126u);
  std::size_t triangles = 0;
  for (std::uint32_t i = 0; i < 125; ++i) {
    const auto at = data + 720 + 12 * std::size_t{i};
    EXPECT_EQ(place_of(scene, 1 + i), (Vec3{load_le<float>(*bytes, at), load_le<float>(*bytes, at + 4),
                                            load_le<float>(*bytes, at + 8)}));
    triangles += scene.meshes[scene.nodes[1 + i].meshes[0].mesh].primitives[0].indices.size() / 3;
  }
  EXPECT_EQ(triangles, 125u * 12);
}

}  // namespace
}  // namespace skelter::test

// Reports of independent programs on our glTF files: the Khronos validator, and three.js.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "formats/bridge/corpus.h"
#include "support/npm_tools.h"

namespace skelter::test {
namespace {

// Files to check, and the sources from which they were made.
struct Outputs {
  NpmFolder folder;
  std::vector<std::string> names;

  void add(const Scene& scene, const std::string& name, const GltfWriteOptions& options = {}) {
    const auto written = write_gltf(scene, options);
    ASSERT_TRUE(written.ok()) << name << ": " << to_string(written.error());
    const std::string file = flat_name(name) + (options.glb ? ".glb" : ".gltf");
    folder.write(file, written->bytes);
    for (const SideFile& beside : written->files) folder.write(beside.name, beside.bytes);
    names.push_back(file);
  }
};

void expect_clean(const Outputs& outputs) {
  const auto lines = outputs.folder.run("validate.mjs", outputs.names);
  ASSERT_EQ(lines.size(), outputs.names.size());
  for (const auto& line : lines) EXPECT_EQ(line["messages"].dump(), "[]") << line["file"];
}

TEST(Validator, finds_nothing_in_converted_x_files) {
  SKELTER_REQUIRE_CORPUS();
  SKELTER_REQUIRE_NPM("gltf-validator");
  Outputs outputs;
  for_each_corpus_scene([&](const std::string& file, const Scene& scene) { outputs.add(scene, file); });
  EXPECT_GE(outputs.names.size(), 50u);
  expect_clean(outputs);
}

// KTX2 as a plain source would be the error TEXTURE_INVALID_IMAGE_MIME_TYPE. Even if the extension refers to
// the image, the validator warns that it does not know the media type and the format.
TEST(Validator, finds_no_errors_in_files_with_ktx2) {
  SKELTER_REQUIRE_NPM("gltf-validator");
  Outputs outputs;
  Scene scene;
  scene.file = "ktx2";
  scene.nodes.resize(1);
  scene.nodes[0].name = "Node";
  scene.images.resize(1);
  scene.images[0].bytes.resize(80);
  const unsigned char start[] = {0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A};
  std::memcpy(scene.images[0].bytes.data(), start, sizeof(start));
  scene.textures = {{"skin.ktx2", 0}};
  scene.materials.resize(1);
  scene.materials[0].base_color_texture = 0;
  GltfWriteOptions text;
  text.glb = false;
  outputs.add(scene, "inside");
  outputs.add(scene, "beside", text);
  for (const auto& line : outputs.folder.run("validate.mjs", outputs.names))
    EXPECT_EQ(line["errors"], 0) << line["messages"];
}

// Files from the wild part of the corpus, with textured materials on meshes without texture coordinates.
TEST(Validator, finds_nothing_where_textures_have_no_coordinates) {
  SKELTER_REQUIRE_CORPUS();
  SKELTER_REQUIRE_NPM("gltf-validator");
  Outputs outputs;
  for (const char* file : {"wild/early-go/cube.x", "hostile/texture_without_coordinates.x"}) {
    auto scene = read_x_file(corpus_folder() + "/" + file);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    SceneImage picture;  // white, of one pixel
    picture.mime_type = "image/png";
    for (const int byte : {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                           0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
                           0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78,
                           0x9c, 0x63, 0xf8, 0x0f, 0x00, 0x01, 0x01, 0x01, 0x00, 0x1b, 0xb6, 0xee, 0x56, 0x00,
                           0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82})
      picture.bytes.push_back(static_cast<std::byte>(byte));
    scene->images = {picture};
    ASSERT_FALSE(scene->textures.empty()) << file;
    for (Texture& texture : scene->textures) texture.image = 0;
    outputs.add(*scene, file);
  }
  expect_clean(outputs);
}

TEST(Validator, finds_nothing_in_instances_made_nodes) {
  SKELTER_REQUIRE_CORPUS();
  SKELTER_REQUIRE_NPM("gltf-validator");
  const auto scene = read_gltf_file(corpus_folder() + "/wild/playcanvas/simple-instancing.glb");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  Outputs outputs;
  outputs.add(*scene, "instances");
  expect_clean(outputs);
}

// Reads the images that the scene refers to from files next to the source.
Scene with_pictures(Scene scene, const std::string& path) {
  for (SceneImage& image : scene.images) {
    if (!image.bytes.empty()) continue;
    std::ifstream in(std::filesystem::path(path).parent_path() / image.uri, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    image.bytes.assign(begin, begin + bytes.size());
  }
  return scene;
}

TEST(Validator, finds_nothing_in_gltf_files_written_again) {
  SKELTER_REQUIRE_CORPUS();
  SKELTER_REQUIRE_NPM("gltf-validator");
  Outputs outputs;
  std::size_t index = 0;
  for (const std::string& file : clean_gltf_files()) {
    const std::string path = corpus_folder() + "/" + file;
    const auto read = read_gltf_file(path);
    if (!read.ok()) continue;
    const Scene scene = with_pictures(*read, path);
    GltfWriteOptions as_it_is;
    as_it_is.skinned_meshes_at_root = false;
    outputs.add(scene, file, as_it_is);
    GltfWriteOptions beside = as_it_is;
    beside.glb = false;
    beside.embed = false;
    beside.stem = "beside_" + std::to_string(++index);
    outputs.add(scene, file + "_beside", beside);
    GltfWriteOptions small = as_it_is;
    small.quantize = small.meshopt = true;
    outputs.add(scene, file + "_small", small);
  }
  EXPECT_GE(outputs.names.size(), 100u);
  expect_clean(outputs);
}

// --- three.js ----------------------------------------------------------------------------------------------

// three.js uses only four influences.
bool at_most_four(const Primitive& primitive, std::uint32_t vertex) {
  return primitive.influence_begin.empty() ||
         primitive.influence_begin[vertex + 1] - primitive.influence_begin[vertex] <= 4;
}

struct Checked {
  std::size_t matrices = 0, vertices = 0;
};

void compare(const Scene& scene, const nlohmann::json& line, Checked& checked) {
  const int clip = line["clip"];
  const EvaluateOptions once{Loop::once, MatrixKeys::decompose, false};
  const Pose pose =
      clip < 0 ? rest_pose(scene) : evaluate(scene, static_cast<std::uint32_t>(clip), line["time_s"], once);
  const double size = extent(scene);
  for (const auto& [index, numbers] : line["nodes"].items()) {
    const Mat4d& world = pose.world[std::stoul(index)];
    for (std::size_t i = 0; i < 16; ++i) {
      const double scale = i >= 12 ? size : std::max(1.0, std::abs(world.m[i]));
      ASSERT_NEAR(world.m[i], numbers[i].get<double>(), 1e-4 * scale)
          << "node " << index << " " << scene.nodes[std::stoul(index)].name << " number " << i << " at "
          << line["time_s"] << " of clip " << clip;
    }
    ++checked.matrices;
  }
  for (const auto& vertex : line["vertices"]) {
    const std::uint32_t node = vertex[0], primitive = vertex[1], index = vertex[2];
    if (!at_most_four(scene.meshes[scene.nodes[node].meshes[0].mesh].primitives[primitive], index)) continue;
    const Vec3d at = skin(scene, pose, node, 0, primitive).positions[index];
    const Vec3d theirs{vertex[3], vertex[4], vertex[5]};
    ASSERT_LE(length(at - theirs), 1e-4 * size) << "vertex " << vertex.dump() << " at " << line["time_s"];
    ++checked.vertices;
  }
}

TEST(ThreeJs, loads_converted_x_files_and_gives_our_numbers) {
  SKELTER_REQUIRE_CORPUS();
  SKELTER_REQUIRE_NPM("three");
  Outputs outputs;
  for_each_corpus_scene([&](const std::string& file, const Scene& scene) { outputs.add(scene, file); });
  Checked checked;
  for (const auto& line : outputs.folder.run("pose.mjs", outputs.names)) {
    SCOPED_TRACE(line["file"].get<std::string>());
    ASSERT_FALSE(line.contains("error")) << line["error"];
    const auto scene = read_gltf_file(line["file"]);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    compare(*scene, line, checked);
  }
  EXPECT_GE(checked.matrices, 1000u);
  EXPECT_GE(checked.vertices, 1000u);
}

}  // namespace
}  // namespace skelter::test

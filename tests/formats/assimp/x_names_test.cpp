// Names in the `.x` text that we write, checked with Assimp's own `.x` reader.

#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <assimp/Importer.hpp>
#include <string>

#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/validate.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

// Returns "" if Assimp accepts the bytes, and its message otherwise.
std::string said_by_assimp(const std::vector<std::byte>& bytes) {
  Assimp::Importer importer;
  return importer.ReadFileFromMemory(bytes.data(), bytes.size(), 0, "x") != nullptr
             ? ""
             : importer.GetErrorString();
}

TEST(AssimpReadsX, names_of_several_words_once_they_are_one) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* file : {"gltf/InfiniteSkinnedTentacle.glb", "gltf/magnum_animation.gltf"}) {
    const auto scene = read_gltf_file(corpus_folder() + "/" + file);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    const auto kept = write_x(*scene, {XEncoding::text, true}), changed = write_x(*scene);
    ASSERT_TRUE(kept.ok() && changed.ok());
    EXPECT_NE(said_by_assimp(kept->bytes).find("Opening brace expected"), std::string::npos) << file;
    EXPECT_EQ(said_by_assimp(changed->bytes), "") << file;
  }
}

// A mesh without a name on two nodes, and materials of the same name in two meshes. They used to be written
// with a GUID inside the braces of the reference.
TEST(AssimpReadsX, references_to_unnamed_or_ambiguous_objects) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].name = "A";
  scene.nodes[1].name = "B";
  scene.materials.resize(2);
  for (Material& material : scene.materials) material.name = "Skin";
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.indices = {0, 1, 2};
  triangle.source_vertices = 3;
  triangle.source_faces = 1;
  triangle.materials = {0};
  scene.meshes.resize(2);
  for (Mesh& mesh : scene.meshes) mesh.primitives = {triangle};
  scene.meshes[1].primitives[0].materials = {1};
  scene.nodes[0].meshes = scene.nodes[1].meshes = {{0, kNone}, {1, kNone}};
  ASSERT_TRUE(validate(scene).ok());
  const auto kept = write_x(scene, {XEncoding::text, true}), named = write_x(scene);
  ASSERT_TRUE(kept.ok() && named.ok());
#ifndef __SANITIZE_ADDRESS__  // Assimp leaks the memory of a material at this error
  EXPECT_NE(said_by_assimp(kept->bytes).find("expected"), std::string::npos);
#endif
  EXPECT_EQ(said_by_assimp(named->bytes), "");
}

}  // namespace
}  // namespace skelter::test

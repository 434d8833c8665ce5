// Names in `.x` text that we write, judged by Assimp's own reader of `.x`.

#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <assimp/Importer.hpp>
#include <string>

#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/write.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

// "" when Assimp takes it, else what it says.
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

}  // namespace
}  // namespace skelter::test

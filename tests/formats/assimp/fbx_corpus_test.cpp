// FBX files of the corpus with bones that share names with other nodes. Expected results come from other
// programs: ufbx, which binds by identity, and three.js.

#include <gtest/gtest.h>

#include "formats/assimp/made_files.h"
#include "support/corpus.h"
#include "support/near.h"

namespace skelter::test {
namespace {

// Two armatures with a bone "Bone" each; the hat hangs on the second, 10 up. ufbx: height 11.
TEST(FbxCorpus, bones_of_one_name_belong_to_their_armatures) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_assimp_file(corpus_folder() + "/hostile/two_armatures.fbx");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  EXPECT_EQ(scene->diagnostics.find("assimp.same-name"), nullptr);
  const Bounds bounds = pose_bounds(*scene, rest_pose(*scene));
  EXPECT_TRUE(near(bounds.min, {0, 0, 0}, kNear));
  EXPECT_TRUE(near(bounds.max, {1, 11, 0}, kNear));
}

// A mesh's node and a bone share a name: the bone is meant.
TEST(FbxCorpus, a_mesh_of_a_bones_name_is_not_the_bone) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_assimp_file(corpus_folder() + "/wild/quaternius-fbx/Revolver.fbx");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  EXPECT_EQ(scene->diagnostics.find("assimp.same-name"), nullptr);
  for (const Skin& skin : scene->skins)
    for (const Joint& joint : skin.joints) EXPECT_TRUE(scene->nodes[joint.node].meshes.empty()) << joint.name;
}

}  // namespace
}  // namespace skelter::test

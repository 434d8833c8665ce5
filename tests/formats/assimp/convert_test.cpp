// Scenes as Assimp would create them, made by hand, and their conversion.

#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <limits>

#include "formats/assimp/context.h"
#include "skelter/scene/validate.h"

namespace skelter::test {
namespace {

using assimp::Context;

constexpr float kNone_f = std::numeric_limits<float>::quiet_NaN();

template <class T>
T* array_of(std::initializer_list<T> list) {
  if (list.size() == 0) return nullptr;  // like Assimp
  return std::copy(list.begin(), list.end(), new T[list.size()]) - list.size();
}

aiNode* node(const char* name, std::initializer_list<aiNode*> children = {}) {
  auto* made = new aiNode(name);
  made->mNumChildren = static_cast<unsigned>(children.size());
  if (children.size() != 0) made->mChildren = array_of(children);
  for (aiNode* child : children) child->mParent = made;
  return made;
}

aiMesh* triangle() {
  auto* mesh = new aiMesh;
  mesh->mName = "tri";
  mesh->mNumVertices = 3;
  mesh->mVertices = array_of<aiVector3D>({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  mesh->mNumFaces = 1;
  mesh->mFaces = new aiFace[1];
  mesh->mFaces[0].mNumIndices = 3;
  mesh->mFaces[0].mIndices = array_of<unsigned>({0, 1, 2});
  return mesh;
}

aiBone* bone(const char* name, std::initializer_list<aiVertexWeight> weights) {
  auto* made = new aiBone;
  made->mName = name;
  made->mNumWeights = static_cast<unsigned>(weights.size());
  made->mWeights = array_of(weights);
  return made;
}

// A scene with one mesh at the node "body", and the nodes "a" and "b" next to it.
struct Made {
  aiScene from;
  Made() {
    aiNode* body = node("body");
    body->mNumMeshes = 1;
    body->mMeshes = array_of<unsigned>({0});
    from.mRootNode = node("root", {body, node("a"), node("b")});
    from.mNumMeshes = 1;
    from.mMeshes = array_of<aiMesh*>({triangle()});
  }
  aiMesh& mesh() { return *from.mMeshes[0]; }
  void bones(std::initializer_list<aiBone*> list) {
    mesh().mNumBones = static_cast<unsigned>(list.size());
    mesh().mBones = array_of(list);
  }
  void clip(aiAnimation* clip) {
    from.mNumAnimations = 1;
    from.mAnimations = array_of<aiAnimation*>({clip});
  }
  Scene convert(const std::string& file = "made.dae") {
    const ReadOptions options;
    Context c{from, file, options, {}};
    c.normals_in_file.assign(from.mNumMeshes, true);
    auto scene = assimp::convert(c);
    EXPECT_TRUE(scene);
    const auto good = validate(*scene);
    EXPECT_TRUE(good) << to_string(good.error());
    return std::move(*scene);
  }
};

std::vector<std::string> reported(const Scene& scene) {
  std::vector<std::string> lines;
  for (const Diagnostic& d : scene.diagnostics.entries())
    lines.push_back(std::string(to_text(d.severity)) + " " + to_string(d));
  return lines;
}

using Lines = std::vector<std::string>;

TEST(AssimpConvert, weights_are_proven) {
  Made made;
  made.bones({bone("a", {{0, 0.5f}, {1, 2}, {9, 1}, {2, -1}}), bone("b", {{0, 0.5f}, {1, 6}, {2, kNone_f}})});
  const Scene scene = made.convert();
  const Primitive& p = scene.meshes[0].primitives[0];
  EXPECT_EQ(p.influence_begin, (std::vector<std::uint32_t>{0, 2, 4, 4}));
  EXPECT_EQ(p.influences, (std::vector<Influence>{{0, 0.5f}, {1, 0.5f}, {1, 0.75f}, {0, 0.25f}}));
  EXPECT_EQ(reported(scene),
            (Lines{"warning made.dae: Mesh tri: a weight refers to a vertex that does not exist; ignored",
                   "warning made.dae: Mesh tri: a weight is negative or not finite; ignored (2 times)",
                   "warning made.dae: Mesh tri: weights of a vertex sum to 8; expected 1, normalised",
                   "warning made.dae: Mesh tri: a vertex without weights; it moves with the node"}));
}

TEST(AssimpConvert, a_bone_without_node_gets_one) {
  Made made;
  made.bones({bone("lost", {{0, 1}, {1, 1}, {2, 1}})});
  const Scene scene = made.convert();
  EXPECT_EQ(scene.nodes.back().name, "lost");
  EXPECT_TRUE(scene.nodes.back().synthetic);
  EXPECT_EQ(reported(scene),
            (Lines{"warning made.dae: Bone lost: no node has this name; the bone stays at the origin"}));
}

TEST(AssimpConvert, meshes_whose_bones_agree_share_a_skin) {
  Made made;
  delete made.from.mMeshes[0];
  delete[] made.from.mMeshes;
  aiMesh *first = triangle(), *second = triangle(), *third = triangle();
  const auto give = [](aiMesh* mesh, aiBone* bone) {
    mesh->mNumBones = 1;
    mesh->mBones = array_of<aiBone*>({bone});
  };
  give(first, bone("a", {{0, 1}, {1, 1}, {2, 1}}));
  give(second, bone("b", {{0, 1}, {1, 1}, {2, 1}}));
  aiBone* moved = bone("a", {{0, 1}, {1, 1}, {2, 1}});
  moved->mOffsetMatrix.a4 = 5;
  give(third, moved);
  made.from.mNumMeshes = 3;
  made.from.mMeshes = array_of<aiMesh*>({first, second, third});
  aiNode& body = *made.from.mRootNode->mChildren[0];
  delete[] body.mMeshes;
  body.mNumMeshes = 4;
  body.mMeshes = array_of<unsigned>({0, 1, 2, 77});
  const Scene scene = made.convert();
  ASSERT_EQ(scene.skins.size(), 2u);
  EXPECT_EQ(scene.skins[0].joints.size(), 2u);
  EXPECT_EQ(scene.skins[1].joints[0].joint_from_mesh.m[12], 5);
  // The first two meshes have the same name and skin, so they become primitives of one mesh.
  ASSERT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.meshes[0].primitives.size(), 2u);
  EXPECT_EQ(scene.nodes[1].meshes, (std::vector<MeshInstance>{{0, 0}, {1, 1}}));
  EXPECT_EQ(reported(scene),
            (Lines{"warning made.dae: Node body: refers to a mesh that does not exist; ignored"}));
}

TEST(AssimpConvert, numbers_that_are_none_become_0) {
  Made made;
  made.mesh().mVertices[1].x = kNone_f;
  made.mesh().mFaces[0].mIndices[2] = 3;
  made.from.mRootNode->mTransformation.b2 = kNone_f;
  const Scene scene = made.convert();
  EXPECT_EQ(scene.meshes[0].primitives[0].positions[1], Vec3{});
  EXPECT_TRUE(scene.meshes[0].primitives[0].indices.empty());
  EXPECT_EQ(scene.nodes[0].rest, Mat4{});
  EXPECT_EQ(
      reported(scene),
      (Lines{
          "warning made.dae: Node root: its matrix has elements that are not finite; treated as the identity",
          "warning made.dae: Mesh tri: vertex data that is not finite; treated as 0",
          "warning made.dae: Mesh tri: a face refers to a vertex that does not exist; left out"}));
}

aiNodeAnim* moves(const char* name, std::initializer_list<aiVectorKey> positions,
                  std::initializer_list<aiQuatKey> rotations = {}) {
  auto* made = new aiNodeAnim;
  made->mNodeName = name;
  made->mNumPositionKeys = static_cast<unsigned>(positions.size());
  if (positions.size() != 0) made->mPositionKeys = array_of(positions);
  made->mNumRotationKeys = static_cast<unsigned>(rotations.size());
  if (rotations.size() != 0) made->mRotationKeys = array_of(rotations);
  return made;
}

aiAnimation* clip(double rate, std::initializer_list<aiNodeAnim*> channels) {
  auto* made = new aiAnimation;
  made->mName = "walk";
  made->mTicksPerSecond = rate;
  made->mNumChannels = static_cast<unsigned>(channels.size());
  made->mChannels = array_of(channels);
  return made;
}

TEST(AssimpConvert, keys_are_sorted_in_seconds_and_proven) {
  Made made;
  made.clip(clip(0, {moves("a", {{50, {2, 0, 0}}, {25, {1, 0, 0}}, {25, {9, 9, 9}}, {75, {kNone_f, 0, 0}}}),
                     moves("ghost", {{0, {0, 0, 0}}}), moves("b", {}, {{25, {0, 0, 0, 2}}}),
                     moves("a", {{0, {0, 0, 0}}})}));
  const Scene scene = made.convert();
  ASSERT_EQ(scene.clips.size(), 1u);
  const Clip& walk = scene.clips[0];
  EXPECT_EQ(walk.duration_s, 2);
  ASSERT_EQ(walk.channels.size(), 3u);
  EXPECT_EQ(walk.channels[0].times_s, (std::vector<double>{1, 2}));
  EXPECT_EQ(walk.channels[0].values, (std::vector<float>{1, 0, 0, 2, 0, 0}));
  EXPECT_EQ(walk.targets[1].node, kNone);
  EXPECT_EQ(reported(scene),
            (Lines{"note made.dae: Clip walk: no ticks per second in the file; 25 assumed",
                   "warning made.dae: Clip walk: a key of a is not finite; ignored",

                   "warning made.dae: Clip walk: key times of a do not increase; sorted, and the first of "
                   "equal ones is kept (2 times)",
                   "warning made.dae: Clip walk: keys for ghost have no effect: no node has this name",
                   "warning made.dae: Clip walk: a rotation key of b does not have unit length; normalised",
                   "warning made.dae: Clip walk: has two channels of one kind for a; the first is used"}))
      << ::testing::PrintToString(reported(scene));
}

TEST(AssimpConvert, a_name_of_several_nodes_is_reported) {
  Made made;
  made.from.mRootNode->mChildren[2]->mName = "a";
  made.clip(clip(25, {moves("a", {{0, {1, 0, 0}}})}));
  const Scene scene = made.convert();
  EXPECT_EQ(scene.clips[0].targets[0].node, 2u);
  EXPECT_EQ(
      reported(scene),
      (Lines{
          "warning made.dae: Node a: several nodes have the name that a clip refers to; the first is used"}));
}

TEST(AssimpConvert, morph_targets_missing_from_a_key_continue) {
  Made made;
  const auto target = [](const char* name, float z) {
    auto* made_target = new aiAnimMesh;
    made_target->mName = name;
    made_target->mNumVertices = 3;
    made_target->mVertices = array_of<aiVector3D>({{0, 0, z}, {1, 0, z}, {0, 1, z}});
    return made_target;
  };
  made.mesh().mNumAnimMeshes = 2;
  made.mesh().mAnimMeshes = array_of<aiAnimMesh*>({target("up", 1), target("down", -1)});
  auto* morphs = new aiMeshMorphAnim;
  morphs->mName = "body*0";
  morphs->mNumKeys = 3;
  morphs->mKeys = new aiMeshMorphKey[3];
  const auto key = [&](unsigned k, double time, std::initializer_list<unsigned> targets,
                       std::initializer_list<double> weights) {
    morphs->mKeys[k].mTime = time;
    morphs->mKeys[k].mNumValuesAndWeights = static_cast<unsigned>(targets.size());
    morphs->mKeys[k].mValues = array_of(targets);
    morphs->mKeys[k].mWeights = array_of(weights);
  };
  key(0, 0, {0, 1}, {0, 1});
  key(1, 10, {0}, {1});
  key(2, 20, {1, 7}, {0, 5});
  aiAnimation* animation = clip(10, {});
  animation->mNumMorphMeshChannels = 1;
  animation->mMorphMeshChannels = array_of<aiMeshMorphAnim*>({morphs});
  made.clip(animation);
  const Scene scene = made.convert();
  const Primitive& p = scene.meshes[0].primitives[0];
  ASSERT_EQ(p.morphs.size(), 2u);
  EXPECT_EQ(p.morphs[1].position_offsets, (std::vector<Vec3>(3, {0, 0, -1})));
  EXPECT_EQ(scene.meshes[0].morph_weights, (std::vector<float>{0, 0}));
  ASSERT_EQ(scene.clips[0].channels.size(), 1u);
  EXPECT_EQ(scene.clips[0].channels[0].times_s, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(scene.clips[0].channels[0].values, (std::vector<float>{0, 1, 1, 0.5f, 1, 0}));
}

TEST(AssimpConvert, a_picture_of_plain_pixels_becomes_a_file) {
  Made made;
  auto* picture = new aiTexture;
  picture->mWidth = 2;
  picture->mHeight = 1;
  picture->pcData = array_of<aiTexel>({{1, 2, 3, 4}, {5, 6, 7, 8}});  // blue, green, red, alpha
  made.from.mNumTextures = 1;
  made.from.mTextures = array_of<aiTexture*>({picture});
  auto* material = new aiMaterial;
  const aiString name("*0");
  material->AddProperty(&name, "$tex.file", aiTextureType_DIFFUSE, 0);
  made.from.mNumMaterials = 1;
  made.from.mMaterials = array_of<aiMaterial*>({material});
  const Scene scene = made.convert();
  ASSERT_EQ(scene.images.size(), 1u);
  const std::vector<std::byte>& bytes = scene.images[0].bytes;
  ASSERT_EQ(bytes.size(), 18u + 8);
  EXPECT_EQ(bytes[12], std::byte{2});
  EXPECT_EQ(bytes[14], std::byte{1});
  EXPECT_EQ(bytes[18], std::byte{1});
  EXPECT_EQ(bytes[25], std::byte{8});
  EXPECT_EQ(scene.textures[scene.materials[0].base_color_texture].image, 0u);
}

TEST(AssimpConvert, vertices_that_are_alike_in_all_are_one) {
  Made made;
  delete[] made.mesh().mVertices;
  delete[] made.mesh().mFaces;
  // Two triangles that form a square, with separate corners. The weight of one corner differs.
  made.mesh().mNumVertices = 6;
  made.mesh().mVertices =
      array_of<aiVector3D>({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  made.mesh().mNumFaces = 2;
  made.mesh().mFaces = new aiFace[2];
  for (unsigned f = 0; f < 2; ++f) {
    made.mesh().mFaces[f].mNumIndices = 3;
    made.mesh().mFaces[f].mIndices = array_of<unsigned>({3 * f, 3 * f + 1, 3 * f + 2});
  }
  made.bones({bone("a", {{0, 1}, {1, 1}, {2, 1}, {3, 0.5f}, {4, 1}, {5, 1}}), bone("b", {{3, 0.5f}})});
  const Scene scene = made.convert();
  const Primitive& p = scene.meshes[0].primitives[0];
  EXPECT_EQ(p.positions.size(), 5u);
  EXPECT_EQ(p.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 2, 4}));
  EXPECT_EQ(p.influence_begin, (std::vector<std::uint32_t>{0, 1, 2, 3, 5, 6}));
}

}  // namespace
}  // namespace skelter::test

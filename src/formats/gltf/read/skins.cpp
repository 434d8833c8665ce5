// Reads skins: joints and inverse bind matrices. Checks that meshes and skins match.

#include <algorithm>

#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/builder.h"

namespace skelter::gltf {
namespace {

Result<void> read_joints(Builder& b, JsonValue at, Skin& skin) {
  const auto joints = b.member(at, "joints", JsonKind::array);
  if (!joints) return joints.error();
  if (!*joints) return b.missing(at, "joints", "an array of nodes");
  if (joints->size() == 0) return b.error("gltf.no-joints", *joints, "no joints");
  if (auto taken = b.take_memory<Joint>(*joints, joints->size()); !taken) return taken;
  skin.joints.reserve(joints->size());
  for (JsonValue value = joints->first(); value; value = value.next()) {
    const auto node = b.to_index(value, b.nodes.size(), "node");
    if (!node) return node.error();
    const std::string& name = b.scene.nodes[*node].name;
    if (auto taken = b.take_memory(value, name.size() + 1, 1); !taken) return taken;
    skin.joints.push_back({name, *node, {}});
  }
  return {};
}

Result<void> read_inverse_binds(Builder& b, JsonValue at, Skin& skin) {
  const auto index = b.index(at, "inverseBindMatrices", b.accessors.size(), "accessor");
  if (!index) return index.error();
  if (*index == kNone) return {};  // identities
  const auto accessor = open_accessor(b, *index);
  if (!accessor) return accessor.error();
  if (accessor->components != 16 || accessor->columns != 4 || accessor->component != Component::f32)
    return wrong_accessor(b, *accessor, "MAT4 of FLOAT");
  if (accessor->count < skin.joints.size())
    return b.error("gltf.inverse-binds", at["inverseBindMatrices"],
                   fmt::format("{} matrices for {} joints", accessor->count, skin.joints.size()));
  const auto numbers = read_finite_floats(b, *accessor);
  if (!numbers) return numbers.error();
  std::uint64_t not_affine = 0;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    std::array<float, 16>& m = skin.joints[j].joint_from_mesh.m;
    std::copy_n(numbers->data() + j * 16, 16, m.begin());
    if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1) continue;
    ++not_affine;
    m[3] = m[7] = m[11] = 0;
    m[15] = 1;
  }
  if (not_affine != 0)
    b.warn("gltf.matrix-row", accessor->at, fmt::format("last row of a matrix is not 0 0 0 1; taken as that"),
           not_affine);
  return {};
}

Result<void> read_skin(Builder& b, JsonValue at, Skin& skin) {
  if (auto done = b.read_name_and_carried(at, skin); !done) return done;
  const auto root = b.index(at, "skeleton", b.nodes.size(), "node");
  if (!root) return root.error();
  skin.skeleton_root = *root;
  if (auto done = read_joints(b, at, skin); !done) return done;
  return read_inverse_binds(b, at, skin);
}

// Largest joint index that a primitive uses.
std::uint32_t largest_joint(const Primitive& primitive) {
  std::uint32_t largest = 0;
  for (const Influence& influence : primitive.influences) largest = std::max(largest, influence.joint);
  return largest;
}

}  // namespace

Result<void> read_skins(Builder& b) {
  if (auto taken = b.take_memory<Skin>(b.root["skins"], b.skins.size()); !taken) return taken;
  b.scene.skins.resize(b.skins.size());
  for (std::size_t s = 0; s < b.skins.size(); ++s)
    if (auto done = read_skin(b, b.skins[s], b.scene.skins[s]); !done) return done;
  return {};
}

Result<void> check_instances(Builder& b) {
  // The largest joint index of each primitive. It is computed once per mesh, so that many nodes with the same
  // mesh cost no more.
  std::vector<std::vector<std::uint32_t>> largest(b.scene.meshes.size());
  for (std::size_t m = 0; m < b.scene.meshes.size(); ++m)
    for (const Primitive& primitive : b.scene.meshes[m].primitives)
      largest[m].push_back(largest_joint(primitive));

  for (std::size_t n = 0; n < b.scene.nodes.size(); ++n) {
    Node& node = b.scene.nodes[n];
    const std::size_t targets = node.meshes.empty() || b.scene.meshes[node.meshes[0].mesh].primitives.empty()
                                    ? 0
                                    : b.scene.meshes[node.meshes[0].mesh].primitives[0].morphs.size();
    if (!node.morph_weights.empty() && node.morph_weights.size() != targets) {
      b.warn("gltf.morph-weights", b.nodes[n]["weights"],
             fmt::format("{} weights for {} morph targets; ignored", node.morph_weights.size(), targets));
      node.morph_weights.clear();
    }
    if (node.meshes.empty()) continue;
    const MeshInstance& instance = node.meshes[0];
    const Mesh& mesh = b.scene.meshes[instance.mesh];
    bool weighted = false;
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      if (mesh.primitives[p].influences.empty()) continue;
      weighted = true;
      if (instance.skin == kNone || largest[instance.mesh][p] < b.scene.skins[instance.skin].joints.size())
        continue;
      const JsonValue at = b.meshes[instance.mesh]["primitives"];
      return b.error("gltf.joint-index", at,
                     fmt::format("primitive {}: joint {} of {}, those of skin {} at node {}", p,
                                 largest[instance.mesh][p], b.scene.skins[instance.skin].joints.size(),
                                 instance.skin, n));
    }
    if (weighted && instance.skin == kNone)
      b.warn("gltf.no-skin", b.nodes[n], "a mesh with joints on a node without skin; drawn rigid");
    if (!weighted && instance.skin != kNone)
      b.warn("gltf.skin-without-weights", b.nodes[n]["skin"], "a skin on a mesh without joints; drawn rigid");
  }
  return {};
}

}  // namespace skelter::gltf

// Skins, and the weights of vertices. Assimp gives every mesh its own bones; meshes whose bones agree share
// one skin here.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/assimp/context.h"

namespace skelter::assimp {
namespace {

constexpr double kNotedSum = 5e-3;  // off by less is rounding

// Nodes and inverse binds of a mesh's bones.
using Bones = std::vector<Joint>;

// A bone that no node carries still needs one: at the root, where it is.
std::uint32_t stand_in(Context& c, const std::string& name) {
  const auto index = static_cast<std::uint32_t>(c.scene.nodes.size());
  Node& node = c.scene.nodes.emplace_back();
  node.name = name;
  node.synthetic = true;
  c.node_by_name.emplace(name, index);
  c.warn("assimp.bone-without-node", "Bone " + name, "no node has its name; it stays at the origin");
  return index;
}

Bones bones_of(Context& c, const aiMesh& mesh) {
  Bones bones;
  for (unsigned i = 0; i < mesh.mNumBones; ++i) {
    const aiBone* bone = mesh.mBones[i];
    if (bone == nullptr) {
      bones.push_back({"", 0, {}});
      continue;
    }
    Joint joint;
    joint.name = text(bone->mName);
    joint.node = c.find_node(joint.name, "bone");
    if (joint.node == kNone) joint.node = stand_in(c, joint.name);
    if (!to_matrix(bone->mOffsetMatrix, joint.joint_from_mesh))
      c.warn("assimp.not-finite", "Bone " + joint.name,
             "its inverse bind matrix has elements that are not finite; taken as the identity");
    bones.push_back(std::move(joint));
  }
  return bones;
}

const Joint* joint_at(const Skin& skin, std::uint32_t node) {
  for (const Joint& joint : skin.joints)
    if (joint.node == node) return &joint;
  return nullptr;
}

bool fits(const Skin& skin, const Bones& bones) {
  return std::all_of(bones.begin(), bones.end(), [&](const Joint& bone) {
    const Joint* known = joint_at(skin, bone.node);
    return known == nullptr || known->joint_from_mesh == bone.joint_from_mesh;
  });
}

struct Weight {
  std::uint32_t vertex, joint;
  float weight;
};

// What was repaired, to be reported once per mesh.
struct SkinRepairs {
  std::uint64_t bad_vertex = 0, bad_weight = 0, off_sum = 0, no_weight = 0;
  double worst_sum = 1;
};

std::vector<Weight> weights_of(const Context& c, const aiMesh& mesh, const Skin& skin, SkinRepairs& repairs) {
  std::vector<Weight> weights;
  for (unsigned i = 0; i < mesh.mNumBones; ++i) {
    const aiBone* bone = mesh.mBones[i];
    if (bone == nullptr || bone->mWeights == nullptr) continue;
    const auto node = c.node_by_name.find(text(bone->mName));
    if (node == c.node_by_name.end()) continue;
    const Joint* joint = joint_at(skin, node->second);
    if (joint == nullptr) continue;
    for (unsigned w = 0; w < bone->mNumWeights; ++w) {
      const aiVertexWeight& from = bone->mWeights[w];
      if (from.mVertexId >= mesh.mNumVertices)
        ++repairs.bad_vertex;
      else if (!std::isfinite(from.mWeight) || from.mWeight < 0)
        ++repairs.bad_weight;
      else if (from.mWeight > 0)
        weights.push_back(
            {from.mVertexId, static_cast<std::uint32_t>(joint - skin.joints.data()), from.mWeight});
    }
  }
  std::stable_sort(weights.begin(), weights.end(), [](const Weight& a, const Weight& b) {
    return a.vertex != b.vertex ? a.vertex < b.vertex : a.joint < b.joint;
  });
  return weights;
}

// Adds those of one vertex, sorted by joint: added up, brought to sum 1, largest first.
void add_vertex(const Weight* begin, const Weight* end, Primitive& out, SkinRepairs& repairs) {
  const std::size_t first = out.influences.size();
  double sum = 0;
  for (const Weight* w = begin; w != end; ++w) {
    sum += w->weight;
    if (out.influences.size() > first && out.influences.back().joint == w->joint)
      out.influences.back().weight += w->weight;
    else
      out.influences.push_back({w->joint, w->weight});
  }
  if (begin == end) ++repairs.no_weight;
  if (begin != end && std::abs(sum - 1) > kNotedSum) ++repairs.off_sum;
  if (begin != end && std::abs(sum - 1) > std::abs(repairs.worst_sum - 1)) repairs.worst_sum = sum;
  const auto from = out.influences.begin() + static_cast<std::ptrdiff_t>(first);
  for (auto i = from; i != out.influences.end(); ++i) i->weight = static_cast<float>(i->weight / sum);
  out.influences.erase(
      std::remove_if(from, out.influences.end(), [](const Influence& i) { return !(i.weight > 0); }),
      out.influences.end());
  std::sort(out.influences.begin() + static_cast<std::ptrdiff_t>(first), out.influences.end(),
            [](const Influence& a, const Influence& b) {
              return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
            });
}

}  // namespace

void read_skins(Context& c) {
  c.mesh_skin.assign(c.from.mNumMeshes, kNone);
  for (unsigned m = 0; m < c.from.mNumMeshes && c.scene.format != "md5anim"; ++m) {
    if (c.from.mMeshes[m] == nullptr || c.from.mMeshes[m]->mNumBones == 0) continue;
    const Bones bones = bones_of(c, *c.from.mMeshes[m]);
    auto skin = std::find_if(c.scene.skins.begin(), c.scene.skins.end(),
                             [&](const Skin& known) { return fits(known, bones); });
    if (skin == c.scene.skins.end()) {
      c.scene.skins.emplace_back();
      skin = c.scene.skins.end() - 1;
    }
    for (const Joint& bone : bones)
      if (joint_at(*skin, bone.node) == nullptr) skin->joints.push_back(bone);
    c.mesh_skin[m] = static_cast<std::uint32_t>(skin - c.scene.skins.begin());
  }
}

void read_influences(Context& c, std::uint32_t mesh, Primitive& out) {
  if (c.mesh_skin[mesh] == kNone) return;
  SkinRepairs repairs;
  const std::vector<Weight> weights =
      weights_of(c, *c.from.mMeshes[mesh], c.scene.skins[c.mesh_skin[mesh]], repairs);
  out.influence_begin.reserve(out.positions.size() + 1);
  out.influence_begin.push_back(0);
  const Weight* at = weights.data();
  const Weight* const end = at + weights.size();
  for (std::uint32_t v = 0; v < out.positions.size(); ++v) {
    const Weight* const begin = at;
    while (at != end && at->vertex == v) ++at;
    add_vertex(begin, at, out, repairs);
    out.influence_begin.push_back(static_cast<std::uint32_t>(out.influences.size()));
  }
  const std::string object = object_name("Mesh", text(c.from.mMeshes[mesh]->mName), mesh);
  c.warn("assimp.weight-index", object, "a weight refers to a vertex that does not exist; ignored",
         repairs.bad_vertex);
  c.warn("assimp.weight-values", object, "a weight is negative or not finite; ignored", repairs.bad_weight);
  c.warn("assimp.weights", object,
         fmt::format("weights of a vertex sum to {:.6g}; expected 1, normalised", repairs.worst_sum),
         repairs.off_sum);
  c.warn("assimp.no-weight", object, "no bone moves a vertex; it moves with the node", repairs.no_weight);
}

}  // namespace skelter::assimp

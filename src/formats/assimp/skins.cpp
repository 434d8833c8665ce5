// Converts skins and vertex weights. Assimp stores bones per mesh; here, meshes with compatible bones share a
// skin.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "formats/assimp/context.h"

namespace skelter::assimp {
namespace {

constexpr double kNotedSum = 5e-3;  // smaller deviations are considered rounding

// Nodes and inverse binds of a mesh's bones.
using Bones = std::vector<Joint>;

// Creates a root node with an identity transform for a bone that has no node.
std::uint32_t stand_in(Context& c, const std::string& name) {
  const auto index = static_cast<std::uint32_t>(c.scene.nodes.size());
  Node& node = c.scene.nodes.emplace_back();
  node.name = name;
  node.synthetic = true;
  c.node_by_name.emplace(name, index);
  c.warn("assimp.bone-without-node", "Bone " + name, "no node has its name; it stays at the origin");
  return index;
}

// Assimp identifies bones only by name (its own aiProcess_PopulateArmatureData assigns nodes with the same
// name in turn). If several nodes share a name, the right node has no mesh and is where the bone was when the
// mesh was bound: its world_from_bone * bone_from_mesh equals world_from_mesh.
class BoneFinder {
 public:
  BoneFinder(Context& c, std::uint32_t mesh) : c_(c), mesh_(mesh) {}

  std::uint32_t find(const aiBone& bone, const Mat4& bone_from_mesh) {
    const std::string name = text(bone.mName);
    const auto shared = c_.shared_names.find(name);
    if (shared == c_.shared_names.end()) return c_.find_node(name, "bone");
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t node : shared->second)
      if (c_.nodes[node]->mNumMeshes == 0) nodes.push_back(node);
    if (nodes.empty()) nodes = shared->second;
    if (nodes.size() == 1) return nodes[0];
    place_nodes();
    if (mesh_node_ == kNone) return c_.find_node(name, "bone");
    std::uint32_t best = kNone;
    double least = 0, second = 0;
    for (const std::uint32_t node : nodes) {
      const double off = distance(world_[node] * to_double(bone_from_mesh), world_[mesh_node_]);
      if (best == kNone || off < least) {
        second = best == kNone ? std::numeric_limits<double>::infinity() : least;
        best = node;
        least = off;
      } else {
        second = std::min(second, off);
      }
    }
    return least < kClearly * second ? best : c_.find_node(name, "bone");
  }

 private:
  static constexpr double kClearly = 0.1;  // maximum ratio of the smallest to the second smallest distance

  // Largest difference between two corresponding elements.
  static double distance(const Mat4d& a, const Mat4d& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.m.size(); ++i) largest = std::max(largest, std::abs(a.m[i] - b.m[i]));
    return largest;
  }

  // Computes world_ and mesh_node_. Parents precede their children.
  void place_nodes() {
    if (!world_.empty()) return;
    for (std::uint32_t n = 0; n < c_.nodes.size(); ++n) {
      const Mat4d local = to_double(c_.scene.nodes[n].rest);
      const std::uint32_t parent = c_.scene.nodes[n].parent;
      world_.push_back(parent == kNone ? local : world_[parent] * local);
      const aiNode& node = *c_.nodes[n];
      if (mesh_node_ == kNone && std::count(node.mMeshes, node.mMeshes + node.mNumMeshes, mesh_) != 0)
        mesh_node_ = n;
    }
  }

  Context& c_;
  std::uint32_t mesh_;
  std::vector<Mat4d> world_;  // world_from_node at rest; filled if a name is shared
  std::uint32_t mesh_node_ = kNone;
};

// Bones in the order of the Assimp mesh.
Bones bones_of(Context& c, std::uint32_t mesh_index) {
  const aiMesh& mesh = *c.from.mMeshes[mesh_index];
  BoneFinder finder(c, mesh_index);
  Bones bones;
  for (unsigned i = 0; i < mesh.mNumBones; ++i) {
    const aiBone* bone = mesh.mBones[i];
    if (bone == nullptr) {
      bones.push_back({"", 0, {}});
      continue;
    }
    Joint joint;
    joint.name = text(bone->mName);
    if (!to_matrix(bone->mOffsetMatrix, joint.joint_from_mesh))
      c.warn("assimp.not-finite", "Bone " + joint.name,
             "its inverse bind matrix has elements that are not finite; taken as the identity");
    joint.node = finder.find(*bone, joint.joint_from_mesh);
    if (joint.node == kNone) joint.node = stand_in(c, joint.name);
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

// Counts of repairs. Each kind is reported once per mesh.
struct SkinRepairs {
  std::uint64_t bad_vertex = 0, bad_weight = 0, off_sum = 0, no_weight = 0;
  double worst_sum = 1;
};

std::vector<Weight> weights_of(const Context& c, std::uint32_t mesh_index, const Skin& skin,
                               SkinRepairs& repairs) {
  const aiMesh& mesh = *c.from.mMeshes[mesh_index];
  std::vector<Weight> weights;
  for (unsigned i = 0; i < mesh.mNumBones; ++i) {
    const aiBone* bone = mesh.mBones[i];
    if (bone == nullptr || bone->mWeights == nullptr) continue;
    const Joint* joint = joint_at(skin, c.mesh_bones[mesh_index][i]);
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

// Adds the influences of one vertex, merged, normalised and largest first. The input is sorted by joint.
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
  c.mesh_bones.resize(c.from.mNumMeshes);
  for (unsigned m = 0; m < c.from.mNumMeshes && c.scene.format != "md5anim"; ++m) {
    if (c.from.mMeshes[m] == nullptr || c.from.mMeshes[m]->mNumBones == 0) continue;
    const Bones bones = bones_of(c, m);
    for (const Joint& bone : bones) c.mesh_bones[m].push_back(bone.node);
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
  const std::vector<Weight> weights = weights_of(c, mesh, c.scene.skins[c.mesh_skin[mesh]], repairs);
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
  const std::string object = label_of("Mesh", text(c.from.mMeshes[mesh]->mName), mesh);
  c.warn("assimp.weight-index", object, "a weight refers to a vertex that does not exist; ignored",
         repairs.bad_vertex);
  c.warn("assimp.weight-values", object, "a weight is negative or not finite; ignored", repairs.bad_weight);
  c.warn("assimp.weights", object,
         fmt::format("weights of a vertex sum to {:.6g}; expected 1, normalised", repairs.worst_sum),
         repairs.off_sum);
  c.warn("assimp.no-weight", object, "no bone moves a vertex; it moves with the node", repairs.no_weight);
}

}  // namespace skelter::assimp

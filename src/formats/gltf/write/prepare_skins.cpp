// Arranges meshes and skins as glTF requires: one mesh per node, weights at every vertex of a skinned mesh,
// unique joints, and a common root.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "formats/gltf/write/prepare.h"
#include "formats/gltf/write/scene_writer.h"
#include "scene/edit/internal/subtrees.h"

namespace skelter::gltf {
namespace {

bool has_weights(const Mesh& mesh) {
  return std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                     [](const Primitive& primitive) { return !primitive.influences.empty(); });
}

bool has_loose_vertices(const Mesh& mesh) {
  for (const Primitive& primitive : mesh.primitives) {
    if (primitive.influence_begin.empty()) return true;
    for (std::size_t v = 0; v < primitive.positions.size(); ++v)
      if (primitive.influence_begin[v] == primitive.influence_begin[v + 1]) return true;
  }
  return false;
}

// Adds an influence to every vertex without one.
std::uint64_t bind_all(Primitive& primitive, std::uint32_t joint) {
  std::vector<std::uint32_t> begin{0};
  std::vector<Influence> influences;
  std::uint64_t bound = 0;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const bool any = !primitive.influence_begin.empty();
    const std::uint32_t first = any ? primitive.influence_begin[v] : 0,
                        last = any ? primitive.influence_begin[v + 1] : 0;
    influences.insert(influences.end(), primitive.influences.begin() + first,
                      primitive.influences.begin() + last);
    if (first == last) {
      influences.push_back({joint, 1});
      ++bound;
    }
    begin.push_back(static_cast<std::uint32_t>(influences.size()));
  }
  primitive.influence_begin = std::move(begin);
  primitive.influences = std::move(influences);
  return bound;
}

struct Uses {
  std::vector<std::uint32_t> mesh, skin;
  std::vector<bool> mesh_is_skinned;

  explicit Uses(const Scene& scene)
      : mesh(scene.meshes.size()), skin(scene.skins.size()), mesh_is_skinned(scene.meshes.size(), false) {
    for (const Node& node : scene.nodes)
      for (const MeshInstance& instance : node.meshes) {
        ++mesh[instance.mesh];
        if (instance.skin == kNone) continue;
        ++skin[instance.skin];
        mesh_is_skinned[instance.mesh] = true;
      }
  }
};

template <class T>
std::uint32_t copied(std::vector<T>& list, std::uint32_t index) {
  T copy = list[index];
  list.push_back(std::move(copy));
  return static_cast<std::uint32_t>(list.size() - 1);
}

}  // namespace

// Drops dual quaternions, because programs that read glTF use linear blend skinning.
void drop_skin_methods(Preparation& p) {
  for (std::size_t s = 0; s < p.scene.skins.size(); ++s) {
    if (!p.scene.skins[s].dual_quaternions) continue;
    p.scene.skins[s].dual_quaternions = false;
    p.lose(
        "gltf.dual-quaternion", label_of("Skin", p.scene.skins[s].name, s),
        "blends with dual quaternions, which glTF cannot hold; programs that read the file blend linearly");
  }
  for (Mesh& mesh : p.scene.meshes)
    for (Primitive& primitive : mesh.primitives) primitive.dual_quaternion_shares.clear();
}

// Vertices without a joint follow the mesh's node, which is added to the skin's joints.
void bind_loose_vertices(Preparation& p) {
  Scene& scene = p.scene;
  for (Node& node : scene.nodes)
    for (MeshInstance& instance : node.meshes)
      if (instance.skin != kNone &&
          (!has_weights(scene.meshes[instance.mesh]) || scene.skins[instance.skin].joints.empty()))
        instance.skin = kNone;
  Uses uses(scene);
  const auto count = static_cast<std::uint32_t>(scene.nodes.size());
  for (std::uint32_t n = 0; n < count; ++n)
    for (MeshInstance& instance : scene.nodes[n].meshes) {
      // This instance has no skin, but another instance of the mesh does. It gets a copy of the mesh without
      // weights.
      if (instance.skin == kNone && uses.mesh_is_skinned[instance.mesh]) {
        instance.mesh = copied(scene.meshes, instance.mesh);
        for (Primitive& primitive : scene.meshes[instance.mesh].primitives) {
          primitive.influence_begin.clear();
          primitive.influences.clear();
        }
        continue;
      }
      if (instance.skin == kNone || !has_loose_vertices(scene.meshes[instance.mesh])) continue;
      if (uses.mesh[instance.mesh] > 1) {
        --uses.mesh[instance.mesh];
        instance.mesh = copied(scene.meshes, instance.mesh);
        uses.mesh.push_back(1);
        uses.mesh_is_skinned.push_back(true);
      }
      if (uses.skin[instance.skin] > 1) {
        --uses.skin[instance.skin];
        instance.skin = copied(scene.skins, instance.skin);
        uses.skin.push_back(1);
      }
      std::vector<Joint>& joints = scene.skins[instance.skin].joints;
      joints.push_back({scene.nodes[n].name, n, {}});
      std::uint64_t bound = 0;
      for (Primitive& primitive : scene.meshes[instance.mesh].primitives)
        bound += bind_all(primitive, static_cast<std::uint32_t>(joints.size() - 1));
      p.mention("gltf.vertices-bound", label_of("Mesh", scene.meshes[instance.mesh].name, instance.mesh),
                fmt::format("{} vertices without joints; bound to the mesh's node as an extra joint", bound));
    }
}

// A joint that occurs again in a skin gets its own node below the original, with an identity transform.
void part_skins(Preparation& p) {
  for (Skin& skin : p.scene.skins) {
    std::set<std::uint32_t> nodes;
    for (Joint& joint : skin.joints) {
      if (nodes.insert(joint.node).second) continue;
      const std::uint32_t below = p.add_node(p.scene.nodes[joint.node].name, joint.node, joint.node);
      p.mention("gltf.joint-twice", "Node " + p.scene.nodes[below].name,
                "a joint twice in one skin; the second becomes a node below it");
      joint.node = below;
      nodes.insert(below);
    }
  }
}

namespace {

// Attaches a mesh to a node, with its morph weights and their keys.
void hang(Preparation& p, std::uint32_t on, std::uint32_t from, const MeshInstance& instance) {
  p.scene.nodes[on].meshes.push_back(instance);
  if (p.scene.meshes[instance.mesh].primitives[0].morphs.empty()) return;
  p.scene.nodes[on].morph_weights = std::move(p.scene.nodes[from].morph_weights);
  p.scene.nodes[from].morph_weights.clear();
  for (Clip& clip : p.scene.clips) {
    std::uint32_t target = kNone;
    for (Channel& channel : clip.channels) {
      if (channel.path != ChannelPath::weights || clip.targets[channel.target].node != from) continue;
      if (target == kNone) {
        target = static_cast<std::uint32_t>(clip.targets.size());
        clip.targets.push_back({p.scene.nodes[on].name, on, std::nullopt});
      }
      channel.target = target;
    }
  }
}

class MeshPlacer {
 public:
  explicit MeshPlacer(Preparation& p) : p_(p), moves_(p.scene.nodes.size(), false) {
    for (const Clip& clip : p.scene.clips)
      for (const Channel& channel : clip.channels)
        if (channel.path != ChannelPath::weights) moves_[clip.targets[channel.target].node] = true;
  }

  void place_all() {
    const auto count = static_cast<std::uint32_t>(p_.scene.nodes.size());
    for (std::uint32_t n = 0; n < count; ++n) place(n);
  }

 private:
  void place(std::uint32_t n) {
    const std::vector<MeshInstance> instances = p_.scene.nodes[n].meshes;
    if (instances.empty() || (instances.size() == 1 && !moves_away(n, instances[0]))) return;
    p_.scene.nodes[n].meshes.clear();
    for (const MeshInstance& instance : instances) {
      const bool is_first = p_.scene.nodes[n].meshes.empty();
      // Below another node, a skinned mesh would be moved again by the next export.
      if (moves_away(n, instance) || (!is_first && stands_at_root(instance))) {
        hang(p_, p_.add_node(name_for(n, instance), kNone, n), n, instance);
      } else if (is_first) {
        p_.scene.nodes[n].meshes.push_back(instance);
      } else {
        hang(p_, p_.add_node(name_for(n, instance), n, n), n, instance);
      }
    }
  }

  bool stands_at_root(const MeshInstance& instance) const {
    return p_.options.skinned_meshes_at_root && instance.skin != kNone;
  }

  // Whether the mesh must move to a root node. A node's transform does not apply to its skinned mesh, and
  // must not seem to.
  bool moves_away(std::uint32_t n, const MeshInstance& instance) const {
    const Node& node = p_.scene.nodes[n];
    return stands_at_root(instance) && (node.parent != kNone || node.rest != Mat4{} || moves_[n]);
  }

  std::string name_for(std::uint32_t n, const MeshInstance& instance) const {
    const std::string& name = p_.scene.meshes[instance.mesh].name;
    return name.empty() ? p_.scene.nodes[n].name : name;
  }

  Preparation& p_;
  std::vector<bool> moves_;
};

std::uint32_t root_of(const Scene& scene, std::uint32_t node) {
  while (scene.nodes[node].parent != kNone) node = scene.nodes[node].parent;
  return node;
}

}  // namespace

void move_mesh_below(Preparation& p, std::uint32_t node, const Transformd& parent_from_mesh) {
  const MeshInstance instance = p.scene.nodes[node].meshes[0];
  p.scene.nodes[node].meshes.clear();
  const std::uint32_t below = p.add_node(p.scene.meshes[instance.mesh].name, node, node);
  p.scene.nodes[below].rest = to_float(to_mat4(parent_from_mesh));
  p.scene.nodes[below].rest_trs =
      Transform{to_float(parent_from_mesh.translation), {}, to_float(parent_from_mesh.scale)};
  hang(p, below, node, instance);
}

void one_mesh_per_node(Preparation& p) {
  MeshPlacer(p).place_all();
}

void join_skeletons(Preparation& p) {
  for (std::size_t s = 0; s < p.scene.skins.size(); ++s) {
    std::set<std::uint32_t> roots;
    for (const Joint& joint : p.scene.skins[s].joints) roots.insert(root_of(p.scene, joint.node));
    if (roots.size() < 2) continue;
    const std::uint32_t above = p.add_node("root", kNone, *roots.begin());
    for (const std::uint32_t root : roots) p.scene.nodes[root].parent = above;
    p.mention("gltf.common-root", label_of("Skin", p.scene.skins[s].name, s),
              fmt::format("joints below {} roots; a new node joins them", roots.size()));
  }
}

void drop_wrong_skeletons(Preparation& p) {
  const Subtrees trees(p.scene);
  for (std::size_t s = 0; s < p.scene.skins.size(); ++s) {
    Skin& skin = p.scene.skins[s];
    if (skin.skeleton_root == kNone ||
        std::all_of(skin.joints.begin(), skin.joints.end(),
                    [&](const Joint& joint) { return trees.is_below(joint.node, skin.skeleton_root); }))
      continue;
    skin.skeleton_root = kNone;  // optional
    p.mention("gltf.skeleton", label_of("Skin", skin.name, s),
              "its `skeleton` is not above all joints; left out, since it only is a hint");
  }
}

}  // namespace skelter::gltf

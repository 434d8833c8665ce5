// Converts frames to nodes in file order. Nodes that the reader adds follow them.

#include <cmath>
#include <utility>

#include "formats/x/axes.h"
#include "formats/x/read/scene_builder.h"

namespace skelter::x {
namespace {

// Compares the determinant with the lengths of the axes, so that small models do not count as flat.
bool is_flat(const Mat4& matrix) {
  const Mat3d linear = linear_part(to_double(matrix));
  double lengths = 1;
  for (std::size_t c = 0; c < 3; ++c) lengths *= length(Vec3d{linear(0, c), linear(1, c), linear(2, c)});
  return !(std::abs(determinant(linear)) > 1e-6 * lengths);
}

// Without a transform the rest matrix is the identity. If there are several, the last is used, as in D3DX's
// hierarchy loader.
Mat4 read_rest(SceneBuilder& b, std::uint32_t frame) {
  Mat4 rest;
  std::uint32_t transforms = 0;
  for (const std::uint32_t child : b.children(frame)) {
    if (b.kind(child) != Kind::frame_transform) continue;
    ++transforms;
    if (copy_finite(WordsCursor(b.words(child)).take(16), rest.m.data()) > 0) {
      b.warn("x.bad-frame-matrix", child, "matrix with elements that are not finite; taken as identity");
      rest = {};
    } else if (is_flat(rest)) {
      b.warn("x.flat-frame-matrix", child, "matrix flattens space: its determinant is near 0");
    }
  }
  if (transforms > 1)
    b.warn("x.several-transforms", frame,
           std::to_string(transforms) + " transforms; expected one: the last replaces the others");
  return mirrored(rest);
}

Result<void> make_nodes(SceneBuilder& b) {
  const auto& objects = b.tree.objects;
  std::uint32_t frames = 0, last = kNone;
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    if (objects[o].reference || b.kind(o) != Kind::frame) continue;
    b.index_of_object[o] = frames++;
    last = o;
  }
  if (frames == 0) return {};
  // Bytes per node in addition to Node: its entry in node_by_name and the data of walk_hierarchy.
  constexpr std::size_t kBesideNode = 96;
  if (auto taken = b.take_memory(last, frames + 1, sizeof(Node) + kBesideNode); !taken) return taken;
  b.scene.nodes.reserve(frames + 1);
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    if (b.index_of_object[o] == kNone) continue;
    Node& node = b.scene.nodes.emplace_back();
    if (auto taken = b.take_memory<char>(o, objects[o].name.size()); !taken) return taken;
    node.name = objects[o].name;
    node.rest = read_rest(b, o);
  }
  return {};
}

// Node of the object's parent if the parent is a frame, otherwise kNone.
std::uint32_t node_of_parent(const SceneBuilder& b, std::uint32_t object) {
  return b.parent_kind(object) == Kind::frame ? b.index_of_object[b.tree.objects[object].parent] : kNone;
}

// Links inline frames to the frame that contains them. Other frames become roots.
void link_inline_frames(SceneBuilder& b) {
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (b.index_of_object[o] == kNone) continue;
    b.scene.nodes[b.index_of_object[o]].parent = node_of_parent(b, o);
    const std::uint32_t parent = b.tree.objects[o].parent;
    if (parent != kNone && b.parent_kind(o) != Kind::frame)
      b.warn("x.frame-inside", o,
             "is inside " + std::string(b.tree.type_name(parent)) + "; moved to the root of the hierarchy");
  }
}

// Handles `{ Name }` inside a frame: a top-level frame becomes a child of the first frame that refers to it.
// All other references to it are ignored, because a frame becomes only one node. Files therefore cannot grow
// by referring to themselves.
void link_referenced_frames(SceneBuilder& b) {
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (!b.tree.objects[o].reference || b.parent_kind(o) != Kind::frame) continue;
    if (b.kind(o) != Kind::frame) continue;
    Node& node = b.scene.nodes[b.index_of_object[b.resolved(o)]];
    if (node.parent != kNone)
      b.warn("x.frame-used-twice", o,
             "frame " + node.name + " already has a parent; this reference is ignored");
    else
      node.parent = node_of_parent(b, o);
  }
}

// Traverses the hierarchy depth-first from the roots in file order. Finds cycles, measures depth, names
// nodes, and marks nodes with a mirroring rest pose.
Result<void> walk_hierarchy(SceneBuilder& b) {
  const std::vector<Node>& nodes = b.scene.nodes;
  const auto count = static_cast<std::uint32_t>(nodes.size());
  // Children of each node as a linked list in file order; list `count` holds the roots.
  std::vector<std::uint32_t> first_child(count + 1, kNone), next_sibling(count, kNone),
      object_of(count, kNone);
  for (std::uint32_t i = count; i-- > 0;) {
    std::uint32_t& head = first_child[nodes[i].parent == kNone ? count : nodes[i].parent];
    next_sibling[i] = head;
    head = i;
  }
  for (std::uint32_t o = 0; o < b.index_of_object.size(); ++o)
    if (b.index_of_object[o] != kNone) object_of[b.index_of_object[o]] = o;

  b.node_mirrors.assign(count, false);
  std::vector<std::uint32_t> path;  // next sibling to visit, one entry per level
  path.push_back(first_child[count]);
  while (!path.empty()) {
    const std::uint32_t i = path.back();
    if (i == kNone) {
      path.pop_back();
      continue;
    }
    path.back() = next_sibling[i];
    if (path.size() > b.shared.limits.max_depth)
      return b.error(
          "x.too-deep", object_of[i],
          "frames nested deeper than the limit of " + std::to_string(b.shared.limits.max_depth) + " levels",
          Status::limit_exceeded);

    const bool own = determinant(linear_part(to_double(nodes[i].rest))) < 0;
    const bool above = nodes[i].parent != kNone && b.node_mirrors[nodes[i].parent];
    b.node_mirrors[i] = own != above;
    const std::string& name = b.tree.objects[object_of[i]].name;
    if (!name.empty() && !b.node_by_name.emplace(name, i).second)
      b.warn("x.duplicate-frame-name", object_of[i],
             "another frame has this name; animations and bones use the first");
    path.push_back(first_child[i]);
  }
  return {};
}

Result<std::uint32_t> add_synthetic_node(SceneBuilder& b, std::uint32_t object) {
  if (auto room = b.make_room(object, b.scene.nodes); !room) return room.error();
  Node& node = b.scene.nodes.emplace_back();
  node.synthetic = true;
  b.node_mirrors.push_back(false);
  return static_cast<std::uint32_t>(b.scene.nodes.size() - 1);
}

Result<void> place_mesh(SceneBuilder& b, std::uint32_t object, std::uint32_t node) {
  // Bytes per mesh placement in addition to MeshLocation: the data in read_meshes and the entry in its node's
  // mesh list.
  constexpr std::size_t kBesidePlace = 64;
  if (auto taken = b.take_memory(object, 1, kBesidePlace); !taken) return taken;
  if (auto room = b.make_room(object, b.mesh_locations); !room) return room;
  b.mesh_locations.push_back({node, b.resolved(object)});
  return {};
}

bool has_vertices(const SceneBuilder& b, std::uint32_t mesh) {
  return WordsCursor(b.words(mesh)).next() > 0;
}

// Places meshes that a frame contains or refers to. A top-level mesh that no frame refers to gets its own
// frame, unless it is empty.
Result<void> place_meshes(SceneBuilder& b) {
  const auto& objects = b.tree.objects;
  std::vector<std::uint32_t> top_level;
  std::vector<bool> referenced(objects.size(), false);
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    const std::optional<Kind> parent = b.parent_kind(o);
    if (parent == Kind::user) continue;
    if (b.kind(o) == Kind::mesh) {
      if (!objects[o].reference && !has_vertices(b, o)) b.note("x.empty-mesh", o, "no vertices; left out");
      if (parent == Kind::frame) {
        if (auto placed = place_mesh(b, o, node_of_parent(b, o)); !placed) return placed;
        if (objects[o].reference) referenced[objects[o].target] = true;
      } else if (!parent) {
        top_level.push_back(o);
      } else if (!objects[o].reference) {
        b.warn("x.mesh-inside", o,
               "is inside " + std::string(b.tree.type_name(objects[o].parent)) + "; ignored");
      }
    } else if (b.kind(o) == Kind::patch_mesh && !objects[o].reference) {
      b.warn("x.patch-mesh", o, "patch mesh; expected a mesh of polygons: ignored");
    }
  }
  for (const std::uint32_t mesh : top_level) {
    if (referenced[mesh] || !has_vertices(b, mesh)) continue;
    Result<std::uint32_t> node = add_synthetic_node(b, mesh);
    if (!node) return node.error();
    if (auto placed = place_mesh(b, mesh, *node); !placed) return placed;
  }
  return {};
}

// If there are several roots, adds an unnamed root above them.
Result<void> join_roots(SceneBuilder& b) {
  std::uint32_t roots = 0;
  for (const Node& node : b.scene.nodes) roots += node.parent == kNone ? 1 : 0;
  if (roots < 2) return {};
  Result<std::uint32_t> root = add_synthetic_node(b, 0);
  if (!root) return root.error();
  for (std::uint32_t i = 0; i < *root; ++i)
    if (b.scene.nodes[i].parent == kNone) b.scene.nodes[i].parent = *root;
  return {};
}

}  // namespace

Result<void> read_frames(SceneBuilder& b) {
  if (auto made = make_nodes(b); !made) return made;
  link_inline_frames(b);
  link_referenced_frames(b);
  if (auto walked = walk_hierarchy(b); !walked) return walked;
  if (auto placed = place_meshes(b); !placed) return placed;
  return join_roots(b);
}

}  // namespace skelter::x

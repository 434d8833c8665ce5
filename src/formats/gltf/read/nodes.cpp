// Reads nodes and scenes: the hierarchy, rest transforms, and visibility.

#include <algorithm>
#include <cmath>

#include "formats/gltf/read/builder.h"

namespace skelter::gltf {
namespace {

// Largest deviation of a rotation from unit length without a warning; exporters write 6 digits.
constexpr double kUnitNodeTolerance = 1e-3;

Result<void> read_matrix(Builder& b, JsonValue at, Node& node) {
  if (auto done = b.numbers(at, "matrix", node.rest.m); !done) return done.error();
  std::array<float, 16>& m = node.rest.m;
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
    b.warn("gltf.matrix-row", at["matrix"],
           fmt::format("last row {} {} {} {}; expected 0 0 0 1, taken as that", m[3], m[7], m[11], m[15]));
    m[3] = m[7] = m[11] = 0;
    m[15] = 1;
  }
  for (const std::string_view part : {"translation", "rotation", "scale"})
    if (at[part])
      b.warn("gltf.matrix-and-parts", at, fmt::format("both `matrix` and `{}`; the matrix is used", part));
  return {};
}

Result<void> read_parts(Builder& b, JsonValue at, Node& node) {
  std::array<float, 3> t{0, 0, 0}, s{1, 1, 1};
  std::array<float, 4> r{0, 0, 0, 1};
  for (const auto& done :
       {b.numbers(at, "translation", t), b.numbers(at, "rotation", r), b.numbers(at, "scale", s)})
    if (!done) return done.error();
  Quatd rotation{r[0], r[1], r[2], r[3]};
  const double size = length(rotation);
  if (std::abs(size - 1) > kUnitNodeTolerance)
    b.warn(
        "gltf.rotation-not-unit", at["rotation"],
        fmt::format("length {:.6g}; expected 1, {}", size, size > 0 ? "normalised" : "taken as no rotation"));
  rotation = normalized(rotation);
  node.rest_trs = Transform{{t[0], t[1], t[2]}, to_float(rotation), {s[0], s[1], s[2]}};
  Transformd exact{to_double(node.rest_trs->translation), rotation, to_double(node.rest_trs->scale)};
  node.rest = skelter::to_float(to_mat4(exact));
  return {};
}

Result<void> read_weights(Builder& b, JsonValue at, std::vector<float>& out) {
  const auto list = b.member(at, "weights", JsonKind::array);
  if (!list) return list.error();
  if (!*list) return {};
  if (auto taken = b.take_memory<float>(*list, list->size()); !taken) return taken;
  out.resize(list->size());
  if (auto done = b.numbers(at, "weights", out.data(), out.size()); !done) return done.error();
  return {};
}

Result<void> read_node(Builder& b, JsonValue at, Node& node) {
  if (auto done = b.read_name_and_carried(at, node, {"KHR_lights_punctual", "EXT_mesh_gpu_instancing"});
      !done)
    return done;
  if (auto done = at["matrix"] ? read_matrix(b, at, node) : read_parts(b, at, node); !done) return done;
  const auto mesh = b.index(at, "mesh", b.meshes.size(), "mesh");
  if (!mesh) return mesh.error();
  const auto skin = b.index(at, "skin", b.skins.size(), "skin");
  if (!skin) return skin.error();
  if (*mesh != kNone) node.meshes.push_back({*mesh, *skin});
  if (*mesh == kNone && *skin != kNone)
    b.warn("gltf.skin-without-mesh", at["skin"], "no mesh to skin; ignored");
  const auto camera = b.index(at, "camera", b.cameras.size(), "camera");
  if (!camera) return camera.error();
  node.camera = *camera;
  const auto light =
      b.index(Builder::extension(at, "KHR_lights_punctual"), "light", b.lights.size(), "light");
  if (!light) return light.error();
  node.light = *light;
  return read_weights(b, at, node.morph_weights);
}

// Reads the children of a node. A node with two parents is an error.
Result<void> read_children(Builder& b, std::uint32_t parent) {
  const auto children = b.member(b.nodes[parent], "children", JsonKind::array);
  if (!children) return children.error();
  for (JsonValue value = children->first(); value; value = value.next()) {
    const auto child = b.to_index(value, b.nodes.size(), "node");
    if (!child) return child.error();
    std::uint32_t& known = b.scene.nodes[*child].parent;
    if (*child == parent) return b.error("gltf.tree", value, "a node is its own child");
    if (known == parent) {
      b.warn("gltf.child-twice", value, fmt::format("node {} is listed twice; used once", *child));
      continue;
    }
    if (known != kNone)
      return b.error("gltf.tree", value, fmt::format("node {} is also a child of node {}", *child, known));
    known = parent;
  }
  return {};
}

Result<void> check_tree(Builder& b) {
  enum class Seen : std::uint8_t { no, on_this_path, has_root };
  const std::vector<Node>& nodes = b.scene.nodes;
  std::vector<Seen> seen(nodes.size(), Seen::no);
  for (std::uint32_t start = 0; start < nodes.size(); ++start) {
    std::uint32_t node = start;
    for (; node != kNone && seen[node] == Seen::no; node = nodes[node].parent)
      seen[node] = Seen::on_this_path;
    if (node != kNone && seen[node] == Seen::on_this_path)
      return b.error("gltf.tree", b.nodes[node], "the node is its own ancestor");
    for (node = start; node != kNone && seen[node] == Seen::on_this_path; node = nodes[node].parent)
      seen[node] = Seen::has_root;
  }
  return {};
}

// A scene root that is the child of a node.
struct InnerRoot {
  std::size_t scene = 0;
  std::uint32_t node = 0;
  JsonValue at;
};

Result<void> read_roots(Builder& b, JsonValue at, std::size_t scene, std::vector<InnerRoot>& inner) {
  SceneRoots& out = b.scene.scenes[scene];
  if (auto done = b.read_name_and_carried(at, out); !done) return done;
  const auto roots = b.member(at, "nodes", JsonKind::array);
  if (!roots) return roots.error();
  if (auto taken = b.take_memory<std::uint32_t>(at, roots->size()); !taken) return taken;
  for (JsonValue value = roots->first(); value; value = value.next()) {
    const auto root = b.to_index(value, b.nodes.size(), "node");
    if (!root) return root.error();
    if (b.scene.nodes[*root].parent != kNone) inner.push_back({scene, *root, value});
    out.roots.push_back(*root);
  }
  return {};
}

// UniGLTF 1.27 wrote scenes that start below the common parent of all nodes. That parent is in no scene, so
// its children are detached from it. A root below another root is already part of the scene and is dropped.
void settle_inner_roots(Builder& b, const std::vector<InnerRoot>& inner) {
  if (inner.empty()) return;
  std::vector<Node>& nodes = b.scene.nodes;
  std::vector<bool> is_root(nodes.size()), below_root(nodes.size());
  for (const SceneRoots& scene : b.scene.scenes)
    for (const std::uint32_t root : scene.roots) is_root[root] = true;
  for (const std::uint32_t n : parents_first(b.scene))
    if (const std::uint32_t parent = nodes[n].parent; parent != kNone)
      below_root[n] = is_root[parent] || below_root[parent];
  for (const auto& [scene, node, at] : inner) {
    const std::string parent = fmt::format("node {} has a parent, node {}", node, nodes[node].parent);
    if (below_root[node]) {
      std::erase(b.scene.scenes[scene].roots, node);
      b.warn("gltf.scene-root", at, parent + "; expected a root, left out as a scene has it already");
    } else if (nodes[node].parent != kNone) {
      nodes[node].parent = kNone;
      b.warn("gltf.scene-root", at, parent + ", which is in no scene; made a root");
    }
  }
}

// Marks nodes below the roots of the default scene as shown, except those that KHR_node_visibility hides.
Result<void> mark_shown(Builder& b) {
  std::vector<Node>& nodes = b.scene.nodes;
  std::vector<std::uint8_t> is_root(nodes.size(), b.scene.scenes.empty() ? 1 : 0);
  if (!b.scene.scenes.empty())
    for (const std::uint32_t root :
         b.scene.scenes[b.scene.default_scene == kNone ? 0 : b.scene.default_scene].roots)
      is_root[root] = 1;
  for (const std::uint32_t n : parents_first(b.scene)) {
    const std::uint32_t parent = nodes[n].parent;
    const auto visible = b.boolean(Builder::extension(b.nodes[n], "KHR_node_visibility"), "visible", true);
    if (!visible) return visible.error();
    nodes[n].shown = *visible && (parent == kNone ? is_root[n] != 0 : nodes[parent].shown);
  }
  return {};
}

}  // namespace

Result<void> read_nodes(Builder& b) {
  if (auto taken = b.take_memory<Node>(b.root["nodes"], b.nodes.size()); !taken) return taken;
  b.scene.nodes.resize(b.nodes.size());
  for (std::uint32_t n = 0; n < b.nodes.size(); ++n)
    if (auto done = read_node(b, b.nodes[n], b.scene.nodes[n]); !done) return done;
  for (std::uint32_t n = 0; n < b.nodes.size(); ++n)
    if (auto done = read_children(b, n); !done) return done;
  return check_tree(b);
}

Result<void> read_scenes(Builder& b) {
  const auto scenes = b.objects(b.root, "scenes");
  if (!scenes) return scenes.error();
  if (auto taken = b.take_memory<SceneRoots>(b.root["scenes"], scenes->size()); !taken) return taken;
  const auto chosen = b.index(b.root, "scene", scenes->size(), "scene");
  if (!chosen) return chosen.error();
  b.scene.default_scene = *chosen;
  b.scene.scenes.resize(scenes->size());
  std::vector<InnerRoot> inner;
  for (std::size_t s = 0; s < scenes->size(); ++s)
    if (auto done = read_roots(b, (*scenes)[s], s, inner); !done) return done;
  settle_inner_roots(b, inner);
  return mark_shown(b);
}

}  // namespace skelter::gltf

// Converts the node hierarchy and its axes.

#include <fmt/format.h>

#include "formats/assimp/context.h"

namespace skelter::assimp {

std::string object_name(std::string_view kind, const std::string& name, std::size_t index) {
  return name.empty() ? fmt::format("{} #{}", kind, index) : fmt::format("{} {}", kind, name);
}

bool to_matrix(const aiMatrix4x4& from, Mat4& to) {
  to = {};
  const float rows[3][4] = {{from.a1, from.a2, from.a3, from.a4},
                            {from.b1, from.b2, from.b3, from.b4},
                            {from.c1, from.c2, from.c3, from.c4}};
  Mat4 matrix;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column) {
      if (!std::isfinite(rows[row][column])) return false;
      matrix(row, column) = rows[row][column];
    }
  to = matrix;
  return true;
}

std::uint32_t Context::find_node(const std::string& name, std::string_view asked_by) {
  const auto found = node_by_name.find(name);
  if (found == node_by_name.end()) return kNone;
  if (shared_names.contains(name))
    warn("assimp.same-name", "Node " + name,
         fmt::format("several nodes have the name that a {} refers to; the first is used", asked_by));
  return found->second;
}

// Depth first, in the order in which the model's find_node searches names.
Result<void> read_nodes(Context& c) {
  struct Todo {
    const aiNode* node;
    std::uint32_t parent;
  };
  std::vector<Todo> todo{{c.from.mRootNode, kNone}};
  while (!todo.empty()) {
    const auto [node, parent] = todo.back();
    todo.pop_back();
    if (node == nullptr) continue;
    if (c.nodes.size() >= c.options.limits.max_nodes)
      return c.error(Status::limit_exceeded, "assimp.nodes", {},
                     fmt::format("more than {} nodes; the limit", c.options.limits.max_nodes));
    const auto index = static_cast<std::uint32_t>(c.nodes.size());
    Node& made = c.scene.nodes.emplace_back();
    c.nodes.push_back(node);
    made.name = text(node->mName);
    made.parent = parent;
    if (!to_matrix(node->mTransformation, made.rest))
      c.warn("assimp.not-finite", object_name("Node", made.name, index),
             "its matrix has elements that are not finite; taken as the identity");
    if (const auto [first, is_new] = c.node_by_name.try_emplace(made.name, index); !is_new) {
      std::vector<std::uint32_t>& all = c.shared_names[made.name];
      if (all.empty()) all.push_back(first->second);
      all.push_back(index);
    }
    for (unsigned i = node->mNumChildren; i > 0; --i) todo.push_back({node->mChildren[i - 1], index});
  }
  return {};
}

namespace {

// FBX states the up, front and right axes. Assimp only passes them on, without converting. Returns no matrix
// if an axis is missing.
std::optional<Mat4> axes_of(const aiMetadata& data) {
  int axis[3] = {0, 1, 2}, sign[3] = {1, 1, 1};
  const char* names[3] = {"CoordAxis", "UpAxis", "FrontAxis"};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!data.Get(names[i], axis[i]) || !data.Get(fmt::format("{}Sign", names[i]), sign[i])) return {};
    if (axis[i] < 0 || axis[i] > 2) return {};
  }
  Mat4 matrix;
  matrix.m = {};
  matrix(3, 3) = 1;
  for (std::size_t i = 0; i < 3; ++i)
    matrix(i, static_cast<std::size_t>(axis[i])) = sign[i] < 0 ? -1.0f : 1.0f;
  return matrix;
}

}  // namespace

void read_axes(Context& c) {
  c.scene.metres_per_unit = c.options.metres_per_unit;
  if (c.scene.format == "dae" && !c.scene.metres_per_unit) c.scene.metres_per_unit = 1;  // Assimp scales
  if (c.from.mMetaData == nullptr) return;
  const aiMetadata& data = *c.from.mMetaData;
  aiString generator;
  if (data.Get("SourceAsset_Generator", generator) && generator.length != 0)
    c.scene.generator = text(generator);
  if (c.scene.format != "fbx") return;
  float centimetres = 1;
  if (!c.scene.metres_per_unit && data.Get("UnitScaleFactor", centimetres) && std::isfinite(centimetres) &&
      centimetres > 0)
    c.scene.metres_per_unit = double{centimetres} / 100;
  const auto axes = axes_of(data);
  if (!axes || *axes == Mat4{}) return;
  if (determinant(linear_part(*axes)) != 1) {
    c.warn("assimp.axes", {}, "the file's axes are not a right-handed system; left as they are");
    return;
  }
  const auto root = static_cast<std::uint32_t>(c.scene.nodes.size());
  for (Node& node : c.scene.nodes)
    if (node.parent == kNone) node.parent = root;
  Node& made = c.scene.nodes.emplace_back();
  made.name = "Y up";
  made.synthetic = true;
  made.rest = *axes;
  c.note("assimp.axes", {}, "the file's up axis is not +Y; turned by a new root node");
}

}  // namespace skelter::assimp

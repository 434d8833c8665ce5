// Converts the node hierarchy and the file's metadata.

#include <fmt/format.h>

#include "formats/assimp/context.h"

namespace skelter::assimp {

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

// Adds nodes depth first, the order in which the model's find_node searches names.
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
      c.warn("assimp.not-finite", label_of("Node", made.name, index),
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

void read_facts(Context& c) {
  c.scene.metres_per_unit = c.options.metres_per_unit;
  if (c.scene.format == "dae" && !c.scene.metres_per_unit) c.scene.metres_per_unit = 1;  // Assimp scales
  if (c.from.mMetaData == nullptr) return;
  const aiMetadata& data = *c.from.mMetaData;
  aiString generator;
  if (data.Get("SourceAsset_Generator", generator) && generator.length != 0)
    c.scene.generator = text(generator);
}

}  // namespace skelter::assimp

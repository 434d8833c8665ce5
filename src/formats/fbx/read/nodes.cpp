// Creates one node for each model, in file order.

#include <fmt/format.h>

#include <algorithm>

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {
namespace {

// Returns the first model that a model is connected to (OO), or the root if there is none.
std::uint32_t parent_of_model(SceneBuilder& b, std::uint32_t model) {
  std::uint32_t parent = kNone;
  std::uint64_t more = 0;
  for (const std::uint32_t c : b.graph.outgoing(model)) {
    const Connection& connection = b.graph.connections[c];
    const Kind kind = b.graph.objects[connection.parent].kind;
    if (connection.to_property || (kind != Kind::model && kind != Kind::root)) continue;
    if (parent == kNone)
      parent = connection.parent;
    else
      ++more;
  }
  if (more != 0)
    b.warn("fbx.second-parent", model, "connected to several models; the first is taken as its parent", more);
  return parent == kNone ? 0 : parent;
}

Result<void> check_cycles(SceneBuilder& b, const std::vector<std::uint32_t>& parents) {
  enum class Seen : std::uint8_t { no, on_this_way, leads_up };
  std::vector<Seen> seen(parents.size(), Seen::no);
  for (std::uint32_t start = 1; start < parents.size(); ++start) {
    std::uint32_t at = start;
    for (; at != 0 && at != kNone && seen[at] == Seen::no; at = parents[at]) seen[at] = Seen::on_this_way;
    if (at != 0 && at != kNone && seen[at] == Seen::on_this_way)
      return b.error("fbx.cycle", at, "is its own parent, directly or through others");
    for (at = start; at != 0 && at != kNone && seen[at] == Seen::on_this_way; at = parents[at])
      seen[at] = Seen::leads_up;
  }
  return {};
}

bool shows_content(const SceneBuilder& b, std::uint32_t model) {
  return b.graph.number(model, "Visibility", 1) != 0;
}

// Marks the models in level-of-detail groups, except for the first visible one in each group.
std::vector<bool> hidden_levels(SceneBuilder& b) {
  std::vector<bool> hidden(b.graph.objects.size(), false);
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    const Object& group = b.graph.objects[o];
    if (group.kind != Kind::model || (group.sub_type != "LodGroup" && group.sub_type != "LODGroup")) continue;
    const std::vector<std::uint32_t> levels = b.graph.children(o, Kind::model);
    const auto drawn = std::find_if(levels.begin(), levels.end(),
                                    [&](std::uint32_t level) { return shows_content(b, level); });
    if (drawn == levels.end() || levels.size() < 2) continue;
    for (const std::uint32_t level : levels) hidden[level] = level != *drawn;
    b.note("fbx.lod", o,
           fmt::format("{} levels of detail; only {} is drawn", levels.size(), b.graph.label(*drawn)));
  }
  return hidden;
}

}  // namespace

Result<void> SceneBuilder::take_memory(std::uint32_t object, std::uint64_t count, std::uint64_t size) {
  if (count <= UINT64_MAX / size && budget.take(count * size)) return {};
  const std::uint32_t record = graph.objects[object].record;
  return memory_error(tree, budget, record == kNone ? 0 : tree.records[record].byte, graph.label(object));
}

Result<void> read_nodes(SceneBuilder& b) {
  const auto count = static_cast<std::uint32_t>(b.graph.objects.size());
  if (auto taken = b.take_memory(0, count, 5 * sizeof(std::uint32_t) + sizeof(Mat4d)); !taken) return taken;
  std::vector<std::uint32_t> parents(count, kNone);
  for (std::uint32_t o = 1; o < count; ++o) {
    if (b.graph.objects[o].kind != Kind::model) continue;
    parents[o] = parent_of_model(b, o);
    if (auto taken = b.take_memory(o, 2, sizeof(Node) + b.graph.objects[o].name.size()); !taken) return taken;
    if (b.scene.nodes.size() >= b.options.limits.max_nodes)
      return b.error("fbx.nodes", o,
                     fmt::format("more than {} models; the limit", b.options.limits.max_nodes),
                     Status::limit_exceeded);
    b.node_of_object[o] = b.content_of_object[o] = static_cast<std::uint32_t>(b.scene.nodes.size());
    b.scene.nodes.emplace_back().name = b.graph.objects[o].name;
  }
  if (auto checked = check_cycles(b, parents); !checked) return checked;
  for (std::uint32_t o = 1; o < count; ++o)
    if (b.node_of_object[o] != kNone && parents[o] != 0)
      b.scene.nodes[b.node_of_object[o]].parent = b.node_of_object[parents[o]];
  // Hidden nodes also hide their descendants, except for those that do not inherit visibility.
  std::vector<std::uint32_t> object_of_node(b.scene.nodes.size(), kNone);
  for (std::uint32_t o = 1; o < count; ++o)
    if (b.node_of_object[o] != kNone) object_of_node[b.node_of_object[o]] = o;
  std::vector<bool> hidden = hidden_levels(b);
  for (const std::uint32_t node : parents_first(b.scene)) {
    const std::uint32_t o = object_of_node[node], parent = b.scene.nodes[node].parent;
    const bool inherits = b.graph.number(o, "Visibility Inheritance", 1) != 0;
    if (parent != kNone && hidden[object_of_node[parent]]) hidden[o] = true;
    b.scene.nodes[node].shown =
        !hidden[o] && shows_content(b, o) && (parent == kNone || !inherits || b.scene.nodes[parent].shown);
  }
  return {};
}

}  // namespace skelter::fbx

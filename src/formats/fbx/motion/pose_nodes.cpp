// Sets the rest poses of nodes. Splits a node in two if this is needed to pass scale on to its children as in
// the file.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "formats/fbx/motion/motion.h"

namespace skelter::fbx {
namespace {

Transform to_float(const Transformd& t) {
  return {skelter::to_float(t.translation), skelter::to_float(t.rotation), skelter::to_float(t.scale)};
}

void set_rest(Node& node, const Transformd& rest) {
  node.rest_trs = to_float(rest);
  node.rest = to_mat4(*node.rest_trs);
}

// Before version 6, files store the rest pose as defaults of channels, inside the model or a take.
bool read_channel_defaults(const RecordTree& tree, std::uint32_t model, NodeProperties& node) {
  bool found = false;
  for (const std::uint32_t transform : tree.children(model)) {
    if (tree.records[transform].name != "Channel" || tree.text(transform) != "Transform") continue;
    found = true;
    for (const std::uint32_t channel : tree.children(transform)) {
      const std::string_view name = tree.text(channel);
      Vec3d* const place = name == "T"   ? &node.translation
                           : name == "R" ? &node.rotation_deg
                           : name == "S" ? &node.scaling
                                         : nullptr;
      if (place == nullptr) continue;
      for (const std::uint32_t number : tree.children(channel)) {
        const std::string_view axis = tree.text(number);
        const std::uint32_t value = tree.child(number, "Default");
        if (value == kNone) continue;
        if (axis == "X") place->x = tree.number(value);
        if (axis == "Y") place->y = tree.number(value);
        if (axis == "Z") place->z = tree.number(value);
      }
    }
  }
  return found;
}

// If a model has no channels of its own, its rest pose comes from the defaults in the first take.
void read_take_defaults(const SceneBuilder& b, std::vector<char> has_channels, Motion& motion) {
  const RecordTree& tree = b.tree;
  for (const std::uint32_t take : tree.children(tree.child(0, "Takes"))) {
    if (tree.records[take].name != "Take") continue;
    for (const std::uint32_t record : tree.children(take)) {
      if (tree.records[record].name != "Model") continue;
      const std::uint32_t object = b.graph.find_full_name(tree.text(record));
      if (object == kNone || has_channels[object] != 0 || b.node_of_object[object] == kNone) continue;
      if (read_channel_defaults(tree, record, motion.properties[object])) has_channels[object] = 1;
    }
  }
}

constexpr std::uint64_t kMaxTimes = 65536;     // per node and stack
constexpr std::uint64_t kMaxWork = 2'000'000;  // times of all nodes and stacks

bool is_uniform(const Vec3d& scale) {
  constexpr double kTolerance = 1e-4;
  const double least = std::min({scale.x, scale.y, scale.z}), most = std::max({scale.x, scale.y, scale.z});
  const double size = std::max(std::abs(least), std::abs(most));
  return size > 1e-12 && most - least <= kTolerance * size;
}

// Whether the total scale of a node is the same along all axes, at rest and in every stack.
bool stays_uniform(const Motion& motion, const std::vector<StackPlayer>& players, std::uint32_t object,
                   std::uint64_t& work) {
  if (!is_uniform(players[0].total_scale(object, 0, Side::after))) return false;
  std::vector<std::int64_t> times;
  for (std::size_t i = 1; i < players.size(); ++i) {
    const Stack& stack = motion.stacks[i - 1];
    times = {stack.begin, stack.end};
    const std::uint64_t most = std::min<std::uint64_t>(kMaxTimes, work);
    // If there are too many times, the node is split, which is correct for any scale.
    if (players[i].scale_moves(object) && !players[i].append_scale_times(object, most, times)) return false;
    work -= std::min<std::uint64_t>(work, times.size());
    std::sort(times.begin(), times.end());
    for (std::size_t k = 0; k < times.size(); ++k) {
      const std::int64_t middle = k + 1 < times.size() ? times[k] + (times[k + 1] - times[k]) / 2 : times[k];
      if (!is_uniform(players[i].total_scale(object, times[k], Side::before)) ||
          !is_uniform(players[i].total_scale(object, times[k], Side::after)) ||
          !is_uniform(players[i].total_scale(object, middle, Side::after)))
        return false;
    }
  }
  return true;
}

void cut_nodes(SceneBuilder& b, Motion& motion) {
  std::vector<char> asked(motion.properties.size(), 0);
  for (const std::uint32_t object : motion.parents_first)
    if (motion.properties[object].inherit != InheritType::product && motion.parent[object] != kNone)
      asked[motion.parent[object]] = 1;
  if (std::find(asked.begin(), asked.end(), 1) == asked.end()) return;
  std::vector<StackPlayer> players;
  players.emplace_back(motion, nullptr);
  for (const Stack& stack : motion.stacks) players.emplace_back(motion, &stack);
  std::uint64_t work = kMaxWork + b.tree.source.size();
  for (std::uint32_t object = 0; object < asked.size(); ++object) {
    if (asked[object] == 0 || stays_uniform(motion, players, object, work)) continue;
    Node scale;
    scale.name = b.scene.nodes[b.node_of_object[object]].name + " scale";
    scale.parent = b.node_of_object[object];
    scale.synthetic = true;
    motion.scale_node[object] = static_cast<std::uint32_t>(b.scene.nodes.size());
    b.content_of_object[object] = motion.scale_node[object];
    b.scene.nodes.push_back(std::move(scale));
  }
}

}  // namespace

NodeProperties node_properties(const SceneBuilder& b, std::uint32_t o) {
  const ObjectGraph& g = b.graph;
  NodeProperties node;
  node.translation = g.vector(o, "Lcl Translation", {});
  node.rotation_deg = g.vector(o, "Lcl Rotation", {});
  node.scaling = g.vector(o, "Lcl Scaling", {1, 1, 1});
  const std::int64_t order = g.integer(o, "RotationOrder", 0);
  if (order >= 0 && order <= 6) node.order = static_cast<RotationOrder>(order);
  node.has_rotation_space =
      g.integer(o, "RotationActive", 1) != 0 && g.integer(o, "RotationSpaceForLimitOnly", 0) == 0;
  const std::int64_t inherit = g.integer(o, "InheritType", 0);
  if (inherit >= 0 && inherit <= 2) node.inherit = static_cast<InheritType>(inherit);
  node.rotation_offset = g.vector(o, "RotationOffset", {});
  node.rotation_pivot = g.vector(o, "RotationPivot", {});
  node.pre_rotation_deg = g.vector(o, "PreRotation", {});
  node.post_rotation_deg = g.vector(o, "PostRotation", {});
  node.scaling_offset = g.vector(o, "ScalingOffset", {});
  node.scaling_pivot = g.vector(o, "ScalingPivot", {});
  node.geometric_translation = g.vector(o, "GeometricTranslation", {});
  node.geometric_rotation_deg = g.vector(o, "GeometricRotation", {});
  node.geometric_scaling = g.vector(o, "GeometricScaling", {1, 1, 1});
  return node;
}

Result<void> pose_nodes(SceneBuilder& b) {
  const std::size_t count = b.graph.objects.size();
  b.motion = std::make_shared<Motion>();
  Motion& motion = *b.motion;
  motion.properties.resize(count);
  motion.parent.assign(count, kNone);
  motion.scale_node.assign(count, kNone);
  std::vector<std::uint32_t> object_of_node(b.scene.nodes.size(), kNone);
  const bool channels = b.tree.version < 6000;
  std::vector<char> has_channels(count, 0);
  for (std::uint32_t o = 1; o < count; ++o) {
    if (b.node_of_object[o] == kNone) continue;
    object_of_node[b.node_of_object[o]] = o;
    motion.properties[o] = node_properties(b, o);
    if (const std::uint32_t record = b.graph.objects[o].record; channels && record != kNone)
      has_channels[o] = read_channel_defaults(b.tree, record, motion.properties[o]) ? 1 : 0;
    const std::int64_t order = b.graph.integer(o, "RotationOrder", 0);
    if (order == 6)
      b.warn("fbx.rotation-order", o, "RotationOrder 6, spheric XYZ; it is read as XYZ");
    else if (order < 0 || order > 6)
      b.warn("fbx.rotation-order", o,
             "RotationOrder " + std::to_string(order) + "; expected 0 to 6; XYZ is taken");
  }
  if (channels) read_take_defaults(b, std::move(has_channels), motion);
  for (const std::uint32_t node : parents_first(b.scene)) {
    const std::uint32_t o = object_of_node[node], above = b.scene.nodes[node].parent;
    motion.parents_first.push_back(o);
    if (above != kNone) motion.parent[o] = object_of_node[above];
  }
  if (auto done = read_motion(b, motion); !done) return done;
  cut_nodes(b, motion);

  const StackPlayer rest(motion, nullptr);
  std::vector<WorldParts> worlds(count);
  b.rest_world.assign(count, Mat4d{});
  for (const std::uint32_t o : motion.parents_first) {
    const std::uint32_t parent = motion.parent[o];
    const NodeProperties& node = motion.properties[o];
    worlds[o] = world_parts(parent == kNone ? WorldParts{} : worlds[parent],
                            parent == kNone ? InheritType::product : node.inherit, local_transform(node));
    b.rest_world[o] = world_matrix(worlds[o]);
    const StackPlayer::Local local = rest.local(o, 0, Side::after);
    Node& made = b.scene.nodes[b.node_of_object[o]];
    set_rest(made, local.node);
    if (parent != kNone && node.inherit == InheritType::product) made.parent = b.content_of_object[parent];
    if (const std::uint32_t scale = motion.scale_node[o]; scale != kNone)
      set_rest(b.scene.nodes[scale], {{}, {}, local.scale});
  }
  return {};
}

}  // namespace skelter::fbx

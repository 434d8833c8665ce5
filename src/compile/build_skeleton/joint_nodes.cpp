#include "compile/build_skeleton/joint_nodes.h"

#include <algorithm>
#include <string>

#include "compile/build_skeleton/far_origin.h"
#include "math/internal/shear.h"
#include "scene/evaluate/internal/sample_node.h"
#include "skelter/scene/hierarchy.h"

namespace skelter {
namespace {

// Per node: the first level that drops it, or levels.size() + 1 if no level does. `order`: nodes, parents
// first.
Result<std::vector<std::size_t>> dropped_at(const Scene& scene, const std::vector<std::uint32_t>& order,
                                            const std::vector<std::vector<std::string>>& levels) {
  std::vector<std::size_t> dropped(scene.nodes.size(), levels.size() + 1);
  for (std::size_t level = 0; level < levels.size(); ++level)
    for (const std::string& name : levels[level]) {
      const auto named = std::find_if(order.begin(), order.end(),
                                      [&](std::uint32_t node) { return scene.nodes[node].name == name; });
      if (named == order.end())
        return Error{Status::invalid_argument,
                     "build.unknown-joint",
                     "joint \"" + name + "\" does not exist; expected the name of one of the " +
                         std::to_string(order.size()) + " joints",
                     {scene.file, 0, {}, "level of detail " + std::to_string(level + 1)}};
      dropped[*named] = std::min(dropped[*named], level + 1);
    }
  for (const std::uint32_t node : order) {
    const std::uint32_t parent = scene.nodes[node].parent;
    if (parent != kNone) dropped[node] = std::min(dropped[node], dropped[parent]);
  }
  return dropped;
}

std::vector<double> key_times(const NodeChannels& channels) {
  std::vector<double> times;
  for (const Channel* channel : {channels.translation, channels.rotation, channels.scale, channels.matrix})
    if (channel != nullptr) times.insert(times.end(), channel->times_s.begin(), channel->times_s.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

bool shears_in_clip(const Node& node, const NodeChannels& channels, const EvaluateOptions& options,
                    Absent absent) {
  const auto shears_at = [&](double time_s) {
    return shear_of(sample_local(node, channels, time_s, options, absent)) > kShearTolerance;
  };
  // Without a matrix channel the shear is constant: translations and rotations do not shear, scales are along
  // the axes, and parts from the rest pose do not change.
  if (channels.matrix == nullptr) return shears_at(0);
  const std::vector<double> times = key_times(channels);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (shears_at(times[i]) || (i + 1 < times.size() && shears_at((times[i] + times[i + 1]) / 2)))
      return true;
  return false;
}

}  // namespace

std::vector<std::uint8_t> model_nodes(const Scene& scene) {
  std::vector<std::uint8_t> figure(scene.nodes.size(), 0);
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) figure[joint.node] = 1;
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels) {
      const std::uint32_t node = clip.targets[channel.target].node;
      if (node != kNone && channel.path != ChannelPath::weights) figure[node] = 1;
    }
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (!scene.nodes[i].meshes.empty()) figure[i] = 1;
  return figure;
}

std::vector<std::uint8_t> with_ancestors(const Scene& scene, std::vector<std::uint8_t> nodes) {
  const std::vector<std::uint32_t> order = parents_first(scene);
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    const std::uint32_t parent = scene.nodes[*node].parent;
    if (nodes[*node] != 0 && parent != kNone) nodes[parent] = 1;
  }
  return nodes;
}

std::vector<std::uint8_t> sheared_nodes(const Scene& scene, const EvaluateOptions& options) {
  std::vector<std::uint8_t> sheared(scene.nodes.size(), 0);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (!scene.nodes[i].rest_trs && shear_of(to_double(scene.nodes[i].rest)) > kShearTolerance)
      sheared[i] = 1;
  for (const Clip& clip : scene.clips) {
    const std::vector<NodeChannels> channels = channels_by_node(scene, clip);
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
      if (sheared[i] == 0 && !channels[i].empty() &&
          shears_in_clip(scene.nodes[i], channels[i], options, scene.absent))
        sheared[i] = 1;
  }
  return sheared;
}

Result<SkeletonPlan> plan_joints(const Scene& scene, const SkeletonSettings& settings) {
  const std::vector<std::uint8_t> needed = with_ancestors(scene, model_nodes(scene));
  std::vector<std::uint32_t> order = depth_first(scene);
  std::erase_if(order, [&](std::uint32_t node) { return needed[node] == 0; });
  const std::vector<std::uint8_t> sheared = sheared_nodes(scene, settings.source);
  std::size_t count = order.size();
  for (const std::uint32_t node : order) count += sheared[node];
  if (count > kMaxJoints)
    return Error{Status::limit_exceeded,
                 "build.too-many-joints",
                 std::to_string(count) + " joints; expected at most " + std::to_string(kMaxJoints),
                 {scene.file, 0, {}, "skeleton"}};
  const auto dropped = dropped_at(scene, order, settings.lods);
  if (!dropped) return dropped.error();
  // Children are dropped no later than their parents, so parents stay before their children.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return (*dropped)[a] > (*dropped)[b]; });

  const std::vector<std::uint8_t> detached = settings.origin == Vec3d{}
                                                 ? std::vector<std::uint8_t>(scene.nodes.size(), 0)
                                                 : detached_nodes(scene, settings.origin, settings.source);
  SkeletonPlan plan;
  plan.joint_of_node.assign(scene.nodes.size(), kNone16);
  plan.lod_joint_counts.assign(settings.lods.size() + 1, 0);
  for (const std::uint32_t node : order) {
    const std::uint32_t parent = scene.nodes[node].parent;
    const std::uint16_t parent_joint =
        parent == kNone || detached[node] != 0 ? kNone16 : plan.joint_of_node[parent];
    const auto index = static_cast<std::uint16_t>(plan.joints.size());
    if (sheared[node] != 0) {
      plan.joints.push_back({node, parent_joint, JointPlan::Half::outer});
      plan.joints.push_back({node, index, JointPlan::Half::helper});
    } else {
      plan.joints.push_back({node, parent_joint, JointPlan::Half::whole});
    }
    plan.joint_of_node[node] = static_cast<std::uint16_t>(plan.joints.size() - 1);
    for (std::size_t level = 0; level < (*dropped)[node]; ++level)
      plan.lod_joint_counts[level] = static_cast<std::uint32_t>(plan.joints.size());
  }
  return plan;
}

}  // namespace skelter

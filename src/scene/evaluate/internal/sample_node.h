#pragma once
// Samples the transform of one node in a clip, for evaluation, mixing and the builders of runtime data.

#include <optional>
#include <vector>

#include "skelter/math/transform.h"
#include "skelter/scene/evaluate.h"

namespace skelter {

// The channels of a clip that move one node; null if absent. Morph weights do not move a node.
struct NodeChannels {
  const Channel* translation = nullptr;
  const Channel* rotation = nullptr;
  const Channel* scale = nullptr;
  const Channel* matrix = nullptr;
  AffineParts rest;  // only computed if part channels move the node, because splitting a matrix is slow
  bool has_parts() const { return translation != nullptr || rotation != nullptr || scale != nullptr; }
  bool empty() const { return !has_parts() && matrix == nullptr; }
};

// Returns one entry per node of the scene.
std::vector<NodeChannels> channels_by_node(const Scene& scene, const Clip& clip);

// Returns the node's parts from the file or, without them, splits its matrix.
AffineParts rest_parts(const Node& node);

// Samples the part channels; `absent` selects the value of missing ones. Precondition: at least one channel.
AffineParts sample_parts(const NodeChannels& channels, double clip_time_s, Absent absent);

// Returns parent_from_node. Nodes without channels are at rest.
Mat4d sample_local(const Node& node, const NodeChannels& channels, double clip_time_s,
                   const EvaluateOptions& options, Absent absent);

}  // namespace skelter

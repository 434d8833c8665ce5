#pragma once
// What a clip makes of one node: shared by evaluating, mixing and the builders of runtime data.

#include <optional>
#include <vector>

#include "skelter/math/transform.h"
#include "skelter/scene/evaluate.h"

namespace skelter {

// The channels of a clip that move one node; null where there is none. Morph weights do not move a node.
struct NodeChannels {
  const Channel* translation = nullptr;
  const Channel* rotation = nullptr;
  const Channel* scale = nullptr;
  const Channel* matrix = nullptr;
  AffineParts rest;  // of the node, where part channels move it: splitting a matrix takes long
  bool has_parts() const { return translation != nullptr || rotation != nullptr || scale != nullptr; }
  bool empty() const { return !has_parts() && matrix == nullptr; }
};

// One entry per node of the scene.
std::vector<NodeChannels> channels_by_node(const Scene& scene, const Clip& clip);

// From the parts that the file gave, else from the matrix.
AffineParts rest_parts(const Node& node);

// Parts from the part channels, missing ones as `absent` says. Precondition: there is one.
AffineParts sample_parts(const NodeChannels& channels, double clip_time_s, Absent absent);

// parent_from_node. Nodes without channels are at rest.
Mat4d sample_local(const Node& node, const NodeChannels& channels, double clip_time_s,
                   const EvaluateOptions& options, Absent absent);

}  // namespace skelter

#pragma once
// Which nodes of a scene are drawn as bones.

#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

// Per node: the joints of all skins; without skins the nodes that clips move; without clips all nodes.
std::vector<bool> bone_nodes(const Scene& scene);

}  // namespace skelter

#pragma once
// What the state file says of the animation graph.

#include "viewer/internal/viewer_data.h"
#include "viewer/state_json.h"

namespace skelter {

ViewerJson graph_json(const ViewerData& data);  // null while none is open

}  // namespace skelter

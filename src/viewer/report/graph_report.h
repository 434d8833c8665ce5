#pragma once
// The animation graph's part of the state file.

#include "viewer/internal/viewer_data.h"
#include "viewer/state/state_json.h"

namespace skelter {

ViewerJson graph_json(const ViewerData& data);  // null without an open graph

}  // namespace skelter

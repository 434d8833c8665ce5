#pragma once
// The viewer's JSON, shared by its state and its report.

#include <nlohmann/json.hpp>

#include "viewer/state/internal/viewer_config.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

using ViewerJson = nlohmann::ordered_json;

inline ViewerJson to_json(const Vec3d& v) {
  return {v.x, v.y, v.z};
}
ViewerJson to_json(const ViewerState& state);
ViewerJson camera_json(const OrbitCamera& camera);  // as in the state

std::string to_text(UpAxis up);
std::string to_text(Loop mode);         // "once", "loop", "pingpong"
std::string to_text(Shading shading);   // "lit", "unlit", "weights"
std::string to_text(CompareWith with);  // "nothing", "clip", "file", "compiled"

}  // namespace skelter

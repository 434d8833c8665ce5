#pragma once
// The viewer's JSON: its state and its configuration, written and read member by member.

#include <nlohmann/json.hpp>

#include "viewer/internal/viewer_state.h"
#include "viewer/window/config.h"

namespace skelter {

using ViewerJson = nlohmann::ordered_json;

inline ViewerJson to_json(const Vec3d& v) {
  return {v.x, v.y, v.z};
}
ViewerJson to_json(const ViewerState& state);

std::string to_json_text(const ViewerConfig& config);
// Missing members keep their defaults; a text that is not what it should be gives nothing but defaults.
ViewerConfig viewer_config_from_json(std::string_view text);

std::string to_text(UpAxis up);
std::string to_text(LoopMode mode);     // "once", "loop", "pingpong"
std::string to_text(Shading shading);   // "lit", "unlit", "weights"
std::string to_text(CompareWith with);  // "nothing", "clip", "file", "compiled"

}  // namespace skelter

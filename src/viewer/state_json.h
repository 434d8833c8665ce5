#pragma once
// Parts of the viewer's JSON that more than one file holds.

#include <nlohmann/json.hpp>

#include "viewer/internal/viewer_state.h"

namespace skelter {

using ViewerJson = nlohmann::ordered_json;

inline ViewerJson to_json(const Vec3d& v) {
  return {v.x, v.y, v.z};
}
ViewerJson to_json(const ViewerState& state);
ViewerJson to_json(const OpenPanels& panels);

// The member of an object as it was, or an error that names it.
Result<OpenPanels> panels_from_json(const ViewerJson& json, const std::string& file);

// Parses a text; bad_data for what is no JSON object.
Result<ViewerJson> parse_json_object(const std::string& text, const std::string& file);

std::string to_text(LoopMode mode);     // "once", "loop", "pingpong"
std::string to_text(Shading shading);   // "lit", "unlit", "weights"
std::string to_text(CompareWith with);  // "nothing", "clip", "file", "compiled"

}  // namespace skelter

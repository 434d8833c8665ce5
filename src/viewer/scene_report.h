#pragma once
// What a report says of the open files: lists that a page or a panel can show. docs/viewer.md names every
// member.

#include "viewer/internal/viewer_data.h"
#include "viewer/state_json.h"

namespace skelter {

// Open files, then those that cannot be opened.
ViewerJson files_json(const ViewerData& data);

// "clips", "nodes", "meshes", "materials", "skins", "morph_targets", "cameras", "file_lights", "statistics"
// of the shown file; empty lists without one.
void add_scene(ViewerJson& json, const ViewerData& data);

// What the lint found; null before `check`.
ViewerJson lint_json(const ViewerData& data);
// The keys of the chosen joint in the chosen clip; null without both.
ViewerJson keys_json(const ViewerData& data);
ViewerJson export_json(const ViewerData& data);
// What a new file would lose, before it is written; null when nothing was asked.
ViewerJson conversion_json(const ViewerData& data);

}  // namespace skelter

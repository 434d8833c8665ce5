#pragma once
// Report on the open files: lists for a page or a panel. docs/viewer.md describes every member.

#include "viewer/internal/viewer_data.h"
#include "viewer/state/state_json.h"

namespace skelter {

// The open files, followed by the files that cannot be opened.
ViewerJson files_json(const ViewerData& data);

// Adds "clips", "nodes", "meshes", "materials", "skins", "morph_targets", "cameras", "file_lights" and
// "statistics" of the shown file. The lists are empty without a file.
void add_scene(ViewerJson& json, const ViewerData& data);

// Lint findings; null before `check`.
ViewerJson lint_json(const ViewerData& data);
// Keys of the selected joint in the selected clip; null unless both are selected.
ViewerJson keys_json(const ViewerData& data);
ViewerJson export_json(const ViewerData& data);
// Losses of a conversion before it is written; null if none was prepared.
ViewerJson conversion_json(const ViewerData& data);

}  // namespace skelter

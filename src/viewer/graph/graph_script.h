#pragma once
// Writes a recording as a script for `skelter graph run --inputs`: a bug report in one file.

#include <string>

#include "skelter/core/result.h"
#include "viewer/graph/graph_recording.h"

namespace skelter {

// Returns the script from the start to the shown frame. Errors: unsupported if the start is no longer
// recorded, if the graph was reloaded in between, or if one frame stops a slot before it plays a clip.
Result<std::string> graph_script(const GraphRecording& recording);

}  // namespace skelter

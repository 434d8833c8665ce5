#pragma once
// A recording as the script that `skelter graph run --inputs` plays: a bug report in one file.

#include <string>

#include "skelter/core/result.h"
#include "viewer/content/graph_recording.h"

namespace skelter {

// Up to the shown frame, from the start. Errors: unsupported where the start is no longer there, where the
// graph was read again on the way, or where a slot is stopped before it plays in one frame.
Result<std::string> graph_script(const GraphRecording& recording);

}  // namespace skelter

#pragma once
// Output of `view --state`, and its cheap per-frame part.

#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

std::string report_text(const ViewerData& data);

// Returns the data that changes every frame, as one line. `revision` counts changes of all other data; see
// ReportRevision.
std::string now_text(const ViewerData& data, std::uint64_t revision);

}  // namespace skelter

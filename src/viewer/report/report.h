#pragma once
// Output of `view --state`, and its cheap per-frame part.

#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

std::string report_text(const ViewerData& data);

// Data that changes from frame to frame, as one line. `revision`: counter of the rest, see ReportRevision.
std::string now_text(const ViewerData& data, std::uint64_t revision);

}  // namespace skelter

#pragma once
// What `view --state` writes, and its cheap part for every frame.

#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

std::string report_text(const ViewerData& data);

// What changes by itself from frame to frame, in one line. `revision`: of the rest, see ReportRevision.
std::string now_text(const ViewerData& data, std::uint64_t revision);

}  // namespace skelter

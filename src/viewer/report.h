#pragma once
// What `view --state` writes.

#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

std::string report_text(const ViewerData& data);

}  // namespace skelter

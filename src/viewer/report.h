#pragma once
// What `view --state` writes.

#include <string>

#include "viewer/viewer_data.h"

namespace skelter {

std::string report_text(const ViewerData& data);

}  // namespace skelter

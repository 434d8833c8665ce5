#pragma once
// Draws a file in every rendering mode, to compare images of a browser with those of the desktop.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter::web {

inline constexpr std::uint32_t kWayWidth = 480, kWayHeight = 360;

const std::vector<std::string>& ways();

// Draws the first clip of the file at 0.4 of its length. Requires a current context.
Result<Image> draw_way(const std::string& file, const std::string& way);

// Returns the largest distance between vertices skinned by the GPU and by the CPU, relative to the size of
// the model.
Result<double> capture_error(const std::string& file);

}  // namespace skelter::web

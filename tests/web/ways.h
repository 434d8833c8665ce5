#pragma once
// Draws a file in every rendering mode, to compare images of a browser with those of the desktop.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter::web {

inline constexpr std::uint32_t kWayWidth = 480, kWayHeight = 360;

const std::vector<std::string>& ways();

// The first clip of the file at 0.4 of its length. Needs a current context.
Result<Image> draw_way(const std::string& file, const std::string& way);

// The largest distance between vertices skinned by the graphics card and by the CPU, as a share of the
// figure's size.
Result<double> capture_error(const std::string& file);

}  // namespace skelter::web

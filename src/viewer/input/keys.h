#pragma once
// The keyboard of the viewer. The list for people is in panels/help_panel.cpp.

#include "skelter/viewer/input.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

void press_key(ViewerData& data, const KeyEvent& event);
void type_character(ViewerData& data, std::uint32_t character);

}  // namespace skelter

#pragma once
// The viewer's keyboard shortcuts. panels/help_panel.cpp shows them to users.

#include "skelter/viewer/input.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

void press_key(ViewerData& data, const KeyEvent& event);
void type_character(ViewerData& data, std::uint32_t character);

}  // namespace skelter

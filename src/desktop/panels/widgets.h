#pragma once
// Widgets shared by several panels.

#include <imgui.h>

#include <string>

#include "viewer/image/internal/picking.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter::widgets {

inline ImVec2 point(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

// Begins a fixed panel that fills its rectangle. ImGui::End() must be called whatever the result is.
bool begin_panel(const char* name, const ViewRectangle& place, ImGuiWindowFlags flags = 0);

// A draggable edge between a panel and the view. Adds the distance of the drag, in points, to `width`.
void splitter(const char* name, double x, double y, double height, double unit, double direction,
              double& width);

enum class Icon { play, play_back, pause, to_start, to_end, step_left, step_right, eye, closed_eye };
bool icon_button(const char* id, Icon icon, bool lit = false);
// A button that consists of a centred icon, which is brighter under the mouse.
bool plain_icon_button(const char* id, Icon icon, const ImVec2& size, ImU32 color);

// Grey help text without a "(?)" marker.
void hint(const std::string& text);
void tooltip(const char* text);
// A label and a value in two table columns.
void row(const char* label, const std::string& value);
// Sets the speed of playback as a factor.
void speed_slider(Timeline& timeline, float width);
bool begin_rows(const char* id, float label_points = 110);

}  // namespace skelter::widgets

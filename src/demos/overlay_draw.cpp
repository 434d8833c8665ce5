#include <imgui.h>

#include "demos/overlay.h"

namespace skelter::demos {
namespace {

// Converts points to pixels.
struct Scale {
  double pixels_per_point;
  ImVec2 operator()(double x, double y) const {
    return {static_cast<float>(x * pixels_per_point), static_cast<float>(y * pixels_per_point)};
  }
  float operator()(double length) const { return static_cast<float>(length * pixels_per_point); }
};
ImU32 color_of(const Vec3& c, double opacity = 1) {
  return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, static_cast<float>(opacity)});
}

}  // namespace

void draw_overlay(const Overlay& overlay, double pixels_per_point) {
  const Scale point{pixels_per_point};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  for (const OverlayBox& box : overlay.boxes) {
    const ImVec2 from = point(box.x, box.y), to = point(box.x + box.width, box.y + box.height);
    if (box.filled) {
      list.AddRectFilled(from, to, color_of(box.color, box.opacity));
    } else {
      list.AddRect(from, to, color_of(box.color, box.opacity));
    }
  }
  for (const OverlayStroke& line : overlay.strokes)
    list.AddLine(point(line.x0, line.y0), point(line.x1, line.y1), color_of(line.color), point(line.width));
  for (const OverlayDot& dot : overlay.dots)
    list.AddCircleFilled(point(dot.x, dot.y), point(dot.radius), color_of(dot.color));
  for (const OverlayText& text : overlay.texts) {
    const float size = ImGui::GetFontSize() * static_cast<float>(text.size / kLetterSize);
    const auto write = [&](const ImVec2& at, ImU32 color) {
      list.AddText(ImGui::GetFont(), size, at, color, text.text.c_str());
    };
    if (overlay.shaded_texts) write(point(text.x + 1, text.y + 1), IM_COL32(0, 0, 0, 190));
    write(point(text.x, text.y), color_of(text.color));
  }
}

}  // namespace skelter::demos

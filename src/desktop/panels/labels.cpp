// Draws over the view: marks, messages, and instructions while no file is open.

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/document/internal/file_list.h"
#include "viewer/image/internal/picture_marks.h"

namespace skelter {
namespace {

struct Label {
  ImVec2 from, to;  // bounding box
  std::string text;
};

Label label_at(const Vec2d& at, const std::string& text, float unit) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 from{static_cast<float>(at.x) + 5 * unit, static_cast<float>(at.y) - size.y / 2 - unit};
  return {from, {from.x + size.x + 6 * unit, from.y + size.y + 2 * unit}, text};
}

bool overlap(const Label& a, const Label& b) {
  return a.from.x < b.to.x && b.from.x < a.to.x && a.from.y < b.to.y && b.from.y < a.to.y;
}

void draw_label(ImDrawList& list, const Label& label, ImU32 color, float unit) {
  list.AddRectFilled(label.from, label.to, IM_COL32(20, 24, 30, 170), 3 * unit);
  list.AddText({label.from.x + 3 * unit, label.from.y + unit}, color, label.text.c_str());
}

ImU32 color_of(const Vec3& color) {
  return ImGui::GetColorU32(ImVec4(color.x, color.y, color.z, 1));
}

void draw_mark_labels(const std::vector<MarkLabel>& marks, ImDrawList& list, float unit) {
  std::vector<Label> placed;
  for (const MarkLabel& mark : marks) {
    const Label label = label_at(mark.at, mark.text, unit);
    const bool covers =
        std::any_of(placed.begin(), placed.end(), [&](const Label& other) { return overlap(label, other); });
    if (mark.is_name && covers) continue;
    draw_label(list, label, color_of(mark.color), unit);
    if (mark.is_name) placed.push_back(label);
  }
}

void draw_dot(ImDrawList& list, const ImVec2& middle, ImU32 color, float unit) {
  list.AddCircleFilled(middle, 5 * unit, IM_COL32(20, 24, 30, 255));
  list.AddCircleFilled(middle, 3.5f * unit, color);
}

void draw_line(ImDrawList& list, const MarkLine& line, float unit) {
  const ImVec2 from = widgets::point(line.from.x, line.from.y), to = widgets::point(line.to.x, line.to.y);
  const ImU32 color = color_of(line.color);
  list.AddLine(from, to, color, 2 * unit);
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
  if (!line.arrow || length < 12 * unit) return;
  const float x = dx / length * unit, y = dy / length * unit;
  list.AddTriangleFilled({to.x - 5 * x, to.y - 5 * y}, {to.x - 15 * x - 5 * y, to.y - 15 * y + 5 * x},
                         {to.x - 15 * x + 5 * y, to.y - 15 * y - 5 * x}, color);
}

// Draws the message, or the name of the file that is being read.
void draw_message(const ViewerData& data, ImDrawList& list, float unit) {
  const bool is_message = data.message.left_s > 0;
  if (!is_message && !data.awaited) return;
  const std::string text = is_message ? data.message.text : awaited_text(data);
  const auto wrap = static_cast<float>(data.view.width) - 40 * unit;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  const ImVec2 from{static_cast<float>(data.view.x) + 20 * unit,
                    static_cast<float>(data.view.y + data.view.height) - size.y - 20 * unit};
  list.AddRectFilled(
      {from.x - 8 * unit, from.y - 6 * unit}, {from.x + size.x + 8 * unit, from.y + size.y + 6 * unit},
      is_message && data.message.is_error ? IM_COL32(128, 34, 30, 235) : IM_COL32(26, 30, 36, 225), 5 * unit);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), from, IM_COL32(245, 246, 248, 255), text.c_str(),
               nullptr, wrap);
}

void draw_invitation(const ViewerData& data, ImDrawList& list) {
  const char* text = "Drop files or folders here, or press Ctrl+O.   F1: keys";
  const ImVec2 size = ImGui::CalcTextSize(text);
  list.AddText(widgets::point(data.view.x + data.view.width / 2 - double{size.x} / 2,
                              data.view.y + data.view.height / 2),
               IM_COL32(60, 66, 74, 255), text);
}

}  // namespace

void draw_labels(const ViewerData& data, const Layout& layout) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto unit = static_cast<float>(layout.unit);
  const PictureMarks marks = picture_marks(data);
  draw_mark_labels(marks.sides, list, unit);
  list.PushClipRect(widgets::point(data.view.x, data.view.y),
                    widgets::point(data.view.x + data.view.width, data.view.y + data.view.height));
  for (const MarkLine& line : marks.lines) draw_line(list, line, unit);
  for (const MarkDot& dot : marks.dots)
    draw_dot(list, widgets::point(dot.at.x, dot.at.y), color_of(dot.color), unit);
  draw_mark_labels(marks.labels, list, unit);
  if (data.document() == nullptr && !data.awaited) draw_invitation(data, list);
  draw_message(data, list, unit);
  list.PopClipRect();
}

}  // namespace skelter

#include "desktop/panels/widgets.h"

#include <algorithm>

namespace skelter::widgets {
namespace {

void draw_bar(ImDrawList& list, float x, float y, float width, float height, ImU32 color) {
  list.AddRectFilled({x - width / 2, y - height / 2}, {x + width / 2, y + height / 2}, color);
}

// A positive size points to the right, a negative size to the left.
void draw_arrow(ImDrawList& list, float x, float y, float size, float height, ImU32 color) {
  list.AddTriangleFilled({x - size / 2, y - height / 2}, {x - size / 2, y + height / 2}, {x + size / 2, y},
                         color);
}

// Two lids and a pupil; a closed eye is crossed out.
void draw_eye(ImDrawList& list, float x, float y, float r, bool open, ImU32 color) {
  const float line = 0.22f * r;
  constexpr int kParts = 10;
  for (const float lid : {-1.5f, 1.5f}) {
    list.PathLineTo({x - 1.35f * r, y});
    list.PathBezierQuadraticCurveTo({x, y + lid * r}, {x + 1.35f * r, y}, kParts);
    list.PathStroke(color, 0, line);
  }
  if (open)
    list.AddCircleFilled({x, y}, 0.42f * r, color);
  else
    list.AddLine({x - r, y + 0.95f * r}, {x + r, y - 0.95f * r}, color, 1.3f * line);
}

void draw_icon(ImDrawList& list, Icon icon, const ImVec2& middle, float r, ImU32 color) {
  const float x = middle.x, y = middle.y;
  switch (icon) {
    case Icon::play:
      return draw_arrow(list, x, y, 1.7f * r, 2 * r, color);
    case Icon::play_back:
      return draw_arrow(list, x, y, -1.7f * r, 2 * r, color);
    case Icon::pause:
      draw_bar(list, x - 0.5f * r, y, 0.55f * r, 1.8f * r, color);
      return draw_bar(list, x + 0.5f * r, y, 0.55f * r, 1.8f * r, color);
    case Icon::to_start:
      draw_bar(list, x - 0.8f * r, y, 0.35f * r, 1.8f * r, color);
      return draw_arrow(list, x + 0.2f * r, y, -1.4f * r, 1.8f * r, color);
    case Icon::to_end:
      draw_bar(list, x + 0.8f * r, y, 0.35f * r, 1.8f * r, color);
      return draw_arrow(list, x - 0.2f * r, y, 1.4f * r, 1.8f * r, color);
    case Icon::step_left:
      draw_bar(list, x + 0.65f * r, y, 0.35f * r, 1.4f * r, color);
      return draw_arrow(list, x - 0.25f * r, y, -1.1f * r, 1.4f * r, color);
    case Icon::step_right:
      draw_bar(list, x - 0.65f * r, y, 0.35f * r, 1.4f * r, color);
      return draw_arrow(list, x + 0.25f * r, y, 1.1f * r, 1.4f * r, color);
    case Icon::eye:
    case Icon::closed_eye:
      return draw_eye(list, x, y, r, icon == Icon::eye, color);
  }
}

}  // namespace

bool begin_panel(const char* name, const ViewRectangle& place, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos(point(place.x, place.y));
  ImGui::SetNextWindowSize(point(place.width, place.height));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  const bool open =
      ImGui::Begin(name, nullptr,
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                       ImGuiWindowFlags_NoSavedSettings | flags);
  ImGui::PopStyleVar();
  return open;
}

void splitter(const char* name, double x, double y, double height, double unit, double direction,
              double& width) {
  constexpr double kReach = 5, kNarrowest = 160, kWidest = 700;  // points
  ImGui::SetNextWindowPos(point(x - kReach * unit / 2, y));
  ImGui::SetNextWindowSize(point(kReach * unit, height));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBackground);
  ImGui::InvisibleButton("edge", point(kReach * unit, std::max(height, 1.0)));
  if (ImGui::IsItemActive())
    width = std::clamp(width + direction * double{ImGui::GetIO().MouseDelta.x} / unit, kNarrowest, kWidest);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_ButtonActive));
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

bool icon_button(const char* id, Icon icon, bool lit) {
  const float height = ImGui::GetFrameHeight();
  if (lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
  const bool pressed = ImGui::Button(id, {height * 1.35f, height});
  if (lit) ImGui::PopStyleColor();
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {(from.x + to.x) / 2, (from.y + to.y) / 2}, height * 0.24f,
            ImGui::GetColorU32(ImGuiCol_Text));
  return pressed;
}

bool plain_icon_button(const char* id, Icon icon, const ImVec2& size, ImU32 color) {
  const bool pressed = ImGui::InvisibleButton(id, size);
  if (ImGui::IsItemHovered()) color = ImGui::GetColorU32(ImGuiCol_Text);
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {(from.x + to.x) / 2, (from.y + to.y) / 2},
            0.36f * ImGui::GetFontSize(), color);
  return pressed;
}

void hint(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void tooltip(const char* text) {
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
}

bool begin_rows(const char* id, float label_points) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingStretchProp)) return false;
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed,
                          label_points * ImGui::GetFontSize() / 15);
  ImGui::TableSetupColumn("value");
  return true;
}

void row(const char* label, const std::string& value) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", label);
  ImGui::TableNextColumn();
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopTextWrapPos();
}

void speed_slider(Timeline& timeline, float width) {
  auto speed = static_cast<float>(timeline.speed);
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderFloat("##speed", &speed, 0.01f, 10, "speed %.2f", ImGuiSliderFlags_Logarithmic))
    timeline.speed = std::clamp(double{speed}, Timeline::kSlowest, Timeline::kFastest);
  tooltip("Speed; [ and ] halve and double it, \\ makes it 1");
}

}  // namespace skelter::widgets

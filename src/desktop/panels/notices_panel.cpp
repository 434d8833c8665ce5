// Banners over the view with notices about the file and one-click fixes, and the menu badge with the number
// of warnings and errors.

#include "viewer/document/internal/notices.h"

#include <fmt/format.h>
#include <imgui.h>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/command/internal/actions.h"

namespace skelter {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void draw_banner(ViewerData& data, const Banner& banner, float wrap_at) {
  ImGui::PushID(banner.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos(wrap_at);
  ImGui::TextUnformatted(banner.text.c_str());
  ImGui::PopTextWrapPos();
  if (!banner.button.empty()) {
    ImGui::SameLine();
    if (ImGui::Button(banner.button.c_str()))
      if (const auto answered = answer_banner(data, banner.name); !answered) say(data, answered.error());
  }
  ImGui::SameLine();
  if (ImGui::Button("x")) dismiss_banner(data, banner.name);
  widgets::tooltip("Do not show this again");
  ImGui::PopID();
}

}  // namespace

void draw_banners(ViewerData& data) {
  const std::vector<Banner> list = banners(data);
  if (list.empty()) return;
  const float unit = ImGui::GetFontSize() / 15;
  ImGui::SetNextWindowPos(widgets::point(data.view.x + 10 * double{unit}, data.view.y + 10 * double{unit}));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0.22f, 0.19f, 0.10f, 0.93f));
  if (ImGui::Begin("banners", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus))
    for (const Banner& banner : list)
      draw_banner(data, banner, std::max(static_cast<float>(data.view.width) - 230 * unit, 120 * unit));
  ImGui::End();
  ImGui::PopStyleColor();
}

void draw_badge(ViewerData& data) {
  const NoticeCounts counts = count_notices(data);
  std::vector<std::pair<std::string, ImVec4>> parts;
  if (counts.errors > 0) parts.push_back({counted(counts.errors, "error"), ImVec4(0.75f, 0.20f, 0.17f, 1)});
  if (counts.warnings > 0)
    parts.push_back({counted(counts.warnings, "warning"), ImVec4(0.62f, 0.44f, 0.06f, 1)});
  const ImGuiStyle& style = ImGui::GetStyle();
  float width = 0;
  for (const auto& part : parts)
    width += ImGui::CalcTextSize(part.first.c_str()).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
  ImGui::SetCursorPosX(std::max(ImGui::GetWindowWidth() - width, ImGui::GetCursorPosX()));
  for (const auto& part : parts) {
    ImGui::PushStyleColor(ImGuiCol_Button, part.second);
    if (ImGui::SmallButton(part.first.c_str())) show_messages(data);
    ImGui::PopStyleColor();
    widgets::tooltip("Shows them in the Report tab");
  }
}

}  // namespace skelter

// Menu bar, and the dialogs for typing a path.

#include <imgui.h>
#include <imgui_stdlib.h>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/notices.h"

namespace skelter {
namespace {

void draw_recent(ViewerData& data) {
  if (!ImGui::BeginMenu("Recent", !data.recent.empty())) return;
  std::string chosen;
  for (const std::string& path : data.recent)
    if (ImGui::MenuItem(path.c_str())) chosen = path;
  ImGui::EndMenu();
  if (!chosen.empty()) (void)open_paths(data, {chosen});  // open_paths() reports errors
}

void draw_file_menu(ViewerData& data) {
  if (!ImGui::BeginMenu("File")) return;
  if (ImGui::MenuItem("Open...", "Ctrl+O")) data.dialogs.open = true;
  draw_recent(data);
  const bool any = data.document() != nullptr;
  if (ImGui::MenuItem("Read again", "F5", false, any))
    if (const auto reloaded = reload_file(data, data.state.active_file); !reloaded)
      say(data, reloaded.error());
  if (ImGui::MenuItem("Close", nullptr, false, any)) close_file(data, data.state.active_file);
  ImGui::Separator();
  if (ImGui::MenuItem("Save this view...", "Ctrl+S", false, any)) data.dialogs.save_view = true;
  if (ImGui::MenuItem("Copy this view as text", "Ctrl+C", false, any))
    ImGui::SetClipboardText(to_json_text(with_absolute_paths(data.state)).c_str());
  ImGui::Separator();
  if (ImGui::MenuItem("Screenshot", "F12", false, any)) take_screenshot(data);
  if (ImGui::MenuItem("Export and convert...", "Ctrl+E", false, any)) data.state.panels.tab = kExportTab;
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) data.wants_to_quit = true;
  ImGui::EndMenu();
}

void draw_view_menu(ViewerData& data) {
  if (!ImGui::BeginMenu("View")) return;
  for (const ShownToggle& toggle : shown_toggles()) {
    const char key[2] = {toggle.key, 0};
    ImGui::MenuItem(toggle.label, key, &(data.state.shown.*toggle.part));
  }
  ImGui::Separator();
  ImGui::MenuItem("Files, clips, frames", "F2", &data.state.panels.browser);
  ImGui::MenuItem("Inspector", "F3", &data.state.panels.inspector);
  ImGui::MenuItem("Timeline", "F4", &data.state.panels.timeline);
  ImGui::EndMenu();
}

void draw_camera_menu(ViewerData& data) {
  if (!ImGui::BeginMenu("Camera")) return;
  if (ImGui::MenuItem("Fit", "F")) fit_view(data);
  ImGui::MenuItem("Orthographic", "O", &data.state.camera.parallel);
  ImGui::Separator();
  const std::tuple<const char*, const char*, AxisView> views[] = {
      {"Front", "Pad 1", AxisView::front}, {"Back", "Ctrl+Pad 1", AxisView::back},
      {"Right", "Pad 3", AxisView::right}, {"Left", "Ctrl+Pad 3", AxisView::left},
      {"Top", "Pad 7", AxisView::top},     {"Bottom", "Ctrl+Pad 7", AxisView::bottom}};
  for (const auto& view : views)
    if (ImGui::MenuItem(std::get<0>(view), std::get<1>(view))) look(data, std::get<2>(view));
  ImGui::EndMenu();
}

// Draws a dialog with a path field. Returns true when the user confirms it.
bool path_dialog(const char* title, const char* button, bool& open, std::string& path, const Layout& layout,
                 const std::vector<std::string>& offers) {
  if (!open) return false;
  ImGui::SetNextWindowPos(widgets::point(layout.width / 2, layout.height / 3), ImGuiCond_Always,
                          {0.5f, 0.5f});
  ImGui::SetNextWindowSize(widgets::point(std::min(560 * layout.unit, layout.width), 0));
  bool given = false;
  if (ImGui::Begin(title, &open,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoResize | ImGuiWindowFlags_AlwaysAutoResize)) {
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-80 * static_cast<float>(layout.unit));
    given = ImGui::InputText("##path", &path, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    given = ImGui::Button(button, {-1, 0}) || given;
    for (const std::string& offer : offers)
      if (ImGui::Selectable(offer.c_str())) {
        path = offer;
        given = true;
      }
  }
  ImGui::End();
  given = given && !path.empty();
  if (given) open = false;
  return given;
}

}  // namespace

void draw_menu(ViewerData& data, const Layout&) {
  if (!ImGui::BeginMainMenuBar()) return;
  draw_file_menu(data);
  draw_view_menu(data);
  draw_camera_menu(data);
  if (ImGui::MenuItem("Help", "F1")) data.state.panels.help = !data.state.panels.help;
  draw_badge(data);
  ImGui::EndMainMenuBar();
}

void draw_dialogs(ViewerData& data, const Layout& layout) {
  Dialogs& dialogs = data.dialogs;
  if (path_dialog("Open a file, a folder or a saved view", "Open", dialogs.open, dialogs.path, layout,
                  data.recent))
    (void)open_paths(data, {dialogs.path});  // open_paths() reports errors
  if (path_dialog("Look for textures in this folder", "Look", dialogs.textures, dialogs.path, layout, {}))
    if (const auto answered = answer_banner(data, "textures", dialogs.path); !answered)
      say(data, answered.error());
  if (path_dialog("Save this view (.json)", "Save", dialogs.save_view, dialogs.path, layout, {}))
    if (const auto saved = save_view(data, dialogs.path); !saved) say(data, saved.error());
}

}  // namespace skelter

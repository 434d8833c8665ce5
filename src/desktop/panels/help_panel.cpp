// Key bindings, shown by F1, ? and H.

#include <imgui.h>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"

namespace skelter {
namespace {

struct KeyHelp {
  const char* keys;
  const char* what;
};
constexpr KeyHelp kTime[] = {{"Space", "play, pause"},
                             {"B", "play backward"},
                             {"Left, Right", "one frame"},
                             {"Shift + Left, Right", "ten frames"},
                             {"Home, End", "start, end"},
                             {"L", "once, loop, ping-pong"},
                             {"[  ]  \\", "half, double, normal speed"},
                             {"Page Up, Page Down", "previous clip, next clip"},
                             {"Tab, Shift + Tab", "next, previous file"}};
constexpr KeyHelp kView[] = {{"1 to 9", "skeleton, names, axes, wireframe, normals,"},
                             {"", "bounds, grid, shadow, meshes"},
                             {"W, U, N", "weights, unlit, lit (normal)"},
                             {"I", "isolate the chosen joint"},
                             {"Click", "choose a joint or a vertex"},
                             {"Escape", "choose nothing"},
                             {"F2, F3, F4", "left, right, lower panel"}};
constexpr KeyHelp kCamera[] = {
    {"Drag", "turn"}, {"Right or Shift drag", "move"}, {"Wheel", "nearer, farther"},
    {"F", "fit"},     {"O", "perspective on or off"},  {"Pad 1, 3, 7", "front, right, top; Ctrl: opposite"}};
constexpr KeyHelp kFiles[] = {{"Ctrl + O", "open"},     {"Ctrl + S", "save this view"}, {"F5", "read again"},
                              {"F12", "screenshot"},    {"Ctrl + E", "export"},         {"Ctrl + Q", "quit"},
                              {"F1, ?, H", "this list"}};

template <std::size_t N>
void draw_keys(const char* title, const KeyHelp (&keys)[N], float unit) {
  ImGui::TextDisabled("%s", title);
  for (const KeyHelp& key : keys) {
    ImGui::TextUnformatted(key.keys);
    ImGui::SameLine(160 * unit);
    ImGui::TextUnformatted(key.what);
  }
  ImGui::Spacing();
}

}  // namespace

void draw_help(ViewerData& data, const Layout& layout) {
  if (!data.state.panels.help) return;
  ImGui::SetNextWindowPos(widgets::point(layout.width / 2, layout.height / 2), ImGuiCond_Always,
                          {0.5f, 0.5f});
  if (ImGui::Begin("Keys", &data.state.panels.help,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoSavedSettings)) {
    const auto unit = static_cast<float>(layout.unit);
    ImGui::BeginGroup();
    draw_keys("Time", kTime, unit);
    draw_keys("Camera", kCamera, unit);
    ImGui::EndGroup();
    ImGui::SameLine(0, 30 * unit);
    ImGui::BeginGroup();
    draw_keys("View", kView, unit);
    draw_keys("Files", kFiles, unit);
    ImGui::EndGroup();
  }
  ImGui::End();
}

}  // namespace skelter

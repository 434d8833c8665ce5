// Right: tabs about the view, the selection, and the file.

#include <imgui.h>

#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace skelter {
namespace {

struct Tab {
  const char* name;
  void (*draw)(ViewerData&);
};
constexpr Tab kTabs[] = {{"View", draw_view_tab},     {"Selection", draw_selection_tab},
                         {"Tracks", draw_tracks_tab}, {"Compare", draw_compare_tab},
                         {"Export", draw_export_tab}, {"Report", draw_report_tab}};

}  // namespace

void draw_inspector(ViewerData& data, const Layout& layout) {
  if (!data.state.panels.inspector) return;
  if (widgets::begin_panel("inspector", layout.inspector) && ImGui::BeginTabBar("tabs")) {
    // The state says which tab is open, also when a script or a saved view changed it.
    static_assert(std::size(kTabs) > 0);
    for (std::uint32_t i = 0; i < std::size(kTabs); ++i) {
      const bool wanted = data.tab_to_open == i;
      if (!ImGui::BeginTabItem(kTabs[i].name, nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0)) continue;
      if (!data.tab_to_open || wanted) data.state.panels.tab = i;
      ImGui::BeginChild("tab");
      kTabs[i].draw(data);
      ImGui::EndChild();
      ImGui::EndTabItem();
    }
    if (data.tab_to_open == data.state.panels.tab) data.tab_to_open.reset();
    ImGui::EndTabBar();
  }
  ImGui::End();
  widgets::splitter("inspector edge", layout.inspector.x, layout.inspector.y, layout.inspector.height,
                    layout.unit, -1, data.state.panels.inspector_width);
}

}  // namespace skelter

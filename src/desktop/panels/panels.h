#pragma once
// The panels: functions over the viewer's data, called once per frame inside a Dear ImGui frame.

#include "desktop/layout.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

void draw_menu(ViewerData& data, const Layout& layout);
void draw_browser(ViewerData& data, const Layout& layout);  // files, clips, nodes
void draw_timeline(ViewerData& data, const Layout& layout);
void draw_weight_curves(ViewerData& data, float unit);  // shown instead of its scrub bar while tracks play
void draw_track_legend(const Scene& scene, const MixState& mix);  // on the same line, as far as space permits
std::uint32_t track_color(std::uint32_t track, int alpha = 255);  // colour of the track's curve
void draw_inspector(ViewerData& data, const Layout& layout);      // tabs, see below
void draw_labels(const ViewerData& data, const Layout& layout);   // over the view: joint names, message
void draw_banners(ViewerData& data);                              // over the view
void draw_badge(ViewerData& data);                                // in the menu bar
void draw_help(ViewerData& data, const Layout& layout);
void draw_dialogs(ViewerData& data, const Layout& layout);  // open, save view

// Tabs of the inspector.
void draw_view_tab(ViewerData& data);
void draw_selection_tab(ViewerData& data);
void draw_tracks_tab(ViewerData& data);
void draw_compare_tab(ViewerData& data);
void draw_error_curve(ViewerData& data);  // part of the Compare tab
void draw_export_tab(ViewerData& data);
void draw_report_tab(ViewerData& data);
void draw_matrix_tab(ViewerData& data);
void draw_graph_tab(ViewerData& data);
void draw_check_tab(ViewerData& data);

}  // namespace skelter

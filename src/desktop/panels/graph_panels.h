#pragma once
// Of the animation graph: what its panels share.

#include <cstdint>
#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Below: the bands of its recording, in place of the clip's bar.
void draw_graph_transport(ViewerData& data, float unit);
void draw_graph_bands(ViewerData& data, float unit);
// In the tab Graph: states and transitions, in the room that is left.
void draw_graph_picture(ViewerData& data, float unit);

std::uint32_t band_color(std::uint32_t name, int alpha = 255);  // of GraphRecording::band_names()

}  // namespace skelter

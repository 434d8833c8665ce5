#pragma once
// Shared parts of the animation graph's panels.

#include <cstdint>
#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Bottom panel: the bands of the recording, instead of the clip's scrub bar.
void draw_graph_transport(ViewerData& data, float unit);
void draw_graph_bands(ViewerData& data, float unit);
// Graph tab: states and transitions, drawn in the remaining space.
void draw_graph_picture(ViewerData& data, float unit);

std::uint32_t band_color(std::uint32_t name, int alpha = 255);  // by index in GraphRecording::band_names()

}  // namespace skelter

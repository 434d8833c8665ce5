#pragma once
// Layout of a recording's bands: a row per top layer, with a colour per clip of a state, as high as its
// weight at that time. The panel draws it; tests and reports read it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/graph/graph_recording.h"

namespace skelter {

// A row. Colours are stacked in order of first appearance.
struct GraphBandRow {
  std::string layer;
  std::vector<std::uint32_t> names;  // indices into GraphRecording::band_names()
  double highest = 1;                // at the upper edge; above 1 only in additive layers
};
std::vector<GraphBandRow> band_rows(const GraphRecording& recording);

// Height of a colour: its weight in the layer times the layer's strength, that is, its share of the pose
// without masks. Additive layers: the weight.
double band_height(const GraphRecording& recording, const GraphFrame& frame, std::uint32_t name);

// The colour at a height of a row, from 0 to GraphBandRow::highest; none above all of them.
std::optional<std::uint32_t> band_at(const GraphRecording& recording, const GraphFrame& frame,
                                     const GraphBandRow& row, double height);

// The visible time range: the given number of seconds, including the shown frame.
struct GraphWindow {
  double from_s = 0, to_s = 1;
};
GraphWindow seen_window(const GraphRecording& recording, double seconds);

// Frames of the window plus one before and one after it, at most one per `step_s`.
std::vector<std::size_t> seen_frames(const GraphRecording& recording, const GraphWindow& window,
                                     double step_s);

}  // namespace skelter

#pragma once
// Layout of a recording's bands: one row per top layer, with one colour for each clip of a state. The height
// of a colour is the weight at that time. Used by the panel, tests and reports.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/graph/graph_recording.h"

namespace skelter {

// One row of bands. Colours are stacked in the order in which they first appear.
struct GraphBandRow {
  std::string layer;
  std::vector<std::uint32_t> names;  // indices into GraphRecording::band_names()
  double highest = 1;                // at the upper edge; above 1 only in additive layers
};
std::vector<GraphBandRow> band_rows(const GraphRecording& recording);

// Height of a colour: its weight in the layer times the layer's strength, which is its share of the pose if
// masks are ignored. In additive layers: the weight.
double band_height(const GraphRecording& recording, const GraphFrame& frame, std::uint32_t name);

// Returns the colour at a height in the row, from 0 to GraphBandRow::highest, or none above the topmost
// colour.
std::optional<std::uint32_t> band_at(const GraphRecording& recording, const GraphFrame& frame,
                                     const GraphBandRow& row, double height);

// The visible time range, which includes the shown frame.
struct GraphWindow {
  double from_s = 0, to_s = 1;
};
GraphWindow seen_window(const GraphRecording& recording, double seconds);

// The frames in the window and one on each side of it, at most one per `step_s`.
std::vector<std::size_t> seen_frames(const GraphRecording& recording, const GraphWindow& window,
                                     double step_s);

}  // namespace skelter

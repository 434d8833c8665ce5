#pragma once
// What the bands of a recording show: a row for each top layer, in it a colour for each clip of a state, as
// high as it weighs at that moment. The panel draws this; tests and reports read it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/content/graph_recording.h"

namespace skelter {

// A row. Colours lie on each other in the order in which they first came.
struct GraphBandRow {
  std::string layer;
  std::vector<std::uint32_t> names;  // of GraphRecording::band_names()
  double highest = 1;                // of the upper edge; more than 1 in additive layers only
};
std::vector<GraphBandRow> band_rows(const GraphRecording& recording);

// How high a colour is: its weight in the layer times the strength of the layer, that is, what it takes of
// the picture where no mask is. Additive ones: the weight.
double band_height(const GraphRecording& recording, const GraphFrame& frame, std::uint32_t name);

// What is at a height of a row, from 0 to GraphBandRow::highest; nothing above all of them.
std::optional<std::uint32_t> band_at(const GraphRecording& recording, const GraphFrame& frame,
                                     const GraphBandRow& row, double height);

// The part of the time that is seen: so many seconds, with the shown frame in it.
struct GraphWindow {
  double from_s = 0, to_s = 1;
};
GraphWindow seen_window(const GraphRecording& recording, double seconds);

// Frames of the window with one before and one after it, at most one per step of so many seconds.
std::vector<std::size_t> seen_frames(const GraphRecording& recording, const GraphWindow& window,
                                     double step_s);

}  // namespace skelter

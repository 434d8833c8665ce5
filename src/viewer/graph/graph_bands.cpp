#include "viewer/graph/internal/graph_bands.h"

#include <algorithm>

#include "play/internal/format/graph_records.h"

namespace skelter {
std::vector<GraphBandRow> band_rows(const GraphRecording& recording) {
  std::vector<GraphBandRow> rows;
  const auto row_of = [&](const std::string& layer) -> GraphBandRow& {
    for (GraphBandRow& row : rows)
      if (row.layer == layer) return row;
    rows.push_back({layer, {}, 1});
    return rows.back();
  };
  const OpenGraph& graph = *recording.graph();
  for (std::uint32_t i = 0; i < graph.view.top_layers; ++i) (void)row_of(graph.layer_name(i));
  for (std::uint32_t i = 0; i < recording.band_names().size(); ++i)
    row_of(recording.band_names()[i].layer).names.push_back(i);
  for (const GraphFrame& frame : recording.frames())
    for (GraphBandRow& row : rows) {
      double sum = 0;
      for (const GraphBand& band : frame.bands)
        if (const GraphBandName& name = recording.band_names()[band.name];
            name.additive && name.layer == row.layer)
          sum += std::max(band.weight, 0.0);
      row.highest = std::max(row.highest, sum);
    }
  return rows;
}

double band_height(const GraphRecording& recording, const GraphFrame& frame, std::uint32_t name) {
  const GraphBandName& known = recording.band_names()[name];
  for (const GraphBand& band : frame.bands)
    if (band.name == name)
      return known.additive ? std::max(band.weight, 0.0) : band.weight * frame.strengths[band.layer];
  return 0;
}

std::optional<std::uint32_t> band_at(const GraphRecording& recording, const GraphFrame& frame,
                                     const GraphBandRow& row, double height) {
  double top = 0;
  for (const std::uint32_t name : row.names) {
    top += band_height(recording, frame, name);
    if (height < top) return name;
  }
  return std::nullopt;
}

GraphWindow seen_window(const GraphRecording& recording, double seconds) {
  const double first_s = recording.frames().front().time_s, last_s = recording.frames().back().time_s;
  const double shown_s = recording.shown().time_s;
  // The window shows the end of the recording unless the shown frame is earlier. A margin stays at each side.
  double from_s = std::max(last_s - 0.95 * seconds, first_s);
  if (shown_s < from_s + 0.1 * seconds) from_s = std::max(shown_s - 0.1 * seconds, first_s);
  return {from_s, from_s + seconds};
}

std::vector<std::size_t> seen_frames(const GraphRecording& recording, const GraphWindow& window,
                                     double step_s) {
  const std::deque<GraphFrame>& frames = recording.frames();
  std::vector<std::size_t> seen;
  const std::size_t last = std::min(recording.frame_at(window.to_s) + 1, frames.size() - 1);
  for (std::size_t i = recording.frame_at(window.from_s); i <= last; ++i)
    if (seen.empty() || i == last || frames[i].time_s - frames[seen.back()].time_s >= step_s)
      seen.push_back(i);
  return seen;
}

}  // namespace skelter

#include "desktop/layout.h"

#include "play/internal/format/graph_records.h"

namespace skelter {

Layout layout_of(const ViewerData& data, const FrameSize& size) {
  constexpr double kWithClip = 92, kRow = 44, kAround = 62, kMax = 330;
  double below = kWithClip;
  if (data.state.graph.on && data.graph.recording) {
    const double rows = data.graph.recording->graph()->view.top_layers;
    below = std::min(kAround + kRow * std::max(rows, 2.0), kMax);
  }
  return layout_of(data.state.panels, size, below);
}

}  // namespace skelter

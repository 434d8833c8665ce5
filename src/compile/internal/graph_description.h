#pragma once
// GraphDescription: an animation graph between its text and its blob.

#include <cstdint>
#include <string>
#include <vector>

#include "play/internal/format/graph_records.h"
#include "skelter/core/aligned_bytes.h"

namespace skelter {

// A graph as records with the indices of GraphRecords; build_graph writes them.
struct GraphDescription {
  std::string name;
  std::uint16_t top_layers = 0;
  std::uint16_t clip_count = 0, mask_count = 0;  // clip and mask counts of the character
  std::vector<GraphParameterRecord> parameters;
  std::vector<GraphMotion> motions;
  std::vector<GraphPoint> points;
  std::vector<GraphTriangle> triangles;
  std::vector<GraphEdge> edges;
  std::vector<GraphClipMarkers> clip_markers;
  std::vector<GraphMarker> markers;
  std::vector<GraphGroup> groups;
  std::vector<GraphMachine> machines;
  std::vector<GraphNode> nodes;
  std::vector<GraphMoment> moments;
  std::vector<GraphTransition> transitions;
  std::vector<GraphOp> ops;
  std::vector<double> constants;
  std::vector<GraphLayer> layers;
  std::vector<GraphSlot> slots;
  std::vector<GraphEventRule> event_rules;
  std::vector<GraphProfile> profiles;
  std::vector<float> profile_rates;
  std::vector<std::string> strings;  // names
};

// The blob for read_graph, without the masks of profiles. The same records give the same bytes.
AlignedBytes build_graph(const GraphDescription& graph);

// The records as a view, without the checks of read_graph. It points into `graph`; strings are missing.
GraphRecords view_of(const GraphDescription& graph);

}  // namespace skelter

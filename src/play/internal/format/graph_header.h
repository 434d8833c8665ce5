#pragma once
// The header of a compiled graph: docs/pack-format.md. read_graph() reads it, and `compile` writes it.

#include <cstdint>

#include "play/internal/format/graph_records.h"
#include "runtime/internal/format/blob.h"

namespace skelter {

struct GraphHeader {
  std::uint32_t version = kGraphVersion;
  std::uint32_t name = 0;        // name of the graph, for messages
  std::uint64_t hash = 0;        // hash of everything else in the blob, stored in states; not 0
  std::uint16_t top_layers = 0;  // at least 1
  std::uint16_t clip_count = 0;  // number of clips of the character that the graph was made for
  std::uint16_t mask_count = 0;  // number of masks of that character's skeleton, without those of graphs
  std::uint16_t reserved = 0;
  BlobArray parameters, motions, points, triangles, edges, clip_markers, markers, groups, machines, nodes,
      moments, transitions, ops, constants, layers, slots, event_rules, profiles, profile_rates, string_begin,
      strings;
};

}  // namespace skelter

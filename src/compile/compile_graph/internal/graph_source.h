#pragma once
// Animation graphs: compiles the text of a *.graph.json file into the blob that play/graph.h runs.
// docs/graph.md has the format and every check.
//
// All errors of a file are found in one run, each with line, column and JSON pointer.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "play/internal/format/graph_records.h"
#include "skelter/compile/settings.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/play/character_data.h"

namespace skelter {

// --- the character of a graph -----------------------------------------------------------------------------

// The character data that a graph needs: of a real character, or of a description.
struct GraphCharacter {
  struct Clip {
    std::string name;
    double duration_s = 0;
    bool loops = false;
    bool additive = false;
    double speed_m_s = 0;                                // described characters only: straight along z
    std::vector<std::pair<double, std::string>> events;  // by time
  };
  struct Mask {
    std::string name;
    std::vector<std::pair<std::string, float>> joints;  // joints not listed: 0. Real characters: empty
  };
  std::vector<Clip> clips;          // in pack order
  std::vector<Mask> masks;          // in skeleton order
  std::vector<std::string> joints;  // empty: unknown, names of joints are not checked
};

// From a pack or any other model. Prepares all clips. Errors: those of CharacterData::prepare.
Result<GraphCharacter> graph_character(const CharacterData& data);

// From one clip; the name may differ from the clip's own, as in packs.
GraphCharacter::Clip graph_clip_facts(std::string name, const ClipView& clip);

// A described character from JSON, in the format of `skelter graph`. If the JSON is wrong: an empty character
// and the errors.
struct GraphCharacterSource {
  GraphCharacter character;
  std::vector<Diagnostic> diagnostics;  // in file order
  bool ok() const { return diagnostics.empty(); }
};
GraphCharacterSource read_graph_character(std::string_view json, const std::string& file);

// --- reading ----------------------------------------------------------------------------------------------

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

struct GraphSource {
  GraphDescription graph;               // can be built only if ok()
  std::vector<Diagnostic> diagnostics;  // per file in its order, the first file first
  std::vector<std::string> files;       // all files read, the graph's own first
  // Names by clip and mask index: the character's, or without a character those that the graph uses.
  std::vector<std::string> clips, masks;
  std::vector<MaskSettings> profile_masks;  // one per profile, in this order: rates divided by 4
  std::vector<std::string> conditions;      // text per transition of the graph

  bool ok() const;  // no errors
};

struct GraphReading {
  const GraphCharacter* character = nullptr;  // null: names of clips, masks and joints are not checked
  // Returns the text of a sub-graph's file, by its path relative to the first file; empty: no sub-graphs.
  std::function<Result<std::string>(const std::string& file)> read_text;
};

// `file` is the name of the text in messages; sub-graphs are looked for next to the file that references
// them. Never fails: errors are among the diagnostics, under stable codes (docs/graph.md).
GraphSource read_graph_source(std::string_view json, const std::string& file,
                              const GraphReading& reading = {});

// The blob for read_graph. The same records give the same bytes. A graph with profiles must be built for the
// skeleton of its character: the first function adds the masks of the profiles. Precondition: the source has
// no errors.
AlignedBytes build_graph(const GraphSource& source, const Skeleton& skeleton);
AlignedBytes build_graph(const GraphDescription& graph);

// The records as a view, without the checks of read_graph. It points into `graph`; strings are missing.
GraphRecords view_of(const GraphDescription& graph);

}  // namespace skelter

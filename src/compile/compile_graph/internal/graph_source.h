#pragma once
// Animation graphs: compiles the text of a *.graph.json file to the blob that play/graph.h plays.
// docs/graph.md documents the format and every check.
//
// All errors in a file are reported in one run, each with line, column and JSON pointer.

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

// The data that a graph needs from its character, which may be a real character or a description.
struct GraphCharacter {
  struct Clip {
    std::string name;
    double duration_s = 0;
    bool loops = false;
    bool additive = false;
    double speed_m_s = 0;                                // only for described characters: speed straight
                                                         // along z
    std::vector<std::pair<double, std::string>> events;  // sorted by time
  };
  struct Mask {
    std::string name;
    std::vector<std::pair<std::string, float>> joints;  // unlisted joints have weight 0; empty for real
                                                        // characters
  };
  std::vector<Clip> clips;          // in pack order
  std::vector<Mask> masks;          // in skeleton order
  std::vector<std::string> joints;  // empty: unknown, so names of joints are not checked
};

// Collects the data from a pack or any other model. Prepares all clips. Errors: the errors of
// CharacterData::prepare.
Result<GraphCharacter> graph_character(const CharacterData& data);

// Collects the data of one clip. `name` may differ from the clip's own name, as in packs.
GraphCharacter::Clip graph_clip_facts(std::string name, const ClipView& clip);

// Reads a described character from JSON, in the format of `skelter graph`. If the JSON is wrong, the
// character is empty and diagnostics contain the errors.
struct GraphCharacterSource {
  GraphCharacter character;
  std::vector<Diagnostic> diagnostics;  // in file order
  bool ok() const { return diagnostics.empty(); }
};
GraphCharacterSource read_graph_character(std::string_view json, const std::string& file);

// --- reading ----------------------------------------------------------------------------------------------

// A graph as records with the indices of GraphRecords, from which build_graph makes a blob.
struct GraphDescription {
  std::string name;
  std::uint16_t top_layers = 0;
  std::uint16_t clip_count = 0, mask_count = 0;  // numbers of clips and masks of the character
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
  GraphDescription graph;               // can only be built if ok()
  std::vector<Diagnostic> diagnostics;  // grouped by file, in file order; the graph's own file comes first
  std::vector<std::string> files;       // all files read, starting with the graph's own
  // Names by clip and mask index: the names of the character or, without a character, the names that the
  // graph uses.
  std::vector<std::string> clips, masks;
  std::vector<MaskSettings> profile_masks;  // one per profile, in the same order: rates divided by 4
  std::vector<std::string> conditions;      // condition texts, per transition of the graph

  bool ok() const;  // whether there are no errors
};

struct GraphReading {
  const GraphCharacter* character = nullptr;  // null: names of clips, masks and joints are not checked
  // Returns the text of a sub-graph file, given its path relative to the first file. Empty: sub-graphs are
  // not available.
  std::function<Result<std::string>(const std::string& file)> read_text;
};

// `file`: name of the text in messages. Sub-graphs are searched next to the file that references them. Never
// fails: errors are among the diagnostics, with stable codes (docs/graph.md).
GraphSource read_graph_source(std::string_view json, const std::string& file,
                              const GraphReading& reading = {});

// Builds the blob for read_graph. Equal records give equal bytes. A graph with profiles must be built for the
// skeleton of its character, because the first function adds the masks of the profiles. Precondition: the
// source has no errors.
AlignedBytes build_graph(const GraphSource& source, const Skeleton& skeleton);
AlignedBytes build_graph(const GraphDescription& graph);

// Views the records without the checks of read_graph. The view points into `graph` and contains no strings.
GraphRecords view_of(const GraphDescription& graph);

}  // namespace skelter

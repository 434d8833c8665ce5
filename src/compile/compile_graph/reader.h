#pragma once
// Converts the text of a graph and its sub-graphs to records (GraphDescription). Steps that need all names
// run at the end, in checks.cpp.

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compile_graph/condition.h"
#include "compile/compile_graph/internal/graph_source.h"
#include "compile/json/internal/json_spot.h"

namespace skelter::compile {

inline constexpr std::size_t kMaxGraphText = std::size_t{4} << 20;  // bytes per file
inline constexpr std::size_t kMaxGraphErrors = 2000;                // reading stops at this number
inline constexpr std::size_t kMaxGraphRecords = 60'000;             // motions, points, states, ...

const std::array<std::string_view, kJsonFaults>& graph_codes();

// A file, read only once even if it is used several times.
struct GraphFile {
  GraphFile(std::string path_, std::string text_);
  std::string path, text;
  JsonErrors errors;
  std::optional<Json> json;  // empty after an error
  JsonPositions places;
};
// Appends errors as diagnostics in file order, one per code and position.
void append_diagnostics(const GraphFile& file, std::vector<Diagnostic>& out);

class GraphReader {
 public:
  explicit GraphReader(const GraphReading& reading);
  GraphSource run(std::string_view json, const std::string& path);

 private:
  // --- context ---------------------------------------------------------------------------------------------

  // Names with unreadable definitions. The definitions have already been reported, so uses of these names are
  // not errors.
  struct Unread {
    bool all = false;
    std::set<std::string, std::less<>> names;
    bool has(std::string_view name) const { return all || names.find(name) != names.end(); }
  };
  // The names that are visible in one use of a file.
  struct Scope {
    GraphFile* file = nullptr;
    const Scope* outer = nullptr;
    std::string prefix;  // prefix of the paths of its states: "" or "body/ground/"
    std::map<std::string, std::uint16_t, std::less<>> parameters, groups, profiles;
    Unread unread_parameters, unread_groups, unread_profiles;
  };
  struct Where {
    std::uint16_t state = kNone16, layer = kNone16;  // innermost enclosing state and layer
    std::uint32_t depth = 0;
    bool base = true;  // whether this motion must produce a pose
    bool additive = false;
    bool any_kind = false;  // the layer's mode is unreadable, so clips may be additive or not
    bool in_blend = false;
    std::string path;
  };

  // Data for checks that is not in the records, by record index.
  struct MotionNote {
    JsonSpot spot;
    std::optional<JsonSpot> sync;
    std::optional<bool> loop;  // as given in the file
    bool outermost = false;
  };
  struct MachineNote {
    std::vector<JsonSpot> states;  // per state
    bool complete = true;          // whether all states and transitions were readable
  };
  struct TransitionNote {
    JsonSpot spot;
    bool complete = true;
  };
  struct LaterWord {  // a word in a condition
    JsonSpot spot;
    std::uint32_t transition = 0;
    std::uint16_t state = kNone16;  // source of the transition; kNone16: any
    ConditionWord word;
    std::string prefix;
  };
  struct ClipMarks {
    std::vector<std::pair<std::string, double>> marks;
    std::string file;
  };

  // --- reader.cpp: a file ----------------------------------------------------------------------------------

  using Names = std::map<std::string, std::uint16_t, std::less<>>;
  struct WithParameter {
    std::uint16_t index = kNone16;  // kNone16: it could not be read
    JsonSpot spot;
  };
  using With = std::map<std::string, WithParameter, std::less<>>;

  std::pair<std::uint16_t, std::uint16_t> read_file(Scope& scope, const Where& where, const JsonSpot* use,
                                                    const With& with);
  void read_parameters(Scope& scope, const JsonSpot& spot, const JsonSpot* use, const With& with);
  std::optional<GraphParameterRecord> read_parameter(const JsonSpot& spot, const std::string& name);
  void add_parameter(Scope& scope, const std::string& name, const GraphParameterRecord& p,
                     const JsonSpot& spot, const JsonSpot* use, const With& with);
  void read_clips(const JsonSpot& spot, const Scope& scope);
  void read_marks(const JsonSpot& spot, const Scope& scope, std::uint16_t clip, const std::string& name);
  void read_groups(Scope& scope, const JsonSpot& spot);
  void read_events(const JsonSpot& spot);
  void read_profiles(Scope& scope, const JsonSpot& spot);
  std::pair<std::uint16_t, std::uint16_t> read_layers(Scope& scope, const JsonSpot& spot, const Where& where);
  void read_layer(Scope& scope, const JsonSpot& spot, std::uint16_t index, Where where, bool first,
                  std::set<std::string>& names);
  void read_slot(const JsonSpot& spot, std::uint16_t layer);

  // --- motions.cpp -----------------------------------------------------------------------------------------

  std::uint16_t read_motion(Scope& scope, const JsonSpot& spot, const Where& where);
  void read_motion_object(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where);
  void read_clip(const JsonSpot& spot, std::uint16_t index, const Where& where);
  void read_beside(Scope& scope, const JsonSpot& spot, std::uint16_t index);
  void read_blend(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where);
  void read_blend2(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where);
  void add_triangles(const JsonSpot& spot, std::uint16_t index, const std::vector<JsonSpot>& points,
                     const std::vector<std::optional<std::pair<JsonSpot, JsonSpot>>>& coordinates);
  void add_edges(std::uint16_t index);
  void read_machine(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where);
  bool read_transition(Scope& scope, const JsonSpot& spot, const Names& states, std::uint16_t from);
  bool read_condition(Scope& scope, const JsonSpot& spot, std::uint16_t from);
  void read_graph_motion(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where);
  GraphFile* open(const Scope& scope, const JsonSpot& spot, const std::string& name);

  // --- checks.cpp: once all names are known ----------------------------------------------------------------

  void finish();
  bool names_are_known() const;
  bool records_are_whole() const;
  void resolve_states();
  void check_words();
  bool check_word(const LaterWord& word);
  void check_loops();
  void check_reachable();
  void check_groups();
  void number_markers();
  void add_moments();
  void check_lines();
  void check_parameters();
  void check_hidden();
  void check_events();
  void check_event_names();
  const std::vector<std::uint16_t>& leaves(std::uint16_t motion);  // clips of the motion, in the order of
                                                                   // points
  std::optional<bool> loops(std::uint16_t motion);                 // empty: unknown, or mixed
  bool has_phase(std::uint16_t motion);                            // synced motions: whether any clip has
                                                                   // markers
  std::vector<std::pair<std::string, double>> marks_of(std::uint16_t clip,
                                                       const std::vector<std::string>& names) const;
  std::uint16_t clip_markers(std::uint16_t clip, std::uint16_t group, std::uint16_t offset);
  std::string heaviest_path(std::uint16_t motion) const;

  // --- helpers ---------------------------------------------------------------------------------------------

  std::uint32_t string(std::string_view text);
  std::uint16_t constant(double value);
  std::optional<std::uint16_t> event_rule(const JsonSpot& spot, std::string_view name);
  std::uint16_t index_of(const JsonSpot& spot, const std::string& name, std::string_view kind,
                         std::string_view code, Names& known, std::vector<std::string>& names);
  std::uint16_t clip_index(const JsonSpot& spot, const std::string& name);
  std::uint16_t mask_index(const JsonSpot& spot, const std::string& name);
  // Reads a number, or the name of a float parameter.
  void number_or_parameter(Scope& scope, const JsonSpot& spot, const NumberRange& range, double& value,
                           std::uint16_t& parameter);
  std::uint16_t number_parameter(Scope& scope, const JsonSpot& spot);
  // Whether the definition of a name could not be read. In that case no results are computed for the graph.
  bool is_unread(const Unread& unread, std::string_view name);
  std::optional<ConditionNames::Parameter> find_parameter(const Scope& scope, std::string_view name);
  std::size_t choice(const JsonSpot& spot, std::initializer_list<std::string_view> words) const;
  // Returns false, after reporting one error, if there are too many records or errors.
  bool room(const JsonSpot& spot, std::size_t count = 1);

  const GraphReading& reading_;
  GraphSource out_;
  GraphDescription& g_ = out_.graph;
  std::deque<std::unique_ptr<GraphFile>> files_;
  std::map<std::string, std::uint32_t, std::less<>> strings_;
  Names clip_names_, mask_names_, parameter_names_, group_names_;
  std::map<double, std::uint16_t> constants_;
  std::map<std::uint16_t, ClipMarks> clip_marks_;
  std::set<std::uint16_t> bad_marks_,
      bad_groups_;  // clips and groups with bad markers, which are already reported
  struct EventUse {
    JsonSpot spot;
    std::string name;
    std::size_t index = 0;  // byte offset in a condition; kNone: a rule
  };
  std::vector<EventUse> event_uses_;
  std::vector<std::vector<std::string>> group_marks_;  // per group: names of its markers
  std::vector<MotionNote> motion_notes_;
  std::vector<MachineNote> machine_notes_;
  std::vector<TransitionNote> transition_notes_;
  std::vector<JsonSpot> layer_spots_, parameter_spots_;
  std::vector<bool> parameter_used_;
  std::map<std::string, std::uint16_t, std::less<>> state_paths_;
  std::vector<std::string> node_paths_;
  std::vector<LaterWord> later_;
  std::map<std::uint16_t, std::vector<std::uint16_t>> leaves_;  // cached results
  std::map<std::uint16_t, std::optional<bool>> loops_;
  std::map<std::uint16_t, bool> phases_;
  std::vector<std::string> open_files_;  // files that are being read, from the outermost to the innermost
  std::size_t sub_graphs_ = 0;
  bool names_known_ = true;                        // false: a name could not be read
  bool states_known_ = true;                       // false: an unreadable part may contain states
  bool clips_known_ = true;                        // false: a list of points or states is too short to be
                                                   // complete
  std::set<std::uint16_t> states_without_motion_;  // states without a motion
  bool full_ = false;                              // a limit was exceeded and reported, so reading has
                                                   // stopped
};

// Returns the normalised path of a file referenced as `name` in the file `from`: "a/../b.json" gives
// "b.json".
std::string graph_path(const std::string& from, const std::string& name);
// Whether a state or layer name is free of / and parentheses, which have a meaning in paths and conditions.
bool is_path_name(std::string_view name);

// Returns a message such as `unknown clip "wlk"; expected idle, run, walk; nearest: walk`.
std::string unknown_name(std::string_view kind, std::string_view name, std::vector<std::string_view> known);

}  // namespace skelter::compile

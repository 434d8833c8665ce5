// Checks and results that need all names: states in conditions, types of clips, reachability, sync groups,
// the size of the pose list.

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include "compile/compile_graph/reader.h"
#include "play/internal/format/graph_records.h"

namespace skelter::compile {
namespace {

constexpr double kSameTime = 1e-6;  // clips store event times as floats

using Marks = std::vector<std::pair<std::string, double>>;

std::string names_of(const Marks& marks) {
  std::string text;
  for (const auto& [name, time_s] : marks) text += (text.empty() ? "" : " ") + name;
  return text;
}

// Rule "marker order": returns the smallest rotation of `marks` that matches `first`, or nothing.
std::optional<std::uint16_t> offset_of(const Marks& marks, const Marks& first) {
  const std::size_t both = std::lcm(marks.size(), first.size());
  for (std::size_t offset = 0; offset < marks.size(); ++offset) {
    bool fits = true;
    for (std::size_t i = 0; fits && i < both; ++i)
      fits = marks[(i + offset) % marks.size()].first == first[i % first.size()].first;
    if (fits) return static_cast<std::uint16_t>(offset);
  }
  return std::nullopt;
}

}  // namespace

void GraphReader::finish() {
  if (full_) return;
  resolve_states();
  check_words();
  check_loops();
  check_hidden();
  if (!names_are_known()) return;
  check_reachable();
  check_groups();
  add_moments();
  check_events();
  check_event_names();
  check_parameters();
  check_lines();
  std::uint16_t smoothed = 0, instances = 0;
  for (GraphParameterRecord& parameter : g_.parameters)
    if (parameter.max_rate > 0) parameter.smoothed = smoothed++;
  for (GraphLayer& layer : g_.layers)
    if (layer.motion != kNone16 && g_.motions[layer.motion].kind <= GraphMotionKind::blend2)
      layer.instance = instances++;
}

// If a name is unknown or a value is unreadable, no results are computed for the graph.
bool GraphReader::names_are_known() const {
  if (!names_known_ || !records_are_whole()) return false;
  // These errors leave every record complete: a wrong number or word, or unsuitable clips. After any other
  // error, a record is incomplete.
  constexpr std::array<std::string_view, 7> kOfValues = {
      "graph.bad-value",  "graph.bad-condition", "graph.bad-markers",      "graph.not-looping",
      "graph.mixed-loop", "graph.none-in-base",  "graph.additive-mismatch"};
  for (const auto& file : files_)
    for (const JsonError& error : file->errors.all())
      if (error.severity == Severity::error &&
          std::find(kOfValues.begin(), kOfValues.end(), error.code) == kOfValues.end())
        return false;
  return true;
}

// Whether every index in the records refers to an existing record. False, for example, if a point lacks its
// motion.
bool GraphReader::records_are_whole() const {
  const auto is_motion = [&](std::uint16_t index) { return index < g_.motions.size(); };
  const auto in_nodes = [&](std::uint16_t index) { return index < g_.nodes.size(); };
  return std::all_of(g_.points.begin(), g_.points.end(),
                     [&](const auto& p) { return is_motion(p.motion); }) &&
         std::all_of(g_.nodes.begin(), g_.nodes.end(), [&](const auto& n) { return is_motion(n.motion); }) &&
         std::all_of(g_.layers.begin(), g_.layers.end(),
                     [&](const auto& l) { return is_motion(l.motion) || l.slot < g_.slots.size(); }) &&
         std::all_of(g_.transitions.begin(), g_.transitions.end(), [&](const auto& t) {
           return in_nodes(t.to) && (t.from == kNone16 || in_nodes(t.from));
         });
}

// --- conditions --------------------------------------------------------------------------------------------

void GraphReader::resolve_states() {
  for (const LaterWord& later : later_) {
    if (later.word.kind != ConditionWord::in) continue;
    auto found = state_paths_.find(later.prefix + later.word.path);
    if (found == state_paths_.end()) found = state_paths_.find(later.word.path);
    if (found != state_paths_.end()) {
      g_.ops[g_.transitions[later.transition].first_op + later.word.op].a = found->second;
      continue;
    }
    transition_notes_[later.transition].complete = false;
    if (!states_known_) {  // the state may be in an unreadable part
      names_known_ = false;
      continue;
    }
    later.spot.fail_inside("graph.unknown-state", later.word.index,
                           unknown_name("state", later.word.path, {node_paths_.begin(), node_paths_.end()}));
  }
}

void GraphReader::check_words() {
  for (const LaterWord& later : later_)
    if (later.word.kind != ConditionWord::in && later.state != kNone16 && !check_word(later))
      transition_notes_[later.transition].complete = false;
}

bool GraphReader::check_word(const LaterWord& later) {
  if (states_without_motion_.count(later.state) != 0) return true;  // already reported
  constexpr std::array<std::string_view, 3> kWords = {"done", "left", "passed"};
  const std::string_view word = kWords[later.word.kind];
  const GraphNode& node = g_.nodes[later.state];
  const GraphMotion& motion = g_.motions[node.motion];
  const MotionNote& note = motion_notes_[node.motion];
  const std::vector<std::uint16_t>& clips = leaves(node.motion);
  const auto fail = [&](std::string what) {
    later.spot.fail_inside("graph.bad-condition", later.word.index,
                           fmt::format("\"{}\" of state \"{}\", {}", word, g_.strings[node.name], what));
    return false;
  };
  if (motion.kind > GraphMotionKind::blend2)
    return fail(fmt::format("whose motion is a {}; expected a clip or a blend",
                            motion.kind == GraphMotionKind::machine ? "machine" : "graph"));
  if (clips.empty()) {
    // Unknown clips have already been reported, so the only other possibility is `none`.
    return motion_notes_[node.motion].spot.is_text() && note.spot.text() == "none"
               ? fail("whose motion is none; expected a clip or a blend")
               : true;
  }
  if (later.word.kind == ConditionWord::passed) {
    if (!note.sync || reading_.character == nullptr || motion.group == kNone16 || has_phase(node.motion))
      return true;
    return fail("whose synced clips have no markers and therefore no phase; use time");
  }
  if (note.sync) return fail("whose motion is synced and has no end; use passed or time");
  if (const auto looping = loops(node.motion); looping && *looping)
    return fail("whose motion loops; expected one that plays once, passed or time");
  return true;
}

// --- loops -------------------------------------------------------------------------------------------------

const std::vector<std::uint16_t>& GraphReader::leaves(std::uint16_t index) {
  if (const auto known = leaves_.find(index); known != leaves_.end()) return known->second;
  const GraphMotion& motion = g_.motions[index];
  std::vector<std::uint16_t> clips;
  if (motion.kind == GraphMotionKind::clip) clips.push_back(index);
  const bool blend = motion.kind == GraphMotionKind::blend || motion.kind == GraphMotionKind::blend2;
  for (std::size_t i = 0; blend && i < motion.count; ++i) {
    const std::uint16_t inside = g_.points[motion.first + i].motion;
    if (inside == kNone16 || inside <= index) continue;  // the motion could not be read
    const std::vector<std::uint16_t>& more = leaves(inside);
    clips.insert(clips.end(), more.begin(), more.end());
  }
  return leaves_[index] = std::move(clips);
}

std::optional<bool> GraphReader::loops(std::uint16_t motion) {
  if (motion_notes_[motion].loop) return motion_notes_[motion].loop;
  if (reading_.character == nullptr) return std::nullopt;
  if (const auto known = loops_.find(motion); known != loops_.end()) return known->second;
  std::optional<bool> all;
  for (const std::uint16_t clip : leaves(motion)) {
    const bool one = reading_.character->clips[g_.motions[clip].first].loops;
    if (all && *all != one) return loops_[motion] = std::nullopt;
    all = one;
  }
  return loops_[motion] = all;
}

bool GraphReader::has_phase(std::uint16_t motion) {
  if (const auto known = phases_.find(motion); known != phases_.end()) return known->second;
  if (bad_groups_.count(g_.motions[motion].group) != 0) return true;
  const std::vector<std::string>& names = group_marks_[g_.motions[motion].group];
  const std::vector<std::uint16_t>& clips = leaves(motion);
  return phases_[motion] = std::any_of(clips.begin(), clips.end(), [&](std::uint16_t clip) {
           return bad_marks_.count(g_.motions[clip].first) != 0 ||
                  !marks_of(g_.motions[clip].first, names).empty();
         });
}

void GraphReader::check_loops() {
  for (std::uint16_t index = 0; index < g_.motions.size(); ++index) {
    const MotionNote& note = motion_notes_[index];
    if (!note.outermost || g_.motions[index].kind > GraphMotionKind::blend2) continue;
    g_.motions[index].loops = loops(index).value_or(true) ? 1 : 0;
    if (reading_.character == nullptr || (note.loop && !note.sync))
      continue;  // "loop" does not turn a clip into a looping one
    std::vector<std::string_view> once, looping;
    for (const std::uint16_t leaf : leaves(index)) {
      const GraphCharacter::Clip& clip = reading_.character->clips[g_.motions[leaf].first];
      (clip.loops ? looping : once).push_back(clip.name);
      if (!clip.loops && note.sync) {
        // The clip is written as a string or under "clip".
        const JsonSpot& spot = motion_notes_[leaf].spot;
        (spot.is_text() ? spot : *spot.member("clip"))
            .fail_as("graph.not-looping",
                     fmt::format("\"{}\" plays once, but clips in a synced motion must loop", clip.name));
      }
    }
    if (!note.sync && !once.empty() && !looping.empty())
      note.spot.fail_as(
          "graph.mixed-loop",
          fmt::format("\"{}\" loops, but \"{}\" plays once; use clips of one kind, or set \"loop\"",
                      looping.front(), once.front()));
  }
}

// --- machines ----------------------------------------------------------------------------------------------

void GraphReader::check_reachable() {
  for (std::size_t m = 0; m < g_.machines.size(); ++m) {
    const GraphMachine& machine = g_.machines[m];
    if (!machine_notes_[m].complete) continue;
    std::vector<bool> reached(machine.state_count, false);
    std::vector<std::uint16_t> next = {machine.entry};
    const auto follow = [&](std::size_t first, std::size_t count) {
      for (std::size_t i = first; i < first + count; ++i) next.push_back(g_.transitions[i].to);
    };
    follow(machine.first_any, machine.any_count);
    while (!next.empty()) {
      const std::uint16_t node = next.back();
      next.pop_back();
      if (reached[node - machine.first_state]) continue;
      reached[node - machine.first_state] = true;
      follow(g_.nodes[node].first_transition, g_.nodes[node].transition_count);
    }
    for (std::size_t i = 0; i < reached.size(); ++i)
      if (!reached[i])
        machine_notes_[m].states[i].fail_as(
            "graph.unreachable-state",
            fmt::format("no transition leads from \"{}\" to \"{}\"; add one, or one from \"any\"",
                        g_.strings[g_.nodes[machine.entry].name],
                        g_.strings[g_.nodes[machine.first_state + i].name]));
  }
}

// Warns about transitions that are never taken.
void GraphReader::check_hidden() {
  const auto same = [&](std::size_t a, std::size_t b) {
    const GraphTransition& first = g_.transitions[a];
    const GraphTransition& second = g_.transitions[b];
    if (!transition_notes_[a].complete || !transition_notes_[b].complete) return false;
    return std::equal(g_.ops.begin() + first.first_op, g_.ops.begin() + first.first_op + first.op_count,
                      g_.ops.begin() + second.first_op, g_.ops.begin() + second.first_op + second.op_count,
                      [](const GraphOp& x, const GraphOp& y) {
                        return x.code == y.code && x.comparison == y.comparison &&
                               x.operands[0] == y.operands[0] && x.operands[1] == y.operands[1] &&
                               x.a == y.a && x.b == y.b;
                      });
  };
  const auto warn = [&](std::size_t hidden, std::size_t by) {
    transition_notes_[hidden].spot.warn_as(
        "graph.hidden-transition", fmt::format("never taken: {} comes first and has the same condition",
                                               transition_notes_[by].spot.pointer()));
  };
  const auto look = [&](std::size_t first, std::size_t count, std::size_t any, std::size_t any_count,
                        std::uint16_t node) {
    for (std::size_t i = first; i < first + count; ++i) {
      bool hidden = false;
      // `any` does not lead to the current state (rule "any and self"), so it does not take precedence there.
      for (std::size_t j = any; j < any + any_count && !hidden; ++j)
        if ((hidden = (g_.transitions[j].to != node || g_.transitions[j].self != 0) && same(j, i)))
          warn(i, j);
      for (std::size_t j = first; j < i && !hidden; ++j)
        if ((hidden = same(j, i) && (node != kNone16 || g_.transitions[j].to == g_.transitions[i].to ||
                                     g_.transitions[j].self != 0)))
          warn(i, j);
    }
  };
  for (const GraphMachine& machine : g_.machines) {
    look(machine.first_any, machine.any_count, 0, 0, kNone16);
    for (std::size_t i = 0; i < machine.state_count; ++i) {
      const std::size_t node = machine.first_state + i;
      look(g_.nodes[node].first_transition, g_.nodes[node].transition_count, machine.first_any,
           machine.any_count, static_cast<std::uint16_t>(node));
    }
  }
}

namespace {

// Larger than the tolerance of rule "parameter values", so that conditions that hold only after a time
// already hold at this offset.
constexpr double kJustAfter_s = 2e-9;

// Swaps the sides of a comparison without changing its meaning.
GraphOp turned(GraphOp op) {
  constexpr std::array<GraphComparison, 6> kTurned = {
      GraphComparison::greater,    GraphComparison::greater_equal, GraphComparison::less,
      GraphComparison::less_equal, GraphComparison::equal,         GraphComparison::not_equal};
  std::swap(op.operands[0], op.operands[1]);
  std::swap(op.a, op.b);
  op.comparison = kTurned[static_cast<std::size_t>(op.comparison)];
  return op;
}

// Whether a comparison with a clock on its left side changes just after the clock reaches its time, like time
// > x, but not time >= x. The clock `left` decreases.
bool changes_later(const GraphOp& op) {
  if (op.operands[0] == GraphOperand::left)
    return op.comparison == GraphComparison::less || op.comparison == GraphComparison::greater_equal;
  return op.comparison == GraphComparison::greater || op.comparison == GraphComparison::less_equal;
}

}  // namespace

// Rule "cuts": adds the times at which an update step is split.
void GraphReader::add_moments() {
  for (GraphNode& node : g_.nodes) {
    node.first_moment = static_cast<std::uint16_t>(g_.moments.size());
    const GraphMotion& motion = g_.motions[node.motion];
    if (motion.group != kNone16) continue;
    const bool simple = motion.kind <= GraphMotionKind::blend2 && motion.kind != GraphMotionKind::none;
    const bool ends = simple && motion.loops == 0;
    std::set<std::tuple<GraphMomentKind, double, std::uint16_t>> known;
    const auto add = [&](GraphMomentKind kind, double x, std::uint16_t parameter = kNone16) {
      if (known.emplace(kind, x, parameter).second) g_.moments.push_back({x, kind, parameter, 0});
    };
    const auto compare = [&](GraphOp op) {
      const auto is_clock = [](GraphOperand o) { return o >= GraphOperand::time; };
      if (!is_clock(op.operands[0])) op = turned(op);
      const bool is_left = op.operands[0] == GraphOperand::left;
      const bool both = is_clock(op.operands[1]);
      if (!is_clock(op.operands[0]) || ((is_left || both) && !ends)) return;
      if (both) return op.operands[0] == op.operands[1] ? void() : add(GraphMomentKind::meet, 0);
      const bool number = op.operands[1] == GraphOperand::constant;
      const double later = changes_later(op) ? kJustAfter_s : 0;
      add(is_left ? GraphMomentKind::left : GraphMomentKind::time,
          (number ? g_.constants[op.b] : 0) + (is_left ? -later : later), number ? kNone16 : op.b);
    };
    const auto look = [&](const GraphOp& op) {
      if (op.code == GraphOpCode::done && ends) add(GraphMomentKind::done, 0);
      if (op.code == GraphOpCode::passed && simple) add(GraphMomentKind::passed, g_.constants[op.a]);
      if (op.code == GraphOpCode::compare) compare(op);
    };
    const auto look_at = [&](std::size_t first, std::size_t count) {
      for (std::size_t i = first; i < first + count; ++i)
        std::for_each_n(g_.ops.begin() + g_.transitions[i].first_op, g_.transitions[i].op_count, look);
    };
    look_at(node.first_transition, node.transition_count);
    look_at(g_.machines[node.machine].first_any, g_.machines[node.machine].any_count);
    node.moment_count = static_cast<std::uint16_t>(g_.moments.size() - node.first_moment);
    if (!room(motion_notes_[node.motion].spot, g_.moments.size())) return;
  }
}

// --- sync groups -------------------------------------------------------------------------------------------

// Returns the marks given in the file or, if there are none, the clip's events with these names.
Marks GraphReader::marks_of(std::uint16_t clip, const std::vector<std::string>& names) const {
  Marks marks;
  const auto add = [&](const std::string& name, double time_s) {
    if (std::find(names.begin(), names.end(), name) != names.end()) marks.emplace_back(name, time_s);
  };
  if (const auto given = clip_marks_.find(clip); given != clip_marks_.end()) {
    for (const auto& [name, time_s] : given->second.marks) add(name, time_s);
  } else if (reading_.character != nullptr) {
    const GraphCharacter::Clip& of = reading_.character->clips[clip];
    for (const auto& [time_s, name] : of.events)
      if (time_s >= 0 && time_s < of.duration_s && (marks.empty() || time_s > marks.back().second))
        add(name, time_s);
  }
  return marks;
}

void GraphReader::check_groups() {
  struct Member {
    std::uint16_t motion = 0, leaf = 0;
    Marks marks;
  };
  std::vector<std::vector<Member>> members(g_.groups.size());
  for (std::uint16_t index = 0; index < g_.motions.size(); ++index) {
    const std::uint16_t group = g_.motions[index].group;
    if (group == kNone16 || bad_groups_.count(group) != 0) continue;
    for (const std::uint16_t leaf : leaves(index))
      if (bad_marks_.count(g_.motions[leaf].first) != 0)
        continue;
      else if (Marks marks = marks_of(g_.motions[leaf].first, group_marks_[group]); !marks.empty())
        members[group].push_back({index, leaf, std::move(marks)});
  }
  for (std::uint16_t group = 0; group < g_.groups.size(); ++group) {
    if (members[group].empty()) continue;
    const Member& first = members[group].front();
    const auto name = [&](const Member& m) { return out_.clips[g_.motions[m.leaf].first]; };
    for (const Member& member : members[group]) {
      const auto offset = offset_of(member.marks, first.marks);
      const JsonSpot& sync = *motion_notes_[member.motion].sync;
      const std::uint32_t cycle = offset ? static_cast<std::uint32_t>(std::lcm<std::uint64_t>(
                                               g_.groups[group].intervals, member.marks.size()))
                                         : 0;
      if (!offset) {
        sync.fail_as(
            "graph.bad-markers",
            fmt::format(
                "the markers of \"{}\" are {}, but those of \"{}\" are {}; both need the same cyclic order",
                name(member), names_of(member.marks), name(first), names_of(first.marks)));
      } else if (cycle > kMaxGroupIntervals) {
        sync.fail_as("graph.bad-markers",
                     fmt::format("{} markers of \"{}\" make a cycle of {} intervals with those of the group; "
                                 "expected at most {}",
                                 member.marks.size(), name(member), cycle, kMaxGroupIntervals));
      } else {
        g_.groups[group].intervals = cycle;
        g_.motions[member.leaf].markers = clip_markers(g_.motions[member.leaf].first, group, *offset);
      }
    }
  }
  number_markers();
}

// Numbers the markers of motions without a group, for `enter: marker`, and selects the clip that provides a
// motion's phase.
void GraphReader::number_markers() {
  std::vector<std::string> all;
  for (const auto& names : group_marks_) all.insert(all.end(), names.begin(), names.end());
  for (std::uint16_t index = 0; index < g_.motions.size(); ++index) {
    if (!motion_notes_[index].outermost || g_.motions[index].kind > GraphMotionKind::blend2) continue;
    for (const std::uint16_t leaf : leaves(index)) {
      if (g_.motions[index].group == kNone16)
        g_.motions[leaf].markers = clip_markers(g_.motions[leaf].first, kNone16, 0);
      if (g_.motions[leaf].markers != kNone16 && g_.motions[index].phase_leaf == kNone16)
        g_.motions[index].phase_leaf = leaf;
    }
  }
}

std::uint16_t GraphReader::clip_markers(std::uint16_t clip, std::uint16_t group, std::uint16_t offset) {
  for (std::size_t i = 0; i < g_.clip_markers.size(); ++i)
    if (g_.clip_markers[i].clip == clip && g_.clip_markers[i].group == group)
      return static_cast<std::uint16_t>(i);
  Marks marks;
  if (group != kNone16) {
    marks = marks_of(clip, group_marks_[group]);
  } else if (const auto given = clip_marks_.find(clip); given != clip_marks_.end()) {
    marks = given->second.marks;
  } else {
    std::vector<std::string> all;
    for (const auto& names : group_marks_) all.insert(all.end(), names.begin(), names.end());
    marks = marks_of(clip, all);
  }
  if (marks.empty()) return kNone16;
  GraphClipMarkers made;
  made.clip = clip;
  made.group = group;
  made.first_marker = static_cast<std::uint16_t>(g_.markers.size());
  made.count = static_cast<std::uint16_t>(marks.size());
  made.offset = offset;
  for (const auto& [name, time_s] : marks) g_.markers.push_back({time_s, string(name), 0});
  g_.clip_markers.push_back(made);
  return static_cast<std::uint16_t>(g_.clip_markers.size() - 1);
}

// Checks rule "marker events".
void GraphReader::check_events() {
  if (reading_.character == nullptr) return;
  for (std::uint16_t index = 0; index < g_.motions.size(); ++index) {
    if (g_.motions[index].group == kNone16) continue;
    for (const std::uint16_t leaf : leaves(index)) {
      const GraphMotion& motion = g_.motions[leaf];
      if (motion.markers == kNone16 || bad_marks_.count(motion.first) != 0) continue;
      const GraphCharacter::Clip& clip = reading_.character->clips[motion.first];
      const GraphClipMarkers& markers = g_.clip_markers[motion.markers];
      std::string off;
      for (const auto& event : clip.events) {
        const double time_s = event.first;
        const std::string& name = event.second;
        const auto rule = std::find_if(g_.event_rules.begin(), g_.event_rules.end(),
                                       [&](const GraphEventRule& r) { return g_.strings[r.name] == name; });
        if (rule != g_.event_rules.end() && rule->reporting == GraphReporting::all) continue;
        bool on = false;
        for (std::size_t i = 0; i < markers.count; ++i) {
          const double marker_s = g_.markers[markers.first_marker + i].time_s;
          on = on || std::abs(marker_s - time_s) <= kSameTime ||
               std::abs(marker_s + clip.duration_s - time_s) <= kSameTime;
        }
        if (!on) off += fmt::format("{}{} at {}", off.empty() ? "" : ", ", name, time_s);
      }
      const JsonSpot& spot = motion_notes_[leaf].spot;
      if (!off.empty())
        (spot.is_text() ? spot : *spot.member("clip"))
            .warn_as(
                "graph.event-off-marker",
                fmt::format(
                    "events of \"{}\" that are not at its markers may be reported twice or not at all: {}",
                    clip.name, off));
    }
  }
}

// Warns about event names that no clip fires. In graphs with slots, all clips of the character are
// considered.
void GraphReader::check_event_names() {
  if (reading_.character == nullptr || !clips_known_) return;
  std::set<std::string_view> events;
  const auto add_events = [&](const GraphCharacter::Clip& clip) {
    for (const auto& event : clip.events) events.insert(event.second);
  };
  for (const GraphMotion& motion : g_.motions)
    if (motion.kind == GraphMotionKind::clip) add_events(reading_.character->clips[motion.first]);
  if (!g_.slots.empty())
    std::for_each(reading_.character->clips.begin(), reading_.character->clips.end(), add_events);
  for (const EventUse& use : event_uses_) {
    if (events.count(use.name) != 0) continue;
    const std::string what = unknown_name("event", use.name, {events.begin(), events.end()});
    if (use.index == kNone)
      use.spot.warn_as("graph.unknown-event", what);
    else
      use.spot.warn_inside("graph.unknown-event", use.index, what);
  }
}

// --- parameters and pose list ------------------------------------------------------------------------------

namespace {

// Whether the error may hide uses of names: in a condition, in a list that could not be read, or in an
// unreadable file.
bool hides_names(const JsonError& error) {
  if (error.code == "graph.bad-condition") return true;
  if (error.code != "graph.bad-value") return false;
  constexpr std::array<std::string_view, 4> kHolders = {"/layers", "/states", "/points", "/graph"};
  return std::any_of(kHolders.begin(), kHolders.end(),
                     [&](std::string_view key) { return std::string_view(error.pointer).ends_with(key); });
}

}  // namespace

void GraphReader::check_parameters() {
  for (const auto& file : files_)
    for (const JsonError& error : file->errors.all())
      if (hides_names(error)) return;
  for (std::size_t i = 0; i < parameter_used_.size(); ++i)
    if (!parameter_used_[i])
      parameter_spots_[i].warn_as("graph.unused-parameter",
                                  "not used by a condition, a blend, a weight or a rate");
}

void GraphReader::check_lines() {
  const GraphRecords view = view_of(g_);
  std::uint32_t sum = 0;
  std::string list;
  for (std::uint32_t i = 0; i < g_.top_layers; ++i) {
    const std::uint32_t lines = worst_lines_of_layers(view, i, 1);
    sum += lines;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", g_.strings[g_.layers[i].name], lines);
    if (sum <= kMaxGraphLines) continue;
    std::string path = g_.strings[g_.layers[i].name];
    if (g_.layers[i].motion != kNone16) path += heaviest_path(g_.layers[i].motion);
    layer_spots_[i].fail_as(
        "graph.too-many-lines",
        fmt::format("{} pose list entries in the worst case ({}), most of them from {}; expected at most {}",
                    sum, list, path, kMaxGraphLines));
    return;
  }
}

// Returns the path to the largest source of pose list entries, such as "/ground/inner".
std::string GraphReader::heaviest_path(std::uint16_t index) const {
  const GraphRecords view = view_of(g_);
  const GraphMotion& motion = g_.motions[index];
  std::uint32_t most = 0;
  std::string path;
  const auto look = [&](std::uint32_t lines, std::uint32_t name, std::uint16_t inside) {
    if (lines <= most) return;
    most = lines;
    path = "/" + g_.strings[name];
    if (inside != kNone16) path += heaviest_path(inside);
  };
  if (motion.kind == GraphMotionKind::machine) {
    const GraphMachine& machine = g_.machines[motion.first];
    for (std::size_t i = 0; i < machine.state_count; ++i) {
      const GraphNode& node = g_.nodes[machine.first_state + i];
      look(worst_lines_of_motion(view, node.motion), node.name, node.motion);
    }
  } else if (motion.kind == GraphMotionKind::layers) {
    for (std::uint32_t i = 0; i < motion.count; ++i) {
      const GraphLayer& layer = g_.layers[motion.first + i];
      look(worst_lines_of_layers(view, motion.first + i, 1), layer.name, layer.motion);
    }
  }
  return path;
}

}  // namespace skelter::compile

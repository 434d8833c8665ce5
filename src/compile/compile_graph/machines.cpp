// Reads the state machines of a graph file: states, transitions and conditions.
#include <algorithm>

#include "compile/compile_graph/reader.h"
#include "play/internal/format/graph_records.h"

namespace skelter::compile {
namespace {

constexpr std::size_t kMaxStates = 256;
constexpr std::size_t kMaxTransitions = 1000;  // per state

}  // namespace

void GraphReader::read_machine(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where) {
  const auto hide = [&] { states_known_ = false; };
  if (!spot.is_object({"entry", "states", "any", "history"})) return hide();
  const auto entry = spot.required("entry");
  const auto states = spot.required("states");
  if (!states || !states->is_object()) return hide();
  if (states->size() < 1 || states->size() > kMaxStates)
    states->fail(fmt::format("{} states; expected 1 to {}", states->size(), kMaxStates));
  clips_known_ = clips_known_ && states->size() != 0;
  if (states->size() == 0 || !room(*states, states->size())) return;
  if (g_.machines.size() >= kMaxMachines)
    return spot.fail(fmt::format("more than {} state machines", kMaxMachines));
  const auto number = static_cast<std::uint16_t>(g_.machines.size());
  g_.motions[index].kind = GraphMotionKind::machine;
  g_.motions[index].first = number;
  GraphMachine machine;
  machine.first_state = static_cast<std::uint16_t>(g_.nodes.size());
  machine.state_count = static_cast<std::uint16_t>(states->size());
  machine.entry = machine.first_state;
  machine.layer = where.layer;
  machine.parent_state = where.state;
  if (const auto history = spot.member("history")) machine.history = history->boolean() ? 1 : 0;
  g_.machines.push_back(machine);
  machine_notes_.emplace_back();
  // States of a machine are contiguous: their slots are reserved before their contents are read.
  g_.nodes.resize(g_.nodes.size() + machine.state_count);
  node_paths_.resize(g_.nodes.size());
  Names names;
  states->each_member([&](const std::string& name, const JsonSpot& state) {
    const auto node = static_cast<std::uint16_t>(machine.first_state + names.size());
    if (!is_path_name(name))
      state.fail(
          fmt::format("\"{}\"; expected a name without / or parentheses, as it is part of paths", name));
    names.emplace(name, node);
    machine_notes_[number].states.push_back(state);
    g_.nodes[node].name = string(name);
    g_.nodes[node].machine = number;
    node_paths_[node] = where.path + "/" + name;
    state_paths_.emplace(node_paths_[node], node);
  });
  const auto check_count = [&](const JsonSpot& transitions) {
    if (!transitions.is_list() || transitions.size() <= kMaxTransitions) return;
    transitions.fail(fmt::format("{} transitions; expected at most {}", transitions.size(), kMaxTransitions));
    full_ = true;
  };
  bool complete = entry.has_value();
  if (entry) {
    if (!entry->is_text()) {
      entry->wrong_type("the name of a state");
      complete = false;
    } else if (const auto found = names.find(entry->text()); found != names.end()) {
      g_.machines[number].entry = found->second;
    } else {
      std::vector<std::string_view> known;
      for (const auto& [name, node] : names) known.push_back(name);
      entry->fail_as("graph.unknown-state", unknown_name("state", entry->text(), known));
      complete = false;
    }
  }
  if (const auto any = spot.member("any")) {
    const auto first = static_cast<std::uint16_t>(g_.transitions.size());
    check_count(*any);
    any->each_element([&](const JsonSpot& each) {
      if (room(each)) complete = read_transition(scope, each, names, kNone16) && complete;
    });
    complete = complete && any->is_list();
    g_.machines[number].first_any = first;
    g_.machines[number].any_count = static_cast<std::uint16_t>(g_.transitions.size() - first);
  }
  std::uint16_t node = machine.first_state;
  states->each_member([&](const std::string&, const JsonSpot& state) {
    const std::uint16_t self = node++;
    if (full_) return;
    if (!state.is_object({"motion", "transitions"})) {
      complete = states_known_ = false;
      return;
    }
    Where inside = where;
    inside.state = self;
    inside.path = node_paths_[self];
    ++inside.depth;
    if (const auto motion = state.required("motion")) {
      const std::uint16_t made = read_motion(scope, *motion, inside);
      g_.nodes[self].motion = made;
    } else {
      states_without_motion_.insert(self);
    }
    const auto first = static_cast<std::uint16_t>(g_.transitions.size());
    if (const auto transitions = state.member("transitions")) {
      check_count(*transitions);
      transitions->each_element([&](const JsonSpot& each) {
        if (room(each)) complete = read_transition(scope, each, names, self) && complete;
      });
      complete = complete && transitions->is_list();
    }
    g_.nodes[self].first_transition = first;
    g_.nodes[self].transition_count = static_cast<std::uint16_t>(g_.transitions.size() - first);
  });
  machine_notes_[number].complete = complete;
}

// False if its target is unknown.
bool GraphReader::read_transition(Scope& scope, const JsonSpot& spot, const Names& states,
                                  std::uint16_t from) {
  std::vector<std::string_view> keys = {"to",    "when",    "fade_s",    "curve", "kind",
                                        "enter", "restart", "interrupt", "force", "profile"};
  if (from == kNone16) keys.push_back("self");
  if (!spot.is_object(std::span<const std::string_view>(keys))) return false;
  GraphTransition t;
  t.from = from;
  bool known = false;
  if (const auto to = spot.required("to")) {
    if (!to->is_text()) {
      to->wrong_type("the name of a state");
    } else if (const auto found = states.find(to->text()); found != states.end()) {
      t.to = found->second;
      known = true;
    } else {
      std::vector<std::string_view> names;
      for (const auto& [name, node] : states) names.push_back(name);
      to->fail_as("graph.unknown-state", unknown_name("state", to->text(), names));
    }
  }
  if (const auto fade = spot.member("fade_s")) t.fade_s = fade->number({0, NumberRange::kAny});
  const auto word = [&](std::string_view key, std::initializer_list<std::string_view> words, auto& out) {
    if (const auto member = spot.member(key))
      if (const std::size_t chosen = choice(*member, words); chosen != kNone)
        out = static_cast<std::remove_reference_t<decltype(out)>>(chosen);
  };
  word("curve", {"smooth", "linear", "in", "out"}, t.curve);
  word("kind", {"crossfade", "inertialize"}, t.kind);
  word("interrupt", {"next", "none", "both"}, t.interrupt);
  if (const auto enter = spot.member("enter")) {
    if (enter->is_number()) {
      t.enter = GraphEnter::phase;
      t.enter_phase = enter->number({0, 1});
    } else if (enter->is_text()) {
      if (const std::size_t chosen = choice(*enter, {"start", "marker", "same_phase"}); chosen != kNone)
        t.enter = static_cast<GraphEnter>(chosen);
    } else {
      enter->wrong_type("start, marker, same_phase, or a phase from 0 to 1");
    }
  }
  if (const auto restart = spot.member("restart")) t.restart = restart->boolean() ? 1 : 0;
  if (const auto force = spot.member("force")) t.force = force->boolean() ? 1 : 0;
  if (from == kNone16)
    if (const auto self = spot.member("self")) t.self = self->boolean() ? 1 : 0;
  if (const auto profile = spot.member("profile")) {
    if (!profile->is_text()) {
      profile->wrong_type("the name of a profile");
    } else if (const auto found = scope.profiles.find(profile->text()); found != scope.profiles.end()) {
      t.profile = found->second;
    } else if (!is_unread(scope.unread_profiles, profile->text())) {
      std::vector<std::string_view> names;
      for (const auto& [name, index] : scope.profiles) names.push_back(name);
      profile->fail_as("graph.unknown-profile", unknown_name("profile", profile->text(), names));
    }
  }
  g_.transitions.push_back(t);
  const auto when = spot.required("when");
  const bool good = when && read_condition(scope, *when, from);
  transition_notes_.push_back({spot, known && good});
  out_.conditions.push_back(when && when->is_text() ? when->text() : "");
  return known;
}

bool GraphReader::read_condition(Scope& scope, const JsonSpot& spot, std::uint16_t from) {
  ConditionNames names;
  names.parameter = [&](std::string_view name) { return find_parameter(scope, name); };
  names.is_unread = [&](std::string_view name) { return is_unread(scope.unread_parameters, name); };
  names.parameters = [&] {
    std::vector<std::string_view> known;
    for (const auto& [name, index] : scope.parameters) known.push_back(name);
    return known;
  };
  names.constant = [&](double value) { return constant(value); };
  names.event = [&](std::string_view name) {
    const auto rule = event_rule(spot, name);
    if (rule) g_.event_rules[*rule].in_conditions = 1;
    return rule.value_or(0);
  };
  const auto condition = parse_condition(spot, names);
  if (!condition) return false;
  const auto transition = static_cast<std::uint32_t>(g_.transitions.size() - 1);
  g_.transitions[transition].first_op = static_cast<std::uint32_t>(g_.ops.size());
  g_.transitions[transition].op_count = static_cast<std::uint16_t>(condition->ops.size());
  const auto timed = [](const GraphOp& op) {
    const auto clock = [](GraphOperand o) { return o == GraphOperand::time || o == GraphOperand::left; };
    return op.code == GraphOpCode::done || op.code == GraphOpCode::passed || op.code == GraphOpCode::event ||
           (op.code == GraphOpCode::compare && (clock(op.operands[0]) || clock(op.operands[1])));
  };
  g_.transitions[transition].timed = std::any_of(condition->ops.begin(), condition->ops.end(), timed) ? 1 : 0;
  for (const ConditionWord& word : condition->words)
    if (word.kind == ConditionWord::event)
      event_uses_.push_back({spot, word.path, word.index});
    else
      later_.push_back({spot, transition, from, word, scope.prefix});
  g_.ops.insert(g_.ops.end(), condition->ops.begin(), condition->ops.end());
  return true;
}

}  // namespace skelter::compile

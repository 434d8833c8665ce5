#pragma once
// Random state machines, both as plain records for a simulator and as the text of a *.graph.json file. All
// times are integer ticks.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace skelter::test::simulated {

inline constexpr int kTicksPerSecond = 128;

// One element of a condition: a flag, a trigger, a comparison of a number or a clock, or an operator.
struct Part {
  enum Kind : std::uint8_t {
    flag,
    trigger,
    number,
    time,
    time_of_number,
    left,
    done,
    passed,
    in
  } kind = flag;
  std::size_t index = 0;  // index of the parameter; for `in`, of the machine
  std::size_t state = 0;  // for `in`
  bool from_x_on = true;  // number, time: >= x, else < x. left: <= x, else > x
  int x = 0;              // number: quarters; time, left: ticks; passed: eighths of the phase
};
struct Condition {
  char op = 'p';  // p: a part; otherwise the operator !, & or |
  Part part;
  std::vector<Condition> of;
};
enum class Interrupt : std::uint8_t { next, none, both };
struct Transition {
  std::size_t to = 0;
  Condition when;
  int fade = 0;   // ticks
  int curve = 0;  // smooth, linear, in or out
  Interrupt interrupt = Interrupt::next;
  bool restart = false, force = false, self = false;
  int enter = 0;  // eighths of the phase
};
struct State {
  int ticks = 128;  // length of the clip, a multiple of 16
  bool loops = true, half_rate = false;
  std::vector<Transition> transitions;
};
struct Machine {
  std::vector<State> states;  // the first one is the entry state
  std::vector<Transition> any;
};
struct Graph {
  std::size_t flags = 0, numbers = 0;
  std::vector<int> triggers;  // lifetime of each trigger, in ticks
  std::vector<Machine> machines;
};

// Times in seconds are exact, like quarters and eighths.
inline std::string seconds(int ticks) {
  return std::to_string(static_cast<double>(ticks) / kTicksPerSecond);
}

class RandomGraph {
 public:
  RandomGraph(unsigned seed, bool fades) : random_(seed), fades_(fades) {
    graph_.flags = 2, graph_.numbers = 2;
    graph_.triggers = {0, one_of({16, 64})};
    const std::size_t machines = 1 + below(3);
    graph_.machines.resize(machines);
    for (Machine& machine : graph_.machines) {
      machine.states.resize(2 + below(4));
      for (State& state : machine.states)
        state = {one_of({16, 32, 48, 64, 96, 128}), below(3) != 0, below(3) == 0, {}};
    }
    for (std::size_t m = 0; m < machines; ++m) {
      std::vector<State>& states = graph_.machines[m].states;
      // Makes every state reachable.
      for (std::size_t s = 1; s < states.size(); ++s) add(states[below(s)], m, s);
      for (State& state : states)
        for (std::size_t more = below(3); more != 0; --more) add(state, m, below(states.size()));
      for (std::size_t more = below(3); more != 0; --more) {
        graph_.machines[m].any.push_back(transition(m, below(states.size()), nullptr));
        graph_.machines[m].any.back().self = below(3) == 0;
        graph_.machines[m].any.back().force = below(3) == 0;
      }
    }
  }
  const Graph& graph() const { return graph_; }

  std::string text() const {
    std::string text = "{ \"skelter_graph\": 1, \"parameters\": {\n";
    for (std::size_t i = 0; i < graph_.flags; ++i)
      text += "  \"f" + std::to_string(i) + "\": { \"type\": \"bool\" },\n";
    for (std::size_t i = 0; i < graph_.numbers; ++i)
      text += "  \"n" + std::to_string(i) + "\": { \"type\": \"float\" },\n";
    for (std::size_t i = 0; i < graph_.triggers.size(); ++i)
      text += std::string(i == 0 ? "" : ",\n") + "  \"t" + std::to_string(i) +
              "\": { \"type\": \"trigger\", \"buffer_s\": " + seconds(graph_.triggers[i]) + " }";
    text += " },\n  \"layers\": [";
    for (std::size_t m = 0; m < graph_.machines.size(); ++m) {
      text += std::string(m == 0 ? "\n" : ",\n") + "  { \"name\": \"l" + std::to_string(m) + "\", " +
              (m == 0 ? "" : "\"mode\": \"override\", ") +
              "\"motion\": { \"machine\": { \"entry\": \"s0\",\n" +
              "    \"any\": " + text_of(graph_.machines[m].any) + ", \"states\": {";
      for (std::size_t s = 0; s < graph_.machines[m].states.size(); ++s) {
        const State& state = graph_.machines[m].states[s];
        text += std::string(s == 0 ? "\n" : ",\n") + "    \"s" + std::to_string(s) +
                "\": { \"motion\": { \"clip\": \"c" + std::to_string(state.ticks) +
                "\", \"loop\": " + (state.loops ? "true" : "false") +
                ", \"rate\": " + (state.half_rate ? "0.5" : "1") +
                " }, \"transitions\": " + text_of(state.transitions) + " }";
      }
      text += " } } } }";
    }
    return text + " ] }\n";
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  int one_of(const std::vector<int>& values) { return values[below(values.size())]; }

  void add(State& state, std::size_t machine, std::size_t to) {
    state.transitions.push_back(transition(machine, to, &state));
  }
  // `source` is null for a transition of `any`.
  Transition transition(std::size_t machine, std::size_t to, const State* source) {
    Transition t;
    t.to = to;
    t.when = condition(machine, source, 2);
    t.fade = fades_ ? one_of({0, 8, 16, 24, 40, 64}) : 0;
    t.curve = one_of({0, 1, 2, 3});
    t.interrupt = static_cast<Interrupt>(below(3));
    t.restart = below(4) == 0;
    t.enter = below(4) == 0 ? one_of({1, 2, 3, 4, 5, 6}) : 0;
    return t;
  }
  Condition condition(std::size_t machine, const State* source, int depth) {
    const std::size_t kind = depth == 0 ? 0 : below(6);
    if (kind < 3) return {'p', part(machine, source), {}};
    if (kind == 3) return {'!', {}, {condition(machine, source, depth - 1)}};
    Condition first = condition(machine, source, depth - 1), second = condition(machine, source, depth - 1);
    return {kind == 4 ? '&' : '|', {}, {std::move(first), std::move(second)}};
  }
  Part part(std::size_t machine, const State* source) {
    const bool ends = source != nullptr && !source->loops;
    for (;;) {
      Part part;
      part.kind = static_cast<Part::Kind>(below(9));
      part.from_x_on = below(3) != 0;
      part.index = below(2);
      if (part.kind == Part::number) part.x = one_of({-2, 0, 1, 2, 3});
      if (part.kind == Part::time || part.kind == Part::left) part.x = one_of({4, 12, 16, 32, 52});
      if (part.kind == Part::passed) part.x = one_of({1, 2, 3, 4, 5, 6, 7});
      if ((part.kind == Part::left || part.kind == Part::done) && !ends) continue;
      if (part.kind == Part::in) {
        if (graph_.machines.size() == 1) continue;
        part.index = (machine + 1 + below(graph_.machines.size() - 1)) % graph_.machines.size();
        part.state = below(graph_.machines[part.index].states.size());
      }
      return part;
    }
  }

  static std::string text_of(const Part& part) {
    const std::string index = std::to_string(part.index);
    switch (part.kind) {
      case Part::flag:
        return "f" + index;
      case Part::trigger:
        return "t" + index;
      case Part::number:
        return "n" + index + (part.from_x_on ? " >= " : " < ") + std::to_string(part.x / 4.0);
      case Part::time:
        return std::string("time") + (part.from_x_on ? " >= " : " < ") + seconds(part.x);
      case Part::time_of_number:
        return std::string("time") + (part.from_x_on ? " >= n" : " < n") + index;
      case Part::left:
        return std::string("left") + (part.from_x_on ? " <= " : " > ") + seconds(part.x);
      case Part::done:
        return "done";
      case Part::passed:
        return "passed(" + std::to_string(part.x / 8.0) + ")";
      default:
        return "in(l" + index + "/s" + std::to_string(part.state) + ")";
    }
  }
  static std::string text_of(const Condition& condition) {
    if (condition.op == 'p') return text_of(condition.part);
    if (condition.op == '!') return "not (" + text_of(condition.of[0]) + ")";
    return "(" + text_of(condition.of[0]) + (condition.op == '&' ? ") and (" : ") or (") +
           text_of(condition.of[1]) + ")";
  }
  static std::string text_of(const std::vector<Transition>& transitions) {
    constexpr const char* kCurves[] = {"smooth", "linear", "in", "out"};
    constexpr const char* kInterrupts[] = {"next", "none", "both"};
    std::string text = "[";
    for (const Transition& t : transitions)
      text += std::string(&t == transitions.data() ? "\n" : ",\n") + "      { \"to\": \"s" +
              std::to_string(t.to) + "\", \"when\": \"" + text_of(t.when) +
              "\", \"fade_s\": " + seconds(t.fade) + ", \"curve\": \"" + kCurves[t.curve] +
              "\", \"interrupt\": \"" + kInterrupts[static_cast<std::size_t>(t.interrupt)] +
              "\", \"restart\": " + (t.restart ? "true" : "false") +
              (t.enter != 0 ? ", \"enter\": " + std::to_string(t.enter / 8.0) : "") +
              (t.force ? ", \"force\": true" : "") + (t.self ? ", \"self\": true" : "") + " }";
    return text + "]";
  }

  std::minstd_rand random_;
  bool fades_;
  Graph graph_;
};

}  // namespace skelter::test::simulated

#pragma once
// Simulator: state machines played in fixed steps of 1/128 s, as a reference for the engine. Written from
// docs/graph.md and docs/graph-rules.md without sharing code with the engine. All times are integer ticks, so
// nothing is predicted or rounded. Each layer of the graph has one machine, and states play clips without a
// sync group. Omitted: parameters with `max_rate`, events, slots, nested machines.

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "play/random_graph.h"

namespace skelter::test::simulated {

inline constexpr std::size_t kMaxEntries = 4, kMaxChained = 4;
inline constexpr int kMaxCuts = 16;
inline constexpr int kNeverTicks = 1 << 30;

// The value of a part. `left` and `right` are the operands of a comparison, in ticks or quarters.
struct Evaluated {
  bool holds = false;
  int left = 0, right = 0;
};
struct Taken {
  std::size_t machine = 0;
  bool of_any = false;
  std::size_t from = 0, index = 0;  // from the state `from`, or from `any`
  int at = 0;                       // in ticks since the beginning of the update
  std::vector<Evaluated> parts;
};

class Simulator {
 public:
  explicit Simulator(const Graph& graph) : g_(graph), stacks_(graph.machines.size()) {
    flags.resize(g_.flags), numbers.resize(g_.numbers), fired_.resize(g_.triggers.size());
    for (std::vector<Entry>& stack : stacks_) stack.push_back({new_instance(0, 0), 0, nullptr, kNowhere});
  }
  std::vector<bool> flags;
  std::vector<int> numbers;  // quarters
  void fire(std::size_t trigger) { fired_[trigger] = {true, false, 0}; }
  std::size_t newest(std::size_t machine) const { return instance(stacks_[machine].back()).state; }
  std::size_t depth(std::size_t machine) const { return stacks_[machine].size(); }

  // Returns the transitions that are taken, in order.
  std::vector<Taken> update(int ticks) {
    taken_.clear();
    now_ = 0;
    moved_ = false;
    look();
    for (int cuts = 0; now_ < ticks;) {
      const bool moment = tick();
      if (now_ < ticks && (!moment || cuts == kMaxCuts)) continue;
      ++cuts;
      moved_ = true;
      end_fades();
      look();
    }
    for (std::size_t i = 0; i < fired_.size(); ++i)
      if ((fired_[i].age += ticks) >= g_.triggers[i]) fired_[i] = {};
    return taken_;
  }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  struct Instance {
    std::size_t state = 0;
    int time = 0;
    // Positions in half ticks of the clip; `before` is that of the last evaluation, if it existed.
    int position = 0, before = kNeverTicks;
  };
  struct Entry {
    std::size_t instance = 0;  // index in instances_
    int elapsed = 0;
    const Transition* fade = nullptr;  // null for the lowest entry
    // The state that contains the fade's transition, or kNowhere for `any`.
    std::size_t from = kNowhere, index = kNowhere;
  };
  struct Fired {
    bool set = false, used = false;
    int age = 0;
  };

  const Instance& instance(const Entry& entry) const { return instances_[entry.instance]; }
  std::size_t new_instance(std::size_t state, int position) {
    instances_.push_back({state, 0, position, kNeverTicks});
    return instances_.size() - 1;
  }
  const State& state_of(std::size_t machine, const Instance& instance) const {
    return g_.machines[machine].states[instance.state];
  }

  // --- conditions

  int left(const State& state, const Instance& instance) const {
    if (state.loops) return kNeverTicks;
    return (2 * state.ticks - instance.position) / (state.half_rate ? 1 : 2);
  }
  static bool passes(const State& state, int eighths, int from, int to) {
    const int round = 2 * state.ticks, phase = round / 8 * eighths;
    if (!state.loops) return from < phase && phase <= to;
    return (to - phase + 8 * round) / round > (from - phase + 8 * round) / round;
  }
  Evaluated evaluate(const Part& part, std::size_t machine, const Instance& instance, bool sees) const {
    const State& state = state_of(machine, instance);
    const auto from_on = [&](int value, int x) -> Evaluated {
      return {(value >= x) == part.from_x_on, value, x};
    };
    switch (part.kind) {
      case Part::flag:
        return {flags[part.index]};
      case Part::trigger:
        return {fired_[part.index].set};
      case Part::number:
        return from_on(numbers[part.index], part.x);
      case Part::time:
        return from_on(instance.time, part.x);
      case Part::time_of_number:
        return from_on(instance.time, numbers[part.index] * kTicksPerSecond / 4);
      case Part::left: {
        const int ticks = left(state, instance);
        return {(ticks <= part.x) == part.from_x_on, ticks, part.x};
      }
      case Part::done:
        return {left(state, instance) == 0};
      case Part::passed:
        return {sees && instance.before != kNeverTicks &&
                passes(state, part.x, instance.before, instance.position)};
      default:
        return {newest(part.index) == part.state};
    }
  }
  bool evaluate(const Condition& condition, std::size_t machine, const Instance& instance, bool sees,
                std::vector<Evaluated>& parts) const {
    if (condition.op == 'p') {
      parts.push_back(evaluate(condition.part, machine, instance, sees));
      return parts.back().holds;
    }
    const bool first = evaluate(condition.of[0], machine, instance, sees, parts);
    if (condition.op == '!') return !first;
    const bool second = evaluate(condition.of[1], machine, instance, sees, parts);
    return condition.op == '&' ? first && second : first || second;
  }

  // --- evaluation of all machines

  void look() {
    for (std::size_t m = 0; m < stacks_.size(); ++m)
      for (std::size_t i = 0; i < kMaxChained; ++i) {
        const Transition* const taken = look_at(m, moved_ && i == 0);
        if (taken == nullptr || taken->fade > 0) break;
      }
    for (Fired& fired : fired_)
      if (fired.used) fired = {};
    for (Instance& instance : instances_) instance.before = instance.position;
  }
  // Takes the first allowed transition with a condition that holds.
  const Transition* look_at(std::size_t m, bool sees) {
    const std::vector<Entry>& stack = stacks_[m];
    const Machine& machine = g_.machines[m];
    const std::size_t newest = instance(stack.back()).state;
    const Transition* const running = stack.back().fade;
    const bool held = running != nullptr && running->interrupt == Interrupt::none;
    for (std::size_t i = 0; i < machine.any.size(); ++i) {
      const Transition& t = machine.any[i];
      if ((!held || t.force) && (t.to != newest || t.self) &&
          try_to_take(m, t, stack.back().instance, i, true, sees))
        return &t;
    }
    if (held) return nullptr;
    const std::vector<Transition>& own = machine.states[newest].transitions;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (try_to_take(m, own[i], stack.back().instance, i, false, sees)) return &own[i];
    const std::size_t from = stack.back().from;
    if (running == nullptr || running->interrupt != Interrupt::both || from == kNowhere) return nullptr;
    std::size_t k = stack.size() - 1;
    while (k > 0 && instance(stack[k - 1]).state != from) --k;
    if (k == 0) return nullptr;
    const std::size_t before = stack.back().index, older = stack[k - 1].instance;
    for (std::size_t i = 0; i < before; ++i) {
      const Transition& t = machine.states[from].transitions[i];
      if (try_to_take(m, t, older, i, false, sees)) return &t;
    }
    return nullptr;
  }
  bool try_to_take(std::size_t m, const Transition& t, std::size_t source, std::size_t index, bool of_any,
                   bool sees) {
    Taken taken{m, of_any, instances_[source].state, index, now_, {}};
    if (!evaluate(t.when, m, instances_[source], sees, taken.parts)) return false;
    use_triggers(t.when);
    taken_.push_back(std::move(taken));
    enter(m, t, of_any ? kNowhere : instances_[source].state, index);
    return true;
  }
  void use_triggers(const Condition& condition) {
    if (condition.op == 'p' && condition.part.kind == Part::trigger)
      fired_[condition.part.index].used |= fired_[condition.part.index].set;
    for (const Condition& inner : condition.of) use_triggers(inner);
  }
  void enter(std::size_t m, const Transition& t, std::size_t from, std::size_t index) {
    std::vector<Entry>& stack = stacks_[m];
    std::size_t target = kNowhere;
    for (const Entry& entry : stack)
      if (!t.restart && instance(entry).state == t.to) target = entry.instance;
    if (target == kNowhere) target = new_instance(t.to, g_.machines[m].states[t.to].ticks / 4 * t.enter);
    if (t.fade == 0) {
      stack.assign(1, {target, 0, nullptr, kNowhere, kNowhere});
      return;
    }
    if (stack.size() == kMaxEntries) drop_weakest(stack);
    stack.push_back({target, 0, &t, from, index});
  }
  static double faded(const Entry& entry) {
    if (entry.fade == nullptr) return 1;
    const double u = static_cast<double>(entry.elapsed) / entry.fade->fade;
    const std::array<double, 4> curves{3 * u * u - 2 * u * u * u, u, u * u, 2 * u - u * u};
    return curves[static_cast<std::size_t>(entry.fade->curve)];
  }
  static void drop_weakest(std::vector<Entry>& stack) {
    std::size_t weakest = 0;
    double least = 2;
    for (std::size_t k = 0; k < stack.size(); ++k) {
      double weight = faded(stack[k]);
      for (std::size_t l = k + 1; l < stack.size(); ++l) weight *= 1 - faded(stack[l]);
      if (weight < least) least = weight, weakest = k;
    }
    stack.erase(stack.begin() + static_cast<std::ptrdiff_t>(weakest));
    stack[0].fade = nullptr;
  }

  // --- time

  // Advances by a tick. Returns true if a predictable event happens: a fade ends, or a part of a condition
  // that depends on a clock changes, in a transition of a newest state or of `any`.
  bool tick() {
    std::vector<int> before, after;
    clocks(before, false);
    std::vector<bool> moves(instances_.size(), false);
    for (std::size_t m = 0; m < stacks_.size(); ++m)
      for (Entry& entry : stacks_[m]) {
        ++entry.elapsed;
        if (moves[entry.instance]) continue;
        moves[entry.instance] = true;
        Instance& instance = instances_[entry.instance];
        const State& state = state_of(m, instance);
        ++instance.time;
        instance.position += state.half_rate ? 1 : 2;
        if (!state.loops) instance.position = std::min(instance.position, 2 * state.ticks);
      }
    ++now_;
    clocks(after, true);
    bool moment = before != after;
    for (const std::vector<Entry>& stack : stacks_)
      for (const Entry& entry : stack) moment |= entry.fade != nullptr && entry.elapsed == entry.fade->fade;
    return moment;
  }
  void clocks(std::vector<int>& values, bool moved) const {
    for (std::size_t m = 0; m < stacks_.size(); ++m) {
      const Instance& newest = instance(stacks_[m].back());
      for (const Transition& t : state_of(m, newest).transitions) clocks_of(t.when, m, newest, moved, values);
      for (const Transition& t : g_.machines[m].any) clocks_of(t.when, m, newest, moved, values);
    }
  }
  void clocks_of(const Condition& condition, std::size_t m, const Instance& instance, bool moved,
                 std::vector<int>& values) const {
    const Part& part = condition.part;
    const State& state = state_of(m, instance);
    if (condition.op == 'p' && part.kind == Part::passed)
      values.push_back(
          moved && passes(state, part.x, instance.position - (state.half_rate ? 1 : 2), instance.position)
              ? 1
              : 0);
    else if (condition.op == 'p' && part.kind >= Part::time && part.kind <= Part::done)
      values.push_back(evaluate(part, m, instance, false).holds ? 1 : 0);
    for (const Condition& inner : condition.of) clocks_of(inner, m, instance, moved, values);
  }
  // Removes the states below a completed fade.
  void end_fades() {
    for (std::vector<Entry>& stack : stacks_)
      for (std::size_t k = stack.size(); k-- > 1;)
        if (stack[k].elapsed >= stack[k].fade->fade) {
          stack.erase(stack.begin(), stack.begin() + static_cast<std::ptrdiff_t>(k));
          stack[0].fade = nullptr;
          break;
        }
  }

  const Graph& g_;
  std::vector<Instance> instances_;  // entries that are no longer used are dropped
  std::vector<std::vector<Entry>> stacks_;
  std::vector<Fired> fired_;
  std::vector<Taken> taken_;
  int now_ = 0;
  bool moved_ = false;  // the update has advanced since it began
};

}  // namespace skelter::test::simulated

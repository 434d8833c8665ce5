// Tests why transitions are taken. Compares the engine's events and probe with a simulator that advances in
// small fixed steps.
#include <gtest/gtest.h>

#include <cmath>

#include "compile/compile_graph/internal/graph_source.h"
#include "play/graph_simulator.h"
#include "play/internal/graph_probe.h"
#include "play/random_graph.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::test::simulated {
namespace {

constexpr double kNear_s = 1e-9;

// The graph played by the engine.
class Engine {
 public:
  explicit Engine(const RandomGraph& random) {
    GraphCharacter character;
    for (const int ticks : {16, 32, 48, 64, 96, 128}) {
      const double duration_s = static_cast<double>(ticks) / kTicksPerSecond;
      character.clips.push_back({"c" + std::to_string(ticks), duration_s, true, false, 0, {}});
      clips_.push_back(straight_graph_clip(duration_s, 0, true, false, {}));
    }
    const GraphSource source = read_graph_source(random.text(), "random.graph.json", {&character, {}});
    for (const Diagnostic& d : source.diagnostics) EXPECT_NE(d.severity, Severity::error) << to_string(d);
    if (!source.ok()) return;
    blob_ = build_graph(source.graph);
    EXPECT_TRUE(read_graph(blob_.span(), view_).ok());
    EXPECT_TRUE(check_clips(view_, clips_).ok());
    memory_.resize(view_.state_bytes / sizeof(double));
    events_.resize(1000);
    start(view_, state());
    good_ = true;
  }
  bool good() const { return good_; }
  std::span<std::byte> state() { return std::as_writable_bytes(std::span(memory_)); }
  GraphProbe probe() { return {&view_, clips_, state()}; }
  void set(const std::string& name, double value) {
    skelter::set(view_, state(), find_parameter(view_, name), static_cast<float>(value));
  }
  void fire(const std::string& name) { skelter::fire(view_, state(), find_parameter(view_, name)); }
  // Returns the transitions of its `entered` events.
  std::vector<const GraphEvent*> update(double dt_s) {
    reported_ = {events_, 0, 0};
    GraphUpdateJob job;
    job.graph = &view_;
    job.clips = clips_;
    job.dt_s = dt_s;
    job.states = state();
    job.out_events = {&reported_, 1};
    EXPECT_EQ(job.run(), Status::ok);
    std::vector<const GraphEvent*> entered;
    for (const GraphEvent& event : std::span(events_).first(reported_.count))
      if (event.kind == GraphEventKind::entered) entered.push_back(&event);
    return entered;
  }
  std::uint32_t transition(const Taken& taken) const {
    const GraphMachine& machine = view_.machines[taken.machine];
    if (taken.of_any) return machine.first_any + static_cast<std::uint32_t>(taken.index);
    return view_.nodes[node(taken.machine, taken.from)].first_transition +
           static_cast<std::uint32_t>(taken.index);
  }
  std::uint32_t node(std::size_t machine, std::size_t state) const {
    const GraphMachine& record = view_.machines[machine];
    for (std::uint32_t i = record.first_state; i < std::uint32_t{record.first_state} + record.state_count;
         ++i)
      if (view_.string(view_.nodes[i].name) == "s" + std::to_string(state)) return i;
    return kNone;
  }
  const GraphRecords& view() const { return view_; }

 private:
  AlignedBytes blob_;
  GraphRecords view_;
  std::vector<GraphClip> clips_;
  std::vector<double> memory_;
  std::vector<GraphEvent> events_;
  GraphEvents reported_;
  bool good_ = false;
};

// Compares both operands of a comparison, in the unit of the engine.
void expect_equal(const GraphRecords& view, const GraphConditionPart& part, const Evaluated& expected) {
  EXPECT_EQ(part.holds, expected.holds);
  const GraphOp& op = view.ops[part.op];
  if (op.code != GraphOpCode::compare) return;
  const double unit = op.operands[0] == GraphOperand::parameter ? 0.25 : 1.0 / kTicksPerSecond;
  if (expected.left == kNeverTicks)
    EXPECT_TRUE(std::isinf(part.left));
  else
    EXPECT_NEAR(part.left, expected.left * unit, kNear_s);
  EXPECT_NEAR(part.right, expected.right * unit, kNear_s);
}

struct Seen {
  std::size_t transitions = 0, with_fade = 0, in_between = 0, timed = 0;
};

void compare(unsigned seed, bool fades, Seen& seen) {
  const RandomGraph random(seed, fades);
  Engine engine(random);
  ASSERT_TRUE(engine.good()) << random.text();
  Simulator simulator(random.graph());
  std::minstd_rand game(seed + 1);
  const auto below = [&](unsigned count) { return static_cast<unsigned>(game()) % count; };
  constexpr int kSteps[] = {0, 1, 2, 5, 8, 13, 32, 64, 160};
  for (int update = 0; update < 40; ++update) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", update " + std::to_string(update));
    for (std::size_t i = 0; i < random.graph().flags; ++i)
      if (below(4) == 0) {
        simulator.flags[i] = below(2) == 0;
        engine.set("f" + std::to_string(i), simulator.flags[i] ? 1 : 0);
      }
    for (std::size_t i = 0; i < random.graph().numbers; ++i)
      if (below(4) == 0) {
        simulator.numbers[i] = static_cast<int>(below(6)) - 2;
        engine.set("n" + std::to_string(i), simulator.numbers[i] / 4.0);
      }
    for (std::size_t i = 0; i < random.graph().triggers.size(); ++i)
      if (below(4) == 0) {
        simulator.fire(i);
        engine.fire("t" + std::to_string(i));
      }
    const int ticks = kSteps[below(std::size(kSteps))];
    const double dt_s = static_cast<double>(ticks) / kTicksPerSecond;
    const std::vector<GraphCondition> reasons = engine.probe().taken(dt_s);
    const std::vector<const GraphEvent*> entered = engine.update(dt_s);
    std::vector<Taken> expected = simulator.update(ticks);
    ASSERT_EQ(reasons.size(), expected.size()) << random.text();
    ASSERT_EQ(entered.size(), expected.size()) << random.text();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Taken& taken = expected[i];
      const GraphCondition& reason = reasons[i];
      ASSERT_EQ(reason.transition, engine.transition(taken)) << random.text();
      EXPECT_EQ(entered[i]->transition, reason.transition);
      EXPECT_EQ(reason.from, engine.node(taken.machine, taken.from));
      EXPECT_TRUE(reason.holds);
      EXPECT_NEAR(reason.at_s, static_cast<double>(taken.at) / kTicksPerSecond, kNear_s);
      EXPECT_NEAR(entered[i]->at_s, reason.at_s, kNear_s);
      ASSERT_EQ(reason.parts.size(), taken.parts.size());
      for (std::size_t k = 0; k < taken.parts.size(); ++k)
        expect_equal(engine.view(), reason.parts[k], taken.parts[k]);
      const GraphTransition& transition = engine.view().transitions[reason.transition];
      ++seen.transitions;
      seen.with_fade += transition.fade_s > 0 ? 1 : 0;
      seen.timed += transition.timed;
      seen.in_between += taken.at > 0 && taken.at < ticks ? 1 : 0;
    }
    for (std::uint32_t m = 0; m < random.graph().machines.size(); ++m) {
      GraphEntry entries[kMaxStackEntries];
      const std::uint32_t depth = engine.probe().stack(m, entries);
      ASSERT_EQ(depth, simulator.depth(m)) << random.text();
      ASSERT_EQ(entries[depth - 1].state, engine.node(m, simulator.newest(m))) << random.text();
    }
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << random.text();
      return;
    }
  }
}

TEST(GraphReasons, for_1000_random_graphs_equal_those_of_a_simulator) {
  Seen seen;
  for (unsigned seed = 1; seed <= 1000 && !HasFailure(); ++seed) compare(seed, seed % 2 == 0, seen);
  // There must be transitions inside an update, not only at its start or end, and conditions that use more
  // than parameters.
  EXPECT_GT(seen.transitions, 20'000u);
  EXPECT_GT(seen.with_fade, 4'000u);
  EXPECT_GT(seen.in_between, 4'000u);
  EXPECT_GT(seen.timed, 8'000u);
}

}  // namespace
}  // namespace skelter::test::simulated

// Conditions in GraphProbe: the value of each part, now and at the time when a transition was taken.
#include "play/internal/graph_probe.h"

#include <cstring>

#include "play/graph_maker.h"

namespace skelter::test::graphs {
namespace {

MadeTransition to(std::string state, When when, double fade_s) {
  return {std::move(state), std::move(when), fade_s};
}

// `hop` leads to b, and a condition on the time leads back.
MadeGraph hopping() {
  MadeGraph made;
  made.clips = vector_clips();
  made.parameters = {real("x"), trigger("hop"), flag("still")};
  made.layers = {
      layer("body",
            machine({{"a", clip("a"), {to("b", is("hop") && number("x", GraphComparison::greater, 1), 0.2)}},
                     {"b", clip("b"), {to("a", !is("still") && time_from(0.25), 0)}}}))};
  return made;
}

GraphProbe probe_of(const TestGraph& graph, ByteSpan state) {
  return {&graph.view(), graph.clips(), state};
}

TEST(GraphProbe, a_condition_has_the_current_value_of_each_part) {
  const TestGraph graph(hopping());
  Played hero(graph);
  hero.set("x", 3);
  const GraphCondition waits = probe_of(graph, hero.state()).condition(0, 0);
  EXPECT_EQ(waits.transition, 0);
  EXPECT_EQ(waits.from, graph.node("a"));
  EXPECT_FALSE(waits.holds);
  ASSERT_EQ(waits.parts.size(), 2u);
  EXPECT_FALSE(waits.parts[0].holds);
  EXPECT_EQ(graph.view().ops[waits.parts[0].op].code, GraphOpCode::truth);
  EXPECT_TRUE(waits.parts[1].holds);
  EXPECT_EQ(waits.parts[1].left, 3);
  EXPECT_EQ(waits.parts[1].right, 1);
  hero.fire("hop");
  const GraphCondition goes = probe_of(graph, hero.state()).condition(0, 0);
  EXPECT_TRUE(goes.holds);
  EXPECT_TRUE(goes.parts[0].holds);
}

// `passed` and `event` refer to the previous sub-step, which does not exist at the beginning of an update.
TEST(GraphProbe, passed_does_not_hold_between_updates) {
  MadeGraph made;
  made.clips = vector_clips();
  made.layers = {layer("body", machine({{"a", clip("a"), {to("b", passed(0.5), 0)}}, {"b", clip("b"), {}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.25);
  EXPECT_FALSE(probe_of(graph, hero.state()).condition(0, 0).holds);
  const std::vector<GraphCondition> taken = probe_of(graph, hero.state()).taken(0.5);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_TRUE(taken[0].parts[0].holds);
  EXPECT_NEAR(taken[0].at_s, 0.25, kExact);
}

// The update consumes the trigger, and the step is split at 0.25 s.
TEST(GraphProbe, a_taken_transition_has_its_condition_as_it_was_evaluated) {
  const TestGraph graph(hopping());
  Played hero(graph);
  hero.set("x", 3).fire("hop");
  const std::vector<std::byte> before(hero.state().begin(), hero.state().end());
  const std::vector<GraphCondition> taken = probe_of(graph, hero.state()).taken(0.375);
  EXPECT_EQ(std::memcmp(before.data(), hero.state().data(), before.size()), 0);
  hero.update(0.375);
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].transition, 0);
  EXPECT_EQ(taken[0].from, graph.node("a"));
  EXPECT_EQ(taken[0].at_s, 0);
  ASSERT_EQ(taken[0].parts.size(), 2u);
  EXPECT_TRUE(taken[0].holds && taken[0].parts[0].holds && taken[0].parts[1].holds);
  EXPECT_EQ(taken[1].transition, 1);
  EXPECT_EQ(taken[1].from, graph.node("b"));
  EXPECT_NEAR(taken[1].at_s, 0.25, kExact);
  ASSERT_EQ(taken[1].parts.size(), 2u);
  EXPECT_FALSE(taken[1].parts[0].holds);  // "still", negated by the condition
  EXPECT_NEAR(taken[1].parts[1].left, 0.25, kExact);
  EXPECT_EQ(taken[1].parts[1].right, 0.25);
  std::vector<std::uint16_t> entered;
  for (const GraphEvent& event : hero.events())
    if (event.kind == GraphEventKind::entered) entered.push_back(event.transition);
  EXPECT_EQ(entered, (std::vector<std::uint16_t>{0, 1}));
}

}  // namespace
}  // namespace skelter::test::graphs

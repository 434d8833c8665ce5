// The vectors of the graph's design: inputs, and expected outputs that are derived by hand. Fades are linear
// unless stated otherwise.
#include <numeric>

#include "play/graph_maker.h"
#include "play/internal/format/graph_records.h"
#include "skelter/play/graph_state.h"

namespace skelter::test::graphs {
namespace {

constexpr double kFar = 0.4;

// States named after their clips, starting with a. Each has one transition for every other state, with a
// trigger named after it.
struct Fades {
  double fade_s = kFar;
  FadeCurve curve = FadeCurve::linear;
  GraphInterrupt interrupt = GraphInterrupt::next;
  bool restart = false;
};
MadeGraph letters(const Fades& how) {
  MadeGraph made;
  made.clips = vector_clips();
  std::vector<MadeState> states;
  for (const std::string from : {"a", "b", "c", "d", "e"}) {
    made.parameters.push_back(trigger("to_" + from));
    MadeState state{from, clip(from), {}};
    for (const std::string to : {"a", "b", "c", "d", "e"}) {
      if (to == from) continue;
      MadeTransition t{to, is("to_" + to), how.fade_s, how.curve, how.interrupt, how.restart};
      state.transitions.push_back(t);
    }
    states.push_back(state);
  }
  made.layers = {layer("body", machine(states))};
  return made;
}

TEST(GraphVector, v1_R21_curves) {
  for (const auto& [curve, a] : std::vector<std::pair<FadeCurve, double>>{{FadeCurve::linear, 0.25},
                                                                          {FadeCurve::smooth, 0.15625},
                                                                          {FadeCurve::in, 0.0625},
                                                                          {FadeCurve::out, 0.4375}}) {
    const TestGraph graph(letters({0.2, curve}));
    Played hero(graph);
    hero.fire("to_b").update(0.05);
    EXPECT_NEAR(hero.weight("b"), a, kExact);
  }
}

TEST(GraphVector, v2_v3_a_fade) {
  const TestGraph linear(letters({0.2})), smooth(letters({0.2, FadeCurve::smooth}));
  Played hero(linear), other(smooth);
  hero.fire("to_b").update(0.05);
  EXPECT_NEAR(hero.weight("b"), 0.25, kExact);
  EXPECT_NEAR(hero.weight("a"), 0.75, kExact);
  other.fire("to_b").update(0.05);
  EXPECT_NEAR(other.weight("b"), 0.15625, kExact);
  EXPECT_NEAR(other.weight("a"), 0.84375, kExact);
}

TEST(GraphVector, v4_v5_a_fade_over_a_fade) {
  const TestGraph graph(letters({0.4}));
  Played hero(graph);
  hero.fire("to_b").update(0.2);
  hero.fire("to_c").update(0.1);
  EXPECT_NEAR(hero.weight("c"), 0.25, kExact);
  EXPECT_NEAR(hero.weight("b"), 0.5625, kExact);
  EXPECT_NEAR(hero.weight("a"), 0.1875, kExact);
  hero.update(0.1);
  EXPECT_NEAR(hero.weight("c"), 0.5, kExact);
  EXPECT_NEAR(hero.weight("b"), 0.5, kExact);
  EXPECT_EQ(hero.list().size(), 2u);
}

TEST(GraphVector, v6_weight_and_its_speed_are_continuous) {
  const TestGraph graph(letters({0.4, FadeCurve::smooth}));
  constexpr double kStep = 1e-4;
  Played hero(graph);
  hero.fire("to_b").update(0.2 - kStep);
  const double before = hero.weight("b");
  hero.update(kStep);
  const double at = hero.weight("b");
  EXPECT_NEAR(at, 0.5, kExact);
  hero.fire("to_c").update(kStep);
  const double after = hero.weight("b");
  EXPECT_NEAR((at - before) / kStep, 3.75, 2e-3);  // weights are floats: 6e-8 / 1e-4
  EXPECT_NEAR((after - at) / kStep, 3.75, 2e-3);
}

TEST(GraphVector, v7_v8_back_again) {
  const TestGraph graph(letters({0.4})),
      restart(letters({0.4, FadeCurve::linear, GraphInterrupt::next, true}));
  Played hero(graph);
  hero.fire("to_b").update(0.2);
  hero.fire("to_a").update(0.1);
  EXPECT_NEAR(hero.weight("b"), 0.5625, kExact);
  EXPECT_NEAR(hero.weight("a"), 0.4375, kExact);
  EXPECT_NEAR(hero.time("a"), 0.3, kExact);
  EXPECT_EQ(hero.list().size(), 2u);
  Played other(restart);
  other.fire("to_b").update(0.2);
  other.fire("to_a").update(0.1);
  ASSERT_EQ(other.list().size(), 3u);
  EXPECT_NEAR(other.list()[0].weight, 0.1875, kExact);
  EXPECT_NEAR(other.list()[0].time_s, 0.3, kExact);
  EXPECT_NEAR(other.list()[1].weight, 0.5625, kExact);
  EXPECT_NEAR(other.list()[2].weight, 0.25, kExact);
  EXPECT_NEAR(other.list()[2].time_s, 0.1, kExact);
}

TEST(GraphVector, v9_v10_four_state_instances_and_a_fifth) {
  const TestGraph graph(letters({1}));
  Played hero(graph);
  hero.fire("to_b").update(0.1);
  hero.fire("to_c").update(0.1);
  hero.fire("to_d").update(0.1);
  EXPECT_NEAR(hero.weight("d"), 0.1, kExact);
  EXPECT_NEAR(hero.weight("c"), 0.18, kExact);
  EXPECT_NEAR(hero.weight("b"), 0.216, kExact);
  EXPECT_NEAR(hero.weight("a"), 0.504, kExact);
  EXPECT_EQ(hero.count().dropped_fades, 0u);
  hero.fire("to_e").update(0.05);
  EXPECT_NEAR(hero.weight("e"), 0.05, kExact);
  EXPECT_NEAR(hero.weight("d"), 0, kExact);
  EXPECT_NEAR(hero.weight("c"), 0.2375, kExact);
  EXPECT_NEAR(hero.weight("b"), 0.249375, kExact);
  EXPECT_NEAR(hero.weight("a"), 0.463125, kExact);
  EXPECT_EQ(hero.count().dropped_fades, 1u);
}

TEST(GraphVector, v11_interrupt_none_waits_for_the_end) {
  MadeGraph made;
  made.clips = vector_clips();
  made.parameters = {trigger("go"), flag("wanted")};
  made.layers = {layer(
      "body", machine({{"a", clip("a"), {{"b", is("go"), 0.4, FadeCurve::linear, GraphInterrupt::none}}},
                       {"b", clip("b"), {{"c", is("wanted"), 0.4}}},
                       {"c", clip("c"), {}}}))};
  const TestGraph graph(made);
  Played hero(graph), other(graph);
  hero.fire("go").update(0.2).set("wanted", 1).update(0.1).update(0.2);
  EXPECT_NEAR(hero.weight("c"), 0.25, kExact);
  EXPECT_NEAR(hero.weight("b"), 0.75, kExact);
  EXPECT_EQ(hero.list().size(), 2u);
  other.fire("go").set("wanted", 1).update(0.5);  // one step, split at 0.4
  EXPECT_NEAR(other.weight("c"), 0.25, kExact);
  EXPECT_NEAR(other.weight("b"), 0.75, kExact);
}

TEST(GraphVector, v12_R17_chains_without_fades) {
  MadeGraph made;
  made.clips = vector_clips();
  made.parameters = {flag("go")};
  made.layers = {layer("body", machine({{"a", clip("a"), {{"b", is("go"), 0}}},
                                        {"b", clip("b"), {{"c", is("go"), 0}}},
                                        {"c", clip("c"), {}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("go", 1).update(0.1);
  EXPECT_NEAR(hero.weight("c"), 1, kExact);
  EXPECT_EQ(hero.list().size(), 1u);
  EXPECT_EQ(hero.reported(), (std::vector<std::string>{"left a", "left b", "entered b", "entered c"}));
}

TEST(GraphVector, v13_R16_order_is_priority) {
  MadeGraph made;
  made.clips = vector_clips();
  made.parameters = {flag("go"), flag("all")};
  made.layers = {layer("body", machine({{"a", clip("a"), {{"b", is("go"), 0}, {"c", is("go"), 0}}},
                                        {"b", clip("b"), {}},
                                        {"c", clip("c"), {}},
                                        {"d", clip("d"), {}}},
                                       {{"d", is("all"), 0}}))};
  const TestGraph graph(made);
  Played hero(graph), other(graph);
  hero.set("go", 1).set("all", 1).update(0.1);
  EXPECT_NEAR(hero.weight("d"), 1, kExact);
  other.set("go", 1).update(0.1);
  EXPECT_NEAR(other.weight("b"), 1, kExact);
}

MadeGraph waits_for(double buffer_s) {
  MadeGraph made;
  made.clips = vector_clips();
  made.parameters = {trigger("go", buffer_s), flag("ready")};
  const MadeMotion one =
      machine({{"a", clip("a"), {{"b", is("go") && is("ready"), 0}}}, {"b", clip("b"), {}}});
  made.layers = {layer("body", one), layer("upper", one, GraphLayerMode::override)};
  made.layers[1].mask = 0;
  return made;
}

TEST(GraphVector, v14_R18_a_trigger_without_buffer_lives_for_one_update) {
  const TestGraph graph(waits_for(0));
  Played hero(graph);
  hero.fire("go").update(0.1);
  EXPECT_EQ(value(graph.view(), hero.state(), find_parameter(graph.view(), "go")), 0);
  hero.set("ready", 1).update(0.1);
  EXPECT_NEAR(hero.weight("b"), 0, kExact);
}

TEST(GraphVector, v15_a_buffer) {
  const TestGraph graph(waits_for(0.2));
  Played hero(graph), late(graph);
  hero.fire("go").update(0.15);
  hero.set("ready", 1).update(0.05);
  EXPECT_NEAR(hero.weight("b"), 2, kExact);
  late.fire("go").update(0.25);
  late.set("ready", 1).update(0.05);
  EXPECT_NEAR(late.weight("b"), 0, kExact);
}

TEST(GraphVector, v16_two_layers_answer_one_trigger) {
  const TestGraph graph(waits_for(1));
  Played hero(graph);
  hero.set("ready", 1).fire("go").update(0.1);
  EXPECT_NEAR(hero.weight("b"), 2, kExact);  // in both layers
  EXPECT_EQ(value(graph.view(), hero.state(), find_parameter(graph.view(), "go")), 0);
}

MadeGraph leaps(When when, double fade_s = 0.2) {
  MadeGraph made;
  made.clips = vector_clips();
  made.layers = {layer("body", machine({{"jump", clip("jump"), {{"idle", std::move(when), fade_s}}},
                                        {"idle", clip("idle"), {}}}))};
  return made;
}

TEST(GraphVector, v17_R3_done_cuts_the_step) {
  const TestGraph graph(leaps(done()));
  Played hero(graph);
  hero.update(0.9);
  EXPECT_NEAR(hero.weight("idle"), 0.5, kExact);
  EXPECT_NEAR(hero.time("idle"), 0.1, kExact);
  EXPECT_NEAR(hero.weight("jump"), 0.5, kExact);
  EXPECT_NEAR(hero.time("jump"), 0.8, kExact);
}

TEST(GraphVector, v18_frame_rates_do_not_matter) {
  const TestGraph graph(leaps(done()));
  for (const double rate : {144.0, 60.0, 30.0}) {
    Played hero(graph);
    double left_s = 0.9;
    while (left_s > 1e-12) {
      const double step_s = std::min(left_s, 1 / rate);
      hero.update(step_s);
      left_s -= step_s;
    }
    EXPECT_NEAR(hero.weight("idle"), 0.5, kExact) << rate;
    EXPECT_NEAR(hero.time("idle"), 0.1, kExact) << rate;
    EXPECT_NEAR(hero.time("jump"), 0.8, kExact) << rate;
  }
}

TEST(GraphVector, v19_left_cuts_the_step) {
  const TestGraph graph(leaps(left_to(0.2)));
  Played hero(graph);
  hero.update(0.7);
  EXPECT_NEAR(hero.weight("idle"), 0.5, kExact);
  EXPECT_NEAR(hero.weight("jump"), 0.5, kExact);
  EXPECT_NEAR(hero.time("jump"), 0.7, kExact);
}

TEST(GraphVector, v20_passed_cuts_the_step) {
  MadeGraph made;
  made.clips = vector_clips();
  made.layers = {layer(
      "body", machine({{"wave", clip("wave"), {{"idle", passed(0.5), 0.3}}}, {"idle", clip("idle"), {}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.6).update(0.3);
  EXPECT_NEAR(hero.weight("idle"), 0.5, kExact);
  EXPECT_NEAR(hero.time("idle"), 0.15, kExact);
  EXPECT_NEAR(hero.weight("wave"), 0.5, kExact);
  EXPECT_NEAR(hero.time("wave"), 0.9, kExact);
}

TEST(GraphVector, v49_R38_a_saved_block_plays_the_same) {
  const TestGraph graph(letters({0.4}));
  Played hero(graph);
  hero.fire("to_b").update(0.2);
  hero.fire("to_c").update(0.1);
  const std::vector<std::byte> saved(hero.state().begin(), hero.state().end());
  hero.update(0.1);
  const std::vector<std::byte> first(hero.state().begin(), hero.state().end());
  const std::vector<PoseListEntry> list(hero.list().begin(), hero.list().end());
  const std::vector<std::string> reported = hero.reported();
  std::copy(saved.begin(), saved.end(), hero.state().begin());
  EXPECT_TRUE(check_state(graph.view(), hero.state()).ok());
  hero.update(0.1);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), hero.state().begin()));
  ASSERT_EQ(hero.list().size(), list.size());
  EXPECT_EQ(std::memcmp(hero.list().data(), list.data(), list.size() * sizeof(PoseListEntry)), 0);
  EXPECT_EQ(hero.reported(), reported);
}

TEST(GraphVector, v50_R39_what_is_refused) {
  MadeGraph made = letters({0.4});
  made.parameters.push_back(real("x", 2));
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.1);
  hero.set("x", std::nanf(""));
  EXPECT_EQ(value(graph.view(), hero.state(), find_parameter(graph.view(), "x")), 2);
  EXPECT_EQ(hero.count().bad_values, 1u);
  EXPECT_EQ(hero.job(std::nan("")).run(), Status::invalid_argument);
  EXPECT_EQ(hero.job(-0.1).run(), Status::invalid_argument);
  hero.state()[0] ^= std::byte{1};
  EXPECT_EQ(check_state(graph.view(), hero.state()).status, Status::invalid_argument);
  EXPECT_EQ(hero.job(0.1).run(), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter::test::graphs

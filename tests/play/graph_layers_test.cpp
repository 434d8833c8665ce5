// Layers, slots, events and root motion of graphs: vectors 36 to 48, 54, 56 and 57, and the rules about them.
#include "play/graph_maker.h"
#include "play/internal/format/graph_records.h"

namespace skelter::test::graphs {
namespace {

// The weight of each pose list entry at a joint, as documented in runtime/pose_list.h.
std::vector<double> at_joint(std::span<const PoseListEntry> list, const std::vector<double>& masks) {
  std::vector<double> weights;
  const auto mask = [&](const PoseListEntry& line) { return line.mask == kNone16 ? 1 : masks.at(line.mask); };
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].clip != kPoseListStage) {
      weights.push_back(list[i].weight * mask(list[i]));
      continue;
    }
    const double f = std::min(1.0, list[i].weight * mask(list[i]));
    for (std::size_t k = list[i].begin; k < i; ++k) weights[k] *= k < list[i].split ? 1 - f : f;
    weights.push_back(0);
  }
  return weights;
}

MadeLayer masked(MadeLayer made, int mask) {
  made.mask = mask;
  return made;
}
MadeLayer weighed(MadeLayer made, float weight) {
  made.weight = weight;
  return made;
}
MadeLayer slot(std::string name, GraphLayerMode mode = GraphLayerMode::override) {
  MadeLayer made;
  made.name = std::move(name);
  made.slot = true;
  made.mode = mode;
  return made;
}
MadeGraph with_layers(std::vector<MadeLayer> layers) {
  MadeGraph made;
  made.clips = vector_clips();
  made.clips.push_back({"lean", 1, true, 0, {}, {}, true});
  made.clips.push_back({"hit", 1, false});
  made.clips.push_back({"blink", 0.15, false});
  made.parameters = {real("x"), trigger("go"), flag("on")};
  made.groups = {"feet"};
  made.layers = std::move(layers);
  return made;
}

TEST(GraphVector, v36_R27_an_override_with_a_mask) {
  const TestGraph graph(
      with_layers({layer("body", clip("a")),
                   masked(weighed(layer("upper", clip("b"), GraphLayerMode::override), 0.5f), 0)}));
  Played hero(graph);
  hero.update(0.1);
  for (const auto& [m, upper] : std::vector<std::pair<double, double>>{{0, 0}, {0.5, 0.25}, {1, 0.5}}) {
    const std::vector<double> weights = at_joint(hero.list(), {m});
    EXPECT_NEAR(weights[0], 1 - upper, kExact);
    EXPECT_NEAR(weights[1], upper, kExact);
  }
}

// 1 - 0.7f / 0.7 is 1.7e-8. The weight must count as 0, so its layer has no entry.
TEST(Graph, R27_a_smoothed_weight_reaches_its_target) {
  MadeGraph made =
      with_layers({layer("body", clip("a")), layer("upper", clip("b"), GraphLayerMode::override)});
  made.parameters = {real("w", 1, 0.7f)};
  made.layers[1].weight_parameter = "w";
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0);
  EXPECT_EQ(hero.list().size(), 1u) << "b alone";
  hero.set("w", 0).update(1 / 0.7);
  ASSERT_EQ(hero.list().size(), 1u) << "a alone";
  EXPECT_EQ(hero.weight("a"), 1);
}

// Below a full override, the weight is 0, so no entries are written. With a mask they are written, because
// joints outside the mask need them.
TEST(Graph, R27_below_a_full_override_only_a_mask_keeps_entries) {
  for (const bool with_mask : {false, true}) {
    MadeLayer upper = layer("upper", clip("b"), GraphLayerMode::override);
    if (with_mask) upper = masked(upper, 0);
    const TestGraph graph(with_layers({layer("body", clip("a")), upper}));
    Played hero(graph);
    hero.update(0.1);
    ASSERT_EQ(hero.list().size(), with_mask ? 3u : 1u);
    EXPECT_EQ(hero.weight("a"), with_mask ? 1 : 0);
    EXPECT_EQ(hero.weight("b"), 1);
  }
}

TEST(GraphVector, v37_R28_masks_inside_masks) {
  const MadeMotion inner = sub_graph(
      {layer("c", clip("c")), masked(weighed(layer("d", clip("d"), GraphLayerMode::override), 0.5f), 1)});
  const TestGraph graph(
      with_layers({layer("body", clip("b")), masked(layer("upper", inner, GraphLayerMode::override), 0)}));
  Played hero(graph);
  hero.update(0.1);
  const std::vector<double> weights = at_joint(hero.list(), {0.5, 0.5});
  ASSERT_EQ(weights.size(), 5u);
  EXPECT_NEAR(weights[0], 0.5, kExact);
  EXPECT_NEAR(weights[1], 0.375, kExact);
  EXPECT_NEAR(weights[2], 0.125, kExact);
  EXPECT_EQ(hero.list().size(), graph.view().max_entries);
}

TEST(GraphVector, v38_R25_a_profile) {
  MadeTransition t{"b", is("go"), 1};
  t.profile = "arms";
  MadeGraph made = with_layers({layer("body", machine({{"a", clip("a"), {t}}, {"b", clip("b"), {}}}))});
  made.profiles = {"arms"};
  made.masks = 2;
  const TestGraph graph(made);
  Played hero(graph);
  const double arm = 2 / 4.0, leg = 1 / 4.0;  // rates in the form in which the mask stores them
  hero.fire("go").update(0.3);
  EXPECT_NEAR(at_joint(hero.list(), {1, 1, arm})[1], 0.6, kExact);
  EXPECT_NEAR(at_joint(hero.list(), {1, 1, leg})[1], 0.3, kExact);
  EXPECT_NEAR(at_joint(hero.list(), {1, 1, leg})[0], 0.7, kExact);
  hero.update(0.3);
  EXPECT_NEAR(at_joint(hero.list(), {1, 1, arm})[1], 1, kExact);
  EXPECT_NEAR(at_joint(hero.list(), {1, 1, leg})[1], 0.6, kExact);
}

TEST(GraphVector, v39_additive_below_an_override) {
  const TestGraph graph(
      with_layers({layer("body", clip("a")), layer("lean", clip("lean"), GraphLayerMode::additive),
                   masked(weighed(layer("upper", clip("b"), GraphLayerMode::override), 0.75f), 0)}));
  Played hero(graph);
  hero.update(0.1);
  EXPECT_NEAR(at_joint(hero.list(), {1})[1], 0.25, kExact);
  EXPECT_NEAR(at_joint(hero.list(), {0})[1], 1, kExact);
}

TEST(GraphVector, v40_a_layer_that_fades_in) {
  const MadeMotion wave = machine({{"off", none(), {{"wave", is("on"), 0.3}}}, {"wave", clip("wave"), {}}});
  const TestGraph graph(
      with_layers({layer("body", clip("a")), masked(layer("upper", wave, GraphLayerMode::override), 0)}));
  Played hero(graph);
  hero.set("on", 1).update(0.1);
  ASSERT_EQ(hero.list().size(), 3u);
  EXPECT_NEAR(hero.weight("wave"), 1, kExact);
  EXPECT_NEAR(hero.list()[2].weight, 1 / 3.0, kExact);
}

TEST(GraphVector, v41_a_slot) {
  const TestGraph graph(with_layers({layer("body", clip("a")), slot("act")}));
  Played hero(graph);
  hero.play("act", "hit").update(0.05);
  EXPECT_NEAR(hero.weight("hit"), 0.5, kExact);
  EXPECT_NEAR(hero.weight("a"), 0.5, kExact);
  hero.update(0.45);
  EXPECT_NEAR(hero.weight("hit"), 1, kExact);
  EXPECT_EQ(hero.list().size(), 1u);
  hero.update(0.4);
  EXPECT_NEAR(hero.weight("hit"), 0.5, kExact);
  EXPECT_TRUE(hero.reported().empty());
  hero.update(0.2);
  EXPECT_EQ(hero.reported(), std::vector<std::string>{"ended hit"});
  EXPECT_NEAR(hero.events()[0].at_s, 0.1, kExact);
  EXPECT_EQ(hero.list().size(), 1u);
  // The clip fades in within 0.05 s and out within 0.1 s.
  hero.play("act", "blink").update(0.025);
  EXPECT_NEAR(hero.weight("blink"), 0.5, kExact);
  hero.update(0.025);
  EXPECT_NEAR(hero.weight("blink"), 1, kExact);
  hero.update(0.05);
  EXPECT_NEAR(hero.weight("blink"), 0.5, kExact);
}

TEST(GraphVector, v42_the_five_entries) {
  MadeMotion ground = synced(blend("speed", {{0, clip("idle")}, {1.4f, clip("walk")}, {4, clip("run")}}));
  MadeGraph made = with_layers(
      {layer("body", machine({{"ground", ground, {}}})),
       masked(
           layer("upper", machine({{"off", none(), {{"wave", is("on"), 0.3}}}, {"wave", clip("wave"), {}}}),
                 GraphLayerMode::override),
           0),
       layer("lean", blend("turn", {{0, none()}, {1, clip("lean")}}), GraphLayerMode::additive),
       masked(slot("act"), 0)});
  made.parameters.push_back(real("speed"));
  made.parameters.push_back(real("turn"));
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("speed", 2.7f).set("turn", 0.4f).set("on", 1).update(0.15);
  const auto list = hero.list();
  ASSERT_EQ(list.size(), 5u);
  EXPECT_EQ(list[0].clip, graph.clip("walk"));
  EXPECT_NEAR(list[0].weight, 0.5, kExact);
  EXPECT_EQ(list[1].clip, graph.clip("run"));
  EXPECT_NEAR(list[1].weight, 0.5, kExact);
  EXPECT_EQ(list[2].clip, graph.clip("wave"));
  EXPECT_NEAR(list[2].weight, 1, kExact);
  EXPECT_EQ(list[3].clip, kPoseListStage);
  EXPECT_EQ(list[3].mask, 0);
  EXPECT_NEAR(list[3].weight, 0.5, kExact);
  EXPECT_EQ(list[3].begin, 0);
  EXPECT_EQ(list[3].split, 2);
  EXPECT_EQ(list[4].clip, graph.clip("lean"));
  EXPECT_NEAR(list[4].weight, 0.4, kExact);
  EXPECT_EQ(list[4].mask, kNone16);
  EXPECT_NEAR(at_joint(list, {0.5})[2], 0.25, kExact);
}

MadeGraph steps_in_a_group() {
  MadeGraph made = with_layers({});
  made.clips[1].events = {{"step", 0}, {"step", 0.5}};
  made.clips[2].events = {{"step", 0}, {"step", 0.3}};
  made.rules = {{"step", 0.6f}};
  made.layers = {layer("body", machine({{"walk", synced(clip("walk")), {{"run", is("go"), 0.4}}},
                                        {"run", synced(clip("run")), {}}}))};
  return made;
}

TEST(GraphVector, v43_R33_one_foot_fall_is_reported_once) {
  const TestGraph graph(steps_in_a_group());
  for (const int steps : {1, 10}) {
    Played hero(graph);
    hero.update(0);
    // Sets s = 0.9 when the fade is at 0.4.
    double s = 0.9;
    hero.fire("go").update(0.16);
    std::memcpy(hero.state().data() + 16 + 8 * graph.view().parameters.size(), &s, sizeof(s));
    std::vector<GraphEvent> reported;
    double at_s = 0;
    for (int i = 0; i < steps; ++i) {
      hero.update(0.08 / steps);  // 0.2 intervals of 0.4 s each
      for (GraphEvent e : hero.clip_events()) {
        e.at_s += at_s;
        reported.push_back(e);
      }
      at_s += 0.08 / steps;
    }
    ASSERT_EQ(reported.size(), 1u) << steps;
    EXPECT_NEAR(reported[0].weight, 1, kExact);
    EXPECT_NEAR(reported[0].at_s, 0.04, 1e-3);
  }
}

TEST(GraphVector, v44_R32_the_newest_reports_events_if_its_weight_suffices) {
  for (const bool leaving : {false, true}) {
    MadeGraph made = with_layers({});
    made.clips[7].events = {{"a", 0.45}};
    made.clips[8].events = {{"b", 0.4}};
    made.rules = {{"b", 0.5f}, {"a", 0, GraphReporting::dominant, leaving}};
    made.layers = {layer("body", machine({{"a", clip("a"), {{"b", is("go"), 1}}}, {"b", clip("b"), {}}}))};
    const TestGraph graph(made);
    Played hero(graph);
    hero.fire("go").update(0.35).update(0.1);  // b has weight 0.4
    EXPECT_EQ(hero.clip_events().size(), leaving ? 1u : 0u);
    if (!leaving) continue;
    EXPECT_EQ(hero.clip_events()[0].clip, graph.clip("a"));
    EXPECT_NEAR(hero.clip_events()[0].weight, 0.6, kExact);
    EXPECT_NEAR(hero.clip_events()[0].at_s, 0.1, kExact);
  }
}

TEST(GraphVector, v46_v47_R35_R36_root_motion_of_fades) {
  MadeGraph made = with_layers({layer(
      "body", machine({{"idle", clip("idle"), {{"walk", is("go"), 0.2}}}, {"walk", clip("walk"), {}}}))});
  const TestGraph graph(made);
  Played hero(graph);
  hero.fire("go").update(0.1);
  EXPECT_NEAR(hero.root_z(), 0.035, kExact);
  MadeTransition t{"run", is("go"), 0.2};
  t.kind = FadeKind::inertialize;
  made.layers = {layer("body", machine({{"walk", clip("walk"), {t}}, {"run", clip("run"), {}}}))};
  const TestGraph other(made);
  Played inertial(other);
  inertial.fire("go").update(0.1);
  EXPECT_NEAR(inertial.root_z(), 0.205, kExact);
}

TEST(GraphVector, v54_a_mask_does_not_suppress_events) {
  for (const int mask : {0, -1}) {
    MadeGraph made = with_layers(
        {layer("body", clip("walk")), masked(layer("upper", clip("wave"), GraphLayerMode::override), mask)});
    made.clips[1].events = {{"step", 0.5}};
    const TestGraph graph(made);
    Played hero(graph);
    hero.update(0.6);
    ASSERT_EQ(hero.clip_events().size(), mask == 0 ? 1u : 0u);
    if (mask == 0) {
      EXPECT_NEAR(hero.clip_events()[0].weight, 1, kExact);
      EXPECT_NEAR(hero.clip_events()[0].at_s, 0.5, kExact);
    }
  }
}

TEST(GraphVector, v56_two_plays_and_a_stop) {
  const TestGraph graph(with_layers({layer("body", clip("a")), masked(slot("act"), 0)}));
  Played hero(graph);
  const auto strength = [&] { return double{hero.list().back().weight}; };
  hero.play("act", "walk").update(0.05);
  EXPECT_NEAR(strength(), 0.5, kExact);
  hero.play("act", "jump").update(0.05);
  EXPECT_NEAR(strength(), 0.75, kExact);
  EXPECT_NEAR(hero.weight("walk"), 0.5, kExact);
  EXPECT_NEAR(hero.time("walk"), 0.1, kExact);
  EXPECT_NEAR(hero.weight("jump"), 0.5, kExact);
  EXPECT_NEAR(hero.time("jump"), 0.05, kExact);
  hero.stop("act").update(0.1);
  EXPECT_NEAR(strength(), 0.375, kExact);
  EXPECT_EQ(hero.reported(), std::vector<std::string>{"ended walk"});
  hero.stop("act").update(0.2);  // it is already fading out
  EXPECT_EQ(hero.reported(), std::vector<std::string>{"ended jump"});
  EXPECT_EQ(hero.list().size(), 1u);
}

TEST(GraphVector, v57_R2_an_event_is_seen_once) {
  MadeGraph made = with_layers({});
  made.clips[1].events = {{"step", 0.5}};
  made.layers = {layer("body", machine({{"a", clip("walk"), {{"b", event("step"), 0.2}}},
                                        {"b", clip("b"), {{"a", event("step"), 0.2}}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.6).update(0.1);
  EXPECT_NEAR(hero.weight("b"), 0.5, kExact);
  EXPECT_NEAR(hero.weight("walk"), 0.5, kExact);
}

// --- rules without vectors --------------------------------------------------------------------------------

TEST(Graph, R22_overflow_removes_the_oldest_of_equals) {
  // v10 tests that the smallest fade is removed. Here all fades have just begun, so the newer ones have
  // weight 0.
  MadeGraph made = with_layers({});
  std::vector<MadeState> states;
  for (const std::string name : {"a", "b", "c", "d", "e"}) states.push_back({name, clip(name), {}});
  for (std::size_t i = 0; i + 1 < states.size(); ++i)
    states[i].transitions = {{states[i + 1].name, is("go"), 1}};
  made.layers = {layer("body", machine(states))};
  const TestGraph graph(made);
  Played hero(graph);
  for (int i = 0; i < 4; ++i) hero.fire("go").update(0);
  hero.update(0.1);
  EXPECT_NEAR(hero.weight("b"), 0, kExact);
  EXPECT_NEAR(hero.weight("e"), 0.1, kExact);
}

TEST(Graph, R20_both_lets_earlier_transitions_of_the_source_in) {
  for (const GraphInterrupt interrupt : {GraphInterrupt::next, GraphInterrupt::both}) {
    MadeTransition to_b{"b", is("go"), 1};
    to_b.interrupt = interrupt;
    const TestGraph graph(with_layers({layer("body", machine({{"a", clip("a"), {{"c", is("on"), 1}, to_b}},
                                                              {"b", clip("b"), {}},
                                                              {"c", clip("c"), {}}}))}));
    Played hero(graph);
    hero.fire("go").update(0.5).set("on", 1).update(0).update(0.5);
    EXPECT_NEAR(hero.weight("c"), interrupt == GraphInterrupt::both ? 0.5 : 0, kExact);
  }
}

TEST(Graph, R20_none_lets_only_forced_any_in) {
  for (const bool force : {false, true}) {
    MadeTransition to_b{"b", is("go"), 1}, any{"c", is("on"), 1};
    to_b.interrupt = GraphInterrupt::none;
    any.force = force;
    const TestGraph graph(with_layers({layer(
        "body", machine({{"a", clip("a"), {to_b}}, {"b", clip("b"), {}}, {"c", clip("c"), {}}}, {any}))}));
    Played hero(graph);
    hero.fire("go").update(0.5).set("on", 1).update(0.1);
    EXPECT_NEAR(hero.weight("c"), force ? 0.1 : 0, kExact);
  }
}

TEST(Graph, R23_any_leads_to_the_newest_only_with_self) {
  for (const bool self : {false, true}) {
    MadeTransition any{"a", is("on"), 0};
    any.self = self;
    any.restart = true;
    const TestGraph graph(with_layers({layer("body", machine({{"a", clip("a"), {}}}, {any}))}));
    Played hero(graph);
    hero.update(0.3).set("on", 1).update(0);
    EXPECT_NEAR(hero.time("a"), self ? 0 : 0.3, kExact);
  }
}

MadeGraph nested(bool history) {
  const MadeMotion inner =
      machine({{"b", clip("b"), {{"c", is("go"), 0}}}, {"c", clip("c"), {}}}, {}, history);
  return with_layers({layer(
      "body", machine({{"a", clip("a"), {{"in", is("on"), 0.2}}}, {"in", inner, {{"a", !is("on"), 0.2}}}}))});
}

TEST(Graph, R19_nested_machines_begin_at_their_entry_or_resume) {
  for (const bool history : {false, true}) {
    const TestGraph graph(nested(history));
    Played hero(graph);
    hero.set("on", 1).update(0.3);
    EXPECT_NEAR(hero.weight("b"), 1, kExact);
    hero.fire("go").update(0.1);
    EXPECT_NEAR(hero.weight("c"), 1, kExact);
    hero.set("on", 0).update(0.1);
    EXPECT_NEAR(hero.weight("c"), 0.5, kExact);
    hero.set("on", 1).update(0.2);  // it is still on the stack, so it continues
    EXPECT_NEAR(hero.weight("c"), 1, kExact);
    hero.set("on", 0).update(0.3);
    EXPECT_NEAR(hero.weight("a"), 1, kExact);
    hero.set("on", 1).update(0.3);
    EXPECT_NEAR(hero.weight(history ? "c" : "b"), 1, kExact);
  }
}

TEST(Graph, R24_machines_in_older_state_instances_take_no_transitions) {
  const TestGraph graph(nested(true));
  Played hero(graph);
  hero.set("on", 1).update(0.3);
  hero.set("on", 0).update(0.1);
  hero.fire("go").update(0.05);
  EXPECT_NEAR(hero.weight("b"), 0.25, kExact);
  EXPECT_NEAR(hero.weight("c"), 0, kExact);
}

TEST(Graph, in_tests_the_newest_state_of_another_machine) {
  MadeGraph made = nested(false);
  made.layers.push_back(
      masked(layer("upper",
                   machine({{"off", none(), {{"d", in("c"), 0}}}, {"d", clip("d"), {{"off", !in("c"), 0}}}}),
                   GraphLayerMode::override),
             0));
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("on", 1).update(0.3);
  EXPECT_NEAR(hero.weight("d"), 0, kExact);
  hero.fire("go").update(0.1);
  EXPECT_NEAR(hero.weight("d"), 1, kExact);
  hero.set("on", 0).update(0.05);  // the layer of `in` is older now, and c with it
  EXPECT_NEAR(hero.weight("c"), 0.75, kExact);
  EXPECT_NEAR(hero.weight("d"), 0, kExact);
}

TEST(Graph, conditions_mix_operators) {
  const When when =
      (is("on") || number("x", GraphComparison::greater, 2)) && !number("x", GraphComparison::equal, 5);
  const TestGraph graph(with_layers(
      {layer("body", machine({{"a", clip("a"), {{"b", when, 0}}}, {"b", clip("b"), {{"a", !when, 0}}}}))}));
  Played hero(graph);
  const auto is_b = [&](float x, float on) {
    hero.set("x", x).set("on", on).update(0.01);
    return hero.weight("b") == 1;
  };
  EXPECT_FALSE(is_b(0, 0));
  EXPECT_TRUE(is_b(0, 1));
  EXPECT_TRUE(is_b(3, 0));
  EXPECT_FALSE(is_b(2, 0));
  EXPECT_FALSE(is_b(5, 1));
  EXPECT_FALSE(is_b(5, 0));
}

TEST(Graph, R4_sixteen_sub_steps_and_then_the_rest) {
  const TestGraph graph(
      with_layers({layer("body", machine({{"a", clip("a"), {{"b", time_from(0.1), 0}}},
                                          {"b", clip("b"), {{"a", time_from(0.1), 0}}}}))}));
  Played hero(graph);
  hero.update(1.55);
  EXPECT_EQ(hero.count().sub_step_limit, 0u);
  EXPECT_NEAR(hero.time("b"), 0.05, kExact);
  hero.update(3);
  EXPECT_EQ(hero.count().sub_step_limit, 1u);
}

TEST(Graph, R31_all_and_leaving) {
  for (const bool leaving : {false, true}) {
    MadeGraph made = with_layers({});
    made.clips[7].events = {{"a", 0.45}};
    made.clips[8].events = {{"b", 0.45}};
    made.clips[9].events = {{"c", 0.45}};
    made.rules = {
        {"a", 0, GraphReporting::all, leaving}, {"b", 0, GraphReporting::all}, {"c", 0, GraphReporting::all}};
    const MadeMotion both = blend("x", {{0, clip("b")}, {1, clip("c")}});
    made.layers = {layer("body", machine({{"a", clip("a"), {{"b", is("go"), 1}}}, {"b", both, {}}}))};
    const TestGraph graph(made);
    Played hero(graph);
    hero.set("x", 0.25f).fire("go").update(0.5);  // in the middle, b and c have weight 0.25
    EXPECT_EQ(hero.clip_events().size(), leaving ? 3u : 2u);
    const std::size_t first = leaving ? 1 : 0;
    EXPECT_NEAR(hero.clip_events()[first].weight, 0.25 * 0.75, kExact);
    EXPECT_NEAR(hero.clip_events()[first + 1].weight, 0.25 * 0.25, kExact);
  }
}

TEST(Graph, R31_the_heaviest_member_represents_a_blend) {
  MadeGraph made = with_layers({});
  made.clips[7].events = {{"a", 0.45}};
  made.clips[8].events = {{"b", 0.45}};
  made.layers = {layer("body", blend("x", {{0, clip("a")}, {1, clip("b")}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0.3f).update(0.5);
  ASSERT_EQ(hero.clip_events().size(), 1u);
  EXPECT_EQ(hero.clip_events()[0].clip, graph.clip("a"));
  EXPECT_NEAR(hero.clip_events()[0].weight, 1, kExact);
}

TEST(Graph, R34_order_at_equal_times) {
  MadeGraph made = with_layers({});
  made.clips[5].events = {{"land", 0.8}};  // jump
  made.layers = {
      layer("body", machine({{"jump", clip("jump"), {{"idle", done(), 0}}}, {"idle", clip("idle"), {}}})),
      masked(slot("act"), 0)};
  const TestGraph graph(made);
  Played hero(graph);
  hero.play("act", "jump", 0, 0).update(0.9);
  EXPECT_EQ(hero.reported(),
            (std::vector<std::string>{"land", "land", "left jump", "ended jump", "entered idle"}));
  for (const GraphEvent& e : hero.events()) EXPECT_NEAR(e.at_s, 0.8, kExact);
}

// Both transitions lead to b without a fade, so the state block does not distinguish them.
TEST(Graph, R34_an_entered_event_names_the_transition_taken) {
  MadeGraph made = with_layers({});
  made.parameters.push_back(flag("go"));
  made.layers = {layer("body", machine({{"a", clip("a"), {{"b", passed(0.9), 0}, {"b", is("go"), 0}}},
                                        {"b", clip("b"), {}}}))};
  const TestGraph graph(made);
  const auto taken = [&](Played& hero) {
    std::vector<std::uint16_t> transitions;
    for (const GraphEvent& e : hero.events())
      if (e.kind == GraphEventKind::entered)
        transitions.push_back(e.transition);
      else
        EXPECT_EQ(e.transition, kNone16);
    return transitions;
  };
  Played waits(graph), goes(graph);
  EXPECT_EQ(taken(waits.update(1)), (std::vector<std::uint16_t>{0}));
  EXPECT_EQ(taken(goes.fire("go").update(1)), (std::vector<std::uint16_t>{1}));
}

TEST(Graph, R30_cycles_and_times_of_many_events) {
  MadeGraph made = with_layers({layer("body", clip("walk"))});
  made.clips[1].events = {{"step", 0}, {"step", 0.5}};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(1.75);
  const std::vector<GraphEvent> reported = hero.clip_events();
  ASSERT_EQ(reported.size(), 3u);  // without the event at 0
  const double at[] = {0.5, 1, 1.5};
  const std::int64_t rounds[] = {0, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(reported[i].at_s, at[i], kExact);
    EXPECT_EQ(reported[i].cycle, rounds[i]);
  }
}

// If the number of cycles exceeds the integers of a double, they are not iterated.
TEST(Graph, R30_steps_with_uncountable_cycles_end) {
  MadeGraph made = with_layers({});
  for (MadeClip& made_clip : made.clips) made_clip.events = {{"step", 0.1}};
  made.layers = {layer("body", clip("walk")),
                 weighed(layer("feet", synced(blend("x", {{0, clip("walk")}, {1, clip("idle")}})),
                               GraphLayerMode::override),
                         0.5f)};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0.5f);
  for (const double step_s : {1e17, 1.0, 1e17, 1.0, 1e300, 1.0}) hero.update(step_s);
  EXPECT_EQ(hero.list().size(), 3u);
}

TEST(Graph, R30_synced_events_have_the_time_of_their_position) {
  // Half walk and half limp, so the intervals last 0.65 and 0.45 s. Only walk reports events, because it
  // comes first.
  MadeGraph made = with_layers({});
  made.clips[1].events = {{"early", 0.25}, {"late", 0.75}};
  made.layers = {layer("body", synced(blend("x", {{0, clip("walk")}, {1, clip("limp")}})))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0.5f).update(3.0);
  const std::vector<GraphEvent> reported = hero.clip_events();
  const double at[] = {0.325, 0.65 + 0.225, 1.1 + 0.325, 1.1 + 0.875, 2.2 + 0.325};
  ASSERT_EQ(reported.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(reported[i].at_s, at[i], kExact) << i;
}

TEST(Graph, R37_layers_replace_root_motion) {
  std::vector<MadeLayer> layers = {layer("body", clip("walk")),
                                   weighed(layer("upper", clip("run"), GraphLayerMode::override), 0.5f)};
  layers[1].root_motion = 0.5f;
  const TestGraph graph(with_layers(layers));
  Played hero(graph);
  hero.update(0.1);
  EXPECT_NEAR(hero.root_z(), 0.75 * 0.14 + 0.25 * 0.4, kExact);
}

TEST(Graph, R29_a_third_play_replaces_the_older_one) {
  const TestGraph graph(with_layers({layer("body", clip("a")), masked(slot("act"), 0)}));
  Played hero(graph);
  hero.play("act", "hit").update(0.05);
  hero.play("act", "jump").update(0.05);
  hero.play("act", "walk").update(0.05);
  EXPECT_EQ(hero.reported(), std::vector<std::string>{"ended hit"});
  EXPECT_NEAR(hero.events()[0].at_s, 0, kExact);
  EXPECT_NEAR(hero.weight("jump"), 0.5, kExact);
  EXPECT_NEAR(hero.weight("walk"), 0.5, kExact);
  hero.update(2);
  EXPECT_EQ(hero.reported(), (std::vector<std::string>{"ended jump", "ended walk"}));
}

TEST(Graph, R29_a_play_call_that_does_not_fit_is_refused) {
  const TestGraph graph(with_layers({layer("body", clip("a")), slot("act")}));
  Played hero(graph);
  const auto play = [&](std::uint32_t slot_index, SlotPlay what) {
    return play_slot(graph.view(), graph.clips(), hero.state(), slot_index, what);
  };
  EXPECT_EQ(play(1, {0}), Status::invalid_argument);
  EXPECT_EQ(play(0, {99}), Status::invalid_argument);
  EXPECT_EQ(play(0, {}), Status::invalid_argument);
  EXPECT_EQ(play(0, {graph.clip("lean")}), Status::invalid_argument);
  EXPECT_EQ(play(0, {0, std::nan("")}), Status::invalid_argument);
  EXPECT_EQ(stop_slot(graph.view(), graph.clips(), hero.state(), 1), Status::invalid_argument);
  EXPECT_EQ(stop_slot(graph.view(), graph.clips(), hero.state(), 0), Status::ok);
}

TEST(Graph, R26_events_and_positions_of_an_inertialization_are_the_targets) {
  MadeGraph made = with_layers({});
  made.clips[1].events = {{"walked", 0.1}};
  made.clips[2].events = {{"ran", 0.1}};
  MadeTransition t{"run", is("go"), 1};
  t.kind = FadeKind::inertialize;
  made.layers = {layer("body", machine({{"walk", clip("walk"), {t}}, {"run", clip("run"), {}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.fire("go").update(0.2);
  EXPECT_EQ(hero.reported(), (std::vector<std::string>{"entered run", "ran"}));
  EXPECT_NEAR(hero.clip_events()[0].weight, 1, kExact);
  EXPECT_NEAR(hero.weight("run"), 0.2, kExact);  // as for a list without pose memory
}

}  // namespace
}  // namespace skelter::test::graphs

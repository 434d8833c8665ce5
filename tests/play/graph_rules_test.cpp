// Rules of graphs that no vector covers: "parameter values", "sub-steps", "cuts", "inertialization" for
// callers that keep poses (vectors 48 and 52), and "reload". Expected numbers are derived in the comments.
#include "play/difference.h"
#include "play/graph/block.h"
#include "play/graph_example.h"
#include "play/heroes.h"
#include "play/internal/graph_probe.h"

namespace skelter::test::graphs {
namespace {

MadeTransition linear(std::string to, When when, double fade_s) {
  return {std::move(to), std::move(when), fade_s, FadeCurve::linear};
}
MadeGraph with_machine(std::vector<MadeState> states, std::vector<MadeParameter> parameters) {
  MadeGraph made;
  made.clips = vector_clips();
  made.parameters = std::move(parameters);
  made.layers = {layer("body", machine(std::move(states)))};
  return made;
}

TEST(Graph, R1_values_are_clamped_and_rates_multiply_the_step) {
  MadeParameter x = real("x", 1);
  x.min = -2, x.max = 3;
  MadeGraph made = with_machine({{"a", clip("a"), {}}}, {x});
  const TestGraph graph(made);
  Played hero(graph);
  const std::uint32_t at = find_parameter(graph.view(), "x");
  EXPECT_EQ(value(graph.view(), hero.set("x", 9).state(), at), 3);
  EXPECT_EQ(value(graph.view(), hero.set("x", -INFINITY).state(), at), -2);
  EXPECT_EQ(value(graph.view(), hero.set("x", NAN).state(), at), -2);
  EXPECT_EQ(hero.count().bad_values, 1u);
  GraphUpdateJob job = hero.job(0.2);
  const float half = 0.5f, endless = INFINITY;
  job.rates = {&half, 1};
  ASSERT_EQ(job.run(), Status::ok);
  EXPECT_NEAR(hero.time("a"), 0.1, kExact);
  job.rates = {&endless, 1};
  EXPECT_EQ(job.run(), Status::invalid_argument);
}

// x goes from 0 to 2 in half a second, so it is 1 in the middle. Idle and walk then have half the weight
// each, and their common cycle takes 0.5 * 2 + 0.5 * 1 = 1.5 s. 0.5 s is a third of that, so root motion is
// 0.5 * 1.4 / 3.
TEST(Graph, R1_weights_use_the_middle_of_a_step_and_conditions_its_end) {
  MadeGraph made = with_machine({{"move",
                                  blend("x", {{0, clip("idle")}, {2, clip("walk")}}),
                                  {linear("a", number("x", GraphComparison::greater_equal, 2), 0.2)}},
                                 {"a", clip("a"), {}}},
                                {real("x", 0, 4)});
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 2).update(0.5);
  EXPECT_NEAR(hero.root_z(), 0.5 * 1.4 / 3, kExact);
  EXPECT_EQ(hero.reported(), std::vector<std::string>{"entered a"});
  EXPECT_NEAR(hero.weight("a"), 0, kExact);  // the transition begins now
  hero.update(0.05);
  EXPECT_NEAR(hero.weight("a"), 0.25, kExact);
}

// Tenths are not exact in floats: 0.1 becomes larger and 0.7 smaller. A number that is compared with a
// parameter is also rounded to float, so that tenths compare as expected.
TEST(Graph, numbers_in_conditions_are_rounded_as_parameters_are) {
  constexpr GraphComparison kEach[] = {GraphComparison::less,    GraphComparison::less_equal,
                                       GraphComparison::greater, GraphComparison::greater_equal,
                                       GraphComparison::equal,   GraphComparison::not_equal};
  for (int number_of = 0; number_of <= 20; ++number_of) {
    std::vector<MadeTransition> transitions;
    for (const GraphComparison each : kEach)
      transitions.push_back(linear("b", number("x", each, number_of / 10.0), 0));
    const TestGraph graph(with_machine({{"a", clip("a"), transitions}, {"b", clip("b"), {}}}, {real("x")}));
    for (int x = 0; x <= 20; ++x) {
      const bool expected[] = {(x < number_of),  (x <= number_of), (x > number_of),
                               (x >= number_of), (x == number_of), (x != number_of)};
      Played hero(graph);
      hero.set("x", static_cast<float>(x / 10.0));
      const GraphProbe probe{&graph.view(), graph.clips(), hero.state()};
      for (std::uint32_t i = 0; i < 6; ++i) {
        const GraphCondition condition = probe.condition(i, 0);
        EXPECT_EQ(condition.holds, expected[i]) << x << ", comparison " << i << ", " << number_of;
        EXPECT_EQ(condition.parts.at(0).holds, expected[i]);
        EXPECT_EQ(condition.parts.at(0).left, static_cast<float>(x / 10.0));
        EXPECT_EQ(condition.parts.at(0).right, static_cast<float>(number_of / 10.0));
      }
    }
  }
  // The update evaluates the same code.
  for (const double x : {0.1, 0.7}) {
    const TestGraph graph(with_machine(
        {{"a", clip("a"), {linear("b", number("x", GraphComparison::equal, x), 0)}}, {"b", clip("b"), {}}},
        {real("x")}));
    Played hero(graph);
    hero.update(0.1);
    EXPECT_EQ(hero.weight("a"), 1);
    hero.set("x", static_cast<float>(x)).update(0.1);
    EXPECT_EQ(hero.weight("b"), 1);
  }
}

TEST(Graph, R2_a_condition_true_at_the_very_end_starts_now) {
  const TestGraph graph(
      with_machine({{"jump", clip("jump"), {linear("a", done(), 0.2)}}, {"a", clip("a"), {}}}, {}));
  Played hero(graph);
  hero.update(0.8);
  EXPECT_EQ(hero.reported(), std::vector<std::string>{"entered a"});
  EXPECT_NEAR(hero.events()[0].at_s, 0.8, kExact);
  EXPECT_NEAR(hero.weight("jump"), 1, kExact);
}

// The fade begins exactly at 0.3 s, so it is halfway at 0.4 s. The end of a fade also splits the step: the
// second transition, which waits for the end of the first fade at 0.5 s, is a quarter complete at 0.6 s.
TEST(Graph, R3_times_and_ends_of_fades_cut_the_step) {
  MadeTransition held = linear("b", time_from(0.3), 0.2);
  held.interrupt = GraphInterrupt::none;
  const TestGraph graph(with_machine(
      {{"a", clip("a"), {held}}, {"b", clip("b"), {linear("c", is("on"), 0.4)}}, {"c", clip("c"), {}}},
      {flag("on", true)}));
  Played hero(graph), long_step(graph);
  hero.update(0.4);
  EXPECT_NEAR(hero.weight("b"), 0.5, kExact);
  EXPECT_NEAR(hero.time("b"), 0.1, kExact);
  long_step.update(0.6);
  EXPECT_NEAR(long_step.weight("c"), 0.25, kExact);
  EXPECT_NEAR(long_step.time("c"), 0.1, kExact);
}

// Flags that read_graph reads from the blob instead of computing them.
TEST(Graph, wrong_flags_of_a_blob_are_refused) {
  const TestGraph graph(everything_graph());
  const GraphRecords& view = graph.view();
  AlignedBytes changed(graph.bytes().size());
  // Changes one byte of a record of the view.
  const auto read_with = [&](const void* place, std::byte value) {
    std::memcpy(changed.data(), graph.bytes().data(), changed.size());
    changed.data()[static_cast<const std::byte*>(place) - graph.bytes().data()] = value;
    GraphRecords read;
    return read_graph(changed.span(), read).status;
  };
  const GraphNode& gait = view.nodes[graph.node("gait")];
  const GraphParameterRecord& p = view.parameters[find_parameter(view, "p")];
  ASSERT_EQ(gait.timed, 1);
  ASSERT_EQ(p.in_conditions, 1);
  EXPECT_EQ(read_with(&gait.timed, std::byte{1}), Status::ok);
  EXPECT_EQ(read_with(&gait.timed, std::byte{0}), Status::bad_data);
  EXPECT_EQ(read_with(&p.in_conditions, std::byte{0}), Status::bad_data);
  EXPECT_EQ(read_with(&view.clip_markers[0].cycles, std::byte{2}), Status::bad_data);
  // A different machine.
  for (const GraphMotion& motion : view.motions)
    if (motion.kind == GraphMotionKind::machine && motion.first == 1) {
      EXPECT_EQ(read_with(&motion.first, std::byte{2}), Status::bad_data);
    }
}

// "jump" lasts 0.8 s. At 0.3 s, half a second is left. At twice the speed, it lasts 0.4 s, of which a tenth
// of a second is left. Walk loops.
TEST(Graph, the_probe_reports_the_value_of_left) {
  MadeMotion fast = clip("jump");
  fast.rate = 2;
  for (const auto& [motion, left_s] : {std::pair{clip("jump"), 0.5}, {fast, 0.1}, {clip("walk"), INFINITY}}) {
    const TestGraph graph(with_machine({{"a", motion, {}}}, {}));
    Played hero(graph);
    hero.update(0.3);
    const GraphProbe probe{&graph.view(), graph.clips(), hero.state()};
    if (std::isinf(left_s))
      EXPECT_EQ(probe.left_s(0, 0), left_s);
    else
      EXPECT_NEAR(probe.left_s(0, 0), left_s, kExact);
    hero.update(1);
    EXPECT_EQ(probe.left_s(0, 0), std::isinf(left_s) ? left_s : 0);
  }
}

// The expected value is 0.5 - 0.4 * 0.15625.
TEST(GraphVector, v48_R26_a_difference_decays) {
  const CharacterData data = data_of({still_at("still", 0)});
  const Skeleton& skeleton = data.skeleton();
  play_state::Difference difference(skeleton);
  play_state::Glances glances(skeleton);
  std::vector<SoaTransform> shown(skeleton.block_count(), SoaTransform::identity()), now = shown;
  for (std::size_t i = 0; i < play_state::kGlances; ++i) {
    const double ahead_s = play_state::kGlance_s * static_cast<double>(i);
    shown[0].rows[0][0] = static_cast<float>(1 - ahead_s);  // x0 = 1, v0 = -1 per second
    glances.shown[i] = shown;
    difference.compare(glances, i, now);
  }
  difference.begin(glances, 0.4, {}, play_state::Difference::Speeds::bounded);
  difference.advance(0.2);
  difference.add_to(now, 0);
  EXPECT_NEAR(now[0].rows[0][0], 0.4375, 1e-4);  // the speed is computed from floats 1/2000 s apart
}

MadeGraph switching(double fade_s) {
  MadeGraph made = with_machine({{"idle", clip("idle"), {linear("walk", is("go"), fade_s)}},
                                 {"walk", clip("walk"), {linear("idle", is("go"), fade_s)}}},
                                {trigger("go")});
  made.clips[1].events = {{"step", 0.1}};
  for (MadeState& state : made.layers[0].motion.machine->states)
    state.transitions[0].kind = FadeKind::inertialize;
  return made;
}

// Every accepted state must lead to an accepted state, so smoothed values are between min and max.
TEST(Graph, R39_a_smoothed_value_outside_its_bounds_is_damage) {
  MadeGraph made = switching(0.4);
  made.parameters.push_back(real("x", 0, 5));
  made.parameters.back().min = -1;
  made.parameters.back().max = 6;
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 4).update(0.1);
  double& smoothed = graph_state::Block(graph.view(), hero.state().data()).smoothed[0];
  EXPECT_NEAR(smoothed, 0.5, 1e-6);
  for (const double value : {-1.0, 6.0}) {
    smoothed = value;
    EXPECT_TRUE(check_state(graph.view(), hero.state()).ok()) << value;
  }
  for (const double value : {-1.001, 6.001, 1e9, HUGE_VAL, std::nan("")}) {
    smoothed = value;
    EXPECT_STREQ(check_state(graph.view(), hero.state()).what, "the state of a graph is damaged") << value;
  }
}

TEST(GraphVector, v52_R26_only_lists_differ_with_and_without_switches) {
  const TestGraph graph(switching(0.4));
  Played hero(graph), member(graph);
  GraphSwitch switched;
  std::vector<PoseListEntry> left(graph.view().max_entries);
  for (int i = 0; i < 6; ++i) {
    if (i == 1) hero.fire("go"), member.fire("go");
    GraphUpdateJob job = hero.job(0.1);
    job.out_switches = {&switched, 1};
    job.out_left_lists = left;
    ASSERT_EQ(job.run(), Status::ok);
    member.update(0.1);
    EXPECT_TRUE(std::equal(hero.state().begin(), hero.state().end(), member.state().begin()));
    EXPECT_EQ(hero.reported(), member.reported());
    EXPECT_EQ(hero.root_z(), member.root_z());
    EXPECT_EQ(switched.entry_count, i == 1 ? 1 : 0);
    if (i == 1) {
      EXPECT_EQ(left[0].clip, graph.clip("idle"));
      EXPECT_EQ(left[0].time_s, 0.1f);
      EXPECT_EQ(left[0].weight, 1);
      EXPECT_NEAR(switched.since_s, 0.1, kExact);
      EXPECT_NEAR(switched.fade_s, 0.4, kExact);
      EXPECT_EQ(switched.profile, kNone16);
    }
    EXPECT_NEAR(hero.weight("walk"), i == 0 ? 0 : 1, kExact);
    EXPECT_NEAR(member.weight("walk"), std::min(1.0, 0.25 * i), kExact);
  }
}

// The list is the one before the first of the two switches. The times are those of the second, which is half
// a second before the end of the step.
TEST(Graph, R26_of_several_switches_the_first_list_and_the_last_times) {
  MadeGraph made = with_machine({{"a", clip("a"), {linear("b", time_from(0.25), 0.4)}},
                                 {"b", clip("b"), {linear("c", time_from(0.25), 0.3)}},
                                 {"c", clip("c"), {}}},
                                {});
  for (int i : {0, 1}) made.layers[0].motion.machine->states[i].transitions[0].kind = FadeKind::inertialize;
  const TestGraph graph(made);
  Played hero(graph);
  GraphSwitch switched;
  std::vector<PoseListEntry> left(graph.view().max_entries);
  GraphUpdateJob job = hero.job(0.75);
  job.out_switches = {&switched, 1};
  EXPECT_EQ(job.run(), Status::invalid_argument);  // there is no capacity for lists
  job.out_left_lists = left;
  ASSERT_EQ(job.run(), Status::ok);
  ASSERT_EQ(switched.entry_count, 1u);
  EXPECT_EQ(left[0].clip, graph.clip("a"));
  EXPECT_NEAR(left[0].time_s, 0.25, kExact);
  EXPECT_NEAR(switched.since_s, 0.25, kExact);
  EXPECT_NEAR(switched.fade_s, 0.3, kExact);
}

TEST(Graph, R22_R26_a_fade_removed_by_a_fifth_is_a_switch) {
  std::vector<MadeState> states;
  const std::string names = "abcde";
  for (const char name : names) {
    MadeState state{std::string(1, name), clip(std::string(1, name)), {}};
    if (name != 'e') state.transitions = {linear(std::string(1, static_cast<char>(name + 1)), is("go"), 1)};
    states.push_back(state);
  }
  const TestGraph graph(with_machine(states, {trigger("go")}));
  Played hero(graph);
  for (int i = 0; i < 3; ++i) hero.fire("go").update(0.1);
  GraphSwitch switched;
  std::vector<PoseListEntry> left(graph.view().max_entries);
  hero.fire("go");
  GraphUpdateJob job = hero.job(0.05);
  job.out_switches = {&switched, 1};
  job.out_left_lists = left;
  ASSERT_EQ(job.run(), Status::ok);
  EXPECT_EQ(switched.entry_count, 4u);  // from before d was removed
  EXPECT_NEAR(switched.fade_s, 0.2, kExact);
  EXPECT_NEAR(switched.since_s, 0.05, kExact);
}

// --- reload ---------------------------------------------------------------------------------------------

// Loads the old block into a different graph.
class Reloaded {
 public:
  Reloaded(const TestGraph& from, Played& hero, const TestGraph& to) : hero_(to) {
    const Problem problem = migrate_state(from.view(), hero.state(), to.view(), hero_.state());
    EXPECT_TRUE(problem.ok()) << problem.what;
    EXPECT_TRUE(check_state(to.view(), hero_.state()).ok());
  }
  Played* operator->() { return &hero_; }

 private:
  Played hero_;
};

MadeGraph three_states() {
  MadeGraph made = with_machine({{"a", clip("a"), {linear("b", is("go"), 0.4)}},
                                 {"b", synced(clip("walk")), {linear("c", is("go"), 0.4)}},
                                 {"c", clip("c"), {}}},
                                {trigger("go", 1), real("x", 1, 2), flag("on")});
  made.groups = {"feet"};
  made.layers.push_back(layer("lean", clip("wave"), GraphLayerMode::override));
  made.layers.push_back(layer("act", none(), GraphLayerMode::override));
  made.layers[1].mask = made.layers[2].mask = 0;
  made.layers[2].slot = true;
  return made;
}

TEST(Graph, R40_states_that_still_exist_continue_as_before) {
  const TestGraph old(three_states());
  Played hero(old);
  hero.set("x", 4).set("on", 1).play("act", "jump").fire("go").update(0.1);
  hero.fire("go").update(0.1);
  // More states in front, in a different order, so the numbers differ but the names do not.
  MadeGraph more = three_states();
  std::swap(more.parameters[0], more.parameters[2]);
  more.parameters.insert(more.parameters.begin(), real("new", 7));
  more.groups.insert(more.groups.begin(), "paws");
  auto& states = more.layers[0].motion.machine->states;
  states.insert(states.begin() + 1, {"new", clip("e"), {}});
  std::swap(more.layers[1], more.layers[2]);
  const TestGraph made(more);
  Reloaded again(old, hero, made);
  const auto at = [&](const char* name) {
    return value(made.view(), again->state(), find_parameter(made.view(), name));
  };
  EXPECT_EQ(at("new"), 7);
  EXPECT_NEAR(at("x"), 1.4, kExact);  // still changing: 1 + 0.2 * 2
  EXPECT_EQ(at("on"), 1);
  hero.update(0.05);
  again->update(0.05);
  for (const char* name : {"a", "walk", "c", "wave", "jump"}) {
    EXPECT_NEAR(again->weight(name), hero.weight(name), kExact) << name;
    EXPECT_NEAR(again->time(name), hero.time(name), kExact) << name;
  }
  EXPECT_NEAR(at("x"), 1.5, kExact);
}

TEST(Graph, R40_a_stack_whose_newest_state_is_gone_fades_into_the_entry) {
  const TestGraph old(three_states());
  Played hero(old);
  hero.fire("go").update(0.4);  // only b
  hero.fire("go").update(0.1);  // c fades over b
  MadeGraph less = three_states();
  auto& states = less.layers[0].motion.machine->states;
  states.pop_back();
  states[1].transitions.clear();
  const TestGraph made(less);
  Reloaded again(old, hero, made);
  again->update(0.1);
  EXPECT_NEAR(again->weight("a"), 0.5, kExact);  // smooth(0.5)
  EXPECT_NEAR(again->weight("walk"), 0.5, kExact);
  EXPECT_NEAR(again->time("walk"), 0.6, kExact);  // 0.5 before the reload, and 0.1
  EXPECT_NEAR(again->time("a"), 0.1, kExact);
  again->update(0.1);
  EXPECT_EQ(again->weight("walk"), 0);
}

TEST(Graph, R40_with_no_known_state_left_it_begins_at_the_entry) {
  const TestGraph old(three_states());
  Played hero(old);
  hero.fire("go").update(0.1);
  const TestGraph made(with_machine({{"d", clip("d"), {}}}, {}));
  Reloaded again(old, hero, made);
  again->update(0.1);
  EXPECT_NEAR(again->weight("d"), 1, kExact);
  EXPECT_NEAR(again->time("d"), 0.1, kExact);
}

// A fade keeps its progress, whatever the new length of the transition is: 0.25 of a linear fade of 0.4 s
// becomes 0.25 of 1 s.
TEST(Graph, R40_a_fade_keeps_its_progress) {
  const TestGraph old(three_states());
  Played hero(old);
  hero.fire("go").update(0.1);
  MadeGraph slower = three_states(), gone = three_states();
  slower.layers[0].motion.machine->states[0].transitions[0].fade_s = 1;
  gone.layers[0].motion.machine->states[0].transitions.clear();
  const TestGraph slow(slower), without(gone);
  Reloaded again(old, hero, slow), other(old, hero, without);
  again->update(0.25);
  EXPECT_NEAR(again->weight("walk") / (again->weight("walk") + again->weight("a")), 0.5, kExact);
  other->update(0);
  EXPECT_NEAR(other->weight("walk"), 0.25, kExact);
  EXPECT_NEAR(other->weight("a"), 0.75, kExact);
}

TEST(Graph, R40_new_parts_inside_a_state_begin) {
  const TestGraph old(three_states());
  Played hero(old);
  hero.update(0.1);
  MadeGraph nested = three_states();
  nested.layers[0].motion.machine->states[0].motion =
      machine({{"in", clip("d"), {}}, {"out", clip("e"), {}}});
  const TestGraph made(nested);
  Reloaded again(old, hero, made);
  again->update(0.1);
  EXPECT_NEAR(again->weight("d"), 1, kExact);
}

TEST(Graph, R40_foreign_blocks_are_refused) {
  const TestGraph old(three_states()), made(with_machine({{"d", clip("d"), {}}}, {}));
  Played hero(old), other(made);
  EXPECT_EQ(migrate_state(made.view(), hero.state(), old.view(), hero.state()).status,
            Status::invalid_argument);
  EXPECT_EQ(migrate_state(old.view(), hero.state(), made.view(), hero.state()).status,
            Status::invalid_argument);
  hero.state()[0] ^= std::byte{1};
  EXPECT_EQ(migrate_state(old.view(), hero.state(), made.view(), other.state()).status,
            Status::invalid_argument);
}

}  // namespace
}  // namespace skelter::test::graphs

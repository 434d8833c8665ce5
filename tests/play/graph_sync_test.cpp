// Blends and sync groups: vectors 21 to 35, 45, 53 and 55, and the rules about them.
#include "play/graph_maker.h"
#include "play/internal/format/graph_records.h"

namespace skelter::test::graphs {
namespace {

MadeGraph feet(MadeMotion motion) {
  MadeGraph made;
  made.clips = vector_clips();
  made.groups = {"feet"};
  made.parameters = {real("x"), real("y")};
  made.layers = {layer("body", std::move(motion))};
  return made;
}
MadeMotion walk_and(const std::string& other) {
  return synced(blend("x", {{0, clip("walk")}, {1, clip(other)}}));
}
double position(const TestGraph& graph, Played& hero) {
  double s = 0;
  std::memcpy(&s, hero.state().data() + 16 + 8 * graph.view().parameters.size(), sizeof(s));
  return s;
}
void put_position(const TestGraph& graph, Played& hero, double s) {
  std::memcpy(hero.state().data() + 16 + 8 * graph.view().parameters.size(), &s, sizeof(s));
}

TEST(GraphVector, v21_R7_two_clips_at_a_position) {
  const TestGraph graph(feet(walk_and("limp")));
  Played hero(graph);
  hero.set("x", 0.5f).update(0);
  put_position(graph, hero, 1.5);
  hero.update(0);
  EXPECT_NEAR(hero.time("walk"), 0.75, kExact);
  EXPECT_NEAR(hero.time("limp"), 1.0, kExact);
}

TEST(GraphVector, v22_R8_twice_as_many_markers) {
  const TestGraph graph(feet(walk_and("quad")));
  EXPECT_EQ(graph.view().groups[0].intervals, 4u);
  Played hero(graph);
  hero.set("x", 0.5f).update(0);
  put_position(graph, hero, 2.5);
  hero.update(0);
  EXPECT_NEAR(hero.time("walk"), 0.25, kExact);
  EXPECT_NEAR(hero.time("quad"), 1.0, kExact);
}

TEST(GraphVector, v23_R9_names_fix_the_offset) {
  MadeGraph made = feet(walk_and("run"));
  made.clips[2].markers = {{"R", 0}, {"L", 0.3}};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0.5f).update(0);
  put_position(graph, hero, 0.5);
  hero.update(0);
  EXPECT_EQ(graph.view().clip_markers[1].offset, 1u);
  EXPECT_NEAR(hero.time("run"), 0.45, kExact);
}

TEST(GraphVector, v24_v25_markers_that_do_not_begin_at_0) {
  MadeGraph made = feet(synced(clip("walk")));
  made.clips[1].markers = {{"L", 0.2}, {"R", 0.7}};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0);
  EXPECT_NEAR(position(graph, hero), 1.6, kExact);  // time 0 is 0.3 of an interval of 0.5 s that starts at R
  EXPECT_NEAR(hero.time("walk"), 0, kExact);
  put_position(graph, hero, 1.8);
  hero.update(0);
  EXPECT_NEAR(hero.time("walk"), 0.1, kExact);
}

TEST(GraphVector, v26_v45_half_and_half) {
  const TestGraph graph(feet(walk_and("run")));
  Played hero(graph);
  hero.set("x", 0.5f).update(0.1);
  EXPECT_NEAR(position(graph, hero), 0.25, kExact);
  EXPECT_NEAR(hero.time("walk"), 0.125, kExact);
  EXPECT_NEAR(hero.time("run"), 0.075, kExact);
  EXPECT_NEAR(hero.root_z(), 0.2375, kExact);
}

TEST(GraphVector, v27_over_a_marker) {
  const TestGraph graph(feet(walk_and("limp")));
  for (const int steps : {1, 8, 80}) {
    Played hero(graph);
    hero.set("x", 0.5f).update(0.8 / steps, steps);
    EXPECT_NEAR(position(graph, hero), 4 / 3.0, kExact) << steps;
    EXPECT_NEAR(hero.time("walk"), 2 / 3.0, kExact) << steps;
    EXPECT_NEAR(hero.time("limp"), 0.8 + 0.4 / 3, kExact) << steps;
  }
}

TEST(GraphVector, v28_a_fade_inside_a_group) {
  MadeGraph made = feet(
      machine({{"walk", synced(clip("walk")), {{"run", is("go"), 0.2}}}, {"run", synced(clip("run")), {}}}));
  made.parameters = {trigger("go")};
  const TestGraph graph(made);
  Played once(graph), four(graph);
  once.fire("go").update(0.2);
  EXPECT_NEAR(position(graph, once), 0.5, kExact);
  four.fire("go").update(0.05, 4);
  EXPECT_NEAR(position(graph, four), 0.510090, kExact);
}

TEST(GraphVector, v29_entering_by_marker) {
  MadeGraph made = feet(none());
  made.clips.push_back({"stop", 0.9, false, 0, {{"R", 0.1}, {"L", 0.5}}});
  made.parameters = {trigger("go")};
  MadeTransition stop{"stop", is("go"), 0.2};
  stop.enter = GraphEnter::marker;
  made.layers = {
      layer("body", machine({{"walk", synced(clip("walk")), {stop}}, {"stop", clip("stop"), {}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0);
  put_position(graph, hero, 1.4);
  hero.fire("go").update(0);
  hero.update(0.1);
  EXPECT_NEAR(hero.time("stop"), 0.36, kExact);
}

TEST(GraphVector, v30_a_blend_of_three) {
  const TestGraph graph(feet(blend("x", {{0, clip("idle")}, {1.4f, clip("walk")}, {4, clip("run")}})));
  Played hero(graph);
  hero.set("x", 2.7f).update(0);
  EXPECT_NEAR(hero.weight("walk"), 0.5, kExact);
  EXPECT_NEAR(hero.weight("run"), 0.5, kExact);
  hero.set("x", -1).update(0);
  EXPECT_NEAR(hero.weight("idle"), 1, kExact);
  EXPECT_EQ(hero.list().size(), 1u);
  hero.set("x", 9).update(0);
  EXPECT_NEAR(hero.weight("run"), 1, kExact);
  EXPECT_EQ(hero.list().size(), 1u);
}

MadeMotion matched() {
  MadeMotion motion = synced(blend("x", {{0, clip("idle")}, {1.4f, clip("walk")}, {4, clip("run")}}));
  motion.match_speed = true;
  return motion;
}

TEST(GraphVector, v31_match_speed) {
  const TestGraph graph(feet(matched()));
  for (const int steps : {1, 60}) {
    Played hero(graph);
    hero.set("x", 2.7f);
    double root = 0;
    for (int i = 0; i < steps; ++i) root += hero.update(1.0 / steps).root_z();
    EXPECT_NEAR(root, 2.7, kExact) << steps;
    // Intervals of 0.4 s at a rate of 1.136842.
    EXPECT_NEAR(position(graph, hero), 1.13684210526 / 0.4, kExact) << steps;
  }
}

TEST(GraphVector, v32_R11_a_free_member) {
  const TestGraph graph(feet(matched()));
  Played hero(graph);
  hero.set("x", 0.7f).update(0.3);
  EXPECT_NEAR(hero.time("idle"), 0.3, kExact);
  EXPECT_NEAR(hero.time("walk"), 0.3, kExact);
  EXPECT_NEAR(hero.root_z(), 0.7 * 0.3, kExact);
}

TEST(GraphVector, v33_R1_max_rate) {
  MadeGraph made = feet(none());
  made.parameters = {real("x", 0, 5)};
  made.layers = {layer("body", blend("x", {{0, clip("idle")}, {4, clip("walk")}}))};
  const TestGraph graph(made);
  Played hero(graph), other(graph);
  const auto x = [&](Played& who) { return value(graph.view(), who.state(), 0); };
  hero.set("x", 4).update(0.1);
  EXPECT_NEAR(x(hero), 0.5, kExact);
  hero.update(0.7);
  EXPECT_NEAR(x(hero), 4, kExact);
  other.set("x", 4).update(0.8 / 48, 48);
  EXPECT_NEAR(x(other), 4, kExact);
}

MadeMotion plane(std::vector<std::pair<std::vector<float>, MadeMotion>> points,
                 std::vector<GraphTriangle> triangles, std::vector<GraphEdge> edges) {
  MadeMotion motion;
  motion.kind = GraphMotionKind::blend2;
  motion.parameters = {"x", "y"};
  motion.points = std::move(points);
  motion.triangles = std::move(triangles);
  motion.edges = std::move(edges);
  return motion;
}
std::vector<double> weights(Played& hero, std::vector<std::string> clips) {
  std::vector<double> found;
  for (const std::string& name : clips) found.push_back(hero.weight(name));
  return found;
}
void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], kExact) << i;
}

TEST(GraphVector, v34_R14_a_triangle) {
  const TestGraph graph(feet(plane({{{0, 0}, clip("a")}, {{1, 0}, clip("b")}, {{0, 1}, clip("c")}},
                                   {{{0, 1, 2}}}, {{{0, 1}}, {{1, 2}}, {{2, 0}}})));
  Played hero(graph);
  hero.set("x", 0.25f).set("y", 0.25f).update(0);
  expect_near(weights(hero, {"a", "b", "c"}), {0.5, 0.25, 0.25});
  hero.set("x", 1).set("y", 1).update(0);
  expect_near(weights(hero, {"a", "b", "c"}), {0, 0.5, 0.5});
  hero.set("x", 2).set("y", -1).update(0);
  expect_near(weights(hero, {"a", "b", "c"}), {0, 1, 0});
}

TEST(GraphVector, v35_a_square) {
  const TestGraph graph(
      feet(plane({{{0, 0}, clip("a")}, {{1, 0}, clip("b")}, {{1, 1}, clip("c")}, {{0, 1}, clip("d")}},
                 {{{0, 1, 2}}, {{0, 2, 3}}}, {{{0, 1}}, {{1, 2}}, {{2, 3}}, {{3, 0}}})));
  Played hero(graph);
  hero.set("x", 0.75f).set("y", 0.25f).update(0);
  expect_near(weights(hero, {"a", "b", "c", "d"}), {0.25, 0.5, 0.25, 0});
}

TEST(GraphVector, v53_none_has_no_duration) {
  MadeGraph made = feet(clip("idle"));
  made.layers.push_back(
      layer("upper", blend("x", {{0, none()}, {1, clip("wave")}}), GraphLayerMode::override));
  made.layers[1].mask = 0;
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0.4f).update(0.3);
  EXPECT_NEAR(hero.time("wave"), 0.3, kExact);
  ASSERT_EQ(hero.list().size(), 3u);
  EXPECT_EQ(hero.list()[2].clip, kPoseListStage);
  EXPECT_NEAR(hero.list()[2].weight, 0.4, kExact);
  EXPECT_NEAR(hero.weight("wave"), 1, kExact);
}

TEST(GraphVector, v55_backward_by_the_size_of_x) {
  MadeGraph made = feet(none());
  made.clips.push_back({"back", 1, true, -1.4, {{"L", 0}, {"R", 0.5}}});
  MadeMotion motion = synced(blend("x", {{-1.4f, clip("back")}, {0, clip("idle")}, {1.4f, clip("walk")}}));
  motion.match_speed = true;
  made.layers = {layer("body", motion)};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", -0.7f).update(1);
  EXPECT_NEAR(hero.root_z(), -0.7, kExact);
}

// --- rules without vectors --------------------------------------------------------------------------------

TEST(Graph, R5_clips_that_play_once_stay_at_their_ends) {
  MadeGraph made = feet(none());
  MadeMotion motion = clip("jump");
  motion.rate_parameter = "x";
  made.layers = {layer("body", motion)};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 2).update(0.3);
  EXPECT_NEAR(hero.time("jump"), 0.6, kExact);
  hero.update(0.3);
  EXPECT_NEAR(hero.time("jump"), 0.8, kExact);
  hero.set("x", -1).update(0.5);
  EXPECT_NEAR(hero.time("jump"), 0.3, kExact);
  hero.update(0.5);
  EXPECT_NEAR(hero.time("jump"), 0, kExact);
}

TEST(Graph, R5_loops_run_backward_below_zero) {
  MadeGraph made = feet(none());
  MadeMotion motion = clip("idle");
  motion.rate = -1;
  made.layers = {layer("body", motion)};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.5);
  EXPECT_NEAR(hero.time("idle"), 1.5, kExact);
}

TEST(Graph, R6_an_unsynced_blend_has_one_phase) {
  const TestGraph graph(feet(blend("x", {{0, clip("idle")}, {1, clip("walk")}})));
  Played hero(graph);
  hero.set("x", 0.25f).update(0.7);  // D = 0.75 * 2 + 0.25 = 1.75
  EXPECT_NEAR(hero.time("idle"), 0.4 * 2, kExact);
  EXPECT_NEAR(hero.time("walk"), 0.4, kExact);
}

TEST(Graph, R10_the_rate_is_that_of_the_heaviest_and_never_negative) {
  MadeMotion fast = synced(clip("walk"));
  fast.rate_parameter = "x";
  MadeGraph made = feet(machine({{"walk", fast, {{"run", is("go"), 1}}}, {"run", synced(clip("run")), {}}}));
  made.parameters.push_back(trigger("go"));
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 2).update(0.1);
  EXPECT_NEAR(position(graph, hero), 0.4, kExact);
  hero.fire("go").update(0.8);
  hero.set("x", -3).update(0.1);  // run has the larger weight, so the rate is 1
  const double before = position(graph, hero);
  hero.update(0.02);
  EXPECT_GT(position(graph, hero), before);
  Played other(graph);
  other.set("x", -3).update(0.1);
  EXPECT_NEAR(position(graph, other), 0, kExact);
}

TEST(Graph, R12_a_group_without_members_is_inactive) {
  MadeGraph made = feet(none());
  made.parameters = {trigger("go")};
  made.layers = {layer("body", machine({{"walk", synced(clip("walk")), {{"idle", is("go"), 0.2}}},
                                        {"idle", clip("idle"), {{"walk", is("go"), 0.2}}}}))};
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.4);
  EXPECT_NEAR(position(graph, hero), 0.8, kExact);
  hero.fire("go").update(0.1);
  EXPECT_NEAR(position(graph, hero), 1.0, kExact);  // it continues while it fades out
  hero.update(0.1);
  EXPECT_EQ(position(graph, hero), -1);
  hero.fire("go").update(0.1);
  EXPECT_NEAR(position(graph, hero), 0.2, kExact);  // it starts from time 0
}

TEST(Graph, R12_weights_of_0_do_not_move_and_stay_active) {
  MadeGraph made = feet(clip("idle"));
  made.layers.push_back(layer("upper", synced(clip("walk")), GraphLayerMode::override));
  made.layers[1].weight_parameter = "x";
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 1).update(0.1);
  EXPECT_NEAR(position(graph, hero), 0.2, kExact);
  hero.set("x", 0).update(0.5);
  EXPECT_NEAR(position(graph, hero), 0.2, kExact);
}

TEST(Graph, R10_one_position_for_all_layers) {
  MadeGraph made = feet(synced(clip("walk")));
  made.layers.push_back(layer("upper", synced(clip("run")), GraphLayerMode::override));
  made.layers[1].mask = 0;
  const TestGraph graph(made);
  Played hero(graph);
  hero.update(0.1);  // both have weight 1, so the intervals are 0.4 s
  EXPECT_NEAR(hero.time("walk"), 0.125, kExact);
  EXPECT_NEAR(hero.time("run"), 0.075, kExact);
}

TEST(Graph, R10_long_steps_are_exact) {
  const TestGraph graph(feet(walk_and("limp")));
  Played hero(graph);
  hero.set("x", 0.5f).update(1.1 * 1000000 + 0.8);          // the cycle is 1.1 s
  EXPECT_NEAR(position(graph, hero), 2e6 + 4 / 3.0, 1e-4);  // at 1.1e6 s, times have a precision of 2^-33 s
}

TEST(Graph, R13_the_rate_of_match_speed_is_clamped) {
  const TestGraph graph(feet(matched()));
  Played hero(graph);
  hero.set("x", 100).update(0.1);
  EXPECT_NEAR(hero.root_z(), 2 * 0.4, kExact);  // run at twice its speed of 4 m/s
}

// Worked out by hand. A state with a matched blend at its point walk (1 s, 1.4 m) fades into limp (1.2 s),
// which is in the same group. In the middle of the step, walk has weight 0.75 and leads. A cycle of the group
// takes T = 0.75 * 1 + 0.25 * 1.2 = 1.05 s, in which walk covers 1.4 m, so v = 1.4 / 1.05, and a speed of 1.4
// needs the rate 1.05. The first interval takes 0.75 * 0.5 + 0.25 * 0.8 = 0.575 s, so after 0.2 s the
// position is 1.05 * 0.2 / 0.575. If only the blend's own cycle counted, the rate would be 1 and walk would
// be 5 % too slow.
TEST(Graph, R13_a_matched_speed_counts_with_the_cycle_of_the_group) {
  MadeGraph made =
      feet(machine({{"move", matched(), {{"limp", is("go"), 0.4}}}, {"limp", synced(clip("limp")), {}}}));
  made.parameters.push_back(trigger("go"));
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 1.4f).update(0);
  EXPECT_NEAR(position(graph, hero), 0, kExact);
  hero.fire("go").update(0.2);
  EXPECT_NEAR(position(graph, hero), 1.05 * 0.2 / 0.575, kExact);
  // Walk's part of the distance is 0.365217 of an interval of 0.5 s at 1.4 m/s. Limp does not move.
  EXPECT_NEAR(hero.root_z(), 0.75 * 1.05 * 0.2 / 0.575 * 0.5 * 1.4, kExact);
}

// The other member of the group may be in a different layer. Without one, the blend's own cycle counts.
TEST(Graph, R13_members_of_other_layers_count_in_the_cycle) {
  MadeGraph made = feet(matched());
  made.layers.push_back(layer("upper", synced(clip("limp")), GraphLayerMode::additive));
  made.layers[1].weight = 0.25f;
  for (MadeClip& each : made.clips)
    if (each.name == "limp") each.additive = true;
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 1.4f).update(0.2);
  // With the weights 1 and 0.25, T = (1 + 0.25 * 1.2) / 1.25 = 1.04, and the first interval is (0.5 + 0.25 *
  // 0.8) / 1.25 = 0.56.
  EXPECT_NEAR(position(graph, hero), 1.04 * 0.2 / 0.56, kExact);
}

// 4 - 8 * 0.325 is 1.4 in double precision. The blend's point is the float nearest to 1.4.
TEST(Graph, R13_a_smoothed_parameter_can_be_exactly_on_a_point) {
  MadeGraph made = feet(blend("x", {{0, clip("idle")}, {1.4f, clip("walk")}, {2.4f, clip("run")}}));
  made.parameters = {real("x", 4, 8)};
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0).update(0.325);
  ASSERT_EQ(hero.list().size(), 1u);
  EXPECT_EQ(hero.weight("walk"), 1);
}

// 0.1f + 0.9f is 1 - 2e-8.
TEST(Graph, R14_a_position_on_an_edge_has_two_corners) {
  const TestGraph graph(feet(plane({{{0, 0}, clip("a")}, {{1, 0}, clip("b")}, {{0, 1}, clip("c")}},
                                   {{{0, 1, 2}}}, {{{0, 1}}, {{1, 2}}, {{2, 0}}})));
  Played hero(graph);
  hero.set("x", 0.1f).set("y", 0.9f).update(0);
  EXPECT_EQ(hero.list().size(), 2u);
  expect_near(weights(hero, {"a", "b", "c"}), {0, 0.1, 0.9});
}

TEST(Graph, R15_none_leaves_its_share_to_the_others) {
  MadeGraph made = feet(clip("idle"));
  made.layers.push_back(
      layer("upper", blend("x", {{0, none()}, {1, clip("wave")}}), GraphLayerMode::override));
  const TestGraph graph(made);
  Played hero(graph);
  hero.set("x", 0.25f).update(0.1);
  EXPECT_NEAR(hero.weight("idle"), 0.75, kExact);
  EXPECT_NEAR(hero.weight("wave"), 0.25, kExact);
}

}  // namespace
}  // namespace skelter::test::graphs

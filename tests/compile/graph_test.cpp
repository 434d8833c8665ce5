// Valid graphs and their compiled form. Expected numbers are derived by hand from the rules in docs/graph.md.

#include "compile/compile_graph/internal/graph_source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compile/internal/condition_text.h"
#include "support/graph_text.h"

namespace skelter::test {
namespace {

struct Built {
  GraphSource source;
  AlignedBytes bytes;
  GraphRecords view;
};

Built built(const std::string& text, const GraphReading& reading = {}) {
  Built b;
  b.source = read_graph_source(text, "a.graph.json", reading);
  for (const Diagnostic& d : b.source.diagnostics) EXPECT_EQ(d.severity, Severity::warning) << line_of(d);
  if (!b.source.ok()) return b;
  b.bytes = build_graph(b.source.graph);
  const Problem problem = read_graph(b.bytes.span(), b.view);
  EXPECT_TRUE(problem.ok()) << problem.what;
  return b;
}
Built built_for_clips(const std::string& text) {
  static const GraphCharacter character = described_character();
  return built(text, {&character, {}});
}

const GraphNode& node_of(const GraphRecords& view, std::string_view name) {
  return *std::find_if(view.nodes.begin(), view.nodes.end(),
                       [&](const GraphNode& n) { return view.string(n.name) == name; });
}

// A pack stores only the compiled code of a condition, so its text is generated from the code.
TEST(Graph, compiled_conditions_are_printed_with_the_required_parentheses) {
  for (const char* text :
       {"a", "not a", "a or b and x > 1", "(a or b) and x <= 0.25", "not (a and b) or not a",
        "a and b and not b", "a or b or x != 3", "time >= 0.3 and x == 2", "passed(0.5) or event(step)",
        "in(body/two)", "not (a or b) and x < time"}) {
    const Built graph =
        built_for_clips(R"({ "skelter_graph": 1,
      "parameters": { "a": { "type": "bool" }, "b": { "type": "bool" }, "x": { "type": "float" } },
      "layers": [ { "name": "body", "motion": { "machine": { "entry": "one", "states": {
        "one": { "motion": "walk", "transitions": [ { "to": "two", "when": ")" +
                        std::string(text) + R"(" } ] }, "two": { "motion": "run" } } } } } ] })");
    ASSERT_EQ(graph.view.transitions.size(), 1u);
    EXPECT_EQ(condition_text(graph.view, graph.view.transitions[0]), text);
  }
}

TEST(Graph, the_example_of_the_page_is_good) {
  for (const bool known : {false, true}) {
    const GraphCharacter character = described_character();
    const Built hero = built(graph_text("hero.graph.json"), {known ? &character : nullptr, {}});
    ASSERT_TRUE(hero.source.ok());
    EXPECT_TRUE(hero.source.diagnostics.empty());
    const GraphRecords& g = hero.view;
    EXPECT_EQ(g.top_layers, 4u);
    EXPECT_EQ(g.parameters.size(), 5u);
    EXPECT_EQ(g.machines.size(), 2u);
    EXPECT_EQ(g.nodes.size(), 5u);
    EXPECT_EQ(g.transitions.size(), 7u);
    EXPECT_EQ(g.slots.size(), 1u);
    EXPECT_EQ(g.groups.size(), 1u);
    EXPECT_EQ(g.groups[0].intervals, 2u);
    EXPECT_EQ(g.profiles.size(), 1u);
    EXPECT_EQ(g.mask_count, 1u);
    EXPECT_EQ(g.profile_mask(0), 1u);  // after the mask upper_body
    // The layer with a profile: four times the 2 entries of the largest state, and a stage for each of three
    // fades. Then "off" and "wave" and a stage; a single clip for "lean"; and two entries and a stage for a
    // slot.
    EXPECT_EQ(g.max_entries, 11u + 2u + 1u + 3u);
    ASSERT_EQ(hero.source.profile_masks.size(), 1u);
    EXPECT_EQ(hero.source.profile_masks[0].base_weight, 0.25f);
    EXPECT_EQ(hero.source.profile_masks[0].entries[0].joint, "upper_leg_l");
    EXPECT_EQ(hero.source.profile_masks[0].entries[0].weight, 0.75f);
    EXPECT_TRUE(hero.source.profile_masks[0].entries[0].subtree);
  }
}

// Section 3 of docs/graph.md contains these two messages.
TEST(Graph, messages_are_those_of_the_page) {
  const GraphCharacter character = described_character();
  std::string text = graph_text("hero.graph.json");
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("left <= 0.2", "lefty <= 0.2");
  replace("[\"L\", 0.0], [\"R\", 0.3]", "[\"L\", 0.3], [\"R\", 0.3]");
  const GraphSource source = read_graph_source(text, "hero.graph.json", {&character, {}});
  ASSERT_EQ(source.diagnostics.size(), 2u);
  EXPECT_EQ(to_string(source.diagnostics[0]),
            "hero.graph.json:11:49: /clips/run/markers/1: R at 0.3 is not after L at 0.3; expected "
            "increasing times below "
            "the clip's duration, 0.6");
  EXPECT_EQ(
      to_string(source.diagnostics[1]),
      "hero.graph.json:25:38: /layers/0/motion/machine/states/jump/transitions/1/when: unknown name "
      "\"lefty\"; "
      "expected a parameter (grounded, jump, speed, turn, waving) or time, done, left, passed, event, in");
}

TEST(Graph, every_key_takes_effect) {
  const Built b = built_for_clips(graph_text("keys.graph.json"));
  ASSERT_TRUE(b.source.ok());
  const GraphRecords& g = b.view;
  EXPECT_EQ(g.parameters[0].type, GraphParameterType::number);
  EXPECT_EQ(g.parameters[0].initial, 2);
  EXPECT_EQ(g.parameters[0].min, 1);
  EXPECT_EQ(g.parameters[0].max, 3);
  EXPECT_EQ(g.parameters[0].max_rate, 4);
  EXPECT_EQ(g.parameters[1].type, GraphParameterType::integer);
  EXPECT_EQ(g.parameters[1].initial, -2);
  EXPECT_EQ(g.parameters[1].min, -3);
  EXPECT_EQ(g.parameters[1].max, 5);
  EXPECT_EQ(g.parameters[2].initial, 1);
  EXPECT_EQ(g.parameters[3].type, GraphParameterType::trigger);
  EXPECT_EQ(g.parameters[3].buffer_s, 0.25);
  ASSERT_EQ(g.event_rules.size(), 1u);
  EXPECT_EQ(g.event_rules[0].min_weight, 0.5f);
  EXPECT_EQ(g.event_rules[0].reporting, GraphReporting::all);
  EXPECT_EQ(g.event_rules[0].leaving, 1);
  EXPECT_EQ(g.event_rules[0].in_conditions, 1);
  ASSERT_EQ(g.machines.size(), 1u);
  EXPECT_EQ(g.machines[0].history, 1);
  EXPECT_EQ(g.machines[0].entry, 1);
  EXPECT_EQ(g.machines[0].any_count, 1);
  const GraphTransition& any = g.transitions[g.machines[0].first_any];
  EXPECT_EQ(any.from, kNone16);
  EXPECT_EQ(any.self, 1);
  EXPECT_EQ(any.force, 1);
  EXPECT_EQ(any.fade_s, 0.2);
  EXPECT_EQ(any.curve, FadeCurve::smooth);
  const GraphMotion& x = g.motions[node_of(g, "x").motion];
  EXPECT_EQ(x.rate, -2);
  EXPECT_EQ(x.loops, 1);  // from the graph's file, not from the clip
  const GraphNode& y = node_of(g, "y");
  EXPECT_EQ(g.motions[y.motion].rate_parameter, 0);
  ASSERT_EQ(y.transition_count, 3);
  const GraphTransition* t = &g.transitions[y.first_transition];
  EXPECT_EQ(t[0].from, 1);
  EXPECT_EQ(t[0].to, 0);
  EXPECT_EQ(t[0].fade_s, 0.5);
  EXPECT_EQ(t[0].curve, FadeCurve::out);
  EXPECT_EQ(t[0].kind, FadeKind::inertialize);
  EXPECT_EQ(t[0].enter, GraphEnter::same_phase);
  EXPECT_EQ(t[0].interrupt, GraphInterrupt::none);
  EXPECT_EQ(t[0].restart, 1);
  EXPECT_EQ(t[0].profile, 0);
  EXPECT_EQ(t[1].curve, FadeCurve::in);
  EXPECT_EQ(t[1].enter, GraphEnter::phase);
  EXPECT_EQ(t[1].enter_phase, 0.25);
  EXPECT_EQ(t[1].interrupt, GraphInterrupt::both);
  EXPECT_EQ(t[2].curve, FadeCurve::linear);
  EXPECT_EQ(t[2].enter, GraphEnter::marker);
  EXPECT_EQ(g.layers[0].mode, GraphLayerMode::base);
  EXPECT_EQ(g.layers[0].root_motion, 1);
  EXPECT_EQ(g.layers[1].mode, GraphLayerMode::additive);
  EXPECT_EQ(g.layers[1].weight, -0.5f);
  EXPECT_EQ(g.layers[1].root_motion, 0.25f);
  EXPECT_EQ(g.layers[1].mask, 0);
  EXPECT_EQ(g.layers[1].instance, 0);
  EXPECT_EQ(g.layers[2].weight_parameter, 0);
  EXPECT_EQ(g.slots[0].fade_in_s, 0.1);
  EXPECT_EQ(g.slots[0].fade_out_s, 0.3);
}

// --- conditions -----------------------------------------------------------------------------------------

std::string code_of(const GraphRecords& g, const GraphTransition& t) {
  static constexpr const char* kComparisons[] = {"<", "<=", ">", ">=", "==", "!="};
  std::string text;
  const auto operand = [&](GraphOperand kind, std::uint16_t index) -> std::string {
    switch (kind) {
      case GraphOperand::constant:
        return std::to_string(static_cast<int>(g.constants[index] * 100));
      case GraphOperand::parameter:
        return std::string(g.string(g.parameters[index].name));
      case GraphOperand::time:
        return "time";
      default:
        return "left";
    }
  };
  for (const GraphOp& op : g.ops.subspan(t.first_op, t.op_count)) {
    if (!text.empty()) text += ' ';
    switch (op.code) {
      case GraphOpCode::compare:
        text += operand(op.operands[0], op.a) + kComparisons[static_cast<int>(op.comparison)] +
                operand(op.operands[1], op.b);
        break;
      case GraphOpCode::truth:
        text += g.string(g.parameters[op.a].name);
        break;
      case GraphOpCode::done:
        text += "done";
        break;
      case GraphOpCode::passed:
        text += "passed" + std::to_string(static_cast<int>(g.constants[op.a] * 100));
        break;
      case GraphOpCode::event:
        text += "event:" + std::string(g.string(g.event_rules[op.a].name));
        break;
      case GraphOpCode::in:
        text += "in:" + std::string(g.string(g.nodes[op.a].name));
        break;
      case GraphOpCode::negate:
        text += "not";
        break;
      case GraphOpCode::both:
        text += "and";
        break;
      case GraphOpCode::either:
        text += "or";
        break;
    }
  }
  return text;
}

std::string code_of(const std::string& condition) {
  const Built b = built_for_clips(
      R"({ "skelter_graph": 1, "parameters": { "x": { "type": "float" }, "y": { "type": "int" },
    "p": { "type": "bool" }, "q": { "type": "bool" }, "t": { "type": "trigger" } },
    "layers": [ { "name": "body", "motion": { "machine": { "entry": "A", "states": {
      "A": { "motion": "jump", "transitions": [ { "to": "B", "when": ")" +
      condition + R"(" } ] },
      "B": { "motion": "walk" } } } } } ] })");
  return b.source.ok() ? code_of(b.view, b.view.transitions[0]) : "";
}

TEST(Graph, conditions_bind_or_weakest_and_comparisons_strongest) {
  EXPECT_EQ(code_of("p"), "p");
  EXPECT_EQ(code_of("p or q and t"), "p q t and or");
  EXPECT_EQ(code_of("(p or q) and t"), "p q or t and");
  EXPECT_EQ(code_of("not p and q"), "p not q and");
  EXPECT_EQ(code_of("not (p and q)"), "p q and not");
  EXPECT_EQ(code_of("not not p"), "p not not");
  EXPECT_EQ(code_of("not x < 1 or x >= y"), "x<100 not x>=y or");
  EXPECT_EQ(code_of("p and q and t"), "p q and t and");
  EXPECT_EQ(code_of("x<-0.5 and y!=2 and x==1e1"), "x<-50 y!=200 and x==1000 and");
  EXPECT_EQ(code_of("time > 0.25 and left<=0.5 and done"), "time>25 left<=50 and done and");
  EXPECT_EQ(code_of("passed( 0.75 ) or event( left foot ) or in(body/B)"),
            "passed75 event:left foot or in:B or");
}

TEST(Graph, a_condition_reports_whether_time_changes_it) {
  const auto timed = [](const std::string& condition) {
    const Built b = built_for_clips(
        R"({ "skelter_graph": 1, "parameters": { "x": { "type": "float", "max_rate": 1 }, "p": { "type": "bool" } },
      "layers": [ { "name": "body", "motion": { "machine": { "entry": "A", "states": { "A": { "motion": "jump", "transitions": [
        { "to": "B", "when": ")" +
        condition + R"(" } ] }, "B": { "motion": "walk" } } } } } ] })");
    EXPECT_EQ(b.view.parameters[0].smoothed, 0);
    EXPECT_EQ(b.view.parameters[1].smoothed, kNone16);
    return b.view.transitions[0].timed == 1;
  };
  for (const char* condition : {"p and x > 1", "in(body/B)", "not p"})
    EXPECT_FALSE(timed(condition)) << condition;
  for (const char* condition : {"p and done", "x < left", "time > 1 or p", "passed(0.5)", "event(e)"})
    EXPECT_TRUE(timed(condition)) << condition;
}

TEST(Graph, a_condition_has_at_most_64_operations) {
  std::string most = "p";  // one operation for "p", and two for each "or p"
  for (int i = 0; i < 31; ++i) most += " or p";
  EXPECT_NE(code_of("not " + most), "");  // 64 operations
  const GraphSource source = read_graph_source(
      R"({"skelter_graph": 1, "parameters": {"p": {"type": "bool"}}, "layers": [{"name": "a", "motion": {"machine": {"entry": "A",
        "any": [{"to": "A", "when": ")" +
          most + R"( or not p"}], "states": {"A": {"motion": "walk"}}}}}]})",
      "a");
  ASSERT_EQ(source.diagnostics.size(), 1u);
  EXPECT_EQ(source.diagnostics[0].code, "graph.bad-condition");
  EXPECT_EQ(source.diagnostics[0].message, "66 operations; expected at most 64");
  EXPECT_EQ(source.diagnostics[0].spot.column, 37u);  // the column inside the string
}

TEST(Graph, cut_times_of_a_step) {
  const Built b = built_for_clips(R"j({ "skelter_graph": 1, "parameters": { "p": { "type": "bool" } },
    "sync": { "feet": [ "L" ] }, "clips": { "walk": { "markers": [ [ "L", 0.5 ] ] } },
    "layers": [ { "name": "body", "motion": { "machine": { "entry": "A",
      "any": [ { "to": "A", "when": "p and time >= 3 and done" } ],
      "states": {
      "A": { "motion": "jump", "transitions": [ { "to": "B", "when": "p and (left <= 0.2 or time >= 1 or passed(0.5))" },
                                                { "to": "B", "when": "done or left <= 0.2 or left < 0.1 or time > 2" } ] },
      "B": { "motion": "wave", "transitions": [ { "to": "C", "when": "time >= 1 and passed(0.25)" } ] },
      "C": { "motion": { "clip": "walk", "sync": "feet" }, "transitions": [ { "to": "A", "when": "time >= 1 or passed(0.25)" } ] }
      } } } } ] })j");
  ASSERT_TRUE(b.source.ok());
  const auto moments = [&](std::string_view state) {
    static constexpr const char* kKinds[] = {"done", "left", "time", "passed"};
    std::vector<std::string> list;
    const GraphNode& node = node_of(b.view, state);
    for (const GraphMoment& m : b.view.moments.subspan(node.first_moment, node.moment_count))
      list.push_back(kKinds[static_cast<int>(m.kind)] + std::to_string(static_cast<int>(m.x * 100)));
    std::sort(list.begin(), list.end());
    return list;
  };
  using List = std::vector<std::string>;
  // A condition with < or > changes just past its number: left < 0.1 below 0.1, and time > 2 above 2.
  EXPECT_EQ(moments("A"), (List{"done0", "left20", "left9", "passed50", "time100", "time200", "time300"}));
  EXPECT_EQ(moments("B"), (List{"passed25", "time100", "time300"}));  // the clip loops, so it is never done
  EXPECT_EQ(moments("C"), List{});  // a synced state is evaluated at the end of the sub-step
}

// --- sync -----------------------------------------------------------------------------------------------

// The clips of section 9: walk has markers L and R, run begins with R, and quad has four markers.
TEST(Graph, markers_get_their_offsets_and_the_group_its_cycle) {
  const Built b = built_for_clips(R"({ "skelter_graph": 1, "sync": { "feet": [ "L", "R" ] },
    "clips": { "walk": { "markers": [ [ "L", 0 ], [ "tap", 0.25 ], [ "R", 0.5 ] ] },
               "run": { "markers": [ [ "R", 0 ], [ "L", 0.3 ] ] },
               "quad": { "markers": [ [ "L", 0 ], [ "R", 0.4 ], [ "L", 0.8 ], [ "R", 1.2 ] ] } },
    "layers": [ { "name": "a", "motion": { "clip": "walk", "sync": "feet" } },
      { "name": "b", "mode": "override", "motion": { "clip": "run", "sync": "feet" } },
      { "name": "c", "mode": "override", "motion": { "clip": "idle", "sync": "feet" } },
      { "name": "d", "mode": "override", "motion": { "clip": "quad", "sync": "feet" } },
      { "name": "e", "mode": "override", "motion": "walk" } ] })");
  ASSERT_TRUE(b.source.ok());
  const GraphRecords& g = b.view;
  EXPECT_EQ(g.groups[0].intervals, 4u);
  const auto markers = [&](std::size_t layer) -> const GraphClipMarkers& {
    return g.clip_markers[g.motions[g.layers[layer].motion].markers];
  };
  EXPECT_EQ(markers(0).count, 2);  // "tap" does not belong to the group
  EXPECT_EQ(markers(0).offset, 0);
  EXPECT_EQ(markers(1).offset, 1);
  EXPECT_EQ(g.motions[g.layers[2].motion].markers, kNone16);  // this layer is not synced
  EXPECT_EQ(g.motions[g.layers[2].motion].phase_leaf, kNone16);
  EXPECT_EQ(markers(3).count, 4);
  EXPECT_EQ(markers(3).offset, 0);
  EXPECT_EQ(markers(4).group, kNone16);
  EXPECT_EQ(markers(4).count, 3);
  EXPECT_EQ(g.markers[markers(1).first_marker].time_s, 0);
  EXPECT_EQ(g.string(g.markers[markers(1).first_marker].name), "R");
}

TEST(Graph, markers_may_be_events_of_the_clip) {
  GraphCharacter character = described_character();
  character.clips[1].events = {{0.25, "L"}, {0.5, "step"}, {0.75, "R"}};  // walk
  const Built b = built(R"({ "skelter_graph": 1, "sync": { "feet": [ "L", "R" ] },
    "layers": [ { "name": "a", "motion": { "clip": "walk", "sync": "feet" } } ] })",
                        {&character, {}});
  ASSERT_TRUE(b.source.ok());
  ASSERT_EQ(b.view.clip_markers.size(), 1u);
  EXPECT_EQ(b.view.clip_markers[0].count, 2);
  EXPECT_EQ(b.view.markers[0].time_s, 0.25);
  EXPECT_EQ(b.view.markers[1].time_s, 0.75);
}

// Packs store the times of events as floats: 0.4675 becomes 0.4675000011920929, which must still be at the
// marker.
TEST(Graph, events_of_real_clips_match_markers_to_a_float) {
  GraphCharacter character;
  character.clips = {{"walk", 0.935, true, false, 0, {{static_cast<double>(0.4675f), "step"}}}};
  const GraphSource source = read_graph_source(
      R"({ "skelter_graph": 1, "sync": { "feet": ["L", "R"] },
           "clips": { "walk": { "markers": [["L", 0], ["R", 0.4675]] } },
           "layers": [ { "name": "a", "motion": { "clip": "walk", "sync": "feet" } } ] })",
      "a", {&character, {}});
  EXPECT_TRUE(source.diagnostics.empty()) << to_string(source.diagnostics[0]);
}

// --- blend2 ---------------------------------------------------------------------------------------------

std::vector<std::vector<int>> triangles_of(const std::string& points) {
  const Built b =
      built(R"({ "skelter_graph": 1, "parameters": { "x": { "type": "float" }, "y": { "type": "float" } },
    "layers": [ { "name": "a", "motion": { "blend2": [ "x", "y" ], "points": [)" +
            points + "] } } ] }");
  std::vector<std::vector<int>> triangles;
  for (const GraphTriangle& t : b.view.triangles)
    triangles.push_back({t.corners[0], t.corners[1], t.corners[2]});
  return triangles;
}

TEST(Graph, points_of_two_parameters_are_triangulated) {
  using List = std::vector<std::vector<int>>;
  EXPECT_EQ(triangles_of(R"([0, 0, "a"], [1, 0, "a"], [0, 1, "a"])"), (List{{0, 1, 2}}));
  // In a square, the diagonal at the point with the lowest index is chosen.
  EXPECT_EQ(triangles_of(R"([0, 0, "a"], [1, 0, "a"], [1, 1, "a"], [0, 1, "a"])"),
            (List{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(triangles_of(R"([0, 0, "a"], [1, 1, "a"], [1, 0, "a"], [0, 1, "a"])"),
            (List{{0, 1, 2}, {0, 1, 3}}));
  // In a kite, (0.6, 0) is inside the circle through the other three points, so the short diagonal is chosen.
  EXPECT_EQ(triangles_of(R"([-1, 0, "a"], [0, 1, "a"], [0.6, 0, "a"], [0, -1, "a"])"),
            (List{{0, 1, 2}, {0, 2, 3}}));
  // Outside the circle, the other diagonal is chosen.
  EXPECT_EQ(triangles_of(R"([-1, 0, "a"], [0, 1, "a"], [1.4, 0, "a"], [0, -1, "a"])"),
            (List{{0, 1, 3}, {1, 2, 3}}));
  // A point in the middle of four points.
  EXPECT_EQ(triangles_of(R"([-1, -1, "a"], [1, -1, "a"], [1, 1, "a"], [-1, 1, "a"], [0, 0, "a"])"),
            (List{{0, 1, 4}, {0, 3, 4}, {1, 2, 4}, {2, 3, 4}}));
  // Three points on an edge.
  EXPECT_EQ(triangles_of(R"([0, 0, "a"], [1, 0, "a"], [2, 0, "a"], [1, 1, "a"])"),
            (List{{0, 1, 3}, {1, 2, 3}}));
}

// 0.1, 0.2 and 0.3 are not exact doubles. As decimal numbers, these four points are on a circle, so the
// diagonal at point 0 is chosen.
TEST(Graph, circles_are_those_of_the_decimals) {
  using List = std::vector<std::vector<int>>;
  EXPECT_EQ(triangles_of(R"([0.1, 0.1, "a"], [0.3, 0.1, "a"], [0.3, 0.3, "a"], [0.1, 0.3, "a"])"),
            (List{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(triangles_of(R"([0.3, 0.1, "a"], [0.3, 0.3, "a"], [0.1, 0.3, "a"], [0.1, 0.1, "a"])"),
            (List{{0, 1, 2}, {0, 2, 3}}));
  // Points of a circle of radius 6.5, from the triples 3-4-5 and 5-12-13. They form a fan around the first
  // point.
  EXPECT_EQ(triangles_of(
                R"([3.9, 5.2, "a"], [2.5, 6.0, "a"], [-2.5, 6.0, "a"], [-3.9, 5.2, "a"], [-3.9, -5.2, "a"])"),
            (List{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Graph, edges_are_those_of_the_hull) {
  const Built b =
      built(R"({ "skelter_graph": 1, "parameters": { "x": { "type": "float" }, "y": { "type": "float" } },
    "layers": [ { "name": "a", "motion": { "blend2": [ "x", "y" ],
      "points": [ [0, 0, "a"], [1, 0, "a"], [1, 1, "a"], [0, 1, "a"] ], "triangles": [ [0, 1, 3], [3, 2, 1] ] } } ] })");
  std::vector<std::vector<int>> edges;
  for (const GraphEdge& e : b.view.edges) edges.push_back({e.ends[0], e.ends[1]});
  EXPECT_EQ(edges, (std::vector<std::vector<int>>{{0, 1}, {3, 0}, {3, 2}, {2, 1}}));
}

// --- limits ---------------------------------------------------------------------------------------------

TEST(Graph, more_than_32_entries_are_refused_at_the_layer_that_exceeds_them) {
  // Each state blends the three corners of a triangle: 3 entries. Four states on the stack have 12 entries,
  // and a mask adds a stage.
  std::string states;
  for (int i = 0; i < 5; ++i)
    states +=
        std::string(i == 0 ? "" : ", ") + "\"s" + std::to_string(i) +
        R"(": { "motion": { "blend2": [ "x", "x" ], "points": [ [0, 0, "walk"], [1, 0, "walk"], [0, 1, "walk"] ] },
                 "transitions": [ { "to": "s)" +
        std::to_string((i + 1) % 5) + R"(", "when": "time > 1" } ] })";
  const std::string machine = R"({ "machine": { "entry": "s0", "states": { )" + states + " } } }";
  const auto graph = [&](int layers) {
    std::string text = R"({ "skelter_graph": 1, "parameters": { "x": { "type": "float" } }, "layers": [)";
    for (int i = 0; i < layers; ++i)
      text += (i == 0 ? "\n" : ",\n") + std::string(R"({ "name": "l)") + std::to_string(i) + "\"" +
              (i == 0 ? "" : R"(, "mode": "override")") + (i == 1 ? R"(, "mask": "upper_body")" : "") +
              ", \"motion\": " + machine + " }";
    return text + "] }";
  };
  const GraphCharacter character = described_character();
  EXPECT_TRUE(read_graph_source(graph(2), "a.graph.json", {&character, {}}).ok());
  EXPECT_EQ(built_for_clips(graph(2)).view.max_entries, 25u);
  const GraphSource source = read_graph_source(graph(4), "a.graph.json", {&character, {}});
  ASSERT_EQ(source.diagnostics.size(), 1u);
  EXPECT_EQ(source.diagnostics[0].code, "graph.too-many-lines");
  EXPECT_EQ(source.diagnostics[0].spot.object, "/layers/2");
  EXPECT_EQ(source.diagnostics[0].message,
            "37 pose list entries in the worst case (l0 12, l1 13, l2 12), most of them from l2/s0; expected "
            "at most 32");
}

std::string nested(int machines) {
  std::string motion = "\"walk\"";
  for (int i = 0; i < machines; ++i)
    motion = R"({"machine": {"entry": "s", "states": {"s": {"motion": )" + motion + "}}}}";
  return R"({"skelter_graph": 1, "layers": [{"name": "a", "motion": )" + motion + "}]}";
}

TEST(Graph, motions_are_at_most_eight_deep) {
  EXPECT_TRUE(built_for_clips(nested(7)).source.ok());
  const GraphSource source = read_graph_source(nested(20), "a.graph.json");
  ASSERT_EQ(source.diagnostics.size(), 1u);
  EXPECT_EQ(source.diagnostics[0].code, "graph.too-deep");
  EXPECT_EQ(source.diagnostics[0].message, "motions nest 9 levels deep; expected at most 8");
  std::string pointer = "/layers/0/motion";
  for (int i = 0; i < 8; ++i) pointer += "/machine/states/s/motion";
  EXPECT_EQ(source.diagnostics[0].spot.object, pointer);
}

TEST(Graph, thousands_of_errors_end_quickly) {
  std::string states = R"("a": {})";
  for (int i = 0; i < 255; ++i)
    states += R"(, "s)" + std::to_string(i) +
              R"(": {"motion": 1, "transitions": [{}, {}, {}, {}, {}, {}, {}, {}]})";
  const GraphSource source = read_graph_source(
      R"({"skelter_graph": 1, "layers": [{"name": "a", "motion": {"machine": {"entry": "a", "states": {)" +
          states + "}}}}]}",
      "a");
  EXPECT_GE(source.diagnostics.size(), 1000u);
  EXPECT_LE(source.diagnostics.size(), 2100u);
}

// --- sub-graphs -----------------------------------------------------------------------------------------

TEST(Graph, a_sub_graph_is_copied_in) {
  const std::string legs = R"j({ "skelter_graph": 1,
    "parameters": { "v": { "type": "float" }, "shared": { "type": "bool" }, "own": { "type": "float", "default": 3 } },
    "sync": { "feet": [ "L" ] },
    "layers": [ { "name": "low", "motion": { "machine": { "entry": "a", "states": {
        "a": { "motion": { "clip": "walk", "rate": "v" }, "transitions": [ { "to": "b", "when": "shared and in(high/x)" } ] },
        "b": { "motion": "run", "transitions": [ { "to": "a", "when": "own > 1 and in(body/top)" } ] } } } } },
      { "name": "high", "mode": "override", "motion": { "machine": { "entry": "x", "states": { "x": { "motion": "wave" } } } } } ] })j";
  std::vector<std::string> asked;
  GraphReading reading;
  reading.read_text = [&](const std::string& file) -> Result<std::string> {
    asked.push_back(file);
    return legs;
  };
  const GraphSource source = read_graph_source(R"({ "skelter_graph": 1,
    "parameters": { "speed": { "type": "float" }, "shared": { "type": "bool" } }, "sync": { "feet": [ "L" ] },
    "layers": [ { "name": "body", "motion": { "machine": { "entry": "top", "states": {
      "top": { "motion": { "graph": "legs.graph.json", "with": { "v": "speed" } }, "transitions": [ { "to": "two", "when": "shared" } ] },
      "two": { "motion": { "graph": "./x/../legs.graph.json" } } } } } } ] })",
                                               "dir/hero.graph.json", reading);
  for (const Diagnostic& d : source.diagnostics) ADD_FAILURE() << line_of(d);
  ASSERT_TRUE(source.ok());
  EXPECT_EQ(asked, std::vector<std::string>{"dir/legs.graph.json"});  // the file is requested only once
  EXPECT_EQ(source.files, (std::vector<std::string>{"dir/hero.graph.json", "dir/legs.graph.json"}));
  const AlignedBytes bytes = build_graph(source.graph);
  GraphRecords g;
  const Problem problem = read_graph(bytes.span(), g);
  ASSERT_TRUE(problem.ok()) << problem.what;
  // The parameters are speed, shared, own, and a separate v for the second use.
  EXPECT_EQ(g.parameters.size(), 4u);
  EXPECT_EQ(g.groups.size(), 1u);
  EXPECT_EQ(g.top_layers, 1u);
  EXPECT_EQ(g.layers.size(), 5u);
  EXPECT_EQ(g.machines.size(), 5u);
  EXPECT_EQ(g.motions[node_of(g, "top").motion].kind, GraphMotionKind::layers);
  EXPECT_EQ(g.motions[node_of(g, "a").motion].rate_parameter, 0);
  EXPECT_EQ(code_of(g, g.transitions[node_of(g, "a").first_transition]), "shared in:x and");
  EXPECT_EQ(code_of(g, g.transitions[node_of(g, "b").first_transition]), "own>100 in:top and");
  EXPECT_EQ(g.layers[1].parent_state, 0);
  EXPECT_EQ(g.layers[1].parent_layer, 0);
}

TEST(Graph, errors_of_a_sub_graph_are_reported_once_and_by_its_name) {
  GraphReading reading;
  reading.read_text = [](const std::string& file) -> Result<std::string> {
    if (file == "b.graph.json")
      return std::string(
          "{\"skelter_graph\": 1, \"layers\": [\n{\"name\": \"a\", \"motion\": {\"graph\": "
          "\"a.graph.json\"}, \"x\": 1}]}");
    return Error{Status::not_found, "system.not-found", "no such file", {file, 0, {}, {}}};
  };
  const GraphSource source =
      read_graph_source(R"({"skelter_graph": 1, "layers": [{"name": "a", "motion": {"graph": "b.graph.json"}},
    {"name": "b", "mode": "override", "motion": {"graph": "b.graph.json"}},
    {"name": "c", "mode": "override", "motion": {"graph": "c.graph.json"}}]})",
                        "a.graph.json", reading);
  std::vector<std::string> seen;
  for (const Diagnostic& d : source.diagnostics) seen.push_back(to_string(d));
  EXPECT_EQ(
      seen,
      (std::vector<std::string>{
          "a.graph.json:3:59: /layers/2/motion/graph: \"c.graph.json\": no such file; expected a graph file",
          "b.graph.json:2:35: /layers/0/motion/graph: the graph contains itself: a.graph.json > b.graph.json "
          "> a.graph.json",
          "b.graph.json:2:52: /layers/0/x: unknown key; expected name, motion, "
          "slot, mode, weight, mask, root_motion; nearest: name"}));
}

// --- described characters -------------------------------------------------------------------------------

TEST(Graph, a_described_character_is_read) {
  const GraphCharacter character = described_character();
  ASSERT_EQ(character.clips.size(), 11u);
  EXPECT_EQ(character.clips[1].name, "walk");
  EXPECT_EQ(character.clips[1].duration_s, 1);
  EXPECT_TRUE(character.clips[1].loops);
  EXPECT_EQ(character.clips[1].speed_m_s, 1.4);
  EXPECT_EQ(character.clips[1].events,
            (std::vector<std::pair<double, std::string>>{{0.5, "step"}, {0.5, "footstep"}}));
  EXPECT_FALSE(character.clips[5].loops);
  EXPECT_TRUE(character.clips[9].additive);
  ASSERT_EQ(character.masks.size(), 1u);
  EXPECT_EQ(character.masks[0].name, "upper_body");
  EXPECT_EQ(character.masks[0].joints[0], (std::pair<std::string, float>{"spine", 0.5f}));
}

TEST(Graph, errors_of_a_described_character_are_reported) {
  const MarkedText marked(
      R"({ "clips": { "a": §{}, "b": { "duration_s": §0, "loops": §1, §"speeed": 2, "events": [ §[ 1 ], [ §9, "x" ], §3 ] },
    "none": §{ "duration_s": 1 } }, "masks": { "m": { "arm": §2 } }, §"joints": [] })");
  const GraphCharacterSource source = read_graph_character(marked.text, "clips.json");
  std::vector<std::string> seen, expected;
  for (const Diagnostic& d : source.diagnostics) seen.push_back(line_of(d));
  const std::vector<std::string> messages = {
      "graph.missing-key: /clips/a: has no \"duration_s\"; expected one",
      "graph.bad-value: /clips/b/duration_s: 0; expected a number above 0",
      "graph.bad-type: /clips/b/loops: a number; expected true or false",
      "graph.unknown-key: /clips/b/speeed: unknown key; expected duration_s, loops, speed, additive, events; "
      "nearest: speed",
      "graph.bad-value: /clips/b/events/0: a list of 1; expected an event, [seconds, name]",
      "graph.bad-value: /clips/b/events/1/0: 9; expected 0 to the clip's duration, 0",
      "graph.bad-type: /clips/b/events/2: a number; expected an event, [seconds, name]",
      "graph.bad-value: /clips/none: \"none\" is not a valid clip name",
      "graph.bad-value: /masks/m/arm: 2; expected 0 to 1",
      "graph.unknown-key: /joints: unknown key; expected clips, masks; nearest: clips"};
  for (std::size_t i = 0; i < messages.size(); ++i)
    expected.push_back((i < marked.places.size() ? marked.places[i] : "no sign") + ": " + messages[i]);
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace skelter::test

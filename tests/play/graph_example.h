#pragma once
// Graphs for tests that play thousands of instances: the example from the design, and one with every feature.

#include <random>
#include <string>
#include <vector>

#include "play/graph_maker.h"

namespace skelter::test::graphs {

inline MadeClip marked(std::string name, double duration_s, double speed_m_s, double r_s) {
  MadeClip made{std::move(name), duration_s, true, speed_m_s, {{"L", 0}, {"R", r_s}}};
  made.events = {{"footstep", 0}, {"footstep", r_s}};
  return made;
}

// A machine for ground, jump and fall; waving; leaning; and a slot.
inline MadeGraph example_graph() {
  MadeGraph made;
  made.clips = {{"idle", 2, true, 0},
                marked("walk", 1, 1.4, 0.5),
                marked("run", 0.6, 4, 0.3),
                {"jump", 0.8, false, 0, {}, {{"hit", 0.7}}},
                {"fall", 1, true, 0},
                {"wave", 1.5, true, 0},
                {"lean_left", 1, true, 0, {}, {}, true},
                {"lean_right", 1, true, 0, {}, {}, true},
                {"punch", 0.9, false, 0, {}, {{"hit", 0.4}}}};
  made.parameters = {real("speed", 0, 8), real("turn", 0, 4), flag("grounded", true), flag("waving"),
                     trigger("jump", 0.15)};
  made.parameters[0].min = 0, made.parameters[0].max = 6;
  made.parameters[1].min = -1, made.parameters[1].max = 1;
  made.groups = {"feet"};
  made.rules = {{"footstep", 0.2f}, {"hit", 0, GraphReporting::all}};
  made.profiles = {"legs_first"};
  MadeMotion ground = synced(blend("speed", {{0, clip("idle")}, {1.4f, clip("walk")}, {4, clip("run")}}));
  ground.match_speed = true;
  const auto smooth = [](std::string to, When when, double fade_s) {
    return MadeTransition{std::move(to), std::move(when), fade_s, FadeCurve::smooth};
  };
  MadeTransition lands = smooth("ground", is("grounded") && time_from(0.3), 0.15);
  lands.interrupt = GraphInterrupt::both;
  MadeTransition stands = smooth("ground", is("grounded"), 0.2);
  stands.kind = FadeKind::inertialize;
  stands.profile = "legs_first";
  made.layers = {layer("body", machine({{"ground",
                                         ground,
                                         {smooth("jump", is("jump") && is("grounded"), 0.1),
                                          smooth("fall", !is("grounded"), 0.25)}},
                                        {"jump", clip("jump"), {lands, smooth("fall", left_to(0.2), 0.2)}},
                                        {"fall", clip("fall"), {stands}}})),
                 layer("upper",
                       machine({{"off", none(), {smooth("wave", is("waving"), 0.3)}},
                                {"wave", clip("wave"), {smooth("off", !is("waving") && passed(0.9), 0.3)}}}),
                       GraphLayerMode::override),
                 layer("lean", blend("turn", {{-1, clip("lean_left")}, {0, none()}, {1, clip("lean_right")}}),
                       GraphLayerMode::additive),
                 layer("act", none(), GraphLayerMode::override)};
  made.layers[1].mask = made.layers[3].mask = 0;
  made.layers[3].slot = true;
  return made;
}

// Nested machines with history, sub-graphs with layers, profiles, inertialization, restarts, any, blend2,
// rates by parameters, and every event rule.
inline MadeGraph everything_graph() {
  MadeGraph made;
  made.clips = {{"idle", 2, true, 0, {}, {{"breath", 1}}},
                marked("walk", 1, 1.4, 0.5),
                marked("run", 0.6, 4, 0.3),
                {"limp", 1.2, true, 0.8, {{"R", 0.1}, {"L", 0.8}}, {{"footstep", 0.1}}},
                {"jump", 0.8, false, 0.5, {{"R", 0.2}}, {{"hit", 0.7}, {"hit", 0.8}}},
                {"a", 1, true, 0, {}, {{"tick", 0.25}, {"tick", 0.75}}},
                {"b", 0.3, true, 0, {}, {{"tick", 0.3}}},
                {"c", 5, false, 1, {}, {}},
                {"lean", 1, true, 0, {}, {}, true},
                {"nod", 0.5, false, 0, {}, {{"nod", 0.25}}, true}};
  made.parameters = {real("x", 0, 3), real("y"),         real("rate", 1), flag("p"),
                     flag("q"),       trigger("t", 0.1), trigger("u")};
  for (MadeParameter& p : made.parameters) p.min = -2, p.max = 5;
  made.groups = {"feet", "paws"};
  made.rules = {{"footstep", 0.3f},
                {"tick", 0.1f, GraphReporting::all, true},
                {"hit", 0, GraphReporting::dominant, true}};
  made.profiles = {"arms", "legs"};
  const auto to = [](std::string name, When when, double fade_s) {
    return MadeTransition{std::move(name), std::move(when), fade_s, FadeCurve::smooth};
  };
  MadeMotion gait =
      synced(blend("x", {{0, clip("idle")}, {1, clip("walk")}, {2, clip("limp")}, {4, clip("run")}}));
  gait.match_speed = true;
  MadeMotion plane;
  plane.kind = GraphMotionKind::blend2;
  plane.parameters = {"x", "y"};
  plane.points = {{{0, 0}, clip("a")}, {{1, 0}, clip("b")}, {{0, 1}, clip("idle")}};
  plane.triangles = {{{0, 1, 2}}};
  plane.edges = {{{0, 1}}, {{1, 2}}, {{2, 0}}};
  plane.rate_parameter = "rate";
  MadeTransition profiled = to("b", is("t"), 0.5), inertial = to("a", is("u"), 0.4);
  profiled.profile = "arms";
  profiled.restart = true;
  inertial.kind = FadeKind::inertialize;
  inertial.profile = "legs";
  const MadeMotion inner = machine(
      {{"a", clip("a"), {profiled}}, {"b", clip("b"), {inertial, to("a", passed(0.5) && is("q"), 0.1)}}}, {},
      true);
  MadeTransition by_marker = to("jump", is("t") && is("p"), 0.3), back = to("gait", done(), 0.2);
  by_marker.enter = GraphEnter::marker;
  by_marker.interrupt = GraphInterrupt::both;
  MadeTransition any = to("nested", is("u") && is("q"), 0.25), phase = to("plane", !is("p"), 0.6);
  any.force = any.self = true;
  phase.enter = GraphEnter::same_phase;
  phase.interrupt = GraphInterrupt::none;
  std::vector<MadeLayer> sub = {
      layer("base", machine({{"s", synced(clip("limp"), "paws"), {to("r", event("footstep"), 0.3)}},
                             {"r", clip("c"), {to("s", left_to(1) || is("u"), 0.3)}}})),
      layer("over", clip("b"), GraphLayerMode::override),
      layer("add", clip("lean"), GraphLayerMode::additive)};
  sub[1].mask = 1;
  sub[1].weight_parameter = "y";
  sub[2].mask = 2;
  made.layers = {
      layer("body", machine({{"gait", gait, {by_marker, phase, to("sub", time_from(1.5) && is("q"), 0.3)}},
                             {"jump", clip("jump"), {back}},
                             {"plane", plane, {to("gait", is("p"), 0.2)}},
                             {"nested", inner, {to("gait", number("y", GraphComparison::less, 0), 0.3)}},
                             {"sub", sub_graph(sub), {to("gait", time_from(0.7), 0.3)}}},
                            {any})),
      layer("free", blend("y", {{0, none()}, {1, clip("a")}}), GraphLayerMode::override),
      layer("upper",
            machine({{"off", none(), {to("on", in("gait"), 0.2)}},
                     {"on", synced(clip("run")), {to("off", !in("gait"), 0.2)}}}),
            GraphLayerMode::override),
      layer("act", none(), GraphLayerMode::override), layer("nod", none(), GraphLayerMode::additive)};
  made.layers[1].root_motion = 0.5f;
  made.layers[2].mask = made.layers[3].mask = 0;
  made.layers[2].weight_parameter = "y";
  made.layers[3].slot = made.layers[4].slot = true;
  return made;
}

// Random input from a game to one instance: about `often` changes of each kind per second of 60 frames.
template <class Random>
void play_at_random(const TestGraph& graph, std::span<std::byte> state, Random& random, double often) {
  const GraphRecords& view = graph.view();
  const auto happens = [&] { return random() % 6000 < 100 * often; };
  for (std::uint32_t i = 0; i < view.parameters.size(); ++i) {
    if (!happens()) continue;
    const GraphParameterRecord& p = view.parameters[i];
    const float low = std::max(p.min, -10.0f), high = std::min(p.max, 10.0f);
    if (p.type == GraphParameterType::trigger)
      fire(view, state, i);
    else
      set(view, state, i,
          low + (high - low) * static_cast<float>(random() % 1000) / 999 -
              (p.type == GraphParameterType::boolean ? 0.5f * (high - low) > 0.5f ? 1 : 0 : 0));
  }
  for (std::uint32_t i = 0; i < view.slots.size(); ++i) {
    if (happens() && random() % 2 == 0)
      (void)play_slot(view, graph.clips(), state, i,
                      {static_cast<std::uint32_t>(random() % view.clip_count)});
    if (happens() && random() % 8 == 0) (void)stop_slot(view, graph.clips(), state, i);
  }
}

}  // namespace skelter::test::graphs

// Broken graphs with all their messages. The sign § marks the position of each error, in the order of the
// messages. The test removes the signs before reading the graph, and derives the expected lines and columns
// from them.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compile/compile_graph/internal/graph_source.h"
#include "support/graph_text.h"

namespace skelter::test {
namespace {

struct Broken {
  const char* what;
  const char* text;
  std::vector<std::string> messages;  // "code: /pointer: message"; warnings begin with "warning "
};

#define HEAD \
  R"j("skelter_graph": 1, "parameters": {"speed": {"type": "float", "max": 6}, "turn": {"type": "float"}, "count": {"type": "int"}, "grounded": {"type": "bool"}, "go": {"type": "trigger"}}, )j"
// Uses every parameter, so that none is reported as unused.
#define USED \
  R"j({"name": "all", "mode": "override", "motion": {"machine": {"entry": "a", "states": {"a": {"motion": "none", "transitions": [{"to": "b", "when": "speed > turn and count > 0 and grounded or go"}]}, "b": {"motion": "wave", "transitions": [{"to": "a", "when": "time > 1"}]}}}}})j"
#define BODY(motion) "{" HEAD R"j("layers": [{"name": "body", "motion": )j" motion "},\n" USED "]}"
#define STATES(...) BODY(R"j({"machine": {"entry": "a", "states": )j" __VA_ARGS__ "}}")
#define WHEN(when)                                                                 \
  STATES(R"j({"a": {"motion": "walk", "transitions": [{"to": "b", "when": )j" when \
         R"j(}]}, "b": {"motion": "jump"}})j")
#define BLEND2(points) BODY(R"j({"blend2": ["speed", "turn"], "points": )j" points "}")

const std::string kMachine = "/layers/0/motion/machine";
const std::string kA = kMachine + "/states/a";
const std::string kWhen = kA + "/transitions/0/when";
const std::string kName =
    "expected a parameter (count, go, grounded, speed, turn) or time, done, left, passed, event, in";
const std::string kClips =
    "expected fall, hit, idle, jump, lean_left, lean_right, limp, quad, run, walk, wave";

const std::vector<Broken> kBroken = {
    // --- JSON ---
    {"nothing",
     "§",
     {"graph.bad-json: : syntax error while parsing value - unexpected end of input; expected '[', '{', or a "
      "literal"}},
    {"a comma too many",
     "{\"skelter_graph\": 1,\n §}",
     {"graph.bad-json: : syntax error while parsing object key - unexpected '}'; expected string literal"}},
    {"a word that is none",
     "{\n  \"skelter_graph\": §ture}",
     {"graph.bad-json: : syntax error while parsing value - invalid literal; last read: '\"skelter_graph\": "
      "tu'"}},
    {"a number that no double holds",
     "{\"skelter_graph\": §1e999}",
     {"graph.bad-json: : number overflow parsing '1e999'; expected a number that a double can hold"}},
    {"keys that stand twice, and nothing else",
     "{\"skelter_graph\": 2, \"layers\": [],\n\"layers\": §[{\"name\": 1, \"name\": §2}]}",
     {"graph.duplicate-key: /layers: the key \"layers\" appears twice in one object",
      "graph.duplicate-key: /layers/0/name: the key \"name\" appears twice in one object"}},
    {"a list", "§[]", {"graph.bad-type: : a list; expected an object"}},
    // --- the whole ---
    {"an empty object", "§{}", {"graph.missing-key: : has no \"skelter_graph\"; expected one"}},
    {"another version",
     R"j({"skelter_graph": §2, "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-value: /skelter_graph: 2; expected 1, the version of the format"}},
    {"a version in quotes",
     R"j({"skelter_graph": §"1", "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-type: /skelter_graph: a string; expected 1, the version of the format"}},
    {"unknown keys",
     R"j({"skelter_graph": 1, §"layer": [], "layers": [{"name": "a", "motion": "walk", §"wieght": 1}]})j",
     {"graph.unknown-key: /layer: unknown key; expected skelter_graph, parameters, clips, sync, events, "
      "profiles, layers; nearest: layers",
      "graph.unknown-key: /layers/0/wieght: unknown key; expected name, motion, slot, mode, weight, mask, "
      "root_motion; nearest: weight"}},
    {"no layers",
     R"j({"skelter_graph": 1, "layers": §[]})j",
     {"graph.bad-value: /layers: an empty list; expected at least one layer"}},
    {"layers that are none",
     R"j({"skelter_graph": 1, "layers": §{}})j",
     {"graph.bad-type: /layers: an object; expected a list of layers"}},
    // --- parameters ---
    {"parameters",
     R"j({"skelter_graph": 1, "parameters": {
  "a": {"type": §"flaot"},
  "b": §{"min": 1},
  "c": {"type": "float", "min": 2, "max": §1},
  "d": {"type": "float", "max": 2, "default": §3},
  "e": {"type": "int", "default": §1.5},
  "f": {"type": "bool", §"min": 0},
  "g": {"type": "bool", "default": §1},
  "h": {"type": "float", "max_rate": §0},
  "i": {"type": "trigger", "buffer_s": §-1},
  "time": §{"type": "bool"},
  "j": §1 },
  "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-value: /parameters/a/type: \"flaot\"; expected float, int, bool, trigger; nearest: float",
      "graph.missing-key: /parameters/b: has no \"type\"; expected one",
      "graph.bad-value: /parameters/c/max: 1; expected min, 2, or more",
      "graph.bad-value: /parameters/d/default: 3; expected at most 2",
      "graph.bad-value: /parameters/e/default: 1.5; expected an integer",
      "graph.unknown-key: /parameters/f/min: unknown key; expected type, default; nearest: type",
      "graph.bad-type: /parameters/g/default: a number; expected true or false",
      "graph.bad-value: /parameters/h/max_rate: 0; expected a number above 0",
      "graph.bad-value: /parameters/i/buffer_s: -1; expected 0 or more",
      "graph.bad-value: /parameters/time: \"time\" is a keyword of conditions; choose a different name",
      "graph.bad-type: /parameters/j: a number; expected an object"}},
    // --- clips, sync, events, profiles ---
    {"markers",
     R"j({"skelter_graph": 1, "clips": {
  "walk": {"markers": [["L", 0], §["R", 1]]},
  "run": {"markers": [["L", 0.3], §["R", 0.3], §["Q", -1], ["R", 0.4]]},
  "limp": {"markers": [§["L"], [§1, 0], ["L", §"0"]]},
  "wlk": §{},
  "idle": {§"marker": []}},
  "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-markers: /clips/walk/markers/1: R at 1 is not before the clip's end; expected increasing "
      "times below the clip's duration, 1",
      "graph.bad-markers: /clips/run/markers/1: R at 0.3 is not after L at 0.3; expected increasing times "
      "below the clip's duration, 0.6",
      "graph.bad-markers: /clips/run/markers/2: Q at -1 is before the clip's start; expected increasing "
      "times below the clip's duration, 0.6",
      "graph.bad-value: /clips/limp/markers/0: a list of 1; expected a marker, [name, seconds]",
      "graph.bad-type: /clips/limp/markers/1/0: a number; expected a string",
      "graph.bad-type: /clips/limp/markers/2/1: a string; expected a time in seconds",
      "graph.unknown-clip: /clips/wlk: unknown clip \"wlk\"; " + kClips + "; nearest: walk",
      "graph.unknown-key: /clips/idle/marker: unknown key; expected markers"}},
    {"sync groups",
     R"j({"skelter_graph": 1, "sync": {"a": §[], "b": ["L", §"L"], "c": §"L", "d": [§1]},
  "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-value: /sync/a: an empty list; expected names of markers",
      "graph.bad-value: /sync/b/1: \"L\" is listed twice",
      "graph.bad-type: /sync/c: a string; expected a list",
      "graph.bad-type: /sync/d/0: a number; expected the name of a marker"}},
    {"events",
     R"j({"skelter_graph": 1, "events": {"a": {"min_weight": §2}, "b": {"speaks": §"some"}, "c": {"leaving": §0}, "d": {§"weight": 1}},
  "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-value: /events/a/min_weight: 2; expected 0 to 1",
      "graph.bad-value: /events/b/speaks: \"some\"; expected dominant, all; nearest: all",
      "graph.bad-type: /events/c/leaving: a number; expected true or false",
      "graph.unknown-key: /events/d/weight: unknown key; expected min_weight, speaks, leaving; nearest: "
      "min_weight"}},
    {"profiles",
     R"j({"skelter_graph": 1, "profiles": {"a": {"default": §0.5, "joints": {"arm": §5}, "below": §1}},
  "layers": [{"name": "a", "motion": "walk"}]})j",
     {"graph.bad-value: /profiles/a/default: 0.5; expected 1 to 4",
      "graph.bad-value: /profiles/a/joints/arm: 5; expected 1 to 4",
      "graph.bad-type: /profiles/a/below: a number; expected true or false"}},
    // --- layers ---
    {"layers",
     R"j({"skelter_graph": 1, "parameters": {"p": {"type": "float"}, "q": {"type": "bool"}}, "layers": [
  {"name": "a", "motion": "walk", "mode": §"override", "weight": §1.5},
  {"name": §"a", "motion": "walk", "mode": "override", "mask": §"upper"},
  §{"name": "c", "motion": "walk"},
  §{"name": "d", "mode": "override"},
  {"name": "e", "mode": §"add", "motion": "walk", "weight": §"q", "root_motion": §-1},
  {"name": "f", "mode": "override", "motion": "walk", "slot": §{}, "weight": "p"},
  {"name": §"g/h", "mode": "override", "slot": {"fade_in_s": §-1, §"fade": 1}},
  §7]})j",
     {"graph.bad-value: /layers/0/mode: the first layer must not have a mode, because nothing is below it",
      "graph.bad-value: /layers/0/weight: 1.5; expected 0 to 1",
      "graph.bad-value: /layers/1/name: \"a\" is the name of another layer",
      "graph.unknown-mask: /layers/1/mask: unknown mask \"upper\"; expected upper_body",
      "graph.missing-key: /layers/2: has no \"mode\"; expected one",
      "graph.missing-key: /layers/3: has no \"motion\" or \"slot\"; expected one",
      "graph.bad-value: /layers/4/mode: \"add\"; expected override, additive; nearest: additive",
      "graph.unknown-parameter: /layers/4/weight: \"q\" is a bool; expected a float parameter: p",
      "graph.bad-value: /layers/4/root_motion: -1; expected 0 to 1",
      "graph.bad-value: /layers/5/slot: cannot be combined with \"motion\"",
      "graph.bad-value: /layers/6/name: \"g/h\"; expected a name without / or parentheses, as it is part of "
      "paths",
      "graph.bad-value: /layers/6/slot/fade_in_s: -1; expected 0 or more",
      "graph.unknown-key: /layers/6/slot/fade: unknown key; expected fade_in_s, fade_out_s; nearest: "
      "fade_in_s",
      "graph.bad-type: /layers/7: a number; expected an object"}},
    {"a slot first",
     R"j({"skelter_graph": 1, "layers": [{"name": "a", "slot": §{}}]})j",
     {"graph.none-in-base: /layers/0/slot: a slot in the first layer has no pose while nothing is played; "
      "add a motion"}},
    // --- motions ---
    {"an unknown clip",
     BODY("§\"wlak\""),
     {"graph.unknown-clip: /layers/0/motion: unknown clip \"wlak\"; " + kClips + "; nearest: walk"}},
    {"no motion",
     BODY("§1"),
     {"graph.bad-type: /layers/0/motion: a number; expected a motion: the name of a clip, \"none\", or an "
      "object with clip, blend, blend2, machine or graph"}},
    {"no kind",
     BODY("§{\"rate\": 1}"),
     {"graph.missing-key: /layers/0/motion: has no \"clip\", \"blend\", \"blend2\", \"machine\" or "
      "\"graph\"; expected one"}},
    {"a misspelt kind",
     BODY("{§\"blnd\": \"speed\", \"points\": []}"),
     {"graph.unknown-key: /layers/0/motion/blnd: unknown key; expected clip, blend, blend2, machine, graph, "
      "points, match_speed, "
      "triangles, with, rate, sync, loop; nearest: blend"}},
    {"two kinds",
     BODY("{\"clip\": \"walk\", \"blend\": §\"speed\"}"),
     {"graph.bad-value: /layers/0/motion/blend: cannot be combined with \"clip\"; expected one kind of "
      "motion"}},
    {"beside a clip",
     BODY(R"j({"clip": "walk", "rate": §"count", "sync": §"feet", "loop": §1, §"points": []})j"),
     {"graph.unknown-parameter: /layers/0/motion/rate: \"count\" is an int; expected a float parameter: "
      "speed, turn",
      "graph.unknown-group: /layers/0/motion/sync: unknown sync group \"feet\"; there is no sync group",
      "graph.bad-type: /layers/0/motion/loop: a number; expected true or false",
      "graph.unknown-key: /layers/0/motion/points: unknown key; expected clip, rate, sync, loop; nearest: "
      "clip"}},
    {"beside a machine",
     BODY(R"j({"machine": {"entry": "a", "states": {"a": {"motion": "walk"}}}, §"rate": 2})j"),
     {"graph.unknown-key: /layers/0/motion/rate: unknown key; expected machine"}},
    {"none in the first layer",
     BODY(R"j({"blend": "speed", "points": [[0, §"none"], [1, "walk"]]})j"),
     {"graph.none-in-base: /layers/0/motion/points/0/1: \"none\" in the first layer, where a character must "
      "have a pose; expected a clip"}},
    {"an additive clip in a plain layer",
     BODY("§\"lean_left\""),
     {"graph.additive-mismatch: /layers/0/motion: \"lean_left\" is an additive clip; expected a plain one, "
      "or an additive layer"}},
    {"a plain clip in an additive layer",
     R"j({"skelter_graph": 1, "layers": [{"name": "a", "motion": "walk"}, {"name": "b", "mode": "additive", "motion": {"clip": §"walk"}}]})j",
     {"graph.additive-mismatch: /layers/1/motion/clip: \"walk\" is a plain clip; expected an additive one in "
      "an additive layer"}},
    // --- blends ---
    {"blend over a bool",
     BODY(R"j({"blend": §"grounded", "points": [[0, "idle"], [1, "walk"]]})j"),
     {"graph.unknown-parameter: /layers/0/motion/blend: \"grounded\" is a bool; expected a float parameter: "
      "speed, turn"}},
    {"blend over nothing",
     BODY(R"j({"blend": §"spede", "points": [[0, "idle"], [1, "walk"]]})j"),
     {"graph.unknown-parameter: /layers/0/motion/blend: unknown float parameter \"spede\"; expected speed, "
      "turn; nearest: speed"}},
    {"no points",
     BODY(R"j(§{"blend": "speed"})j"),
     {"graph.missing-key: /layers/0/motion: has no \"points\"; expected one"}},
    {"one point",
     BODY(R"j({"blend": "speed", "points": §[[0, "idle"]]})j"),
     {"graph.bad-value: /layers/0/motion/points: 1 points; expected 2 to 32"}},
    {"points",
     BODY(R"j({"blend": "speed", "points": [[0, "idle"], §[0, "walk"], §[1], [§"2", "run"], §3]})j"),
     {"graph.bad-value: /layers/0/motion/points/1: 0 is not above 0; expected x to increase from point to "
      "point",
      "graph.bad-value: /layers/0/motion/points/2: a list of 1; expected a point, [x, motion]",
      "graph.bad-type: /layers/0/motion/points/3/0: a string; expected a number",
      "graph.bad-type: /layers/0/motion/points/4: a number; expected a point, [x, motion]"}},
    {"what cannot be in a blend",
     BODY(
         R"j({"blend": "speed", "points": [[0, {"clip": "idle", §"rate": 2}], [1, {"machine": §{}}], [2, {"graph": §"a"}]]})j"),
     {"graph.unknown-key: /layers/0/motion/points/0/1/rate: unknown key; expected clip",
      "graph.bad-value: /layers/0/motion/points/1/1/machine: a machine inside a blend; expected clip, blend, "
      "blend2 or none",
      "graph.bad-value: /layers/0/motion/points/2/1/graph: a graph inside a blend; expected clip, blend, "
      "blend2 or none"}},
    {"clips of both kinds",
     BODY(R"j(§{"blend": "speed", "points": [[0, "jump"], [1, "walk"]]})j"),
     {"graph.mixed-loop: /layers/0/motion: \"walk\" loops, but \"jump\" plays once; use clips of one kind, "
      "or set \"loop\""}},
    {"points on a line",
     BLEND2(R"j(§[[0, 0, "walk"], [0.1, 0.1, "run"], [0.3, 0.3, "idle"]])j"),
     {"graph.bad-value: /layers/0/motion/points: all points are collinear; use \"blend\", which has one "
      "parameter"}},
    {"points at one place",
     BLEND2(R"j([[0, 0, "walk"], [1, 0, "run"], §[1.0, 0e3, "idle"], [0, 1, "idle"]])j"),
     {"graph.bad-value: /layers/0/motion/points/2: the same position as point 1"}},
    {"two points",
     BLEND2(R"j(§[[0, 0, "walk"], [1, 0, "run"]])j"),
     {"graph.bad-value: /layers/0/motion/points: 2 points; expected 3 to 32"}},
    {"triangles",
     BODY(
         R"j({"blend2": ["speed", "turn"], "points": [[0, 0, "walk"], [1, 0, "run"], [2, 0, "idle"], [0, 1, "limp"]],
  "triangles": [[0, 1, 3], §[0, 1, 2], [1, 2, §4], §[1, 2], [1, 2, §"3"]]})j"),
     {"graph.bad-value: /layers/0/motion/triangles/1: its points are collinear",
      "graph.bad-value: /layers/0/motion/triangles/2/2: 4; expected an integer from 0 to 3",
      "graph.bad-value: /layers/0/motion/triangles/3: a list of 2; expected a triangle, [point, point, "
      "point]",
      "graph.bad-type: /layers/0/motion/triangles/4/2: a string; expected an integer from 0 to 3"}},
    {"blend2 over one parameter",
     BODY(R"j({"blend2": §["speed"], "points": [[0, 0, "walk"], [1, 0, "run"], [0, 1, "idle"]]})j"),
     {"graph.bad-value: /layers/0/motion/blend2: a list of 1; expected two float parameters, [x, y]"}},
    // --- machines ---
    {"a machine without entry",
     BODY(R"j({"machine": §{"states": {"a": {"motion": "walk"}}}})j"),
     {"graph.missing-key: /layers/0/motion/machine: has no \"entry\"; expected one"}},
    {"an unknown entry",
     BODY(R"j({"machine": {"entry": §"b", "states": {"a": {"motion": "walk"}}}})j"),
     {"graph.unknown-state: /layers/0/motion/machine/entry: unknown state \"b\"; expected a"}},
    {"no states",
     BODY(R"j({"machine": {"entry": "b", "states": §{}}})j"),
     {"graph.bad-value: /layers/0/motion/machine/states: 0 states; expected 1 to 256"}},
    {"an unknown state, which makes none unreachable",
     STATES(
         R"j({"a": {"motion": "walk", "transitions": [{"to": §"c", "when": "go"}]}, "b": {"motion": "run"}})j"),
     {"graph.unknown-state: " + kA + "/transitions/0/to: unknown state \"c\"; expected a, b; nearest: a"}},
    {"a state without motion",
     STATES(R"j({"a": §{"transitions": []}})j"),
     {"graph.missing-key: " + kA + ": has no \"motion\"; expected one"}},
    {"an unreachable state",
     STATES(
         R"j({"a": {"motion": "walk"}, "b": §{"motion": "run", "transitions": [{"to": "a", "when": "go"}]}})j"),
     {"graph.unreachable-state: " + kMachine +
      "/states/b: no transition leads from \"a\" to \"b\"; add one, or one from \"any\""}},
    {"transitions",
     STATES(R"j({"a": {"motion": "walk", "transitions": [
  {"to": "b", "when": "go", "fade_s": §-0.1, "curve": §"smoth", "kind": §"fade", "interrupt": §"all"},
  {"to": "b", "when": "grounded", "enter": §2, "restart": §1, "force": §"yes", "profile": §"legs", §"self": true},
  {"to": "b", "when": "time > 1", "enter": §"mark"},
  {"to": "b", "when": "time > 2", "enter": §true},
  §{"when": "time > 3"}, §{"to": "b"}]}, "b": {"motion": "run"}})j"),
     {"graph.bad-value: " + kA + "/transitions/0/fade_s: -0.1; expected 0 or more",
      "graph.bad-value: " + kA +
          "/transitions/0/curve: \"smoth\"; expected smooth, linear, in, out; nearest: smooth",
      "graph.bad-value: " + kA +
          "/transitions/0/kind: \"fade\"; expected crossfade, inertialize; nearest: crossfade",
      "graph.bad-value: " + kA +
          "/transitions/0/interrupt: \"all\"; expected next, none, both; nearest: next",
      "graph.bad-value: " + kA + "/transitions/1/enter: 2; expected 0 to 1",
      "graph.bad-type: " + kA + "/transitions/1/restart: a number; expected true or false",
      "graph.bad-type: " + kA + "/transitions/1/force: a string; expected true or false",
      "graph.unknown-profile: " + kA +
          "/transitions/1/profile: unknown profile \"legs\"; there is no profile",
      "graph.unknown-key: " + kA +
          "/transitions/1/self: unknown key; expected to, when, fade_s, curve, kind, enter, restart, "
          "interrupt, force, profile; nearest: to",
      "graph.bad-value: " + kA +
          "/transitions/2/enter: \"mark\"; expected start, marker, same_phase; nearest: marker",
      "graph.bad-type: " + kA +
          "/transitions/3/enter: true or false; expected start, marker, same_phase, or a phase from 0 to 1",
      "graph.missing-key: " + kA + "/transitions/4: has no \"to\"; expected one",
      "graph.missing-key: " + kA + "/transitions/5: has no \"when\"; expected one"}},
    {"a hidden transition",
     STATES(
         R"j({"a": {"motion": "walk", "transitions": [{"to": "b", "when": "go and speed>1"}, §{"to": "b", "when": "(go)  and speed > 1.0", "fade_s": 1}]}, "b": {"motion": "run"}})j"),
     {"warning graph.hidden-transition: " + kA + "/transitions/1: never taken: " + kA +
      "/transitions/0 comes first and has the same condition"}},
    {"a transition hidden by any",
     BODY(R"j({"machine": {"entry": "a", "any": [{"to": "b", "when": "go"}], "states": {
  "a": {"motion": "walk", "transitions": [§{"to": "b", "when": "go"}]}, "b": {"motion": "run", "transitions": [{"to": "a", "when": "go"}]}}}})j"),
     {"warning graph.hidden-transition: " + kA + "/transitions/0: never taken: " + kMachine +
      "/any/0 comes first and has the same condition"}},
    {"an unused parameter",
     R"j({"skelter_graph": 1, "parameters": {"speed": §{"type": "float"}}, "layers": [{"name": "a", "motion": "walk"}]})j",
     {"warning graph.unused-parameter: /parameters/speed: not used by a condition, a blend, a weight "
      "or a rate"}},
    // --- conditions ---
    {"an unknown name",
     WHEN(R"j("grounded and §lefty <= 0.2")j"),
     {"graph.unknown-parameter: " + kWhen + ": unknown name \"lefty\"; " + kName}},
    {"two unknown names",
     WHEN(R"j("§ground and not §sped > 1")j"),
     {"graph.unknown-parameter: " + kWhen + ": unknown name \"ground\"; " + kName,
      "graph.unknown-parameter: " + kWhen + ": unknown name \"sped\"; " + kName}},
    {"behind an escape",
     WHEN(R"j("grounded \u0061nd §sped > 1")j"),
     {"graph.unknown-parameter: " + kWhen + ": unknown name \"sped\"; " + kName}},
    {"a bool in a comparison",
     WHEN(R"j("speed > 1 or §grounded == 1")j"),
     {"graph.unknown-parameter: " + kWhen +
      ": \"grounded\" is a bool; expected a float or int in a comparison"}},
    {"a float alone",
     WHEN(R"j("§speed")j"),
     {"graph.unknown-parameter: " + kWhen +
      ": \"speed\" is a float; expected a bool or trigger alone, or a comparison"}},
    {"an empty condition",
     WHEN(R"j("§")j"),
     {"graph.bad-condition: " + kWhen +
      ": ends; expected a parameter, time, done, left, passed, event, in, \"not\" or \"(\""}},
    {"a condition that ends",
     WHEN(R"j("grounded and§")j"),
     {"graph.bad-condition: " + kWhen +
      ": ends; expected a parameter, time, done, left, passed, event, in, \"not\" or \"(\""}},
    {"a parenthesis too few",
     WHEN(R"j("(grounded or go§")j"),
     {"graph.bad-condition: " + kWhen + ": ends; expected \")\""}},
    {"a parenthesis too many",
     WHEN(R"j("grounded§) or go")j"),
     {"graph.bad-condition: " + kWhen + ": unexpected \")\"; expected \"and\", \"or\" or the end"}},
    {"one = ",
     WHEN(R"j("count §= 1")j"),
     {"graph.bad-condition: " + kWhen +
      ": unexpected \"=\"; expected a comparison (< <= > >= == !=), \"and\", \"or\" or the end"}},
    {"&&",
     WHEN(R"j("grounded §&& go")j"),
     {"graph.bad-condition: " + kWhen +
      ": unexpected \"&&\"; expected a comparison (< <= > >= == !=), \"and\", \"or\" or the end"}},
    {"a number on the left",
     WHEN(R"j("§1 < speed")j"),
     {"graph.bad-condition: " + kWhen +
      ": 1 is not a condition; expected a parameter, or a comparison that begins with one"}},
    {"a number that is none",
     WHEN(R"j("speed > §1.2.3")j"),
     {"graph.bad-condition: " + kWhen + ": unexpected \"1.2.3\"; expected a number"}},
    {"time alone",
     WHEN(R"j("§time and go")j"),
     {"graph.bad-condition: " + kWhen +
      ": \"time\" is not a condition by itself; expected a comparison, such as time > 0.5"}},
    {"passed without a phase",
     WHEN(R"j("passed §> 0.5")j"),
     {"graph.bad-condition: " + kWhen +
      ": unexpected \">\"; expected a phase in parentheses, such as passed(0.9)"}},
    {"passed of too much",
     WHEN(R"j("passed(§1.5)")j"),
     {"graph.bad-condition: " + kWhen + ": unexpected \"1.5\"; expected a phase above 0, at most 1"}},
    {"an event without a name",
     WHEN(R"j("event(§)")j"),
     {"graph.bad-condition: " + kWhen + ": empty parentheses; expected the name of an event"}},
    {"in of an unknown state",
     WHEN(R"j("in(§body/c)")j"),
     {"graph.unknown-state: " + kWhen +
      ": unknown state \"body/c\"; expected all/a, all/b, body/a, body/b; nearest: body/a"}},
    {"done of a clip that loops",
     WHEN(R"j("go or §done")j"),
     {"graph.bad-condition: " + kWhen +
      ": \"done\" of state \"a\", whose motion loops; expected one that plays once, passed or time"}},
    {"left of a clip that loops",
     WHEN(R"j("§left <= 0.2")j"),
     {"graph.bad-condition: " + kWhen +
      ": \"left\" of state \"a\", whose motion loops; expected one that plays once, passed or time"}},
    {"passed of a machine",
     STATES(
         R"j({"a": {"motion": {"machine": {"entry": "c", "states": {"c": {"motion": "walk"}}}}, "transitions": [{"to": "b", "when": "§passed(0.5)"}]}, "b": {"motion": "jump"}})j"),
     {"graph.bad-condition: " + kWhen +
      ": \"passed\" of state \"a\", whose motion is a machine; expected a clip or a blend"}},
    {"a condition that is none",
     WHEN("§true"),
     {"graph.bad-type: " + kWhen +
      ": true or false; expected a condition in quotes, such as \"speed > 2 and grounded\""}},
    // --- sync ---
    {"a clip that plays once in a group",
     R"j({"skelter_graph": 1, "sync": {"feet": ["L", "R"]},
  "layers": [{"name": "a", "motion": {"clip": §"jump", "sync": "feet"}}]})j",
     {"graph.not-looping: /layers/0/motion/clip: \"jump\" plays once, but clips in a synced motion must "
      "loop"}},
    {"a synced motion that plays once",
     R"j({"skelter_graph": 1, "sync": {"feet": ["L", "R"]},
  "layers": [{"name": "a", "motion": {"clip": "walk", "sync": "feet", "loop": §false}}]})j",
     {"graph.not-looping: /layers/0/motion/loop: a synced motion must loop"}},
    {"markers that do not fit",
     R"j({"skelter_graph": 1, "sync": {"feet": ["L", "R"]},
  "clips": {"run": {"markers": [["L", 0], ["R", 0.3]]}, "quad": {"markers": [["L", 0], ["R", 0.4], ["R", 0.8]]}},
  "layers": [{"name": "a", "motion": {"clip": "run", "sync": "feet"}},
  {"name": "b", "mode": "override", "motion": {"clip": "quad", "sync": §"feet"}}]})j",
     {"graph.bad-markers: /layers/1/motion/sync: the markers of \"quad\" are L R R, but those of \"run\" are "
      "L R; both need the same cyclic order"}},
    {"an event off the markers",
     R"j({"skelter_graph": 1, "sync": {"feet": ["L", "R"]},
  "clips": {"walk": {"markers": [["L", 0.1], ["R", 0.6]]}},
  "layers": [{"name": "a", "motion": {"clip": §"walk", "sync": "feet"}}]})j",
     {"warning graph.event-off-marker: /layers/0/motion/clip: events of \"walk\" that are not at its markers "
      "may be reported twice or not at all: step at 0.5, footstep at 0.5"}},
    {"triangles that cover each other",
     BODY(
         R"j({"blend2": ["speed", "turn"], "points": [[0, 0, "idle"], [1, 0, "walk"], [0, 1, "run"]], "triangles": §[[0, 1, 2], [1, 0, 2]]})j"),
     {"graph.bad-value: /layers/0/motion/triangles: the triangles overlap or have no outline; use adjacent "
      "triangles"}},
    {"a rate below 0 in a group",
     R"j({"skelter_graph": 1, "sync": {"feet": ["L", "R"]},
  "layers": [{"name": "a", "motion": {"clip": "walk", "sync": "feet", "rate": §-1}}]})j",
     {"graph.bad-value: /layers/0/motion/rate: -1; expected 0 or more"}},
    // --- files ---
    {"a file that is not there",
     BODY(R"j({"graph": §"legs.graph.json"})j"),
     {"graph.bad-value: /layers/0/motion/graph: other files cannot be read here; define the motion in this "
      "file"}},
    {"a file in itself",
     BODY(R"j({"graph": §"x/../a.graph.json"})j"),
     {"graph.recursion: /layers/0/motion/graph: the graph contains itself: a.graph.json > a.graph.json"}},
    {"an unknown outer parameter",
     BODY(R"j({"graph": §"legs.graph.json", "with": {"v": §"sped"}})j"),
     {"graph.bad-value: /layers/0/motion/graph: other files cannot be read here; define the motion in this "
      "file",
      "graph.unknown-parameter: /layers/0/motion/with/v: unknown parameter \"sped\"; expected count, go, "
      "grounded, speed, turn; nearest: speed"}},
};

TEST(GraphBroken, everything_wrong_is_reported_at_its_location) {
  const GraphCharacter character = described_character();
  for (const Broken& broken : kBroken) {
    const MarkedText marked(broken.text);
    const GraphSource source = read_graph_source(marked.text, "a.graph.json", {&character, {}});
    std::vector<std::string> seen, expected;
    for (const Diagnostic& d : source.diagnostics) seen.push_back(line_of(d));
    for (std::size_t i = 0; i < broken.messages.size(); ++i)
      expected.push_back((i < marked.places.size() ? marked.places[i] : "no sign") + ": " +
                         broken.messages[i]);
    EXPECT_EQ(marked.places.size(), broken.messages.size()) << broken.what;
    EXPECT_EQ(seen, expected) << broken.what << "\n" << marked.text;
  }
}

// --- the schema for editors -----------------------------------------------------------------------------

// The verdict of python3-jsonschema on each document, or none if it is not installed.
std::vector<std::string> schema_verdicts(const nlohmann::ordered_json& documents) {
  if (std::system("python3 -W ignore -c 'import jsonschema' 2>/dev/null") != 0) return {};
  const std::string base =
      (std::filesystem::temp_directory_path() / ("skelter_schema_" + std::to_string(getpid()))).string();
  std::ofstream(base + ".json") << documents.dump();
  const std::string line = "python3 -W ignore " SKELTER_SOURCE_DIR
                           "/tests/compile/graph_schema.py " SKELTER_SOURCE_DIR "/tools/graph.schema.json " +
                           base + ".json > " + base + ".txt";
  EXPECT_EQ(std::system(line.c_str()), 0);
  std::vector<std::string> verdicts;
  std::ifstream text(base + ".txt");
  for (std::string verdict; std::getline(text, verdict);) verdicts.push_back(verdict);
  std::filesystem::remove(base + ".json");
  std::filesystem::remove(base + ".txt");
  return verdicts;
}

// tests/data/graph/once.json contains graphs with mistakes that used to cause further errors elsewhere, and
// the expected messages, by code and pointer.
TEST(GraphBroken, a_mistake_is_reported_once) {
  const GraphCharacter character = described_character();
  for (const auto& each : nlohmann::json::parse(graph_text("once.json"))) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const auto read = [&](const std::string& path) -> Result<std::string> {
      if (path == "inner.graph.json") return each["inner"].dump();
      if (path == "bad.graph.json") return std::string("{");
      return Error{Status::not_found, "graph.none", "no such file", {path, 0, {}, {}}};
    };
    const GraphSource source = read_graph_source(each["graph"].dump(), "t.graph.json", {&character, read});
    std::vector<std::string> reported, expected;
    for (const Diagnostic& d : source.diagnostics)
      reported.push_back(std::string(d.code) + " " + d.spot.object);
    for (const auto& line : each["expect"]) expected.push_back(line);
    // nlohmann::json sorts keys, so the order is not compared. A different test checks the order in the file.
    std::sort(reported.begin(), reported.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(reported, expected);
  }
}

TEST(GraphBroken, the_schema_agrees_with_the_reader) {
  nlohmann::ordered_json documents = nlohmann::ordered_json::array();
  std::vector<std::pair<std::string, const char*>> expected;
  for (const char* good : {"hero.graph.json", "keys.graph.json"}) {
    documents.push_back(nlohmann::ordered_json::parse(graph_text(good), nullptr, true, true));
    expected.emplace_back(good, "good");
  }
  for (const Broken& broken : kBroken) {
    bool shape = false, values = false;
    for (const std::string& message : broken.messages) {
      const auto is = [&](const char* code) {
        return message.find(std::string("graph.") + code + ":") != std::string::npos;
      };
      shape = shape || is("unknown-key") || is("missing-key") || is("bad-type");
      values = values || is("bad-value") || is("bad-json") || is("duplicate-key") || is("none-in-base");
    }
    if (!shape && values) continue;  // the schema can express only some of these
    documents.push_back(nlohmann::ordered_json::parse(MarkedText(broken.text).text, nullptr, true, true));
    // A schema checks keys, types, words and bounds, but no names, conditions or clips.
    expected.emplace_back(broken.what, shape ? "bad" : "good");
  }
  const std::vector<std::string> verdicts = schema_verdicts(documents);
  if (verdicts.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  ASSERT_EQ(verdicts.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(verdicts[i], expected[i].second) << expected[i].first;
  EXPECT_GE(expected.size(), 60u);
}

// Tests words and bounds one by one. The reader accepts the document, and both the reader and the schema
// reject each change.
TEST(GraphBroken, the_schema_checks_words_and_bounds) {
  const nlohmann::ordered_json good =
      nlohmann::ordered_json::parse(graph_text("keys.graph.json"), nullptr, true, true);
  const std::vector<std::pair<const char*, nlohmann::ordered_json>> changes = {
      {"/skelter_graph", 2},
      {"/parameters/f/type", "flaot"},
      {"/parameters/f/max_rate", 0},
      {"/parameters/i/default", 1.5},
      {"/parameters/t/buffer_s", -1},
      {"/sync/feet", nlohmann::ordered_json::array()},
      {"/events/step/min_weight", 2},
      {"/events/step/speaks", "some"},
      {"/profiles/fast/default", 0.5},
      {"/profiles/fast/joints/arm", 5},
      {"/layers", nlohmann::ordered_json::array()},
      {"/layers/1/mode", "add"},
      {"/layers/1/root_motion", 2},
      {"/layers/2/slot/fade_in_s", -1},
      {"/layers/0/name", "a/b"},
      {"/layers/0/motion/machine/states/y/transitions/0/fade_s", -1},
      {"/layers/0/motion/machine/states/y/transitions/0/curve", "smoth"},
      {"/layers/0/motion/machine/states/y/transitions/0/kind", "fade"},
      {"/layers/0/motion/machine/states/y/transitions/0/interrupt", "all"},
      {"/layers/0/motion/machine/states/y/transitions/0/enter", 2},
      {"/layers/0/motion/machine/states/y/transitions/0/enter", "mark"},
      {"/layers/0/motion/machine/states", nlohmann::ordered_json::object()}};
  nlohmann::ordered_json documents = nlohmann::ordered_json::array();
  const GraphCharacter character = described_character();
  ASSERT_TRUE(read_graph_source(good.dump(), "a", {&character, {}}).ok());
  for (const auto& [pointer, value] : changes) {
    nlohmann::ordered_json changed = good;
    changed.at(nlohmann::ordered_json::json_pointer(pointer)) = value;
    const GraphSource source = read_graph_source(changed.dump(), "a", {&character, {}});
    const auto error = std::find_if(source.diagnostics.begin(), source.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::error; });
    ASSERT_NE(error, source.diagnostics.end()) << pointer;
    EXPECT_EQ(error->code, "graph.bad-value") << pointer;
    EXPECT_EQ(error->spot.object.substr(0, std::string(pointer).size()), pointer);
    documents.push_back(std::move(changed));
  }
  const std::vector<std::string> verdicts = schema_verdicts(documents);
  if (verdicts.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  ASSERT_EQ(verdicts.size(), changes.size());
  for (std::size_t i = 0; i < verdicts.size(); ++i) EXPECT_EQ(verdicts[i], "bad") << changes[i].first;
}

TEST(GraphBroken, the_list_is_long) {
  EXPECT_GE(kBroken.size(), 80u);
}

}  // namespace
}  // namespace skelter::test

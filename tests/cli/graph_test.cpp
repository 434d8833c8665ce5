// skelter graph: the commands of docs/graph.md. Exit codes and JSON are as for check.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "support/corpus.h"
#include "support/graph_text.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

CommandFolder& with_files(CommandFolder& folder) {
  folder.write("hero.graph.json", graph_text("hero.graph.json"));
  folder.write("clips.json", graph_text("clips.json"));
  return folder;
}

TEST(GraphCommand, check_of_a_good_graph_is_ok) {
  CommandFolder folder;
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--clips", "clips.json"}}) {
    std::vector<std::string> arguments = {"graph", "check", "hero.graph.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = with_files(folder).run(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "hero.graph.json: ok\n");
    EXPECT_EQ(ran.err, "");
    arguments.push_back("--json");
    EXPECT_EQ(folder.run(arguments).json(),
              (cli::Json{{"file", "hero.graph.json"}, {"ok", true}, {"diagnostics", cli::Json::array()}}));
  }
}

// Two transitions lead to the same state without a fade, and the second one is taken.
TEST(GraphCommand, the_viewer_names_the_transition_that_was_taken) {
  SKELTER_REQUIRE_CORPUS();
  CommandFolder folder;
  ASSERT_EQ(folder.shell("cp " + corpus_file("findings/why.script") + " .").code, 0);
  const Ran ran = folder.run({"view", asset("mannequin.x"), "--graph", corpus_file("findings/why.graph.json"),
                              "--script", "why.script"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const cli::Json taken = cli::Json::parse(folder.read("why.json"))["graph"]["frame"]["transitions"];
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0]["when"], "go");
  EXPECT_EQ(taken[0]["values"], (cli::Json{{"go", 1}}));
}

// A graph with an unfinished point, as in a file that is being edited.
TEST(GraphCommand, a_point_without_a_motion_is_an_error_of_every_command) {
  CommandFolder folder;
  folder.write("a.x", kBendFile);
  folder.write("c.json", R"({"graphs": ["a.graph.json"]})");
  folder.write("s.json", R"({"steps": [{"dt_s": 0.1}]})");
  for (const auto& [point, size] : {std::pair{"[2]", "1"}, {"[0, 0, \"bend\"]", "3"}}) {
    folder.write("a.graph.json", std::string(R"({"skelter_graph": 1, "parameters": {"f": {"type": "float"}},
"layers": [{"name": "body", "motion": {"machine": {"entry": "a", "states": {"a": {"motion":
{"blend": "f", "points": [[0, "bend"], )") +
                                     point + "]}}}}}}]}");
    const std::string where =
        "a.graph.json:3:40: /layers/0/motion/machine/states/a/motion/points/1: a list of " +
        std::string(size) + "; expected a point, [x, motion]";
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"graph", "check", "a.graph.json"},
             {"graph", "show", "a.graph.json"},
             {"graph", "check", "a.graph.json", "--character", "a.x"},
             {"graph", "run", "a.graph.json", "--character", "a.x", "--inputs", "s.json"},
             {"compile", "a.x", "out.skelter", "--config", "c.json"}}) {
      const Ran ran = folder.run(arguments);
      EXPECT_EQ(ran.code, 1) << arguments[1];
      EXPECT_THAT(ran.err, HasSubstr(where)) << arguments[1];
    }
    EXPECT_FALSE(folder.has("out.skelter"));
  }
}

TEST(GraphCommand, max_memory_limits_the_character) {
  CommandFolder folder;
  folder.write("a.x", kBendFile);
  folder.write("a.graph.json", R"({"skelter_graph": 1, "layers": [{"name": "a", "motion": "bend"}]})");
  for (const char* command : {"check", "show"}) {
    EXPECT_EQ(
        folder.run({"graph", command, "a.graph.json", "--character", "a.x", "--max-memory", "10000000"}).code,
        0);
    const Ran refused =
        folder.run({"graph", command, "a.graph.json", "--character", "a.x", "--max-memory", "100"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.err, HasSubstr("a.x"));
    EXPECT_THAT(refused.err, HasSubstr("100"));
  }
  EXPECT_EQ(folder.run({"graph", "check", "a.graph.json", "--max-memory", "100"}).code, 2);
}

TEST(GraphCommand, check_reports_errors_and_warnings_with_their_locations) {
  CommandFolder folder;
  folder.write("a.graph.json",
               "{ \"skelter_graph\": 1,\n  \"parameters\": { \"go\": { \"type\": \"bool\" } },\n"
               "  \"layers\": [ { \"name\": \"a\", \"motion\": \"walk\", \"wieght\": 1 } ] }\n");
  const Ran text = folder.run({"graph", "check", "a.graph.json"});
  EXPECT_EQ(text.code, 1);
  // Names are checked first, so the warning comes with the next run.
  EXPECT_EQ(text.out, "a.graph.json: failed (1 error)\n");
  EXPECT_EQ(
      text.err,
      "a.graph.json:3:48: /layers/0/wieght: unknown key; expected name, motion, slot, mode, weight, mask, "
      "root_motion; nearest: weight\n");
  const Ran ran = folder.run({"graph", "check", "a.graph.json", "--json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(
      ran.json(),
      (cli::Json{
          {"file", "a.graph.json"},
          {"ok", false},
          {"diagnostics",
           {{{"severity", "error"},
             {"code", "graph.unknown-key"},
             {"message",
              "unknown key; expected name, motion, slot, mode, weight, mask, root_motion; nearest: weight"},
             {"spot", "a.graph.json:3:48"},
             {"line", 3},
             {"column", 48},
             {"object", "/layers/0/wieght"},
             {"count", 1}}}}}));
}

TEST(GraphCommand, a_warning_is_accepted_unless_it_counts_as_an_error) {
  CommandFolder folder;
  folder.write(
      "a.graph.json",
      R"({"skelter_graph": 1, "parameters": {"go": {"type": "bool"}}, "layers": [{"name": "a", "motion": "walk"}]})");
  const Ran ran = folder.run({"graph", "check", "a.graph.json"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "a.graph.json: ok (1 warning)\n");
  EXPECT_THAT(ran.err, HasSubstr("a.graph.json:1:43: warning: /parameters/go: not used by a condition, a "
                                 "blend, a weight or a rate"));
  EXPECT_EQ(folder.run({"graph", "check", "a.graph.json", "--quiet"}).err, "");
  const Ran strict = folder.run({"graph", "check", "a.graph.json", "--warnings-as-errors", "--json"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_EQ(strict.json()["ok"], false);
}

TEST(GraphCommand, files_that_are_missing_or_bad_are_reported) {
  CommandFolder folder;
  const Ran missing = folder.run({"graph", "check", "none.graph.json", "--json"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.json()["ok"], false);
  EXPECT_EQ(missing.json()["diagnostics"].size(), 1u);
  with_files(folder).write("bad.json", "{\"clips\": {\"walk\": {}}}");
  const Ran clips = folder.run({"graph", "check", "hero.graph.json", "--clips", "bad.json", "--json"});
  EXPECT_EQ(clips.code, 1);
  EXPECT_EQ(clips.json()["diagnostics"][0]["spot"], "bad.json:1:20");
  EXPECT_EQ(clips.json()["diagnostics"][0]["code"], "graph.missing-key");
  EXPECT_EQ(
      folder.run({"graph", "check", "hero.graph.json", "--clips", "clips.json", "--character", "x"}).code, 2);
  EXPECT_EQ(folder.run({"graph", "check"}).code, 2);
  EXPECT_EQ(folder.run({"graph"}).code, 2);
  EXPECT_EQ(folder.run({"graph", "chek"}).code, 2);
}

TEST(GraphCommand, a_graph_comes_from_standard_input_and_names_files_in_the_working_folder) {
  CommandFolder folder;
  folder.write("legs.graph.json", R"({"skelter_graph": 1, "layers": [{"name": "l", "motion": "wlk"}]})");
  with_files(folder);
  const Ran ran = folder.run(
      {"graph", "check", "-", "--clips", "clips.json", "--json"},
      R"({"skelter_graph": 1, "layers": [{"name": "a", "motion": {"graph": "legs.graph.json"}}]})");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.json()["diagnostics"][0]["spot"], "legs.graph.json:1:57");
}

TEST(GraphCommand, show_lists_states_and_sizes) {
  CommandFolder folder;
  const Ran ran = with_files(folder).run({"graph", "show", "hero.graph.json", "--clips", "clips.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("hero: 5 parameters, 4 layers, 2 machines, 5 states, 7 transitions\n"));
  EXPECT_THAT(ran.out, HasSubstr("at most 17 of 32 pose list entries\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("  ground (entry): blend speed: idle 0, walk 1.4, run 4; sync feet; speed matching\n"
                        "    -> jump  when jump and grounded, 0.1 s\n"));
  const cli::Json json = folder.run({"graph", "show", "hero.graph.json", "--json"}).json();
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["max_lines"], 17);
  EXPECT_EQ(json["states"][2]["path"], "body/fall");
  EXPECT_EQ(json["transitions"][0]["from"], "body/ground");
  EXPECT_EQ(json["transitions"][0]["when"], "jump and grounded");
  const Ran dot = folder.run({"graph", "show", "hero.graph.json", "--dot"});
  EXPECT_THAT(dot.out, HasSubstr("digraph \"hero\" {"));
  EXPECT_THAT(dot.out, HasSubstr("s0 -> s1 [label=\"jump and grounded\n0.1 s\"];"));
  folder.write("bad.graph.json", "{}");
  EXPECT_EQ(folder.run({"graph", "show", "bad.graph.json"}).code, 1);
}

TEST(GraphCommand, a_graph_is_checked_against_a_pack_and_compiled_into_one) {
  CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write(
      "bend.json",
      R"({"skeleton": {"masks": [{"name": "upper", "entries": [{"joint": "Upper"}]}]}, "graphs": ["bend.graph.json"]})");
  folder.write(
      "bend.graph.json",
      R"({"skelter_graph": 1, "profiles": {"p": {"joints": {"Upper": 2}}}, "layers": [{"name": "a", "motion": "bend"},
    {"name": "b", "mode": "override", "mask": "upper", "motion": "bend"}]})");
  const Ran compiled =
      folder.run({"compile", "bend.x", "bend.skelter", "--config", "bend.json", "--depfile", "bend.d"});
  EXPECT_EQ(compiled.code, 0) << compiled.err;
  EXPECT_THAT(folder.read("bend.d"), HasSubstr("bend.graph.json"));
  EXPECT_EQ(folder.run({"graph", "check", "bend.graph.json", "--character", "bend.skelter"}).code, 0);
  folder.write(
      "bad.graph.json",
      R"({"skelter_graph": 1, "profiles": {"p": {"joints": {"Uper": 2}}}, "layers": [{"name": "a", "motion": "bnd"},
    {"name": "b", "mode": "override", "mask": "uper", "motion": "bend"}]})");
  const Ran bad = folder.run({"graph", "check", "bad.graph.json", "--character", "bend.skelter", "--json"});
  EXPECT_EQ(bad.code, 1);
  std::vector<std::string> codes;
  const cli::Json report = bad.json();
  for (const cli::Json& d : report["diagnostics"]) codes.push_back(d["code"]);
  EXPECT_EQ(codes,
            (std::vector<std::string>{"graph.unknown-joint", "graph.unknown-clip", "graph.unknown-mask"}));
  folder.write("bend.graph.json", "{}");
  const Ran refused = folder.run({"compile", "bend.x", "bend.skelter", "--config", "bend.json", "--force"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("bend.graph.json:1:1: has no \"skelter_graph\""));
}

}  // namespace
}  // namespace skelter::test

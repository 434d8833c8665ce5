// skelter graph run: the vectors of the graph's design as data, and rejected scripts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "support/graph_text.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

cli::Json vectors(const char* file) {
  return cli::Json::parse(graph_text(file), nullptr, true, true);
}

// An expected null means that there is nothing at the pointer, or null.
void expect_at(const cli::Json& out, const std::string& pointer, const cli::Json& expected) {
  const cli::Json::json_pointer place(pointer);
  const cli::Json found = out.contains(place) ? out.at(place) : cli::Json();
  if (expected.is_number() && found.is_number())
    EXPECT_NEAR(found.get<double>(), expected.get<double>(), 1e-6) << pointer;
  else
    EXPECT_EQ(found, expected) << pointer;
}

void expect_numbers(const cli::Json& all) {
  CommandFolder folder;
  folder.write("clips.json", cli::Json{{"clips", all["clips"]}, {"masks", all["masks"]}}.dump());
  for (const cli::Json& vector : all["vectors"]) {
    SCOPED_TRACE(vector["name"].get<std::string>());
    const auto write_graph = [&](const char* file, const char* key) {
      cli::Json graph = {{"skelter_graph", 1}};
      graph.update(vector[key]);
      folder.write(file, graph.dump());
    };
    write_graph("vector.graph.json", "graph");
    if (vector.contains("inner")) write_graph("inner.graph.json", "inner");
    folder.write("script.json", cli::Json{{"steps", vector["steps"]}}.dump());
    const Ran ran = folder.run({"graph", "run", "vector.graph.json", "--clips", "clips.json", "--inputs",
                                "script.json", "--json", "--quiet"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    if (ran.code != 0) continue;
    const cli::Json out = ran.json();
    for (const auto& [pointer, expected] : vector["expect"].items()) expect_at(out, pointer, expected);
  }
}

TEST(GraphRunCommand, vectors_give_the_numbers_of_the_design) {
  const cli::Json all = vectors("vectors.json");
  EXPECT_GT(all["vectors"].size(), 40u);
  expect_numbers(all);
}

TEST(GraphRunCommand, rules_give_their_consequences) {
  expect_numbers(vectors("rules.json"));
}

TEST(GraphRunCommand, profiles_work_in_every_combination) {
  expect_numbers(vectors("profiles.json"));
}

class GraphRunRefuses : public ::testing::Test {
 protected:
  Ran run(const std::string& script) {
    folder.write("hero.graph.json", graph_text("hero.graph.json"));
    folder.write("clips.json", graph_text("clips.json"));
    folder.write("script.json", script);
    return folder.run(
        {"graph", "run", "hero.graph.json", "--clips", "clips.json", "--inputs", "script.json", "--json"});
  }
  CommandFolder folder;
};

TEST_F(GraphRunRefuses, scripts_that_do_not_fit) {
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"{", "script.json:1:2: syntax error"},
      {"{\"steps\": [\n  {\"dt_s\": 0, \"fire\": [\"speed\"]}]}",
       "script.json:2:24: /steps/0/fire/0: is not a trigger; set it instead"},
      {"{\"steps\": [\n  {\"dt_s\": 0, \"set\": {\"sp/d\": 1}}]}",
       "script.json:2:23: /steps/0/set/sp~1d: no such parameter; the parameters are \"speed\", \"turn\", "
       "\"grounded\", \"waving\"\n"},
      {"[]", "script.json:1:1: a list; expected an object"},
      {R"({"steps": [{"set": {}}]})", "/steps/0: has no \"dt_s\"; expected one"},
      {R"({"steps": [{"dt_s": -1}]})", "/steps/0/dt_s: -1; expected 0 or more"},
      {R"({"steps": [{"dt_s": "nan"}]})", "/steps/0/dt_s: a string; expected a number"},
      {R"({"steps": [{"dt_s": 0, "repeat": 1.5}]})",
       "/steps/0/repeat: 1.5; expected an integer from 0 to 1000000"},
      {R"({"steps": [{"dt_s": 0}, {"dt_s": 0, "set": {"sped": 1}}]})",
       "/steps/1/set/sped: no such parameter; did you mean \"speed\"?\n"},
      {R"({"steps": [{"dt_s": 0, "set": {"jump": 1}}]})", "/steps/0/set/jump: is a trigger; fire it instead"},
      {R"({"steps": [{"dt_s": 0, "set": {"speed": []}}]})",
       "/steps/0/set/speed: a list; expected a number, true, false or \"nan\""},
      {R"({"steps": [{"dt_s": 0, "fire": ["jmp"]}]})",
       "/steps/0/fire/0: no such trigger; did you mean \"jump\"?\n"},
      {R"({"steps": [{"dt_s": 0, "fire": "jump"}]})", "/steps/0/fire: a string; expected a list"},
      {R"({"steps": [{"dt_s": 0, "stop_slot": ["arm"]}]})",
       "/steps/0/stop_slot/0: no such slot; the only one is \"act\"\n"},
      {R"({"steps": [{"dt_s": 0, "play_slot": [{"slot": "act"}]}]})",
       "/steps/0/play_slot/0: has no \"clip\"; expected one"},
      {R"({"steps": [{"dt_s": 0, "play_slot": [{"slot": "act", "clip": "x"}]}]})",
       "/clip: no such clip; the "},
      {R"({"steps": [{"dt_s": 0, "play_slot": [{"slot": "act", "clip": "lean_left"}]}]})",
       "does not fit the slot"},
      {R"({"steps": [{"dt_s": 0, "plai": 1}]})", "/steps/0/plai: unknown key"},
      {R"({"steps": [{"dt_s": 0, "repeat": 1000000}, {"dt_s": 0}]})", "more than a million updates"}};
  for (const auto& [script, message] : broken) {
    const Ran ran = run(script);
    EXPECT_EQ(ran.code, 1) << script;
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(GraphRunRefuses, a_broken_graph_is_reported_as_by_check) {
  (void)run(R"({"steps": []})");
  folder.write("bad.graph.json", R"({"skelter_graph": 1, "layers": [{"name": "body", "motion": "wlk"}]})");
  const Ran checked = folder.run({"graph", "check", "bad.graph.json", "--clips", "clips.json", "--json"});
  const Ran ran = folder.run(
      {"graph", "run", "bad.graph.json", "--clips", "clips.json", "--inputs", "script.json", "--json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, checked.out);
}

TEST_F(GraphRunRefuses, a_run_needs_a_character) {
  (void)run(R"({"steps": []})");
  const Ran ran = folder.run({"graph", "run", "hero.graph.json", "--inputs", "script.json"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--clips"));
}

TEST_F(GraphRunRefuses, a_table_has_a_row_for_each_update) {
  (void)run(R"({"steps": [{"dt_s": 0.1, "repeat": 2, "set": {"speed": 1.4}}]})");
  const Ran ran = folder.run(
      {"graph", "run", "hero.graph.json", "--clips", "clips.json", "--inputs", "script.json", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 3);
  EXPECT_THAT(ran.out, HasSubstr("time_s,speed,turn,grounded,waving,body/ground:idle"));
}

}  // namespace
}  // namespace skelter::test

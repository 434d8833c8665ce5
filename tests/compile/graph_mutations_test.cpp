// Unfinished graphs. Each value of a good graph is removed, or replaced by values of every type. The result
// must compile, or be rejected with locations.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "compile/compile_graph/internal/graph_source.h"
#include "support/graph_text.h"

namespace skelter::test {
namespace {

using Json = nlohmann::ordered_json;

Json without_comments(const std::string& text) {
  return Json::parse(text, nullptr, true, true);
}

// Collects pointers to all values below the root.
void list_values(const Json& json, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
  const auto add = [&](const auto& key, const Json& value) {
    const Json::json_pointer inside = at / key;
    out.push_back(inside);
    list_values(value, inside, out);
  };
  if (json.is_object())
    for (const auto& [key, value] : json.items()) add(key, value);
  else if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) add(i, json[i]);
}

void leave_out(Json& json, const Json::json_pointer& at) {
  Json& holder = json.at(at.parent_pointer());
  if (holder.is_object())
    holder.erase(at.back());
  else
    holder.erase(static_cast<std::size_t>(std::stoul(at.back())));
}

const std::vector<Json>& values_of_all_types() {
  static const std::vector<Json> values = {nullptr,
                                           true,
                                           0,
                                           -1,
                                           2.5,
                                           1e300,
                                           "",
                                           "none",
                                           "walk",
                                           Json::array(),
                                           Json::object(),
                                           {2},
                                           {0, 1},
                                           {0, 0, "walk"},
                                           {{"clip", "walk"}},
                                           {{"machine", Json::object()}},
                                           {{"to", "a"}}};
  return values;
}

// A character with all names of the mannequin and of tests/data/graph.
GraphCharacter everybody() {
  GraphCharacter character = described_character();
  for (const char* name : {"idle", "stroll", "walk_ahead", "jog", "run_ahead", "sprint", "sit", "jump",
                           "fall", "wave", "lean_left", "lean_right"}) {
    const auto has_name = [&](const GraphCharacter::Clip& clip) { return clip.name == name; };
    if (std::any_of(character.clips.begin(), character.clips.end(), has_name)) continue;
    GraphCharacter::Clip clip;
    clip.name = name;
    clip.duration_s = 1;
    clip.loops = true;
    clip.events = {{0.1, "left_foot"}, {0.6, "right_foot"}};
    character.clips.push_back(clip);
  }
  return character;
}

class Outcomes {
 public:
  void read(const Json& graph, const GraphCharacter* character) {
    const auto no_file = [](const std::string& file) -> Result<std::string> {
      return Error{Status::not_found, "graph.none", "no such file", {file, 0, {}, {}}};
    };
    const GraphSource source = read_graph_source(graph.dump(1), "t.graph.json", {character, no_file});
    for (const Diagnostic& d : source.diagnostics) {
      EXPECT_GE(d.spot.line, 1u) << graph.dump();
      EXPECT_GE(d.spot.column, 1u) << graph.dump();
      EXPECT_FALSE(d.message.empty());
    }
    if (!source.ok()) {
      ++refused_;
      return;
    }
    ++good_;
    const AlignedBytes blob = build_graph(source.graph);
    GraphRecords view;
    const Problem problem = read_graph(blob.span(), view);
    EXPECT_TRUE(problem.ok()) << problem.what << "\n" << graph.dump();
  }
  int refused() const { return refused_; }
  int good() const { return good_; }

 private:
  int refused_ = 0, good_ = 0;
};

void expect_no_crash(const Json& graph) {
  const GraphCharacter character = everybody();
  std::vector<Json::json_pointer> values;
  list_values(graph, Json::json_pointer(), values);
  Outcomes outcomes;
  const auto read = [&](const Json& broken) {
    outcomes.read(broken, &character);
    outcomes.read(broken, nullptr);
  };
  for (const Json::json_pointer& at : values) {
    Json broken = graph;
    leave_out(broken, at);
    read(broken);
    for (const Json& value : values_of_all_types()) {
      broken = graph;
      broken.at(at) = value;
      read(broken);
    }
  }
  // Two faults at once, of which one may hide the other.
  std::minstd_rand random(11);
  for (int i = 0; i < 1000; ++i) {
    Json broken = graph;
    for (int k = 0; k < 2; ++k) {
      std::vector<Json::json_pointer> left;
      list_values(broken, Json::json_pointer(), left);
      if (left.empty()) break;
      const Json::json_pointer at = left[random() % left.size()];
      if (random() % 2 == 0)
        leave_out(broken, at);
      else
        broken.at(at) = values_of_all_types()[random() % values_of_all_types().size()];
    }
    read(broken);
  }
  EXPECT_GT(outcomes.refused(), 1000);
  EXPECT_GT(outcomes.good(), 100);
}

TEST(GraphMutations, of_the_mannequins_graph_are_refused_or_compile) {
  const auto bytes = read_file(SKELTER_SOURCE_DIR "/assets/mannequin.graph.json");
  ASSERT_TRUE(bytes.ok());
  expect_no_crash(without_comments(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())));
}

// A graph with every kind of motion, slots, profiles and rules for events.
TEST(GraphMutations, of_a_graph_with_everything_are_refused_or_compile) {
  Json graph = without_comments(graph_text("hero.graph.json"));
  graph["layers"].push_back(Json::parse(R"({"name": "aim", "mode": "override", "weight": "speed", "motion": {
    "blend2": ["speed", "turn"], "points": [[0, 0, "idle"], [1, 0, "walk"], [0, 1, {"blend": "turn",
    "points": [[0, "none"], [1, "run"]]}], [1, 1, "none"]], "triangles": [[0, 1, 2], [1, 3, 2]]}})"));
  expect_no_crash(graph);
}

// The point has no motion, or three entries, so the blend is not checked further.
TEST(GraphMutations, a_point_without_a_motion_is_one_error) {
  for (const char* point : {"[2]", "[0, 0, \"idle\"]", "[]", "2"}) {
    const std::string text =
        R"({"skelter_graph": 1, "parameters": {"f": {"type": "float"}}, "layers": [{"name": "body",
"motion": {"machine": {"entry": "a", "states": {"a": {"motion": {"blend": "f", "points": [[0, "idle"], )" +
        std::string(point) + "]}}}}}}]}";
    for (const bool with_character : {false, true}) {
      const GraphCharacter character = everybody();
      const GraphSource source =
          read_graph_source(text, "a.graph.json", {with_character ? &character : nullptr, {}});
      ASSERT_EQ(source.diagnostics.size(), 1u) << point;
      EXPECT_EQ(source.diagnostics[0].spot.line, 2u);
      EXPECT_EQ(source.diagnostics[0].spot.column, 104u);
      EXPECT_TRUE(source.diagnostics[0].message.ends_with("expected a point, [x, motion]"))
          << source.diagnostics[0].message;
    }
  }
}

}  // namespace
}  // namespace skelter::test

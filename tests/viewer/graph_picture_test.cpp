// Layout of states: the output of dot, written by hand in its documented format ("plain": inches from the
// lower left corner), and the circular layout.
#include "viewer/graph/graph_picture.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "compile/compile_graph/internal/graph_source.h"

namespace skelter {
namespace {

using ::testing::HasSubstr;

struct Made {
  AlignedBytes blob;
  GraphRecords view;
};
Made made(const std::string& text) {
  const GraphSource source = read_graph_source(text, "test.graph.json");
  for (const Diagnostic& d : source.diagnostics)
    if (d.severity == Severity::error) ADD_FAILURE() << to_string(d);
  Made graph;
  graph.blob = build_graph(source.graph);
  const Problem problem = read_graph(graph.blob.span(), graph.view);
  EXPECT_TRUE(problem.ok()) << problem.what;
  return graph;
}

// Three states; one contains a machine.
constexpr const char* kNested = R"({ "skelter_graph": 1,
  "parameters": { "a": { "type": "bool" }, "b": { "type": "bool" }, "x": { "type": "float" } },
  "layers": [ { "name": "body", "motion": { "machine": { "entry": "one",
    "any": [ { "to": "one", "when": "b" } ],
    "states": {
      "one":   { "motion": "walk", "transitions": [ { "to": "two", "when": "a" }, { "to": "two", "when": "x > 1" } ] },
      "two":   { "motion": { "machine": { "entry": "inner", "states": { "inner": { "motion": "run" } } } },
                 "transitions": [ { "to": "three", "when": "not a" } ] },
      "three": { "motion": "run", "transitions": [ { "to": "one", "when": "a" } ] } } } } } ] })";

constexpr const char* kTwoStates = R"({ "skelter_graph": 1, "parameters": { "a": { "type": "bool" } },
  "layers": [ { "name": "body", "motion": { "machine": { "entry": "up", "states": {
    "up":   { "motion": "walk", "transitions": [ { "to": "down", "when": "a" } ] },
    "down": { "motion": "run",  "transitions": [ { "to": "up", "when": "not a" } ] } } } } } ] })";
constexpr const char* kPlain =
    "graph 1 2 3\n"
    "node s0 1 2.5 0.75 0.5 s0 solid box black lightgrey\n"
    "node s1 1 0.5 0.75 0.5 s1 solid box black lightgrey\n"
    "edge s0 s1 4 1 2.25 1 1.75 1 1.25 1 0.75 solid black\n"
    "edge s1 s0 7 1.2 0.75 1.3 1 1.4 1.2 1.4 1.5 1.4 1.8 1.3 2 1.2 2.25 solid black\n"
    "stop\n";

// Returns the index of a state. States are numbered in the order of the file, machine by machine; the view
// provides their names.
std::uint32_t state_named(const GraphRecords& graph, const std::string& name) {
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.string(graph.nodes[i].name) == name) return i;
  return kNone;
}

TEST(GraphPicture, dot_gets_every_machine_with_the_entry_first) {
  const Made graph = made(kNested);
  const std::string text = dot_text(graph.view);
  const auto s = [&](const char* name) { return "s" + std::to_string(state_named(graph.view, name)); };
  EXPECT_THAT(text, HasSubstr("subgraph cluster_0 {"));
  EXPECT_THAT(text, HasSubstr("subgraph cluster_1 {"));
  EXPECT_LT(text.find(s("one") + " ["), text.find(s("two") + " ["));
  EXPECT_THAT(text, HasSubstr(s("one") + " -> " + s("two") + ";\n" + s("one") + " -> " + s("two") + ";"));
  EXPECT_THAT(text, HasSubstr("a0 -> " + s("one") + ";"));
}

TEST(GraphPicture, the_answer_of_dot_is_read_with_y_down_and_in_points) {
  const Made graph = made(kTwoStates);
  const std::string plain = kPlain;
  const auto picture = picture_from_plain(graph.view, plain);
  ASSERT_TRUE(picture);
  EXPECT_TRUE(picture->from_dot);
  ASSERT_EQ(picture->nodes.size(), 2u);
  EXPECT_NEAR(picture->nodes[1].y - picture->nodes[0].y, 2 * 72, 1e-9) << "the entry is on top";
  EXPECT_NEAR(picture->nodes[0].width, 54, 1e-9);
  ASSERT_EQ(picture->edges.size(), 2u);
  EXPECT_EQ(picture->edges[0].curve.size(), 4u);
  EXPECT_EQ(picture->edges[1].curve.size(), 7u);
  EXPECT_EQ(graph.view.transitions[picture->edges[1].transition].from, 1);
  // The edge goes from the lower side of the upper state to the upper side of the lower one.
  EXPECT_NEAR(picture->edges[0].curve.front().y, picture->nodes[0].y + 18, 1e-9);
  EXPECT_NEAR(picture->edges[0].curve.back().y, picture->nodes[1].y - 18, 1e-9);
  ASSERT_EQ(picture->boxes.size(), 1u);
  EXPECT_EQ(picture->boxes[0].path, "body");

  for (std::size_t cut = 0; cut + 6 < plain.size(); ++cut)
    EXPECT_FALSE(picture_from_plain(graph.view, std::string_view(plain).substr(0, cut))) << cut;
  for (const char* wrong : {"", "no such command\n", "graph 1 2 3\nstop\n", "graph 1 2 3\nnode s9 1 1 1 1\n",
                            "graph 1 2 3\nnode s0 x 1 1 1\n", "graph 1 nan 3\n"})
    EXPECT_FALSE(picture_from_plain(graph.view, wrong)) << wrong;
}

// A program named dot that works, fails, or prints something else.
TEST(GraphPicture, dot_is_used_if_installed_and_circles_if_it_fails) {
  const Made graph = made(kTwoStates);
  const std::string folder = ::testing::TempDir() + "skelter_fake_dot_" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  const std::string path_before = std::getenv("PATH");
  const auto laid_out_by = [&](const std::string& body) {
    std::ofstream(folder + "/dot") << "#!/bin/sh\ncat >" << folder << "/asked\n" << body;
    std::filesystem::permissions(folder + "/dot", std::filesystem::perms::owner_all);
    ::setenv("PATH", (folder + ":" + path_before).c_str(), 1);
    GraphPicture picture = lay_out(graph.view);
    ::setenv("PATH", path_before.c_str(), 1);
    return picture;
  };
  const GraphPicture answered =
      laid_out_by("[ \"$1 $2\" = \"-Tplain -o\" ] && printf '" + std::string(kPlain) + "' >\"$3\"\n");
  EXPECT_TRUE(answered.from_dot);
  EXPECT_NEAR(answered.nodes[1].y - answered.nodes[0].y, 2 * 72, 1e-9);
  std::ifstream asked(folder + "/asked");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(asked), {}), dot_text(graph.view));
  for (const char* wrong : {"exit 1\n", "echo nothing >\"$3\"\n"}) {
    const GraphPicture circles = laid_out_by(wrong);
    EXPECT_FALSE(circles.from_dot);
    EXPECT_EQ(circles.nodes.size(), 2u);
  }
  std::filesystem::remove_all(folder);
}

TEST(GraphPicture, in_circles_no_state_covers_another_and_edges_end_at_their_states) {
  std::string states;
  for (int i = 0; i < 9; ++i)
    states += (i == 0 ? "" : ",") + ("\"state number " + std::to_string(i)) +
              "\": { \"motion\": \"walk\", \"transitions\": [ { \"to\": \"state number " +
              std::to_string((i + 1) % 9) + "\", \"when\": \"a\" } ] }";
  const std::string circle =
      "{ \"skelter_graph\": 1, \"parameters\": { \"a\": { \"type\": \"bool\" } }, \"layers\": [ { "
      "\"name\": \"body\", \"motion\": { \"machine\": { \"entry\": \"state number 0\", \"states\": {" +
      states + "} } } } ] }";
  for (const std::string& text : {std::string(kNested), circle}) {
    const Made graph = made(text);
    const GraphPicture picture = picture_in_circles(graph.view);
    EXPECT_EQ(picture.edges.size(), graph.view.transitions.size());
    EXPECT_EQ(picture.boxes.size(), graph.view.machines.size());
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
      const GraphPicture::Node& a = picture.nodes[i];
      const GraphPicture::Box& box = picture.boxes[a.machine];
      EXPECT_GE(a.x - a.width / 2, box.x);
      EXPECT_LE(a.x + a.width / 2, box.x + box.width);
      EXPECT_GE(a.y - a.height / 2, box.y);
      EXPECT_LE(a.y + a.height / 2, box.y + box.height);
      for (std::size_t k = 0; k < i; ++k) {
        const GraphPicture::Node& b = picture.nodes[k];
        EXPECT_FALSE(std::abs(a.x - b.x) < (a.width + b.width) / 2 &&
                     std::abs(a.y - b.y) < (a.height + b.height) / 2)
            << "node " << i << " on node " << k;
      }
    }
    for (const GraphPicture::Edge& edge : picture.edges) {
      const GraphTransition& transition = graph.view.transitions[edge.transition];
      const auto at_border = [&](const Vec2d& point, std::uint32_t state) {
        for (const GraphPicture::Node& node : picture.nodes) {
          if (node.state != state) continue;
          const double dx = std::abs(point.x - node.x) - node.width / 2,
                       dy = std::abs(point.y - node.y) - node.height / 2;
          if (std::abs(std::max(dx, dy)) < 1e-6) return true;
        }
        return false;
      };
      EXPECT_TRUE(at_border(edge.curve.back(), transition.to));
      if (transition.from != kNone16) {
        EXPECT_TRUE(at_border(edge.curve.front(), transition.from));
      }
    }
  }
}

}  // namespace
}  // namespace skelter

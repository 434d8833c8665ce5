// Chapter 11: a graph selects the clips. The program only sets whether the character waves. Usage:
// course_11_graph docs/course/files/walk_and_wave.x docs/course/files/walk_and_wave.json
#include <cstdio>
#include <string>

#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/play/graph.h"

using namespace skelter;

namespace {

void step(Character& hero, const GraphView& graph, double seconds) {
  if (hero.update(seconds) != Status::ok) std::puts(hero.why().c_str());
  for (const GraphEvent& event : hero.graph()->events())
    if (event.kind == GraphEventKind::entered)
      std::printf("  now it %s\n", std::string(graph.state_name(event.state)).c_str());
  hero.finish();
  const auto& hip = hero.model_from_joint()[hero.data().find_joint("Hip")].m;
  std::printf("Hip at (%.3f, %.3f)", hip[0][3], hip[1][3]);
  for (const PoseListEntry& line : hero.list())
    std::printf(", %s %.4f", std::string(hero.data().clip_name(line.clip)).c_str(),
                static_cast<double>(line.weight));
  std::puts("");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::puts("usage: course_11_graph FILE.x CONFIG.json"), 2;
  LoadOptions options;
  options.config = argv[2];
  const auto data = load_character(argv[1], options);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  if (data->graph_count() == 0) return std::puts("no graph"), 1;
  const GraphView& graph = data->graph(0);
  const std::uint32_t waving = find_parameter(graph, "waving");

  Character hero(*data, {.graph = 0});
  step(hero, graph, 0.5);
  if (hero.graph()->set(waving, 1) != Status::ok) return std::puts(hero.why().c_str()), 1;
  step(hero, graph, 0.125);
  step(hero, graph, 0.125);
  if (hero.graph()->set(waving, 0) != Status::ok) return std::puts(hero.why().c_str()), 1;
  step(hero, graph, 0.125);
  step(hero, graph, 0.375);
  std::printf("What it remembers: %zu bytes\n", hero.graph()->state().size());
}

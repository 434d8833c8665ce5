// An animation graph: the game sets parameters, and the graph selects the clips. Also shows rewinding. Usage:
// graph FILE CONFIG JOINT. The configuration names a graph with a parameter "waving" (docs/graph.md).
#include <cstdio>
#include <vector>

#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/play/graph.h"

using namespace skelter;

namespace {

bool run(Character& hero, const GraphView& graph, double seconds) {
  if (hero.update(seconds) != Status::ok) return false;
  for (const GraphEvent& event : hero.graph()->events())
    if (event.kind == GraphEventKind::entered)
      std::printf("%s begins\n", state_path(graph, event.state).c_str());
  hero.finish();
  return true;
}

void show(const char* what, const Character& hero, std::uint32_t joint) {
  const Affine& at = hero.model_from_joint()[joint];
  std::printf("%s: %s at %.3f %.3f %.3f\n", what, std::string(hero.data().skeleton().name(joint)).c_str(),
              at.m[0][3], at.m[1][3], at.m[2][3]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("usage: graph FILE CONFIG JOINT"), 2;
  LoadOptions options;
  options.config = argv[2];  // packs contain their graphs
  const Result<CharacterData> data = load_character(argv[1], options);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t joint = data->find_joint(argv[3]);
  if (joint == kNone || data->graph_count() == 0) return std::puts("no such joint, or no graph"), 1;

  const GraphView& graph = data->graph(0);
  const std::uint32_t waving = find_parameter(graph, "waving");
  Character hero(*data, {.graph = 0});
  if (!run(hero, graph, 0.25)) return 1;
  show("at first", hero, joint);

  if (hero.graph()->set(waving, 1) != Status::ok || !run(hero, graph, 0.25))
    return std::puts(hero.why().c_str()), 1;
  show("half over", hero, joint);
  const ByteSpan state = hero.graph()->state();  // a copy records the current state
  const std::vector<std::byte> kept(state.begin(), state.end());

  // Goes back in the middle of the fade.
  if (hero.graph()->set(waving, 0) != Status::ok || !run(hero, graph, 0)) return 1;
  show("changed its mind", hero, joint);
  if (!run(hero, graph, 0.5)) return 1;
  show("back", hero, joint);

  if (hero.graph()->restore(kept) != Status::ok) return std::puts(hero.why().c_str()), 1;
  hero.finish();
  show("rewound", hero, joint);
}

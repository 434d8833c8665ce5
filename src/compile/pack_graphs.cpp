#include "compile/internal/pack_graphs.h"

#include <algorithm>

#include "core/internal/close_name.h"

namespace skelter {

std::vector<std::string> graphs_of_pack(const PackView& pack) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < pack.count(SectionKind::graph); ++i)
    names.emplace_back(pack.find(SectionKind::graph, i).name);
  return names;
}

Result<ByteSpan> pack_graph(const PackView& pack, std::string_view name) {
  const std::vector<std::string> names = graphs_of_pack(pack);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end())
    return pack.find(SectionKind::graph, static_cast<std::uint32_t>(found - names.begin())).bytes;
  const std::string known = names.empty()
                                ? "expected a pack that was compiled with graphs, or a *.graph.json file"
                                : known_names(name, names, "graphs");
  return Error{Status::invalid_argument,
               "graph.unknown-graph",
               "no graph \"" + std::string(name) + "\"; " + known,
               {}};
}

}  // namespace skelter

#include "skelter/compile/graph.h"

#include "compile/compile_graph/internal/graph_source.h"

namespace skelter {

Result<AlignedBytes> compile_graph(
    std::string_view json, const std::string& file, const CharacterData& data, Diagnostics& diagnostics,
    const std::function<Result<std::string>(const std::string& file)>& read_text) {
  const auto character = graph_character(data);
  if (!character) return character.error();
  const GraphSource source = read_graph_source(json, file, {&*character, read_text});
  for (const Diagnostic& d : source.diagnostics)
    diagnostics.add(d.severity, d.code, d.spot, d.message, d.count);
  for (const Diagnostic& d : source.diagnostics)
    if (d.severity == Severity::error) return Error{Status::bad_data, d.code, d.message, d.spot};
  return build_graph(source, data.skeleton());
}

}  // namespace skelter

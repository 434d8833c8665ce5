#pragma once
// compile_graph: compiles the text of a *.graph.json file into a graph for CharacterData::add_graph and
// with_graph. docs/graph.md describes the format and every check. CompileSettings::graphs puts graphs into
// packs.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/play/character_data.h"

namespace skelter {

// `file` is the name of the text in messages. `read_text` returns the text of a sub-graph, by its path
// relative to `file`; empty: no sub-graphs. The graph uses the clips, masks and joints of `data`; all of its
// clips are prepared. `diagnostics` receives all warnings and errors, in file order, each with line, column
// and JSON pointer. Errors: bad_data, with the first of these errors; those of CharacterData::prepare.
Result<AlignedBytes> compile_graph(
    std::string_view json, const std::string& file, const CharacterData& data, Diagnostics& diagnostics,
    const std::function<Result<std::string>(const std::string& file)>& read_text = {});

}  // namespace skelter

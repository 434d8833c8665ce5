#pragma once
// Finds the compiled graphs of a pack by name.

#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"

namespace skelter {

std::vector<std::string> graphs_of_pack(const PackView& pack);
// Returns the blob of a graph. Errors: invalid_argument ("graph.unknown-graph"), listing the names.
Result<ByteSpan> pack_graph(const PackView& pack, std::string_view name);

}  // namespace skelter

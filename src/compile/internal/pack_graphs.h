#pragma once
// The compiled graphs of a pack by their names.

#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"

namespace skelter {

std::vector<std::string> graphs_of_pack(const PackView& pack);
// The blob of a graph. Errors: invalid_argument ("graph.unknown-graph"), listing the names.
Result<ByteSpan> pack_graph(const PackView& pack, std::string_view name);

}  // namespace skelter

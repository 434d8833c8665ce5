#pragma once
// Resolves the references of a tree.

#include "core/internal/memory_budget.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// Sets XObject::target of every reference. Unknown targets are warnings, or errors in strict mode. A
// reference to an object that contains it is an error. The memory of the search counts against the budget.
Result<void> resolve_references(XTree& tree, bool strict, MemoryBudget& budget, Diagnostics& diagnostics);

}  // namespace skelter::x

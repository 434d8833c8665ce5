#pragma once
// References of a tree to the objects they refer to.

#include "skelter/core/diagnostics.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// Sets XObject::target of every reference. Unknown targets: warnings, in strict mode an error. A reference
// that leads back to an object that contains it is an error. The search counts against the budget.
Result<void> resolve_references(XTree& tree, bool strict, MemoryBudget& budget, Diagnostics& diagnostics);

}  // namespace skelter::x

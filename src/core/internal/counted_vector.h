#pragma once
// Vectors that grow within a memory budget.

#include <cstddef>
#include <vector>

#include "core/internal/memory_budget.h"
#include "skelter/core/limits.h"

namespace skelter {

// Makes space for one more entry. The vector grows here instead of in push_back, so that its growth is
// counted. Returns false beyond the limit.
template <class T>
[[nodiscard]] bool make_room(std::vector<T>& entries, MemoryBudget& budget, std::size_t first_capacity = 64) {
  const std::size_t old = entries.capacity();
  if (entries.size() < old) return true;
  const std::size_t grown = old == 0 ? first_capacity : 2 * old;
  if (!budget.take(grown * sizeof(T))) return false;
  entries.reserve(grown);
  budget.give_back(old * sizeof(T));
  return true;
}

}  // namespace skelter

#pragma once
// A stable sort that is compiled only once. std::stable_sort is compiled for each type of list, which would
// make the WebAssembly module too large.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace skelter::fbx {

// Returns the indices 0 to count - 1 in sorted order. Equal elements keep their order.
std::vector<std::uint32_t> stable_order(std::size_t count,
                                        const std::function<bool(std::uint32_t, std::uint32_t)>& before);

template <class T, class Before>
void sort_stably(std::vector<T>& list, Before before) {
  const auto order =
      stable_order(list.size(), [&](std::uint32_t a, std::uint32_t b) { return before(list[a], list[b]); });
  std::vector<T> sorted;
  sorted.reserve(list.size());
  for (const std::uint32_t i : order) sorted.push_back(std::move(list[i]));
  list = std::move(sorted);
}

}  // namespace skelter::fbx

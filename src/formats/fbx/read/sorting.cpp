#include "formats/fbx/internal/sorting.h"

#include <algorithm>
#include <numeric>

namespace skelter::fbx {

std::vector<std::uint32_t> stable_order(std::size_t count,
                                        const std::function<bool(std::uint32_t, std::uint32_t)>& before) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return before(a, b) || (a < b && !before(b, a)); });
  return order;
}

}  // namespace skelter::fbx

#include "skelter/skinning/gpu.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace skelter {
namespace {

template <class Influences>
Status pack(std::span<const Influence> influences, Influences& out) {
  constexpr std::size_t kPlaces = std::size(Influences{}.entries);
  std::array<Influence, kPlaces> kept{};
  std::size_t count = 0;
  for (const Influence& influence : influences) {
    if (influence.joint > 0xFFFF) return Status::invalid_argument;
    if (!(influence.weight > 0)) continue;
    // Inserts by weight; equal weights keep their order.
    std::size_t at = count;
    while (at > 0 && kept[at - 1].weight < influence.weight) --at;
    if (at == kPlaces) continue;
    count = std::min(count + 1, kPlaces);
    std::copy_backward(kept.begin() + static_cast<std::ptrdiff_t>(at),
                       kept.begin() + static_cast<std::ptrdiff_t>(count) - 1,
                       kept.begin() + static_cast<std::ptrdiff_t>(count));
    kept[at] = influence;
  }
  double sum = 0;
  for (const Influence& influence : kept) sum += influence.weight;
  if (!(sum > 0)) return Status::invalid_argument;
  for (std::size_t i = 0; i < kPlaces; ++i) {
    out.entries[i] = static_cast<std::uint16_t>(kept[i].joint);
    out.weights[i] = static_cast<float>(kept[i].weight / sum);
  }
  return Status::ok;
}

}  // namespace

Status pack_influences(std::span<const Influence> influences, GpuInfluences<4>& out) {
  return pack(influences, out);
}
Status pack_influences(std::span<const Influence> influences, GpuInfluences<8>& out) {
  return pack(influences, out);
}

}  // namespace skelter

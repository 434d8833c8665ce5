#include "formats/x/read/position_groups.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <optional>
#include <tuple>

#include "skelter/core/none.h"

namespace skelter::x {
namespace {

std::uint64_t bits(float value) {
  value += 0.0f;  // -0 becomes 0
  std::uint32_t word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

// Returns nullopt if table entries collide more often than chance explains.
std::optional<std::vector<std::uint32_t>> group_by_hash(const std::vector<Vec3>& positions) {
  constexpr std::uint32_t kLongSearch = 64;
  std::size_t size = 16;
  while (size < positions.size() * 2) size *= 2;
  std::vector<std::uint32_t> table(size, kNone);
  std::vector<std::uint32_t> group(positions.size());
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    std::size_t slot = static_cast<std::size_t>(hash_position(positions[v]) >> 32) & (size - 1);
    for (std::uint32_t steps = 0; table[slot] != kNone && !(positions[table[slot]] == positions[v]);
         ++steps) {
      if (steps == kLongSearch) return std::nullopt;
      slot = (slot + 1) & (size - 1);
    }
    if (table[slot] == kNone) table[slot] = v;
    group[v] = table[slot];
  }
  return group;
}

std::vector<std::uint32_t> group_by_sorting(const std::vector<Vec3>& positions) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t v) {
    return std::make_tuple(positions[v].x, positions[v].y, positions[v].z, v);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  std::vector<std::uint32_t> group(positions.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    group[order[i]] =
        i > 0 && positions[order[i]] == positions[order[i - 1]] ? group[order[i - 1]] : order[i];
  return group;
}

}  // namespace

std::uint64_t hash_position(const Vec3& position) {
  std::uint64_t h = (bits(position.x) | bits(position.y) << 32) * 0x9E3779B97F4A7C15u;
  h ^= h >> 29;
  h = (h + bits(position.z)) * 0xBF58476D1CE4E5B9u;
  return h ^ (h >> 32) ^ (h << 32);
}

std::vector<std::uint32_t> group_by_position(const std::vector<Vec3>& positions) {
  if (auto group = group_by_hash(positions)) return *std::move(group);
  return group_by_sorting(positions);
}

}  // namespace skelter::x

#pragma once
// StreamingStores: whether a job writes its output past the caches. That is a fifth faster when the output is
// larger than the caches, and several times slower when it would have stayed in them.

#include <cstddef>
#include <cstdint>

namespace skelter {

enum class StreamingStores : std::uint8_t {
  automatic,  // where one run writes more than kStreamingThresholdBytes
  never,
  always,
};
inline constexpr std::size_t kStreamingThresholdBytes = std::size_t{8} << 20;

}  // namespace skelter

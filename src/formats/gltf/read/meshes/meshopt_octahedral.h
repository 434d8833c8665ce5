#pragma once
// The octahedral filter of meshoptimizer's compression. The library's version uses the processor's estimate
// of a square root, which differs between Intel and AMD and is off by up to 12 units of 32767.

#include <cstddef>
#include <span>

namespace skelter::gltf {

// Converts elements of four integers, x y "one" w, to unit vectors times the largest integer; w is unchanged.
// `stride` is 4 for 8 bits, 8 for 16. Safe on any bytes; the same on every machine. Source:
// KHR_meshopt_compression, "Filter 1: octahedral".
void decode_meshopt_octahedral(std::span<std::byte> bytes, std::size_t stride);

}  // namespace skelter::gltf

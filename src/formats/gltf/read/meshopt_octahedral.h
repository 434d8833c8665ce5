#pragma once
// The octahedral filter of meshoptimizer's compression. Ours, since the library's takes the processor's
// estimate of a square root: Intel and AMD have their own, and off is up to 12 units of 32767.

#include <cstddef>
#include <span>

namespace skelter::gltf {

// Turns elements of four integers, x y "one" w, into unit vectors times the largest integer; w stays.
// `stride` is 4 for 8 bits, 8 for
// 16. Safe on any bytes; the same on every machine. Source: KHR_meshopt_compression, "Filter 1: octahedral".
void decode_meshopt_octahedral(std::span<std::byte> bytes, std::size_t stride);

}  // namespace skelter::gltf

#pragma once
// Decodes the octahedral filter of meshoptimizer's compression. The library's version uses the processor's
// approximate square root, which differs between Intel and AMD and is off by up to 12 units of 32767.

#include <cstddef>
#include <span>

namespace skelter::gltf {

// Converts elements of four integers, x y "one" w, to unit vectors times the largest integer. w is unchanged.
// `stride` is 4 for 8 bits and 8 for 16 bits. Safe for any input, and exactly reproducible on every machine.
// Source: KHR_meshopt_compression, "Filter 1: octahedral".
void decode_meshopt_octahedral(std::span<std::byte> bytes, std::size_t stride);

}  // namespace skelter::gltf

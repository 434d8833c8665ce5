#pragma once
// Decodes meshoptimizer's vertex codec including version 1, which libmeshoptimizer has supported since 0.23.

#include <cstddef>

#include "skelter/core/bytes.h"

namespace skelter::gltf {

// Decodes `count` vertices of `vertex_size` bytes into `out`, in version 0 or 1. Returns false for any other
// data. Safe for any input. Precondition: vertex_size is a multiple of 4, from 4 to 256; `out` has count *
// vertex_size bytes. Source: the bitstream in the specification of KHR_meshopt_compression, "Mode 0:
// attributes".
bool decode_meshopt_vertices(ByteSpan data, std::size_t count, std::size_t vertex_size, std::byte* out);

}  // namespace skelter::gltf

#pragma once
// XXH3 once more: xxHash chooses its instructions when it is compiled, so the file of this function has those
// of AVX2 (CMakeLists.txt). It includes nothing whose inline functions a processor without AVX2 might end up
// with.

#include <cstddef>
#include <cstdint>

namespace skelter {

// The same number as pack_checksum. Precondition: the processor has AVX2.
std::uint64_t checksum_for_avx2(const void* bytes, std::size_t size);

}  // namespace skelter

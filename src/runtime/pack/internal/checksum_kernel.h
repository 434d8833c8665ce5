#pragma once
// A second build of XXH3: xxHash selects its instructions at compile time, so the file of this function is
// compiled for AVX2 (CMakeLists.txt). It includes no inline functions that a processor without AVX2 could end
// up running.

#include <cstddef>
#include <cstdint>

namespace skelter {

// Returns the same number as pack_checksum. Precondition: the processor has AVX2.
std::uint64_t checksum_for_avx2(const void* bytes, std::size_t size);

}  // namespace skelter

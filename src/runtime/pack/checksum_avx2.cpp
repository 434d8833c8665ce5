#include "runtime/pack/internal/checksum_kernel.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace skelter {

std::uint64_t checksum_for_avx2(const void* bytes, std::size_t size) {
  return XXH3_64bits(bytes, size);
}

}  // namespace skelter

#include "runtime/internal/checksum.h"

#define XXH_INLINE_ALL  // the header is all there is: nothing to link, in the browser neither
#include <xxhash.h>

namespace skelter {

std::uint64_t pack_checksum(ByteSpan bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace skelter

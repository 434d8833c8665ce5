#include "runtime/internal/checksum.h"

#define XXH_INLINE_ALL  // the header is all there is: nothing to link, in the browser neither
#include <xxhash.h>

#include <span>

namespace skelter {

std::uint64_t checksum64(ByteSpan bytes) {
  return XXH64(bytes.data(), bytes.size(), 0);
}

std::uint64_t pack_checksum(ByteSpan bytes) {
  constexpr std::size_t kShort = 240;
  return bytes.size() > kShort ? XXH3_64bits(bytes.data(), bytes.size()) : checksum64(bytes);
}

std::uint64_t pack_checksum_v1(ByteSpan bytes) {
  const std::size_t half = bytes.size() / 64 * 32;
  const std::uint64_t sums[2] = {checksum64(bytes.first(half)), checksum64(bytes.subspan(half))};
  return checksum64(std::as_bytes(std::span(sums)));
}

}  // namespace skelter

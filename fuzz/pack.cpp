// Reads arbitrary bytes as a pack, with corrected size and checksum. A valid pack must play without
// out-of-bounds reads.

#include <cstdint>
#include <cstdlib>

#include "support/pack_bytes.h"
#include "support/play_pack.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // Copies the bytes to a buffer of exactly this size, aligned as packs require.
  skelter::AlignedBytes bytes = skelter::test::copy_of({reinterpret_cast<const std::byte*>(data), size});
  skelter::test::seal(bytes);
  skelter::PackView pack;
  if (!skelter::PackView::open(bytes.span(), pack).ok()) return 0;
  if (!skelter::test::PackPlayer(pack).play()) std::abort();
  return 0;
}

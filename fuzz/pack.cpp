// Reads any bytes as a pack, with corrected size and checksum: a valid one must play without reading outside.

#include <cstdint>
#include <cstdlib>

#include "support/pack_bytes.h"
#include "support/play_pack.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of the exact size, aligned as packs require.
  skelter::AlignedBytes bytes = skelter::test::copy_of({reinterpret_cast<const std::byte*>(data), size});
  skelter::test::seal(bytes);
  skelter::PackView pack;
  if (!skelter::PackView::open(bytes.span(), pack).ok()) return 0;
  if (!skelter::test::PackPlayer(pack).play()) std::abort();
  return 0;
}

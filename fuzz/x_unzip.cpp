// Compressed bodies: the first 16 bytes are ours, so that every input reaches the inflater.

#include <cstdint>
#include <cstring>
#include <vector>

#include "formats/x/inflate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> bytes(16 + size);
  std::memcpy(bytes.data(), "xof 0303bzip0032", 16);
  if (size > 0) std::memcpy(bytes.data() + 16, data, size);
  skelter::MemoryBudget budget({}, bytes.size());
  skelter::Diagnostics diagnostics;
  const auto plain = skelter::x::inflate_blocks(bytes, "fuzz.x", budget, diagnostics);
  (void)plain.ok();
  return 0;
}

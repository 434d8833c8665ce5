// Tests compressed bodies. The 16 header bytes are fixed, so that every input reaches the inflater.

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/x/bytes/inflate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 16) return 0;
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), data, size);
  std::memcpy(bytes.data(), "xof 0303bzip0032", 16);
  skelter::MemoryBudget budget({}, bytes.size());
  skelter::Diagnostics diagnostics;
  const auto plain = skelter::x::inflate_blocks(bytes, "fuzz.x", budget, diagnostics);
  (void)plain.ok();
  return 0;
}

// Reads arbitrary bytes as a stored clip. If it decodes, the result must be a valid playing form, and no byte
// outside the given memory may be touched. The prefix is set here, so that the fuzzer need not find it.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "skelter/runtime/clip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  std::vector<std::byte> stored(size + 4);
  std::memcpy(stored.data(), "SKc2", 4);
  std::memcpy(stored.data() + 4, data, size);
  // Limits the size to 64 KiB, because larger clips only slow down the fuzzer.
  stored[6] = stored[7] = std::byte{0};
  const std::size_t hot = skelter::decoded_size(stored);
  if (hot == 0) return 0;
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  const std::unique_ptr<std::byte, Free> memory(
      static_cast<std::byte*>(::operator new (hot, std::align_val_t{64})));
  skelter::ClipView clip;
  const skelter::Problem problem = skelter::decode_clip(stored, {memory.get(), hot}, clip);
  if (!problem.ok()) return problem.what[0] == '\0' ? (std::abort(), 0) : 0;
  skelter::ClipView again;
  if (!skelter::read_clip({memory.get(), hot}, again).ok()) std::abort();
  return 0;
}

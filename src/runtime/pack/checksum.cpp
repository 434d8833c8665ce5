#include "runtime/pack/internal/checksum.h"

#include "runtime/pack/internal/checksum_kernel.h"

#define XXH_INLINE_ALL  // header-only: nothing to link, also in the browser
#include <xxhash.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/pack/checksum.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter::HWY_NAMESPACE {

std::uint64_t checksum(const void* bytes, std::size_t size) {
#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2  // better targets have smaller numbers
  return checksum_for_avx2(bytes, size);
#else
  return XXH3_64bits(bytes, size);
#endif
}

}  // namespace skelter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(checksum);

std::uint64_t pack_checksum(ByteSpan bytes) {
  return HWY_DYNAMIC_DISPATCH(checksum)(bytes.data(), bytes.size());
}

}  // namespace skelter
#endif  // HWY_ONCE

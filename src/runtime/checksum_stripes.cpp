#include "runtime/checksum_stripes.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/checksum_stripes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter::HWY_NAMESPACE {

constexpr std::uint32_t kMix = 0x9E3779B1u;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

std::uint64_t word(const std::byte* at) {
  std::uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

void add_stripes(std::uint64_t* sums, const std::byte* text, const std::byte* secret, std::size_t stripes) {
  for (; stripes != 0; --stripes, text += kStripeBytes, secret += kSecretStep)
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint64_t value = word(text + 8 * i), key = value ^ word(secret + 8 * i);
      sums[i ^ 1] += value;
      sums[i] += (key & 0xFFFFFFFF) * (key >> 32);
    }
}

void add_blocks(std::uint64_t* sums, const std::byte* text, const std::byte* secret, std::size_t stripes,
                std::size_t blocks, const std::byte* last) {
  for (; blocks != 0; --blocks, text += stripes * kStripeBytes) {
    add_stripes(sums, text, secret, stripes);
    for (std::size_t i = 0; i < 8; ++i) sums[i] = ((sums[i] ^ (sums[i] >> 47)) ^ word(last + 8 * i)) * kMix;
  }
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using WordTag = hn::CappedTag<std::uint64_t, 8>;
using HalfTag = hn::Repartition<std::uint32_t, WordTag>;
using ByteTag = hn::Repartition<std::uint8_t, WordTag>;
using Words = hn::Vec<WordTag>;

HWY_INLINE Words load_words(const std::byte* at) {
  return hn::BitCast(WordTag(), hn::LoadU(ByteTag(), reinterpret_cast<const std::uint8_t*>(at)));
}

// Of 32 bits each, the even ones.
HWY_INLINE Words product(Words a, Words b) {
  const HalfTag d;
  return hn::MulEven(hn::BitCast(d, a), hn::BitCast(d, b));
}

// One register of sums over all stripes: registers do not meet until the end.
HWY_INLINE Words add_column(Words sum, const std::byte* text, const std::byte* secret, std::size_t stripes) {
  for (; stripes != 0; --stripes, text += kStripeBytes, secret += kSecretStep) {
    const Words value = load_words(text), key = hn::Xor(value, load_words(secret));
    sum = hn::Add(sum, hn::Add(hn::Shuffle01(value), product(key, hn::ShiftRight<32>(key))));
  }
  return sum;
}

HWY_INLINE Words mix(Words sum, Words key) {
  const WordTag d;
  const Words value = hn::Xor(hn::Xor(sum, hn::ShiftRight<47>(sum)), key), factor = hn::Set(d, kMix);
  return hn::Add(product(value, factor), hn::ShiftLeft<32>(product(hn::ShiftRight<32>(value), factor)));
}

void add_stripes(std::uint64_t* sums, const std::byte* text, const std::byte* secret, std::size_t stripes) {
  const WordTag d;
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d))
    hn::StoreU(add_column(hn::LoadU(d, sums + i), text + 8 * i, secret + 8 * i, stripes), d, sums + i);
}

void add_blocks(std::uint64_t* sums, const std::byte* text, const std::byte* secret, std::size_t stripes,
                std::size_t blocks, const std::byte* last) {
  const WordTag d;
  // Block by block, so that a block's bytes come from memory once.
  for (; blocks != 0; --blocks, text += stripes * kStripeBytes)
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      const Words sum = add_column(hn::LoadU(d, sums + i), text + 8 * i, secret + 8 * i, stripes);
      hn::StoreU(mix(sum, load_words(last + 8 * i)), d, sums + i);
    }
}

#endif

}  // namespace skelter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(add_stripes);
HWY_EXPORT(add_blocks);

void add_stripes(std::uint64_t sums[8], const std::byte* text, const std::byte* secret, std::size_t stripes) {
  HWY_DYNAMIC_DISPATCH(add_stripes)(sums, text, secret, stripes);
}

void add_blocks(std::uint64_t sums[8], const std::byte* text, const std::byte* secret, std::size_t stripes,
                std::size_t blocks, const std::byte* last) {
  HWY_DYNAMIC_DISPATCH(add_blocks)(sums, text, secret, stripes, blocks, last);
}

}  // namespace skelter
#endif  // HWY_ONCE

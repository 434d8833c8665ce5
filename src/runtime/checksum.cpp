#include "skelter/runtime/checksum.h"

#include "runtime/checksum_stripes.h"

namespace skelter {
namespace {

// The five primes of the specification.
constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87u;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4Fu;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9u;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63u;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5u;
constexpr std::size_t kStripe = 32;

std::uint64_t rotate_left(std::uint64_t value, unsigned bits) {
  return (value << bits) | (value >> (64 - bits));
}

std::uint64_t round(std::uint64_t lane, std::uint64_t input) {
  return rotate_left(lane + input * kPrime2, 31) * kPrime1;
}

std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) {
  return (hash ^ round(0, lane)) * kPrime1 + kPrime4;
}

// Four lanes of a text, each over every fourth word.
struct Lanes {
  std::uint64_t a = kPrime1 + kPrime2, b = kPrime2, c = 0, d = 0 - kPrime1;

  void take(ByteSpan bytes, std::size_t at) {
    a = round(a, load_le<std::uint64_t>(bytes, at));
    b = round(b, load_le<std::uint64_t>(bytes, at + 8));
    c = round(c, load_le<std::uint64_t>(bytes, at + 16));
    d = round(d, load_le<std::uint64_t>(bytes, at + 24));
  }
  std::uint64_t joined() const {
    const std::uint64_t sum = rotate_left(a, 1) + rotate_left(b, 7) + rotate_left(c, 12) + rotate_left(d, 18);
    return merge(merge(merge(merge(sum, a), b), c), d);
  }
};

// Step 5: what is left after the stripes, by eight, four and one byte.
std::uint64_t hash_rest(std::uint64_t hash, ByteSpan bytes, std::size_t at) {
  for (; bytes.size() - at >= 8; at += 8)
    hash = rotate_left(hash ^ round(0, load_le<std::uint64_t>(bytes, at)), 27) * kPrime1 + kPrime4;
  for (; bytes.size() - at >= 4; at += 4)
    hash = rotate_left(hash ^ load_le<std::uint32_t>(bytes, at) * kPrime1, 23) * kPrime2 + kPrime3;
  for (; at < bytes.size(); ++at)
    hash = rotate_left(hash ^ load_le<std::uint8_t>(bytes, at) * kPrime5, 11) * kPrime1;
  return hash;
}

// Step 6: every input bit reaches every output bit.
std::uint64_t avalanche(std::uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

// Steps 2 to 6, from stripe `at` on; `lanes` have taken the stripes before it.
std::uint64_t finish(Lanes lanes, ByteSpan bytes, std::size_t at) {
  for (; bytes.size() - at >= kStripe; at += kStripe) lanes.take(bytes, at);
  const std::uint64_t start = bytes.size() >= kStripe ? lanes.joined() : kPrime5;
  return avalanche(hash_rest(start + bytes.size(), bytes, at));
}

// --- long texts ------------------------------------------------------------------------------------------

// The default secret of the specification.
alignas(64) constexpr std::uint8_t kSecret[192] = {
    0xB8, 0xFE, 0x6C, 0x39, 0x23, 0xA4, 0x4B, 0xBE, 0x7C, 0x01, 0x81, 0x2C, 0xF7, 0x21, 0xAD, 0x1C,
    0xDE, 0xD4, 0x6D, 0xE9, 0x83, 0x90, 0x97, 0xDB, 0x72, 0x40, 0xA4, 0xA4, 0xB7, 0xB3, 0x67, 0x1F,
    0xCB, 0x79, 0xE6, 0x4E, 0xCC, 0xC0, 0xE5, 0x78, 0x82, 0x5A, 0xD0, 0x7D, 0xCC, 0xFF, 0x72, 0x21,
    0xB8, 0x08, 0x46, 0x74, 0xF7, 0x43, 0x24, 0x8E, 0xE0, 0x35, 0x90, 0xE6, 0x81, 0x3A, 0x26, 0x4C,
    0x3C, 0x28, 0x52, 0xBB, 0x91, 0xC3, 0x00, 0xCB, 0x88, 0xD0, 0x65, 0x8B, 0x1B, 0x53, 0x2E, 0xA3,
    0x71, 0x64, 0x48, 0x97, 0xA2, 0x0D, 0xF9, 0x4E, 0x38, 0x19, 0xEF, 0x46, 0xA9, 0xDE, 0xAC, 0xD8,
    0xA8, 0xFA, 0x76, 0x3F, 0xE3, 0x9C, 0x34, 0x3F, 0xF9, 0xDC, 0xBB, 0xC7, 0xC7, 0x0B, 0x4F, 0x1D,
    0x8A, 0x51, 0xE0, 0x4B, 0xCD, 0xB4, 0x59, 0x31, 0xC8, 0x9F, 0x7E, 0xC9, 0xD9, 0x78, 0x73, 0x64,
    0xEA, 0xC5, 0xAC, 0x83, 0x34, 0xD3, 0xEB, 0xC3, 0xC5, 0x81, 0xA0, 0xFF, 0xFA, 0x13, 0x63, 0xEB,
    0x17, 0x0D, 0xDD, 0x51, 0xB7, 0xF0, 0xDA, 0x49, 0xD3, 0x16, 0x55, 0x26, 0x29, 0xD4, 0x68, 0x9E,
    0x2B, 0x16, 0xBE, 0x58, 0x7D, 0x47, 0xA1, 0xFC, 0x8F, 0xF8, 0xB8, 0xD1, 0x7A, 0xD0, 0x31, 0xCE,
    0x45, 0xCB, 0x3A, 0x8F, 0x95, 0x16, 0x04, 0x28, 0xAF, 0xD7, 0xFB, 0xCA, 0xBB, 0x4B, 0x40, 0x7E,
};
constexpr std::size_t kLongText = 241;  // bytes; shorter ones take other ways in XXH3, and XXH64 here
constexpr std::size_t kBlockStripes = (sizeof(kSecret) - kStripeBytes) / kSecretStep;
constexpr std::size_t kBlockBytes = kBlockStripes * kStripeBytes;

const std::byte* secret_at(std::size_t offset) {
  return reinterpret_cast<const std::byte*>(kSecret) + offset;
}

std::uint64_t secret_word(std::size_t offset) {
  return load_le<std::uint64_t>(ByteSpan(secret_at(0), sizeof(kSecret)), offset);
}

// The lower half of the 128-bit product, with the upper half folded into it.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xFFFFFFFF, a1 = a >> 32, b0 = b & 0xFFFFFFFF, b1 = b >> 32;
  const std::uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32);
  const std::uint64_t middle = a0 * b1 + (cross & 0xFFFFFFFF);
  const std::uint64_t upper = a1 * b1 + (cross >> 32) + (middle >> 32);
  return upper ^ ((middle << 32) | (low & 0xFFFFFFFF));
}

std::uint64_t joined(const std::uint64_t sums[8], std::uint64_t hash) {
  constexpr std::size_t kJoinOffset = 11;
  for (std::size_t i = 0; i < 8; i += 2)
    hash += folded_product(sums[i] ^ secret_word(kJoinOffset + 8 * i),
                           sums[i + 1] ^ secret_word(kJoinOffset + 8 * i + 8));
  hash = (hash ^ (hash >> 37)) * 0x165667919E3779F9u;
  return hash ^ (hash >> 32);
}

// XXH3 with 64 bits. Precondition: at least kLongText bytes.
std::uint64_t long_checksum(ByteSpan bytes) {
  alignas(64) std::uint64_t sums[8] = {0xC2B2AE3Du, kPrime1,     kPrime2, kPrime3,
                                       kPrime4,     0x85EBCA77u, kPrime5, 0x9E3779B1u};
  // The last stripe, whole or not, is taken by itself at the end.
  const std::size_t blocks = (bytes.size() - 1) / kBlockBytes;
  const std::size_t rest = blocks * kBlockBytes;
  add_blocks(sums, bytes.data(), secret_at(0), kBlockStripes, blocks,
             secret_at(sizeof(kSecret) - kStripeBytes));
  add_stripes(sums, bytes.data() + rest, secret_at(0), (bytes.size() - 1 - rest) / kStripeBytes);
  constexpr std::size_t kLastStripe = sizeof(kSecret) - kStripeBytes - 7;
  add_stripes(sums, bytes.data() + bytes.size() - kStripeBytes, secret_at(kLastStripe), 1);
  return joined(sums, bytes.size() * kPrime1);
}

}  // namespace

std::uint64_t checksum64(ByteSpan bytes) {
  return finish({}, bytes, 0);
}

std::uint64_t pack_checksum(ByteSpan bytes) {
  return bytes.size() >= kLongText ? long_checksum(bytes) : checksum64(bytes);
}

std::uint64_t pack_checksum_v1(ByteSpan bytes) {
  // Lanes wait for their own multiplications; two texts at once fill the gaps.
  const std::size_t half = bytes.size() / (2 * kStripe) * kStripe;
  const ByteSpan first = bytes.first(half), second = bytes.subspan(half);
  Lanes first_lanes, second_lanes;
  for (std::size_t at = 0; at < half; at += kStripe) {
    first_lanes.take(first, at);
    second_lanes.take(second, at);
  }
  const std::uint64_t sums[2] = {finish(first_lanes, first, half), finish(second_lanes, second, half)};
  return checksum64(std::as_bytes(std::span(sums)));
}

}  // namespace skelter

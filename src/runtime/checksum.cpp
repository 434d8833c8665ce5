#include "skelter/runtime/checksum.h"

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

}  // namespace

std::uint64_t checksum64(ByteSpan bytes) {
  return finish({}, bytes, 0);
}

std::uint64_t pack_checksum(ByteSpan bytes) {
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

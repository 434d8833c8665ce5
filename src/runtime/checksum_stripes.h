#pragma once
// The inner loop of checksums of long texts: eight sums over stripes of 64 bytes.

#include <cstddef>
#include <cstdint>

namespace skelter {

inline constexpr std::size_t kStripeBytes = 64;
inline constexpr std::size_t kSecretStep = 8;  // of the secret, per stripe

// For each of `stripes` stripes at `text` and the secret that goes with it, at `secret`, kSecretStep further
// for each: word i of the stripe is added to sum i ^ 1, and the product of the halves of (word ^ secret word)
// to sum i. No alignment is needed.
void add_stripes(std::uint64_t sums[8], const std::byte* text, const std::byte* secret, std::size_t stripes);

// The whole of a text by blocks: `stripes` per block, and after each block the sums are mixed with the secret
// at `last`: sum ^= sum >> 47, ^= secret word, *= 0x9E3779B1.
void add_blocks(std::uint64_t sums[8], const std::byte* text, const std::byte* secret, std::size_t stripes,
                std::size_t blocks, const std::byte* last);

}  // namespace skelter

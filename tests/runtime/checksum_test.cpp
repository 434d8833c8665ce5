// The expected numbers come from the reference implementation, libxxhash 0.8.1.

#include "runtime/internal/checksum.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace skelter {
namespace {

std::uint64_t checksum_of(std::string_view text) {
  return checksum64(std::as_bytes(std::span(text.data(), text.size())));
}

TEST(Checksum, texts_give_the_numbers_of_the_reference_implementation) {
  EXPECT_EQ(checksum_of(""), 0xEF46DB3751D8E999u);
  EXPECT_EQ(checksum_of("a"), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(checksum_of("abc"), 0x44BC2CF5AD770999u);
  EXPECT_EQ(checksum_of("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1u);
}

// By its definition, from sums of the halves that the reference implementation vouches for.
TEST(Checksum, that_of_a_pack_of_version_1_joins_those_of_its_halves) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{31}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{127},
        std::size_t{128}, std::size_t{4000}, std::size_t{4097}}) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 % 253);
    const std::size_t half = size / 64 * 32;
    const std::uint64_t sums[2] = {checksum64(ByteSpan(bytes).first(half)),
                                   checksum64(ByteSpan(bytes).subspan(half))};
    EXPECT_EQ(pack_checksum_v1(bytes), checksum64(std::as_bytes(std::span(sums)))) << size;
  }
}

// XXH3_64bits, at odd addresses, too. 240 bytes are the longest that it would hash in another way.
TEST(Checksum, that_of_a_pack_is_the_number_of_the_reference_implementation) {
  const struct {
    std::size_t size;
    std::uint64_t expected;
  } table[] = {{241, 0x9D8D6C8FBCC09EF6u}, {1024, 0xBB40B583B8B4EDDCu}, {100000, 0x9CE439EF45177609u}};
  for (const auto& [size, expected] : table)
    for (std::size_t shift = 0; shift < 8; shift += 3) {
      std::vector<std::byte> bytes(shift + size);
      for (std::size_t i = 0; i < size; ++i) bytes[shift + i] = static_cast<std::byte>(i * 7 % 253);
      EXPECT_EQ(pack_checksum(ByteSpan(bytes).subspan(shift)), expected) << size << " at " << shift;
    }
}

TEST(Checksum, a_short_pack_has_that_of_any_text) {
  const std::vector<std::byte> bytes(240, std::byte{7});
  EXPECT_EQ(pack_checksum(bytes), checksum64(bytes));
}

}  // namespace
}  // namespace skelter

// The expected numbers come from the reference implementation, libxxhash 0.8.1.

#include "skelter/runtime/checksum.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "support/targets.h"

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

// Lengths around the steps of 32, 8 and 4 bytes, at every address.
TEST(Checksum, every_length_and_address_gives_the_number_of_the_reference_implementation) {
  const struct {
    std::size_t size;
    std::uint64_t expected;
  } table[] = {{4, 0xFFCED8604453CC1Eu},   {8, 0x884A173614B81B8Du},  {12, 0x424AF23F1F08DCA5u},
               {31, 0xC346D2B59B4D8EE1u},  {32, 0xCBF59C5116FF32B4u}, {33, 0x0C535D1ACAFB8EADu},
               {63, 0xE26AA9E2A95F8E4Fu},  {64, 0xF7C67301DB6713F0u}, {100, 0x6AC1E58032166597u},
               {1000, 0xF306F04AA88B54D3u}};
  for (const auto& [size, expected] : table)
    for (std::size_t shift = 0; shift < 8; ++shift) {
      std::vector<std::byte> bytes(shift + size);
      for (std::size_t i = 0; i < size; ++i) bytes[shift + i] = static_cast<std::byte>(i % 251);
      EXPECT_EQ(checksum64(ByteSpan(bytes).subspan(shift)), expected) << size << " at " << shift;
    }
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

// XXH3_64bits of libxxhash 0.8.1; sizes around the steps of 64 and 1,024 bytes, at odd addresses, on every
// instruction set.
TEST(Checksum, that_of_a_pack_is_the_number_of_the_reference_implementation) {
  const struct {
    std::size_t size;
    std::uint64_t expected;
  } table[] = {{241, 0x9D8D6C8FBCC09EF6u},   {255, 0xE38CE9484E5D0FB2u},  {256, 0x97B41D1804EF8FF9u},
               {257, 0x7CA4778285656A99u},   {320, 0xFF3C22B586B8F4D4u},  {1023, 0x4BE0D7A310FF38DEu},
               {1024, 0xBB40B583B8B4EDDCu},  {1025, 0xBB2F39C3286A1978u}, {1088, 0x04DD7F42C1DC4433u},
               {1089, 0x3F1651BA80A50D9Au},  {2048, 0x0EF2FEAE64FF4C49u}, {2049, 0x59702EFD0AA94BC2u},
               {4000, 0x8772CF48CCFB146Fu},  {4097, 0x6263DE3C3BFA9D57u}, {65537, 0x6E4E538BE09CACADu},
               {100000, 0x9CE439EF45177609u}};
  test::for_each_target([&](std::int64_t) {
    for (const auto& [size, expected] : table)
      for (std::size_t shift = 0; shift < 8; shift += 3) {
        std::vector<std::byte> bytes(shift + size);
        for (std::size_t i = 0; i < size; ++i) bytes[shift + i] = static_cast<std::byte>(i * 7 % 253);
        EXPECT_EQ(pack_checksum(ByteSpan(bytes).subspan(shift)), expected) << size << " at " << shift;
      }
  });
}

TEST(Checksum, a_short_pack_has_that_of_any_text) {
  const std::vector<std::byte> bytes(240, std::byte{7});
  EXPECT_EQ(pack_checksum(bytes), checksum64(bytes));
}

}  // namespace
}  // namespace skelter

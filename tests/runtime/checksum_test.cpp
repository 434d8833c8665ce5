// Expected numbers come from the reference implementation, libxxhash 0.8.1.

#include "runtime/pack/internal/checksum.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace skelter {
namespace {

TEST(Checksum, texts_give_the_numbers_of_the_reference_implementation) {
  const auto checksum_of = [](std::string_view text) {
    return pack_checksum(std::as_bytes(std::span(text.data(), text.size())));
  };
  EXPECT_EQ(checksum_of(""), 0x2D06800538D394C2u);
  EXPECT_EQ(checksum_of("a"), 0xE6C632B61E964E1Fu);
  EXPECT_EQ(checksum_of("abc"), 0x78AF5F94892F3950u);
}

// Also tests odd addresses.
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

}  // namespace
}  // namespace skelter

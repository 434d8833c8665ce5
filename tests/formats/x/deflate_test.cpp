#include "formats/x/bytes/deflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <random>

namespace skelter::x {
namespace {

std::uint32_t number_at(const std::vector<std::byte>& bytes, std::size_t offset, int size) {
  std::uint32_t value = 0;
  for (int i = 0; i < size; ++i) value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  return value;
}

struct Block {
  std::size_t plain = 0, packed = 0;
};

// Unpacks with zlib as the format specifies: every block is a separate raw stream, with the last 32768 plain
// bytes as history.
std::vector<std::byte> unpacked(const std::vector<std::byte>& packed, std::vector<Block>& blocks,
                                bool with_history) {
  std::vector<std::byte> plain;
  for (std::size_t at = 4; at < packed.size();) {
    const Block block{number_at(packed, at, 2), number_at(packed, at + 2, 2)};
    EXPECT_EQ(packed[at + 4], std::byte{'C'});
    EXPECT_EQ(packed[at + 5], std::byte{'K'});
    std::vector<std::byte> out(block.plain);
    z_stream stream{};
    inflateInit2(&stream, -15);
    const std::size_t history = with_history ? std::min<std::size_t>(plain.size(), 32768) : 0;
    if (history > 0)
      inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(plain.data() + plain.size() - history),
                           static_cast<uInt>(history));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + at + 6));
    stream.avail_in = static_cast<uInt>(block.packed - 2);
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    if (inflate(&stream, Z_FINISH) != Z_STREAM_END) plain.clear();
    inflateEnd(&stream);
    plain.insert(plain.end(), out.begin(), out.end());
    blocks.push_back(block);
    at += 4 + block.packed;
  }
  return plain;
}

std::vector<std::byte> random_bytes(std::size_t size) {
  std::mt19937 random(7);
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

TEST(Deflate, packs_blocks_of_32768_with_the_whole_size_in_front) {
  const std::vector<std::byte> plain = random_bytes(100000);
  const std::vector<std::byte> packed = packed_body(plain);
  EXPECT_EQ(number_at(packed, 0, 4), 100016u);
  std::vector<Block> blocks;
  EXPECT_EQ(unpacked(packed, blocks, true), plain);
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].plain, 32768u);
  EXPECT_EQ(blocks[2].plain, 32768u);
  EXPECT_EQ(blocks[3].plain, 1696u);  // 100000 - 3 * 32768
}

TEST(Deflate, carries_the_history_from_block_to_block) {
  // Most of the second block repeats the first, which is random. Only copies from the first block can make it
  // small. Some bytes cannot be copied, because zlib looks back at most 32506 bytes.
  std::vector<std::byte> plain = random_bytes(32768);
  const std::vector<std::byte> repeated(plain.begin() + 2000, plain.end());
  plain.insert(plain.end(), repeated.begin(), repeated.end());
  const std::vector<std::byte> packed = packed_body(plain);
  std::vector<Block> blocks, broken;
  EXPECT_EQ(unpacked(packed, blocks, true), plain);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_GT(blocks[0].packed, 32000u);
  EXPECT_LT(blocks[1].packed, 1000u);
  EXPECT_NE(unpacked(packed, broken, false), plain);
}

TEST(Deflate, packs_an_empty_body_into_its_size_alone) {
  const std::vector<std::byte> packed = packed_body({});
  ASSERT_EQ(packed.size(), 4u);
  EXPECT_EQ(number_at(packed, 0, 4), 16u);
}

}  // namespace
}  // namespace skelter::x

#include "formats/x/bytes/inflate.h"

#include <gtest/gtest.h>

#include "core/internal/memory_budget.h"
#include "formats/x/x_bytes.h"

namespace skelter {
namespace {

struct Inflated {
  Result<std::vector<std::byte>> plain;
  Diagnostics diagnostics;
};

Inflated inflate(const std::vector<std::byte>& file, Limits limits = {}) {
  Diagnostics diagnostics;
  MemoryBudget budget(limits, file.size());
  Result<std::vector<std::byte>> plain = x::inflate_blocks(file, "a.x", budget, diagnostics);
  return {std::move(plain), std::move(diagnostics)};
}

std::string error_of(const std::vector<std::byte>& file) {
  const Inflated inflated = inflate(file);
  return inflated.plain ? "accepted" : to_string(inflated.plain.error());
}

// Text that repeats over long distances, so that a later block has something to copy.
std::vector<std::byte> long_text(std::size_t size) {
  std::string text = "xof 0303txt 0032";
  for (unsigned i = 0; text.size() < size; ++i) text += std::to_string(i * 2654435761u % 5000) + ";\n";
  text.resize(size);
  return test::to_bytes(text);
}

std::vector<std::byte> with_text_header(std::vector<std::byte> plain) {
  std::memcpy(plain.data() + 8, "txt ", 4);
  return plain;
}

void set_total(std::vector<std::byte>& file, std::uint32_t total) {
  std::memcpy(file.data() + 16, &total, 4);
}

TEST(Inflate, one_block_gives_the_plain_bytes_behind_the_header) {
  const auto plain = long_text(1000);
  const Inflated inflated = inflate(test::packed_file(plain));
  ASSERT_TRUE(inflated.plain);
  EXPECT_EQ(with_text_header(*inflated.plain), plain);
  EXPECT_TRUE(inflated.diagnostics.empty());
}

TEST(Inflate, the_window_is_carried_across_blocks) {
  const auto plain = long_text(200'000);
  const Inflated inflated = inflate(test::packed_file(plain));
  ASSERT_TRUE(inflated.plain);
  EXPECT_EQ(with_text_header(*inflated.plain), plain);
}

TEST(Inflate, a_block_that_copies_from_the_one_before_fails_without_it) {
  // The packed bytes of the second block, used as the first block. They refer to data before the beginning.
  const auto plain = long_text(65536 + 16);
  const ByteSpan all(plain);
  const auto second = test::deflate_raw(all.subspan(16 + 32768, 32768), all.subspan(16, 32768));
  std::vector<std::byte> file = test::to_bytes("xof 0303tzip0032");
  test::append_raw(file, std::uint32_t{32768 + 16});
  test::append_raw(file, std::uint16_t{32768});
  test::append_raw(file, static_cast<std::uint16_t>(second.size() + 2));
  file.push_back(std::byte{'C'});
  file.push_back(std::byte{'K'});
  file.insert(file.end(), second.begin(), second.end());
  EXPECT_EQ(error_of(file), "a.x: byte 24: block 1 does not inflate to the 32768 bytes that it states");
}

TEST(Inflate, blocks_smaller_than_the_usual_size_are_accepted) {
  const auto plain = long_text(5000);
  const Inflated inflated = inflate(test::packed_file(plain, 700));
  ASSERT_TRUE(inflated.plain);
  EXPECT_EQ(with_text_header(*inflated.plain), plain);
}

TEST(Inflate, a_header_alone_is_an_empty_stream) {
  const Inflated inflated = inflate(test::to_bytes("xof 0303bzip0032"));
  ASSERT_TRUE(inflated.plain);
  EXPECT_EQ(inflated.plain->size(), 16u);
}

TEST(Inflate, sizes_that_the_file_cannot_hold_are_errors) {
  auto file = test::to_bytes("xof 0303tzip0032\x01\x02");
  EXPECT_EQ(error_of(file), "a.x: byte 16: compressed file ends before its total size; expected 4 bytes");

  file = test::packed_file(long_text(1000));
  EXPECT_EQ(error_of({file.begin(), file.begin() + 22}),
            "a.x: byte 20: block 1 ends inside its sizes; expected 4 bytes");
  EXPECT_EQ(error_of({file.begin(), file.begin() + 34}).substr(0, 22), "a.x: byte 20: block 1 ");
  EXPECT_NE(error_of({file.begin(), file.begin() + 34}).find("10 are left in the file"), std::string::npos);
}

TEST(Inflate, a_block_may_not_hold_more_than_32768_bytes) {
  auto file = test::packed_file(long_text(1000));
  const std::uint16_t plain_bytes = 32769;
  std::memcpy(file.data() + 20, &plain_bytes, 2);
  EXPECT_EQ(error_of(file), "a.x: byte 20: block 1 of 32769 plain bytes; expected at most 32768");
}

TEST(Inflate, a_block_must_begin_with_its_signature) {
  auto file = test::packed_file(long_text(1000));
  file[24] = std::byte{'X'};
  EXPECT_EQ(error_of(file), "a.x: byte 24: block 1 does not begin with CK");
}

// Row 39 of the conformance table.
TEST(Inflate, a_block_that_inflates_to_another_size_is_an_error) {
  for (const int change : {-1, 1}) {
    auto file = test::packed_file(long_text(1000));
    const auto plain_bytes = static_cast<std::uint16_t>(1000 - 16 + change);
    std::memcpy(file.data() + 20, &plain_bytes, 2);
    EXPECT_EQ(error_of(file), "a.x: byte 24: block 1 does not inflate to the " + std::to_string(plain_bytes) +
                                  " bytes that it states");
  }
}

TEST(Inflate, packed_bytes_behind_the_stream_of_a_block_are_an_error) {
  auto file = test::packed_file(long_text(1000));
  const auto packed = static_cast<std::uint16_t>(load_le<std::uint16_t>(file, 22) + 1);
  std::memcpy(file.data() + 22, &packed, 2);
  file.push_back(std::byte{0});
  EXPECT_EQ(error_of(file), "a.x: byte 24: block 1 does not inflate to the 984 bytes that it states");
}

TEST(Inflate, garbage_in_a_block_is_an_error) {
  auto file = test::packed_file(long_text(1000));
  for (std::size_t i = 26; i < file.size(); ++i) file[i] = std::byte{0xFF};
  EXPECT_EQ(error_of(file), "a.x: byte 24: block 1 does not inflate to the 984 bytes that it states");
}

TEST(Inflate, a_total_that_is_wrong_by_less_than_a_block_is_a_warning) {
  for (const std::uint32_t total : {500u, 1001u, 30'000u}) {
    auto file = test::packed_file(long_text(1000));
    set_total(file, total);
    const Inflated inflated = inflate(file);
    ASSERT_TRUE(inflated.plain);
    EXPECT_EQ(inflated.plain->size(), 1000u);
    ASSERT_EQ(inflated.diagnostics.entries().size(), 1u);
    EXPECT_EQ(to_string(inflated.diagnostics.entries()[0]),
              "a.x: byte 16: total size of " + std::to_string(total) + " bytes; the blocks hold 1000");
    EXPECT_EQ(inflated.diagnostics.entries()[0].severity, Severity::warning);
  }
}

TEST(Inflate, a_total_that_is_wrong_by_a_block_is_an_error) {
  auto file = test::packed_file(long_text(1000));
  set_total(file, 1000 + 32768);
  EXPECT_EQ(error_of(file), "a.x: byte 16: total size of 33768 bytes; the blocks hold 1000");
  set_total(file, 15);
  EXPECT_EQ(error_of(file), "a.x: byte 16: total size of 15 bytes; expected at least 16");
}

TEST(Inflate, a_huge_total_allocates_nothing_by_itself) {
  auto file = test::packed_file(long_text(1000));
  set_total(file, 0xFFFFFFFFu);
  EXPECT_EQ(error_of(file), "a.x: byte 16: total size of 4294967295 bytes; the blocks hold 1000");
}

TEST(Inflate, bytes_behind_the_last_block_are_a_warning) {
  auto file = test::packed_file(long_text(1000));
  const std::size_t end = file.size();
  file.push_back(std::byte{7});
  const Inflated inflated = inflate(file);
  ASSERT_TRUE(inflated.plain);
  ASSERT_EQ(inflated.diagnostics.entries().size(), 1u);
  EXPECT_EQ(to_string(inflated.diagnostics.entries()[0]),
            "a.x: byte " + std::to_string(end) + ": 1 bytes after the last block; ignored");
}

TEST(Inflate, a_bomb_meets_the_memory_limit) {
  const std::vector<std::byte> zeros = [] {
    std::vector<std::byte> plain = test::to_bytes("xof 0303txt 0032");
    plain.resize(4'000'000);
    return plain;
  }();
  Limits limits;
  limits.max_memory_bytes = 1'000'000;
  const Inflated inflated = inflate(test::packed_file(zeros), limits);
  ASSERT_FALSE(inflated.plain);
  EXPECT_EQ(inflated.plain.error().status, Status::limit_exceeded);
  EXPECT_EQ(inflated.plain.error().message, "reading needs more than the limit of 1000000 bytes");
}

}  // namespace
}  // namespace skelter

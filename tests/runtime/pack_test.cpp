#include "skelter/runtime/pack_view.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "compile/build_pack/internal/pack_writer.h"
#include "skelter/system/file.h"
#include "support/pack_bytes.h"
#include "support/pack_parts.h"

namespace skelter::test {
namespace {

bool is_aligned(ByteSpan bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes.data()) % kBlobAlignment == 0;
}

void expect_small_pack(const Pack& pack) {
  EXPECT_EQ(pack.view().section_count(), 7u);
  EXPECT_EQ(pack.view().skeleton().name(1), "Tip");
  EXPECT_TRUE(is_aligned(pack.bytes()));
}

// Buffers of large files that the system allocates start 16 bytes after the start of a page, so
// PackView::open refused all of them.
TEST(Pack, opens_what_read_file_gives) {
  const std::string path =
      testing::TempDir() + "opens_what_read_file_gives_" + std::to_string(::getpid()) + ".skelter";
  ASSERT_TRUE(write_file(path, small_pack().span(), true).ok());
  for (int i = 0; i < 20; ++i) {
    Result<std::vector<std::byte>> bytes = read_file(path);
    ASSERT_TRUE(bytes.ok());
    Pack pack;
    const Problem problem = Pack::open(std::move(*bytes), pack);
    ASSERT_TRUE(problem.ok()) << problem.what;
    expect_small_pack(pack);
  }
}

TEST(Pack, bytes_may_start_anywhere) {
  const AlignedBytes good = small_pack();
  AlignedBytes room(good.size() + kBlobAlignment);
  for (std::size_t shift = 0; shift < kBlobAlignment; ++shift) {
    std::memcpy(room.data() + shift, good.data(), good.size());
    Pack pack;
    ASSERT_TRUE(Pack::open(ByteSpan(room.data() + shift, good.size()), pack).ok()) << shift;
    std::memset(room.data(), 0, room.size());  // the pack does not need the source
    expect_small_pack(pack);
  }
}

TEST(Pack, takes_bytes_that_start_well_without_a_copy) {
  AlignedBytes bytes = small_pack();
  const std::byte* const at = bytes.data();
  Pack pack;
  ASSERT_TRUE(Pack::open(std::move(bytes), pack).ok());
  EXPECT_EQ(pack.bytes().data(), at);
  EXPECT_EQ(bytes.size(), 0u);

  // Vectors start at multiples of 16 bytes. So many exist at the same time that some start at a multiple of
  // 64.
  std::vector<std::vector<std::byte>> vectors;
  bool taken = false;
  for (int i = 0; i < 200; ++i) {
    const ByteSpan good = pack.bytes();
    std::vector<std::byte>& vector = vectors.emplace_back(good.begin(), good.end());
    vector.resize(good.size() + 16 * static_cast<std::size_t>(i % 4));  // moves the start of the next vector
    vector.resize(good.size());
    if (!is_aligned(vector)) continue;
    const std::byte* const place = vector.data();
    Pack other;
    ASSERT_TRUE(Pack::open(std::move(vector), other).ok());
    EXPECT_EQ(other.bytes().data(), place);
    expect_small_pack(other);
    taken = true;
  }
  EXPECT_TRUE(taken);
}

TEST(Pack, moving_keeps_the_views_good) {
  Pack pack;
  ASSERT_TRUE(Pack::open(small_pack().span(), pack).ok());
  const std::span<const char> names = pack.view().skeleton().names;
  Pack other = std::move(pack);
  expect_small_pack(other);
  EXPECT_EQ(other.view().skeleton().names.data(), names.data());
  EXPECT_EQ(pack.view().section_count(), 0u);
  EXPECT_TRUE(pack.bytes().empty());
  pack = std::move(other);
  expect_small_pack(pack);
}

TEST(Pack, problems_are_those_of_the_view_and_change_nothing) {
  Pack pack;
  ASSERT_TRUE(Pack::open(small_pack(), pack).ok());
  AlignedBytes damaged = small_pack();
  damaged.data()[damaged.size() - 1] ^= std::byte{1};
  const std::vector<std::byte> in_vector(damaged.span().begin(), damaged.span().end());
  for (const Problem& problem : {Pack::open(damaged.span(), pack), Pack::open(std::vector(in_vector), pack),
                                 Pack::open(AlignedBytes::copy_of(damaged.span()), pack)}) {
    EXPECT_EQ(problem.status, Status::bad_data);
    EXPECT_STREQ(problem.what, "the checksum does not match: the pack is damaged");
  }
  EXPECT_STREQ(Pack::open(ByteSpan(), pack).what, "not a pack: it does not start with SKELTER");
  EXPECT_STREQ(Pack::open(std::vector<std::byte>(), pack).what, "not a pack: it does not start with SKELTER");
  expect_small_pack(pack);
}

}  // namespace
}  // namespace skelter::test

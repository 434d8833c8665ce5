// Packs that were damaged on purpose: truncated, moved and forged, with a matching checksum. A pack that
// opens must play without reads outside it, which the sanitizer preset checks; a pack that does not open must
// give a reason.

#include <gtest/gtest.h>

#include "compile/build_pack/internal/pack_writer.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/pack_header.h"
#include "skelter/system/file.h"
#include "support/pack_mutations.h"
#include "support/pack_parts.h"
#include "support/play_pack.h"

namespace skelter::test {
namespace {

TEST(PackHostile, pack_plays) {
  const AlignedBytes bytes = small_pack();
  PackView pack;
  ASSERT_TRUE(PackView::open(bytes.span(), pack).ok());
  EXPECT_TRUE(PackPlayer(pack).play());
}

// A pack truncated by an interrupted download: the header still contains the full size.
TEST(PackHostile, pack_that_ends_at_any_byte_is_refused) {
  const AlignedBytes whole = small_pack();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const AlignedBytes cut = copy_of(whole.span(), size);
    PackView pack;
    const Problem problem = PackView::open(cut.span(), pack);
    EXPECT_EQ(problem.status, Status::bad_data) << size;
  }
}

// The same, with a header that fits the remaining bytes.
TEST(PackHostile, pack_cut_at_any_byte_and_sealed_is_refused) {
  const AlignedBytes whole = small_pack();
  for (std::size_t size = sizeof(PackHeader); size < whole.size(); ++size) {
    AlignedBytes cut = copy_of(whole.span(), size);
    seal(cut);
    PackView pack;
    const Problem problem = PackView::open(cut.span(), pack);
    EXPECT_EQ(problem.status, Status::bad_data) << size;
    EXPECT_STRNE(problem.what, "the checksum does not match: the pack is damaged") << size;
  }
}

// Each section ends early, and the sections next to it do not move.
TEST(PackHostile, section_cut_at_any_byte_is_refused) {
  const AlignedBytes whole = small_pack();
  const std::size_t header_sizes[] = {sizeof(SkeletonHeader), sizeof(ClipHeader), sizeof(SkinHeader),
                                      sizeof(SkinnedMeshHeader)};
  for (std::size_t section = 0; section < 4; ++section) {
    const auto entry = load_le<PackEntry>(whole.span(), entry_offset(section));
    for (std::uint64_t size = 0; size < entry.size; ++size) {
      AlignedBytes cut = copy_of(whole.span());
      store(cut, entry_offset(section) + offsetof(PackEntry, size), size);
      std::memset(cut.data() + entry.offset + size, 0, static_cast<std::size_t>(entry.size - size));
      seal(cut);
      PackView pack;
      const Problem problem = PackView::open(cut.span(), pack);
      EXPECT_STREQ(problem.what, size < header_sizes[section] ? "data ends inside its header"
                                                              : "an array runs past the end of its data");
      EXPECT_EQ(problem.section, section) << size;
    }
  }
}

TEST(PackHostile, any_flipped_bit_is_detected) {
  const AlignedBytes whole = small_pack();
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (unsigned bit = 0; bit < 8; ++bit) {
      AlignedBytes damaged = copy_of(whole.span());
      damaged.data()[at] ^= static_cast<std::byte>(1u << bit);
      PackView pack;
      EXPECT_FALSE(PackView::open(damaged.span(), pack).ok()) << at << ", bit " << bit;
    }
}

TEST(PackHostile, forged_packs_are_refused_or_play) {
  const AlignedBytes whole = small_pack();
  PackMutator mutator(20261121);
  std::uint32_t opened = 0, refused = 0;
  for (int round = 0; round < 100000; ++round) {
    AlignedBytes forged = copy_of(whole.span());
    mutator.mutate(forged);
    PackView pack;
    const Problem problem = PackView::open(forged.span(), pack);
    if (problem.ok()) {
      ASSERT_TRUE(PackPlayer(pack).play()) << "round " << round;
      ++opened;
      continue;
    }
    ++refused;
    ASSERT_STRNE(problem.what, "") << "round " << round;
    ASSERT_STRNE(problem.what, "the checksum does not match: the pack is damaged") << "round " << round;
    ASSERT_TRUE(problem.section == kNone || problem.section < 1000) << "round " << round;
  }
  // Both results occurred: most changes break something, but many only change a number that may have any
  // value.
  EXPECT_GT(opened, 1000u);
  EXPECT_GT(refused, 10000u);
}

// The same with a real pack and a stored clip, which must be decoded.
TEST(PackHostile, forged_packs_with_a_stored_clip_are_refused_or_play) {
  const auto bytes = read_file(SKELTER_SOURCE_DIR "/tests/data/pack/v6.skelter");
  ASSERT_TRUE(bytes.ok()) << to_string(bytes.error());
  PackMutator mutator(20261122);
  std::uint32_t opened = 0;
  for (int round = 0; round < 2000; ++round) {
    AlignedBytes forged = copy_of(*bytes);
    mutator.mutate(forged);
    PackView pack;
    if (!PackView::open(forged.span(), pack).ok()) continue;
    ASSERT_TRUE(PackPlayer(pack).play()) << "round " << round;
    ++opened;
  }
  EXPECT_GT(opened, 100u);
}

}  // namespace
}  // namespace skelter::test

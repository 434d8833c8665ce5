// Plays one pack on several threads at once.

#include <gtest/gtest.h>

#include <array>

#include "support/pack_parts.h"
#include "support/play_pack.h"
#include "support/thread_tasks.h"

namespace skelter::test {
namespace {

TEST(Runtime, threads_share_a_pack) {
  const AlignedBytes bytes = small_pack();
  PackView pack;
  ASSERT_TRUE(PackView::open(bytes.span(), pack).ok());
  PackPlayer alone(pack);
  ASSERT_TRUE(alone.play());
  std::array<std::uint64_t, 4> sums{};
  at_once(4, [&](std::uint32_t thread) {
    PackPlayer player(pack);
    EXPECT_TRUE(player.play());
    sums[thread] = player.sum();
  });
  for (const std::uint64_t sum : sums) EXPECT_EQ(sum, alone.sum());
}

TEST(Runtime, each_thread_opens_a_pack) {
  const AlignedBytes bytes = small_pack();
  at_once(4, [&](std::uint32_t) {
    PackView pack;
    EXPECT_TRUE(PackView::open(bytes.span(), pack).ok());
    EXPECT_TRUE(PackPlayer(pack).play());
  });
}

}  // namespace
}  // namespace skelter::test

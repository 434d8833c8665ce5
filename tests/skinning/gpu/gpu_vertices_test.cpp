#include "skelter/skinning/gpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace skelter {
namespace {

using testing::ElementsAre;

TEST(GpuVertices, influences_are_sorted_largest_first_with_unused_ones_0) {
  GpuInfluences<4> out;
  ASSERT_EQ(pack_influences(std::vector<Influence>{{7, 0.25f}, {300, 0.75f}}, out), Status::ok);
  EXPECT_THAT(out.entries, ElementsAre(300, 7, 0, 0));
  EXPECT_THAT(out.weights, ElementsAre(0.75f, 0.25f, 0.0f, 0.0f));
}

// The numbers are those of d3dx-behaviour.md, section 4.3, rule 8.
TEST(GpuVertices, more_influences_than_slots_lose_the_smallest_and_keep_sum_one) {
  const std::vector<Influence> six{{0, 0.30f}, {1, 0.25f}, {2, 0.20f}, {3, 0.12f}, {4, 0.08f}, {5, 0.05f}};
  GpuInfluences<4> four;
  ASSERT_EQ(pack_influences(six, four), Status::ok);
  EXPECT_THAT(four.entries, ElementsAre(0, 1, 2, 3));
  const float expected[] = {0.3448f, 0.2874f, 0.2299f, 0.1379f};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(four.weights[i], expected[i], 5e-5);
  GpuInfluences<8> eight;
  ASSERT_EQ(pack_influences(six, eight), Status::ok);
  EXPECT_THAT(eight.entries, ElementsAre(0, 1, 2, 3, 4, 5, 0, 0));
  EXPECT_NEAR(eight.weights[5], 0.05, 1e-6);
}

TEST(GpuVertices, a_late_large_weight_pushes_out_the_smallest_and_equals_keep_their_order) {
  GpuInfluences<4> out;
  ASSERT_EQ(
      pack_influences(std::vector<Influence>{{1, 1}, {2, 1}, {3, 0.5f}, {4, 1}, {5, 3}, {6, 0.25f}}, out),
      Status::ok);
  EXPECT_THAT(out.entries, ElementsAre(5, 1, 2, 4));
}

TEST(GpuVertices, nothing_to_follow_and_entries_beyond_16_bits_are_refused) {
  GpuInfluences<4> out;
  out.entries[0] = 9;
  EXPECT_EQ(pack_influences(std::vector<Influence>{}, out), Status::invalid_argument);
  EXPECT_EQ(pack_influences(std::vector<Influence>{{1, 0}, {2, -1}}, out), Status::invalid_argument);
  EXPECT_EQ(pack_influences(std::vector<Influence>{{65536, 1}}, out), Status::invalid_argument);
  EXPECT_EQ(out.entries[0], 9);
  EXPECT_EQ(pack_influences(std::vector<Influence>{{65535, 1}}, out), Status::ok);
}

// C-55: a vertex of the sample's shaders contains four weights and four indices.
TEST(GpuVertices, layouts_are_what_shaders_read) {
  EXPECT_EQ(offsetof(GpuInfluences<4>, entries), 0u);
  EXPECT_EQ(offsetof(GpuInfluences<4>, weights), 8u);
  EXPECT_EQ(offsetof(GpuInfluences<8>, weights), 16u);
}

}  // namespace
}  // namespace skelter

// The checks must examine every element of arrays of every length, on every instruction set.

#include "runtime/pack/checks.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/numbers.h"
#include "support/targets.h"

namespace skelter {
namespace {

constexpr std::size_t kLongest = 150;  // more than four of the widest vectors and a remainder

// Calls `check` for each length and each index below it.
template <class Check>
void for_each_place(Check check) {
  test::for_each_target([&](std::int64_t) {
    for (std::size_t size = 1; size <= kLongest; ++size)
      for (std::size_t place = 0; place < size; ++place) check(size, place);
  });
}

TEST(Checks, one_number_that_is_not_finite_is_found_anywhere) {
  for (const float bad : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(),
                          -std::numeric_limits<float>::signaling_NaN()})
    for_each_place([&](std::size_t size, std::size_t place) {
      std::vector<float> numbers(size, -std::numeric_limits<float>::max());
      ASSERT_TRUE(all_finite(numbers)) << size;
      numbers[place] = bad;
      ASSERT_FALSE(all_finite(numbers)) << size << " at " << place;
    });
}

TEST(Checks, one_index_that_is_too_large_is_found_anywhere) {
  for_each_place([&](std::size_t size, std::size_t place) {
    std::vector<std::uint32_t> wide(size, 0x80000006u);
    std::vector<std::uint16_t> narrow(size, std::uint16_t{0x8006});
    ASSERT_TRUE(all_below(wide, 0x80000007u) && all_below(narrow, 0x8007)) << size;
    wide[place] = 0x80000007u;
    narrow[place] = 0x8007;
    ASSERT_FALSE(all_below(wide, 0x80000007u)) << size << " at " << place;
    ASSERT_FALSE(all_below(narrow, 0x8007)) << size << " at " << place;
  });
}

// Pairs of weights in which one vertex among many is wrong.
TEST(Checks, one_vertex_whose_weights_are_wrong_is_found_anywhere) {
  constexpr std::size_t kBlocks = 9, kLanes = 4;
  const std::pair<float, float> wrong[] = {{kNan, 0.5f},    {0.5f, kNan},   {1.0005f, 0},   {-0.0005f, 1},
                                           {0.5f, 0.4985f}, {0.5f, 0.502f}, {kInfinity, 0}, {0, 0}};
  test::for_each_target([&](std::int64_t) {
    for (const auto& [first, second] : wrong)
      for (std::size_t vertex = 0; vertex < kBlocks * kLanes; ++vertex) {
        std::vector<float> rows(kBlocks * 2 * kLanes, 0.5f);
        rows[0] = 0.5009f;  // within a thousandth
        rows[1] = 0, rows[kLanes + 1] = 1;
        ASSERT_TRUE(weights_in_order(rows.data(), 2, kBlocks * kLanes));
        float* const at = rows.data() + vertex / kLanes * 2 * kLanes + vertex % kLanes;
        at[0] = first, at[kLanes] = second;
        ASSERT_FALSE(weights_in_order(rows.data(), 2, kBlocks * kLanes))
            << first << ", " << second << " at " << vertex;
      }
  });
}

TEST(Checks, lanes_past_the_last_vertex_need_no_sum_but_numbers_from_0_to_1) {
  constexpr std::size_t kLanes = 4;
  test::for_each_target([&](std::int64_t) {
    for (std::size_t vertices = 1; vertices <= 2 * kLanes; ++vertices)
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t last_block = (vertices - 1) / kLanes, vertex = last_block * kLanes + lane;
        std::vector<float> rows((last_block + 1) * 2 * kLanes, 0.5f);
        float* const at = rows.data() + last_block * 2 * kLanes + lane;
        at[0] = at[kLanes] = 0;
        ASSERT_EQ(weights_in_order(rows.data(), 2, vertices), vertex >= vertices)
            << vertex << " of " << vertices;
        at[0] = kInfinity;
        ASSERT_FALSE(weights_in_order(rows.data(), 2, vertices)) << vertex << " of " << vertices;
      }
  });
}

TEST(Checks, of_no_numbers_all_are_good) {
  EXPECT_TRUE(weights_in_order(nullptr, 4, 0));
  EXPECT_TRUE(all_finite({}));
  EXPECT_TRUE(all_below(std::span<const std::uint32_t>(), 0));
  EXPECT_TRUE(all_below(std::span<const std::uint16_t>(), 0));
}

}  // namespace
}  // namespace skelter

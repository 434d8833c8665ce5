#include "skelter/core/limits.h"
#include "core/internal/memory_budget.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(limits, memory_defaults_to_64_mb_and_40_times_the_file) {
  EXPECT_EQ(MemoryBudget(Limits{}, 0).limit(), 67'108'864u);
  EXPECT_EQ(MemoryBudget(Limits{}, 1000).limit(), 67'148'864u);
}

TEST(limits, a_given_limit_replaces_the_default) {
  Limits limits;
  limits.max_memory_bytes = 10;
  EXPECT_EQ(MemoryBudget(limits, 1000).limit(), 10u);
}

TEST(limits, a_budget_is_taken_until_full_and_refuses_without_taking) {
  Limits limits;
  limits.max_memory_bytes = 10;
  MemoryBudget budget(limits, 0);
  EXPECT_TRUE(budget.take(7));
  EXPECT_FALSE(budget.take(4));
  EXPECT_EQ(budget.used(), 7u);
  EXPECT_TRUE(budget.take(3));
  EXPECT_FALSE(budget.take(1));
  EXPECT_FALSE(budget.take(UINT64_MAX));
  EXPECT_TRUE(budget.take(0));
}

TEST(limits, returned_memory_can_be_taken_again) {
  Limits limits;
  limits.max_memory_bytes = 10;
  MemoryBudget budget(limits, 0);
  ASSERT_TRUE(budget.take(10));
  budget.give_back(4);
  EXPECT_EQ(budget.used(), 6u);
  EXPECT_TRUE(budget.take(4));
  budget.give_back(100);
  EXPECT_EQ(budget.used(), 0u);
}

}  // namespace
}  // namespace skelter

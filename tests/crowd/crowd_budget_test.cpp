#include "skelter/crowd/crowd_budget.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/made_runtime.h"
#include "support/numbers.h"

namespace skelter::test {
namespace {

struct Budget {
  std::vector<CrowdLevel> levels;
  std::vector<float> importances;
  std::vector<std::uint8_t> chosen;
  CrowdCounters counters;
  CrowdBudgetJob job;

  Budget(std::vector<CrowdLevel> table, std::vector<float> values)
      : levels(std::move(table)), importances(std::move(values)), chosen(importances.size(), 99) {
    job.levels = levels;
    job.importances = importances;
    job.budget_s = 1;
    job.out_levels = chosen;
    job.counters = &counters;
  }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Plans one frame, given the time of one unit in the previous frame.
  void frame(double seconds_per_unit) {
    job.last_units = counters.planned_units;
    job.last_cost_s = counters.planned_units * seconds_per_unit;
    ASSERT_EQ(job.run(), Status::ok);
  }
};

// Levels that cost 4, 2 and 1 units per frame. They start at an importance of 4, of 1, and at any.
std::vector<CrowdLevel> three_levels() {
  return {{0, 1, 4, 4}, {1, 2, 3, 1, 0.5f}, {2, 4, 4, 0}};
}

using Levels = std::vector<std::uint8_t>;

TEST(CrowdLevels, validity) {
  EXPECT_EQ(validate_levels(three_levels()), Status::ok);
  EXPECT_EQ(validate_levels({}), Status::invalid_argument);
  EXPECT_EQ(validate_levels(std::vector<CrowdLevel>(1)), Status::ok);
  const auto with = [](auto change) {
    std::vector<CrowdLevel> levels = three_levels();
    change(levels);
    return validate_levels(levels);
  };
  {  // The maximum number of levels is accepted, one more is refused.
    std::vector<CrowdLevel> levels;
    for (std::uint32_t i = 0; i < kMaxCrowdLevels; ++i)
      levels.push_back({0, 1, 1, 100 - static_cast<float>(i)});
    EXPECT_EQ(validate_levels(levels), Status::ok);
    levels.push_back({0, 1, 1, 1});
    EXPECT_EQ(validate_levels(levels), Status::invalid_argument);
  }
  EXPECT_EQ(with([](auto& l) { l[1].update_interval = 0; }), Status::invalid_argument);
  for (const float cost : {0.0f, -1.0f, 8.0f, kInfinity, kNan})
    EXPECT_EQ(with([&](auto& l) { l[1].cost = cost; }), Status::invalid_argument) << cost;
  for (const float cost : {-1.0f, 3.0f, kInfinity, kNan})
    EXPECT_EQ(with([&](auto& l) { l[1].mix_cost = cost; }), Status::invalid_argument) << cost;
  EXPECT_EQ(with([](auto& l) { l[1].mix_cost = 2.5f; }), Status::ok);  // 4 per frame equals level 0 and is
                                                                       // accepted
  for (const float from : {0.0f, -1.0f, 4.0f, 5.0f, kInfinity, kNan})
    EXPECT_EQ(with([&](auto& l) { l[1].from_importance = from; }), Status::invalid_argument) << from;
  EXPECT_EQ(with([](auto& l) { l[2].from_importance = 1000; }), Status::ok);  // has no effect
}

TEST(CrowdBudgetJob, validity) {
  Budget b(three_levels(), {1, 2, 3});
  EXPECT_EQ(b.job.validate(), Status::ok);
  const auto refused = [&](auto change) {
    CrowdBudgetJob job = b.job;
    change(job);
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  EXPECT_TRUE(refused([](CrowdBudgetJob& j) { j.levels = {}; }));
  for (const double budget_s : {0.0, -1.0, std::nan("")})
    EXPECT_TRUE(refused([&](CrowdBudgetJob& j) { j.budget_s = budget_s; })) << budget_s;
  for (const double bad : {-1.0, std::nan(""), static_cast<double>(kInfinity)}) {
    EXPECT_TRUE(refused([&](CrowdBudgetJob& j) { j.last_cost_s = bad; })) << bad;
    EXPECT_TRUE(refused([&](CrowdBudgetJob& j) { j.last_units = bad; })) << bad;
  }
  EXPECT_TRUE(refused([](CrowdBudgetJob& j) { j.counters = nullptr; }));
  EXPECT_TRUE(refused([](CrowdBudgetJob& j) { j.out_levels = j.out_levels.first(2); }));
  for (const std::int32_t step : {1, -100000}) {
    CrowdCounters spoilt;
    spoilt.factor_step = step;
    EXPECT_TRUE(refused([&](CrowdBudgetJob& j) { j.counters = &spoilt; })) << step;
  }
  {  // No instances.
    Budget empty(three_levels(), {});
    empty.frame(1);
    EXPECT_EQ(empty.counters.planned_units, 0);
    EXPECT_FALSE(empty.counters.over_budget);
  }
}

TEST(CrowdBudgetJob, without_a_known_cost_levels_follow_importance_only) {
  Budget b(three_levels(), {4, 3.9f, 1, 0.99f, 1e30f, kInfinity, 0, -5, kNan, 1e-30f});
  ASSERT_EQ(b.job.run(), Status::ok);
  EXPECT_EQ(b.chosen, (Levels{0, 1, 1, 2, 0, 0, 2, 2, 2, 2}));
  EXPECT_EQ(b.counters.instances[0], 3u);
  EXPECT_EQ(b.counters.instances[1], 2u);
  EXPECT_EQ(b.counters.instances[2], 5u);
  EXPECT_EQ(b.counters.planned_units, 3 * 4 + 2 * 2 + 5);
  EXPECT_EQ(b.counters.estimated_s, 0);
  EXPECT_EQ(b.counters.factor, 1);
}

// Worked out by hand. Everything at level 0 costs 12 units. For 10 units: 4 * 2^(-1/8) is below 4, so the
// third instance is at level 1. For 8 units, the second must also fall below 4, which takes 9 steps. For 3
// units, 16 must fall below 1, which takes 33 steps.
TEST(CrowdBudgetJob, the_factor_goes_down_as_far_as_needed) {
  struct Case {
    double budget_s;
    int step;
    Levels levels;
    bool over;
  };
  for (const Case& c :
       {Case{12, 0, {0, 0, 0}, false}, Case{11.9, -1, {0, 0, 1}, false}, Case{10, -1, {0, 0, 1}, false},
        Case{9.9, -9, {0, 1, 1}, false}, Case{8, -9, {0, 1, 1}, false}, Case{7.9, -17, {1, 1, 2}, false},
        Case{3, -33, {2, 2, 2}, false}, Case{2.9, -33, {2, 2, 2}, true}}) {
    Budget b(three_levels(), {16, 8, 4});
    b.job.budget_s = c.budget_s;
    b.frame(0);
    b.frame(1);
    EXPECT_EQ(b.counters.factor_step, c.step) << c.budget_s;
    EXPECT_NEAR(b.counters.factor, std::pow(2, c.step / 8.0), 1e-6) << c.budget_s;
    EXPECT_EQ(b.chosen, c.levels) << c.budget_s;
    EXPECT_EQ(b.counters.over_budget, c.over) << c.budget_s;
    EXPECT_EQ(b.counters.estimated_s, b.counters.planned_units);
  }
}

TEST(CrowdBudgetJob, the_factor_rises_one_step_a_frame_and_leaves_a_tenth_free) {
  Budget b(three_levels(), {16, 8, 4});
  b.job.budget_s = 8;
  b.frame(0);
  b.frame(1);
  ASSERT_EQ(b.counters.factor_step, -9);
  // One step up would cost 10 units. That is exactly nine tenths of 100 / 9, and a little more than nine
  // tenths of 11.
  b.job.budget_s = 11;
  for (int i = 0; i < 3; ++i) b.frame(1);
  EXPECT_EQ(b.counters.factor_step, -9 + 0);  // at -8, 10 units are more than 9.9
  b.job.budget_s = 11.2;
  b.frame(1);
  EXPECT_EQ(b.counters.factor_step, -8);
  for (int i = 0; i < 20; ++i) b.frame(1);
  EXPECT_EQ(b.counters.factor_step, -1);  // 12 units at 0 do not fit
  b.job.budget_s = 14;
  b.frame(1);
  EXPECT_EQ(b.counters.factor_step, 0);
  EXPECT_EQ(b.chosen, (Levels{0, 0, 0}));
}

// Compares the job's table with the definition, which uses a logarithm.
TEST(CrowdBudgetJob, importances_count_in_eighths_of_octaves) {
  Random random(1);
  int checked = 0;
  for (int i = 0; i < 2000; ++i) {
    const float from = std::ldexp(random.number(1, 2), static_cast<int>(random.below(60)) - 30);
    const float importance = from * random.number(0.7f, 1.4f);
    const double a = 8 * std::log2(importance), b = 8 * std::log2(from);
    if (std::abs(a - std::round(a)) < 1e-5 || std::abs(b - std::round(b)) < 1e-5) continue;
    ++checked;
    Budget budget({{0, 1, 2, from}, {1, 1, 1, 0}}, {importance});
    ASSERT_EQ(budget.job.run(), Status::ok);
    EXPECT_EQ(budget.chosen[0], std::floor(a) >= std::floor(b) ? 0 : 1) << importance << " from " << from;
  }
  EXPECT_GT(checked, 1500);
}

// --- overload -------------------------------------------------------------------------------------------

// 2,000 instances with importances over eight octaves. The cost is the joint count of a rig with 67 joints,
// plus a little for mixing.
struct Overload : Budget {
  Overload()
      : Budget({{0, 1, 67, 16}, {1, 1, 40, 8}, {1, 2, 40, 4, 1}, {2, 4, 24, 2, 1}, {2, 8, 24, 0, 1}},
               spread(2000)) {}

  static std::vector<float> spread(std::uint32_t count) {
    Random random(3);
    std::vector<float> values;
    for (std::uint32_t i = 0; i < count; ++i) values.push_back(std::exp2(random.number(0, 8)));
    return values;
  }
  void expect_monotone() const {
    for (std::size_t i = 1; i < importances.size(); ++i) {
      const bool more = importances[i] >= importances[i - 1];
      ASSERT_LE(chosen[more ? i : i - 1], chosen[more ? i - 1 : i]) << i;
    }
    std::uint32_t counted[5] = {};
    double units = 0;
    for (const std::uint8_t level : chosen) ++counted[level], units += levels[level].units_per_frame();
    for (int l = 0; l < 5; ++l) ASSERT_EQ(counters.instances[l], counted[l]) << l;
    ASSERT_EQ(counters.planned_units, units);
  }
  double smallest_at_level_0() const {
    double smallest = kInfinity;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i] == 0) smallest = std::min<double>(smallest, importances[i]);
    return smallest;
  }
};

TEST(CrowdBudgetJob, overload_degrades_at_once_by_importance_and_recovers_gradually) {
  Overload o;
  constexpr double kUnit_s = 1e-7;
  o.frame(kUnit_s);
  const double all_units = o.counters.planned_units;
  const std::uint32_t finest = o.counters.instances[0];
  EXPECT_GT(finest, 900u);  // half of the octaves are above 16
  o.job.budget_s = 1.2 * all_units * kUnit_s;
  for (int i = 0; i < 5; ++i) {
    o.frame(kUnit_s);
    EXPECT_EQ(o.counters.factor, 1);
    EXPECT_EQ(o.counters.planned_units, all_units);
    EXPECT_LE(o.counters.estimated_s, o.job.budget_s);
  }
  // Units now take three times as long. One frame is late, but the next plan fits.
  EXPECT_GT(o.counters.planned_units * 3 * kUnit_s, o.job.budget_s);
  o.frame(3 * kUnit_s);
  EXPECT_LE(o.counters.estimated_s, o.job.budget_s);
  EXPECT_GT(o.counters.estimated_s, 0.85 * o.job.budget_s);  // no lower than necessary
  EXPECT_FALSE(o.counters.over_budget);
  EXPECT_LT(o.counters.factor, 1);
  EXPECT_LT(o.counters.instances[0], finest);
  EXPECT_GT(o.counters.instances[0], 0u);
  EXPECT_NEAR(o.smallest_at_level_0(), 16 / o.counters.factor, 0.1 * 16 / o.counters.factor);
  o.expect_monotone();
  for (int i = 0; i < 10; ++i) {  // stays constant
    const int step = o.counters.factor_step;
    o.frame(3 * kUnit_s);
    EXPECT_LE(std::abs(o.counters.factor_step - step), 1);
    EXPECT_LE(o.counters.estimated_s, o.job.budget_s);
  }
  // Units are fast again. The factor rises one step per frame, and more and more instances get level 0, until
  // everything is as before.
  int frames = 0;
  while (o.counters.factor_step < 0 && frames < 1000) {
    const int step = o.counters.factor_step;
    const std::uint32_t before = o.counters.instances[0];
    o.frame(kUnit_s);
    EXPECT_EQ(o.counters.factor_step, step + 1);
    EXPECT_GE(o.counters.instances[0], before);
    o.expect_monotone();
    ++frames;
  }
  EXPECT_GT(frames, 8);
  EXPECT_EQ(o.counters.instances[0], finest);
  EXPECT_EQ(o.counters.planned_units, all_units);
}

TEST(CrowdBudgetJob, an_overload_that_no_level_fixes_is_reported) {
  Overload o;
  o.frame(1e-7);
  o.job.budget_s = 2000 * 4 * 1e-7;  // exactly the cost of all instances at the coarsest level
  o.frame(1e-7);
  EXPECT_FALSE(o.counters.over_budget);
  EXPECT_EQ(o.counters.instances[4], 2000u);
  o.frame(1.01e-7);
  EXPECT_TRUE(o.counters.over_budget);
  EXPECT_EQ(o.counters.instances[4], 2000u);
  EXPECT_NEAR(o.counters.estimated_s, 2000 * 4 * 1.01e-7, 1e-9);
  const int step = o.counters.factor_step;
  for (int i = 0; i < 100; ++i) o.frame(1e-5);
  EXPECT_EQ(o.counters.factor_step, step);  // does not fall further, so that recovery stays short
  o.frame(1e-9);
  EXPECT_FALSE(o.counters.over_budget);
  EXPECT_EQ(o.counters.factor_step, step + 1);
}

TEST(CrowdBudgetJob, the_order_of_instances_does_not_matter) {
  Overload a, b;
  std::vector<std::size_t> from(2000);
  for (std::size_t i = 0; i < 2000; ++i) from[i] = i * 7 % 2000;
  for (std::size_t i = 0; i < 2000; ++i) b.importances[i] = a.importances[from[i]];
  a.job.budget_s = b.job.budget_s = 1e-3;
  for (const double unit_s : {1e-8, 1e-7, 3e-8, 2e-8, 2e-8}) {
    a.frame(unit_s);
    b.frame(unit_s);
    EXPECT_EQ(a.counters.factor_step, b.counters.factor_step);
    for (std::size_t i = 0; i < 2000; ++i) ASSERT_EQ(b.chosen[i], a.chosen[from[i]]) << i;
  }
  EXPECT_LT(a.counters.factor_step, 0);
}

}  // namespace
}  // namespace skelter::test

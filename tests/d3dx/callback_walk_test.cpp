// Keys that a movement passes, compared by brute force with the positions documented in the header.
#include "d3dx/internal/callback_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "d3dx/sets.h"

namespace skelter {
namespace {

struct Moment {
  double position_s;
  std::uint64_t value;
  friend bool operator==(const Moment&, const Moment&) = default;
};

// All key times in (from, to], or in [to, from) for backward movement, according to the definition: k P + t,
// and so on.
std::vector<Moment> by_definition(const std::vector<CallbackKey>& keys, double period_s, Loop playback,
                                  double from_s, double to_s) {
  std::vector<Moment> all;
  const auto add = [&](double position_s, std::uint64_t value) {
    const bool inside =
        from_s < to_s ? position_s > from_s && position_s <= to_s : position_s < from_s && position_s >= to_s;
    if (inside && std::find(all.begin(), all.end(), Moment{position_s, value}) == all.end())
      all.push_back({position_s, value});
  };
  for (const CallbackKey& key : keys) {
    if (key.time_s < 0 || key.time_s > period_s) continue;
    for (int k = -50; k <= 50; ++k) {
      if (playback == Loop::once && k == 0) add(key.time_s, key.value);
      if (playback == Loop::loop) add(k * period_s + key.time_s, key.value);
      if (playback == Loop::pingpong) {
        add(2 * k * period_s + key.time_s, key.value);
        add(2 * k * period_s - key.time_s, key.value);
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [&](const Moment& a, const Moment& b) {
    return from_s < to_s ? a.position_s < b.position_s : a.position_s > b.position_s;
  });
  return all;
}

std::vector<Moment> by_walk(const std::vector<CallbackKey>& keys, double period_s, Loop playback,
                            double from_s, double to_s) {
  std::vector<Moment> all;
  CallbackWalk walk(keys, period_s, playback);
  const bool backward = to_s < from_s;
  for (auto hit = walk.start(from_s, backward, true);
       hit && (backward ? hit->position_s >= to_s : hit->position_s <= to_s); hit = walk.next())
    all.push_back({hit->position_s, hit->value});
  return all;
}

// Times and positions are multiples of 1/8, so that sums are exact.
TEST(CallbackWalk, passes_what_the_definition_says) {
  std::mt19937 random(7);
  const auto eighths = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random) / 8.0;
  };
  for (int round = 0; round < 3000; ++round) {
    const double period_s = eighths(1, 16);
    std::vector<CallbackKey> keys;
    const int count = std::uniform_int_distribution<int>(0, 5)(random);
    for (int i = 0; i < count; ++i) keys.push_back({eighths(0, 18), 0});
    std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.time_s < b.time_s; });
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i].value = i + 1;
    for (const Loop playback : {Loop::loop, Loop::once, Loop::pingpong}) {
      const double from_s = eighths(-40, 40), to_s = eighths(-40, 40);
      if (from_s == to_s) continue;
      auto expected = by_definition(keys, period_s, playback, from_s, to_s);
      auto actual = by_walk(keys, period_s, playback, from_s, to_s);
      // The order of keys at the same position does not matter here. A test below checks it.
      const auto order = [](const Moment& a, const Moment& b) {
        return a.position_s != b.position_s ? a.position_s < b.position_s : a.value < b.value;
      };
      std::vector<double> way;
      for (const Moment& moment : actual)
        way.push_back(from_s < to_s ? moment.position_s : -moment.position_s);
      EXPECT_TRUE(std::is_sorted(way.begin(), way.end()));
      std::sort(expected.begin(), expected.end(), order);
      std::sort(actual.begin(), actual.end(), order);
      ASSERT_EQ(actual, expected) << "from " << from_s << " to " << to_s << " period " << period_s;
    }
  }
}

TEST(CallbackWalk, the_end_of_a_round_comes_before_the_next_beginning) {
  const std::vector<CallbackKey> keys{{0, 1}, {1, 2}};
  EXPECT_EQ(by_walk(keys, 1, Loop::loop, 0.5, 1.5), (std::vector<Moment>{{1, 2}, {1, 1}}));
  EXPECT_EQ(by_walk(keys, 1, Loop::loop, 1.5, 0.5), (std::vector<Moment>{{1, 1}, {1, 2}}));
}

// GetCallback: flag 1 ignores a key at the start, and flag 2 searches backwards.
TEST(CallbackWalk, finding_from_a_position_counts_the_start_unless_it_is_excluded) {
  const auto set = test::run_to("run", 1, 1, Loop::loop, {{250, 7, ""}, {750, 8, ""}});
  const auto at = [&](double position_s, bool backward = false, bool exclude_start = false) {
    return set->find_callback(position_s, backward, exclude_start)->position_s;
  };
  EXPECT_EQ(at(0.25), 0.25);
  EXPECT_EQ(at(0.25, false, true), 0.75);
  EXPECT_EQ(at(0.75, false, true), 1.25);  // larger than the period, since it is not folded
  EXPECT_EQ(at(0.25, true, false), 0.25);
  EXPECT_EQ(at(0.25, true, true), -0.25);
  EXPECT_EQ(at(3.3), 3.75);
  EXPECT_EQ(set->find_callback(3.3)->value, 8u);
  EXPECT_EQ(set->find_callback(3.3)->key, 1u);
}

TEST(CallbackWalk, once_has_an_end_and_empty_sets_have_nothing) {
  const auto once = test::run_to("run", 1, 1, Loop::once, {{250, 7, ""}});
  EXPECT_FALSE(once->find_callback(0.3).has_value());
  EXPECT_FALSE(once->find_callback(0.2, true, false).has_value());
  EXPECT_TRUE(once->find_callback(5, true, false).has_value());
  EXPECT_FALSE(test::run_to("run", 1)->find_callback(0).has_value());
  const auto outside = test::run_to("run", 1, 1, Loop::loop, {{1250, 7, ""}, {-100, 8, ""}});
  EXPECT_FALSE(outside->find_callback(0).has_value());
}

TEST(CallbackWalk, a_set_without_length_has_its_keys_at_0) {
  const auto pose = test::make_set("pose", Loop::loop, {{0, 7, ""}});
  EXPECT_EQ(pose->find_callback(0)->position_s, 0);
  EXPECT_FALSE(pose->find_callback(0.1).has_value());
}

// After a day, and far beyond the range of milliseconds in an integer.
TEST(CallbackWalk, finds_keys_at_large_positions) {
  const auto set = test::run_to("run", 1, 1, Loop::pingpong, {{250, 7, ""}});
  EXPECT_EQ(set->find_callback(86400.3)->position_s, 86401.75);
  EXPECT_EQ(set->find_callback(1e12 + 0.3)->position_s, 1e12 + 1.75);
}

}  // namespace
}  // namespace skelter

#include "skelter/runtime/events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "clip_parts.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

using test::ClipParts;

struct Pass {
  std::uint32_t event;
  double time_s;
  friend bool operator==(const Pass&, const Pass&) = default;
  friend void PrintTo(const Pass& pass, std::ostream* out) { *out << pass.event << " at " << pass.time_s; }
};

struct EventStep {
  const ClipView* clip = nullptr;
  double from_time_s = 0;
  double to_time_s = 0;
  Loop loop = Loop::as_made;
  bool include_start = false;
  EventCursor cursor() const { return {*clip, from_time_s, to_time_s, loop, include_start}; }
};

std::vector<Pass> passes(const EventStep& step) {
  std::vector<Pass> result;
  EventCursor cursor = step.cursor();
  const std::uint64_t expected = cursor.count();
  for (PassedEvent passed; cursor.next(passed) && result.size() < 100000;) {
    result.push_back({passed.event, passed.time_s});
    EXPECT_EQ(cursor.count(), expected - result.size());
    EXPECT_EQ(passed.name, step.clip->events[passed.event].name);
  }
  EXPECT_EQ(result.size(), expected);
  return result;
}

ClipParts clip_of(std::vector<ClipEvent> events, float duration_s, std::uint32_t flags = kClipLoops) {
  ClipParts parts;
  parts.duration_s = duration_s;
  parts.flags = flags;
  parts.events = std::move(events);
  return parts;
}

// The rule of events.h, implemented literally: tests every event in every cycle near the step.
std::vector<Pass> slow_passes(const EventStep& step) {
  const double a = step.from_time_s, b = step.to_time_s, d = step.clip->duration_s;
  const Loop loop = step.loop != Loop::as_made ? step.loop : step.clip->loops() ? Loop::loop : Loop::once;
  const bool repeats = loop != Loop::once && d > 0;
  const double period = loop == Loop::pingpong ? 2 * d : d;
  const auto first = repeats ? static_cast<std::int64_t>(std::floor(std::min(a, b) / period)) - 2 : 0;
  const auto last = repeats ? static_cast<std::int64_t>(std::floor(std::max(a, b) / period)) + 2 : 0;
  const auto& events = step.clip->events;
  std::vector<Pass> result;
  const auto ask = [&](std::uint32_t event, double t) {
    const bool passed = b >= a ? a < t && t <= b : b <= t && t < a;
    if (passed || (step.include_start && t == a)) result.push_back({event, t});
  };
  for (std::int64_t round = first; round <= last; ++round) {
    const double begin = static_cast<double>(round) * period;
    for (std::uint32_t i = 0; i < events.size(); ++i) ask(i, begin + events[i].time_s);
    for (auto i = static_cast<std::uint32_t>(events.size()); repeats && loop == Loop::pingpong && i-- > 0;)
      if (events[i].time_s > 0 && events[i].time_s < step.clip->duration_s)
        ask(i, begin + (period - events[i].time_s));
  }
  if (b < a) std::reverse(result.begin(), result.end());
  return result;
}

TEST(Events, fire_where_a_step_arrives_and_not_where_it_leaves) {
  const ClipParts parts = clip_of({{0.25f, 0}, {0.5f, 0}}, 1);
  const ClipView clip = parts.view();
  EXPECT_EQ(passes({&clip, 0.25, 0.5}), (std::vector<Pass>{{1, 0.5}}));
  EXPECT_EQ(passes({&clip, 0.5, 0.25}), (std::vector<Pass>{{0, 0.25}}));
  EXPECT_EQ(passes({&clip, 0.25, 0.25}), (std::vector<Pass>{}));
  EXPECT_EQ(passes({&clip, 0.1, 0.9}), (std::vector<Pass>{{0, 0.25}, {1, 0.5}}));
  EXPECT_EQ(passes({&clip, 0.9, 0.1}), (std::vector<Pass>{{1, 0.5}, {0, 0.25}}));
}

TEST(Events, at_both_ends_fire_once_each_at_the_seam) {
  const ClipParts parts = clip_of({{0, 0}, {0.5f, 0}, {1, 0}}, 1);
  const ClipView clip = parts.view();
  EXPECT_EQ(passes({&clip, 0.75, 1}), (std::vector<Pass>{{2, 1}, {0, 1}}));
  EXPECT_EQ(passes({&clip, 1, 1.25}), (std::vector<Pass>{}));
  EXPECT_EQ(passes({&clip, 1.25, 1}), (std::vector<Pass>{{0, 1}, {2, 1}}));
  EXPECT_EQ(passes({&clip, 1, 0.75}), (std::vector<Pass>{}));
  EXPECT_EQ(passes({&clip, -0.25, 1.25}), (std::vector<Pass>{{2, 0}, {0, 0}, {1, 0.5}, {2, 1}, {0, 1}}));
}

TEST(Events, of_a_clip_played_once_fire_only_inside_it) {
  const ClipParts parts = clip_of({{0, 0}, {1, 0}}, 1, 0);
  const ClipView clip = parts.view();
  EXPECT_EQ(passes({&clip, -5, 5}), (std::vector<Pass>{{0, 0}, {1, 1}}));
  EXPECT_EQ(passes({&clip, 5, -5}), (std::vector<Pass>{{1, 1}, {0, 0}}));
  EXPECT_EQ(passes({&clip, 0, 0.9}), (std::vector<Pass>{}));
  EXPECT_EQ(passes({&clip, 0.9, 1}), (std::vector<Pass>{{1, 1}}));
  EXPECT_EQ(passes({&clip, 1, 7}), (std::vector<Pass>{}));
  EXPECT_EQ(passes({&clip, 0.5, 3, Loop::loop}),
            (std::vector<Pass>{{1, 1}, {0, 1}, {1, 2}, {0, 2}, {1, 3}, {0, 3}}));
}

TEST(Events, at_the_start_fire_when_the_first_step_includes_it) {
  const ClipParts parts = clip_of({{0, 0}, {0.5f, 0}}, 1);
  const ClipView clip = parts.view();
  EXPECT_EQ(passes({&clip, 0, 0.5, Loop::once, true}), (std::vector<Pass>{{0, 0}, {1, 0.5}}));
  EXPECT_EQ(passes({&clip, 0.5, 0, Loop::once, true}), (std::vector<Pass>{{1, 0.5}, {0, 0}}));
  EXPECT_EQ(passes({&clip, 0.5, 0.5, Loop::once, true}), (std::vector<Pass>{{1, 0.5}}));
}

TEST(Events, fire_forwards_and_backwards_in_pingpong) {
  const ClipParts parts = clip_of({{0, 0}, {0.25f, 0}, {0.75f, 0}, {1, 0}}, 1, 0);
  const ClipView clip = parts.view();
  // An event at an end, where playback turns around, fires once.
  EXPECT_EQ(
      passes({&clip, 0, 3, Loop::pingpong, true}),
      (std::vector<Pass>{
          {0, 0}, {1, 0.25}, {2, 0.75}, {3, 1}, {2, 1.25}, {1, 1.75}, {0, 2}, {1, 2.25}, {2, 2.75}, {3, 3}}));
  EXPECT_EQ(passes({&clip, 1.5, -0.5, Loop::pingpong}),
            (std::vector<Pass>{{2, 1.25}, {3, 1}, {2, 0.75}, {1, 0.25}, {0, 0}, {1, -0.25}}));
  EventCursor cursor(clip, 1.1, 1.3, Loop::pingpong);
  PassedEvent passed;
  ASSERT_TRUE(cursor.next(passed));
  EXPECT_EQ(passed.cycle, 1);
  EXPECT_EQ(EventCursor(clip, 0, 2e6, Loop::pingpong).count(), 6'000'000u);
  const ClipParts ends = clip_of({{0, 0}, {1, 0}}, 1, 0);
  const ClipView only_ends = ends.view();
  EXPECT_EQ(passes({&only_ends, -0.5, 2.5, Loop::pingpong}), (std::vector<Pass>{{0, 0}, {1, 1}, {0, 2}}));
}

TEST(Events, a_step_of_many_loops_gives_every_pass) {
  const ClipParts parts = clip_of({{0.25f, 0}, {0.5f, 0}}, 2);
  const ClipView clip = parts.view();
  EXPECT_EQ(EventCursor(clip, 0, 1e8).count(), 100'000'000u);
  EXPECT_EQ(EventCursor(clip, 1e8, -1e8).count(), 200'000'000u);
  EXPECT_EQ(passes({&clip, 0, 2000}).size(), 2000u);
}

TEST(Events, name_and_cycle_are_reported) {
  const ClipParts parts = clip_of({{0.25f, 7}}, 1);
  const ClipView clip = parts.view();
  EventCursor cursor(clip, -1.9, -1.7);
  PassedEvent passed;
  ASSERT_TRUE(cursor.next(passed));
  EXPECT_EQ(passed.name, 7u);
  EXPECT_EQ(passed.cycle, -2);
  EXPECT_EQ(passed.time_s, -1.75);
  EXPECT_FALSE(cursor.next(passed));
  EXPECT_FALSE(cursor.next(passed));
}

TEST(Events, agree_with_the_rule_word_by_word) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> unit(0, 1);
  for (int round = 0; round < 300; ++round) {
    const float duration_s = 0.1f + 2 * unit(random);
    std::vector<ClipEvent> events;
    for (int i = static_cast<int>(random() % 6); i > 0; --i) {
      const float at[] = {0, duration_s, unit(random) * duration_s, 0.3f * duration_s};
      events.push_back({at[random() % 4], static_cast<std::uint32_t>(i)});
    }
    std::sort(events.begin(), events.end(),
              [](const ClipEvent& a, const ClipEvent& b) { return a.time_s < b.time_s; });
    const ClipParts parts = clip_of(events, duration_s, round % 3 == 0 ? 0u : kClipLoops);
    const ClipView clip = parts.view();
    // Times that often coincide with events, seams and ends.
    const auto some_time = [&] {
      const double whole = std::floor(unit(random) * 9 - 4) * static_cast<double>(duration_s);
      if (random() % 8 == 0) return std::nextafter(whole, -100.0);
      if (random() % 3 == 0) return whole;
      if (random() % 2 == 0 && !events.empty()) return whole + events[random() % events.size()].time_s;
      return whole + unit(random) * duration_s;
    };
    for (int step = 0; step < 20; ++step) {
      const Loop loop = step % 3 == 0 ? Loop::pingpong : Loop::as_made;
      const EventStep asked{&clip, some_time(), some_time(), loop, step % 5 == 0};
      EXPECT_EQ(passes(asked), slow_passes(asked)) << asked.from_time_s << " to " << asked.to_time_s;
    }
  }
}

TEST(Events, any_partition_of_a_step_passes_the_same) {
  std::mt19937 random(23);
  const ClipParts parts = clip_of({{0, 0}, {0.1f, 1}, {0.1f, 2}, {0.7f, 3}, {1.3f, 4}}, 1.3f);
  const ClipView clip = parts.view();
  std::uniform_real_distribution<double> time(-6, 6);
  for (int path = 0; path < 200; ++path) {
    const double from = time(random), to = time(random);
    std::vector<double> stops{from};
    for (int i = 0; i < 12; ++i) stops.push_back(from + (to - from) * (time(random) + 6) / 12);
    // Some steps end exactly at events.
    for (std::int64_t round = -6; round < 6; ++round)
      if (const double t = static_cast<double>(round) * clip.duration_s + 0.1f;
          std::min(from, to) < t && t < std::max(from, to))
        stops.push_back(t);
    stops.push_back(to);
    std::sort(stops.begin(), stops.end());
    if (to < from) std::reverse(stops.begin(), stops.end());
    std::vector<Pass> in_steps;
    for (std::size_t i = 1; i < stops.size(); ++i)
      for (const Pass& pass : passes({&clip, stops[i - 1], stops[i]})) in_steps.push_back(pass);
    EXPECT_EQ(in_steps, passes({&clip, from, to}));
  }
}

TEST(Events, of_a_frame_by_frame_play_fire_once_per_cycle) {
  const ClipParts parts = clip_of({{0, 0}, {0.3f, 1}, {0.8f, 2}}, 0.8f);
  const ClipView clip = parts.view();
  double now_s = 0;
  std::vector<int> fired(3);
  for (int frame = 0; frame < 6000; ++frame) {  // 100 s at 60 Hz, which is 125 cycles of 0.8f
    const double next_s = now_s + 1.0 / 60;
    for (const Pass& pass : passes({&clip, now_s, next_s})) ++fired[pass.event];
    now_s = next_s;
  }
  // Cycle 125 begins at 125 * 0.8f = 100.0000015, slightly after the end.
  EXPECT_EQ(fired, (std::vector<int>{124, 125, 124}));
}

TEST(Events, refuse_times_that_cannot_be_counted) {
  const ClipParts parts = clip_of({{0.5f, 0}}, 1);
  const ClipView clip = parts.view();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    EventStep step;
    Status status;
  } cases[] = {{{&clip, nan, 1}, Status::invalid_argument},
               {{&clip, 0, -HUGE_VAL}, Status::invalid_argument},
               {{&clip, 0, 1e9}, Status::limit_exceeded},
               {{&clip, -1e300, 0}, Status::limit_exceeded},
               {{&clip, 0, 5e8}, Status::ok},
               {{&clip, -1e300, 0, Loop::once}, Status::ok}};
  for (const auto& [step, status] : cases) {
    const Status from = check_play_time(clip, step.loop, step.from_time_s);
    EXPECT_EQ(from != Status::ok ? from : check_play_time(clip, step.loop, step.to_time_s), status);
    if (status != Status::ok) {
      EXPECT_EQ(step.cursor().count(), 0u) << step.from_time_s << " to " << step.to_time_s;
    }
  }
}

TEST(Events, of_a_clip_without_length_or_without_events) {
  const ClipParts still = clip_of({{0, 0}, {0, 1}}, 0), none = clip_of({}, 1);
  const ClipView still_clip = still.view(), no_events = none.view();
  EXPECT_EQ(passes({&still_clip, -1, 1}), (std::vector<Pass>{{0, 0}, {1, 0}}));
  EXPECT_EQ(passes({&still_clip, 1, -1}), (std::vector<Pass>{{1, 0}, {0, 0}}));
  EXPECT_EQ(passes({&still_clip, 0, 100}), (std::vector<Pass>{}));
  EXPECT_EQ(passes({&no_events, -10, 10}), (std::vector<Pass>{}));
}

}  // namespace
}  // namespace skelter

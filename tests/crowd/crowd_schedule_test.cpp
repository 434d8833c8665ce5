#include "skelter/crowd/crowd_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/internal/packed.h"
#include "crowd/crowd_parts.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/crowd/crowd_budget.h"
#include "skelter/math/trig.h"

namespace skelter::test {
namespace {

// Intervals 1, 2, 4 and 8 at the same LOD, and 3 at a different one.
std::vector<CrowdLevel> levels_of_rates() {
  return {{0, 1, 8, 16}, {0, 2, 8, 8}, {0, 4, 8, 4}, {0, 8, 8, 2}, {1, 3, 3, 0}};
}

// A crowd in which only the schedule is real. An instance has two matrices, and a test computes their
// translation x as a function of the time.
struct Timeline {
  static constexpr std::uint32_t kSize = 2;
  std::vector<CrowdLevel> levels = levels_of_rates();
  Skeleton skeleton;
  std::vector<std::uint16_t> parents = {kNone16, 0};
  CrowdRig rig;
  std::vector<CrowdInstance> instances, due;
  std::vector<std::uint8_t> chosen;
  std::vector<CrowdPace> paces;
  std::vector<std::uint32_t> numbers;
  CrowdSlots slots;
  std::vector<Affine> matrices;  // outputs, followed by slots
  std::vector<std::uint32_t> due_indices, lead_frames;
  std::vector<CrowdMix> mixes;
  CrowdCounters counters;
  CrowdScheduleJob job;

  explicit Timeline(std::uint32_t count, std::uint32_t slot_count)
      : due(count),
        chosen(count),
        paces(count),
        numbers(slot_count),
        due_indices(count),
        lead_frames(count),
        mixes(count) {
    skeleton.parents = parents;
    rig.skeleton = &skeleton;
    for (std::uint32_t i = 0; i < count; ++i) {
      CrowdInstance instance;
      instance.first_output = i * kSize;
      instances.push_back(instance);
    }
    matrices.resize(count * kSize + 2 * slot_count * kSize);
    slots.numbers = numbers;
    slots.reset();
    job.rigs = {&rig, 1};
    job.instances = instances;
    job.levels = levels;
    job.instance_levels = chosen;
    job.paces = paces;
    job.slots = &slots;
    job.first_slot_matrix = count * kSize;
    job.slot_size = kSize;
    job.out_due = due;
    job.out_due_indices = due_indices;
    job.out_lead_frames = lead_frames;
    job.out_mixes = mixes;
    job.counters = &counters;
  }
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  // `value` is called with an instance and the number of frames since the beginning.
  template <class Value>
  void frame(const Value& value) {
    ASSERT_EQ(job.run(), Status::ok);
    for (std::uint32_t i = 0; i < counters.due; ++i)
      for (std::uint32_t k = 0; k < kSize; ++k)
        matrices[due[i].first_output + k].m[0][3] =
            static_cast<float>(value(due_indices[i], job.frame + lead_frames[i]) + k);
    const CrowdInterpolateJob mix{std::span(mixes).first(counters.interpolated), matrices, matrices};
    ASSERT_EQ(mix.run(), Status::ok);
    ++job.frame;
  }
  float shown(std::uint32_t instance) const { return matrices[instance * kSize].m[0][3]; }
  float shown_second(std::uint32_t instance) const { return matrices[instance * kSize + 1].m[0][3]; }
};

TEST(CrowdScheduleJob, validity) {
  Timeline t(4, 3);
  EXPECT_EQ(t.job.validate(), Status::ok);
  const auto refused = [&](auto change) {
    CrowdScheduleJob job = t.job;
    change(job);
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.levels = {}; }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.slots = nullptr; }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.counters = nullptr; }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.instance_levels = j.instance_levels.first(3); }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.paces = j.paces.first(3); }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.out_due = j.out_due.first(3); }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.out_due_indices = j.out_due_indices.first(3); }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.out_lead_frames = j.out_lead_frames.first(3); }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.out_mixes = j.out_mixes.first(3); }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.slot_size = 1; }));  // the rig has two matrices
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.first_slot_matrix = 0xFFFFFFFF; }));
  EXPECT_TRUE(refused([](CrowdScheduleJob& j) { j.rigs = {}; }));
  {  // A rig without skeleton.
    const CrowdRig nothing;
    EXPECT_TRUE(refused([&](CrowdScheduleJob& j) { j.rigs = {&nothing, 1}; }));
  }
  {  // More free slots than slots.
    CrowdSlots spoilt = t.slots;
    spoilt.free_count = 4;
    EXPECT_TRUE(refused([&](CrowdScheduleJob& j) { j.slots = &spoilt; }));
  }
  {  // A level that does not exist, and a slot that does not exist.
    t.chosen[2] = 5;
    EXPECT_EQ(t.job.run(), Status::invalid_argument);
    t.chosen[2] = 0;
    t.paces[1].slot = 3;
    EXPECT_EQ(t.job.run(), Status::invalid_argument);
  }
}

// Worked out by hand for one instance with index 0 at interval 4, from frame 2. It is evaluated for the
// current frame, in the next frame ahead for its turn at 4, and then for 8.
TEST(CrowdScheduleJob, an_instance_starts_joins_its_turn_and_is_evaluated_ahead) {
  Timeline t(1, 1);
  t.chosen[0] = 2;
  t.job.frame = 2;
  struct Want {
    std::uint32_t due, lead;
    float ratio;
  };
  for (const Want& want : {Want{1, 0, 0}, Want{1, 1, 0.5f}, Want{1, 4, 0}, Want{0, 0, 0.25f},
                           Want{0, 0, 0.5f}, Want{0, 0, 0.75f}, Want{1, 4, 0}}) {
    SCOPED_TRACE(t.job.frame);
    t.frame([](std::uint32_t, std::uint32_t moment) { return 10.0 * moment; });
    EXPECT_EQ(t.counters.due, want.due);
    if (want.due == 1) {
      EXPECT_EQ(t.lead_frames[0], want.lead);
      EXPECT_GE(t.due[0].first_output, t.job.first_slot_matrix);
    }
    EXPECT_EQ(t.counters.interpolated, 1u);
    EXPECT_EQ(t.counters.slots_held, 1u);
    EXPECT_EQ(t.mixes[0].ratio, want.ratio);
    EXPECT_EQ(t.shown(0), 10.0f * static_cast<float>(t.job.frame - 1));
  }
}

// The same from frame 3. The turn at 4 is the next frame, so the interval to 8 would be five frames long.
TEST(CrowdScheduleJob, no_step_is_longer_than_the_interval) {
  Timeline t(1, 1);
  t.chosen[0] = 2;
  t.job.frame = 3;
  const std::uint32_t leads[] = {0, 0, 3};
  const float ratios[] = {0, 1, 0.25f};
  for (int i = 0; i < 3; ++i) {
    t.frame([](std::uint32_t, std::uint32_t moment) { return 10.0 * moment; });
    ASSERT_EQ(t.counters.due, 1u);
    EXPECT_EQ(t.lead_frames[0], leads[i]);
    EXPECT_EQ(t.mixes[0].ratio, ratios[i]);
    EXPECT_EQ(t.shown(0), 10.0f * static_cast<float>(t.job.frame - 1));
  }
}

TEST(CrowdScheduleJob, at_the_full_rate_matrices_are_written_directly) {
  Timeline t(3, 2);
  t.instances[1].lod = 7;  // the level's LOD counts, not this one
  for (int i = 0; i < 3; ++i) {
    t.frame([](std::uint32_t instance, std::uint32_t moment) { return 100.0 * instance + moment; });
    EXPECT_EQ(t.counters.due, 3u);
    EXPECT_EQ(t.counters.interpolated, 0u);
    EXPECT_EQ(t.counters.slots_held, 0u);
    EXPECT_EQ(t.due[1].first_output, t.instances[1].first_output);
    EXPECT_EQ(t.due[1].lod, 0);
    EXPECT_EQ(t.due_indices[2], 2u);
    EXPECT_EQ(t.shown(2), 200.0f + static_cast<float>(i));
  }
}

// On a straight line, every interpolated pose is exact, so an instance is always shown at its current
// position, in spite of all level changes.
TEST(CrowdScheduleJob, steady_motion_is_shown_exactly_through_all_changes_of_level) {
  Timeline t(40, 40);
  t.job.frame = 0xFFFFFFF0;  // frame numbers wrap around
  Random random(4);
  std::uint32_t largest_held = 0;
  for (std::uint32_t n = 0; n < 600; ++n) {
    for (std::uint8_t& level : t.chosen)
      if (random.below(6) == 0) level = static_cast<std::uint8_t>(random.below(5));
    t.frame([](std::uint32_t instance, std::uint32_t moment) {
      return 0.25 * (moment - 0xFFFFFFF0u) + 8 * instance;
    });
    largest_held = std::max(largest_held, t.counters.slots_held);
    std::uint32_t held = 0;
    for (const CrowdPace& pace : t.paces) held += pace.slot != kNone;
    ASSERT_EQ(t.counters.slots_held, held);
    for (std::uint32_t i = 0; i < 40; ++i) {
      ASSERT_NEAR(t.shown(i), 0.25f * static_cast<float>(n) + 8.0f * static_cast<float>(i), 5e-5) << n;
      ASSERT_NEAR(t.shown_second(i), t.shown(i) + 1, 5e-5) << n;
    }
  }
  EXPECT_GT(largest_held, 20u);
}

// The speed is at most 1 per frame, and a chord is never faster, so no instance may move farther in a frame,
// whatever changes.
TEST(CrowdScheduleJob, nothing_jumps_when_levels_change) {
  Timeline t(40, 25);  // there are too few slots
  Random random(5);
  std::vector<float> before(40);
  std::uint32_t without = 0;
  for (std::uint32_t n = 0; n < 600; ++n) {
    for (std::uint8_t& level : t.chosen)
      if (random.below(6) == 0) level = static_cast<std::uint8_t>(random.below(5));
    t.frame([](std::uint32_t instance, std::uint32_t moment) {
      return 5 * portable_sin(0.2 * moment + instance);  // a cycle takes 31 frames
    });
    without += t.counters.without_slot;
    for (std::uint32_t i = 0; i < 40; ++i) {
      if (n > 0) {
        ASSERT_LE(std::abs(t.shown(i) - before[i]), 1 + 1e-5) << "frame " << n << ", instance " << i;
      }
      before[i] = t.shown(i);
    }
  }
  EXPECT_GT(without, 100u);
}

TEST(CrowdScheduleJob, updates_are_spread_evenly) {
  Timeline t(1000, 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) t.chosen[i] = i < 600 ? 3 : 2;  // intervals 8 and 4
  for (std::uint32_t n = 0; n < 40; ++n) {
    t.frame([](std::uint32_t, std::uint32_t) { return 0.0; });
    EXPECT_EQ(t.counters.interpolated, 1000u);
    if (n < 2) {
      // All start at once, but the cost never exceeds that of the full rate.
      EXPECT_EQ(t.counters.due, 1000u) << n;
    }
    if (n >= 9) {
      EXPECT_EQ(t.counters.due, 600u / 8 + 400u / 4) << n;
    }
  }
}

TEST(CrowdScheduleJob, without_a_free_slot_an_instance_stays_at_the_full_rate) {
  Timeline t(3, 1);
  t.chosen = {2, 2, 2};
  const auto still = [](std::uint32_t, std::uint32_t) { return 0.0; };
  for (int i = 0; i < 10; ++i) {
    t.frame(still);
    EXPECT_EQ(t.counters.slots_held, 1u);
    EXPECT_EQ(t.counters.without_slot, 2u);
    EXPECT_GE(t.counters.due, 2u);
    EXPECT_EQ(t.counters.interpolated, 1u);
  }
  // The first instance leaves the crowd, and a different one gets its slot.
  t.slots.release(t.paces[0]);
  t.slots.release(t.paces[0]);  // a second release has no effect
  EXPECT_EQ(t.slots.free_count, 1u);
  t.chosen[0] = 0;
  t.frame(still);
  EXPECT_EQ(t.counters.slots_held, 1u);
  EXPECT_EQ(t.counters.without_slot, 1u);
  EXPECT_NE(t.paces[1].slot, kNone);
}

TEST(CrowdScheduleJob, after_a_gap_an_instance_starts_from_scratch) {
  Timeline t(1, 1);
  t.chosen[0] = 3;
  const auto moving = [](std::uint32_t, std::uint32_t moment) { return 1.0 * moment; };
  for (int i = 0; i < 12; ++i) t.frame(moving);
  t.job.frame += 3;  // off screen, therefore not scheduled
  t.frame(moving);
  ASSERT_EQ(t.counters.due, 1u);
  EXPECT_EQ(t.lead_frames[0], 0u);
  EXPECT_EQ(t.shown(0), static_cast<float>(t.job.frame - 1));
  EXPECT_EQ(t.counters.slots_held, 1u);
  for (int i = 0; i < 20; ++i) {
    t.frame(moving);
    EXPECT_NEAR(t.shown(0), static_cast<float>(t.job.frame - 1), 1e-5);
  }
}

// The complete loop under overload. The cost of a frame is that of the work done by the schedule. When many
// instances change to lower rates at once, the cost exceeds the plan for two frames. The budget must not
// conclude that the machine became slower.
TEST(CrowdScheduleJob, the_budget_uses_the_work_done_not_the_work_planned) {
  constexpr std::uint32_t kCount = 2000;
  constexpr double kUnit_s = 1e-6;
  Timeline t(kCount, kCount);
  t.levels = {{0, 1, 8, 16}, {0, 2, 8, 8, 0.5f}, {0, 4, 8, 4, 0.5f}, {0, 8, 8, 0, 0.5f}};
  t.job.levels = t.levels;
  Random random(6);
  std::vector<float> importances;
  for (std::uint32_t i = 0; i < kCount; ++i) importances.push_back(random.number(16, 256));
  CrowdCounters plan;
  CrowdBudgetJob budget{t.levels, importances, 0.02, 0, 0, t.chosen, &plan};
  const auto frame = [&](double seconds_per_unit) {
    ASSERT_EQ(budget.run(), Status::ok);
    t.frame([](std::uint32_t, std::uint32_t) { return 0.0; });
    std::uint32_t mixing = 0;  // instances with an interval above 1
    for (std::uint32_t i = 0; i < kCount; ++i) mixing += t.paces[i].slot != kNone && t.chosen[i] != 0;
    EXPECT_EQ(t.counters.units, 8.0 * t.counters.due + 0.5 * mixing);
    budget.last_units = t.counters.units;
    budget.last_cost_s = t.counters.units * seconds_per_unit;
  };
  for (int i = 0; i < 4; ++i) frame(kUnit_s);  // 16 ms
  EXPECT_EQ(plan.instances[0], kCount);
  frame(3 * kUnit_s);  // 48 ms
  EXPECT_GT(budget.last_cost_s, budget.budget_s);
  frame(3 * kUnit_s);
  const int step = plan.factor_step;
  EXPECT_LT(step, 0);
  EXPECT_LE(plan.estimated_s, budget.budget_s);
  EXPECT_GT(plan.estimated_s, 0.7 * budget.budget_s);
  EXPECT_LE(budget.last_cost_s, 1.1 * 0.048);  // all instances were evaluated again and interpolated
  for (int i = 0; i < 30; ++i) {
    frame(3 * kUnit_s);
    EXPECT_GE(plan.factor_step, step) << i;  // does not fall further
    if (i > 2) {
      EXPECT_LE(budget.last_cost_s, 1.02 * budget.budget_s) << i;  // turns differ by one instance per level
    }
  }
}

// --- with poses -----------------------------------------------------------------------------------------

// Joints that swing by 0.5 rad once per second, each 0.5 below the previous one.
ClipSource swing(std::uint32_t joints) {
  ClipSource source = still_clip(joints, 61, 60);
  source.header.flags = kClipLoops;
  source.parts[1].format = PartFormat::wide;
  source.parts[1].data = reserve_part(source, 4 * kLanes * 4);
  source.frames.resize(std::size_t{61} * stride_of(source));
  for (std::uint32_t frame = 0; frame < 61; ++frame)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const double angle_rad = 0.5 * portable_sin(2 * std::numbers::pi * frame / 60 + lane);
      const Quat q = lane < joints ? from_axis_angle(Vec3{0, 0, 1}, static_cast<float>(angle_rad)) : Quat{};
      const float numbers[] = {q.x, q.y, q.z, q.w};
      for (std::uint32_t row = 0; row < 4; ++row)
        std::memcpy(source.frames.data() + frame * stride_of(source) + 4 * (row * kLanes + lane),
                    &numbers[row], 4);
    }
  return source;
}

// 24 instances of a chain of four joints, at 60 frames per second.
struct Swings {
  static constexpr std::uint32_t kCount = 24, kJoints = 4;
  static constexpr float kDt_s = 1.0f / 60;
  std::vector<SoaTransform> rest = identity_pose(kJoints);
  std::vector<std::uint16_t> parents = {kNone16, 0, 1, 2};
  std::vector<std::uint32_t> lods = {kJoints, kJoints};
  Skeleton skeleton;
  Packed<ClipView> clip = packed(swing(kJoints));
  CrowdRig rig;
  Timeline t{kCount, kCount};
  std::vector<PoseListEntry> layers{kCount};
  std::vector<Affine> matrices;
  AlignedBytes scratch;

  Swings() {
    for (std::uint32_t j = 0; j < kJoints; ++j) set(rest[0], j, {{0, -0.5f, 0}, {}, {1, 1, 1}});
    skeleton.parents = parents;
    skeleton.rest_pose = rest;
    skeleton.lod_joint_counts = lods;
    rig.skeleton = &skeleton;
    rig.clips = {&clip.view, 1};
    for (std::uint32_t i = 0; i < kCount; ++i) {
      t.instances[i].first_layer = i;
      t.instances[i].layer_count = 1;
      t.instances[i].first_output = i * kJoints;
    }
    t.job.rigs = {&rig, 1};
    t.job.first_slot_matrix = kCount * kJoints;
    t.job.slot_size = kJoints;
    matrices.resize(3 * kCount * kJoints);
    scratch = AlignedBytes(crowd_scratch_bytes({&rig, 1}));
  }

  // Runs the complete sequence of jobs, as documented in the header. Instances have different phases.
  void frame() {
    ASSERT_EQ(t.job.run(), Status::ok);
    for (std::uint32_t i = 0; i < t.counters.due; ++i) {
      const std::uint32_t instance = t.due_indices[i];
      layers[instance].time_s =
          kDt_s * static_cast<float>(t.job.frame + t.lead_frames[i]) + 0.1f * static_cast<float>(instance);
    }
    CrowdJob pose;
    pose.rigs = {&rig, 1};
    pose.instances = std::span(t.due).first(t.counters.due);
    pose.layers = layers;
    pose.out_matrices = matrices;
    pose.scratch = {scratch.data(), scratch.size()};
    ASSERT_EQ(pose.run(), Status::ok);
    const CrowdInterpolateJob mix{std::span(t.mixes).first(t.counters.interpolated), matrices, matrices};
    ASSERT_EQ(mix.run(), Status::ok);
    ++t.job.frame;
  }
  Vec3 position(std::uint32_t instance, std::uint32_t joint) const {
    const Affine& a = matrices[instance * kJoints + joint];
    return {a.m[0][3], a.m[1][3], a.m[2][3]};
  }
};

// Positions of all joints in all frames at a level.
std::vector<Vec3> positions_at(std::uint8_t level, std::uint32_t frames) {
  Swings s;
  std::fill(s.t.chosen.begin(), s.t.chosen.end(), level);
  std::vector<Vec3> positions;
  for (std::uint32_t n = 0; n < frames; ++n) {
    s.frame();
    for (std::uint32_t i = 0; i < s.kCount; ++i)
      for (std::uint32_t j = 0; j < s.kJoints; ++j) positions.push_back(s.position(i, j));
  }
  return positions;
}

// A straight line over k steps differs from a sequence by at most k^2 / 8 times the sequence's largest second
// difference. Here that is 0.025 for k = 4, which is 1.3 % of the chain's length of 2, and four times as much
// for k = 8.
TEST(CrowdScheduleJob, reduced_rates_stay_within_the_curvature_of_the_motion) {
  constexpr std::uint32_t kFrames = 90, kPerFrame = Swings::kCount * Swings::kJoints;
  const std::vector<Vec3> full = positions_at(0, kFrames);
  float bend = 0;
  for (std::size_t i = kPerFrame; i + kPerFrame < full.size(); ++i)
    bend = std::max(bend, length(full[i + kPerFrame] + full[i - kPerFrame] - full[i] * 2.0f));
  for (const std::uint8_t level : {1, 2, 3}) {
    const float interval = levels_of_rates()[level].update_interval;
    const std::vector<Vec3> reduced = positions_at(level, kFrames);
    float apart = 0;
    for (std::size_t i = 0; i < full.size(); ++i) apart = std::max(apart, length(reduced[i] - full[i]));
    EXPECT_LE(apart, interval * interval / 8 * bend + 1e-6f);
    EXPECT_GT(apart, 0);
    if (level == 2) {
      EXPECT_LE(apart, 0.025f);
    }
  }
}

TEST(CrowdScheduleJob, joints_move_no_faster_when_levels_change) {
  constexpr std::uint32_t kPerFrame = Swings::kCount * Swings::kJoints;
  const std::vector<Vec3> full = positions_at(0, 90);
  float fastest = 0;
  for (std::size_t i = kPerFrame; i < full.size(); ++i)
    fastest = std::max(fastest, length(full[i] - full[i - kPerFrame]));
  Swings s;
  Random random(8);
  std::vector<Vec3> before(kPerFrame);
  for (std::uint32_t n = 0; n < 400; ++n) {
    for (std::uint8_t& level : s.t.chosen)
      if (random.below(6) == 0) level = static_cast<std::uint8_t>(random.below(5));
    s.frame();
    for (std::uint32_t i = 0; i < kPerFrame; ++i) {
      const Vec3 now = s.position(i / s.kJoints, i % s.kJoints);
      if (n > 0) {
        ASSERT_LE(length(now - before[i]), fastest * 1.001f + 1e-6f) << "frame " << n;
      }
      before[i] = now;
    }
  }
}

}  // namespace
}  // namespace skelter::test

#include "skelter/crowd/crowd_interpolate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "crowd/internal/interpolate_plain.h"
#include "support/made_runtime.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

std::vector<Affine> random_matrices(std::size_t count, std::uint32_t seed) {
  Random random(seed);
  std::vector<Affine> made(count);
  for (Affine& a : made) a = random_affine(random);
  return made;
}

TEST(CrowdInterpolateJob, validity) {
  const std::vector<Affine> poses(10);
  std::vector<Affine> out(6);
  const auto status_of = [&](const CrowdMix& mix) {
    CrowdInterpolateJob job{{&mix, 1}, poses, out};
    EXPECT_EQ(job.run(), job.validate());
    return job.validate();
  };
  EXPECT_EQ(status_of({0, 5, 1, 5, 0.5f}), Status::ok);
  EXPECT_EQ(status_of({6, 5, 1, 5, 0.5f}), Status::invalid_argument);  // `from` is past the end
  EXPECT_EQ(status_of({0, 6, 1, 5, 0.5f}), Status::invalid_argument);  // `to` is past the end
  EXPECT_EQ(status_of({0, 5, 2, 5, 0.5f}), Status::invalid_argument);  // `output` is past the end
  // Indices must not wrap around.
  EXPECT_EQ(status_of({0xFFFFFFFF, 5, 1, 5, 0.5f}), Status::invalid_argument);
  for (const float ratio : {-0.01f, 1.01f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(status_of({0, 5, 1, 5, ratio}), Status::invalid_argument) << ratio;
  CrowdInterpolateJob job;
  EXPECT_EQ(job.run(), Status::ok);  // there is nothing to do
  job.tasks.workers = 0;
  EXPECT_EQ(job.run(), Status::invalid_argument);
  job.tasks = {1, nullptr, nullptr};
  EXPECT_EQ(job.run(), Status::invalid_argument);
}

TEST(CrowdInterpolateJob, a_quarter_of_the_way_by_hand) {
  Affine poses[2];
  poses[1].m[0][0] = 5;   // from 1
  poses[1].m[1][3] = 8;   // from 0
  poses[1].m[2][2] = -3;  // from 1
  for_each_target([&](std::int64_t) {
    Affine out;
    const CrowdMix mix{0, 1, 0, 1, 0.25f};
    ASSERT_EQ((CrowdInterpolateJob{{&mix, 1}, poses, {&out, 1}}).run(), Status::ok);
    const float want[3][4] = {{2, 0, 0, 0}, {0, 1, 0, 2}, {0, 0, 0, 0}};
    EXPECT_EQ(std::memcmp(out.m, want, sizeof(want)), 0);
  });
}

// There is one more rounding where products and sums are not fused: 1 unit in the last place of numbers up
// to 2.
TEST(CrowdInterpolateJob, the_plain_twin_agrees_and_both_ends_are_exact) {
  for (const std::uint32_t count : {1u, 2u, 3u, 8u, 67u}) {
    const std::vector<Affine> poses = random_matrices(2 * count, count);
    for_each_target([&](std::int64_t) {
      for (const float ratio : {0.0f, 0.1f, 0.5f, 0.875f, 1.0f}) {
        std::vector<Affine> out(count), plain(count);
        const CrowdMix mix{count, 0, 0, count, ratio};
        ASSERT_EQ((CrowdInterpolateJob{{&mix, 1}, poses, out}).run(), Status::ok);
        scalar::interpolate(&poses[count], &poses[0], ratio, count, plain.data());
        for (std::size_t i = 0; i < count; ++i)
          for (int e = 0; e < 12; ++e)
            ASSERT_NEAR(out[i].m[e / 4][e % 4], plain[i].m[e / 4][e % 4], 2.4e-7) << i << ", " << e;
        if (ratio == 0) {
          EXPECT_EQ(std::memcmp(out.data(), &poses[count], count * sizeof(Affine)), 0);
        }
        if (ratio == 1) {
          EXPECT_EQ(std::memcmp(out.data(), &poses[0], count * sizeof(Affine)), 0);
        }
      }
    });
  }
}

void run_backwards(void*, std::uint32_t count, TaskFunction function, void* context) {
  for (std::uint32_t i = count; i > 0; --i) function(context, i - 1, i % 3);
}

TEST(CrowdInterpolateJob, the_same_bits_in_any_order_and_in_one_memory) {
  constexpr std::uint32_t kCount = 300, kSize = 5;
  std::vector<Affine> all = random_matrices(3 * kCount * kSize, 5);
  std::vector<CrowdMix> mixes;
  Random random(6);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint32_t pair = kCount * kSize + 2 * i * kSize;
    mixes.push_back({pair, pair + kSize, i * kSize, kSize, random.number(0, 1)});
  }
  for_each_target([&](std::int64_t) {
    std::vector<Affine> want(kCount * kSize);
    ASSERT_EQ((CrowdInterpolateJob{mixes, all, want}).run(), Status::ok);
    CrowdInterpolateJob job{mixes, all, all};
    job.tasks = {3, run_backwards, nullptr};
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_EQ(std::memcmp(all.data(), want.data(), want.size() * sizeof(Affine)), 0);
    std::vector<Affine> alone(kCount * kSize);
    for (const CrowdMix& mix : mixes)
      ASSERT_EQ((CrowdInterpolateJob{{&mix, 1}, all, alone}).run(), Status::ok);
    EXPECT_EQ(std::memcmp(alone.data(), want.data(), want.size() * sizeof(Affine)), 0);
  });
}

// The error documented in the header: r (1 - cos(a / 2)) halfway between the poses.
TEST(CrowdInterpolateJob, rotations_come_too_near_by_as_much_as_stated) {
  struct Case {
    float angle_deg, share;
  };
  for (const Case& c : {Case{20, 0.0152f}, Case{45, 0.0761f}}) {
    Affine poses[2];
    const float angle = c.angle_deg * 3.14159265f / 180;
    poses[1].m[0][0] = poses[1].m[1][1] = std::cos(angle);
    poses[1].m[1][0] = std::sin(angle);
    poses[1].m[0][1] = -std::sin(angle);
    Affine out;
    const CrowdMix mix{0, 1, 0, 1, 0.5f};
    ASSERT_EQ((CrowdInterpolateJob{{&mix, 1}, poses, {&out, 1}}).run(), Status::ok);
    // Distance of the point (1, 0, 0) from the axis.
    EXPECT_NEAR(1 - std::hypot(out.m[0][0], out.m[1][0]), c.share, 1e-4);
  }
}

}  // namespace
}  // namespace skelter::test

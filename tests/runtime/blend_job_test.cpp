#include "skelter/runtime/blend_job.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/internal/packed.h"
#include "runtime/internal/scalar_kernels.h"
#include "support/made_runtime.h"
#include "support/pose_compare.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

using Pose = std::vector<SoaTransform>;

struct Blend {
  Random random;
  std::uint32_t joints;
  Packed<Skeleton> skeleton;
  Pose a, b, c, out;

  Blend(std::uint32_t joint_count, std::uint32_t seed)
      : random(seed),
        joints(joint_count),
        skeleton(random_skeleton(joints, random)),
        a(random_pose(joints, random)),
        b(random_pose(joints, random)),
        c(random_pose(joints, random)),
        out(a.size()) {}

  std::vector<float> mask(float weight) const { return std::vector<float>(kLanes * a.size(), weight); }
  std::vector<float> random_mask() {
    std::vector<float> weights = mask(0);
    for (float& w : weights) w = random.below(3) == 0 ? 0 : random.number(0, 1);
    return weights;
  }
  BlendJob job(std::span<const BlendLayer> layers, std::span<const BlendLayer> additive = {}) {
    BlendJob j;
    j.skeleton = &skeleton.view;
    j.layers = layers;
    j.additive_layers = additive;
    j.out_local_pose = out;
    return j;
  }
};

TEST(BlendJob, validity) {
  Blend s(9, 1);
  const std::vector<float> mask = s.mask(1);
  const BlendLayer layers[] = {{s.a, 1, {}}, {s.b, 0.5f, mask}};
  const BlendJob good = s.job(layers);
  EXPECT_EQ(good.validate(), Status::ok);
  {  // No skeleton.
    BlendJob job = good;
    job.skeleton = nullptr;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    EXPECT_EQ(job.run(), Status::invalid_argument);
  }
  {  // No layers at all: the rest pose.
    BlendJob job = good;
    job.layers = {};
    EXPECT_EQ(job.validate(), Status::ok);
  }
  {  // Thresholds have to be above 0, with a finite inverse.
    for (const float threshold : {0.0f, -1.0f, 1e-40f, std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()}) {
      BlendJob job = good;
      job.threshold = threshold;
      EXPECT_EQ(job.validate(), Status::invalid_argument) << threshold;
    }
  }
  {  // Output that is too small for the result.
    BlendJob job = good;
    job.out_local_pose = job.out_local_pose.first(1);
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    job.block_count = 1;  // enough for one block
    EXPECT_EQ(job.validate(), Status::ok);
  }
  {  // More blocks than the skeleton has.
    BlendJob job = good;
    job.block_count = 3;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // A pose that is too short.
    const BlendLayer shorter[] = {{std::span(s.a).first(1), 1, {}}};
    EXPECT_EQ(s.job(shorter).validate(), Status::invalid_argument);
    EXPECT_EQ(s.job(layers, shorter).validate(), Status::invalid_argument);
  }
  {  // A mask that is too short.
    const BlendLayer shorter[] = {{s.a, 1, std::span(mask).first(15)}};
    EXPECT_EQ(s.job(shorter).validate(), Status::invalid_argument);
    EXPECT_EQ(s.job(layers, shorter).validate(), Status::invalid_argument);
  }
  {  // Negative weights are only for additive layers.
    const BlendLayer negative[] = {{s.a, -0.5f, {}}};
    EXPECT_EQ(s.job(negative).validate(), Status::invalid_argument);
    EXPECT_EQ(s.job(layers, negative).validate(), Status::ok);
  }
  {  // Weights that are not numbers.
    const BlendLayer infinite[] = {{s.a, std::numeric_limits<float>::infinity(), {}}};
    EXPECT_EQ(s.job(infinite).validate(), Status::invalid_argument);
    EXPECT_EQ(s.job(layers, infinite).validate(), Status::invalid_argument);
  }
}

// Equal except for the rounding of one normalisation.
TEST(BlendJob, one_layer_alone_gives_its_pose) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 2);
    for_each_target([&](std::int64_t) {
      for (const float weight : {1.0f, 0.3f, 20.0f}) {
        const BlendLayer layers[] = {{s.a, weight, {}}, {s.b, 0, {}}};
        ASSERT_EQ(s.job(layers).run(), Status::ok);
        expect_same_pose(s.out, s.a, joints, 5e-7);
      }
    });
  }
}

TEST(BlendJob, joints_masked_out_follow_the_other_layer_on_its_own_side) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 3);
    std::vector<float> mask = s.mask(1);
    for (std::uint32_t joint = 0; joint < joints; joint += 2) mask[joint] = 0;
    const BlendLayer layers[] = {{s.a, 0.5f, mask}, {s.b, 0.5f, {}}, {s.c, 0.5f, mask}};
    for_each_target([&](std::int64_t) {
      ASSERT_EQ(s.job(layers).run(), Status::ok);
      for (std::uint32_t joint = 0; joint < joints; ++joint) {
        const Transform got = get(s.out[joint / 8], joint % 8), other = get(s.b[joint / 8], joint % 8);
        if (joint % 2 == 0)
          ASSERT_LE(distance(got, other), 5e-7) << joint;
        else
          ASSERT_GT(distance_of_motion(got, other), 1e-3) << joint;
      }
    });
  }
}

// Worked out by hand: quarter turns about z, mixed 3 to 1. One of the quaternions has the opposite sign.
TEST(BlendJob, weights_are_relative_and_rotations_on_one_side) {
  Blend s(9, 4);
  Pose a = identity_pose(9), b = identity_pose(9);
  const float half = std::sqrt(0.5f);
  set(b[1], 0, {{4, 8, -4}, {0, 0, -half, -half}, {3, 1, -1}});
  const BlendLayer layers[] = {{a, 1.5f, {}}, {b, 0.5f, {}}};
  for_each_target([&](std::int64_t) {
    ASSERT_EQ(s.job(layers).run(), Status::ok);
    const Transform got = get(s.out[1], 0);
    EXPECT_NEAR(got.translation.x, 1, 1e-6);
    EXPECT_NEAR(got.translation.y, 2, 1e-6);
    EXPECT_NEAR(got.scale.x, 1.5, 1e-6);
    EXPECT_NEAR(got.scale.z, 0.5, 1e-6);
    // 0.75 (0, 1) + 0.25 (h, h), normalised.
    const double z = 0.25 * half, w = 0.75 + 0.25 * half, l = std::sqrt(z * z + w * w);
    EXPECT_NEAR(got.rotation.z, z / l, 1e-6);
    EXPECT_NEAR(got.rotation.w, w / l, 1e-6);
  });
}

Quat turn_about_z(double degrees) {
  const double half_rad = degrees / 360 * std::numbers::pi;
  return {0, 0, static_cast<float>(std::sin(half_rad)), static_cast<float>(std::cos(half_rad))};
}

// The angle from 0 to 360, whatever the sign of the quaternion is.
double angle_about_z(const Quat& q) {
  const double degrees = std::atan2(double{q.z}, double{q.w}) / std::numbers::pi * 360;
  return degrees < 0 ? degrees + 360 : degrees;
}

// Worked out by hand: rotations by 0, 170 and 190 degrees with the weights w, (1 - w) / 2 and (1 - w) / 2.
// The half angles are 0, 85 and 95, so the sum is ((1 - w) sin 85, w). A layer that fades out must not
// determine the signs of the others until it is gone. In a different order of the layers, the small one may
// turn the sum the other way round.
TEST(BlendJob, a_layer_that_fades_out_does_not_turn_the_others_around) {
  Blend s(9, 16);
  const auto turned = [](double degrees, float side) {
    Pose pose = identity_pose(9);
    const Quat q = turn_about_z(degrees);
    for (std::uint32_t j = 0; j < 9; ++j) set(pose[j / 8], j % 8, {{}, {0, 0, side * q.z, side * q.w}});
    return pose;
  };
  for (const float weight : {0.5f, 0.1f, 0.001f, 1e-4f, 1e-8f, 1e-30f, 0.0f})
    for (const float side : {1.0f, -1.0f}) {
      const Pose poses[] = {turned(0, 1), turned(170, side), turned(190, 1)};
      const float weights[] = {weight, (1 - weight) / 2, (1 - weight) / 2};
      const double sine = (1 - double{weight}) * std::sin(85 / 180.0 * std::numbers::pi);
      const double want = std::atan2(sine, double{weight}) / std::numbers::pi * 360;
      if (weight == 0.001f) {
        EXPECT_NEAR(want, 179.885, 5e-4);
      }
      const auto expect_angle = [&](const BlendJob& job, double off) {
        EXPECT_NEAR(angle_about_z(get(s.out[1], 0).rotation), want, off) << weight << ", side " << side;
        scalar::blend_blocks(job);
        EXPECT_NEAR(angle_about_z(get(s.out[1], 0).rotation), want, off) << weight << ", plain, " << side;
      };
      for_each_target([&](std::int64_t) {
        for (std::size_t first = 0; first < (weight < 0.01f ? 3u : 1u); ++first) {
          BlendLayer layers[3], masked[3];  // `masked` has the same weights, from masks
          std::vector<float> masks[3];
          for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t which = (first + i) % 3;
            masks[i] = s.mask(weights[which]);
            layers[i] = {poses[which], weights[which], {}};
            masked[i] = {poses[which], 1, masks[i]};
          }
          for (const auto mix : {std::span<const BlendLayer>(layers), std::span<const BlendLayer>(masked)}) {
            const BlendJob job = s.job(mix);
            ASSERT_EQ(job.run(), Status::ok);
            expect_angle(job, first == 0 ? 1e-3 : 250 * double{weight} + 1e-3);
          }
        }
      });
    }
}

TEST(BlendJob, the_rest_pose_fills_in_below_the_threshold) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 5);
    const Pose rest(s.skeleton.view.rest_pose.begin(), s.skeleton.view.rest_pose.end());
    for_each_target([&](std::int64_t) {
      // No layers.
      ASSERT_EQ(s.job({}).run(), Status::ok);
      expect_same_pose(s.out, rest, joints, 5e-7);
      // All joints are masked out.
      const std::vector<float> nothing = s.mask(0);
      const BlendLayer masked[] = {{s.a, 1, nothing}};
      ASSERT_EQ(s.job(masked).run(), Status::ok);
      expect_same_pose(s.out, rest, joints, 5e-7);
      // At a quarter of the threshold, the result is the same as with a layer of the rest pose with the other
      // three quarters.
      const BlendLayer weak[] = {{s.a, 0.1f, {}}};
      BlendJob job = s.job(weak);
      job.threshold = 0.4f;
      ASSERT_EQ(job.run(), Status::ok);
      const Pose filled = s.out;
      const BlendLayer both[] = {{s.a, 0.25f, {}}, {rest, 0.75f, {}}};
      ASSERT_EQ(s.job(both).run(), Status::ok);
      expect_same_pose(filled, s.out, joints, 2e-6);
      // At the threshold, the rest pose does not contribute.
      const BlendLayer strong[] = {{s.a, 0.4f, {}}};
      job.layers = strong;
      ASSERT_EQ(job.run(), Status::ok);
      expect_same_pose(s.out, s.a, joints, 5e-7);
    });
  }
}

// The rounding of about ten operations on numbers up to 4, and a few times that where rotations nearly
// cancel.
TEST(BlendJob, the_plain_twin_agrees_on_every_target) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 6);
    for (int round = 0; round < 10; ++round) {
      const std::vector<float> m1 = s.random_mask(), m2 = s.random_mask(), m3 = s.random_mask();
      const BlendLayer layers[] = {
          {s.a, s.random.number(0, 1), round % 2 == 0 ? std::span<const float>() : m1},
          {s.b, s.random.number(0, 1), {}},
          {s.c, s.random.number(0, 1), round % 3 == 0 ? std::span<const float>() : m2}};
      const BlendLayer additive[] = {{s.b, s.random.number(-1, 1), m3}, {s.c, s.random.number(-1, 1), {}}};
      const auto some = static_cast<std::size_t>(round % 4);
      BlendJob job = s.job(std::span(layers).first(some), std::span(additive).first(some % 3));
      job.threshold = 0.2f;
      Pose plain(s.out.size());
      BlendJob plain_job = job;
      plain_job.out_local_pose = plain;
      scalar::blend_blocks(plain_job);
      for_each_target([&](std::int64_t) {
        ASSERT_EQ(job.run(), Status::ok);
        for (std::uint32_t joint = 0; joint < joints; ++joint) {
          const Transform got = get(s.out[joint / 8], joint % 8), want = get(plain[joint / 8], joint % 8);
          ASSERT_LE(distance(got, want), 2e-5) << joint << " of " << joints << ", round " << round;
        }
      });
    }
  }
}

// Two layers without anything else use a special code path.
TEST(BlendJob, two_layers_alone_agree_with_the_plain_twin) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 14);
    for (int round = 0; round < 12; ++round) {
      const std::vector<float> m1 = s.random_mask(), m2 = s.random_mask();
      const float w0 = round == 11 ? 0 : s.random.number(0, 1);
      const BlendLayer layers[] = {
          {s.a, w0, round % 2 == 0 ? std::span<const float>() : m1},
          {s.b, s.random.number(0, 1), round % 3 == 0 ? std::span<const float>() : m2}};
      BlendJob job = s.job(layers);
      job.threshold = round < 6 ? 1e-6f : 0.2f;
      Pose plain(s.out.size());
      BlendJob plain_job = job;
      plain_job.out_local_pose = plain;
      scalar::blend_blocks(plain_job);
      for_each_target([&](std::int64_t) {
        ASSERT_EQ(job.run(), Status::ok);
        expect_same_motion(s.out, plain, joints, 2e-6);
      });
    }
  }
}

TEST(BlendJob, the_result_may_lie_in_either_of_two_layers) {
  Blend s(67, 15);
  const BlendLayer outside[] = {{s.a, 0.6f, {}}, {s.b, 0.3f, {}}};
  for_each_target([&](std::int64_t) {
    ASSERT_EQ(s.job(outside).run(), Status::ok);
    Pose a = s.a, b = s.b;
    const BlendLayer into_a[] = {{a, 0.6f, {}}, {s.b, 0.3f, {}}}, into_b[] = {{s.a, 0.6f, {}}, {b, 0.3f, {}}};
    BlendJob job = s.job(into_a);
    job.out_local_pose = a;
    ASSERT_EQ(job.run(), Status::ok);
    job = s.job(into_b);
    job.out_local_pose = b;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_EQ(std::memcmp(a.data(), s.out.data(), a.size() * sizeof(SoaTransform)), 0);
    EXPECT_EQ(std::memcmp(b.data(), s.out.data(), b.size() * sizeof(SoaTransform)), 0);
  });
}

TEST(BlendJob, the_result_may_lie_in_any_layer) {
  Blend s(67, 7);
  const std::vector<float> mask = s.random_mask();
  for_each_target([&](std::int64_t) {
    const auto layers_of = [&](Pose& a, Pose& b, Pose& c) {
      return std::array<BlendLayer, 3>{BlendLayer{a, 0.6f, mask}, BlendLayer{b, 0.4f, {}},
                                       BlendLayer{c, 0.5f, {}}};
    };
    const auto outside = layers_of(s.a, s.b, s.c);
    BlendJob job = s.job(std::span(outside).first(2), std::span(outside).last(1));
    ASSERT_EQ(job.run(), Status::ok);
    const Pose want = s.out;
    for (int which = 0; which < 3; ++which) {
      Pose a = s.a, b = s.b, c = s.c;
      const auto inside = layers_of(a, b, c);
      job = s.job(std::span(inside).first(2), std::span(inside).last(1));
      Pose& target = which == 0 ? a : which == 1 ? b : c;
      job.out_local_pose = target;
      ASSERT_EQ(job.run(), Status::ok);
      EXPECT_EQ(std::memcmp(target.data(), want.data(), want.size() * sizeof(SoaTransform)), 0) << which;
    }
  });
}

TEST(BlendJob, only_the_blocks_asked_for_are_written) {
  Blend s(67, 8);
  const BlendLayer layers[] = {{s.a, 0.5f, {}}, {s.b, 0.5f, {}}};
  for_each_target([&](std::int64_t) {
    SoaTransform mark{};
    s.out.assign(s.out.size(), mark);
    BlendJob job = s.job(layers);
    job.block_count = 2;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_NEAR(length(get(s.out[1], 7).rotation), 1, 1e-6);
    EXPECT_EQ(std::memcmp(&s.out[2], &mark, sizeof(mark)), 0);
  });
}

TEST(BlendJob, zero_sums_and_opposite_rotations_give_no_infinities) {
  Blend s(9, 9);
  Pose a = identity_pose(9), b = identity_pose(9);
  for (std::uint32_t lane = 0; lane < 8; ++lane) set(b[0], lane, {{}, {1, 0, 0, 0}, {1, 1, 1}});
  Pose c = identity_pose(9);
  for (std::uint32_t lane = 0; lane < 8; ++lane) set(c[0], lane, {{}, {-1, 0, 0, 0}, {1, 1, 1}});
  for_each_target([&](std::int64_t) {
    // Half turns in opposite directions, both at right angles to the first.
    const BlendLayer layers[] = {{a, 1e-20f, {}}, {b, 1, {}}, {c, 1, {}}};
    ASSERT_EQ(s.job(layers).run(), Status::ok);
    for (std::uint32_t joint = 0; joint < 9; ++joint)
      EXPECT_NEAR(length(get(s.out[joint / 8], joint % 8).rotation), 1, 1e-6);
    // Tiny weights and a tiny threshold.
    const BlendLayer tiny[] = {{a, 1e-30f, {}}};
    BlendJob job = s.job(tiny);
    job.threshold = 1e-30f;
    ASSERT_EQ(job.run(), Status::ok);
    expect_same_pose(s.out, a, 9, 1e-6);
  });
}

TEST(PoseDifference, validity) {
  Blend s(9, 10);
  EXPECT_EQ(pose_difference(s.a, s.b, s.out), Status::ok);
  // A reference with a different size.
  EXPECT_EQ(pose_difference(s.a, std::span(s.b).first(1), s.out), Status::invalid_argument);
  // A result with a different size.
  EXPECT_EQ(pose_difference(s.a, s.b, std::span(s.out).first(1)), Status::invalid_argument);
  // Empty input is valid.
  EXPECT_EQ(pose_difference({}, {}, {}), Status::ok);
}

TEST(PoseDifference, a_difference_added_again_gives_the_pose) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 11);
    for_each_target([&](std::int64_t) {
      Pose difference(s.a.size());
      ASSERT_EQ(pose_difference(s.a, s.b, difference), Status::ok);
      const BlendLayer base[] = {{s.b, 1, {}}};
      const BlendLayer additive[] = {{difference, 1, {}}};
      ASSERT_EQ(s.job(base, additive).run(), Status::ok);
      expect_same_motion(s.out, s.a, joints, 3e-6);
      // With weight 0, nothing changes, and joints that are masked out do not change either.
      const std::vector<float> nothing = s.mask(0);
      const BlendLayer none[] = {{difference, 0, {}}, {difference, 1, nothing}};
      ASSERT_EQ(s.job(base, none).run(), Status::ok);
      expect_same_pose(s.out, s.b, joints, 1e-6);
    });
  }
}

TEST(PoseDifference, the_plain_twin_agrees_and_aliases_are_allowed) {
  for (const std::uint32_t joints : kJointCounts) {
    Blend s(joints, 12);
    set(s.b[0], 0, {{1, 2, 3}, {}, {0, 2, 0}});
    Pose plain(s.a.size());
    scalar::difference_blocks(s.a, s.b, plain);
    EXPECT_EQ(get(plain[0], 0).scale.x, 1);
    for_each_target([&](std::int64_t) {
      ASSERT_EQ(pose_difference(s.a, s.b, s.out), Status::ok);
      expect_same_pose(s.out, plain, joints, 2e-6);
      EXPECT_EQ(get(s.out[0], 0).scale.x, 1);
      Pose pose = s.a, reference = s.b;
      ASSERT_EQ(pose_difference(pose, s.b, pose), Status::ok);
      ASSERT_EQ(pose_difference(s.a, reference, reference), Status::ok);
      EXPECT_EQ(std::memcmp(pose.data(), s.out.data(), pose.size() * sizeof(SoaTransform)), 0);
      EXPECT_EQ(std::memcmp(reference.data(), s.out.data(), pose.size() * sizeof(SoaTransform)), 0);
    });
  }
}

// Worked out by hand: half of a quarter turn is nlerp(identity, (0, 0, h, h), 0.5). Subtracting removes it
// again.
TEST(BlendJob, additive_layers_add_a_part_of_their_difference) {
  Blend s(1, 13);
  const Pose base = identity_pose(1);
  Pose difference = identity_pose(1);
  const float half = std::sqrt(0.5f);
  set(difference[0], 0, {{2, 0, -4}, {0, 0, -half, -half}, {3, 1, 1}});
  const BlendLayer layers[] = {{base, 1, {}}};
  for_each_target([&](std::int64_t) {
    for (const float sign : {1.0f, -1.0f}) {
      const BlendLayer additive[] = {{difference, 0.5f * sign, {}}};
      ASSERT_EQ(s.job(layers, additive).run(), Status::ok);
      const Transform got = get(s.out[0], 0);
      EXPECT_NEAR(got.translation.x, sign, 1e-6);
      EXPECT_NEAR(got.translation.z, -2 * sign, 1e-6);
      EXPECT_NEAR(got.scale.x, sign > 0 ? 2 : 0, 1e-6);
      const double z = 0.5 * sign * half, w = 1 - 0.5 * sign * (1 - half), l = std::sqrt(z * z + w * w);
      EXPECT_NEAR(got.rotation.z, z / l, 1e-6);
      EXPECT_NEAR(got.rotation.w, w / l, 1e-6);
    }
  });
}

}  // namespace
}  // namespace skelter::test

#include "skelter/runtime/local_to_model_job.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/internal/packed.h"
#include "runtime/internal/scalar_kernels.h"
#include "support/made_runtime.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

struct Character {
  Random random;
  Packed<Skeleton> skeleton;
  std::vector<SoaTransform> pose;
  std::vector<Affine> out;
  LocalToModelJob job;

  Character(std::uint32_t joints, std::uint32_t seed)
      : random(seed),
        skeleton(random_skeleton(joints, random)),
        pose(random_pose(joints, random)),
        out(joints) {
    // Scales below 1.1, so that the matrices of deep chains do not become too large for the tolerances.
    for (SoaTransform& block : pose)
      for (std::size_t row = 7; row < 10; ++row)
        for (float& scale : block.rows[row]) scale = std::clamp(scale, -1.1f, 1.1f);
    job.skeleton = &skeleton.view;
    job.local_pose = pose;
    job.model_from_root = random_affine(random);
    job.out_model_from_joint = out;
  }
};

// Reference in double precision: multiplies matrices down the hierarchy.
std::vector<Mat4d> model_matrices(const Character& c) {
  std::vector<Mat4d> model;
  for (std::uint32_t joint = 0; joint < c.skeleton.view.joint_count(); ++joint) {
    const Transform t = get(c.pose[joint / kLanes], joint % kLanes);
    const Transformd local{{t.translation.x, t.translation.y, t.translation.z},
                           to_double(t.rotation),
                           {t.scale.x, t.scale.y, t.scale.z}};
    const std::uint16_t parent = c.skeleton.view.parents[joint];
    model.push_back((parent == kNone16 ? to_double(to_mat4(c.job.model_from_root)) : model[parent]) *
                    to_mat4(local));
  }
  return model;
}

double largest_element(const Mat4d& matrix) {
  double largest = 1;
  for (const double e : matrix.m) largest = std::max(largest, std::abs(e));
  return largest;
}

TEST(LocalToModelJob, validity) {
  Character c(9, 1);
  EXPECT_EQ(c.job.validate(), Status::ok);
  {  // No skeleton.
    LocalToModelJob job = c.job;
    job.skeleton = nullptr;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    EXPECT_EQ(job.run(), Status::invalid_argument);
  }
  {  // {  // One block too few.
    LocalToModelJob job = c.job;
    job.local_pose = job.local_pose.first(1);
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    job.end = 8;  // enough for the first eight joints
    EXPECT_EQ(job.validate(), Status::ok);
  }
  {  // {  // One matrix too few.
    LocalToModelJob job = c.job;
    job.out_model_from_joint = job.out_model_from_joint.first(8);
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    job.end = 8;
    EXPECT_EQ(job.validate(), Status::ok);
  }
  {  // {  // Ranges past the joints, and reversed ranges.
    LocalToModelJob job = c.job;
    job.end = 10;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    job.end = 3;
    job.begin = 4;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // An empty range is valid and does nothing.
    LocalToModelJob job = c.job;
    job.begin = job.end = 4;
    c.out.assign(9, Affine{});
    EXPECT_EQ(job.run(), Status::ok);
    EXPECT_EQ(c.out[4].m[0][3], 0);
  }
}

// Worked out by hand: a root moved by 1 along x, rotated by a quarter turn about z and scaled by 2; a child 3
// along its x.
TEST(LocalToModelJob, a_child_follows_its_parent) {
  const std::uint16_t parents[] = {kNone16, 0};
  const std::vector<SoaTransform> rest = identity_pose(2);
  Skeleton skeleton;
  skeleton.parents = parents;
  skeleton.rest_pose = rest;
  std::vector<SoaTransform> pose = identity_pose(2);
  set(pose[0], 0, {{1, 0, 0}, {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)}, {2, 2, 2}});
  set(pose[0], 1, {{3, 0, 0}, {}, {1, 1, -1}});
  for_each_target([&](std::int64_t) {
    Affine out[2];
    LocalToModelJob job;
    job.skeleton = &skeleton;
    job.local_pose = pose;
    job.model_from_root.m[2][3] = 5;  // up the z axis
    job.out_model_from_joint = out;
    ASSERT_EQ(job.run(), Status::ok);
    const float want[3][4] = {{0, -2, 0, 1}, {2, 0, 0, 6}, {0, 0, -2, 5}};
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        EXPECT_NEAR(out[1].m[row][column], want[row][column], 1e-6) << row << ", " << column;
  });
}

// Rounding grows with the depth and with the size of the numbers: 2^-23 for each of about ten steps per
// level, relative to the largest element. 5e-6 was never reached with 130 joints and any seed tried.
TEST(LocalToModelJob, matrices_are_those_of_doubles_and_of_the_plain_twin_on_every_target) {
  for (const std::uint32_t joints : kJointCounts) {
    Character c(joints, 10 + joints);
    const std::vector<Mat4d> want = model_matrices(c);
    double largest = 1;
    for (const Mat4d& m : want) largest = std::max(largest, largest_element(m));
    std::vector<Affine> plain(joints);
    LocalToModelJob plain_job = c.job;
    plain_job.out_model_from_joint = plain;
    scalar::local_to_model(plain_job);
    for_each_target([&](std::int64_t) {
      c.out.assign(joints, Affine{});
      ASSERT_EQ(c.job.run(), Status::ok);
      for (std::uint32_t joint = 0; joint < joints; ++joint)
        for (std::size_t row = 0; row < 3; ++row)
          for (std::size_t column = 0; column < 4; ++column) {
            ASSERT_NEAR(c.out[joint].m[row][column], want[joint](row, column), 5e-6 * largest)
                << "joint " << joint << " of " << joints;
            ASSERT_NEAR(c.out[joint].m[row][column], plain[joint].m[row][column], 5e-6 * largest);
          }
    });
  }
}

TEST(LocalToModelJob, any_range_gives_the_bits_of_the_whole) {
  for (const std::uint32_t joints : kJointCounts) {
    Character c(joints, 20 + joints);
    for_each_target([&](std::int64_t) {
      ASSERT_EQ(c.job.run(), Status::ok);
      const std::vector<Affine> whole = c.out;
      for (int round = 0; round < 20; ++round) {
        LocalToModelJob job = c.job;
        job.begin = c.random.below(joints);
        job.end = job.begin + 1 + c.random.below(joints - job.begin);
        // Old values in the range are overwritten; values outside it do not change.
        Affine mark;
        mark.m[0][0] = -77;
        for (std::uint32_t joint = job.begin; joint < job.end; ++joint) c.out[joint] = mark;
        ASSERT_EQ(job.run(), Status::ok);
        ASSERT_EQ(std::memcmp(c.out.data(), whole.data(), joints * sizeof(Affine)), 0)
            << job.begin << " to " << job.end << " of " << joints;
      }
      // Nothing is written after the end of the range.
      if (joints < 2) return;
      LocalToModelJob job = c.job;
      job.end = joints - 1;
      c.out[joints - 1].m[0][0] = -77;
      ASSERT_EQ(job.run(), Status::ok);
      EXPECT_EQ(c.out[joints - 1].m[0][0], -77);
    });
  }
}

}  // namespace
}  // namespace skelter::test

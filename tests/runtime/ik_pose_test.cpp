#include "skelter/runtime/ik_pose.h"

#include <gtest/gtest.h>

#include <cstring>

#include "ik_rig.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::IkRig;
using test::near;
using test::RandomIk;

IkRig ten_joints() {
  IkRig rig;
  RandomIk random(2);
  for (int i = 0; i < 10; ++i) rig.add(kNone16, random.transform(1));
  return rig;
}

TEST(RotateJoint, puts_the_correction_before_the_local_rotation_of_that_joint_only) {
  IkRig rig = ten_joints();
  const std::vector<SoaTransform> before = rig.local_pose;
  const Quat correction = normalized(Quat{0.1f, 0.7f, -0.2f, 0.4f});
  rotate_joint(rig.local_pose, 9, correction);
  for (std::uint32_t joint = 0; joint < 16; ++joint) {
    const Transform was = get(before[joint / 8], joint % 8), is = get(rig.local_pose[joint / 8], joint % 8);
    if (joint != 9) {
      EXPECT_EQ(is, was) << joint;
      continue;
    }
    EXPECT_EQ(is.translation, was.translation);
    EXPECT_EQ(is.scale, was.scale);
    const Mat3d expected = to_mat3(to_double(correction)) * to_mat3(to_double(was.rotation));
    EXPECT_TRUE(near(to_mat3(to_double(is.rotation)), expected, 1e-6));
  }
}

TEST(RotateJoint, stays_unit_over_many_turns) {
  IkRig rig = ten_joints();
  for (int i = 0; i < 10000; ++i) rotate_joint(rig.local_pose, 3, {0.6f, 0, 0.8f, 0.001f});
  EXPECT_TRUE(test::is_unit(get(rig.local_pose[0], 3).rotation));
}

TEST(RotateJoint, the_identity_changes_no_bit) {
  IkRig rig = ten_joints();
  const std::vector<SoaTransform> before = rig.local_pose;
  for (std::uint16_t joint = 0; joint < 10; ++joint) rotate_joint(rig.local_pose, joint, {});
  EXPECT_EQ(std::memcmp(before.data(), rig.local_pose.data(), sizeof(SoaTransform) * before.size()), 0);
}

}  // namespace
}  // namespace skelter

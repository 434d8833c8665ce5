#include "skelter/runtime/aim_ik.h"

#include <gtest/gtest.h>

#include "ik_rig.h"
#include "support/near.h"
#include "support/numbers.h"

namespace skelter {
namespace {

using test::IkRig;
using test::is_unit;
using test::mirrored;
using test::near;
using test::RandomIk;

AimIkJob job_for(IkRig& rig, IkResult& result, std::uint16_t joint, const Vec3& target) {
  AimIkJob job;
  job.pose = rig.pose();
  job.joint = joint;
  job.target_model = target;
  job.out_result = &result;
  return job;
}

bool solve(IkRig& rig, const AimIkJob& job) {
  EXPECT_EQ(job.run(), Status::ok);
  EXPECT_TRUE(is_unit(job.out_result->correction));
  rig.rotate(job.joint, job.out_result->correction);
  return job.out_result->reached;
}

IkRig one_joint(const Vec3& at) {
  IkRig rig;
  rig.add(kNone16, {at, {}, {1, 1, 1}});
  return rig;
}

// Distance of a point from the eye's ray. Behind the beginning of the ray, it is the distance from the
// beginning.
double distance_from_ray(const IkRig& rig, const AimIkJob& job, std::uint16_t eye) {
  const Mat4d model_from_eye = rig.model_from(eye);
  const Vec3d begin = transform_point(model_from_eye, to_double(job.offset_eye));
  const Vec3d forward = normalized(transform_direction(model_from_eye, to_double(job.forward_eye)));
  const Vec3d to_target = to_double(job.target_model) - begin;
  return length(to_target - forward * std::max(0.0, dot(to_target, forward)));
}

TEST(AimIk, turns_forward_onto_the_target_and_up_to_the_pole) {
  IkRig rig = one_joint({1, 2, 3});
  IkResult result;
  EXPECT_TRUE(solve(rig, job_for(rig, result, 0, {6, 2, 3})));
  // From +z to +x with +y up is a quarter turn about +y.
  EXPECT_TRUE(near(transform_direction(rig.model_from(0), Vec3d{0, 0, 1}), {1, 0, 0}, 1e-6));
  EXPECT_TRUE(near(transform_direction(rig.model_from(0), Vec3d{0, 1, 0}), {0, 1, 0}, 1e-6));
  EXPECT_TRUE(near(rig.at(0), {1, 2, 3}, 0));
}

TEST(AimIk, an_offset_ray_meets_the_target_not_the_joint) {
  // The ray starts 3 to the side of the joint, and the target is 5 away. By the 3-4-5 triangle, the eye sees
  // it 4 ahead.
  IkRig rig = one_joint({0, 0, 0});
  IkResult result;
  AimIkJob job = job_for(rig, result, 0, {0, 0, 5});
  job.offset_eye = {3, 0, 0};
  EXPECT_TRUE(solve(rig, job));
  EXPECT_TRUE(near(transform_point(rig.model_from(0), Vec3d{3, 0, 4}), {0, 0, 5}, 1e-6));
  EXPECT_TRUE(near(transform_direction(rig.model_from(0), Vec3d{0, 1, 0}), {0, 1, 0}, 1e-6));
}

TEST(AimIk, any_eye_below_any_joint_sees_any_target) {
  RandomIk random(3);
  for (int i = 0; i < 2000; ++i) {
    IkRig rig;
    rig.model_from_root = to_affine(to_mat4(random.transform(1)));
    const auto root = rig.add(kNone16, random.transform(1));
    const auto head = rig.add(root, random.transform(0.4));
    const auto eye = rig.add(rig.add(head, random.transform(0.3)), random.transform(0.2));
    IkResult result;
    AimIkJob job = job_for(rig, result, i % 3 == 0 ? root : head, {});
    job.eye = i % 5 == 0 ? kNone16 : eye;
    const std::uint16_t looks = job.eye == kNone16 ? job.joint : eye;
    job.target_model =
        to_float(rig.at(job.joint)) + random.direction() * static_cast<float>(random.number(6, 9));
    job.forward_eye = random.direction() * 3;
    job.up_eye = random.direction();
    job.offset_eye = random.vec(0.2);
    job.pole_model = random.direction();
    ASSERT_TRUE(solve(rig, job)) << i;
    EXPECT_LT(distance_from_ray(rig, job, looks), 2e-5) << i;
    // The up axis is on the pole's side of the plane through the joint, the target and the pole.
    const Vec3d to_target = normalized(to_double(job.target_model) - rig.at(job.joint));
    const Vec3d up = normalized(transform_direction(rig.model_from(looks), to_double(job.up_eye)));
    const Vec3d up_side = up - to_target * dot(up, to_target);
    const Vec3d pole = to_double(job.pole_model),
                pole_side = normalized(pole - to_target * dot(pole, to_target));
    if (length(up_side) > 0.05) {
      EXPECT_TRUE(near(normalized(up_side), pole_side, 1e-4)) << i;
    }
  }
}

// The same, but every joint and ancestor has its own uneven scale.
TEST(AimIk, eyes_below_joints_scaled_unevenly_see_their_targets) {
  RandomIk random(73);
  for (int i = 0; i < 1000; ++i) {
    IkRig rig;
    rig.model_from_root = to_affine(to_mat4(random.uneven(1)));
    const auto head = rig.add(rig.add(kNone16, random.uneven(1)), random.uneven(0.4));
    const auto eye = rig.add(rig.add(head, random.uneven(0.3)), random.uneven(0.2));
    IkResult result;
    AimIkJob job = job_for(rig, result, head, {});
    job.eye = eye;
    job.target_model =
        to_float(rig.at(head)) + random.direction() * static_cast<float>(random.number(20, 30));
    job.forward_eye = random.direction();
    job.up_eye = random.direction();
    job.offset_eye = random.vec(0.2);
    job.pole_model = random.direction();
    ASSERT_TRUE(solve(rig, job)) << i;
    EXPECT_LT(distance_from_ray(rig, job, eye), 1e-5 * 30) << i;
  }
}

TEST(AimIk, without_up_or_pole_it_turns_along_the_shortest_path) {
  for (const bool has_up : {false, true}) {
    IkRig rig = one_joint({});
    IkResult result;
    AimIkJob job = job_for(rig, result, 0, {3, 3, 3});
    (has_up ? job.pole_model : job.up_eye) = {};
    EXPECT_TRUE(solve(rig, job));
    // The angle is given by cos(angle) = 1 / sqrt(3).
    EXPECT_NEAR(2 * std::acos(static_cast<double>(result.correction.w)), std::acos(1 / std::sqrt(3.0)), 1e-6);
    EXPECT_EQ(result.correction.z, 0);
  }
}

TEST(AimIk, straight_behind_it_keeps_up) {
  IkRig rig = one_joint({});
  IkResult result;
  EXPECT_TRUE(solve(rig, job_for(rig, result, 0, {0, 0, -4})));
  EXPECT_TRUE(near(to_double(result.correction), Quatd{0, 1, 0, 0}, 1e-6));
  IkRig other = one_joint({});
  AimIkJob job = job_for(other, result, 0, {0, 0, -4});
  job.up_eye = {1, 0, 0};
  job.pole_model = {};
  EXPECT_TRUE(solve(other, job));
  EXPECT_TRUE(near(to_double(result.correction), Quatd{1, 0, 0, 0}, 1e-6));
}

TEST(AimIk, a_chain_shares_the_turn_and_its_last_joint_completes_it) {
  IkRig rig;
  rig.add_chain({{0, 1, 0}, {0, 0.3f, 0}, {0, 0.3f, 0}, {0, 0.2f, 0}});  // spine, chest, neck and head
  const Vec3 target{4, 1.5f, 1};
  IkResult result;
  const float weights[] = {0.2f, 0.3f, 0.5f, 1};
  for (std::uint16_t joint = 0; joint < 4; ++joint) {
    AimIkJob job = job_for(rig, result, joint, target);
    job.eye = 3;
    job.offset_eye = {0.03f, 0.1f, 0.1f};
    job.weight = weights[joint];
    EXPECT_TRUE(solve(rig, job));
    const double turned_rad = 2 * std::acos(static_cast<double>(result.correction.w));
    EXPECT_GT(turned_rad, 0.1);
    EXPECT_LT(turned_rad, 0.6);
    if (joint == 3) {
      EXPECT_LT(distance_from_ray(rig, job, 3), 1e-5);
    }
  }
}

TEST(AimIk, weight_turns_a_part) {
  IkRig rig = one_joint({});
  IkResult whole, part, none;
  AimIkJob job = job_for(rig, whole, 0, {1, 2, -1});
  ASSERT_EQ(job.run(), Status::ok);
  job.weight = 0.25f;
  job.out_result = &part;
  ASSERT_EQ(job.run(), Status::ok);
  const Quatd half = to_double(part.correction * part.correction);
  EXPECT_TRUE(near(half * half, to_double(whole.correction), 1e-6));
  job.weight = 0;
  job.out_result = &none;
  ASSERT_EQ(job.run(), Status::ok);
  EXPECT_EQ(none.correction, Quat{});
}

TEST(AimIk, a_target_inside_the_offset_is_not_reached_and_turns_nothing) {
  IkRig rig = one_joint({});
  IkResult result;
  for (const float distance : {0.0f, 0.5f, 1.0f}) {
    AimIkJob job = job_for(rig, result, 0, {distance, 0, 0});
    job.offset_eye = {0, 1, 0};
    EXPECT_FALSE(solve(rig, job));
    EXPECT_EQ(result.correction, Quat{});
  }
}

TEST(AimIk, mirrored_input_gives_mirrored_output) {
  RandomIk random(17);
  for (int i = 0; i < 200; ++i) {
    IkRig rig;
    rig.add(kNone16, {random.vec(1), random.rotation(), {1, 1, 1}});
    rig.add(0, {random.vec(0.2), random.rotation(), {1, 1, 1}});
    IkRig other = mirrored(rig);
    IkResult a, b;
    AimIkJob job = job_for(rig, a, 0, random.direction() * 5);
    job.eye = 1;
    job.forward_eye = random.direction();
    job.up_eye = random.direction();
    job.offset_eye = random.vec(0.1);
    job.pole_model = random.direction();
    AimIkJob mirror_job = job_for(other, b, 0, mirrored(job.target_model));
    mirror_job.eye = 1;
    mirror_job.forward_eye = mirrored(job.forward_eye);
    mirror_job.up_eye = mirrored(job.up_eye);
    mirror_job.offset_eye = mirrored(job.offset_eye);
    mirror_job.pole_model = mirrored(job.pole_model);
    EXPECT_EQ(solve(rig, job), solve(other, mirror_job));
    EXPECT_TRUE(near(to_double(b.correction), to_double(mirrored(a.correction)), 1e-4)) << i;
  }
}

TEST(AimIk, degenerate_axes_give_unit_turns) {
  const Vec3 vectors[] = {{0, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, 1e-20f, 0}, {1e15f, 1e15f, 0}};
  for (const Vec3& target : vectors)
    for (const Vec3& forward : vectors)
      for (const Vec3& up : vectors)
        for (const Vec3& pole : vectors) {
          if (forward == Vec3{}) continue;
          IkRig rig = one_joint({});
          IkResult result;
          AimIkJob job = job_for(rig, result, 0, target);
          job.forward_eye = forward;
          job.up_eye = up;
          job.pole_model = pole;
          solve(rig, job);
        }
}

TEST(AimIk, refuses_bad_arguments) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 0, 0}});
  const auto side_branch = rig.add(0, {{0, 1, 0}, {}, {1, 1, 1}});
  IkResult result;
  const AimIkJob good = job_for(rig, result, 1, {1, 0, 0});
  EXPECT_EQ(good.validate(), Status::ok);
  const auto refused = [&](auto change) {
    AimIkJob job = good;
    change(job);
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  EXPECT_TRUE(refused([](AimIkJob& job) { job.out_result = nullptr; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.pose.skeleton = nullptr; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.pose.model_from_joint = job.pose.model_from_joint.first(1); }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.joint = kNone16; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.joint = 3; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.eye = 0; }));
  EXPECT_TRUE(refused([&](AimIkJob& job) { job.eye = side_branch; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.forward_eye = {}; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.target_model.y = kNan; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.forward_eye.y = kNan; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.offset_eye.y = HUGE_VALF; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.up_eye.y = kNan; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.pole_model.y = kNan; }));
  EXPECT_TRUE(refused([](AimIkJob& job) { job.weight = kNan; }));
  rig.matrices[0].m[2][2] = kNan;  // an ancestor of the joint
  EXPECT_EQ(good.validate(), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter

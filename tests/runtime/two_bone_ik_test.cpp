#include "skelter/runtime/two_bone_ik.h"

#include <gtest/gtest.h>

#include "compile/build_skeleton/internal/skeleton.h"
#include "ik_rig.h"
#include "runtime/jobs/ik_math.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/local_to_model_job.h"
#include "support/near.h"
#include "support/numbers.h"

namespace skelter {
namespace {

using test::IkRig;
using test::is_unit;
using test::mirrored;
using test::near;
using test::RandomIk;

TwoBoneIkJob job_for(IkRig& rig, IkResult& result, const Vec3& target, const Vec3& pole = {}) {
  TwoBoneIkJob job;
  job.pose = rig.pose();
  job.start = 0;
  job.mid = 1;
  job.end = 2;
  job.target_model = target;
  job.pole_model = pole;
  job.out_result = &result;
  return job;
}

IkResult solve(IkRig& rig, const TwoBoneIkJob& job) {
  EXPECT_EQ(job.run(), Status::ok);
  const IkResult result = *job.out_result;
  EXPECT_TRUE(is_unit(result.correction));
  EXPECT_TRUE(is_unit(result.mid_correction));
  rig.rotate(job.start, result.correction);
  rig.rotate(job.mid, result.mid_correction);
  return result;
}

IkResult solve(IkRig& rig, const Vec3& target, const Vec3& pole = {}) {
  IkResult result;
  return solve(rig, job_for(rig, result, target, pole));
}

IkRig straight_chain(float upper, float lower) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {upper, 0, 0}, {lower, 0, 0}});
  return rig;
}

// A chain in a larger skeleton: with a parent, a twist joint in the upper bone, and any scale at and below
// the mid joint.
struct RandomChain {
  explicit RandomChain(RandomIk& random) {
    rig.model_from_root = to_affine(to_mat4(random.transform(2)));
    const auto parent = rig.add(kNone16, random.transform(1));
    start = rig.add(parent, random.transform(1));
    const auto twist = rig.add(start, random.transform(0.5));
    Transform knee = random.transform(0.5), foot = random.transform(1);
    knee.scale = {0.5f, -1.25f, 2};
    foot.scale = {3, 1, -0.5f};
    mid = rig.add(twist, knee);
    end = rig.add(mid, foot);
    upper = length(rig.at(mid) - rig.at(start));
    lower = length(rig.at(end) - rig.at(mid));
  }
  IkRig rig;
  std::uint16_t start, mid, end;
  double upper, lower;

  TwoBoneIkJob job(IkResult& result) {
    TwoBoneIkJob job;
    job.pose = rig.pose();
    job.start = start;
    job.mid = mid;
    job.end = end;
    job.out_result = &result;
    return job;
  }
};

TEST(TwoBoneIk, three_four_five_makes_a_right_angle) {
  IkRig rig = straight_chain(3, 4);
  EXPECT_TRUE(solve(rig, {5, 0, 0}, {0, 1, 0}).reached);
  // The altitude of the right triangle starts 9 / 5 along x, and is 12 / 5 high.
  EXPECT_TRUE(near(rig.at(1), {1.8, 2.4, 0}, 1e-6));
  EXPECT_TRUE(near(rig.at(2), {5, 0, 0}, 1e-6));
}

TEST(TwoBoneIk, equal_sides_make_sixty_degrees) {
  IkRig rig = straight_chain(1, 1);
  EXPECT_TRUE(solve(rig, {0, 0, 1}, {1, 0, 0}).reached);
  EXPECT_TRUE(near(rig.at(1), {std::sqrt(0.75), 0, 0.5}, 1e-6));
  EXPECT_TRUE(near(rig.at(2), {0, 0, 1}, 1e-6));
}

TEST(TwoBoneIk, puts_any_chain_where_the_law_of_cosines_says) {
  RandomIk random(5);
  for (int i = 0; i < 2000; ++i) {
    RandomChain chain(random);
    const Vec3d start_at = chain.rig.at(chain.start);
    const double low = std::abs(chain.upper - chain.lower), high = chain.upper + chain.lower;
    const double d = low + (high - low) * random.number(0.02, 0.98);
    const Vec3d u = normalized(to_double(random.direction()));
    IkResult result;
    TwoBoneIkJob job = chain.job(result);
    job.target_model = to_float(start_at + u * d);
    job.pole_model = random.direction();
    if (length(cross(u, to_double(job.pole_model))) < 0.1) continue;
    if (i % 2 == 0) job.mid_axis_joint = random.direction();
    EXPECT_TRUE(solve(chain.rig, job).reached);
    const double cosine =
        (chain.upper * chain.upper + d * d - chain.lower * chain.lower) / (2 * chain.upper * d);
    const Vec3d pole = to_double(job.pole_model), v = normalized(pole - u * dot(pole, u));
    const Vec3d mid = start_at + (u * cosine + v * std::sqrt(1 - cosine * cosine)) * chain.upper;
    // Matrices and corrections are floats. In a nearly straight chain the mid joint moves with the square
    // root of an error.
    EXPECT_TRUE(near(chain.rig.at(chain.end), to_double(job.target_model), 1e-5 * high)) << i;
    EXPECT_TRUE(near(chain.rig.at(chain.mid), mid, 1e-4 * high)) << i;
    EXPECT_NEAR(length(chain.rig.at(chain.mid) - start_at), chain.upper, 1e-5 * high);
    EXPECT_NEAR(length(chain.rig.at(chain.end) - chain.rig.at(chain.mid)), chain.lower, 1e-5 * high);
  }
}

TEST(TwoBoneIk, out_of_reach_straightens_towards_the_target) {
  IkRig rig;
  rig.add_chain({{1, 1, 1}, {0, 2, 0}, {1, 0, 0}});
  EXPECT_FALSE(solve(rig, {1, 1, 11}).reached);
  EXPECT_TRUE(near(rig.at(1), {1, 1, 3}, 1e-5));
  EXPECT_TRUE(near(rig.at(2), {1, 1, 4}, 1e-5));
}

TEST(TwoBoneIk, too_near_folds_as_far_as_the_bones_go) {
  IkRig rig = straight_chain(3, 1);
  EXPECT_FALSE(solve(rig, {0, 1, 0}, {0, 0, 1}).reached);
  EXPECT_TRUE(near(rig.at(1), {0, 3, 0}, 1e-5));
  EXPECT_TRUE(near(rig.at(2), {0, 2, 0}, 1e-5));
}

TEST(TwoBoneIk, at_its_target_with_its_bend_nothing_turns) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 1, 0}, {1, -1, 0}});
  IkResult result = solve(rig, {2, 0, 0}, {0, 1, 0});
  EXPECT_TRUE(near(to_double(result.correction), Quatd{}, 1e-6));
  EXPECT_TRUE(near(to_double(result.mid_correction), Quatd{}, 1e-6));
}

TEST(TwoBoneIk, without_pole_the_chain_keeps_its_side) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 1, 0}, {1, -1, 0}});
  EXPECT_TRUE(solve(rig, {1, 0, 0}).reached);
  EXPECT_TRUE(near(rig.at(1), {0.5, std::sqrt(1.75), 0}, 1e-5));
  IkRig same;
  same.add_chain({{0, 0, 0}, {1, 1, 0}, {1, -1, 0}});
  // A pole vector along the line defines no direction.
  EXPECT_TRUE(solve(same, {1, 0, 0}, {-3, 0, 0}).reached);
  EXPECT_TRUE(near(same.at(1), {0.5, std::sqrt(1.75), 0}, 1e-5));
}

TEST(TwoBoneIk, to_a_target_straight_behind_it_turns_in_its_plane) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 0, 1}, {1, 0, -1}});
  EXPECT_TRUE(solve(rig, {-2, 0, 0}).reached);
  EXPECT_TRUE(near(rig.at(1), {-1, 0, -1}, 1e-5));
}

TEST(TwoBoneIk, a_straight_chain_bends_about_its_hinge) {
  IkRig rig = straight_chain(1, 1);
  IkResult result;
  TwoBoneIkJob job = job_for(rig, result, {1, 0, 0});
  job.mid_axis_joint = {0, -5, 0};
  EXPECT_TRUE(solve(rig, job).reached);
  // The lower bone was rotated from +x about -y towards +z, so the mid joint moved to -z.
  EXPECT_TRUE(near(rig.at(1), {0.5, 0, -std::sqrt(0.75)}, 1e-5));
  EXPECT_TRUE(near(rig.at(2), {1, 0, 0}, 1e-5));
}

TEST(TwoBoneIk, a_knee_bent_the_wrong_way_is_bent_back) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 0.25f, 0}, {1, -0.25f, 0}});  // bent about -z
  IkResult result;
  TwoBoneIkJob job = job_for(rig, result, {1.5f, 0, 0});
  job.mid_axis_joint = {0, 0, 1};
  EXPECT_TRUE(solve(rig, job).reached);
  EXPECT_LT(rig.at(1).y, -0.5);
  EXPECT_TRUE(near(rig.at(2), {1.5, 0, 0}, 1e-5));
}

TEST(TwoBoneIk, a_straight_chain_without_hinge_bends_around_the_pole) {
  for (const Vec3 pole : {Vec3{0, 1, 0}, Vec3{0, -2, 0}, Vec3{5, 0, 1}}) {
    IkRig rig = straight_chain(1, 1);
    EXPECT_TRUE(solve(rig, {1, 0, 0}, pole).reached);
    const Vec3d side = normalized(Vec3d{0, pole.y, pole.z});
    EXPECT_TRUE(near(rig.at(1), Vec3d{0.5, 0, 0} + side * std::sqrt(0.75), 1e-5));
    // The chain bends in the plane of the pole vector and does not twist: the axis perpendicular to the plane
    // does not change.
    const Vec3d across = cross(Vec3d{1, 0, 0}, side);
    EXPECT_TRUE(near(transform_direction(rig.model_from(1), across), across, 1e-5));
  }
}

TEST(TwoBoneIk, weight_turns_a_part) {
  RandomIk random(9);
  for (int i = 0; i < 50; ++i) {
    RandomChain chain(random);
    IkResult whole, half, none, more;
    TwoBoneIkJob job = chain.job(whole);
    job.target_model = random.vec(3);
    job.pole_model = random.direction();
    ASSERT_EQ(job.run(), Status::ok);
    job.weight = 0.5f;
    job.out_result = &half;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_TRUE(near(to_double(half.correction * half.correction), to_double(whole.correction), 1e-5));
    EXPECT_TRUE(
        near(to_double(half.mid_correction * half.mid_correction), to_double(whole.mid_correction), 1e-5));
    EXPECT_EQ(half.reached, whole.reached);
    job.weight = 0;
    job.out_result = &none;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_EQ(none.correction, Quat{});
    EXPECT_EQ(none.mid_correction, Quat{});
    job.weight = -1;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_EQ(none.correction, Quat{});
    job.weight = 7;
    job.out_result = &more;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_EQ(more.mid_correction, whole.mid_correction);
  }
}

TEST(TwoBoneIk, soft_reach_falls_short_smoothly) {
  const struct {
    float target;
    double end;
  } cases[] = {{1.7f, 1.7},  // before the soft zone, which is from 1.8 to 2
               {1.8f, 1.8},
               {2, 1.9},
               {2.2f, 1.8 + 0.2 * 2 / 3},
               {101.8f, 1.8 + 0.2 * 500 / 501}};
  for (const auto& [target, end] : cases) {
    IkRig rig = straight_chain(1, 1);
    IkResult result;
    TwoBoneIkJob job = job_for(rig, result, {target, 0, 0}, {0, 1, 0});
    job.soft_begin = 0.9f;
    EXPECT_EQ(solve(rig, job).reached, target <= 1.8f) << target;
    EXPECT_TRUE(near(rig.at(2), {end, 0, 0}, 2e-6)) << target;
  }
}

TEST(TwoBoneIk, mirrored_input_gives_mirrored_output) {
  RandomIk random(31);
  for (int i = 0; i < 200; ++i) {
    IkRig rig;
    for (int j = 0; j < 3; ++j)
      rig.add(static_cast<std::uint16_t>(j == 0 ? kNone16 : j - 1),
              {random.vec(1), random.rotation(), {1, 1, 1}});
    IkRig other = mirrored(rig);
    const Vec3 target = random.vec(1.5), pole = random.direction(), hinge = random.direction();
    IkResult a, b;
    TwoBoneIkJob job = job_for(rig, a, target, pole),
                 mirror_job = job_for(other, b, mirrored(target), mirrored(pole));
    if (i % 2 == 0) {
      job.mid_axis_joint = hinge;
      mirror_job.mid_axis_joint = -mirrored(hinge);  // rotation axes are mirrored with the opposite sign
    }
    solve(rig, job);
    solve(other, mirror_job);
    EXPECT_TRUE(near(to_double(b.correction), to_double(mirrored(a.correction)), 1e-4)) << i;
    EXPECT_TRUE(near(to_double(b.mid_correction), to_double(mirrored(a.mid_correction)), 1e-4)) << i;
  }
}

TEST(TwoBoneIk, degenerate_chains_and_targets_give_unit_turns) {
  const Vec3 offsets[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1e-20f, 0}, {1e15f, 0, 0}};
  const Vec3 vectors[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1e-20f, 0}, {1e15f, 1e15f, 0}};
  for (const Vec3& upper : offsets)
    for (const Vec3& lower : offsets)
      for (const Vec3& target : vectors)
        for (const Vec3& pole : vectors)
          for (const Vec3& hinge : vectors) {
            IkRig rig;
            rig.add_chain({{0, 0, 0}, upper, lower});
            IkResult result;
            TwoBoneIkJob job = job_for(rig, result, target, pole);
            job.mid_axis_joint = hinge;
            job.soft_begin = 0.5f;
            solve(rig, job);
          }
}

TEST(TwoBoneIk, a_target_at_the_start_folds_equal_bones) {
  IkRig rig = straight_chain(1, 1);
  EXPECT_TRUE(solve(rig, {0, 0, 0}, {0, 1, 0}).reached);
  EXPECT_TRUE(near(rig.at(2), {0, 0, 0}, 1e-6));
}

TEST(TwoBoneIk, a_bone_of_length_zero_does_not_bend) {
  IkRig rig = straight_chain(0, 2);
  EXPECT_TRUE(solve(rig, {0, 2, 0}).reached);
  EXPECT_TRUE(near(rig.at(2), {0, 2, 0}, 1e-6));
  IkRig other = straight_chain(2, 0);
  EXPECT_FALSE(solve(other, {0, 1, 0}).reached);
  EXPECT_TRUE(near(other.at(2), {0, 2, 0}, 1e-6));
}

TEST(TwoBoneIk, below_a_flattened_parent_nothing_turns) {
  IkRig rig;
  rig.add(kNone16, {{}, {}, {0, 1, 1}});
  rig.add(0, {{0, 1, 0}, {}, {1, 1, 1}});
  rig.add(1, {{0, 1, 0}, {}, {1, 1, 1}});
  rig.add(2, {{0, 1, 0}, {}, {1, 1, 1}});
  IkResult result;
  TwoBoneIkJob job = job_for(rig, result, {0, 1, 1});
  job.start = 1;
  job.mid = 2;
  job.end = 3;
  EXPECT_EQ(job.run(), Status::ok);
  EXPECT_EQ(result.correction, Quat{});
}

// Returns the end position in the pose that the runtime jobs compute from corrected local rotations.
Vec3d end_after(const Skeleton& skeleton, std::vector<SoaTransform> local_pose, const TwoBoneIkJob& job) {
  rotate_joint(local_pose, job.start, job.out_result->correction);
  rotate_joint(local_pose, job.mid, job.out_result->mid_correction);
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = local_pose;
  hierarchy.out_model_from_joint = model_from_joint;
  EXPECT_EQ(hierarchy.run(), Status::ok);
  return ik::position(model_from_joint[job.end]);
}

// A leg stretched by a scaled thigh, as exporters write it. The foot reaches the step, and `reached` is
// correct. If the job ignored the scale, the foot would miss the first step by 9, 18 and 85 mm. The last step
// is 10 mm below the reach of a straight leg.
TEST(TwoBoneIk, a_stretched_leg_reaches_its_step) {
  const auto scene = read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x");
  ASSERT_TRUE(scene) << to_string(scene.error());
  const auto built = build_skeleton(*scene);
  ASSERT_TRUE(built) << to_string(built.error());
  const Skeleton& skeleton = built->skeleton.view;
  const auto thigh = skeleton.find("left_thigh");
  for (const float stretch : {1.0f, 1.03f, 1.06f, 1.31f, 0.8f})
    for (std::size_t axis = 7; axis < 10; ++axis) {
      std::vector<SoaTransform> local_pose(skeleton.rest_pose.begin(), skeleton.rest_pose.end());
      local_pose[thigh / kLanes].rows[axis][thigh % kLanes] = stretch;
      std::vector<Affine> model_from_joint(skeleton.joint_count());
      LocalToModelJob hierarchy;
      hierarchy.skeleton = &skeleton;
      hierarchy.local_pose = local_pose;
      hierarchy.out_model_from_joint = model_from_joint;
      ASSERT_EQ(hierarchy.run(), Status::ok);
      IkResult result;
      TwoBoneIkJob job;
      job.pose = {&skeleton, model_from_joint, {}};
      job.start = thigh;
      job.mid = skeleton.find("left_shin");
      job.end = skeleton.find("left_foot");
      const Vec3d foot = ik::position(model_from_joint[job.end]), hip = ik::position(model_from_joint[thigh]);
      const Vec3d knee = ik::position(model_from_joint[job.mid]);
      const double leg = length(knee - hip) + length(foot - knee);
      job.pole_model = {0, 0, 1};
      job.out_result = &result;
      for (const Vec3d& step : {Vec3d{0, 0.08, 0.03}, Vec3d{0.1, 0.3, 0.2}, Vec3d{0, -0.01, 0}}) {
        job.target_model = to_float(foot + step);
        ASSERT_EQ(job.run(), Status::ok);
        const double off = length(end_after(skeleton, local_pose, job) - to_double(job.target_model));
        EXPECT_EQ(result.reached, step.y > 0) << stretch << " along " << axis - 7;
        EXPECT_EQ(off <= 1e-5 * leg, result.reached)
            << stretch << " along " << axis - 7 << ": off by " << off;
      }
    }
}

// Every joint and every ancestor has a different non-uniform scale. Targets are the positions of the end when
// the joints are rotated by known angles, the mid joint in its plane.
TEST(TwoBoneIk, chains_scaled_unevenly_reach_what_can_be_reached) {
  RandomIk random(71);
  for (int i = 0; i < 1000; ++i) {
    IkRig rig;
    rig.model_from_root = to_affine(to_mat4(random.uneven(1)));
    const auto start = rig.add(rig.add(kNone16, random.uneven(1)), random.uneven(1));
    const auto mid = rig.add(rig.add(start, random.uneven(0.5)), random.uneven(0.5));
    const auto end = rig.add(mid, random.uneven(1));
    IkResult result;
    TwoBoneIkJob job;
    job.pose = rig.pose();
    job.start = start;
    job.mid = mid;
    job.end = end;
    job.out_result = &result;
    job.pole_model = random.direction();

    IkRig turned = rig;
    const Mat4d parent_from_model = inverse_affine(rig.model_from(static_cast<std::uint16_t>(mid - 1)));
    const Vec3d upper = transform_direction(parent_from_model, rig.at(mid) - rig.at(start)),
                lower = transform_direction(parent_from_model, rig.at(end) - rig.at(mid));
    const double now = std::acos(dot(normalized(upper), normalized(lower)));
    turned.rotate(mid, to_float(from_axis_angle(cross(upper, lower), random.number(0.3, 2.8) - now)));
    turned.rotate(start, random.rotation());
    job.target_model = to_float(turned.at(end));

    const double chain = length(rig.at(mid) - rig.at(start)) + length(rig.at(end) - rig.at(mid));
    const Vec3d start_at = rig.at(start);
    EXPECT_TRUE(solve(rig, job).reached) << i;
    EXPECT_TRUE(near(rig.at(end), to_double(job.target_model), 1e-5 * chain)) << i;
    // The mid joint is on the side of the pole vector, seen along the line to the target.
    const Vec3d line = normalized(to_double(job.target_model) - start_at), side = rig.at(mid) - start_at;
    const Vec3d pole = to_double(job.pole_model);
    EXPECT_NEAR(dot(normalized(side - line * dot(side, line)), normalized(pole - line * dot(pole, line))), 1,
                1e-3)
        << i;
  }
}

// With its length scaled by a half, the lower bone is longer sideways than lengthwise: the reach of the chain
// is largest when bent.
TEST(TwoBoneIk, a_squashed_chain_reaches_farthest_with_a_bend) {
  // Both bones are 1 long along y, and scaled to 0.5; when bent by an angle b, the end is at (sin b, 0.5 (1 +
  // cos b)), at most sqrt(4 / 3) away, at cos b = 1 / 3.
  const auto squashed = [] {
    IkRig rig;
    rig.add(kNone16, {{}, {}, {1, 0.5f, 1}});
    rig.add(0, {{0, 1, 0}, {}, {1, 1, 1}});
    rig.add(1, {{0, 1, 0}, {}, {1, 1, 1}});
    return rig;
  };
  const double farthest = std::sqrt(4 / 3.0);
  for (const double distance : {0.1, 0.6, 1.0, 1.1, 1.154}) {
    IkRig rig = squashed();
    EXPECT_TRUE(solve(rig, to_float(Vec3d{distance, 0, 0}), {0, 0, 1}).reached) << distance;
    EXPECT_TRUE(near(rig.at(2), {distance, 0, 0}, 1e-5)) << distance;
  }
  IkRig rig = squashed();
  EXPECT_FALSE(solve(rig, {2, 0, 0}, {0, 0, 1}).reached);
  EXPECT_TRUE(near(rig.at(2), {farthest, 0, 0}, 1e-5));
}

TEST(TwoBoneIk, refuses_bad_arguments) {
  IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  const auto side_branch = rig.add(0, {{0, 1, 0}, {}, {1, 1, 1}});
  IkResult result;
  const TwoBoneIkJob good = job_for(rig, result, {1, 0, 0});
  EXPECT_EQ(good.validate(), Status::ok);
  const auto refused = [&](auto change) {
    TwoBoneIkJob job = good;
    change(job);
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.out_result = nullptr; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.pose.skeleton = nullptr; }));
  EXPECT_TRUE(
      refused([](TwoBoneIkJob& job) { job.pose.model_from_joint = job.pose.model_from_joint.first(3); }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.start = kNone16; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.end = 4; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.mid = 0; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.end = 1; }));
  EXPECT_TRUE(refused([&](TwoBoneIkJob& job) { job.end = side_branch; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { std::swap(job.start, job.end); }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.target_model.y = kNan; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.pole_model.x = HUGE_VALF; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.mid_axis_joint.z = kNan; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.weight = kNan; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.soft_begin = kNan; }));
  EXPECT_TRUE(refused([](TwoBoneIkJob& job) { job.pose.model_from_root.m[0][0] = kNan; }));
  rig.matrices[2].m[1][3] = kNan;
  EXPECT_EQ(good.validate(), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter

#include "skelter/runtime/fabrik.h"

#include <gtest/gtest.h>

#include <array>

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

// A chain of joints in a rig, and memory for its corrections.
struct Chain {
  IkRig rig;
  std::vector<std::uint16_t> joints;
  std::vector<Quat> corrections;
  IkResult result;

  FabrikJob job(const Vec3& target, const Vec3& pole = {}) {
    corrections.resize(joints.empty() ? 0 : joints.size() - 1);
    FabrikJob job;
    job.pose = rig.pose();
    job.joints = joints;
    job.target_model = target;
    job.pole_model = pole;
    job.out_corrections = corrections;
    job.out_result = &result;
    return job;
  }
  IkResult solve(const FabrikJob& job) {
    EXPECT_EQ(job.run(), Status::ok);
    for (std::size_t i = 0; i < corrections.size(); ++i) {
      EXPECT_TRUE(is_unit(corrections[i]));
      rig.rotate(joints[i], corrections[i]);
    }
    return result;
  }
  std::vector<double> lengths() const {
    std::vector<double> result_lengths;
    for (std::size_t i = 1; i < joints.size(); ++i)
      result_lengths.push_back(length(rig.at(joints[i]) - rig.at(joints[i - 1])));
    return result_lengths;
  }
};

Chain chain_of(const std::vector<Vec3>& offsets) {
  Chain chain;
  chain.rig.add_chain(offsets);
  for (std::uint16_t i = 0; i < offsets.size(); ++i) chain.joints.push_back(i);
  return chain;
}

double sum(const std::vector<double>& numbers) {
  double result = 0;
  for (const double number : numbers) result += number;
  return result;
}

// Bones of length 3 and 4 and a target at distance 5 make a right angle at the mid joint. Its projection is 9
// / 5 along the line to the target, and it is 12 / 5 away from the line.
TEST(Fabrik, two_bones_meet_the_only_triangle) {
  const struct {
    Vec3 pole;
    Vec3d mid;
  } cases[] = {{{0, 0, 0}, {2.4, 1.8, 0}}, {{-1, 0, 0}, {-2.4, 1.8, 0}}, {{0, 7, 2}, {0, 1.8, 2.4}}};
  for (const auto& [pole, mid] : cases) {
    // The first bone already points to the target, so only a bend to one side leads out of the line.
    Chain chain = chain_of({{0, 0, 0}, {0, 3, 0}, {4, 0, 0}});
    FabrikJob job = chain.job({0, 5, 0}, pole);
    job.tolerance = 1e-7f;
    job.max_iterations = 1000;
    EXPECT_TRUE(chain.solve(job).reached);
    EXPECT_TRUE(near(chain.rig.at(1), mid, 1e-5));
    EXPECT_TRUE(near(chain.rig.at(2), {0, 5, 0}, 1e-5));
  }
}

// One iteration worked out by hand, according to figure 2 of the paper. Bones of length 2 go from (0,0)
// through (2,0) to (2,2), and the target is (0,2). Backward: the end is at (0,2); mid is 2 away from it on
// the line to (2,0), at (sqrt 2, 2 - sqrt 2); the root is put back to (0,0). Forward: mid is 2 away from the
// root on the line to (sqrt 2, 2 - sqrt 2), and the end is 2 away from mid on the line to (0,2).
TEST(Fabrik, one_iteration_is_the_one_of_the_paper) {
  Chain chain = chain_of({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}});
  FabrikJob job = chain.job({0, 2, 0});
  job.max_iterations = 1;
  EXPECT_EQ(chain.solve(job).iterations, 1u);
  const double r = std::sqrt(2.0);
  const Vec3d mid = normalized(Vec3d{r, 2 - r, 0}) * 2.0;
  EXPECT_TRUE(near(chain.rig.at(1), mid, 1e-6));
  EXPECT_TRUE(near(chain.rig.at(2), mid + normalized(Vec3d{0, 2, 0} - mid) * 2.0, 1e-6));
}

TEST(Fabrik, reaches_reachable_targets_and_keeps_its_bones) {
  RandomIk random(41);
  for (int i = 0; i < 500; ++i) {
    Chain chain;
    chain.rig.model_from_root = to_affine(to_mat4(random.transform(1)));
    const int count = 3 + i % 10;
    std::uint16_t joint = chain.rig.add(kNone16, random.transform(1));
    for (int j = 0; j < count; ++j) {
      if (j % 3 == 1)
        joint = chain.rig.add(joint, {random.vec(0.1), random.rotation(), {1, 1, 1}});  // twist bone
      joint = chain.rig.add(joint, {random.direction(), random.rotation(), {1, 1, 1}});
      chain.joints.push_back(joint);
    }
    const std::vector<double> before = chain.lengths();
    const double total = sum(before);
    const Vec3d root = chain.rig.at(chain.joints[0]);
    // Bones of similar lengths reach all distances. Near the full length, the algorithm slows down.
    const Vec3 target = to_float(root + to_double(random.direction()) * (total * random.number(0.45, 0.9)));
    const FabrikJob job = chain.job(target);
    const IkResult result = chain.solve(job);
    EXPECT_TRUE(result.reached) << i << ": " << result.iterations;
    EXPECT_TRUE(near(chain.rig.at(chain.joints.back()), to_double(target), 1.1e-4 * total)) << i;
    EXPECT_TRUE(near(chain.rig.at(chain.joints[0]), root, 1e-6));
    const std::vector<double> after = chain.lengths();
    for (std::size_t j = 0; j < before.size(); ++j) EXPECT_NEAR(after[j], before[j], 1e-5 * total);
  }
}

// Bones below uneven scales change their lengths when they turn. The targets are positions that the end has
// when the joints are turned by hand.
TEST(Fabrik, chains_scaled_unevenly_reach_or_say_that_they_do_not) {
  RandomIk random(79);
  int reached = 0;
  constexpr int kChains = 300;
  for (int i = 0; i < kChains; ++i) {
    Chain chain;
    chain.rig.model_from_root = to_affine(to_mat4(random.uneven(1)));
    std::uint16_t joint = chain.rig.add(kNone16, random.uneven(1));
    for (int j = 0; j < 3 + i % 6; ++j) {
      joint = chain.rig.add(joint, {random.direction(), random.rotation(), {1, 1, 1}});
      if (j % 2 == 0) set(chain.rig.local_pose[joint / kLanes], joint % kLanes, random.uneven(1));
      chain.joints.push_back(joint);
    }
    const double total = sum(chain.lengths());
    IkRig turned = chain.rig;
    for (const std::uint16_t turns : chain.joints)
      turned.rotate(turns, to_float(pow(to_double(random.rotation()), 0.2)));
    const Vec3 target = to_float(turned.at(chain.joints.back()));
    FabrikJob job = chain.job(target);
    job.max_iterations = 200;
    const bool claimed = chain.solve(job).reached;
    reached += claimed ? 1 : 0;
    const double off = length(chain.rig.at(chain.joints.back()) - to_double(target));
    if (claimed) {
      EXPECT_LE(off, 1.01e-4 * total) << i;
    } else {
      EXPECT_GT(off, 0.99e-4 * total) << i;
    }
    EXPECT_LE(chain.result.iterations, 200u);
  }
  EXPECT_GE(reached, kChains * 9 / 10);
}

TEST(Fabrik, a_longer_search_comes_as_near_as_asked) {
  Chain chain = chain_of({{0, 0, 0}, {1, 0.1f, 0}, {1, 0, 0.2f}, {1, 0, 0}, {1, 0, 0}});
  FabrikJob job = chain.job({0.5f, 2, 1});
  job.tolerance = 1e-6f;
  job.max_iterations = 200;
  const IkResult result = chain.solve(job);
  EXPECT_TRUE(result.reached);
  EXPECT_GT(result.iterations, 1u);
  EXPECT_TRUE(near(chain.rig.at(4), {0.5, 2, 1}, 1e-5));
}

TEST(Fabrik, out_of_reach_straightens_towards_the_target) {
  Chain chain = chain_of({{1, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 1}});
  EXPECT_FALSE(chain.solve(chain.job({1, 0, -4.2f})).reached);
  EXPECT_EQ(chain.result.iterations, 0u);
  EXPECT_TRUE(near(chain.rig.at(1), {1, 0, -1}, 1e-5));
  EXPECT_TRUE(near(chain.rig.at(2), {1, 0, -3}, 1e-5));
  EXPECT_TRUE(near(chain.rig.at(3), {1, 0, -4}, 1e-5));
}

TEST(Fabrik, at_its_target_nothing_turns) {
  Chain chain = chain_of({{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 1}});
  const IkResult result = chain.solve(chain.job({1, 2, 1}));
  EXPECT_TRUE(result.reached);
  EXPECT_EQ(result.iterations, 0u);
  for (const Quat& correction : chain.corrections) EXPECT_TRUE(near(to_double(correction), Quatd{}, 1e-7));
}

TEST(Fabrik, a_straight_chain_reaches_a_target_on_its_own_line) {
  for (const Vec3 target : {Vec3{2, 0, 0}, Vec3{-2, 0, 0}, Vec3{0.5f, 0, 0}}) {
    Chain chain = chain_of({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
    FabrikJob job = chain.job(target, {0, 0, 3});
    job.max_iterations = 200;
    EXPECT_TRUE(chain.solve(job).reached) << target.x;
    EXPECT_GT(chain.rig.at(1).z, 0.1) << target.x;  // on the pole's side
    EXPECT_NEAR(chain.rig.at(1).y, 0, 1e-6);
    Chain free = chain_of({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
    FabrikJob free_job = free.job(target, {5, 0, 0});  // a pole along the line gives no direction
    free_job.max_iterations = 200;
    EXPECT_TRUE(free.solve(free_job).reached) << target.x;
  }
}

TEST(Fabrik, weight_turns_a_part) {
  Chain chain = chain_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}});
  FabrikJob job = chain.job({0, 1, 1});
  ASSERT_EQ(job.run(), Status::ok);
  const std::vector<Quat> whole = chain.corrections;
  job.weight = 0.5f;
  ASSERT_EQ(job.run(), Status::ok);
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_TRUE(near(to_double(chain.corrections[i] * chain.corrections[i]), to_double(whole[i]), 1e-6));
  EXPECT_TRUE(chain.result.reached);
  job.weight = 0;
  ASSERT_EQ(job.run(), Status::ok);
  for (const Quat& correction : chain.corrections) EXPECT_EQ(correction, Quat{});
}

TEST(Fabrik, mirrored_input_gives_mirrored_output) {
  RandomIk random(53);
  for (int i = 0; i < 200; ++i) {
    Chain chain;
    for (std::uint16_t j = 0; j < 5; ++j) {
      const auto parent = static_cast<std::uint16_t>(j == 0 ? kNone16 : j - 1);
      chain.joints.push_back(chain.rig.add(parent, {random.direction(), random.rotation(), {1, 1, 1}}));
    }
    Chain other;
    other.rig = mirrored(chain.rig);
    other.joints = chain.joints;
    const Vec3 target = random.vec(2);
    const IkResult a = chain.solve(chain.job(target)), b = other.solve(other.job(mirrored(target)));
    EXPECT_EQ(a.reached, b.reached);
    for (std::size_t j = 0; j < chain.corrections.size(); ++j)
      EXPECT_TRUE(near(to_double(other.corrections[j]), to_double(mirrored(chain.corrections[j])), 1e-3))
          << i;
  }
}

TEST(Fabrik, degenerate_chains_and_targets_give_unit_turns) {
  const Vec3 offsets[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1e-20f, 0}, {1e15f, 0, 0}};
  const Vec3 vectors[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1e-20f, 0}, {1e15f, 1e15f, 0}};
  for (const Vec3& first : offsets)
    for (const Vec3& second : offsets)
      for (const Vec3& third : offsets)
        for (const Vec3& target : vectors)
          for (const Vec3& pole : vectors) {
            Chain chain = chain_of({{0, 0, 0}, first, second, third});
            chain.solve(chain.job(target, pole));
          }
}

TEST(Fabrik, bones_of_length_zero_move_along) {
  Chain chain = chain_of({{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}});
  FabrikJob job = chain.job({0, 0, 1.5f});
  job.max_iterations = 100;
  EXPECT_TRUE(chain.solve(job).reached);
  EXPECT_TRUE(near(chain.rig.at(3), {0, 0, 1.5}, 3e-4));
  Chain point = chain_of({{1, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  EXPECT_FALSE(point.solve(point.job({0, 2, 0})).reached);
  EXPECT_TRUE(point.solve(point.job({1, 0, 0})).reached);
}

TEST(Fabrik, refuses_bad_arguments) {
  Chain chain = chain_of({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  const FabrikJob good = chain.job({1, 1, 0});
  EXPECT_EQ(good.validate(), Status::ok);
  const auto refused = [&](auto change) {
    FabrikJob job = good;
    change(job);
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  const std::array<std::uint16_t, 3> unknown{0, 1, 3}, repeats{0, 1, 1}, upwards{2, 1, 0};
  EXPECT_TRUE(refused([](FabrikJob& job) { job.joints = job.joints.first(1); }));
  EXPECT_TRUE(refused([&](FabrikJob& job) { job.joints = unknown; }));
  EXPECT_TRUE(refused([&](FabrikJob& job) { job.joints = repeats; }));
  EXPECT_TRUE(refused([&](FabrikJob& job) { job.joints = upwards; }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.out_corrections = job.out_corrections.first(1); }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.pose.skeleton = nullptr; }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.target_model.x = kNan; }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.pole_model.x = HUGE_VALF; }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.weight = kNan; }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.tolerance = 0; }));
  EXPECT_TRUE(refused([](FabrikJob& job) { job.tolerance = kNan; }));
  FabrikJob without_result = good;
  without_result.out_result = nullptr;
  EXPECT_EQ(without_result.run(), Status::ok);
  const std::vector<std::uint16_t> many(kMaxFabrikJoints + 1);
  FabrikJob long_job = good;
  long_job.joints = many;
  EXPECT_EQ(long_job.run(), Status::limit_exceeded);
  chain.rig.matrices[1].m[0][3] = kNan;
  EXPECT_EQ(good.validate(), Status::invalid_argument);
}

TEST(Fabrik, takes_chains_up_to_the_stated_maximum) {
  Chain chain = chain_of(std::vector<Vec3>(kMaxFabrikJoints, {0, 0.25f, 0}));
  const IkResult result = chain.solve(chain.job({6, 4, -3}));
  EXPECT_TRUE(result.reached);
  EXPECT_TRUE(near(chain.rig.at(kMaxFabrikJoints - 1), {6, 4, -3}, 2e-3));
}

}  // namespace
}  // namespace skelter

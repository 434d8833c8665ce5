#include "skelter/runtime/local_to_model_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/internal/packed.h"
#include "skelter/compile/compile.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "support/corpus.h"
#include "support/made_runtime.h"
#include "support/pack_parts.h"

namespace skelter::test {
namespace {

constexpr float kHalf = 0.70710678f;

// Root and Tip, placed by each test.
struct Two {
  AlignedBytes bytes = two_joint_skeleton();
  Skeleton skeleton;
  Affine model[2];
  SoaTransform pose[1] = {SoaTransform::identity()};
  std::uint32_t inexact = 99;
  ModelToLocalJob job;

  Two() {
    EXPECT_TRUE(read_skeleton(bytes.span(), skeleton).ok());
    job.skeleton = &skeleton;
    job.model_from_joint = model;
    job.out_local_pose = pose;
    job.out_inexact = &inexact;
  }
  Transform local(std::uint32_t joint) const { return get(pose[0], joint); }
};

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_NEAR(a.x, b.x, 1e-6);
  EXPECT_NEAR(a.y, b.y, 1e-6);
  EXPECT_NEAR(a.z, b.z, 1e-6);
}
// Compares rotations; the sign of a quaternion does not matter.
void expect_near(const Quat& a, const Quat& b) {
  const float sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -1.0f : 1.0f;
  expect_near(Vec3{a.x, a.y, a.z}, Vec3{b.x * sign, b.y * sign, b.z * sign});
  EXPECT_NEAR(a.w, b.w * sign, 1e-6);
}

// The root is at (1, 0, 0), rotated by 90 degrees about z; the tip is 2 above it, not rotated. Relative to
// the root, the tip is 2 along x and rotated back.
TEST(ModelToLocalJob, by_hand) {
  Two two;
  two.model[0] = {{{0, -1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}}};
  two.model[1] = {{{1, 0, 0, 1}, {0, 1, 0, 2}, {0, 0, 1, 0}}};
  ASSERT_EQ(two.job.run(), Status::ok);
  EXPECT_EQ(two.inexact, 0u);
  expect_near(two.local(0).translation, {1, 0, 0});
  expect_near(two.local(0).rotation, {0, 0, kHalf, kHalf});
  expect_near(two.local(1).translation, {2, 0, 0});
  expect_near(two.local(1).rotation, {0, 0, -kHalf, kHalf});
  expect_near(two.local(1).scale, {1, 1, 1});
}

TEST(ModelToLocalJob, scales_and_what_stands_above_the_root) {
  Two two;
  two.job.model_from_root = {{{1, 0, 0, 5}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  two.model[0] = {{{2, 0, 0, 6}, {0, 4, 0, 0}, {0, 0, 8, 0}}};
  two.model[1] = {{{1, 0, 0, 8}, {0, 1, 0, 2}, {0, 0, -1, 8}}};
  ASSERT_EQ(two.job.run(), Status::ok);
  EXPECT_EQ(two.inexact, 0u);
  expect_near(two.local(0).translation, {1, 0, 0});
  expect_near(two.local(0).scale, {2, 4, 8});
  expect_near(two.local(1).translation, {1, 0.5f, 1});
  expect_near(two.local(1).rotation, Quat{});
  expect_near(two.local(1).scale, {0.5f, 0.25f, -0.125f});
}

// Positions and rotations, as physics engines store bodies.
TEST(ModelToLocalJob, of_transforms) {
  Two two;
  const Transform bodies[] = {{{1, 0, 0}, {0, 0, kHalf, kHalf}, {1, 1, 1}}, {{1, 2, 0}, {}, {1, 1, 1}}};
  two.job.model_from_joint = {};
  two.job.model_transforms = bodies;
  ASSERT_EQ(two.job.run(), Status::ok);
  expect_near(two.local(1).translation, {2, 0, 0});
  expect_near(two.local(1).rotation, {0, 0, -kHalf, kHalf});
}

TEST(ModelToLocalJob, what_a_local_transform_cannot_represent_is_counted) {
  Two two;
  set(two.pose[0], 1, {{7, 7, 7}, {}, {1, 1, 1}});
  // Flattened, so transforms below it cannot be found.
  two.model[0] = {{{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}}};
  ASSERT_EQ(two.job.run(), Status::ok);
  EXPECT_EQ(two.inexact, 1u);
  expect_near(two.local(0).translation, {1, 2, 3});
  expect_near(two.local(0).scale, {0, 0, 0});
  EXPECT_EQ(two.local(1).translation, (Vec3{7, 7, 7}));
  two.model[0] = {};
  two.model[1] = {{{1, 0.5f, 0, 0}, {0.5f, 1, 0, 3}, {0, 0, 1, 0}}};  // stretched along a diagonal
  ASSERT_EQ(two.job.run(), Status::ok);
  EXPECT_EQ(two.inexact, 1u);
  expect_near(two.local(1).translation, {0, 3, 0});
  expect_near(two.local(1).rotation, Quat{});
  two.job.out_inexact = nullptr;
  EXPECT_EQ(two.job.run(), Status::ok);
}

TEST(ModelToLocalJob, validity) {
  Two two;
  EXPECT_EQ(two.job.validate(), Status::ok);
  const auto refused = [&](Status status, auto&& change) {
    ModelToLocalJob changed = two.job;
    change(changed);
    EXPECT_EQ(changed.run(), status);
  };
  const Transform bodies[2];
  const auto invalid = Status::invalid_argument;
  refused(invalid, [](ModelToLocalJob& j) { j.skeleton = nullptr; });
  refused(invalid, [](ModelToLocalJob& j) { j.model_from_joint = {}; });
  refused(invalid, [&](ModelToLocalJob& j) { j.model_transforms = bodies; });
  refused(invalid, [&](ModelToLocalJob& j) { j.model_from_joint = {two.model, 1}; });
  refused(invalid, [](ModelToLocalJob& j) { j.out_local_pose = {}; });
  refused(Status::bad_data, [](ModelToLocalJob& j) { j.model_from_root.m[0][0] = HUGE_VALF; });
  two.model[1].m[2][3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(two.job.run(), Status::bad_data);
}

// --- there and back ----------------------------------------------------------------------------------------

double largest_difference(std::span<const Affine> a, std::span<const Affine> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        largest = std::max(largest, double{std::abs(a[i].m[row][column] - b[i].m[row][column])});
  return largest;
}

// Converts a pose to matrices, back to a pose, and to matrices again. Returns the difference.
double there_and_back(const Skeleton& skeleton, std::span<const SoaTransform> pose, const Affine& above) {
  std::vector<Affine> model(skeleton.joint_count()), again(skeleton.joint_count());
  std::vector<SoaTransform> local(skeleton.block_count(), SoaTransform::identity());
  LocalToModelJob down;
  down.skeleton = &skeleton;
  down.local_pose = pose;
  down.model_from_root = above;
  down.out_model_from_joint = model;
  EXPECT_EQ(down.run(), Status::ok);
  std::uint32_t inexact = 99;
  ModelToLocalJob up;
  up.skeleton = &skeleton;
  up.model_from_joint = model;
  up.model_from_root = above;
  up.out_local_pose = local;
  up.out_inexact = &inexact;
  EXPECT_EQ(up.run(), Status::ok);
  EXPECT_EQ(inexact, 0u);
  down.local_pose = local;
  down.out_model_from_joint = again;
  EXPECT_EQ(down.run(), Status::ok);
  double size = 1;
  for (const Affine& joint : model)
    for (const auto& row : joint.m)
      for (const float number : row) size = std::max(size, double{std::abs(number)});
  return largest_difference(model, again) / size;
}

// Non-uniform and mirroring scales in short chains.
TEST(ModelToLocalJob, random_poses_come_back) {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const Packed<Skeleton> skeleton = random_skeleton(19, random);
    std::vector<SoaTransform> pose = random_pose(19, random);
    EXPECT_LT(there_and_back(skeleton.view, pose, random_affine(random)), 1e-4) << seed;
  }
}

void expect_file_comes_back(const std::string& path) {
  const Result<Scene> scene = read_x_file(path);
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  CompileSettings settings;
  settings.store_clips = settings.add_meshes = false;
  Result<CompiledPack> compiled = compile_scene(*scene, settings);
  ASSERT_TRUE(compiled.ok()) << to_string(compiled.error());
  PackView pack;
  ASSERT_TRUE(PackView::open(compiled->bytes.span(), pack).ok());
  std::vector<SoaTransform> pose(pack.skeleton().block_count());
  for (std::uint32_t i = 0; i < pack.count(SectionKind::clip); ++i) {
    ClipView clip;
    ASSERT_TRUE(read_clip(pack.find(SectionKind::clip, i).bytes, clip).ok());
    for (float share = 0; share <= 1; share += 0.2f) {
      SampleJob sample;
      sample.skeleton = &pack.skeleton();
      sample.clip = &clip;
      sample.time_s = share * clip.duration_s;
      sample.out_local_pose = pose;
      ASSERT_EQ(sample.run(), Status::ok);
      EXPECT_LT(there_and_back(pack.skeleton(), pose, {}), 1e-5) << path << " " << i;
    }
  }
}

TEST(ModelToLocalJob, the_mannequin_comes_back) {
  expect_file_comes_back(SKELTER_SOURCE_DIR "/assets/mannequin.x");
}

TEST(ModelToLocalJob, rigs_of_the_corpus_come_back) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* file : {"/x/sdk_legacy/tiny_4anim.x", "/x/blitz3d/mariorun.x"})
    expect_file_comes_back(corpus_folder() + file);
}

}  // namespace
}  // namespace skelter::test

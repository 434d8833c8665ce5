#include "skelter/runtime/skin.h"

#include <gtest/gtest.h>

#include <limits>

#include "runtime/internal/scalar_kernels.h"
#include "support/made_runtime.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

SkinSource good_skin() {
  Random random(3);
  SkinSource source;
  for (const std::uint16_t joint : {4, 0, 4, 2}) {
    source.joints.push_back(joint);
    source.joint_from_mesh.push_back(random_affine(random));
  }
  return source;
}

// The members of a skeleton that are used when a skin is read.
constexpr std::uint16_t kParents[5] = {kNone16, 0, 1, 2, 3};
Skeleton skeleton_of(std::size_t joint_count, std::uint64_t hash = 0) {
  Skeleton skeleton;
  skeleton.parents = std::span(kParents).first(joint_count);
  skeleton.hash = hash;
  return skeleton;
}

std::string problem_with(const SkinSource& source, std::size_t joint_count, std::uint64_t hash = 0) {
  SkinView skin;
  return read_skin(source.write().span(), skeleton_of(joint_count, hash), skin).what;
}

TEST(ReadSkin, a_skin_is_read_where_it_lies) {
  const AlignedBytes bytes = good_skin().write();
  SkinView skin;
  ASSERT_TRUE(read_skin(bytes.span(), skeleton_of(5), skin).ok());
  ASSERT_EQ(skin.size(), 4u);
  EXPECT_EQ(skin.joints[3], 2);
  EXPECT_EQ(skin.joint_from_mesh[1].m[2][3], good_skin().joint_from_mesh[1].m[2][3]);
}

TEST(ReadSkin, spoiled_skins_are_refused_with_their_reason) {
  EXPECT_EQ(problem_with(good_skin(), 5), "");
  // A joint index past the end of the skeleton.
  EXPECT_EQ(problem_with(good_skin(), 4), "a skin refers to a joint that does not exist");
  EXPECT_EQ(problem_with(good_skin(), 5, 1), "the skin was made for a different skeleton");
  // One matrix too few.
  SkinSource source = good_skin();
  source.joint_from_mesh.pop_back();
  EXPECT_EQ(problem_with(source, 5), "a skin does not have one matrix per joint");
  // A number that is NaN.
  source = good_skin();
  source.joint_from_mesh[2].m[1][2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(problem_with(source, 5), "an inverse bind matrix is not finite");
}

TEST(ReadSkin, cut_bytes_are_refused) {
  const AlignedBytes bytes = good_skin().write();
  SkinView skin;
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(read_skin(bytes.span().first(size), skeleton_of(5), skin).ok()) << size;
}

struct Palette {
  Random random{4};
  std::vector<std::uint16_t> joints;
  std::vector<Affine> joint_from_mesh, model_from_joint, out;
  SkinView skin;
  PaletteJob job;

  explicit Palette(std::uint32_t size) {
    for (std::uint32_t i = 0; i < size; ++i) {
      joints.push_back(static_cast<std::uint16_t>(random.below(size)));
      joint_from_mesh.push_back(random_affine(random));
      model_from_joint.push_back(random_affine(random));
    }
    out.resize(size);
    skin = {joints, joint_from_mesh};
    job = {&skin, model_from_joint, out};
  }
};

TEST(PaletteJob, validity) {
  Palette p(5);
  p.joints[2] = 4;
  EXPECT_EQ(p.job.validate(), Status::ok);
  {  // No skin.
    PaletteJob job = p.job;
    job.skin = nullptr;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    EXPECT_EQ(job.run(), Status::invalid_argument);
  }
  {  // Fewer matrices than the highest joint needs.
    PaletteJob job = p.job;
    job.model_from_joint = job.model_from_joint.first(4);
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // Output too small for the result.
    PaletteJob job = p.job;
    job.out_palette = job.out_palette.first(4);
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // A skin with arrays of different lengths.
    SkinView skin = p.skin;
    skin.joint_from_mesh = skin.joint_from_mesh.first(4);
    PaletteJob job = p.job;
    job.skin = &skin;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // {  // A skin for a different skeleton with the same number of joints.
    Skeleton skeleton;
    PaletteJob job = p.job;
    job.skeleton = &skeleton;
    EXPECT_EQ(job.validate(), Status::ok);
    skeleton.hash = 1;
    EXPECT_STREQ(job.validate().what, "the skin was made for a different skeleton");
    EXPECT_EQ(job.run(), Status::invalid_argument);
  }
  {  // An empty skin is valid.
    SkinView skin;
    const PaletteJob job{&skin, {}, {}};
    EXPECT_EQ(job.run(), Status::ok);
  }
}

// Elements are sums of three products of at most about 4 each: 12 * 2^-23 of rounding, plus some for the sum.
TEST(PaletteJob, entries_are_the_products_in_double_on_every_target) {
  for (const std::uint32_t size : kJointCounts) {
    Palette p(size);
    for_each_target([&](std::int64_t) {
      p.out.assign(size, Affine{});
      ASSERT_EQ(p.job.run(), Status::ok);
      for (std::uint32_t i = 0; i < size; ++i) {
        const Mat4d want =
            to_double(to_mat4(p.model_from_joint[p.joints[i]])) * to_double(to_mat4(p.joint_from_mesh[i]));
        for (std::size_t row = 0; row < 3; ++row)
          for (std::size_t column = 0; column < 4; ++column)
            ASSERT_NEAR(p.out[i].m[row][column], want(row, column), 4e-6) << size << " entry " << i;
      }
    });
  }
}

}  // namespace
}  // namespace skelter::test

#include "skelter/skinning/gpu.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/near.h"
#include "support/skinning_scenes.h"

namespace skelter {
namespace {

// Applies an entry like a shader: first the stretch, then the motion of a unit dual quaternion q + e d, which
// rotates by q and translates by 2 d q*.
Vec3d moved(const DualQuaternionEntry& e, const Vec3d& p) {
  Vec3d s;
  double* rows[] = {&s.x, &s.y, &s.z};
  for (int r = 0; r < 3; ++r)
    *rows[r] = e.stretch[r][0] * p.x + e.stretch[r][1] * p.y + e.stretch[r][2] * p.z;
  const Quatd q{e.real[0], e.real[1], e.real[2], e.real[3]};
  const Vec3d v{q.x, q.y, q.z}, d{e.dual[0], e.dual[1], e.dual[2]};
  return rotate(q, s) + (d * q.w - v * e.dual[3] + cross(v, d)) * 2;
}

TEST(GpuPalette, dual_quaternion_entries_move_points_as_their_matrices_do) {
  std::mt19937 random(2);
  for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{2, 0.5, 1}, Vec3d{1, 1, -1}, Vec3d{1, 0, 1}}) {
    const std::vector<Affine> palette = test::random_palette(20, scale);
    std::vector<DualQuaternionEntry> entries(20);
    ASSERT_EQ(pack_dual_quaternions(palette, entries), Status::ok);
    for (std::size_t i = 0; i < 20; ++i) {
      const Vec3d p = test::random_vector(random, 1);
      EXPECT_TRUE(test::near(moved(entries[i], p), transform_point(to_double(to_mat4(palette[i])), p), 2e-6));
    }
  }
}

TEST(GpuPalette, a_rotation_has_a_unit_quaternion_and_no_stretch) {
  const Affine turn =
      to_affine(to_mat4(to_mat3(from_axis_angle(Vec3d{0, 0, 1}, test::radians(90))), Vec3d{0, 0, 4}));
  DualQuaternionEntry entry;
  ASSERT_EQ(pack_dual_quaternions({&turn, 1}, {&entry, 1}), Status::ok);
  const double half = std::sqrt(0.5);
  EXPECT_NEAR(entry.real[2], half, 1e-6);
  EXPECT_NEAR(entry.real[3], half, 1e-6);
  // The product of half the translation and the rotation: 0.5 * (4 k)(half + half k) = 2 half k - 2 half.
  EXPECT_NEAR(entry.dual[2], 2 * half, 1e-6);
  EXPECT_NEAR(entry.dual[3], -2 * half, 1e-6);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) EXPECT_EQ(entry.stretch[r][c], r == c ? 1.0f : 0.0f);
}

TEST(GpuPalette, too_small_an_output_is_refused) {
  const std::vector<Affine> palette(3);
  std::vector<DualQuaternionEntry> entries(2);
  EXPECT_EQ(pack_dual_quaternions(palette, entries), Status::invalid_argument);
  EXPECT_EQ(pack_dual_quaternions({}, {}), Status::ok);
}

TEST(GpuPalette, plain_normals_are_those_of_rotations_with_one_common_scale) {
  EXPECT_TRUE(has_plain_normals(std::span<const Affine>()));
  EXPECT_TRUE(has_plain_normals(test::random_palette(9)));
  EXPECT_TRUE(has_plain_normals(test::random_palette(9, {3, 3, 3})));
  EXPECT_TRUE(has_plain_normals(test::random_palette(9, {1, -1, 1}))) << "mirrored";
  EXPECT_FALSE(has_plain_normals(test::random_palette(9, {1, 1.001, 1})));
  std::vector<Affine> mixed = test::random_palette(9);
  mixed[4] = test::random_palette(1, {2, 2, 2})[0];
  EXPECT_FALSE(has_plain_normals(mixed));
  const auto plain_motions = [](const std::vector<Affine>& palette) {
    std::vector<DualQuaternionEntry> entries(palette.size());
    EXPECT_EQ(pack_dual_quaternions(palette, entries), Status::ok);
    return has_plain_normals(entries);
  };
  EXPECT_TRUE(plain_motions({}));
  EXPECT_TRUE(plain_motions(test::random_palette(9, {3, 3, 3})));
  EXPECT_FALSE(plain_motions(mixed));
}

// d3dx-behaviour.md, section 4.2: scale (2, 1, 1), then 30 degrees about z, moves the normal (1, 1, 0) to
// (-0.05992, 0.99820, 0).
TEST(GpuPalette, normal_rows_are_the_inverse_transpose) {
  const Mat4d m =
      rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, test::radians(30))) * scale_matrix(Vec3d{2, 1, 1});
  const Affine rows = normal_rows(to_affine(m));
  const Vec3d n = normalized(transform_direction(to_double(to_mat4(rows)), Vec3d{1, 1, 0}));
  EXPECT_TRUE(test::near(n, {-0.05992, 0.99820, 0}, 1e-5));
  for (int r = 0; r < 3; ++r) EXPECT_EQ(rows.m[r][3], 0.0f);
}

}  // namespace
}  // namespace skelter

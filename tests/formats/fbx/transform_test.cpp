#include "formats/fbx/internal/transform.h"

#include <gtest/gtest.h>

namespace skelter::fbx {
namespace {

void expect_near(const Vec3d& a, const Vec3d& b, double tolerance = 1e-9) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

Mat4d turn(const Vec3d& angles_deg, RotationOrder order = RotationOrder::xyz) {
  return to_mat4(to_mat3(euler_rotation(angles_deg, order)), {});
}

// The chain of matrices as documented, factor by factor.
Mat4d long_formula(const NodeProperties& n) {
  const auto move = [](const Vec3d& v) { return translation_matrix(v); };
  return move(n.translation) * move(n.rotation_offset) * move(n.rotation_pivot) * turn(n.pre_rotation_deg) *
         turn(n.rotation_deg, n.order) * inverse_affine(turn(n.post_rotation_deg)) * move(-n.rotation_pivot) *
         move(n.scaling_offset) * move(n.scaling_pivot) * scale_matrix(n.scaling) * move(-n.scaling_pivot);
}

TEST(FbxTransform, PivotMovesTheOrigin) {
  NodeProperties node;
  node.translation = {10, 0, 0};
  node.rotation_pivot = {1, 0, 0};
  node.rotation_deg = {0, 0, 90};
  node.scaling = {2, 2, 2};
  const Transformd local = local_transform(node);
  expect_near(local.translation, {11, -1, 0});
  expect_near(transform_point(to_mat4(local), {1, 0, 0}), {11, 1, 0});
  EXPECT_TRUE(has_pivots(node));
}

TEST(FbxTransform, OneTransformEqualsTheWholeChain) {
  NodeProperties node;
  node.translation = {1, -2, 3};
  node.rotation_offset = {0.5, 0.25, -1};
  node.rotation_pivot = {2, 1, -0.5};
  node.pre_rotation_deg = {10, -20, 30};
  node.rotation_deg = {40, 50, -60};
  node.post_rotation_deg = {-15, 25, 5};
  node.scaling_offset = {0.1, 0.2, 0.3};
  node.scaling_pivot = {-1, 2, 0.75};
  node.scaling = {2, -0.5, 1.5};
  for (int order = 0; order <= 6; ++order) {
    node.order = static_cast<RotationOrder>(order);
    const Mat4d expected = long_formula(node), got = to_mat4(local_transform(node));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(got.m[i], expected.m[i], 1e-12) << order << " " << i;
  }
}

TEST(FbxTransform, OrdersNameTheAxesInTheOrderInWhichTheyAct) {
  const Mat4d xyz = turn({90, 0, 90});
  expect_near(axis_part(xyz, 0), {0, 1, 0});
  expect_near(axis_part(xyz, 1), {0, 0, 1});
  expect_near(axis_part(xyz, 2), {1, 0, 0});
  const Mat4d zyx = turn({90, 0, 90}, RotationOrder::zyx);
  expect_near(axis_part(zyx, 0), {0, 0, 1});
  expect_near(axis_part(zyx, 1), {-1, 0, 0});
  expect_near(axis_part(zyx, 2), {0, -1, 0});
  // In the order z before x, x moves to y (about z) and then to z (about x).
  expect_near(axis_part(turn({90, 0, 90}, RotationOrder::zxy), 0), {0, 0, 1});
  expect_near(axis_part(turn({90, 90, 0}, RotationOrder::xzy), 1), {1, 0, 0});
  expect_near(axis_part(turn({90, 90, 0}, RotationOrder::yxz), 1), {0, 0, 1});
  expect_near(axis_part(turn({0, 90, 90}, RotationOrder::yzx), 2), {0, 1, 0});
  EXPECT_EQ(euler_rotation({1, 2, 3}, RotationOrder::spheric_xyz),
            euler_rotation({1, 2, 3}, RotationOrder::xyz));
}

TEST(FbxTransform, PostRotationIsTakenBack) {
  NodeProperties node;
  node.pre_rotation_deg = {0, 0, 30};
  node.rotation_deg = {0, 0, 20};
  node.post_rotation_deg = {0, 0, 90};
  expect_near(euler_xyz_deg(local_transform(node).rotation), {0, 0, -40});
  node.has_rotation_space = false;
  expect_near(euler_xyz_deg(local_transform(node).rotation), {0, 0, 20});
}

TEST(FbxTransform, WithoutRotationSpaceTheOrderIsXyz) {
  NodeProperties node;
  node.rotation_deg = {90, 0, 90};
  node.order = RotationOrder::zyx;
  node.has_rotation_space = false;
  expect_near(rotate(local_transform(node).rotation, {1, 0, 0}), {0, 1, 0});
}

TEST(FbxTransform, EulerAnglesGiveTheRotationBack) {
  for (const Vec3d& angles : {Vec3d{10, 20, 30}, Vec3d{-170, 80, 100}, Vec3d{20, -89, 5}}) {
    expect_near(euler_xyz_deg(euler_rotation(angles, RotationOrder::xyz)), angles, 1e-8);
  }
  // At the pole, only the sum of x and z matters.
  const Quatd pole = euler_rotation({30, 90, 10}, RotationOrder::xyz);
  EXPECT_NEAR(std::abs(dot(euler_rotation(euler_xyz_deg(pole), RotationOrder::xyz), pole)), 1, 1e-12);
  // One and a half turns.
  EXPECT_NEAR(std::abs(dot(euler_rotation({0, 540, 0}, RotationOrder::xyz), Quatd{0, 1, 0, 0})), 1, 1e-12);
}

class FbxInheritance : public ::testing::Test {
 protected:
  Mat4d child(InheritType type) const {
    const WorldParts parent = world_parts({}, InheritType::product, {{}, {}, {2, 1, 1}});
    const Transformd local{{3, 0, 0}, euler_rotation({0, 0, 90}, RotationOrder::xyz), {1, 1, 1}};
    return world_matrix(world_parts(parent, type, local));
  }
};

TEST_F(FbxInheritance, ProductShears) {
  const Mat4d world = child(InheritType::product);
  expect_near(axis_part(world, 0), {0, 1, 0});
  expect_near(axis_part(world, 1), {-2, 0, 0});
  expect_near(translation_part(world), {6, 0, 0});
}

TEST_F(FbxInheritance, NoneKeepsTheTranslationScaled) {
  const Mat4d world = child(InheritType::none);
  expect_near(axis_part(world, 0), {0, 1, 0});
  expect_near(axis_part(world, 1), {-1, 0, 0});
  expect_near(translation_part(world), {6, 0, 0});
}

TEST_F(FbxInheritance, ComponentwiseScalesItsOwnAxes) {
  const Mat4d world = child(InheritType::componentwise);
  expect_near(axis_part(world, 0), {0, 2, 0});
  expect_near(axis_part(world, 1), {-1, 0, 0});
  expect_near(translation_part(world), {6, 0, 0});
}

TEST_F(FbxInheritance, NoneBelowComponentwiseTakesWhatThatInherited) {
  const WorldParts top = world_parts({}, InheritType::product, {{}, {}, {2, 1, 1}});
  const WorldParts middle = world_parts(top, InheritType::componentwise, {{}, {}, {3, 5, 7}});
  expect_near(middle.scale, {6, 5, 7});
  const WorldParts low = world_parts(middle, InheritType::none, {{1, 1, 1}, {}, {1, 1, 10}});
  expect_near(low.scale, {2, 1, 10});
  expect_near(translation_part(world_matrix(low)), {6, 5, 7});
  const WorldParts lowest = world_parts(low, InheritType::none, {{}, {}, {1, 1, 1}});
  expect_near(lowest.scale, {2, 1, 1});
}

TEST(FbxTransform, GeometricTransformIsItsOwnChain) {
  NodeProperties node;
  node.geometric_translation = {1, 2, 3};
  node.geometric_rotation_deg = {0, 0, 90};
  node.geometric_scaling = {2, 3, 4};
  expect_near(transform_point(geometric_matrix(node), {1, 1, 1}), {1 - 3, 2 + 2, 3 + 4});
}

}  // namespace
}  // namespace skelter::fbx

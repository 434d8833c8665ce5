#include "skelter/scene/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "skelter/scene/validate.h"
#include "support/blend_example.h"
#include "support/numbers.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::kPi;
using test::make_channel;
using test::make_node;
using test::near;
using test::radians;

Mat4d turned(const Vec3d& axis, double degrees, const Vec3d& moved = {}) {
  return to_mat4(Transformd{moved, from_axis_angle(axis, radians(degrees)), {1, 1, 1}});
}

// Makes a scene with one node, moved by the given channels, which all have it as target. The tick rate is
// 1000.
Scene one_node(const Mat4d& rest, std::vector<Channel> channels) {
  Scene scene;
  scene.nodes.push_back(make_node("Bone", kNone, rest));
  Clip clip;
  clip.name = "clip";
  clip.ticks_per_second = 1000;
  clip.targets.push_back({"Bone", 0, {}});
  for (const Channel& channel : channels) clip.duration_s = std::max(clip.duration_s, channel.times_s.back());
  clip.channels = std::move(channels);
  scene.clips.push_back(std::move(clip));
  EXPECT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
  return scene;
}

Channel moves(std::vector<double> times_s, std::vector<float> values,
              Interpolation how = Interpolation::linear) {
  return make_channel(0, ChannelPath::translation, std::move(times_s), std::move(values), how);
}
Channel turns(std::vector<double> times_s, const std::vector<Quatd>& rotations,
              Interpolation how = Interpolation::linear) {
  std::vector<float> values;
  for (const Quatd& q : rotations) test::append_value(values, q);
  return make_channel(0, ChannelPath::rotation, std::move(times_s), values, how);
}
Channel matrices(std::vector<double> times_s, const std::vector<Mat4d>& keys,
                 Interpolation how = Interpolation::linear) {
  std::vector<float> values;
  for (const Mat4d& m : keys) test::append_value(values, m);
  return make_channel(0, ChannelPath::matrix, std::move(times_s), values, how);
}

Mat4d local_at(const Scene& scene, double time_s, const EvaluateOptions& options = {}) {
  return evaluate(scene, 0, time_s, options).local[0];
}
Vec3d position_at(const Scene& scene, double time_s, const EvaluateOptions& options = {}) {
  return translation_part(local_at(scene, time_s, options));
}

const EvaluateOptions kOnce{Loop::once, MatrixKeys::decompose, false};

EvaluateOptions with(MatrixKeys keys) {
  EvaluateOptions options = kOnce;
  options.matrix_keys = keys;
  return options;
}

// --- wrapping --------------------------------------------------------------------------------------------

// Values from the tutorials, and from section 2.5 of d3dx-behaviour.md.
TEST(wrap_time, has_the_documents_values) {
  struct Row {
    double time_s, duration_s, loop, once, pingpong;
  };
  for (const Row& row :
       {Row{3.7, 1.5, 0.7, 1.5, 0.7}, Row{-0.25, 1.5, 1.25, 0, 0.25}, Row{1.5, 1.5, 0, 1.5, 1.5},
        Row{1.75, 1.5, 0.25, 1.5, 1.25}, Row{1.25, 1, 0.25, 1, 0.75}, Row{-0.25, 1, 0.75, 0, 0.25},
        Row{1, 1, 0, 1, 1}, Row{0.75, 1, 0.75, 0.75, 0.75}, Row{1.75, 1, 0.75, 1, 0.25},
        Row{2.25, 1, 0.25, 1, 0.25}, Row{5, 0, 0, 0, 0}}) {
    EXPECT_NEAR(wrap_time(row.time_s, row.duration_s, Loop::loop), row.loop, 1e-12) << row.time_s;
    EXPECT_NEAR(wrap_time(row.time_s, row.duration_s, Loop::once), row.once, 1e-12) << row.time_s;
    EXPECT_NEAR(wrap_time(row.time_s, row.duration_s, Loop::pingpong), row.pingpong, 1e-12) << row.time_s;
  }
}

// B-18: times are in milliseconds, one tick each.
TEST(wrap_time, loop_plus_one_gains_a_tick_per_cycle) {
  struct Row {
    double time_ms, length_ms, plus_one_ms, loop_ms;
  };
  for (const Row& row :
       {Row{1000, 1000, 1000, 0}, Row{1001, 1000, 0, 1}, Row{2002, 1000, 0, 2}, Row{5003, 1000, 999, 3},
        Row{601, 600, 0, 1}, Row{1001, 600, 400, 401}, Row{500, 1000, 500, 500}, Row{-5, 1000, 0, 995}}) {
    EXPECT_NEAR(wrap_time(row.time_ms / 1000, row.length_ms / 1000, Loop::loop, 0.001),
                row.plus_one_ms / 1000, 1e-12)
        << row.time_ms;
    EXPECT_NEAR(wrap_time(row.time_ms / 1000, row.length_ms / 1000, Loop::loop), row.loop_ms / 1000, 1e-12);
  }
}

TEST(wrap_time, whole_loops_are_the_start_however_they_were_rounded) {
  for (const double duration_s : {0.1, 0.6, 1.0 / 3, 0.7, 1.6667})
    for (int loops = -50; loops <= 50; ++loops)
      EXPECT_LT(wrap_time(loops * duration_s, duration_s, Loop::loop), 1e-12) << loops << " x " << duration_s;
}

TEST(wrap_time, a_loop_stays_below_its_end) {
  for (int i = -1000; i < 1000; ++i) {
    const double t = wrap_time(i * 0.0137, 0.6, Loop::loop);
    EXPECT_TRUE(t >= 0 && t < 0.6) << i;
  }
}

// --- vectors and rotations -------------------------------------------------------------------------------

// S-35, S-39, B-17: also before the first key, which is late in the clip.
TEST(evaluate, values_are_linear_between_keys_and_held_outside) {
  const Scene scene = one_node(Mat4d{}, {moves({0.1, 0.3}, {1, 2, 3, 5, 2, -1})});
  EXPECT_TRUE(near(position_at(scene, 0.2, kOnce), {3, 2, 1}, 1e-6));
  EXPECT_TRUE(near(position_at(scene, 0.15, kOnce), {2, 2, 2}, 1e-6));
  EXPECT_TRUE(near(position_at(scene, 0, kOnce), {1, 2, 3}, 0));
  EXPECT_TRUE(near(position_at(scene, -7, kOnce), {1, 2, 3}, 0));
  EXPECT_TRUE(near(position_at(scene, 9, kOnce), {5, 2, -1}, 0));
}

TEST(evaluate, at_a_key_returns_that_key) {
  const std::vector<float> values{0.1f, 0.2f, 0.3f, 1.7f, -2.9f, 0.01f, 5, 6, 7};
  for (const Interpolation how : {Interpolation::linear, Interpolation::step}) {
    const Scene scene = one_node(Mat4d{}, {moves({0, 0.7, 1.1}, values, how)});
    EXPECT_EQ(position_at(scene, 0, kOnce), (Vec3d{0.1f, 0.2f, 0.3f}));
    EXPECT_EQ(position_at(scene, 0.7, kOnce), (Vec3d{1.7f, -2.9f, 0.01f}));
    EXPECT_EQ(position_at(scene, 1.1, kOnce), (Vec3d{5, 6, 7}));
  }
}

TEST(evaluate, one_key_is_constant) {
  const Scene scene = one_node(Mat4d{}, {moves({0.5}, {1, 2, 3})});
  for (const double time_s : {-1.0, 0.0, 0.5, 0.6, 2.0})
    EXPECT_EQ(position_at(scene, time_s), (Vec3d{1, 2, 3}));
}

TEST(evaluate, a_clip_of_one_time_is_a_pose) {
  const Scene scene = one_node(Mat4d{}, {moves({0}, {1, 2, 3})});
  for (const Loop loop : {Loop::as_made, Loop::loop, Loop::once, Loop::pingpong})
    for (const bool extra_tick : {false, true})
      EXPECT_EQ(position_at(scene, 0.3, {loop, MatrixKeys::decompose, false, extra_tick}), (Vec3d{1, 2, 3}));
}

// d3dx-behaviour.md, section 2.5: a loop is a half-open interval; a clip played once ends at the last key.
TEST(evaluate, exactly_at_the_end_a_loop_starts_again) {
  const Scene scene = one_node(Mat4d{}, {moves({0, 1}, {0, 0, 0, 10, 0, 0})});
  EXPECT_EQ(position_at(scene, 1).x, 0);
  EXPECT_EQ(position_at(scene, 1, kOnce).x, 10);
  EXPECT_NEAR(position_at(scene, 1.25).x, 2.5, 1e-12);
  EXPECT_NEAR(position_at(scene, -0.25).x, 7.5, 1e-12);
}

// Requirement S-33 of docs/tutorials.md.
TEST(evaluate, rotations_slerp_the_shorter_way) {
  const Quatd y90 = from_axis_angle(kY, radians(90));
  for (const double sign : {1.0, -1.0}) {
    const Quatd key{y90.x * sign, y90.y * sign, y90.z * sign, y90.w * sign};
    const Scene scene = one_node(Mat4d{}, {turns({0, 1}, {{}, key})});
    EXPECT_TRUE(near(to_quat(linear_part(local_at(scene, 0.25))), {0, 0.195090, 0, 0.980785}, 1e-6));
  }
  const Scene over = one_node(
      Mat4d{}, {turns({0, 1}, {from_axis_angle(kZ, radians(170)), from_axis_angle(kZ, radians(-170))})});
  EXPECT_TRUE(near(to_quat(linear_part(local_at(over, 0.5))), {0, 0, 1, 0}, 1e-6));
}

TEST(evaluate, step_keys_hold_until_the_next) {
  const Scene scene =
      one_node(Mat4d{}, {moves({0, 0.5}, {1, 0, 0, 2, 0, 0}, Interpolation::step),
                         turns({0, 0.5}, {{}, from_axis_angle(kZ, radians(90))}, Interpolation::step)});
  EXPECT_TRUE(near(local_at(scene, 0.4999), turned(kZ, 0, {1, 0, 0}), 1e-15));
  EXPECT_TRUE(near(local_at(scene, 0.5, kOnce), turned(kZ, 90, {2, 0, 0}), 1e-7));
}

// glTF 2.0, appendix C, worked out by hand: between 0.5 and 2.5 (td = 2) at t = 0.25 the weights of value,
// out-tangent, next value and in-tangent are 0.84375, 0.28125, 0.15625 and -0.09375.
TEST(evaluate, cubic_keys_follow_the_hermite_spline_of_gltf) {
  const std::vector<float> keys{9, 9, 9, 1, 2, 3, 4, 0, 0,  // in-tangent (not used), value, out-tangent
                                0, 8, 0, 5, 2, 3, 9, 9, 9};
  const Scene scene = one_node(Mat4d{}, {moves({0.5, 2.5}, keys, Interpolation::cubic)});
  EXPECT_TRUE(
      near(position_at(scene, 1.0, kOnce), {0.84375 + 0.28125 * 4 + 0.15625 * 5, 2 - 0.09375 * 8, 3}, 1e-12));
  EXPECT_EQ(position_at(scene, 0.5, kOnce), (Vec3d{1, 2, 3}));
  EXPECT_EQ(position_at(scene, 2.5, kOnce), (Vec3d{5, 2, 3}));
}

TEST(evaluate, cubic_rotations_are_normalised_after_the_spline) {
  // With tangents of 0, the spline is the mean of both keys in the middle.
  const float s = std::sqrt(0.5f);
  const Channel channel = make_channel(
      0, ChannelPath::rotation, {0, 1},
      {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, s, 0, s, 0, 0, 0, 0}, Interpolation::cubic);
  const Scene scene = one_node(Mat4d{}, {channel});
  EXPECT_TRUE(near(local_at(scene, 0.5), turned(kY, 45), 1e-7));
  EXPECT_TRUE(near(local_at(scene, 0), Mat4d{}, 0));
}

// B-16: every channel has a separate number of keys.
TEST(evaluate, four_position_keys_play_with_one_matrix_key_or_none) {
  const Channel positions = moves({0, 0.1, 0.2, 0.3}, {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0});
  EXPECT_EQ(position_at(one_node(Mat4d{}, {positions}), 0.9, kOnce).x, 3);
  EXPECT_NEAR(position_at(one_node(Mat4d{}, {positions}), 0.25, kOnce).x, 2.5, 1e-6);
  const Scene both = one_node(Mat4d{}, {positions, matrices({0}, {Mat4d{}})});
  EXPECT_NEAR(position_at(both, 0.25, with(MatrixKeys::product)).x, 2.5, 1e-6);
  EXPECT_EQ(position_at(both, 0.9, with(MatrixKeys::product)).x, 3) << "after the last key";
}

// S-13: channels of one node with different times.
TEST(evaluate, channels_keep_their_own_times) {
  const Scene scene = one_node(Mat4d{}, {moves({0, 1}, {0, 0, 0, 4, 0, 0}),
                                         turns({0.2, 0.4, 0.6}, {{}, from_axis_angle(kZ, radians(90)), {}})});
  EXPECT_TRUE(near(local_at(scene, 0.5), turned(kZ, 45, {2, 0, 0}), 1e-6));
}

// S-38, B-23: random access gives the same result as sequential access, and a linear search finds the same
// keys.
TEST(evaluate, the_order_of_times_does_not_matter) {
  std::vector<double> times_s;
  std::vector<float> values;
  for (int k = 0; k < 50; ++k) {
    times_s.push_back(0.02 * k + 0.005 * (k % 3));
    for (const int e : {k * 7 % 11, k * 5 % 13, k * 3 % 17}) values.push_back(static_cast<float>(e));
  }
  const Scene scene = one_node(Mat4d{}, {moves(times_s, values)});
  const auto by_linear_search = [&](double t) {
    std::size_t k = 0;
    while (k + 1 < times_s.size() && times_s[k + 1] <= t) ++k;
    const std::size_t next = std::min(k + 1, times_s.size() - 1);
    const double u = next == k || t < times_s[k] ? 0 : (t - times_s[k]) / (times_s[next] - times_s[k]);
    return values[3 * k] + (double(values[3 * next]) - values[3 * k]) * u;
  };
  std::vector<Vec3d> forwards, backwards;
  for (int i = 0; i <= 100; ++i) forwards.push_back(position_at(scene, i * 0.0098, kOnce));
  for (int i = 100; i >= 0; --i) backwards.push_back(position_at(scene, i * 0.0098, kOnce));
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_EQ(forwards, backwards);
  for (int i = 0; i <= 100; ++i)
    EXPECT_NEAR(forwards[static_cast<std::size_t>(i)].x, by_linear_search(i * 0.0098), 1e-12) << i;
}

// --- matrix keys -----------------------------------------------------------------------------------------

// D3D is left-handed: a rotation about y has the opposite sign in our space. Keys are at ticks 0 and 100,
// with 1000 per second.
Scene quarter_turn() {
  return one_node(Mat4d{}, {matrices({0, 0.1}, {Mat4d{}, mirrored_z(turned(kY, 90, {10, 0, 0}))})});
}

// Values from the tutorials, at tick 25 of 100.
TEST(evaluate, matrix_keys_have_three_meanings) {
  const Mat4d elements = mirrored_z(local_at(quarter_turn(), 0.025, with(MatrixKeys::elements)));
  EXPECT_TRUE(near(Vec3d{elements.m[0], elements.m[1], elements.m[2]}, {0.75, 0, -0.25}, 1e-6));
  EXPECT_NEAR(elements.m[12], 2.5, 1e-6);
  const Mat4d decomposed = mirrored_z(local_at(quarter_turn(), 0.025, with(MatrixKeys::decompose)));
  EXPECT_TRUE(near(Vec3d{decomposed.m[0], decomposed.m[1], decomposed.m[2]}, {0.923880, 0, -0.382683}, 1e-6));
  EXPECT_NEAR(decomposed.m[12], 2.5, 1e-6);
  EXPECT_EQ(local_at(quarter_turn(), 0.025, with(MatrixKeys::nearest)), Mat4d{});
}

// d3dx-behaviour.md 2.4 and B-20: halfway, the axes shrink to 0.7071.
TEST(evaluate, element_wise_keys_shrink_the_axes_half_way) {
  const Mat4d m = mirrored_z(local_at(quarter_turn(), 0.05, with(MatrixKeys::elements)));
  EXPECT_TRUE(near(Vec3d{m.m[0], m.m[1], m.m[2]}, {0.5, 0, -0.5}, 1e-6));
  EXPECT_TRUE(near(Vec3d{m.m[8], m.m[9], m.m[10]}, {0.5, 0, 0.5}, 1e-6));
}

// S-36: tick 49 shows the first key, tick 50 the second.
TEST(evaluate, the_nearest_key_is_the_later_one_at_the_middle) {
  const Scene scene = quarter_turn();
  EXPECT_EQ(position_at(scene, 0.049, with(MatrixKeys::nearest)).x, 0);
  EXPECT_EQ(position_at(scene, 0.050, with(MatrixKeys::nearest)).x, 10);
  EXPECT_EQ(position_at(scene, 0.3, with(MatrixKeys::nearest)).x, 10);
  const Scene late = one_node(Mat4d{}, {matrices({0.1, 0.2}, {translation_matrix(Vec3d{1, 0, 0}), Mat4d{}})});
  EXPECT_EQ(position_at(late, 0, with(MatrixKeys::nearest)).x, 1);
}

TEST(evaluate, at_a_matrix_key_returns_that_key_bit_for_bit) {
  Mat4d odd = turned({1, 2, 3}, 77, {0.1, 0.2, 0.3});
  odd(0, 1) += 0.3;
  odd(2, 2) *= -1.7;
  const Scene scene = one_node(Mat4d{}, {matrices({0, 0.5, 1}, {Mat4d{}, odd, Mat4d{}})});
  for (const MatrixKeys keys :
       {MatrixKeys::decompose, MatrixKeys::elements, MatrixKeys::nearest, MatrixKeys::product})
    EXPECT_EQ(local_at(scene, 0.5, with(keys)), to_double(to_float(odd)));
}

TEST(evaluate, stepped_matrix_keys_hold_until_the_next) {
  const Scene scene =
      one_node(Mat4d{}, {matrices({0, 1}, {turned(kZ, 10), turned(kZ, 50)}, Interpolation::step)});
  for (const MatrixKeys keys : {MatrixKeys::decompose, MatrixKeys::elements})
    EXPECT_TRUE(near(local_at(scene, 0.9, with(keys)), turned(kZ, 10), 1e-7));
}

// No exporter writes such keys, but a scene can contain them. They are interpolated by elements, because the
// spline does not handle rotations.
TEST(evaluate, cubic_matrix_keys_follow_the_spline_element_by_element) {
  std::vector<float> keys(16, 0.0f);  // in-tangent, value, out-tangent of both keys; the tangents are 0
  test::append_value(keys, Mat4d{});
  keys.resize(64, 0.0f);
  test::append_value(keys, translation_matrix(Vec3d{8, 0, 0}));
  keys.resize(96, 0.0f);
  const Scene scene =
      one_node(Mat4d{}, {make_channel(0, ChannelPath::matrix, {0, 1}, keys, Interpolation::cubic)});
  EXPECT_TRUE(near(local_at(scene, 0.25), translation_matrix(Vec3d{8 * 0.15625, 0, 0}), 1e-12));
}

// A rotation followed by shear and a mirror: decomposed keys must reproduce the shear and keep the mirrored
// axis.
TEST(evaluate, shear_survives_between_decomposed_keys) {
  Mat4d shear;
  shear(0, 1) = 0.5;
  const Scene scene = one_node(Mat4d{}, {matrices({0, 1}, {shear, turned(kZ, 60) * shear})});
  EXPECT_TRUE(near(local_at(scene, 0.5), turned(kZ, 30) * shear, 1e-6));
}

// d3dx-behaviour.md, section 7, item 9.
TEST(evaluate, a_mirrored_bone_stays_mirrored_between_its_keys) {
  const Mat4d mirror = scale_matrix(Vec3d{1, 1, -1});
  for (const Vec3d& axis : {kX, kY, kZ, Vec3d{1, 1, 1}}) {
    const Scene scene =
        one_node(Mat4d{}, {matrices({0, 1}, {turned(axis, 20) * mirror, turned(axis, 120) * mirror})});
    for (const double u : {0.1, 0.25, 0.5, 0.75, 0.9})
      EXPECT_TRUE(near(local_at(scene, u), turned(axis, 20 + 100 * u) * mirror, 1e-6)) << u;
  }
}

TEST(evaluate, decomposed_keys_that_pass_into_a_mirror_squeeze_one_axis) {
  const Scene scene = one_node(
      Mat4d{}, {matrices({0, 1}, {turned(kX, 100), turned(kX, 100) * scale_matrix(Vec3d{1, 1, -1})})});
  EXPECT_TRUE(near(local_at(scene, 0.25), turned(kX, 100) * scale_matrix(Vec3d{1, 1, 0.5}), 1e-6));
}

// Requirements S-37 and B-21 of docs/tutorials.md.
TEST(evaluate, a_matrix_wins_over_parts_unless_their_product_is_asked_for) {
  const Scene scene = one_node(
      turned(kZ, 0, {0, 7, 0}),
      {turns({0}, {from_axis_angle(kZ, radians(90))}), matrices({0}, {translation_matrix(Vec3d{3, 0, 0})})});
  for (const MatrixKeys keys : {MatrixKeys::decompose, MatrixKeys::elements, MatrixKeys::nearest})
    EXPECT_EQ(local_at(scene, 0, with(keys)), translation_matrix(Vec3d{3, 0, 0}));
  // The matrix of the parts comes first, then the matrix key; the rest translation of 7 is not added a second
  // time.
  EXPECT_TRUE(near(local_at(scene, 0, with(MatrixKeys::product)), turned(kZ, 90, {3, 0, 0}), 1e-6));
}

TEST(evaluate, the_product_needs_both_kinds_of_keys) {
  const Scene matrix_only = one_node(Mat4d{}, {matrices({0}, {turned(kX, 30)})});
  EXPECT_TRUE(near(local_at(matrix_only, 0, with(MatrixKeys::product)), turned(kX, 30), 1e-7));
  const Scene parts_only =
      one_node(turned(kX, 0, {0, 7, 0}), {turns({0}, {from_axis_angle(kX, radians(30))})});
  EXPECT_TRUE(near(local_at(parts_only, 0, with(MatrixKeys::product)), turned(kX, 30, {0, 7, 0}), 1e-6));
}

// --- missing channels ------------------------------------------------------------------------------------

// B-22, and section 2.2 of d3dx-behaviour.md.
TEST(evaluate, missing_parts_come_from_the_rest_or_are_nothing) {
  Mat4d rest = to_mat4(Transformd{{0, 5, 0}, from_axis_angle(kX, radians(40)), {1, 2, 1}});
  Scene scene = one_node(rest, {turns({0}, {from_axis_angle(kZ, radians(90))})});
  EXPECT_TRUE(near(local_at(scene, 0), turned(kZ, 90, {0, 5, 0}) * scale_matrix(Vec3d{1, 2, 1}), 1e-6));
  scene.absent = Absent::identity;
  EXPECT_TRUE(near(local_at(scene, 0), turned(kZ, 90), 1e-6));
  Scene moved = one_node(rest, {moves({0}, {1, 2, 3})});
  moved.absent = Absent::identity;
  EXPECT_EQ(local_at(moved, 0), translation_matrix(Vec3d{1, 2, 3}));
}

// B-22: "swing" only rotates the hand; its frame is at (0, 5, 0) in the arm.
TEST(evaluate, a_hand_that_only_turns_keeps_its_rest_translation_or_falls_on_its_parent) {
  Scene scene = test::blend_example();
  const std::uint32_t swing = find_clip(scene, "swing"), hand = find_node(scene, "Hand");
  ASSERT_TRUE(swing != kNone && hand != kNone);
  EXPECT_TRUE(near(translation_part(evaluate(scene, swing, 0.25).local[hand]), {0, 5, 0}, 1e-9));
  scene.absent = Absent::identity;
  EXPECT_TRUE(near(translation_part(evaluate(scene, swing, 0.25).local[hand]), {0, 0, 0}, 0));
}

TEST(evaluate, the_shear_of_the_rest_stays_until_a_scale_replaces_it) {
  Mat4d shear;
  shear(0, 1) = 0.5;
  const AffineParts parts = split(shear);
  const Scene turning = one_node(shear, {turns({0}, {from_axis_angle(kZ, radians(90))})});
  EXPECT_TRUE(
      near(local_at(turning, 0), compose({{}, from_axis_angle(kZ, radians(90)), parts.stretch}), 1e-6));
  const Scene scaling = one_node(shear, {make_channel(0, ChannelPath::scale, {0}, {2, 3, 4})});
  EXPECT_TRUE(
      near(local_at(scaling, 0), rotation_matrix(parts.rotation) * scale_matrix(Vec3d{2, 3, 4}), 1e-6));
}

// Two negative scales and half a turn have the same matrix; only the parts stored in the file show the
// difference.
TEST(evaluate, rest_parts_that_the_file_gave_are_kept_apart) {
  Scene scene = one_node(scale_matrix(Vec3d{-1, -1, 1}), {turns({0}, {from_axis_angle(kX, radians(90))})});
  scene.nodes[0].rest_trs = Transform{{}, {}, {-1, -1, 1}};
  ASSERT_TRUE(validate(scene).ok());
  EXPECT_TRUE(near(local_at(scene, 0), turned(kX, 90) * scale_matrix(Vec3d{-1, -1, 1}), 1e-6));
}

TEST(evaluate, nodes_without_channels_stay_at_rest) {
  Scene scene = one_node(Mat4d{}, {moves({0}, {1, 2, 3})});
  scene.nodes.push_back(make_node("Still", 0, turned(kX, 30, {0, 5, 0})));
  scene.nodes.push_back(make_node("Named", 0, turned(kX, 30, {0, 5, 0})));
  scene.clips[0].targets.push_back({"Named", 2, {}});  // a target with only empty key lists
  scene.absent = Absent::identity;
  const Pose pose = evaluate(scene, 0, 0);
  EXPECT_EQ(pose.local[1], to_double(scene.nodes[1].rest));
  EXPECT_EQ(pose.local[2], to_double(scene.nodes[2].rest));
}

// Requirement B-02 of docs/tutorials.md.
TEST(evaluate, channels_of_unknown_nodes_and_of_morphs_move_nothing) {
  Scene scene = one_node(turned(kX, 30), {});
  scene.clips[0].targets.push_back({"Tail", kNone, {}});
  scene.clips[0].channels = {make_channel(0, ChannelPath::weights, {0}, {}),
                             make_channel(1, ChannelPath::translation, {0}, {1, 2, 3})};
  EXPECT_EQ(evaluate(scene, 0, 0).local[0], to_double(scene.nodes[0].rest));
}

// --- clock -----------------------------------------------------------------------------------------------

// B-19: a clip of 4800 ticks lasts 1 s, or 4.8 s if a tick is a millisecond.
TEST(evaluate, a_tick_can_be_a_millisecond) {
  Scene scene = one_node(Mat4d{}, {moves({0, 1}, {0, 0, 0, 48, 0, 0})});
  scene.clips[0].ticks_per_second = 4800;
  EvaluateOptions options = kOnce;
  EXPECT_NEAR(position_at(scene, 0.5, options).x, 24, 1e-12);
  options.tick_is_ms = true;
  EXPECT_NEAR(position_at(scene, 2.4, options).x, 24, 1e-12);
  EXPECT_NEAR(position_at(scene, 4.8, options).x, 48, 1e-12);
  scene.clips[0].ticks_per_second.reset();  // without a tick rate, seconds do not change
  EXPECT_NEAR(position_at(scene, 0.5, options).x, 24, 1e-12);
}

// B-18 with a clip of 4800 ticks: 1 s + 1 tick shows the first key, without the additional tick.
TEST(evaluate, loop_plus_one_counts_the_clips_own_ticks) {
  Scene scene = one_node(Mat4d{}, {moves({0, 1}, {0, 0, 0, 4800, 0, 0})});
  scene.clips[0].ticks_per_second = 4800;
  const EvaluateOptions options{Loop::loop, MatrixKeys::decompose, false, true};
  EXPECT_NEAR(position_at(scene, 1, options).x, 4800, 1e-9);
  EXPECT_NEAR(position_at(scene, 4801 / 4800.0, options).x, 0, 1e-9);
  EXPECT_NEAR(position_at(scene, 4806 / 4800.0, options).x, 5, 1e-9);
}

// --- the tree --------------------------------------------------------------------------------------------

// Requirements T-16, C-11 and C-24 of docs/tutorials.md.
TEST(evaluate, worlds_are_chains_of_locals_in_any_order_of_nodes) {
  const Mat4d root = turned(kX, 10, {1, 2, 3}), arm = turned(kY, 20, {0, 5, 0}),
              hand = turned(kZ, 30, {0, 3, 0});
  Scene scene;
  scene.nodes = {make_node("Hand", 1, hand), make_node("Arm", 3, arm), make_node("Other", 3, arm),
                 make_node("Root", kNone, root)};
  const Pose pose = rest_pose(scene);
  EXPECT_TRUE(near(pose.world[3], root, 1e-6));
  EXPECT_TRUE(near(pose.world[1], root * arm, 1e-6));
  EXPECT_TRUE(near(pose.world[0], root * arm * hand, 1e-6));
  EXPECT_EQ(pose.world[2], pose.world[1]);

  // Rotating a child does not move its parent or sibling.
  scene.nodes[1].rest = to_float(turned(kX, 90));
  const Pose turned_pose = rest_pose(scene);
  EXPECT_EQ(turned_pose.world[3], pose.world[3]);
  EXPECT_EQ(turned_pose.world[2], pose.world[2]);
  EXPECT_FALSE(near(turned_pose.world[0], pose.world[0], 0.1));
}

// S-30: the finger's world matrix is Body * UpperArm * Forearm * Palm * Finger. Rotations are quarter turns
// about z, so positions can be added by hand.
TEST(evaluate, a_finger_follows_its_palm_forearm_upper_arm_and_body) {
  Scene scene;
  scene.nodes = {make_node("Body", kNone, turned(kZ, 0, {1, 10, 0})),
                 make_node("UpperArm", 0, turned(kZ, -90, {2, 4, 0})),
                 make_node("Forearm", 1, turned(kZ, 90, {0, 3, 0})),
                 make_node("Palm", 2, turned(kZ, 90, {0, 3, 0})),
                 make_node("Finger", 3, turned(kZ, 0, {0, 1, 0}))};
  const Pose pose = rest_pose(scene);
  EXPECT_TRUE(near(translation_part(pose.world[1]), {3, 14, 0}, 1e-5));
  EXPECT_TRUE(near(translation_part(pose.world[2]), {6, 14, 0}, 1e-5));
  EXPECT_TRUE(near(translation_part(pose.world[3]), {6, 17, 0}, 1e-5));
  EXPECT_TRUE(near(translation_part(pose.world[4]), {5, 17, 0}, 1e-5));
  EXPECT_TRUE(near(transform_point(pose.world[4], Vec3d{0, 0.5, 0}), {4.5, 17, 0}, 1e-5));

  // A quarter turn of the body moves the finger from (4, 7) to (-7, 4), relative to the body.
  scene.nodes[0].rest = to_float(turned(kZ, 90, {1, 10, 0}));
  EXPECT_TRUE(near(translation_part(rest_pose(scene).world[4]), {-6, 14, 0}, 1e-5));
}

// S-18: a clip can move any node, here a node with a static mesh.
TEST(evaluate, any_node_can_be_animated) {
  Scene scene = one_node(Mat4d{}, {turns({0, 1}, {{}, from_axis_angle(kY, radians(90))})});
  scene.meshes.push_back({"Cube", {}});
  scene.meshes[0].primitives.emplace_back();
  scene.meshes[0].primitives[0].positions = {{0, 0, 1}};
  scene.meshes[0].primitives[0].source_vertices = 1;
  scene.nodes[0].meshes.push_back({0, kNone});
  EXPECT_TRUE(near(skin(scene, evaluate(scene, 0, 1, kOnce), 0, 0).positions[0], {1, 0, 0}, 1e-6));
}

}  // namespace
}  // namespace skelter

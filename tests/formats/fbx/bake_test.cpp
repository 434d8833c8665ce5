#include "formats/fbx/internal/bake.h"

#include <gtest/gtest.h>

#include <cmath>

#include "formats/fbx/internal/transform.h"

namespace skelter::fbx {
namespace {

constexpr double kTick_s = 1e-6;
const BakeRange kTwoSeconds{1'000'000, 3'000'000, kTick_s, 10'000};

BakeSource source(std::function<double(double, Side)> x) {
  BakeSource s;
  s.evaluate = [x](std::int64_t time, Side side, double* out) {
    out[0] = x(static_cast<double>(time) * kTick_s, side);
    out[1] = out[2] = 0;
  };
  return s;
}

double sampled(const Channel& channel, double time_s) {
  std::size_t i = 0;
  while (i + 2 < channel.times_s.size() && channel.times_s[i + 1] < time_s) ++i;
  const double ratio = (time_s - channel.times_s[i]) / (channel.times_s[i + 1] - channel.times_s[i]);
  const double a = channel.values[3 * i], b = channel.values[3 * i + 3];
  return a + (b - a) * ratio;
}

TEST(FbxBake, LinesKeepTheirTwoEnds) {
  Channel channel;
  EXPECT_TRUE(
      bake(source([](double t, Side) { return 5 * t; }), kTwoSeconds, {1'500'000, 2'000'000}, channel));
  EXPECT_EQ(channel.times_s, (std::vector<double>{0, 2}));
  EXPECT_EQ(channel.values[0], 5);
  EXPECT_EQ(channel.values[3], 15);
}

TEST(FbxBake, WhatRestsIsOneKey) {
  Channel channel;
  EXPECT_TRUE(bake(source([](double, Side) { return 7.0; }), kTwoSeconds, {2'000'000}, channel));
  EXPECT_EQ(channel.times_s, std::vector<double>{0});
}

TEST(FbxBake, BendsAreWithinTheBound) {
  BakeSource bend = source([](double t, Side) { return std::sin(4 * t); });
  bend.bound = 1e-3;
  Channel channel;
  EXPECT_TRUE(bake(bend, kTwoSeconds, {}, channel));
  for (int i = 0; i <= 1000; ++i)
    EXPECT_NEAR(sampled(channel, 0.002 * i), std::sin(4 * (1 + 0.002 * i)), 1.3e-3);
  EXPECT_LT(channel.times_s.size(), 300u);
}

TEST(FbxBake, StepsStaySteps) {
  const auto step = [](double t, Side side) { return t > 2 || (t == 2 && side == Side::after) ? 1.0 : 0.0; };
  Channel channel;
  EXPECT_TRUE(bake(source(step), kTwoSeconds, {2'000'000}, channel));
  EXPECT_EQ(channel.interpolation, Interpolation::step);
  EXPECT_EQ(channel.times_s, (std::vector<double>{0, 1}));
  // If there is also motion, there is a key immediately before the step and one at the step.
  const auto both = [&](double t, Side side) { return step(t, side) + (t > 2 ? t - 2 : 0); };
  Channel mixed;
  EXPECT_TRUE(bake(source(both), kTwoSeconds, {2'000'000}, mixed));
  EXPECT_EQ(mixed.interpolation, Interpolation::linear);
  EXPECT_EQ(mixed.times_s, (std::vector<double>{0, std::nextafter(1.0, 0.0), 1, 2}));
}

TEST(FbxBake, WholeTurnsAreTurned) {
  BakeSource turns;
  turns.width = 4;
  turns.rotation = true;
  turns.bound = 1e-4;
  turns.evaluate = [](std::int64_t time, Side, double* out) {
    const Quatd q =
        euler_rotation({0, 0, 720 * (static_cast<double>(time) * kTick_s - 1)}, RotationOrder::xyz);
    out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
  };
  Channel channel;
  EXPECT_TRUE(bake(turns, kTwoSeconds, {}, channel));
  // Four turns in steps of at most 90 degrees, with all quaternions on the same side.
  ASSERT_GE(channel.times_s.size(), 17u);
  for (std::size_t i = 4; i < channel.values.size(); i += 4) {
    double dot = 0;
    for (std::size_t c = 0; c < 4; ++c) dot += channel.values[i + c] * channel.values[i - 4 + c];
    EXPECT_GT(dot, 0.7);
  }
}

// Blender interpolates the four numbers of two quaternions and normalises the result.
TEST(FbxBake, KeysOfATurnAreCloseEnoughForLinearBlending) {
  BakeSource turn;
  turn.width = 4;
  turn.rotation = turn.straight = true;
  const auto angle = [](double time_s) { return 100 * (time_s - 1); };
  turn.evaluate = [&](std::int64_t time, Side, double* out) {
    const Quatd q = euler_rotation({0, angle(static_cast<double>(time) * kTick_s), 0}, RotationOrder::xyz);
    out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
  };
  Channel channel;
  EXPECT_TRUE(bake(turn, kTwoSeconds, {}, channel));
  EXPECT_LE(channel.times_s.size(), 20u);
  for (int i = 0; i <= 1000; ++i) {
    const double time_s = 0.002 * i;
    std::size_t key = 0;
    while (key + 2 < channel.times_s.size() && channel.times_s[key + 1] < time_s) ++key;
    const double ratio = (time_s - channel.times_s[key]) / (channel.times_s[key + 1] - channel.times_s[key]);
    double blended[4];
    for (std::size_t c = 0; c < 4; ++c)
      blended[c] = channel.values[4 * key + c] * (1 - ratio) + channel.values[4 * key + 4 + c] * ratio;
    const double degrees = 2 * std::atan2(blended[1], blended[3]) * 180 / 3.14159265358979;
    const double off = std::remainder(degrees - angle(1 + time_s), 360);
    EXPECT_NEAR(off, 0, 1e-4 * 57.3) << time_s;
  }
}

TEST(FbxBake, TooManyKeysStop) {
  BakeRange few = kTwoSeconds;
  few.most_keys = 10;
  Channel channel;
  EXPECT_FALSE(bake(source([](double t, Side) { return std::sin(400 * t); }), few, {}, channel));
  EXPECT_LE(channel.times_s.size(), 12u);
}

}  // namespace
}  // namespace skelter::fbx

#include "formats/fbx/internal/curve.h"

#include <gtest/gtest.h>

#include <bit>

namespace skelter::fbx {
namespace {

constexpr std::int64_t kSecond = 46186158000;
constexpr std::uint32_t kThirds = 218434821;  // the number 3333 twice

struct TestKeys {
  std::vector<std::int64_t> times;
  std::vector<float> values;
  std::vector<std::int32_t> flags;
  std::vector<std::uint32_t> data;
  std::vector<std::int32_t> counts;

  void add(double time_s, float value, std::int32_t key_flags, float a = 0, float b = 0,
           std::uint32_t c = kThirds) {
    times.push_back(static_cast<std::int64_t>(time_s * kSecond + (time_s < 0 ? -0.5 : 0.5)));
    values.push_back(value);
    flags.push_back(key_flags);
    for (const std::uint32_t word : {std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b), c, 0u})
      data.push_back(word);
    counts.push_back(1);
  }
  KeyRepairs decode(Curve& curve) const { return decode_keys({times, values, flags, data, counts}, curve); }
  Curve curve() const {
    Curve result;
    EXPECT_FALSE(decode(result).any());
    return result;
  }
};

double at(const Curve& curve, double time_s, Side side = Side::after) {
  return evaluate(curve, static_cast<std::int64_t>(time_s * kSecond + (time_s < 0 ? -0.5 : 0.5)), side);
}

TEST(FbxCurve, UserTangentsOfMaya) {
  // The file maya_interpolation_modes, and the value that Maya shows in the middle of the segment.
  TestKeys keys;
  keys.add(1.0 / 24, -8.653366f, 50332680, 0, std::bit_cast<float>(1076749697));
  keys.add(11.0 / 24, -6.490576f, 1032);
  EXPECT_NEAR(at(keys.curve(), 6.0 / 24), -7.713489, 2e-6);
}

TEST(FbxCurve, LinearAndSteps) {
  TestKeys keys;
  keys.add(0, 1, 4);
  keys.add(1, 3, 2);
  keys.add(2, 7, 258);
  keys.add(3, 9, 4);
  const Curve curve = keys.curve();
  EXPECT_DOUBLE_EQ(at(curve, 0.25), 1.5);
  EXPECT_DOUBLE_EQ(at(curve, 1.5), 3);
  EXPECT_DOUBLE_EQ(at(curve, 2, Side::before), 3);
  EXPECT_DOUBLE_EQ(at(curve, 2), 9);  // immediately after the time
  EXPECT_DOUBLE_EQ(at(curve, 2.5), 9);
  EXPECT_DOUBLE_EQ(at(curve, -1), 1);
  EXPECT_DOUBLE_EQ(at(curve, 4), 9);
  EXPECT_DOUBLE_EQ(at(curve, 3), 9);
}

TEST(FbxCurve, WeightsMoveTheInnerPoints) {
  // Bezier points (0,0), (0.8,0), (0.8,1), (1,1): at u = 1/2, x = (3 * 0.8 + 3 * 0.8 + 1) / 8 = 0.725 and y =
  // 1/2.
  TestKeys keys;
  keys.add(0, 0, 0x3000408, 0, 0, 8000u | 2000u << 16);
  keys.add(1, 1, 1032);
  EXPECT_NEAR(at(keys.curve(), 0.725), 0.5, 1e-7);
  // The same data without the flags: the weight is a third on both sides.
  keys.flags[0] = 1032;
  EXPECT_NEAR(at(keys.curve(), 0.725), 3 * 0.725 * 0.725 - 2 * 0.725 * 0.725 * 0.725, 1e-7);
}

TEST(FbxCurve, AutomaticTangents) {
  TestKeys keys;
  keys.add(0, 0, 264);
  keys.add(1, 1, 264);
  keys.add(3, 9, 264);
  // s = 3, k = 1/3, sl = 1, sr = 4: 3/2 + (2/3 + 4/3)/2 = 2.5. The end keys use the slope of their only
  // segment.
  const Curve curve = keys.curve();
  EXPECT_DOUBLE_EQ(curve.keys[1].right_slope, 2.5);
  EXPECT_DOUBLE_EQ(curve.keys[0].next_left_slope, 2.5);
  EXPECT_DOUBLE_EQ(curve.keys[0].right_slope, 1);
  EXPECT_DOUBLE_EQ(curve.keys[1].next_left_slope, 4);
  keys.flags[1] = 264 | 0x2000;  // time independent, which gives s
  EXPECT_DOUBLE_EQ(keys.curve().keys[1].right_slope, 3);
  // Clamp progressive: the slope is at most (1 - 0) / (1/3 * 1) = 3 on the left, and 0 at the ends.
  keys.flags = {264 | 0x4000, 264 | 0x4000 | 0x2000, 264 | 0x4000};
  keys.values[2] = 31;  // s = 31/3
  const Curve clamped = keys.curve();
  EXPECT_DOUBLE_EQ(clamped.keys[1].right_slope, 3);
  EXPECT_DOUBLE_EQ(clamped.keys[0].right_slope, 0);
  // Clamp: the curve is flat at a key if a neighbour has the same value.
  keys.flags = {264, 264 | 0x1000, 264};
  keys.values = {1, 1, 5};
  EXPECT_DOUBLE_EQ(keys.curve().keys[1].right_slope, 0);
}

TEST(FbxCurve, BiasPullsAutomaticTangents) {
  TestKeys keys;
  keys.add(0, 0, 264, 0, -50);  // left bias of the next key with opposite sign: 50, towards the right slope
  keys.add(1, 1, 264, -100);    // right bias, which gives the left slope
  keys.add(3, 9, 264);
  const Curve curve = keys.curve();
  EXPECT_DOUBLE_EQ(curve.keys[1].right_slope, 1);
  EXPECT_DOUBLE_EQ(curve.keys[0].next_left_slope, 2.5 / 2 + 4.0 / 2);
}

TEST(FbxCurve, TensionContinuityBias) {
  TestKeys keys;
  keys.add(0, 0, 0x208);
  keys.add(1, 1, 0x208, 0.5f, 0.25f, std::bit_cast<std::uint32_t>(-0.5f));
  keys.add(2, 5, 0x208);
  const Curve curve = keys.curve();
  // sl = 1, sr = 4. The left slope is 0.5 * 0.5 * (0.5 * 0.75 * 1 + 1.5 * 1.25 * 4), and the right slope is
  // 0.25 * (0.5 * 1.25 + 1.5 * 0.75 * 4).
  EXPECT_DOUBLE_EQ(curve.keys[0].next_left_slope, 0.25 * (0.375 + 7.5));
  EXPECT_DOUBLE_EQ(curve.keys[1].right_slope, 0.25 * (0.625 + 4.5));
  EXPECT_DOUBLE_EQ(curve.keys[0].right_slope, 1);
}

class FbxExtrapolation : public ::testing::Test {
 protected:
  // From 1 at 1 s to 3 at 2 s.
  Curve make(ExtrapolationKind kind, std::int64_t rounds = -1) const {
    TestKeys keys;
    keys.add(1, 1, 4);
    keys.add(2, 3, 4);
    Curve curve = keys.curve();
    curve.pre = curve.post = {kind, rounds};
    return curve;
  }
};

TEST_F(FbxExtrapolation, Repeat) {
  const Curve curve = make(ExtrapolationKind::repeat);
  EXPECT_DOUBLE_EQ(at(curve, 2, Side::before), 3);
  EXPECT_DOUBLE_EQ(at(curve, 2), 1);
  EXPECT_DOUBLE_EQ(at(curve, 7.25), 1.5);
  EXPECT_DOUBLE_EQ(at(curve, 1, Side::before), 3);
  EXPECT_DOUBLE_EQ(at(curve, 1), 1);
  EXPECT_DOUBLE_EQ(at(curve, -2.75), 1.5);
  const Curve twice = make(ExtrapolationKind::repeat, 2);
  EXPECT_DOUBLE_EQ(at(twice, 3.25), 1.5);
  EXPECT_DOUBLE_EQ(at(twice, 4.25), 3);
  EXPECT_DOUBLE_EQ(at(twice, -1.25), 1);
  EXPECT_DOUBLE_EQ(at(make(ExtrapolationKind::repeat, 0), 3.25), 3);
}

TEST_F(FbxExtrapolation, Mirror) {
  const Curve curve = make(ExtrapolationKind::mirror);
  EXPECT_DOUBLE_EQ(at(curve, 2.25), 2.5);
  EXPECT_DOUBLE_EQ(at(curve, 3.25), 1.5);
  EXPECT_DOUBLE_EQ(at(curve, 0.75), 1.5);
  EXPECT_DOUBLE_EQ(at(curve, -0.25), 2.5);
  // After an odd number of cycles, the first value.
  EXPECT_DOUBLE_EQ(at(make(ExtrapolationKind::mirror, 1), 5), 1);
  EXPECT_DOUBLE_EQ(at(make(ExtrapolationKind::mirror, 2), 5), 3);
}

TEST_F(FbxExtrapolation, RelativeAndSlope) {
  const Curve relative = make(ExtrapolationKind::repeat_relative);
  EXPECT_DOUBLE_EQ(at(relative, 2), 3);
  EXPECT_DOUBLE_EQ(at(relative, 4.25), 1.5 + 3 * 2);
  EXPECT_DOUBLE_EQ(at(relative, -0.75), 1.5 - 2 * 2);
  EXPECT_DOUBLE_EQ(at(make(ExtrapolationKind::repeat_relative, 2), 9), 3 + 2 * 2);
  const Curve slope = make(ExtrapolationKind::slope);
  EXPECT_DOUBLE_EQ(at(slope, 3), 5);
  EXPECT_DOUBLE_EQ(at(slope, 0.5), 0);
}

TEST_F(FbxExtrapolation, TimesOfAllRounds) {
  std::vector<std::int64_t> times;
  EXPECT_TRUE(append_times(make(ExtrapolationKind::repeat), 0, 4 * kSecond, 100, times));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  EXPECT_EQ(times, (std::vector<std::int64_t>{0, kSecond, 2 * kSecond, 3 * kSecond, 4 * kSecond}));
  times.clear();
  EXPECT_FALSE(append_times(make(ExtrapolationKind::mirror), 0, 1000 * kSecond, 100, times));
  EXPECT_EQ(times.size(), 100u);
  times.clear();
  EXPECT_TRUE(append_times(make(ExtrapolationKind::slope), 0, 1000 * kSecond, 100, times));
  EXPECT_EQ(times.size(), 2u);
}

TEST(FbxCurve, FaultyKeysAreRepairedAndCounted) {
  TestKeys keys;
  keys.add(1, 1, 4);
  keys.add(0, 5, 4);  // before the other key
  keys.add(1, 2, 4);  // at the same time, so the last one counts
  keys.times.push_back(INT64_MAX);
  keys.values.push_back(1);
  keys.counts[2] = 2;
  Curve curve;
  const KeyRepairs repairs = keys.decode(curve);
  EXPECT_EQ(repairs.unsorted, 1u);
  EXPECT_EQ(repairs.repeated, 1u);
  EXPECT_EQ(repairs.out_of_range, 1u);
  EXPECT_EQ(repairs.unmatched, 0u);
  ASSERT_EQ(curve.keys.size(), 2u);
  EXPECT_EQ(curve.keys[1].value, 2);
  keys.counts = {1, 1};
  EXPECT_EQ(keys.decode(curve).unmatched, 2u);
  keys.counts = {9, 1};
  EXPECT_EQ(keys.decode(curve).unmatched, 6u);
}

KeyWord word(double number) {
  return {0, number};
}
KeyWord word(char letter) {
  return {letter, 0};
}

TEST(FbxOldKeys, WorkedExample) {
  // Right slope 0, a left slope of -90 per second at the next key, and weights of 0.3332.
  std::vector<KeyWord> words = {word(0.0),    word(0.0),           word('U'),   word('s'),
                                word(0.0),    word(-90.0),         word('a'),   word(0.3332),
                                word(0.3332), word(46186158000.0), word(-90.0), word('U'),
                                word('s'),    word(0.0),           word(0.0),   word('n')};
  Curve curve;
  KeyRepairs repairs;
  ASSERT_TRUE(decode_key_words(words, 4005, curve, repairs));
  ASSERT_EQ(curve.keys.size(), 2u);
  EXPECT_EQ(curve.keys[0].kind, SegmentKind::cubic);
  EXPECT_EQ(curve.keys[0].next_left_slope, -90);
  EXPECT_EQ(curve.keys[0].right_weight, 0.3332);
  // Nearly the Hermite cubic, which is -90 * (3/4 - 2/8) + -90 * (1/8 - 1/4) = -33.75 in the middle.
  EXPECT_NEAR(at(curve, 0.5), -33.75, 0.02);
  words.pop_back();
  EXPECT_FALSE(decode_key_words(words, 4005, curve, repairs));
  EXPECT_TRUE(curve.keys.empty());
  // Version 4003 has no letter for weights.
  EXPECT_FALSE(decode_key_words(words, 4003, curve, repairs));
}

TEST(FbxOldKeys, StepsHaveALetterFromVersion4004On) {
  Curve curve;
  KeyRepairs repairs;
  const std::vector<KeyWord> old = {word(0.0), word(1.0), word('C'), word(1000.0), word(2.0), word('L')};
  ASSERT_TRUE(decode_key_words(old, 4003, curve, repairs));
  EXPECT_EQ(curve.keys[0].kind, SegmentKind::constant);
  EXPECT_FALSE(decode_key_words(old, 4004, curve, repairs));
  const std::vector<KeyWord> next = {word(0.0),    word(1.0), word('C'), word('n'),
                                     word(1000.0), word(2.0), word('L')};
  ASSERT_TRUE(decode_key_words(next, 4004, curve, repairs));
  EXPECT_EQ(curve.keys[0].kind, SegmentKind::constant_next);
}

}  // namespace
}  // namespace skelter::fbx

#include "skelter/d3dx/compressed_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "d3dx/internal/compressed_set_parts.h"
#include "d3dx/sets.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/pack_view.h"
#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::must;
using test::near;
using test::radians;
using test::said;
using testing::HasSubstr;

// A set that walks, turns and grows without a simple rhythm. "Hand" has a jump, and "Foot" has only one key.
std::shared_ptr<KeyframedSet> lively_set() {
  auto set = test::make_set("dance", Loop::pingpong, {{300, 7, "clap"}, {0, 3, "start"}});
  AnimationKeys body;
  body.name = "Body";
  for (int i = 0; i <= 20; ++i) {
    const double s = std::sin(i * 1.3), c = std::cos(i * 0.7);
    body.translation.push_back({i * 50.0, {20 * s, 90 + 5 * c, i * 0.5}});
    body.rotation.push_back({i * 50.0, from_axis_angle(Vec3d{s, 1, c}, 1.2 * s)});
    body.scale.push_back({i * 50.0, {1 + 0.2 * s, 1, 1 - 0.1 * c}});
  }
  must(set->add_animation(body));
  must(set->add_animation(
      test::move_keys("Hand", {{0, {1, 2, 3}}, {400, {2, 2, 3}}, {400, {9, 2, 3}}, {1000, {8, 2, 3}}})));
  must(set->add_animation(test::move_keys("Foot", {{0, {0.5, 0, 0}}})));
  return set;
}

double largest_difference(const AffineParts& a, const AffineParts& b) {
  double largest = length(a.translation - b.translation);
  const Mat4d ma = compose(a), mb = compose(b);
  for (std::size_t i = 0; i < 12; ++i) largest = std::max(largest, std::abs(ma.m[i] - mb.m[i]));
  const Mat3d ra = to_mat3(a.rotation), rb = to_mat3(b.rotation);
  for (std::size_t i = 0; i < 9; ++i) largest = std::max(largest, std::abs(ra.m[i] - rb.m[i]));
  return largest;
}

double largest_error(const KeyframedSet& set, const CompressedSet& compressed) {
  double largest = 0;
  for (int i = 0; i <= 997; ++i) {
    const double position_s = i / 997.0;
    for (std::uint32_t a = 0; a < set.animation_count(); ++a)
      largest =
          std::max(largest, largest_difference(set.sample(a, position_s), compressed.sample(a, position_s)));
  }
  return largest;
}

// Section 2.7: with lossiness 0, the error of every sampled number is at most 1e-4 of the largest number,
// which is 95 here.
TEST(CompressedSet, lossiness_0_keeps_every_sampled_number) {
  const auto set = lively_set();
  const auto compressed = must(compress_set(*set));
  EXPECT_LE(largest_error(*set, *compressed), 95 * 1e-4);
}

TEST(CompressedSet, size_never_grows_with_lossiness) {
  const auto set = lively_set();
  std::size_t before = SIZE_MAX;
  for (const double lossiness : {0.0, 0.1, 0.25, 0.5, 0.75, 1.0}) {
    const auto compressed = must(compress_set(*set, lossiness));
    EXPECT_LE(compressed->buffer().size(), before) << lossiness;
    EXPECT_LE(largest_error(*set, *compressed), 95 * 1e-4 * std::pow(100, lossiness)) << lossiness;
    before = compressed->buffer().size();
  }
  EXPECT_LT(before, must(compress_set(*set, 0))->buffer().size());
}

TEST(CompressedSet, answers_the_same_questions_as_its_source) {
  const auto set = lively_set();
  const auto compressed = must(compress_set(*set));
  EXPECT_EQ(compressed->name(), "dance");
  EXPECT_EQ(compressed->period_s(), 1);
  EXPECT_EQ(compressed->playback(), Loop::pingpong);
  ASSERT_EQ(compressed->animation_count(), 3u);
  EXPECT_EQ(compressed->animation_name(0), "Body");
  EXPECT_EQ(compressed->animation_name(1), "Hand");
  EXPECT_EQ(compressed->animation_name(2), "Foot");
  EXPECT_NEAR(compressed->periodic_position(1.25), 0.75, 1e-12);
  const auto clap = compressed->find_callback(0.1);
  ASSERT_TRUE(clap.has_value());
  EXPECT_EQ(clap->value, 7u);
  EXPECT_EQ(compressed->callback_keys()[clap->key].name, "clap");
  must(validate_set(*compressed));
}

TEST(CompressedSet, is_made_again_from_its_buffer) {
  const auto first = must(compress_set(*lively_set()));
  const auto second = must(make_compressed_set(first->buffer(), "again", Loop::once));
  EXPECT_EQ(second->name(), "again");
  for (std::uint32_t a = 0; a < 3; ++a)
    EXPECT_EQ(largest_difference(first->sample(a, 0.37), second->sample(a, 0.37)), 0);
}

// A jump between keys stays a jump. Before it, the set has the first value; from it on, the second.
TEST(CompressedSet, keeps_jumps) {
  const auto compressed = must(compress_set(*lively_set()));
  EXPECT_NEAR(compressed->sample(1, 0.3999).translation.x, 2, 1e-2);
  EXPECT_NEAR(compressed->sample(1, 0.4001).translation.x, 9, 1e-2);
}

// A sheared animation is stored as two joints, but still appears as one animation.
TEST(CompressedSet, keeps_shear) {
  auto set = test::make_set("shear");
  AnimationKeys keys;
  keys.name = "Body";
  Mat4d sheared = rotation_matrix(from_axis_angle(Vec3d{1, 2, 3}, 0.7));
  sheared.m[4] += 0.5;
  keys.matrix = {{0, sheared}, {1000, translation_matrix(Vec3d{1, 2, 3}) * sheared}};
  must(set->add_animation(keys));
  const auto compressed = must(compress_set(*set));
  ASSERT_EQ(compressed->animation_count(), 1u);
  EXPECT_LE(largest_error(*set, *compressed), 3 * 1e-4);
  std::vector<AffineParts> all(1);
  std::vector<SoaTransform> scratch(compressed->scratch_blocks());
  compressed->sample_all(0.5, all, scratch);
  EXPECT_EQ(largest_difference(all[0], compressed->sample(0, 0.5)), 0);
}

TEST(CompressedSet, refuses_what_does_not_belong_together) {
  const auto source = must(compress_set(*lively_set()));
  CompressedSetParts parts;
  parts.name = "broken";
  parts.clip = source->clip();
  EXPECT_EQ(said(CompressedSet::create(parts)),
            "set \"broken\": the clip was made for a different skeleton with 3 joints; this one has 0");
  PackView pack;
  AlignedBytes bytes(source->buffer().size());
  std::copy(source->buffer().begin(), source->buffer().end(), bytes.data());
  ASSERT_TRUE(PackView::open(bytes.span(), pack).ok());
  parts.skeleton = pack.skeleton();
  parts.clip.skeleton_hash ^= 1;
  EXPECT_EQ(said(CompressedSet::create(parts)),
            "set \"broken\": the clip was made for a different skeleton with 3 joints; this one has 3");
  parts.clip = source->clip();
  parts.animations = {{"Tail", 3}};
  EXPECT_EQ(said(CompressedSet::create(parts)),
            "set \"broken\": animation \"Tail\" moves joint 3; expected less than 3");
  parts.animations = {};
  parts.callbacks = {{HUGE_VAL, 1, ""}};
  EXPECT_EQ(said(CompressedSet::create(parts)), "set \"broken\": a callback time is not finite");
  parts.callbacks = {};
  parts.clip.flags |= kClipAdditive;
  EXPECT_EQ(said(CompressedSet::create(parts)), "set \"broken\": the clip is additive");
}

TEST(CompressedSet, compressing_refuses_what_it_cannot_do) {
  EXPECT_EQ(said(compress_set(*lively_set(), 1.5)), "set \"dance\": lossiness 1.5; expected 0 to 1");
  EXPECT_EQ(said(compress_set(*test::make_set("none"))), "set \"none\": there are no animations");
  const std::vector<std::byte> junk(100);
  EXPECT_THAT(said(make_compressed_set(junk, "junk")), HasSubstr("set \"junk\": the buffer is not a pack: "));
  EXPECT_THAT(said(make_compressed_set({}, "junk")), HasSubstr("the buffer is not a pack: "));
}

}  // namespace
}  // namespace skelter

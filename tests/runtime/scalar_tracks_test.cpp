#include "skelter/runtime/scalar_tracks.h"

#include <gtest/gtest.h>

#include <array>

#include "clip_parts.h"
#include "skelter/runtime/clip.h"
#include "support/numbers.h"

namespace skelter {
namespace {

using test::ClipParts;

ClipParts three_tracks() {
  ClipParts parts;
  parts.add_scalar({parts.add_string("glow"), kNone, 0, 0, 0, 0}, {0.25f, 0.5f, 1}, {2, 4, 0});
  parts.add_scalar({parts.add_string("smile"), 6, 1, 0, 0, 0}, {0, 1}, {0, 1});
  parts.add_scalar({parts.add_string("door"), kNone, 0, 1, 0, 0}, {0, 0.5f}, {10, 20});
  return parts;
}

TEST(ScalarTracks, are_linear_between_keys_and_held_outside) {
  const ClipParts parts = three_tracks();
  const ClipView clip = parts.view();
  const auto at = [&](float time_s) { return sample_scalar(clip, clip.scalars[0], time_s); };
  EXPECT_EQ(at(-1), 2);
  EXPECT_EQ(at(0.25f), 2);
  EXPECT_EQ(at(0.375f), 3);
  EXPECT_EQ(at(0.5f), 4);
  EXPECT_EQ(at(0.875f), 1);
  EXPECT_EQ(at(1), 0);
  EXPECT_EQ(at(HUGE_VALF), 0);
}

TEST(ScalarTracks, stepped_ones_hold_until_the_next_key) {
  const ClipParts parts = three_tracks();
  const ClipView clip = parts.view();
  const auto at = [&](float time_s) { return sample_scalar(clip, clip.scalars[2], time_s); };
  EXPECT_EQ(at(0.49999f), 10);
  EXPECT_EQ(at(0.5f), 20);
  EXPECT_EQ(at(2), 20);
}

TEST(ScalarTracks, every_key_is_found_among_many) {
  ClipParts parts;
  std::vector<float> times_s, values;
  for (int i = 0; i < 1000; ++i) {
    times_s.push_back(0.001f * static_cast<float>(i * i));
    values.push_back(static_cast<float>((i * 37) % 101));
  }
  parts.add_scalar({}, {5}, {-3});  // one key, added before the others
  parts.add_scalar({}, times_s, values);
  parts.add_scalar({}, {}, {});
  const ClipView clip = parts.view();
  for (std::size_t i = 0; i < times_s.size(); ++i)
    EXPECT_EQ(sample_scalar(clip, clip.scalars[1], times_s[i]), values[i]);
  EXPECT_EQ(sample_scalar(clip, clip.scalars[0], 4), -3);
  EXPECT_EQ(sample_scalar(clip, clip.scalars[0], 6), -3);
  EXPECT_EQ(sample_scalar(clip, clip.scalars[2], 6), 0);
}

TEST(ScalarTracks, the_job_gives_all_in_order) {
  const ClipParts parts = three_tracks();
  const ClipView clip = parts.view();
  std::array<float, 4> values{-1, -1, -1, -1};
  EXPECT_EQ(sample_scalars(clip, 0.5f, values), Status::ok);
  EXPECT_EQ(values, (std::array<float, 4>{4, 0.5f, 20, -1}));
}

TEST(ScalarTracks, morph_weights_go_to_their_mesh_and_target) {
  const ClipParts parts = three_tracks();
  const ClipView clip = parts.view();
  std::array<float, 3> weights{0.125f, 0.125f, 0.125f};
  EXPECT_EQ(sample_morph_weights(clip, 0.75f, 6, weights), Status::ok);
  EXPECT_EQ(weights, (std::array<float, 3>{0.125f, 0.75f, 0.125f}));
  EXPECT_EQ(sample_morph_weights(clip, 0.25f, 5, weights), Status::ok);
  EXPECT_EQ(sample_morph_weights(clip, 0.25f, kNone, weights), Status::ok);
  EXPECT_EQ(sample_morph_weights(clip, 0.25f, 6, std::span(weights).first(1)), Status::ok);
  EXPECT_EQ(weights, (std::array<float, 3>{0.125f, 0.75f, 0.125f}));
}

TEST(ScalarTracks, are_found_by_name_but_morph_weights_are_not) {
  const ClipParts parts = three_tracks();
  const ClipView clip = parts.view();
  EXPECT_EQ(find_scalar(clip, "glow"), 0u);
  EXPECT_EQ(find_scalar(clip, "door"), 2u);
  EXPECT_EQ(find_scalar(clip, "smile"), kNone);
  EXPECT_EQ(find_scalar(clip, "doo"), kNone);
}

TEST(ScalarTracks, refuse_bad_arguments) {
  const ClipParts parts = three_tracks();
  const ClipView clip = parts.view();
  std::array<float, 3> values{};
  EXPECT_EQ(sample_scalars(clip, kNan, values), Status::invalid_argument);
  EXPECT_EQ(sample_scalars(clip, 0, std::span(values).first(2)), Status::invalid_argument);
  EXPECT_EQ(sample_morph_weights(clip, kNan, 6, values), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter

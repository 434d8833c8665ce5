// Every clip of every .x file of the corpus, compared with the reference evaluator by an independent decoder.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "compile/build_clip/internal/clip.h"
#include "compile/clip_decode.h"
#include "skelter/runtime/clip.h"
#include "support/corpus_scenes.h"

namespace skelter {
namespace {

std::string clip_title(const std::string& file, const Scene& scene, std::uint32_t index) {
  return file + " " + scene.clips[index].name.value_or("#" + std::to_string(index));
}

void for_each_corpus_clip(
    const std::function<void(const Scene&, std::uint32_t, const SkeletonBuild&, const std::string&)>& use) {
  test::for_each_corpus_scene([&](const std::string& file, const Scene& scene) {
    if (scene.clips.empty()) return;
    const auto skeleton = build_skeleton(scene);
    ASSERT_TRUE(skeleton.ok()) << file;
    for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip)
      use(scene, clip, *skeleton, clip_title(file, scene, clip));
  });
}

TEST(corpus_clips, all_play_within_the_bound_of_their_source) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t clips = 0;
  for_each_corpus_clip(
      [&](const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton, const std::string& title) {
        ++clips;
        const auto built = build_clip(scene, index, skeleton);
        ASSERT_TRUE(built.ok()) << to_string(built.error());
        const ClipView& clip = (*built).clip.view;
        const double extent = scene_size(scene);
        const Pose rest = rest_pose(scene);
        test::WorstPoint worst;
        // Five times the sample rate, so that most of these times were not measured by the builder.
        const int count = clip.frame_count > 1 ? 5 * (static_cast<int>(clip.frame_count) - 1) : 0;
        for (int i = 0; i <= count; ++i) {
          const auto t = static_cast<float>(count > 0 ? double{clip.duration_s} * i / count : 0);
          EvaluateOptions once;
          once.loop = Loop::once;
          test::compare_worlds(skeleton, test::decode_worlds(clip, skeleton.skeleton.view, t),
                               evaluate(scene, index, t, once), rest, extent / 60, t, worst);
        }
        EXPECT_LE(worst.error, extent / 18000)
            << title << ": " << skeleton.skeleton.view.name(worst.joint) << " at " << worst.time_s << " s";
        // The builder reports the same measure, taken at different times.
        EXPECT_NEAR(worst.error, (*built).report.largest_error, extent / 18000 / 2) << title;
      });
  EXPECT_EQ(clips, 32u);
}

TEST(corpus_clips, play_the_same_in_the_runtimes_kernels) {
  SKELTER_REQUIRE_CORPUS();
  for_each_corpus_clip(
      [&](const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton, const std::string& title) {
        const auto built = build_clip(scene, index, skeleton);
        ASSERT_TRUE(built.ok()) << title;
        const ClipReport played = measure_error(scene, index, skeleton, (*built).clip.view, {});
        // The kernels round to float at different points, which makes a difference of about 1e-7 of the
        // extent per joint of a chain.
        const double extent = scene_size(scene);
        EXPECT_NEAR(played.largest_error, (*built).report.largest_error, 1e-6 * extent) << title;
        EXPECT_LE(played.largest_error, extent / 18000) << title;
      });
}

TEST(corpus_clips, have_consistent_bytes_seams_and_names) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t loops = 0;
  for_each_corpus_clip([&](const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                           const std::string& title) {
    const auto a = build_clip(scene, index, skeleton), b = build_clip(scene, index, skeleton);
    ASSERT_TRUE(a.ok() && b.ok()) << title;
    ASSERT_EQ((*a).clip.bytes.size(), (*b).clip.bytes.size()) << title;
    EXPECT_EQ(std::memcmp((*a).clip.bytes.data(), (*b).clip.bytes.data(), (*a).clip.bytes.size()), 0)
        << title;
    ClipView read;
    ASSERT_TRUE(read_clip((*a).clip.bytes.span(), read).ok()) << read_clip((*a).clip.bytes.span(), read).what;
    EXPECT_EQ(read.name(), scene.clips[index].name.value_or("#" + std::to_string(index)));
    EXPECT_FLOAT_EQ(read.duration_s, static_cast<float>(scene.clips[index].duration_s));
    if (!read.loops()) return;
    ++loops;
    const std::vector<Mat4d> first = test::decode_worlds(read, skeleton.skeleton.view, 0);
    const std::vector<Mat4d> last = test::decode_worlds(read, skeleton.skeleton.view, read.duration_s);
    const double extent = scene_size(scene);
    for (std::size_t j = 0; j < first.size(); ++j)
      EXPECT_LE(length(translation_part(first[j]) - translation_part(last[j])), extent / 18000 * 1.5)
          << title;
  });
  EXPECT_GE(loops, 4u);
}

}  // namespace
}  // namespace skelter

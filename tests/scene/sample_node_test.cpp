#include "scene/evaluate/internal/sample_node.h"

#include <gtest/gtest.h>

#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

Scene two_nodes() {
  Scene scene;
  scene.nodes = {test::make_node("still", kNone, translation_matrix(Vec3d{1, 2, 3})),
                 test::make_node("moved", 0, scale_matrix(Vec3d{2, 2, 2}))};
  Clip clip;
  clip.duration_s = 1;
  clip.ticks_per_second = 500;
  clip.targets = {{"moved", 1, {}}, {"nobody", kNone, {}}};
  clip.channels = {test::make_channel(0, ChannelPath::translation, {0, 1}, {0, 0, 0, 4, 0, 0}),
                   test::make_channel(0, ChannelPath::weights, {0}, {1}),
                   test::make_channel(1, ChannelPath::translation, {0}, {9, 9, 9})};
  scene.clips.push_back(clip);
  return scene;
}

TEST(channels_by_node, are_those_that_move_a_node) {
  const Scene scene = two_nodes();
  const std::vector<NodeChannels> channels = channels_by_node(scene, scene.clips[0]);
  ASSERT_EQ(channels.size(), 2u);
  EXPECT_TRUE(channels[0].empty());
  EXPECT_EQ(channels[1].translation, &scene.clips[0].channels[0]);
  EXPECT_EQ(channels[1].matrix, nullptr);
}

TEST(sample_local, poses_one_node_as_evaluate_does) {
  Scene scene = two_nodes();
  const std::vector<NodeChannels> channels = channels_by_node(scene, scene.clips[0]);
  for (const Absent absent : {Absent::rest, Absent::identity}) {
    scene.absent = absent;
    const Pose pose = evaluate(scene, 0, 0.25);
    for (std::size_t node = 0; node < 2; ++node)
      EXPECT_TRUE(
          test::near(sample_local(scene.nodes[node], channels[node], 0.25, {}, absent), pose.local[node], 0));
  }
}

TEST(clip_time, is_inside_the_clip) {
  const Clip clip = two_nodes().clips[0];
  EvaluateOptions options;
  EXPECT_EQ(clip_time(clip, 2.25, options), 0.25);
  options.tick_is_ms = true;
  EXPECT_EQ(clip_time(clip, 0.25, options), 0.5);  // in 250 ms, 250 of 500 ticks are played
}

}  // namespace
}  // namespace skelter

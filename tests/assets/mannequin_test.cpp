// The clips of the bundled mannequin. make_assets --report measures its shape and its motions.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "skelter/formats/x/read.h"

namespace skelter::test {
namespace {

const Clip& clip_of(const Scene& scene, const std::string& name) {
  for (const Clip& clip : scene.clips)
    if (clip.name == name) return clip;
  ADD_FAILURE() << "no clip " << name;
  return scene.clips.front();
}

// Keyed by target and path, because the order of targets is irrelevant.
using Channels = std::map<std::pair<std::string, ChannelPath>, Channel>;

void add_channels(Channels& channels, const Clip& clip) {
  for (Channel channel : clip.channels) {
    const auto key = std::make_pair(clip.targets[channel.target].name, channel.path);
    channel.target = 0;
    EXPECT_TRUE(channels.emplace(key, channel).second) << key.first << " is in two clips";
  }
}

TEST(Mannequin, split_sets_together_are_the_walk) {
  const auto scene = read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x");
  ASSERT_TRUE(scene.ok());
  const Clip& walk = clip_of(*scene, "walk");
  Channels whole, parts;
  add_channels(whole, walk);
  for (const char* name : {"left_arm", "right_arm", "left_leg", "right_leg", "body"}) {
    const Clip& part = clip_of(*scene, name);
    EXPECT_FALSE(part.channels.empty()) << name;
    EXPECT_EQ(part.duration_s, walk.duration_s) << name;
    add_channels(parts, part);
  }
  EXPECT_EQ(parts.size(), whole.size());
  for (const auto& [key, channel] : whole) {
    const auto part = parts.find(key);
    ASSERT_NE(part, parts.end()) << key.first << " is in no part";
    EXPECT_EQ(part->second.times_s, channel.times_s) << key.first;
    EXPECT_EQ(part->second.values, channel.values) << key.first;
  }
}

TEST(Mannequin, split_sets_have_the_joints_of_their_limb) {
  const auto scene = read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x");
  ASSERT_TRUE(scene.ok());
  const std::pair<const char*, const char*> expected[] = {
      {"left_hand", "left_arm"}, {"right_clavicle", "right_arm"},
      {"left_toes", "left_leg"}, {"right_thigh", "right_leg"},
      {"pelvis", "body"},        {"head", "body"}};
  for (const auto& [joint, part] : expected) {
    Channels channels;
    add_channels(channels, clip_of(*scene, part));
    EXPECT_EQ(channels.count({joint, ChannelPath::rotation}), 1u) << joint << " in " << part;
  }
}

}  // namespace
}  // namespace skelter::test

#pragma once
// Scenes made in code for the tests of clips, and a check that a clip plays like its source.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "compile/build_clip/internal/clip.h"
#include "compile/clip_decode.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/validate.h"
#include "support/scene_parts.h"

namespace skelter::test {

inline Scene load_x(const std::string& path) {
  auto scene = read_x_file(path);
  EXPECT_TRUE(scene) << path;
  return scene ? std::move(*scene) : Scene{};
}
inline Scene load_asset(const std::string& name) {
  return load_x(std::string(SKELTER_SOURCE_DIR) + "/assets/" + name);
}

// A chain of `count` nodes named "Bone0", ..., each one unit above its parent. H is count - 1.
inline Scene chain(std::uint32_t count) {
  Scene scene;
  scene.file = "chain.x";
  for (std::uint32_t i = 0; i < count; ++i)
    scene.nodes.push_back(make_node("Bone" + std::to_string(i), i == 0 ? kNone : i - 1,
                                    translation_matrix(Vec3d{0, i == 0 ? 0.0 : 1.0, 0})));
  return scene;
}

// Adds a clip; channel targets are node indices.
inline std::uint32_t add_clip(Scene& scene, std::string name, std::vector<Channel> channels) {
  Clip clip;
  clip.name = std::move(name);
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) clip.targets.push_back({scene.nodes[i].name, i, {}});
  for (const Channel& channel : channels) clip.duration_s = std::max(clip.duration_s, channel.times_s.back());
  clip.channels = std::move(channels);
  std::stable_sort(clip.channels.begin(), clip.channels.end(),
                   [](const Channel& a, const Channel& b) { return a.target < b.target; });
  scene.clips.push_back(std::move(clip));
  EXPECT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
  return static_cast<std::uint32_t>(scene.clips.size()) - 1;
}

inline Channel moves(std::uint32_t node, std::vector<double> times_s, std::vector<float> values,
                     Interpolation how = Interpolation::linear) {
  return make_channel(node, ChannelPath::translation, std::move(times_s), std::move(values), how);
}
inline Channel turns(std::uint32_t node, std::vector<double> times_s, const std::vector<Quatd>& rotations,
                     Interpolation how = Interpolation::linear) {
  std::vector<float> values;
  for (const Quatd& q : rotations) append_value(values, q);
  return make_channel(node, ChannelPath::rotation, std::move(times_s), values, how);
}
inline Channel matrices(std::uint32_t node, std::vector<double> times_s, const std::vector<Mat4d>& keys) {
  std::vector<float> values;
  for (const Mat4d& m : keys) append_value(values, m);
  return make_channel(node, ChannelPath::matrix, std::move(times_s), values);
}
inline Quatd about_z(double angle_rad) {
  return from_axis_angle(Vec3d{0, 0, 1}, angle_rad);
}

// Keys at `rate_hz`, which turn back and forth by `reach_rad`.
inline Channel swings(std::uint32_t node, double rate_hz, int intervals, double reach_rad) {
  std::vector<double> times;
  std::vector<Quatd> rotations;
  for (int i = 0; i <= intervals; ++i) {
    times.push_back(i / rate_hz);
    rotations.push_back(about_z(reach_rad * std::sin(i * 0.9 + node)));
  }
  return turns(node, times, rotations);
}

struct Built {
  SkeletonBuild skeleton;
  ClipBuild clip;
  const ClipView& view() const { return clip.clip.view; }
};

inline Built build_both(const Scene& scene, std::uint32_t index, const ClipSettings& settings = {}) {
  SkeletonSettings skeleton_settings;
  skeleton_settings.source = settings.source;
  auto skeleton = build_skeleton(scene, skeleton_settings);
  EXPECT_TRUE(skeleton.ok());
  auto clip = build_clip(scene, index, *skeleton, settings);
  EXPECT_TRUE(clip.ok()) << to_string(clip.error());
  return {std::move(*skeleton), clip.ok() ? std::move(*clip) : ClipBuild{}};
}

// Compares a clip at 1,001 times with the reference evaluator, but not within 2 microseconds of a jump.
inline void expect_plays_as_source(const Scene& scene, std::uint32_t index, const Built& built,
                                   const ClipSettings& settings = {}, const std::vector<double>& jumps_s = {},
                                   const std::vector<Transformd>* reference = nullptr) {
  const ClipView& clip = built.view();
  ASSERT_GT(clip.frame_count, 0u);
  const double extent = scene_size(scene);
  const Pose rest = rest_pose(scene);
  EvaluateOptions options = settings.source;
  options.loop = Loop::once;
  WorstPoint worst;
  for (int i = 0; i <= 1000; ++i) {
    const auto t = static_cast<float>(double{clip.duration_s} * i / 1000);
    const bool at_jump = std::any_of(jumps_s.begin(), jumps_s.end(),
                                     [&](double jump_s) { return std::abs(jump_s - double{t}) < 2e-6; });
    if (at_jump) continue;
    std::vector<Mat4d> decoded = decode_worlds(clip, built.skeleton.skeleton.view, t, reference);
    if (!clip.root_motion.empty())
      for (Mat4d& world : decoded) world = root_motion_at(clip, t) * world;
    compare_worlds(built.skeleton, decoded, evaluate(scene, index, t, options), rest, extent / 60, t, worst);
  }
  const double bound = settings.error_bound > 0 ? settings.error_bound : extent / 18000;
  EXPECT_LE(worst.error, bound) << built.skeleton.skeleton.view.name(worst.joint) << " at " << worst.time_s
                                << " s";
}

inline const KeyedTrack* find_track(const ClipView& clip, std::uint16_t joint, PartKind kind) {
  for (const KeyedTrack& track : clip.keyed)
    if (track.joint == joint && track.kind == kind) return &track;
  return nullptr;
}

}  // namespace skelter::test

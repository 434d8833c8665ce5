#pragma once
// Short helpers that create CharacterData: separate joints that move along x, compiled without the stored
// form.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "skelter/compile/compile.h"
#include "skelter/play/character_data.h"
#include "support/scene_parts.h"

namespace skelter::test {

template <class T>
T must(Result<T> result) {
  if (!result.ok()) {
    ADD_FAILURE() << to_string(result.error());
    std::abort();
  }
  return *std::move(result);
}
template <class T>
std::string said(const Result<T>& result) {
  return result.ok() ? "no error" : to_string(result.error());
}

// Every joint moves from x = `from` to x = `to` within `seconds`. An additive motion is the difference from
// `from`.
struct Motion {
  std::string name;
  double from = 0, to = 0;
  double seconds = 1;
  bool loops = true;
  std::vector<EventSettings> events = {};
  bool additive = false;
  bool moves_root = false;  // the first joint's motion along x becomes root motion
};
inline Motion still_at(std::string name, double x, double seconds = 1) {
  return {std::move(name), x, x, seconds};
}
inline Motion run_to(std::string name, double x, double seconds = 1, bool loops = true) {
  return {std::move(name), 0, x, seconds, loops};
}

inline constexpr double kMotionBound = 1e-4;  // error bound of the clips, in units

struct Rig {
  std::vector<std::string> joints = {"Body"};  // all are roots
  std::vector<MaskSettings> masks = {};
  std::vector<std::vector<std::string>> lods = {};
};

inline Scene scene_of(const std::vector<Motion>& motions, const Rig& rig) {
  Scene scene;
  for (const std::string& joint : rig.joints) scene.nodes.push_back(make_node(joint, kNone, Mat4d{}));
  for (const Motion& motion : motions) {
    Clip clip;
    clip.name = motion.name;
    clip.duration_s = motion.seconds;
    for (std::uint32_t i = 0; i < rig.joints.size(); ++i) {
      clip.targets.push_back({rig.joints[i], i, {}});
      std::vector<float> values;
      append_value(values, Vec3d{motion.from, 0, 0});
      append_value(values, Vec3d{motion.to, 0, 0});
      clip.channels.push_back(make_channel(i, ChannelPath::translation, {0, motion.seconds}, values));
    }
    scene.clips.push_back(std::move(clip));
  }
  return scene;
}

inline CompileSettings settings_of(const std::vector<Motion>& motions, const Rig& rig) {
  CompileSettings settings;
  settings.store_clips = false;
  settings.masks = rig.masks;
  settings.lods = rig.lods;
  for (std::uint32_t i = 0; i < motions.size(); ++i) {
    ClipSettings& clip = settings.clips.emplace_back();
    clip.error_bound = kMotionBound;
    clip.loop = motions[i].loops;
    clip.events = motions[i].events;
    clip.additive = motions[i].additive;
    clip.additive_from = i;
    if (motions[i].moves_root)
      clip.root_motion = RootMotionSettings{rig.joints[0], true, false, false, false};
  }
  return settings;
}

inline Pack pack_of(AlignedBytes bytes) {
  Pack pack;
  const Problem problem = Pack::open(std::move(bytes), pack);
  EXPECT_TRUE(problem.ok()) << problem.what;
  return pack;
}
inline CharacterData data_of(const Scene& scene, const CompileSettings& settings) {
  return must(CharacterData::create(pack_of(must(compile_scene(scene, settings)).bytes)));
}
inline CharacterData data_of(const std::vector<Motion>& motions, const Rig& rig = {}) {
  return data_of(scene_of(motions, rig), settings_of(motions, rig));
}

// Settings with a graph, called "hero" in the pack, from the text of its file.
inline CompileSettings with_graph(CompileSettings settings, const std::string& graph) {
  settings.graphs = {"hero.graph.json"};
  settings.read_text = [graph](const std::string&) -> Result<std::string> { return graph; };
  return settings;
}
inline CharacterData data_of(const std::vector<Motion>& motions, const Rig& rig, const std::string& graph) {
  return data_of(scene_of(motions, rig), with_graph(settings_of(motions, rig), graph));
}

}  // namespace skelter::test

#include "crowd_rig.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "skelter/compile/compile.h"
#include "skelter/formats/x/read.h"
#include "skelter/math/transform.h"

namespace skelter::bench {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kClips = 16;

struct ExtraBone {
  const char* name;
  const char* parent;
  Vec3 offset;
  bool scales;  // has scale animation, as an eye that blinks
};
constexpr ExtraBone kExtraBones[] = {
    {"left_thumb3", "left_thumb2", {0.02f, 0, 0}, false},
    {"left_index3", "left_index2", {0.02f, 0, 0}, false},
    {"left_middle3", "left_middle2", {0.02f, 0, 0}, false},
    {"left_ring3", "left_ring2", {0.02f, 0, 0}, false},
    {"left_little3", "left_little2", {0.02f, 0, 0}, false},
    {"right_thumb3", "right_thumb2", {-0.02f, 0, 0}, false},
    {"right_index3", "right_index2", {-0.02f, 0, 0}, false},
    {"right_middle3", "right_middle2", {-0.02f, 0, 0}, false},
    {"right_ring3", "right_ring2", {-0.02f, 0, 0}, false},
    {"right_little3", "right_little2", {-0.02f, 0, 0}, false},
    {"jaw", "head", {0, 0.02f, 0.06f}, false},
    {"left_eye", "head", {0.03f, 0.08f, 0.08f}, true},
    {"right_eye", "head", {-0.03f, 0.08f, 0.08f}, true},
    {"braid1", "head", {0, 0.1f, -0.1f}, false},
    {"braid2", "braid1", {0, -0.1f, 0}, true},
};

[[noreturn]] void stop(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  std::exit(1);
}

// Playback speed of a variant of a clip.
double pace_of(int variant) {
  return 0.85 + 0.02 * variant;
}

void add_bones(Scene& scene) {
  for (const ExtraBone& bone : kExtraBones) {
    Node node;
    node.name = bone.name;
    node.parent = find_node(scene, bone.parent);
    node.rest = translation_matrix(bone.offset);
    node.rest_trs = Transform{bone.offset, {}, {1, 1, 1}};
    node.synthetic = true;
    scene.nodes.push_back(node);
  }
}

// Adds a small swing, and scale to bones with `scales`, at every second key of the source.
void move_bones(const Scene& scene, Clip& clip, int variant) {
  int index = 0;
  for (const ExtraBone& bone : kExtraBones) {
    const std::uint32_t target = static_cast<std::uint32_t>(clip.targets.size());
    clip.targets.push_back({bone.name, find_node(scene, bone.name), {}});
    Channel turn{target, ChannelPath::rotation, Interpolation::linear, {}, {}};
    Channel swell{target, ChannelPath::scale, Interpolation::linear, {}, {}};
    const int keys = std::max(2, static_cast<int>(std::lround(clip.duration_s / pace_of(variant) * 30)));
    for (int k = 0; k <= keys; ++k) {
      const double phase = 2 * kPi * (k / static_cast<double>(keys) + 0.07 * index + 0.05 * variant);
      const Quat q = from_axis_angle(Vec3{0, 0, 1}, 0.3f * static_cast<float>(std::sin(phase)));
      const float s = 1 + 0.2f * static_cast<float>(std::sin(phase));
      turn.times_s.push_back(clip.duration_s * k / keys);
      turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
      swell.times_s.push_back(clip.duration_s * k / keys);
      swell.values.insert(swell.values.end(), {1.0f, s, 1.0f});
    }
    clip.channels.push_back(turn);
    if (bone.scales) clip.channels.push_back(swell);
    ++index;
  }
}

// The source clip at a different speed, so that every variant has different keys.
Clip variant_of(const Clip& source, int variant) {
  Clip clip = source;
  const double pace = pace_of(variant);
  clip.name = source.name.value_or("clip") + std::to_string(variant);
  clip.ticks_per_second.reset();
  clip.duration_s *= pace;
  for (Channel& channel : clip.channels)
    for (double& time_s : channel.times_s) time_s *= pace;
  return clip;
}

}  // namespace

Scene mannequin_scene(const std::string& mannequin_file) {
  auto loaded = read_x_file(mannequin_file);
  if (!loaded) stop(loaded.error());
  return std::move(*loaded);
}

Scene crowd_scene(const std::string& mannequin_file) {
  Scene scene = mannequin_scene(mannequin_file);
  add_bones(scene);
  // Walk, run, idle, wave, jump, sit; the other clips move only parts of the body.
  constexpr std::size_t kWholeBody = 6;
  std::vector<Clip> clips;
  for (int i = 0; i < kClips; ++i) {
    clips.push_back(variant_of(scene.clips[static_cast<std::size_t>(i) % kWholeBody], i));
    move_bones(scene, clips.back(), i);
  }
  scene.clips = std::move(clips);
  return scene;
}

namespace {

CompileSettings crowd_settings(const Scene& scene) {
  CompileSettings settings;
  MaskSettings mask;
  mask.name = "upper_body";
  mask.entries.push_back({"spine2", 1, true});
  mask.entries.push_back({"spine1", 0.5f, false});
  settings.masks.push_back(mask);
  settings.clips.resize(scene.clips.size());
  for (ClipSettings& clip : settings.clips) clip.loop = true;
  settings.store_clips = false;
  return settings;
}

}  // namespace

CrowdAssets build_crowd_assets(const Scene& scene) {
  const CompileSettings settings = crowd_settings(scene);
  auto skeleton = build_skeleton(scene, {settings.masks, settings.lods, settings.source, {}});
  if (!skeleton) stop(skeleton.error());
  CrowdAssets assets{std::move(*skeleton), {}, {}};
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
    auto clip = build_clip(scene, i, assets.skeleton, settings.clips[i]);
    if (!clip) stop(clip.error());
    assets.clips.push_back(std::move(*clip));
    assets.views.push_back(assets.clips.back().clip.view);
  }
  return assets;
}

CharacterData build_crowd_character(const Scene& scene) {
  auto compiled = compile_scene(scene, crowd_settings(scene));
  if (!compiled) stop(compiled.error());
  Pack pack;
  if (!Pack::open(std::move(compiled->bytes), pack).ok()) std::abort();
  auto data = CharacterData::create(std::move(pack));
  if (!data) stop(data.error());
  if (const auto prepared = data->prepare_all(); !prepared) stop(prepared.error());
  return std::move(*data);
}

float largest_difference(std::span<const Affine> a, std::span<const Affine> b) {
  float most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) most = std::max(most, std::abs(a[i].m[r][c] - b[i].m[r][c]));
  return most;
}

}  // namespace skelter::bench

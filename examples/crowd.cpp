// A thousand characters in one call: each walks and waves at its own time, on all processors.
// Usage: crowd assets/mannequin.x
#include <cstdio>
#include <string>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/load.h"

namespace {

constexpr std::uint32_t kInstances = 1000;
constexpr std::uint32_t kFrames = 60;

// Made once: usually compiled into a pack beforehand.
struct Assets {
  skelter::SkeletonBuild skeleton;
  std::vector<skelter::ClipBuild> builds;
  std::vector<skelter::ClipView> clips;
};

enum ClipIndex : std::uint16_t { kWalk, kWave };
enum MaskIndex : std::uint16_t { kLeftArm, kOtherJoints };

skelter::Result<Assets> build_assets(const skelter::Scene& scene) {
  skelter::SkeletonSettings settings;
  settings.masks = {{"left_arm", 0, {{"left_clavicle", 1, true}}},
                    {"other_joints", 1, {{"left_clavicle", 0, true}}}};
  auto skeleton = build_skeleton(scene, settings);
  if (!skeleton) return skeleton.error();
  Assets assets{std::move(*skeleton), {}, {}};
  for (const char* name : {"walk", "wave_left_arm"}) {
    std::uint32_t index = 0;
    while (index < scene.clips.size() && scene.clips[index].name != name) ++index;
    if (index == scene.clips.size())
      return skelter::Error{skelter::Status::not_found, {}, std::string("no clip named ") + name, {}};
    auto clip = build_clip(scene, index, assets.skeleton);
    if (!clip) return clip.error();
    assets.builds.push_back(std::move(*clip));
    assets.clips.push_back(assets.builds.back().clip.view);
  }
  return assets;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::puts("usage: crowd FILE.x"), 2;
  const auto scene = skelter::load_scene(arguments[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  const auto assets = build_assets(*scene);
  if (!assets) return std::puts(to_string(assets.error()).c_str()), 1;

  skelter::CrowdRig rig;
  rig.skeleton = &assets->skeleton.skeleton.view;
  rig.clips = assets->clips;
  const std::uint32_t joints = rig.skeleton->joint_count();

  // An instance is where its layers and its matrices are; between frames there is nothing else to keep.
  std::vector<skelter::CrowdInstance> instances(kInstances);
  std::vector<skelter::CrowdLayer> layers(2 * kInstances);
  for (std::uint32_t i = 0; i < kInstances; ++i) {
    instances[i].first_layer = 2 * i;
    instances[i].layer_count = 2;
    instances[i].first_output = i * joints;
    layers[2 * i].clip = kWalk;
    layers[2 * i].mask = kOtherJoints;
    layers[2 * i + 1].clip = kWave;
    layers[2 * i + 1].mask = kLeftArm;
  }

  skelter::TbbTasks tasks;
  std::vector<skelter::Affine> model_from_joint(std::size_t{kInstances} * joints);
  skelter::AlignedBytes scratch(tasks.runner().workers * skelter::crowd_scratch_bytes({&rig, 1}));
  skelter::CrowdJob job;
  job.rigs = {&rig, 1};
  job.instances = instances;
  job.layers = layers;
  job.out_matrices = model_from_joint;
  job.scratch = {scratch.data(), scratch.size()};
  job.tasks = tasks.runner();
  for (std::uint32_t frame = 1; frame <= kFrames; ++frame) {
    for (std::uint32_t i = 0; i < kInstances; ++i) {
      const float now_s = static_cast<float>(frame) / kFrames;
      layers[2 * i].time_s = now_s + 0.37f * static_cast<float>(i);  // both clips loop
      layers[2 * i + 1].time_s = now_s + 0.23f * static_cast<float>(i);
    }
    if (job.run() != skelter::Status::ok) return std::puts("the job was refused"), 1;
  }

  const skelter::Affine& hand = model_from_joint[rig.skeleton->find("left_hand")];
  std::printf("%u mannequins, 2 layers, %u frames; after 1 s the first has its left hand at %.2f %.2f %.2f\n",
              kInstances, kFrames, static_cast<double>(hand.m[0][3]), static_cast<double>(hand.m[1][3]),
              static_cast<double>(hand.m[2][3]));
}

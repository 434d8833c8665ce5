// Additive: the differences of one clip from its own first pose, added onto another clip with any weight.
// Usage: additive FILE.x BASE_CLIP ADDED_CLIP JOINT
#include <cstdio>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/load.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/edit.h"

using namespace skelter;

namespace {

bool sample(const Skeleton& skeleton, const ClipView& clip, double time_s, std::span<SoaTransform> out) {
  SampleJob job;
  job.skeleton = &skeleton;
  job.clip = &clip;
  job.time_s = time_s;
  job.loop = Loop::loop;
  job.out_local_pose = out;
  return job.run() == Status::ok;
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: additive FILE.x BASE_CLIP ADDED_CLIP JOINT"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return fail(scene.error());
  const auto built = build_skeleton(*scene);
  if (!built) return fail(built.error());
  const auto base_index = choose_clip(*scene, argv[2]), added_index = choose_clip(*scene, argv[3]);
  if (!base_index) return fail(base_index.error());
  if (!added_index) return fail(added_index.error());

  const auto base = build_clip(*scene, *base_index, *built);
  if (!base) return fail(base.error());
  // The clip is compiled as differences from its own pose at 0 s; DifferenceJob does the same while playing.
  ClipSettings settings;
  settings.additive_reference = ClipSettings::AdditiveReference{*added_index, 0};
  const auto added = build_clip(*scene, *added_index, *built, settings);
  if (!added) return fail(added.error());

  const Skeleton& skeleton = built->skeleton.view;
  const std::uint16_t joint = skeleton.find(argv[4]);
  if (joint == kNone16) return std::printf("no joint is named %s\n", argv[4]), 1;
  std::vector<SoaTransform> base_pose(skeleton.block_count()), difference = base_pose, pose = base_pose;
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  if (!sample(skeleton, base->clip.view, 0.5, base_pose)) return 1;
  if (!sample(skeleton, added->clip.view, 0.5, difference)) return 1;

  for (const float weight : {0.0f, 0.5f, 1.0f}) {
    const BlendLayer layer{base_pose, 1, {}}, on_top{difference, weight, {}};
    BlendJob blend;
    blend.skeleton = &skeleton;
    blend.layers = {&layer, 1};
    blend.additive_layers = {&on_top, 1};
    blend.out_local_pose = pose;

    LocalToModelJob hierarchy;
    hierarchy.skeleton = &skeleton;
    hierarchy.local_pose = pose;
    hierarchy.out_model_from_joint = model_from_joint;
    if (blend.run() != Status::ok || hierarchy.run() != Status::ok) return 1;
    const auto& m = model_from_joint[joint].m;
    std::printf("weight %.1f: %s at %.3f %.3f %.3f\n", static_cast<double>(weight), argv[4], m[0][3], m[1][3],
                m[2][3]);
  }
}

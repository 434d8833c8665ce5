// Cross-fade by hand: two clips play, and their weights change over half a second.
// Usage: cross_fade FILE.x FROM TO JOINT
#include <algorithm>
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

constexpr double kFadeStart_s = 0.25, kFadeLength_s = 0.5;

bool sample(const Skeleton& skeleton, const ClipView& clip, double time_s, std::span<SoaTransform> out) {
  SampleJob job;
  job.skeleton = &skeleton;
  job.clip = &clip;
  job.time_s = time_s;
  job.loop = Loop::loop;
  job.out_local_pose = out;
  return job.run() == Status::ok;
}

Result<ClipBuild> compile(const Scene& scene, const char* name, const SkeletonBuild& skeleton) {
  const auto index = choose_clip(scene, name);
  if (!index) return index.error();
  return build_clip(scene, *index, skeleton);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: cross_fade FILE.x FROM TO JOINT"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  const auto built = build_skeleton(*scene);
  if (!built) return std::puts(to_string(built.error()).c_str()), 1;
  const auto from = compile(*scene, argv[2], *built), to = compile(*scene, argv[3], *built);
  if (!from) return std::puts(to_string(from.error()).c_str()), 1;
  if (!to) return std::puts(to_string(to.error()).c_str()), 1;

  const Skeleton& skeleton = built->skeleton.view;
  const std::uint16_t joint = skeleton.find(argv[4]);
  if (joint == kNone16) return std::printf("no joint is named %s\n", argv[4]), 1;
  std::vector<SoaTransform> from_pose(skeleton.block_count()), to_pose = from_pose, mixed = from_pose;
  std::vector<Affine> model_from_joint(skeleton.joint_count());

  for (const double time_s : {0.25, 0.5, 0.75}) {
    const double done = std::clamp((time_s - kFadeStart_s) / kFadeLength_s, 0.0, 1.0);
    if (!sample(skeleton, from->clip.view, time_s, from_pose)) return 1;
    if (!sample(skeleton, to->clip.view, time_s, to_pose)) return 1;

    const BlendLayer layers[2] = {{from_pose, static_cast<float>(1 - done), {}},
                                  {to_pose, static_cast<float>(done), {}}};
    BlendJob blend;
    blend.skeleton = &skeleton;
    blend.layers = layers;
    blend.out_local_pose = mixed;

    LocalToModelJob hierarchy;
    hierarchy.skeleton = &skeleton;
    hierarchy.local_pose = mixed;
    hierarchy.out_model_from_joint = model_from_joint;
    if (blend.run() != Status::ok || hierarchy.run() != Status::ok) return 1;
    const auto& m = model_from_joint[joint].m;
    std::printf("%.2f s, %3.0f %% over: %s at %.3f %.3f %.3f\n", time_s, 100 * done, argv[4], m[0][3],
                m[1][3], m[2][3]);
  }
}

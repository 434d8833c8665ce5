// Mask: one clip moves the whole body, another one only the joints that a mask names.
// Usage: mask FILE.x BODY_CLIP UPPER_CLIP SUBTREE JOINT
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

Result<ClipBuild> compile(const Scene& scene, const char* name, const SkeletonBuild& skeleton) {
  const auto index = choose_clip(scene, name);
  if (!index) return index.error();
  return build_clip(scene, *index, skeleton);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return std::puts("usage: mask FILE.x BODY_CLIP UPPER_CLIP SUBTREE JOINT"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;

  // A mask is made with the skeleton: weights of joints by name, here 1 for a subtree and 0 elsewhere.
  MaskSettings upper;
  upper.name = "upper";
  upper.entries.push_back({argv[4], 1, true});
  SkeletonSettings settings;
  settings.masks.push_back(upper);
  const auto built = build_skeleton(*scene, settings);
  if (!built) return std::puts(to_string(built.error()).c_str()), 1;
  const auto body = compile(*scene, argv[2], *built), over = compile(*scene, argv[3], *built);
  if (!body) return std::puts(to_string(body.error()).c_str()), 1;
  if (!over) return std::puts(to_string(over.error()).c_str()), 1;

  const Skeleton& skeleton = built->skeleton.view;
  const std::uint16_t joint = skeleton.find(argv[5]);
  if (joint == kNone16) return std::printf("no joint is named %s\n", argv[5]), 1;
  std::vector<SoaTransform> body_pose(skeleton.block_count()), over_pose = body_pose, mixed = body_pose;
  if (!sample(skeleton, body->clip.view, 0.5, body_pose)) return 1;
  if (!sample(skeleton, over->clip.view, 0.5, over_pose)) return 1;

  // Where the mask is 1 the other clip takes over, so the body gets what it leaves.
  std::vector<float> rest_of_body;
  for (const float weight : skeleton.mask(0)) rest_of_body.push_back(1 - weight);
  const BlendLayer layers[2] = {{body_pose, 1, rest_of_body}, {over_pose, 1, skeleton.mask(0)}};
  BlendJob blend;
  blend.skeleton = &skeleton;
  blend.layers = layers;
  blend.out_local_pose = mixed;

  std::vector<Affine> model_from_joint(skeleton.joint_count());
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = mixed;
  hierarchy.out_model_from_joint = model_from_joint;
  if (blend.run() != Status::ok || hierarchy.run() != Status::ok) return 1;
  const auto& m = model_from_joint[joint].m;
  std::printf("%s at %.3f %.3f %.3f\n", argv[5], m[0][3], m[1][3], m[2][3]);
}

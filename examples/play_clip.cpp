// Play a clip: compile it once, sample it at any time, and ask where a joint is.
// Usage: play_clip FILE.x CLIP JOINT
#include <cstdio>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/load.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/edit.h"

using namespace skelter;

namespace {

// What one character needs every frame, sized once.
struct Player {
  const Skeleton& skeleton;
  const ClipView& clip;
  std::vector<SoaTransform> local_pose;
  std::vector<Affine> model_from_joint;

  bool show(double time_s) {
    SampleJob sample;
    sample.skeleton = &skeleton;
    sample.clip = &clip;
    sample.time_s = time_s;
    sample.loop = Loop::loop;  // forward, backward, anywhere: the same cost
    sample.out_local_pose = local_pose;

    LocalToModelJob hierarchy;
    hierarchy.skeleton = &skeleton;
    hierarchy.local_pose = local_pose;
    hierarchy.out_model_from_joint = model_from_joint;
    return sample.run() == Status::ok && hierarchy.run() == Status::ok;
  }
};

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("usage: play_clip FILE.x CLIP JOINT"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return fail(scene.error());
  const auto index = choose_clip(*scene, argv[2]);
  if (!index) return fail(index.error());

  // Once: the runtime's data, small and read-only; a pack file keeps it (docs/pack-format.md).
  const auto skeleton = build_skeleton(*scene);
  if (!skeleton) return fail(skeleton.error());
  const auto clip = build_clip(*scene, *index, *skeleton);
  if (!clip) return fail(clip.error());

  const Skeleton& joints = skeleton->skeleton.view;
  const std::uint16_t joint = joints.find(argv[3]);
  if (joint == kNone16) return std::printf("no joint is named %s\n", argv[3]), 1;
  Player player{joints, clip->clip.view, std::vector<SoaTransform>(joints.block_count()),
                std::vector<Affine>(joints.joint_count())};
  for (const double time_s : {0.25, 0.5, 1.25, -0.5}) {
    if (!player.show(time_s)) return 1;
    const auto& m = player.model_from_joint[joint].m;
    std::printf("%5.2f s: %s at %.3f %.3f %.3f\n", time_s, argv[3], m[0][3], m[1][3], m[2][3]);
  }
}

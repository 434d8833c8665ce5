// The jobs below Character, for programs that organise their frame themselves. Two clips are sampled,
// blended, and converted to model space and to the palette of a skin. The caller owns all memory. Usage:
// bare_jobs FILE CLIP OTHER_CLIP JOINT
#include <cstdio>
#include <vector>

#include "skelter/load.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"

using namespace skelter;

namespace {

Status sample(const Skeleton& skeleton, const ClipView& clip, double time_s, std::span<SoaTransform> out) {
  SampleJob job;
  job.skeleton = &skeleton;
  job.clip = &clip;
  job.time_s = time_s;
  job.loop = Loop::loop;  // the cost is the same forward, backward and after a seek
  job.out_local_pose = out;
  return job.run();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: bare_jobs FILE CLIP OTHER_CLIP JOINT"), 2;
  const Result<CharacterData> data = load_character(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t clips[2] = {data->find_clip(argv[2]), data->find_clip(argv[3])};
  for (const std::uint32_t clip : clips)
    if (const auto ready = data->prepare(clip); !ready) return std::puts(to_string(ready.error()).c_str()), 1;
  const Skeleton& skeleton = data->skeleton();
  const std::uint16_t joint = skeleton.find(argv[4]);
  if (joint == kNone16 || data->skins().empty()) return std::puts("no such joint, or no skin"), 1;
  const SkinView& skin = data->skins()[0];

  // Buffers for one character, allocated once.
  std::vector<SoaTransform> one(skeleton.block_count()), other = one, mixed = one;
  std::vector<Affine> model_from_joint(skeleton.joint_count()), palette(skin.size());
  const BlendLayer layers[2] = {{one, 0.5f, {}}, {other, 0.5f, {}}};

  BlendJob blend;
  blend.skeleton = &skeleton;
  blend.layers = layers;
  blend.out_local_pose = mixed;

  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = mixed;
  hierarchy.out_model_from_joint = model_from_joint;

  PaletteJob skinning;
  skinning.skin = &skin;
  skinning.model_from_joint = model_from_joint;
  skinning.out_palette = palette;

  for (const double time_s : {0.25, 0.5, 1.25, -0.5}) {
    if (sample(skeleton, data->clips()[clips[0]], time_s, one) != Status::ok ||
        sample(skeleton, data->clips()[clips[1]], time_s, other) != Status::ok || blend.run() != Status::ok ||
        hierarchy.run() != Status::ok || skinning.run() != Status::ok)
      return std::puts("a job was refused"), 1;
    const auto &at = model_from_joint[joint].m, &origin = palette[0].m;
    std::printf("%5.2f s: %s at %.3f %.3f %.3f, mesh origin at %.3f %.3f %.3f\n", time_s, argv[4], at[0][3],
                at[1][3], at[2][3], origin[0][3], origin[1][3], origin[2][3]);
  }
}

#include "crowd/scalar_group.h"

#include "crowd/pose_instance.h"
#include "runtime/internal/keyed_tracks.h"
#include "runtime/internal/scalar_jobs.h"

namespace skelter::crowd::scalar {
namespace {

void sample(const CrowdRig& rig, const CrowdLayer& layer, std::uint32_t blocks, SoaTransform* out) {
  const ClipView& clip = rig.clips[layer.clip];
  const float time_s = layer_time(clip, layer.time_s);
  skelter::scalar::sample_blocks(*rig.skeleton, clip, find_frames(clip, time_s), blocks, out);
  apply_keyed_tracks(clip, time_s, blocks, out);
}

}  // namespace

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool /*streaming*/,
               std::byte* scratch) {
  const CrowdRig& rig = job.rigs[job.instances[first].rig];
  const Skeleton& skeleton = *rig.skeleton;
  auto* const pose = reinterpret_cast<SoaTransform*>(scratch);
  auto* const layers = pose + skeleton.block_count();
  auto* const model = reinterpret_cast<Affine*>(layers + kMaxCrowdLayers * skeleton.block_count());
  for (std::uint32_t i = first; i < first + size; ++i) {
    const CrowdInstance& instance = job.instances[i];
    pose_instance(job, instance, layers, pose, sample, skelter::scalar::blend_blocks,
                  [](auto&&...) { return false; });
    const auto out = job.out_matrices.subspan(instance.first_output, rig.output_size());
    LocalToModelJob hierarchy;
    hierarchy.skeleton = &skeleton;
    hierarchy.local_pose = {pose, skeleton.block_count()};
    hierarchy.out_model_from_joint =
        rig.skin != nullptr ? std::span<Affine>(model, skeleton.joint_count()) : out;
    skelter::scalar::local_to_model(hierarchy);
    if (rig.skin == nullptr) continue;
    PaletteJob palette;
    palette.skin = rig.skin;
    palette.model_from_joint = hierarchy.out_model_from_joint;
    palette.out_palette = out;
    skelter::scalar::palette(palette);
  }
}

}  // namespace skelter::crowd::scalar

#include "crowd/scalar_group.h"

#include "crowd/pose_instance.h"
#include "runtime/internal/list_mix.h"
#include "runtime/internal/scalar_kernels.h"

namespace skelter::crowd::scalar {

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool /*streaming*/,
               std::byte* scratch) {
  const CrowdRig& rig = job.rigs[job.instances[first].rig];
  const Skeleton& skeleton = *rig.skeleton;
  const std::span<std::byte> list_scratch(scratch, pose_list_scratch_bytes(skeleton));
  auto* const pose = reinterpret_cast<SoaTransform*>(scratch + list_scratch.size());
  auto* const model = reinterpret_cast<Affine*>(pose + skeleton.block_count());
  for (std::uint32_t i = first; i < first + size; ++i) {
    const CrowdInstance& instance = job.instances[i];
    list::pose<skelter::scalar::ListKernels>(list_of(job, instance, list_scratch), pose);
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

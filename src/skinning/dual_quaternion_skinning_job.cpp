#include "skelter/skinning/dual_quaternion_skinning_job.h"

#include <algorithm>

#include "skinning/prepare_palette.h"
#include "skinning/skin_ranges.h"

namespace skelter {

using skinning::PaletteMatrix;

std::size_t DualQuaternionSkinningJob::scratch_bytes(std::uint32_t palette_size) {
  return (2 * sizeof(PaletteMatrix) + 8 * sizeof(float)) * std::size_t{palette_size};
}

Status DualQuaternionSkinningJob::validate() const {
  return skinning::validate(*this, scratch_bytes);
}

Status DualQuaternionSkinningJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const std::span<const Affine> used = palette.first(mesh->palette_size);
  auto* stretches = reinterpret_cast<PaletteMatrix*>(scratch.data());
  PaletteMatrix* normal_stretches = stretches + used.size();
  auto* duals = reinterpret_cast<float*>(normal_stretches + used.size());
  const bool rigid = std::all_of(used.begin(), used.end(), [](const Affine& matrix) {
    return skinning::is_rotation(matrix, skinning::kRotationTolerance);
  });
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (rigid) {
      skinning::rigid_motion(used[i], duals + 8 * i);
      continue;
    }
    const Affine stretch = skinning::stretch_and_motion(used[i], duals + 8 * i);
    stretches[i] = skinning::to_palette_matrix(stretch);
    normal_stretches[i] = skinning::normal_matrix(stretch);
  }
  skinning::KernelArguments arguments;
  arguments.palette = rigid ? nullptr : stretches;
  arguments.normal_palette = rigid ? nullptr : normal_stretches;
  arguments.dual_quaternions = duals;
  skinning::run_kernel(skinning::skin_dual_quaternion, *this, arguments);
  return Status::ok;
}

}  // namespace skelter

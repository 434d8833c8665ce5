#include "skelter/skinning/dual_quaternion_skinning_job.h"

#include <algorithm>

#include "skinning/prepare_palette.h"
#include "skinning/skin_ranges.h"

namespace skelter {
namespace {

// Rounding in a chain of a few dozen float matrices stays below this; anything more is scale.
using skinning::kRotationTolerance;

}  // namespace

using skinning::PaletteMatrix;

std::size_t DualQuaternionSkinningJob::scratch_bytes(std::uint32_t palette_size) {
  return (2 * sizeof(PaletteMatrix) + 8 * sizeof(float)) * std::size_t{palette_size};
}

Status DualQuaternionSkinningJob::validate() const {
  const std::size_t needed = mesh == nullptr ? 0 : scratch_bytes(mesh->palette_size);
  return skinning::validate_inputs({mesh, palette.size(), vertices, begin, end, tasks, scratch, needed}, out);
}

Status DualQuaternionSkinningJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const std::span<const Affine> used = palette.first(mesh->palette_size);
  auto* stretches = reinterpret_cast<PaletteMatrix*>(scratch.data());
  PaletteMatrix* normal_stretches = stretches + used.size();
  auto* duals = reinterpret_cast<float*>(normal_stretches + used.size());
  const bool rigid = std::all_of(used.begin(), used.end(), [](const Affine& matrix) {
    return skinning::is_rotation(matrix, kRotationTolerance);
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
  const std::uint32_t last = end == 0 ? mesh->vertex_count : end;
  skinning::KernelArguments arguments;
  arguments.mesh = mesh;
  arguments.vertices = vertices.empty() ? mesh->vertices.data() : vertices.data();
  arguments.palette = rigid ? nullptr : stretches;
  arguments.normal_palette = rigid ? nullptr : normal_stretches;
  arguments.dual_quaternions = duals;
  arguments.out = out;
  arguments.normalize = normalize;
  skinning::choose_stores(arguments, streaming_stores, last - begin);
  skinning::skin_ranges(skinning::skin_dual_quaternion, arguments, begin, last, tasks);
  return Status::ok;
}

}  // namespace skelter

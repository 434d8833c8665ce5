#include "skelter/skinning/linear_skinning_job.h"

#include "skinning/prepare_palette.h"
#include "skinning/skin_ranges.h"

namespace skelter {

using skinning::PaletteMatrix;

std::size_t LinearSkinningJob::scratch_bytes(std::uint32_t palette_size) {
  return 2 * sizeof(PaletteMatrix) * std::size_t{palette_size};
}

Status LinearSkinningJob::validate() const {
  return skinning::validate(*this, scratch_bytes);
}

Status LinearSkinningJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const std::span<const Affine> used = palette.first(mesh->palette_size);
  auto* matrices = reinterpret_cast<PaletteMatrix*>(scratch.data());
  PaletteMatrix* normal_matrices = matrices + used.size();
  const bool by_linear_part = out.normals.empty() || skinning::turns_normals_by_linear_part(used);
  for (std::size_t i = 0; i < used.size(); ++i) {
    matrices[i] = skinning::to_palette_matrix(used[i]);
    if (!by_linear_part) normal_matrices[i] = skinning::normal_matrix(used[i]);
  }
  skinning::KernelArguments arguments;
  arguments.palette = matrices;
  arguments.normal_palette = by_linear_part ? nullptr : normal_matrices;
  skinning::run_kernel(skinning::skin_linear, *this, arguments);
  return Status::ok;
}

}  // namespace skelter

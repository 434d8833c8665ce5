#include "skelter/skinning/linear_skinning_job.h"

#include "skinning/prepare_palette.h"
#include "skinning/skin_ranges.h"

namespace skelter {

using skinning::PaletteMatrix;

std::size_t LinearSkinningJob::scratch_bytes(std::uint32_t palette_size) {
  return 2 * sizeof(PaletteMatrix) * std::size_t{palette_size};
}

Status LinearSkinningJob::validate() const {
  const std::size_t needed = mesh == nullptr ? 0 : scratch_bytes(mesh->palette_size);
  return skinning::validate_inputs({mesh, palette.size(), vertices, begin, end, tasks, scratch, needed}, out);
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
  const std::uint32_t last = end == 0 ? mesh->vertex_count : end;
  skinning::KernelArguments arguments;
  arguments.mesh = mesh;
  arguments.vertices = vertices.empty() ? mesh->vertices.data() : vertices.data();
  arguments.palette = matrices;
  arguments.normal_palette = by_linear_part ? nullptr : normal_matrices;
  arguments.out = out;
  arguments.normalize = normalize;
  skinning::choose_stores(arguments, streaming_stores, last - begin);
  skinning::skin_ranges(skinning::skin_linear, arguments, begin, last, tasks);
  return Status::ok;
}

}  // namespace skelter

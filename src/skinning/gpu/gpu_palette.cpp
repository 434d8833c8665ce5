#include "skelter/skinning/gpu.h"

#include <algorithm>
#include <vector>

#include "skinning/prepare_palette.h"

namespace skelter {
namespace {

Affine stretch_of(const DualQuaternionEntry& entry) {
  Affine stretch;
  std::copy(&entry.stretch[0][0], &entry.stretch[0][0] + 12, &stretch.m[0][0]);
  return stretch;
}

}  // namespace

Status pack_dual_quaternions(std::span<const Affine> palette, std::span<DualQuaternionEntry> out) {
  if (out.size() < palette.size()) return Status::invalid_argument;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    float motion[8];
    Affine stretch;
    if (skinning::is_rotation(palette[i], skinning::kRotationTolerance))
      skinning::rigid_motion(palette[i], motion);
    else
      stretch = skinning::stretch_and_motion(palette[i], motion);
    std::copy(motion, motion + 4, out[i].real);
    std::copy(motion + 4, motion + 8, out[i].dual);
    std::copy(&stretch.m[0][0], &stretch.m[0][0] + 12, &out[i].stretch[0][0]);
  }
  return Status::ok;
}

bool has_plain_normals(std::span<const Affine> palette) {
  return skinning::turns_normals_by_linear_part(palette);
}

bool has_plain_normals(std::span<const DualQuaternionEntry> palette) {
  if (palette.empty()) return true;
  const Affine first = stretch_of(palette[0]);
  return std::all_of(palette.begin(), palette.end(), [&](const DualQuaternionEntry& entry) {
    const Affine pair[2] = {first, stretch_of(entry)};
    return skinning::turns_normals_by_linear_part(pair);
  });
}

Affine normal_rows(const Affine& matrix) {
  const skinning::PaletteMatrix rows = skinning::normal_matrix(matrix);
  Affine out;
  std::copy(&rows.m[0][0], &rows.m[0][0] + 12, &out.m[0][0]);
  return out;
}

}  // namespace skelter

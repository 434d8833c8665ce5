#include "render/model/frame_pose.h"

#include <algorithm>

namespace skelter {
namespace {

bool turns_over(const Affine& matrix) {
  const auto& m = matrix.m;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
             m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
         0;
}

// Extends `out` by a box around the transformed box. Source: J. Arvo, "Transforming Axis-Aligned Bounding
// Boxes", Graphics Gems, 1990.
void add_moved(Bounds& out, const Bounds& box, const Affine& matrix) {
  if (box.empty()) return;
  const double from[3] = {box.min.x, box.min.y, box.min.z}, to[3] = {box.max.x, box.max.y, box.max.z};
  double low[3] = {}, high[3] = {};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const double factor = double{matrix.m[row][column]};
      const double a = factor * from[column], b = factor * to[column];
      low[row] += std::min(a, b);
      high[row] += std::max(a, b);
    }
    low[row] += double{matrix.m[row][3]};
    high[row] += double{matrix.m[row][3]};
  }
  out.add(Vec3d{low[0], low[1], low[2]});
  out.add(Vec3d{high[0], high[1], high[2]});
}

}  // namespace

void look_at_pose(const GpuModel& model, const ModelPose& pose, bool dual_quaternions, FramePose& out) {
  out.pose = pose;
  out.motions.resize(dual_quaternions ? pose.palettes.size() : 0);
  if (dual_quaternions)
    (void)pack_dual_quaternions(pose.palettes, out.motions);  // cannot fail, because the sizes
                                                              // match
  out.palettes.resize(model.shape.skins.size());
  const ModelSkin* last = nullptr;
  for (std::size_t i = 0; i < out.palettes.size(); ++i) {
    const ModelSkin& skin = model.shape.skins[i];
    if (last != nullptr && last->first == skin.first && last->size == skin.size) {
      out.palettes[i] = out.palettes[i - 1];  // same skin as the previous mesh
      continue;
    }
    last = &skin;
    const std::span<const Affine> matrices = out.matrices_of(skin);
    out.palettes[i].mirrored =
        2 * static_cast<std::size_t>(std::count_if(matrices.begin(), matrices.end(), turns_over)) >
        matrices.size();
    out.palettes[i].plain_normals =
        dual_quaternions
            ? has_plain_normals(
                  std::span<const DualQuaternionEntry>(out.motions).subspan(skin.first, skin.size))
            : has_plain_normals(matrices);
  }
}

void update_bounds(GpuModel& model, const FramePose& frame) {
  const Mat4d& world = frame.pose.world_from_model;
  const bool is_turned = linear_part(world) != Mat3d{};
  const Vec3d place = translation_part(world);
  for (DrawItem& item : model.items) {
    item.bounds = {};
    const std::span<const Affine> matrices = frame.matrices_of(*item.skin);
    for (std::size_t e = 0; e < matrices.size(); ++e)
      add_moved(item.bounds, item.entry_bounds[e],
                is_turned ? to_affine(world * to_double(to_mat4(matrices[e]))) : matrices[e]);
    if (is_turned || item.bounds.empty()) continue;
    item.bounds.min += place;
    item.bounds.max += place;
  }
}

std::span<const float> morph_weights_of(const DrawItem& item, const ModelShape& shape,
                                        const ModelPose& pose) {
  const std::span<const float> all =
      pose.morph_weights.empty() ? shape.rest_morph_weights : pose.morph_weights;
  return all.subspan(item.skin->first_morph, std::min(item.skin->morph_count, item.morph_targets));
}

std::vector<Vec4> morphs_in_use(const DrawItem& item, const ModelShape& shape, const ModelPose& pose) {
  std::vector<Vec4> on;
  if (item.morph_targets == 0) return on;
  const std::span<const float> weights = morph_weights_of(item, shape, pose);
  for (std::size_t m = 0; m < weights.size(); ++m)
    if (weights[m] != 0) on.push_back({static_cast<float>(m), weights[m], 0, 0});
  return on;
}

}  // namespace skelter

// Rule bind-pose: whether the joints were at the positions given by the inverse bind matrices when the mesh
// was bound. Joints rotate, but a bone keeps its position relative to its parent joint. Therefore, seen from
// the parent joint, the position from the matrices must match the position at rest or at the start of a clip.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/lint/lint_detail.h"
#include "skelter/scene/evaluate.h"

namespace skelter::lint_detail {
namespace {

constexpr double kTranslated = 0.01;
constexpr std::size_t kBindPoses = 9;  // at rest, and at the start of the first clips

// Two joints of a skin that both move vertices. The upper joint is the nearest ancestor of the lower one that
// moves vertices.
struct BoundBone {
  std::uint32_t skin = 0, upper = 0, lower = 0;  // joints of the skin
  bool neighbours = false;                       // no node is between them
};

// Finds nodes that a clip translates by more than a hundredth of their distance from the parent, such as feet
// for inverse kinematics, or a pelvis. For these nodes the bind position is only one of many.
std::vector<bool> translated_nodes(const Scene& scene) {
  std::vector<bool> translated(scene.nodes.size(), false);
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels) {
      const std::uint32_t node = clip.targets[channel.target].node;
      if (node == kNone || channel.path != ChannelPath::translation) continue;
      const bool cubic = channel.interpolation == Interpolation::cubic;
      const auto at = [&](std::size_t key) {
        const float* values = channel.values.data() + (cubic ? 9 * key + 3 : 3 * key);
        return Vec3d{values[0], values[1], values[2]};
      };
      for (std::size_t key = 1; key < channel.times_s.size() && !translated[node]; ++key)
        translated[node] = length(at(key) - at(0)) > kTranslated * length(at(0));
    }
  return translated;
}

std::vector<BoundBone> bound_bones(const Scene& scene) {
  const std::vector<bool> translated = translated_nodes(scene);
  std::vector<std::vector<bool>> moves;
  for (const Skin& skin : scene.skins) moves.emplace_back(skin.joints.size(), false);
  for_each_skinned(scene, [&](std::uint32_t skin, std::uint32_t, const Primitive& primitive) {
    for (const Influence& influence : primitive.influences) moves[skin][influence.joint] = true;
  });
  std::vector<BoundBone> bones;
  std::vector<std::uint32_t> joint_of(scene.nodes.size(), kNone);
  for (std::uint32_t s = 0; s < scene.skins.size(); ++s) {
    const std::vector<Joint>& joints = scene.skins[s].joints;
    for (std::uint32_t j = 0; j < joints.size(); ++j)
      if (moves[s][j]) joint_of[joints[j].node] = j;
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
      if (!moves[s][j] || translated[joints[j].node]) continue;
      std::uint32_t above = scene.nodes[joints[j].node].parent;
      while (above != kNone && joint_of[above] == kNone) above = scene.nodes[above].parent;
      if (above != kNone)
        bones.push_back({s, joint_of[above], j, scene.nodes[joints[j].node].parent == above});
    }
    for (const Joint& joint : joints) joint_of[joint.node] = kNone;
  }
  return bones;
}

// Distance of the lower joint from its position in the matrices, in a pose and in world units. If there are
// nodes between the joints, which may rotate, only the bone lengths are compared. Empty if a matrix has no
// inverse.
std::optional<double> off_bind(const Scene& scene, const BoundBone& bone, const Pose& pose) {
  const std::vector<Joint>& joints = scene.skins[bone.skin].joints;
  const Mat4d upper_from_mesh = to_double(joints[bone.upper].joint_from_mesh);
  const Mat4d lower_from_mesh = to_double(joints[bone.lower].joint_from_mesh);
  const Mat4d& world = pose.world[joints[bone.upper].node];
  if (determinant(linear_part(lower_from_mesh)) == 0) return std::nullopt;
  const Vec3d bound = transform_direction(
      world, transform_point(upper_from_mesh, translation_part(inverse_affine(lower_from_mesh))));
  const Vec3d posed = translation_part(pose.world[joints[bone.lower].node]) - translation_part(world);
  return bone.neighbours ? length(bound - posed) : std::abs(length(bound) - length(posed));
}

}  // namespace

MeasuredList bind_pose(const LintWork& work) {
  const Scene& scene = work.scene;
  const std::vector<BoundBone> bones = bound_bones(scene);
  std::vector<std::optional<double>> off(bones.size());
  EvaluateOptions options;
  options.loop = Loop::once;
  for (std::size_t p = 0; p < std::min(kBindPoses, scene.clips.size() + 1) && !bones.empty(); ++p) {
    const Pose pose =
        p == 0 ? rest_pose(scene) : evaluate(scene, static_cast<std::uint32_t>(p - 1), 0, options);
    for (std::size_t b = 0; b < bones.size(); ++b)
      if (const auto here = off_bind(scene, bones[b], pose); here && (!off[b] || *here < *off[b]))
        off[b] = here;
  }
  Measured measured;
  bool found = false;
  for (std::size_t b = 0; b < bones.size(); ++b) {
    if (!off[b]) continue;
    found = true;
    if (*off[b] / work.extent <= measured.value) continue;
    const std::vector<Joint>& joints = scene.skins[bones[b].skin].joints;
    const auto name = [&](std::uint32_t joint) {
      return joints[joint].name.empty() ? fmt::format("joint #{}", joint) : joints[joint].name;
    };
    measured.value = *off[b] / work.extent;
    measured.object = name(bones[b].lower);
    if (measured.value > kBindPose)
      measured.note = fmt::format("the inverse bind matrices put it elsewhere on {}", name(bones[b].upper));
  }
  if (!found) return {};
  return {measured};
}

}  // namespace skelter::lint_detail

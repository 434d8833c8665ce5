#include "compile/internal/reference_pose.h"

#include <optional>
#include <vector>

#include "compile/build_mesh/mesh_palette.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "math/internal/shear.h"
#include "scene/evaluate/internal/sample_node.h"

namespace skelter {
namespace {

constexpr double kFarInExtents = 1000;

}  // namespace

std::vector<bool> bone_nodes(const Scene& scene) {
  std::vector<bool> shown(scene.nodes.size(), false);
  bool any = false;
  const auto show = [&](std::uint32_t node) {
    if (node == kNone) return;
    shown[node] = true;
    any = true;
  };
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) show(joint.node);
  if (!any)
    for (const Clip& clip : scene.clips)
      for (const ClipTarget& target : clip.targets) show(target.node);
  if (!any) shown.assign(scene.nodes.size(), true);
  return shown;
}

struct ReferencePose::State {
  // The first half of a sheared node. The node's matrix is M = outer * V^T.
  struct OuterJoint {
    std::uint32_t joint = 0;
    ShearedParts at_rest;
  };
  std::vector<std::uint32_t> nodes;    // per joint: the node that provides its matrix
  std::vector<std::uint32_t> parents;  // per node
  std::vector<OuterJoint> outer_joints;
  std::vector<PaletteEntry> entries;                             // entries of all palettes
  std::vector<std::pair<std::uint32_t, std::uint32_t>> morphed;  // nodes with morph targets, and the number
                                                                 // of targets
  std::vector<float> rest_morph_weights;
  Vec3d origin;
  std::uint32_t anchor = kNone;  // the node that says where the model is
  double far = 0;                // distance from the origin

  std::vector<Affine> model_from_joint, palettes;
  std::vector<float> morph_weights;

  void add_outer_joints(const Scene& scene, const Skeleton& skeleton) {
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      const std::uint16_t outer = skeleton.parents[joint];
      if (skeleton.helpers[joint] == 0 || outer == kNone16) continue;
      const Node& node = scene.nodes[nodes[joint]];
      // In a scene made from a pack, the first half is a separate node.
      if (node.parent != kNone && scene.nodes[node.parent].synthetic &&
          scene.nodes[node.parent].name == skeleton.name(outer))
        nodes[outer] = node.parent;
      else
        outer_joints.push_back({outer, split_sheared({}, compose(rest_parts(node)))});
    }
  }
};

ReferencePose::ReferencePose(const Scene& scene, const ModelShape& shape)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  for (const ModelJoint& joint : shape.joints) s.nodes.push_back(joint.node);
  for (const Node& node : scene.nodes) s.parents.push_back(node.parent);
  if (shape.skeleton != nullptr) s.add_outer_joints(scene, *shape.skeleton);
  s.entries.resize(shape.matrix_count);
  std::uint32_t known = 0;
  for (const ModelSkin& skin : shape.skins) {
    if (skin.first != known) continue;  // the skin shares an earlier palette
    const MeshPalette palette = mesh_palette(scene, skin.node, skin.instance);
    for (std::uint32_t i = 0; i < skin.size && i < palette.entries.size(); ++i)
      s.entries[known + i] = palette.entries[i];
    known += skin.size;
  }
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
    const std::vector<float> weights = skelter::rest_morph_weights(scene, node);
    if (weights.empty()) continue;
    s.morphed.emplace_back(node, static_cast<std::uint32_t>(weights.size()));
    s.rest_morph_weights.insert(s.rest_morph_weights.end(), weights.begin(), weights.end());
  }
  s.origin = shape.origin;
  s.far = kFarInExtents * shape.extent;
  if (!s.entries.empty()) s.anchor = s.entries[0].node;
  for (const ModelJoint& joint : shape.joints)
    if (s.anchor == kNone && joint.is_bone) s.anchor = joint.node;
  s.model_from_joint.resize(shape.joints.size());
  s.palettes.resize(shape.matrix_count);
}

ReferencePose::ReferencePose(ReferencePose&&) noexcept = default;
ReferencePose& ReferencePose::operator=(ReferencePose&&) noexcept = default;
ReferencePose::~ReferencePose() = default;

ModelPose ReferencePose::of(const Pose& pose) {
  State& s = *state_;
  Vec3d origin = s.origin;
  if (s.anchor != kNone)
    if (const Vec3d at = translation_part(pose.world[s.anchor]); length(at) > s.far) origin = at;
  const Mat4d model_from_world = translation_matrix(-origin);
  const auto model = [&](std::uint32_t node) {
    return origin == Vec3d{} ? pose.world[node] : model_from_world * pose.world[node];
  };
  for (std::size_t joint = 0; joint < s.nodes.size(); ++joint)
    s.model_from_joint[joint] = to_affine(model(s.nodes[joint]));
  for (const State::OuterJoint& outer : s.outer_joints) {
    const std::uint32_t node = s.nodes[outer.joint], above = s.parents[node];
    const Mat4d half = to_mat4(split_sheared(outer.at_rest, pose.local[node]).outer);
    s.model_from_joint[outer.joint] =
        to_affine(above == kNone ? model_from_world * half : model(above) * half);
  }
  for (std::size_t i = 0; i < s.entries.size(); ++i)
    s.palettes[i] = to_affine(model(s.entries[i].node) * to_double(s.entries[i].node_from_mesh));
  s.morph_weights = s.rest_morph_weights;
  std::size_t first = 0;
  for (const auto& [node, count] : s.morphed) {
    if (node < pose.morph_weights.size())
      for (std::size_t i = 0; i < count && i < pose.morph_weights[node].size(); ++i)
        s.morph_weights[first + i] = static_cast<float>(pose.morph_weights[node][i]);
    first += count;
  }
  return {s.model_from_joint, s.palettes, s.morph_weights, translation_matrix(origin)};
}

}  // namespace skelter

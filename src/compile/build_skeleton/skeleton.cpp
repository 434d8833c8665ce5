#include "compile/build_skeleton/internal/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "compile/build_pack/internal/blob_writer.h"
#include "compile/build_skeleton/far_origin.h"
#include "compile/build_skeleton/joint_nodes.h"
#include "compile/mask_weights.h"
#include "math/internal/shear.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/pack/internal/checksum.h"
#include "scene/evaluate/internal/sample_node.h"

namespace skelter {
namespace {

std::string joint_name(const Scene& scene, const JointPlan& joint) {
  const std::string& name = scene.nodes[joint.node].name;
  return joint.half == JointPlan::Half::outer ? name + kOuterSuffix : name;
}

Transform rest_of(const Scene& scene, const JointPlan& joint, const Vec3d& origin) {
  const Node& node = scene.nodes[joint.node];
  const auto placement =
      joint.parent == kNone16 ? model_from_parent(scene, joint.node, origin) : std::nullopt;
  if (joint.half != JointPlan::Half::whole) {
    const ShearedParts parts = split_sheared({}, compose(rest_parts(node)));
    if (joint.half == JointPlan::Half::helper) return {{}, to_float(helper_rotation(parts)), {1, 1, 1}};
    Vec3d place = parts.outer.translation;
    if (placement) place = transform_point(placement->matrix, place);
    return {to_float(place), to_float(parts.outer.rotation), to_float(parts.outer.scale)};
  }
  const AffineParts parts = placement ? *placement * rest_parts(node) : rest_parts(node);
  Vec3d scale{parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)};
  // Rotations written with six digits have lengths of 1 only to within rounding. The scale is set to exactly
  // 1, so that the runtime can omit it.
  if (!node.rest_trs)
    for (double* s : {&scale.x, &scale.y, &scale.z})
      if (std::abs(*s - 1) <= 1e-6) *s = 1;
  return {to_float(parts.translation), to_float(parts.rotation), to_float(scale)};
}

std::vector<SoaTransform> rest_pose_of(const Scene& scene, const SkeletonPlan& plan, const Vec3d& origin) {
  const auto count = static_cast<std::uint32_t>(plan.joints.size());
  std::vector<SoaTransform> pose(blocks_for(count), SoaTransform::identity());
  for (std::uint32_t j = 0; j < count; ++j)
    set(pose[j / kLanes], j % kLanes, rest_of(scene, plan.joints[j], origin));
  return pose;
}

// Returns the node of the first joint with this name, in skeleton order.
std::uint32_t joint_node_named(const Scene& scene, const SkeletonPlan& plan, const std::string& name) {
  for (const JointPlan& joint : plan.joints)
    if (scene.nodes[joint.node].name == name) return joint.node;
  return kNone;
}

Result<std::vector<float>> mask_weights(const Scene& scene, const SkeletonPlan& plan,
                                        const MaskSettings& mask) {
  const auto refuse = [&](std::string_view code, std::string message) {
    return Error{
        Status::invalid_argument, code, std::move(message), {scene.file, 0, {}, "mask " + mask.name}};
  };
  const auto valid = [](float weight) { return weight >= 0 && weight <= 1; };
  const auto bad_weight = [&](float weight) {
    return refuse("build.mask-weight", "weight " + std::to_string(weight) + "; expected 0 to 1");
  };
  if (!valid(mask.base_weight)) return bad_weight(mask.base_weight);
  const std::size_t count = plan.joints.size();
  std::vector<float> weights(kLanes * std::size_t{blocks_for(static_cast<std::uint32_t>(count))}, 0.0f);
  std::fill_n(weights.begin(), count, mask.base_weight);
  for (const MaskSettings::Entry& entry : mask.entries) {
    if (!valid(entry.weight)) return bad_weight(entry.weight);
    const std::uint32_t node = joint_node_named(scene, plan, entry.joint);
    if (node == kNone)
      return refuse("build.unknown-joint", "joint \"" + entry.joint +
                                               "\" does not exist; expected the name of one of the " +
                                               std::to_string(count) + " joints");
    // Joints that were detached from their ancestors still count as their descendants.
    const auto parent = [&](std::size_t j) {
      const std::uint32_t above = scene.nodes[plan.joints[j].node].parent;
      return plan.joints[j].parent != kNone16 || above == kNone ? plan.joints[j].parent
                                                                : plan.joint_of_node[above];
    };
    set_weights(
        std::span(weights).first(count), entry, [&](std::size_t j) { return plan.joints[j].node == node; },
        parent);
  }
  return weights;
}

// The begin offsets are hashed to distinguish "ab", "c" from "a", "bc".
std::uint64_t hash_of(const Strings& names, std::span<const std::uint16_t> parents, const Vec3d& origin) {
  std::vector<std::byte> bytes;
  for (const ByteSpan part :
       {std::as_bytes(parents), std::as_bytes(std::span(names.begin)), std::as_bytes(std::span(names.text))})
    bytes.insert(bytes.end(), part.begin(), part.end());
  // The origin is hashed, because a clip relative to a different origin would misplace the model.
  const std::array<double, 3> place{origin.x, origin.y, origin.z};
  const ByteSpan apart = std::as_bytes(std::span(place));
  if (origin != Vec3d{}) bytes.insert(bytes.end(), apart.begin(), apart.end());
  return pack_checksum(bytes);
}

bool has_scale(const std::vector<SoaTransform>& pose) {
  for (const SoaTransform& block : pose)
    for (const std::size_t row : {7u, 8u, 9u})
      for (const float s : block.rows[row])
        if (s != 1) return true;
  return false;
}

}  // namespace

Result<SkeletonBuild> build_skeleton(const Scene& scene, const SkeletonSettings& settings) {
  auto planned = plan_joints(scene, settings);
  if (!planned) return planned.error();
  SkeletonPlan& plan = *planned;

  std::vector<std::uint16_t> parents;
  std::vector<std::uint32_t> nodes;
  std::vector<std::uint8_t> helpers;
  Strings names, mask_names;
  for (const JointPlan& joint : plan.joints) {
    parents.push_back(joint.parent);
    nodes.push_back(joint.node);
    helpers.push_back(joint.half == JointPlan::Half::helper ? 1 : 0);
    names.add(joint_name(scene, joint));
  }
  std::vector<float> weights;
  for (const MaskSettings& mask : settings.masks) {
    const auto of_mask = mask_weights(scene, plan, mask);
    if (!of_mask) return of_mask.error();
    weights.insert(weights.end(), (*of_mask).begin(), (*of_mask).end());
    mask_names.add(mask.name);
  }
  const std::vector<SoaTransform> rest = rest_pose_of(scene, plan, settings.origin);

  BlobWriter writer(sizeof(SkeletonHeader));
  SkeletonHeader header;
  header.parents = writer.add(parents);
  header.rest_pose = writer.add(rest);
  header.nodes = writer.add(nodes);
  header.helpers = writer.add(helpers);
  header.name_begin = writer.add(names.begin);
  header.names = writer.add(names.text);
  header.lod_joint_counts = writer.add(plan.lod_joint_counts);
  header.mask_weights = writer.add(weights);
  if (!settings.masks.empty()) header.mask_name_begin = writer.add(mask_names.begin);
  header.mask_names = writer.add(mask_names.text);
  header.has_scale = has_scale(rest) ? 1 : 0;
  header.hash = hash_of(names, parents, settings.origin);

  SkeletonBuild build;
  build.skeleton.bytes = writer.finish(header);
  build.joint_of_node = std::move(plan.joint_of_node);
  build.origin = settings.origin;
  if (const Problem problem = read_skeleton(build.skeleton.bytes.span(), build.skeleton.view); !problem.ok())
    return Error{Status::unsupported,
                 "build.range",
                 fmt::format("{}; expected a rest pose that floats can hold", problem.what),
                 {scene.file, 0, {}, "skeleton"}};
  return build;
}

// If a node has two joints, the later one has the node's world matrix. The earlier one belongs to the node
// that has the joint's name.
std::vector<std::uint16_t> joints_of_nodes(const Scene& scene, const Skeleton& skeleton) {
  std::vector<std::uint16_t> joints(scene.nodes.size(), kNone16);
  for (std::uint16_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::uint32_t node = skeleton.nodes[joint];
    if (skeleton.helpers[joint] != 0) joints[scene.nodes[node].parent] = skeleton.parents[joint];
    joints[node] = joint;
  }
  return joints;
}

Pose pose_of_joints(const Scene& scene, std::span<const std::uint16_t> joint_of_node,
                    std::span<const Affine> model_from_joint, const Vec3d& origin) {
  const Mat4d world_from_model = translation_matrix(origin);
  Pose pose = rest_pose(scene);
  for (const std::uint32_t node : parents_first(scene)) {
    const std::uint32_t parent = scene.nodes[node].parent;
    const Mat4d parent_world = parent == kNone ? Mat4d{} : pose.world[parent];
    const std::uint16_t joint = joint_of_node[node];
    if (joint == kNone16) {
      pose.world[node] = parent_world * pose.local[node];
      continue;
    }
    pose.world[node] = world_from_model * to_double(to_mat4(model_from_joint[joint]));
    if (determinant(linear_part(parent_world)) != 0)
      pose.local[node] = inverse_affine(parent_world) * pose.world[node];
  }
  return pose;
}

}  // namespace skelter

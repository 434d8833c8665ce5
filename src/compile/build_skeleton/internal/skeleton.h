#pragma once
// build_skeleton: builds one skeleton for a whole scene. The joints are all nodes that are a joint of a skin,
// are moved by a clip or carry a mesh, and their ancestors.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/internal/packed.h"
#include "skelter/compile/settings.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct SkeletonSettings {
  std::vector<MaskSettings> masks;
  // Levels of detail, finest first: the names of the joints that a level drops, with everything below them
  // (posed at rest under their parents). Each level also drops what the levels before it dropped.
  std::vector<std::vector<std::string>> lods;
  EvaluateOptions source;  // reading of the clips: determines which nodes shear
  // Origin of the skeleton's model space in the scene, for a model that is far away.
  Vec3d origin;
};

struct SkeletonBuild {
  Packed<Skeleton> skeleton;
  std::vector<std::uint16_t> joint_of_node;  // per scene node; kNone16 for nodes without a joint. For sheared
                                             // nodes the helper: its model matrix is the node's world matrix
  Vec3d origin;  // world = model + origin, in double: all of this skeleton is relative to it
};

// The origin for a model so far away that floats there cannot keep `error_bound`; its skeleton, its clips and
// their bounds are made relative to it. Otherwise 0. The origin is exact in floats and close to all positions
// of the model in its clips. A model that is in two places, or walks all the distance from the origin, has
// none. Nodes above the model that stay far from it are no longer ancestors of its joints.
Vec3d far_origin(const Scene& scene, double error_bound, const EvaluateOptions& source = {});

// Suffix of the node's name for the first half of a sheared joint. The helper, which moves like the node, has
// the plain name.
inline constexpr char kOuterSuffix[] = ".stretch";

// Nodes with shear at rest or in some clip are split in two joints: M = T U S V^T. The first joint has T, U,
// S, and its child (marked as helper) the rotation V^T; the node's children are the helper's. Precondition:
// scene valid. Errors: more than kMaxJoints joints (the message has the count); masks or levels that name
// unknown joints; mask weights outside 0 to 1; a rest pose, or an origin, that floats cannot hold.
Result<SkeletonBuild> build_skeleton(const Scene& scene, const SkeletonSettings& settings = {});

// Like SkeletonBuild::joint_of_node, for the skeleton in a pack and the scene made from the pack.
std::vector<std::uint16_t> joints_of_nodes(const Scene& scene, const Skeleton& skeleton);

// Model matrices of the joints, moved by the skeleton's origin, as matrices of all nodes. Nodes without a
// joint keep their rest under their parents. Local matrices are the node's world matrix relative to its
// parent's, so that sheared joints are complete.
Pose pose_of_joints(const Scene& scene, std::span<const std::uint16_t> joint_of_node,
                    std::span<const Affine> model_from_joint, const Vec3d& origin = {});

}  // namespace skelter

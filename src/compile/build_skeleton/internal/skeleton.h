#pragma once
// Builds one skeleton for an entire scene. Its joints are all nodes that are a joint of a skin, are moved by
// a clip or carry a mesh, and the ancestors of these nodes.

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
  // Levels of detail, finest first. Each level lists the joints that it drops together with all their
  // descendants, which are posed at rest under their parents. Each level also drops all joints of the levels
  // before it.
  std::vector<std::vector<std::string>> lods;
  EvaluateOptions source;  // how the clips are read, which determines which nodes shear
  // Origin of the skeleton's model space in the scene, for a model that is far away.
  Vec3d origin;
};

struct SkeletonBuild {
  Packed<Skeleton> skeleton;
  std::vector<std::uint16_t> joint_of_node;  // per scene node; kNone16 for nodes without a joint. For sheared
                                             // nodes, this is the helper, because its model matrix is the
                                             // node's world matrix
  Vec3d origin;  // world = model + origin, in double; all data of the skeleton is relative to it
};

// Returns the origin for a model that is so far away that floats there cannot meet `error_bound`. Its
// skeleton, its clips and their bounds are then relative to this origin. For other models the origin is 0.
// The origin is exact in floats and close to all positions of the model in its clips. A model that is in two
// places, or that walks the entire distance from the scene's origin, has none. Nodes above the model that
// stay far from it are no longer ancestors of its joints.
Vec3d far_origin(const Scene& scene, double error_bound, const EvaluateOptions& source = {});

// Suffix that the first half of a sheared joint appends to the node's name. The helper, which moves like the
// node, has the plain name.
inline constexpr char kOuterSuffix[] = ".stretch";

// Builds the skeleton. Nodes that shear at rest or in any clip are split into two joints: M = T U S V^T. The
// first joint gets T, U and S. Its child, which is marked as helper, gets the rotation V^T, and becomes the
// parent of the node's children. Precondition: the scene is valid. Errors: more than kMaxJoints joints (the
// message contains the count); masks or levels that name unknown joints; mask weights outside 0 to 1; a rest
// pose or an origin that floats cannot represent.
Result<SkeletonBuild> build_skeleton(const Scene& scene, const SkeletonSettings& settings = {});

// Like SkeletonBuild::joint_of_node, for the skeleton in a pack and the scene made from the pack.
std::vector<std::uint16_t> joints_of_nodes(const Scene& scene, const Skeleton& skeleton);

// Converts model matrices of the joints to a pose of all nodes, shifted by the skeleton's origin. Nodes
// without a joint keep their rest transform under their parents. Local matrices are the node's world matrix
// relative to its parent's, so that they include both halves of sheared joints.
Pose pose_of_joints(const Scene& scene, std::span<const std::uint16_t> joint_of_node,
                    std::span<const Affine> model_from_joint, const Vec3d& origin = {});

}  // namespace skelter

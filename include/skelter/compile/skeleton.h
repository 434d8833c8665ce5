#pragma once
// build_skeleton: one skeleton for a whole scene. Joints are all nodes that are a joint of a skin, are moved
// by a clip, carry a mesh, or are an ancestor of one of these.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Weights of a named subset of joints. Later entries override earlier ones.
struct MaskSettings {
  std::string name;
  struct Entry {
    std::string joint;
    float weight = 1;
    bool subtree = true;  // the joint and everything below it
  };
  float base_weight = 0;  // of joints that no entry names
  std::vector<Entry> entries;
};

// A coarser level: the named joints and everything below them are left out (posed at rest under their
// parents). Each level also leaves out what the levels before it did.
struct LodSettings {
  std::vector<std::string> dropped_subtrees;
};

struct SkeletonSettings {
  std::vector<MaskSettings> masks;
  std::vector<LodSettings> lods;
  EvaluateOptions source;  // how the clips will be read: decides which nodes shear
  // Where the skeleton's model space begins in the scene: far_origin, for a figure that is far away.
  Vec3d origin;
};

struct SkeletonBuild {
  Packed<Skeleton> skeleton;
  std::vector<std::uint16_t> joint_of_node;  // per scene node; kNone16 for nodes without a joint. For sheared
                                             // nodes the helper: its model matrix is the node's world matrix
  Vec3d origin;  // world = model + origin, in double: all of this skeleton is relative to it
};

// Where floats are too far apart at a figure's place to keep `error_bound`, the place that its skeleton, its
// clips and their bounds are made relative to; else 0. It is exact in floats, and near all places of the
// figure in its clips: one that is at two places, or walks all the way from the origin, has none. Nodes that
// only stand above the figure, and stay far from it, no longer have its joints below theirs.
Vec3d far_origin(const Scene& scene, double error_bound, const EvaluateOptions& source = {});

// Appended to the node's name for the first half of a sheared joint; the helper, which moves as the node
// does, has the plain name.
inline constexpr char kOuterSuffix[] = ".stretch";

// Nodes whose rest, or whose pose in some clip, shears are split in two joints: M = T U S V^T, the first
// joint has T, U, S, its child (marked as helper) the rotation V^T; the node's children are the helper's.
// Precondition: scene valid.
// Errors: more than kMaxJoints joints (the message has the count); masks or levels that name unknown joints;
// mask weights outside 0 to 1; a rest pose, or an origin, that floats cannot hold.
Result<SkeletonBuild> build_skeleton(const Scene& scene, const SkeletonSettings& settings = {});

// As SkeletonBuild::joint_of_node, of the skeleton in a pack and the scene that was made of the pack.
std::vector<std::uint16_t> joints_of_nodes(const Scene& scene, const Skeleton& skeleton);

// Model matrices of the joints, moved by the skeleton's origin, as matrices of all nodes. Nodes without a
// joint keep their rest under their parents; local matrices are what the parent's world leaves of a node's,
// so that sheared joints come whole.
Pose pose_of_joints(const Scene& scene, std::span<const std::uint16_t> joint_of_node,
                    std::span<const Affine> model_from_joint, const Vec3d& origin = {});

}  // namespace skelter

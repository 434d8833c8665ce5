#pragma once
// PoseListJob: computes the local pose of one character from its list (pose_list.h), with the sampling and
// blending of CrowdJob. LocalToModelJob turns the pose into the same matrices as CrowdJob, bit for bit; IK
// runs between the two jobs. Stateless; jobs with different outputs and scratch may run concurrently.
//
// Scalar tracks and morph weights follow the same list: sum(w v) / sum(w) over the plain items with the track
// in their clip, plus w v for each additive item. Weights differ from joint to joint (masks, stages), so each
// scalar uses the weights of one joint: the scalars of a face use the head, a foot's contact uses the foot.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/runtime/pose_list.h"

namespace skelter {

struct PoseListJob {
  const Skeleton* skeleton = nullptr;
  ArrayView<ClipView> clips;               // made for that skeleton
  std::span<const PoseListEntry> lines;    // empty: the rest pose
  std::uint32_t lod = 0;                   // level of detail of the skeleton; joints beyond it stay at rest
  float blend_threshold = 0.1f;            // see BlendJob
  std::span<std::byte> scratch;            // pose_list_scratch_bytes of the entries, at a multiple of 64
  std::span<SoaTransform> out_local_pose;  // at least the skeleton's block count

  // Optional: scalars, each with the joint that supplies its weights. scalar_tracks[c * scalar_joints.size()
  // + i] is the index of scalar i among the scalars of clip c (find_scalar, find_morph), or kNone. A scalar
  // that no item with weight animates keeps its value in out_scalars: put the mesh's own weight there first.
  std::span<const std::uint16_t> scalar_joints;
  std::span<const std::uint32_t> scalar_tracks;  // clips.size() * scalar_joints.size()
  std::span<float> out_scalars;                  // at least scalar_joints.size()

  // invalid_argument: no skeleton; no such level of detail; a threshold that is not above 0; scratch or
  // outputs that are too small or not aligned; scalar_joints or scalar_tracks of the wrong size; a list that
  // check_list rejects. O(entries + clips + tracks).
  Problem validate() const;
  Status run() const;
};

// Scratch size for lists of up to `lines` entries.
std::size_t pose_list_scratch_bytes(const Skeleton& skeleton, std::size_t lines = kMaxPoseListEntries);

}  // namespace skelter

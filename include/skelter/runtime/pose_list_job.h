#pragma once
// PoseListJob: the local pose of one character from its list (pose_list.h), with the sampling and the mixing
// of CrowdJob: LocalToModelJob makes of it the same matrices, to the bit. IK and the like come between the
// two. Stateless; jobs with different outputs and scratch may run at the same time.
//
// Scalar tracks and morph weights follow the same list: sum(w v) / sum(w) over the plain items whose clip has
// the track, then additive ones added, w v each. Weights differ from joint to joint (masks, stages), so each
// number follows a joint: those of a face the head, a foot's contact the foot.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/runtime/pose_list.h"

namespace skelter {

struct PoseListJob {
  const Skeleton* skeleton = nullptr;
  std::span<const ClipView> clips;         // made for that skeleton
  std::span<const CrowdLayer> lines;       // none: the rest pose
  std::uint32_t lod = 0;                   // level of detail of the skeleton; joints beyond it rest
  float blend_threshold = 0.1f;            // see BlendJob
  std::span<std::byte> scratch;            // pose_list_scratch_bytes of the lines, at a multiple of 64
  std::span<SoaTransform> out_local_pose;  // at least the skeleton's block count

  // On request, each number with the joint that it follows. tracks[c * scalar_joints.size() + i] is where
  // clip c has number i: an index into its scalars (find_scalar, find_morph), or kNone. A number that no item
  // has, or only with weight 0, keeps what is in out_scalars: put the mesh's own weight there first.
  std::span<const std::uint16_t> scalar_joints;
  std::span<const std::uint32_t> scalar_tracks;  // clips.size() * scalar_joints.size()
  std::span<float> out_scalars;                  // at least scalar_joints.size()

  // invalid_argument: no skeleton; no such level of detail; a threshold that is not
  // above 0; scratch or outputs that are too small or not aligned; scalar_joints or scalar_tracks that do not
  // fit; what check_list refuses. O(lines + clips + tracks).
  Problem validate() const;
  Status run() const;
};

// For lists of so many lines.
std::size_t pose_list_scratch_bytes(const Skeleton& skeleton, std::size_t lines = kMaxCrowdLayers);

}  // namespace skelter

#pragma once
// The pose of a list of weighted clips and stages (runtime/pose_list.h), as the nodes of a scene have it.

#include <span>

#include "skelter/compile/skeleton.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct ListPose {
  const Scene* scene = nullptr;
  const SkeletonBuild* made = nullptr;  // of the scene
  Skeleton skeleton;                    // its view, perhaps with other masks
  std::span<const ClipView> clips;      // those that lines name are compiled
  float blend_threshold = 0.1f;         // see PoseListJob
};

// With morph weights, which start from those at rest. A list that cannot be posed gives the rest pose.
Pose pose_of_list(const ListPose& list_pose, std::span<const CrowdLayer> lines);

}  // namespace skelter

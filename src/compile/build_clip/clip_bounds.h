#pragma once
// Computes the bounding box of a clip.

#include "compile/build_clip/clip_error.h"
#include "skelter/math/bounds.h"

namespace skelter {

// Adds the bounds of all vertices, morphed and skinned, at the times of the measure. Without vertices, adds
// the bounds of the joints.
void add_bounds(const Scene& scene, const SkeletonBuild& skeleton, const ClipCurves& curves,
                const ErrorMeasure& source, ClipExtras& extras);

// Computes conservative bounds from one box per joint, in a fraction of the time.
class JointBoxes {
 public:
  JointBoxes(const Scene& scene, const SkeletonBuild& skeleton);
  // Whether the boxes are guaranteed to contain all vertices. False without vertices, if weights do not add
  // up to 1, and if morph weights are animated.
  bool hold(const ClipExtras& extras) const;
  // Extends the bounds by all boxes, transformed by the joints' model matrices.
  void add(const TimeRows& worlds);
  void set(ClipExtras& extras) const;

 private:
  void add_instance(const Scene& scene, const SkeletonBuild& skeleton, const MeshInstance& instance,
                    std::uint32_t node);

  std::vector<Bounds> boxes_;  // per joint, in joint space
  double slack_;
  double low_[3], high_[3];
};

}  // namespace skelter

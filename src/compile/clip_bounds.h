#pragma once
// The box in which a clip stays.

#include "compile/clip_error.h"
#include "skelter/math/bounds.h"

namespace skelter {

// Bounds of all vertices at the times of the measure, morphed and skinned; without vertices of the joints.
void add_bounds(const Scene& scene, const SkeletonBuild& skeleton, const ClipCurves& curves,
                const ErrorMeasure& source, ClipExtras& extras);

// Bounds that are not smaller, for a fraction of the time: by the boxes of what each joint moves.
class JointBoxes {
 public:
  JointBoxes(const Scene& scene, const SkeletonBuild& skeleton);
  // False where vertices may be outside of all boxes: without vertices, with weights that are no shares of 1,
  // and where morph weights move.
  bool hold(const ClipExtras& extras) const;
  // Grows by where the boxes are under model matrices.
  void add(const MomentRows& worlds);
  void set(ClipExtras& extras) const;

 private:
  void add_instance(const Scene& scene, const SkeletonBuild& skeleton, const MeshInstance& instance,
                    std::uint32_t node);

  std::vector<Bounds> boxes_;  // by joint, in its space
  double slack_;
  double low_[3], high_[3];
};

}  // namespace skelter

#pragma once
// The bounding box of a clip.

#include "compile/build_clip/clip_error.h"
#include "skelter/math/bounds.h"

namespace skelter {

// Adds the bounds of all vertices, morphed and skinned, at the times of the measure. Without vertices: the
// bounds of the joints.
void add_bounds(const Scene& scene, const SkeletonBuild& skeleton, const ClipCurves& curves,
                const ErrorMeasure& source, ClipExtras& extras);

// Conservative bounds, from one box per joint, in a fraction of the time.
class JointBoxes {
 public:
  JointBoxes(const Scene& scene, const SkeletonBuild& skeleton);
  // Whether all vertices lie within the boxes. False without vertices, for weights that do not add up to 1,
  // and for animated morph weights.
  bool hold(const ClipExtras& extras) const;
  // Extends the bounds by the boxes under model matrices.
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

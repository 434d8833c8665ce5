#pragma once
// The box in which a clip stays.

#include "compile/clip_error.h"

namespace skelter {

// Bounds of all vertices at the times of the measure, morphed and skinned; without vertices of the joints.
void add_bounds(const Scene& scene, const SkeletonBuild& skeleton, const ClipCurves& curves,
                const ErrorMeasure& source, ClipExtras& extras);

}  // namespace skelter

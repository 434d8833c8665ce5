#pragma once
// CrowdInterpolateJob: mixes the matrices of instances between two evaluations, element by element.
//
// Linear mixing shortens arcs. If a joint turns by angle a between two poses, a point at distance r is too
// close to the joint by up to r (1 - cos(a / 2)), halfway between the poses. This is 1.5 percent of r for 20
// degrees and 7.6 percent for 45 degrees. The errors add up along a chain, as the angles do.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/core/tasks.h"
#include "skelter/math/soa.h"

namespace skelter {

// out = from + ratio * (to - from). Each index refers to the first of `count` matrices.
struct CrowdMix {
  std::uint32_t first_from = 0;    // into CrowdInterpolateJob::poses
  std::uint32_t first_to = 0;      // into poses
  std::uint32_t first_output = 0;  // into out_matrices
  std::uint32_t count = 0;
  float ratio = 0;  // 0 to 1; exact at both ends
};

struct CrowdInterpolateJob {
  std::span<const CrowdMix> mixes;
  std::span<const Affine> poses;
  std::span<Affine> out_matrices;  // may alias `poses` if no output overlaps an input
  TaskRunner tasks = serial_tasks();

  Status validate() const;  // O(mixes)
  Status run() const;
};

}  // namespace skelter

#pragma once
// A clip for peers and for the classic baseline: local transforms of all joints at several times.

#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "skelter/math/transform.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::bench {

struct SampledClip {
  std::vector<std::uint32_t> parents;        // per joint; kNone: none
  std::vector<Transform> rest;               // per joint
  std::vector<float> times_s;                // times of the frames; the last is the duration
  std::vector<Transform> frames;             // all joints of the first frame, then those of the second, ...
  double rate_hz = 0;                        // 0: the times are not uniform
  double precision = 0, shell_distance = 0;  // target of a peer's compression

  std::uint32_t frame_count() const { return static_cast<std::uint32_t>(times_s.size()); }
  const Transform& at(std::uint32_t frame, std::size_t joint) const {
    return frames[frame * rest.size() + joint];
  }
};

// Samples with a SampleJob, which cannot fail for these inputs.
inline void sample_pose(const Skeleton& skeleton, const ClipView& clip, float time_s,
                        std::span<SoaTransform> out) {
  SampleJob job;
  job.skeleton = &skeleton;
  job.clip = &clip;
  job.time_s = time_s;
  job.out_local_pose = out;
  if (job.run() != Status::ok) std::abort();
}

// Samples our clip at its own frames. `extent` is the model size H, from which the error bounds of the
// compiled clip follow. The last interval may be shorter than the others.
SampledClip sample_frames(const Skeleton& skeleton, const ClipView& clip, double extent);
// Samples our clip at increasing times from 0 to the clip's duration.
SampledClip sample_at(const Skeleton& skeleton, const ClipView& clip, double extent,
                      std::vector<float> times_s);

}  // namespace skelter::bench

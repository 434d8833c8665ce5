#include "sampled_clip.h"

#include <cstdlib>

#include "skelter/core/none.h"
#include "skelter/runtime/sample_job.h"

namespace skelter::bench {

SampledClip sample_frames(const Skeleton& skeleton, const ClipView& clip, double extent) {
  SampledClip sampled;
  sampled.frame_count = clip.frame_count;
  sampled.rate_hz = clip.sample_rate_hz;
  sampled.duration_s = clip.duration_s;
  sampled.precision = extent / 18000;
  sampled.shell_distance = extent / 60;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    sampled.parents.push_back(skeleton.parents[j] == kNone16 ? kNone : skeleton.parents[j]);
    sampled.rest.push_back(get(skeleton.rest_pose[j / kLanes], j % kLanes));
  }
  std::vector<SoaTransform> pose(skeleton.block_count());
  for (std::uint32_t f = 0; f < clip.frame_count; ++f) {
    SampleJob job;
    job.skeleton = &skeleton;
    job.clip = &clip;
    job.time_s = sampled.time_s(f);
    job.out_local_pose = pose;
    if (job.run() != Status::ok) std::abort();
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j)
      sampled.frames.push_back(get(pose[j / kLanes], j % kLanes));
  }
  return sampled;
}

}  // namespace skelter::bench

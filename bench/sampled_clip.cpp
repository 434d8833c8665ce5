#include "sampled_clip.h"

#include <cstdlib>
#include <utility>

#include "skelter/core/none.h"
#include "skelter/runtime/clip.h"

namespace skelter::bench {

SampledClip sample_frames(const Skeleton& skeleton, const ClipView& clip, double extent) {
  std::vector<float> times_s;
  for (std::uint32_t f = 0; f + 1 < clip.frame_count; ++f)
    times_s.push_back(static_cast<float>(f) / clip.sample_rate_hz);
  times_s.push_back(clip.duration_s);
  SampledClip sampled = sample_at(skeleton, clip, extent, std::move(times_s));
  sampled.rate_hz = clip.sample_rate_hz;
  return sampled;
}

SampledClip sample_at(const Skeleton& skeleton, const ClipView& clip, double extent,
                      std::vector<float> times_s) {
  SampledClip sampled;
  sampled.times_s = std::move(times_s);
  sampled.precision = extent / 18000;
  sampled.shell_distance = extent / 60;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    sampled.parents.push_back(skeleton.parents[j] == kNone16 ? kNone : skeleton.parents[j]);
    sampled.rest.push_back(get(skeleton.rest_pose[j / kLanes], j % kLanes));
  }
  std::vector<SoaTransform> pose(skeleton.block_count());
  for (const float time_s : sampled.times_s) {
    sample_pose(skeleton, clip, time_s, pose);
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j)
      sampled.frames.push_back(get(pose[j / kLanes], j % kLanes));
  }
  return sampled;
}

}  // namespace skelter::bench

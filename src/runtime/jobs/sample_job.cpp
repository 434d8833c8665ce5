#include "skelter/runtime/sample_job.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/jobs/sample_job.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/pose_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {
void sample(const SampleJob& job, FramePair frames, std::uint32_t block_count) {
  sample_blocks(*job.skeleton, *job.clip, frames, block_count, job.out_local_pose.data());
}
}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

#include "runtime/internal/keyed_tracks.h"
#include "skelter/runtime/clip.h"

namespace skelter {

HWY_EXPORT(sample);

Problem SampleJob::validate() const {
  const auto refuse = [](const char* what) { return Problem{Status::invalid_argument, what}; };
  if (skeleton == nullptr || clip == nullptr) return refuse("the skeleton or the clip is missing");
  if (!clip->made_for(*skeleton)) return refuse("the clip was made for a different skeleton");
  if (clip->frame_count == 0 || clip->parts.size() != std::size_t{3} * skeleton->block_count())
    return refuse("the clip has no frames, or not three parts per block");
  if (!std::isfinite(time_s)) return refuse("time_s is not finite");
  if (block_count > skeleton->block_count()) return refuse("block_count is larger than the skeleton's");
  const std::uint32_t blocks = block_count == 0 ? skeleton->block_count() : block_count;
  return out_local_pose.size() >= blocks ? Problem{} : refuse("out_local_pose is too short");
}

Status SampleJob::run() const {
  if (const Problem problem = validate(); !problem.ok()) return problem;
  const std::uint32_t blocks = block_count == 0 ? skeleton->block_count() : block_count;
  const auto clip_time_s = static_cast<float>(find_play_time(*clip, loop, time_s).in_cycle_s);
  HWY_DYNAMIC_DISPATCH(sample)(*this, find_frames(*clip, clip_time_s), blocks);
  apply_keyed_tracks(*clip, clip_time_s, blocks, out_local_pose.data());
  return Status::ok;
}

}  // namespace skelter
#endif

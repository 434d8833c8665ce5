// A looping clip with different first and last poses: jobs, crowds, events and root motion agree on its time.

#include <gtest/gtest.h>

#include "core/internal/packed.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/runtime/events.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/root_motion.h"
#include "skelter/runtime/sample_job.h"
#include "support/made_runtime.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

// The only joint moves along x by 1 in a second and then stops: it is at 0 in the first frame and at 1 in the
// last. Meanwhile its root walks by 2 along z. There is a step event at 0.25 s.
ClipSource open_ended_clip() {
  ClipSource source = still_clip(1, 11, 10);
  source.header.flags = kClipHasRootMotion;
  source.parts[0].format = source.parts[2].format = PartFormat::wide;
  source.parts[0].data = reserve_part(source, 3 * kLanes * 4);
  source.parts[2].data = reserve_part(source, 3 * kLanes * 4);
  source.frames.resize(std::size_t{11} * stride_of(source));
  for (std::uint32_t frame = 0; frame < 11; ++frame) {
    const float x = static_cast<float>(frame) / 10, one = 1;
    std::byte* const at = source.frames.data() + frame * stride_of(source);
    std::memcpy(at + source.parts[0].data, &x, sizeof(x));
    for (std::size_t i = 0; i < 3 * kLanes; ++i)
      std::memcpy(at + source.parts[2].data + 4 * i, &one, sizeof(one));
    source.root_motion.insert(source.root_motion.end(), {0, 0, 2 * x, 0, 0, 0, 1});
  }
  source.events = {{0.25f, 0}};
  return source;
}

struct Seam {
  Random random{2};
  Packed<Skeleton> skeleton = random_skeleton(1, random);
  Packed<ClipView> clip = packed(open_ended_clip());

  float sampled(double time_s, Loop loop) {
    SoaTransform pose;
    SampleJob job{&skeleton.view, &clip.view, time_s, 0, {&pose, 1}, loop};
    EXPECT_EQ(job.run(), Status::ok);
    return get(pose, 0).translation.x;
  }
  float crowd(double time_s, Loop loop) {
    const CrowdRig rig{&skeleton.view, {&clip.view, 1}};
    const CrowdInstance instance{0, 0, 1};
    PoseListEntry layer;
    layer.time_s = static_cast<float>(time_s);
    layer.loop = loop;
    AlignedBytes scratch(crowd_scratch_bytes({&rig, 1}));
    Affine out;
    CrowdJob job;
    job.rigs = {&rig, 1};
    job.instances = {&instance, 1};
    job.layers = {&layer, 1};
    job.out_matrices = {&out, 1};
    job.scratch = {scratch.data(), scratch.size()};
    EXPECT_EQ(job.run(), Status::ok);
    return out.m[0][3];
  }
  double walked(double to_s, Loop loop) {
    RigidMotion delta;
    EXPECT_EQ((RootMotionJob{&clip.view, 0, to_s, loop, &delta}.run()), Status::ok);
    return delta.translation.z;
  }
  std::uint64_t steps(double to_s, Loop loop) { return EventCursor(clip.view, 0, to_s, loop).count(); }
};

// Frame weights are 15-bit integers, so the error is half a step between two frames 0.1 apart.
constexpr double kStep = 0.1 / 65534 + 1e-7;

TEST(OpenEndedClip, plays_the_same_in_jobs_crowds_events_and_root_motion) {
  Seam s;
  ASSERT_FALSE(s.clip.view.loops());
  const struct {
    Loop loop;
    double time_s, x, walked;
    std::uint64_t steps;
  } cases[] = {
      {Loop::once, 0.75, 0.75, 1.5, 1},     {Loop::once, 3.75, 1, 2, 1},
      {Loop::as_made, 3.75, 1, 2, 1},       {Loop::loop, 0.75, 0.75, 1.5, 1},
      {Loop::loop, 3.75, 0.75, 7.5, 4},     {Loop::loop, 4, 0, 8, 4},
      {Loop::pingpong, 1.25, 0.75, 1.5, 1}, {Loop::pingpong, 3.75, 0.25, 0.5, 4},
      {Loop::pingpong, 1, 1, 2, 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE("loop " + std::to_string(static_cast<int>(c.loop)) + " at " + std::to_string(c.time_s));
    for_each_target([&](std::int64_t) {
      EXPECT_NEAR(s.sampled(c.time_s, c.loop), c.x, kStep);
      EXPECT_NEAR(s.crowd(c.time_s, c.loop), c.x, kStep);
    });
    EXPECT_NEAR(s.walked(c.time_s, c.loop), c.walked, 1e-6);
    EXPECT_EQ(s.steps(c.time_s, c.loop), c.steps);
  }
}

}  // namespace
}  // namespace skelter::test

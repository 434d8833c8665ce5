// Runs a crowd on several threads.

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include "crowd/crowd_scene.h"
#include "skelter/crowd/task_tbb.h"
#include "support/thread_tasks.h"

namespace skelter::test {
namespace {

TEST(CrowdJob, threads_share_nothing_that_they_write) {
  CrowdScene s;
  CrowdJob job = s.job();
  const Matrices want = s.run(job);
  for (const bool stores : {false, true}) {
    ThreadTasks threads(8);
    job.tasks = threads.runner();
    job.streaming = stores;
    EXPECT_TRUE(same_bits(s.run(job), want));
  }
}

TEST(CrowdJob, threads_of_tbb_share_nothing_that_they_write) {
  CrowdScene s;
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 8);
  CrowdJob job = s.job();
  const Matrices want = s.run(job);
  TbbTasks tbb(8);
  AnnotatedTasks annotated(tbb.runner());
  job.tasks = annotated.runner();
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(same_bits(s.run(job), want));
}

TEST(CrowdJob, crowds_on_several_threads_share_their_rigs) {
  CrowdScene s;
  const Matrices want = s.run(s.job());
  at_once(4, [&](std::uint32_t) {
    AlignedBytes scratch(2 * crowd_scratch_bytes(s.crowd.views));
    Matrices out(want.size());
    ThreadTasks threads(2);
    CrowdJob job = s.job();
    job.out_matrices = out;
    job.scratch = {scratch.data(), scratch.size()};
    job.tasks = threads.runner();
    EXPECT_EQ(job.run(), Status::ok);
    EXPECT_TRUE(same_bits(out, want));
  });
}

}  // namespace
}  // namespace skelter::test

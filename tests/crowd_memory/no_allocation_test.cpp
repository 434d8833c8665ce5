// The jobs of the crowd take nothing from the heap. Alone here, because counting replaces operator new for
// the whole program.

#include <gtest/gtest.h>

#include <memory>

#include "crowd/crowd_parts.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

TEST(CrowdMemory, counting_sees_an_allocation) {
  EXPECT_GE(peak_heap_bytes([] { std::vector<char> held(1000, 'x'); }), 1000u);
}

TEST(CrowdMemory, a_crowd_is_posed_without_allocating) {
  Random random(1);
  MadeCrowd crowd;
  crowd.add_rig(67, false, 2);
  crowd.add_rig(30, true, 3);
  crowd.add_instances(0, 40, random);
  crowd.add_instances(1, 40, random);
  AlignedBytes scratch(crowd_scratch_bytes(crowd.views));
  std::vector<Affine> out(crowd.matrices);
  CrowdJob job;
  job.rigs = crowd.views;
  job.instances = crowd.instances;
  job.layers = crowd.layers;
  job.out_matrices = out;
  job.scratch = {scratch.data(), scratch.size()};
  for (const StreamingStores streaming : {StreamingStores::never, StreamingStores::always}) {
    job.streaming = streaming;
    Status status = Status::io;
    EXPECT_EQ(peak_heap_bytes([&] { status = job.run(); }), 0u);
    EXPECT_EQ(status, Status::ok);
  }
}

}  // namespace
}  // namespace skelter::test

// The crowd jobs must not allocate on the heap. This is a separate program, because counting allocations
// replaces operator new for the whole process.

#include <gtest/gtest.h>

#include <memory>

#include "crowd/crowd_parts.h"
#include "skelter/crowd/crowd_budget.h"
#include "skelter/crowd/crowd_schedule.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

// Prevents the compiler from removing an allocation.
char* volatile seen;

TEST(CrowdMemory, counting_sees_an_allocation) {
  EXPECT_GE(peak_heap_bytes([] {
              std::vector<char> held(1000, 'x');
              seen = held.data();
            }),
            1000u);
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
  CrowdJob job = crowd.job(out, scratch);
  for (const bool streaming : {false, true}) {
    job.streaming = streaming;
    Status status = Status::io;
    EXPECT_EQ(peak_heap_bytes([&] { status = job.run(); }), 0u);
    EXPECT_EQ(status, Status::ok);
  }
}

TEST(CrowdMemory, levels_are_picked_scheduled_and_interpolated_without_allocating) {
  Random random(1);
  MadeCrowd crowd;
  crowd.add_rig(30, true, 3);
  crowd.add_instances(0, 40, random);
  const std::uint32_t size = crowd.views[0].output_size();
  const CrowdLevel levels[] = {{0, 1, 2, 1}, {0, 4, 1, 0}};
  const std::vector<float> importances(40, 1.0f);
  std::vector<std::uint8_t> chosen(40);
  CrowdCounters plan;
  CrowdBudgetJob budget{levels, importances, 60, 80, 80, chosen, &plan};
  std::vector<std::uint32_t> numbers(40);
  CrowdSlots slots{numbers};
  slots.reset();
  std::vector<CrowdPace> paces(40);
  std::vector<CrowdInstance> due(40);
  std::vector<std::uint32_t> due_indices(40), lead_frames(40);
  std::vector<CrowdMix> mixes(40);
  CrowdCounters counters;
  CrowdScheduleJob schedule{crowd.views, crowd.instances, levels,    chosen,   0,
                            paces,       &slots,          40 * size, size,     due,
                            due_indices, lead_frames,     mixes,     &counters};
  std::vector<Affine> matrices(3 * 40 * size);
  Status status[3] = {Status::io, Status::io, Status::io};
  EXPECT_EQ(peak_heap_bytes([&] {
              status[0] = budget.run();
              status[1] = schedule.run();
              status[2] = CrowdInterpolateJob{mixes, matrices, matrices}.run();
            }),
            0u);
  for (const Status each : status) EXPECT_EQ(each, Status::ok);
  EXPECT_EQ(counters.interpolated, 40u);  // all instances had to go below the full rate
}

}  // namespace
}  // namespace skelter::test

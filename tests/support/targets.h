#pragma once
// Runs a test for every instruction set for which the kernels were compiled and which this machine supports.

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace skelter::test {

// Forces an instruction set, and restores the machine's choice when destroyed.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
  }
  ~ForcedTarget() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;
};

// Calls `work` for every instruction set, including the fallback without vectors.
template <class Work>
void for_each_target(Work work) {
  const std::int64_t targets = (hwy::SupportedTargets() & HWY_TARGETS) | HWY_STATIC_TARGET;
  for (std::int64_t left = targets; left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    SCOPED_TRACE(hwy::TargetName(target));
    const ForcedTarget forced(target);
    work(target);
  }
}

}  // namespace skelter::test

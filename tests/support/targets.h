#pragma once
// Runs a test for every instruction set that the kernels were compiled for and this machine has.

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace skelter::test {

// Restores the machine's choice when it is destroyed.
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

// The fallback without vectors is included.
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

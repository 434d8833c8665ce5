#pragma once
// Runs a piece of a test on every instruction set that this machine has and Highway compiled.

#include <gtest/gtest.h>

#include <hwy/highway.h>

namespace skelter::test {

template <class Body>
void for_each_simd_target(Body body) {
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body();
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
}

}  // namespace skelter::test

#pragma once
// A random crowd with everything that a job needs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "crowd/crowd_parts.h"

namespace skelter::test {

using Matrices = std::vector<Affine>;

// A crowd of three rigs: one with model matrices as output, one with a palette, and one with a single joint.
struct CrowdScene {
  MadeCrowd crowd;
  AlignedBytes scratch;
  Matrices out;

  explicit CrowdScene(std::uint32_t instances_per_rig = 40, std::uint32_t seed = 1) {
    Random random(seed);
    crowd.add_rig(67, false, seed + 1);
    crowd.add_rig(30, true, seed + 2);
    crowd.add_rig(1, false, seed + 3);
    for (const std::uint32_t rig : {0u, 1u, 2u, 0u}) crowd.add_instances(rig, instances_per_rig, random);
    scratch = AlignedBytes(8 * crowd_scratch_bytes(crowd.views));
    out.resize(crowd.matrices);
  }
  CrowdJob job() { return crowd.job(out, scratch); }
  // Runs a job and returns its output. The output memory contains NaN before.
  Matrices run(const CrowdJob& j) {
    for (Affine& a : out) std::fill_n(&a.m[0][0], 12, std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(j.run(), Status::ok);
    return out;
  }
};

inline bool same_bits(const Matrices& a, const Matrices& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Affine)) == 0;
}

}  // namespace skelter::test

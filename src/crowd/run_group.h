#pragma once
// Runs one group of a crowd: at most eight instances of one rig, from layers to matrices.

#include <cstddef>
#include <cstdint>

#include "skelter/crowd/crowd_job.h"

namespace skelter::crowd {

// Bytes of scratch for run_group, a multiple of 64.
std::size_t group_scratch_bytes(const CrowdRig& rig);

// Instances first up to first + size, all of one rig. The job is valid; scratch is aligned to 64.
void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* scratch);

}  // namespace skelter::crowd

#pragma once
// Runs one group of a crowd, that is, at most eight instances of one rig, from layers to matrices.

#include <cstddef>
#include <cstdint>

#include "skelter/crowd/crowd_job.h"

namespace skelter::crowd {

// Bytes of scratch for run_group, a multiple of 64.
std::size_t group_scratch_bytes(const CrowdRig& rig);

// Runs instances `first` to first + size, which all have the same rig. Preconditions: a valid job; `scratch`
// at a multiple of 64.
void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* scratch);

}  // namespace skelter::crowd

#pragma once
// Runs a group with plain loops, one instance after another: the reference for the vector kernel, and the
// implementation for machines without vectors.

#include "crowd/run_group.h"

namespace skelter::crowd::scalar {

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* scratch);

}  // namespace skelter::crowd::scalar

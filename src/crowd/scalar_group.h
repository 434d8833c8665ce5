#pragma once
// The group once more in plain loops, one instance after the other: what the vector kernel is compared with,
// and what runs where there are no vectors.

#include "crowd/run_group.h"

namespace skelter::crowd::scalar {

void run_group(const CrowdJob& job, std::uint32_t first, std::uint32_t size, bool streaming,
               std::byte* scratch);

}  // namespace skelter::crowd::scalar

#pragma once
// Runs a kernel over the wanted vertices, section by section, split into tasks where the caller has some.

#include <cstddef>
#include <cstdint>

#include "skelter/core/tasks.h"
#include "skinning/kernel_arguments.h"

namespace skelter::skinning {

using Kernel = void (*)(const KernelArguments& arguments, const InfluenceSection& section,
                        std::uint32_t begin, std::uint32_t end);

// Vertices begin to end of the mesh. `tasks` may be nullptr.
void skin_ranges(Kernel kernel, const KernelArguments& arguments, std::uint32_t begin, std::uint32_t end,
                 const TaskRunner* tasks);

// Sets stream_positions, ... for a run over `vertices` vertices.
void choose_stores(KernelArguments& arguments, StreamingStores stores, std::size_t vertices);

// The checks that both jobs share. `end` as in the jobs: 0 means all.
struct CommonInputs {
  const SkinnedMesh* mesh = nullptr;
  std::size_t palette_size = 0;
  std::span<const float> vertices;
  std::uint32_t begin = 0, end = 0;
  const TaskRunner* tasks = nullptr;
  std::span<const std::byte> scratch;
  std::size_t scratch_bytes_needed = 0;
};
Status validate_inputs(const CommonInputs& inputs, const SkinningOutput& out);

}  // namespace skelter::skinning

#pragma once
// Runs a kernel over a range of vertices, section by section, split into tasks if the caller passes a runner.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "skelter/core/tasks.h"
#include "skinning/kernel_arguments.h"

namespace skelter::skinning {

using Kernel = void (*)(const KernelArguments& arguments, const InfluenceSection& section,
                        std::uint32_t begin, std::uint32_t end);

// Skins vertices `begin` to `end` of the mesh. `tasks` may be nullptr.
void skin_ranges(Kernel kernel, const KernelArguments& arguments, std::uint32_t begin, std::uint32_t end,
                 const TaskRunner* tasks);

// Sets stream_positions and the other stream flags for a run over `vertices` vertices.
void choose_stores(KernelArguments& arguments, std::optional<bool> streaming, std::size_t vertices);

// Runs the kernel for a valid job; `arguments` holds the palette in the kernel's layout.
void run_kernel(Kernel kernel, const SkinningInput& input, KernelArguments arguments);

// The checks that both jobs share.
Status validate(const SkinningInput& input, std::size_t (*scratch_bytes)(std::uint32_t palette_size));

}  // namespace skelter::skinning

#include "skinning/skin_ranges.h"

#include <hwy/cache_control.h>

#include <algorithm>

namespace skelter::skinning {
namespace {

// Large enough to make the overhead of a task negligible, and small enough to split a mesh with a few
// thousand vertices.
constexpr std::uint32_t kVerticesPerTask = 2048;

struct Work {
  Kernel kernel;
  const KernelArguments* arguments;
  std::uint32_t begin, end;
};

void skin_range(const Work& work, std::uint32_t begin, std::uint32_t end) {
  for (const InfluenceSection& section : work.arguments->mesh->sections) {
    const std::uint32_t first = std::max(begin, section.first_vertex);
    const std::uint32_t last = std::min(end, section.first_vertex + section.vertex_count);
    if (first < last) work.kernel(*work.arguments, section, first, last);
  }
  // Streaming stores have to be visible to other threads before the task counts as done.
  hwy::FlushStream();
}

// Tasks start at multiples of kVerticesPerTask, so that no two tasks write to the same block.
void run_task(void* context, std::uint32_t item, std::uint32_t /*worker*/) {
  const Work& work = *static_cast<const Work*>(context);
  const std::uint32_t first = (work.begin / kVerticesPerTask + item) * kVerticesPerTask;
  const std::uint32_t count = std::min(work.end - std::min(work.end, first), kVerticesPerTask);
  skin_range(work, std::max(work.begin, first), first + count);
}

bool is_aligned(const void* pointer, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

bool has_room(std::span<const float> stream, std::uint32_t width, std::uint32_t stride,
              std::uint32_t vertices) {
  if (vertices == 0) return true;
  return stride >= width && stream.size() >= std::uint64_t{vertices - 1} * stride + width;
}

}  // namespace

void skin_ranges(Kernel kernel, const KernelArguments& arguments, std::uint32_t begin, std::uint32_t end,
                 const TaskRunner* tasks) {
  Work work{kernel, &arguments, begin, end};
  if (tasks == nullptr || begin >= end) return skin_range(work, begin, end);
  const std::uint32_t count = (end - 1) / kVerticesPerTask - begin / kVerticesPerTask + 1;
  tasks->run(tasks->self, count, run_task, &work);
}

void choose_stores(KernelArguments& arguments, std::optional<bool> streaming, std::size_t vertices) {
  const SkinningOutput& out = arguments.out;
  const std::size_t floats_per_vertex =
      3 + (out.normals.empty() ? 0 : 3) + (out.tangents.empty() ? 0 : std::size_t{4});
  const bool wanted =
      streaming.value_or(vertices * floats_per_vertex * sizeof(float) > kStreamingThresholdBytes);
  arguments.stream_positions = wanted && is_aligned(out.positions.data(), 16);
  arguments.stream_normals = wanted && is_aligned(out.normals.data(), 16);
  arguments.stream_tangents = wanted && is_aligned(out.tangents.data(), 16);
}

void run_kernel(Kernel kernel, const SkinningInput& input, KernelArguments arguments) {
  const std::uint32_t end = input.end == 0 ? input.mesh->vertex_count : input.end;
  arguments.mesh = input.mesh;
  arguments.vertices = input.vertices.empty() ? input.mesh->vertices.data() : input.vertices.data();
  arguments.out = input.out;
  arguments.normalize = input.normalize;
  choose_stores(arguments, input.streaming, end - input.begin);
  skin_ranges(kernel, arguments, input.begin, end, input.tasks);
}

Status validate(const SkinningInput& input, std::size_t (*scratch_bytes)(std::uint32_t)) {
  if (input.mesh == nullptr) return Status::invalid_argument;
  const SkinnedMesh& mesh = *input.mesh;
  const bool good =
      input.palette.size() >= mesh.palette_size && input.begin <= mesh.vertex_count &&
      input.end <= mesh.vertex_count && (input.end == 0 || input.begin <= input.end) &&
      (input.vertices.empty() ||
       (input.vertices.size() >= mesh.vertices.size() && is_aligned(input.vertices.data(), 16))) &&
      (input.tasks == nullptr || input.tasks->run != nullptr) &&
      input.scratch.size() >= scratch_bytes(mesh.palette_size) && is_aligned(input.scratch.data(), 64);
  return good ? skelter::validate(input.out, mesh) : Status::invalid_argument;
}

}  // namespace skelter::skinning

namespace skelter {

Status validate(const SkinningOutput& out, const SkinnedMesh& mesh) {
  using skinning::has_room;
  const bool good =
      has_room(out.positions, 3, out.position_stride, mesh.vertex_count) &&
      (out.normals.empty() ||
       (mesh.has_normals != 0 && has_room(out.normals, 3, out.normal_stride, mesh.vertex_count))) &&
      (out.tangents.empty() ||
       (!mesh.tangents.empty() && has_room(out.tangents, 4, out.tangent_stride, mesh.vertex_count)));
  return good ? Status::ok : Status::invalid_argument;
}

}  // namespace skelter

#pragma once
// How jobs run. Tasks: how a room asks for parallel work without owning a thread. The caller passes a runner;
// results never depend on how many workers it has or in which order items run.

#include <cstddef>
#include <cstdint>

namespace skelter {

// Works on one item. `worker` is below TaskRunner::workers; two calls that run at the same time differ in it.
using TaskFunction = void (*)(void* context, std::uint32_t item, std::uint32_t worker);

struct TaskRunner {
  std::uint32_t workers = 1;
  // Calls function(context, i, worker) once for each i below `count`, and returns when all are done.
  void (*run)(void* self, std::uint32_t count, TaskFunction function, void* context) = nullptr;
  void* self = nullptr;
};

// One after the other, on the calling thread.
TaskRunner serial_tasks();

// Whether a job writes its output past the caches. That is a fifth faster when the output is larger than the
// caches, and several times slower when it would have stayed in them.
enum class StreamingStores : std::uint8_t {
  automatic,  // where one run writes more than kStreamingThresholdBytes
  never,
  always,
};
inline constexpr std::size_t kStreamingThresholdBytes = std::size_t{8} << 20;

}  // namespace skelter

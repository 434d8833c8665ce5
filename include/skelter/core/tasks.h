#pragma once
// Tasks: parallel work for modules that own no threads. The caller passes a runner. Results never depend on
// the number of workers or on the order in which items run.

#include <cstddef>
#include <cstdint>

namespace skelter {

// Processes one item. `worker` is below TaskRunner::workers; concurrent calls have different workers.
using TaskFunction = void (*)(void* context, std::uint32_t item, std::uint32_t worker);

struct TaskRunner {
  std::uint32_t workers = 1;
  // Calls function(context, i, worker) once for each i below `count`, and returns when all are done.
  void (*run)(void* self, std::uint32_t count, TaskFunction function, void* context) = nullptr;
  void* self = nullptr;
};

// Runs items one after the other, on the calling thread.
TaskRunner serial_tasks();

// Output size of one run above which jobs bypass the caches, unless their `streaming` is set. Bypassing
// is 1.2 times faster if the output is larger than the caches, and several times slower if it would have
// stayed there.
inline constexpr std::size_t kStreamingThresholdBytes = std::size_t{8} << 20;

}  // namespace skelter

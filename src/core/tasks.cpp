#include "skelter/core/tasks.h"

namespace skelter {
namespace {

void run_serially(void* /*self*/, std::uint32_t count, TaskFunction function, void* context) {
  for (std::uint32_t item = 0; item < count; ++item) function(context, item, 0);
}

}  // namespace

TaskRunner serial_tasks() {
  return {1, run_serially, nullptr};
}

}  // namespace skelter

#include "skelter/crowd/task_tbb.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>

namespace skelter {

struct TbbTasks::Arena {
  explicit Arena(int workers) : arena(workers) { arena.initialize(); }

  static void run(void* self, std::uint32_t count, TaskFunction function, void* context) {
    static_cast<Arena*>(self)->arena.execute([&] {
      tbb::parallel_for(std::uint32_t{0}, count, [&](std::uint32_t item) {
        function(context, item, static_cast<std::uint32_t>(tbb::this_task_arena::current_thread_index()));
      });
    });
  }

  tbb::task_arena arena;
};

TbbTasks::TbbTasks(std::uint32_t workers)
    : arena_(std::make_unique<Arena>(workers == 0 ? tbb::task_arena::automatic : static_cast<int>(workers))) {
}

TbbTasks::~TbbTasks() = default;

TaskRunner TbbTasks::runner() {
  return {static_cast<std::uint32_t>(arena_->arena.max_concurrency()), Arena::run, arena_.get()};
}

}  // namespace skelter

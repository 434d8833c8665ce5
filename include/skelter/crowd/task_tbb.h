#pragma once
// TbbTasks: runs tasks on oneTBB's worker threads.

#include <cstdint>
#include <memory>

#include "skelter/core/tasks.h"

namespace skelter {

class TbbTasks {
 public:
  // `workers` threads, including the calling one; 0: one per processor.
  explicit TbbTasks(std::uint32_t workers = 0);
  ~TbbTasks();
  TbbTasks(const TbbTasks&) = delete;
  TbbTasks& operator=(const TbbTasks&) = delete;

  // Valid as long as this object exists. One run at a time.
  TaskRunner runner();

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace skelter

#pragma once
// Task runners for ThreadSanitizer. ThreadTasks runs tasks on its own threads, one per worker: it is slow,
// because each run starts new threads, but the sanitizer observes all synchronization. AnnotatedTasks
// annotates the synchronization in Debian's oneTBB, which is not compiled for the sanitizer.

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "skelter/core/tasks.h"
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace skelter::test {

class ThreadTasks {
 public:
  explicit ThreadTasks(std::uint32_t workers) : workers_(workers) {}
  TaskRunner runner() { return {workers_, run, this}; }

 private:
  static void run(void* self, std::uint32_t count, TaskFunction function, void* context) {
    std::atomic<std::uint32_t> next = 0;
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 0; worker < static_cast<ThreadTasks*>(self)->workers_; ++worker)
      threads.emplace_back([&, worker] {
        for (std::uint32_t item = next++; item < count; item = next++) function(context, item, worker);
      });
    for (std::thread& thread : threads) thread.join();
  }

  std::uint32_t workers_;
};

// Wraps a different runner. The code before a run happens before each task, and each task happens before the
// code after the run, as TaskRunner guarantees. Tasks of one run stay unordered, so that races between them
// are found.
class AnnotatedTasks {
 public:
  explicit AnnotatedTasks(const TaskRunner& runner) : runner_(runner) {}
  TaskRunner runner() { return {runner_.workers, run, this}; }

 private:
  struct Call {
    TaskFunction function;
    void* context;
    char done = 0;  // only its address is used
  };

  static void run(void* self, std::uint32_t count, TaskFunction function, void* context) {
    const TaskRunner& runner = static_cast<AnnotatedTasks*>(self)->runner_;
    Call call{function, context};
    release(&call);
    runner.run(runner.self, count, run_one, &call);
    acquire(&call.done);
  }

  static void run_one(void* context, std::uint32_t item, std::uint32_t worker) {
    acquire(context);
    Call& call = *static_cast<Call*>(context);
    call.function(call.context, item, worker);
    release(&call.done);
  }

#ifdef __SANITIZE_THREAD__
  static void acquire(void* at) {
    __tsan_acquire(at);
  }
  static void release(void* at) {
    __tsan_release(at);
  }
#else
  static void acquire(void*) {}
  static void release(void*) {}
#endif

  TaskRunner runner_;
};

// Calls function(0) to function(count - 1) concurrently.
template <class Function>
void at_once(std::uint32_t count, Function function) {
  std::vector<std::thread> threads;
  std::atomic<bool> go = false;
  for (std::uint32_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      while (!go) std::this_thread::yield();
      function(i);
    });
  go = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace skelter::test

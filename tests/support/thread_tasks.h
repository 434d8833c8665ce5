#pragma once
// ThreadTasks: runs tasks on threads of its own, one per worker. Slow, as each run starts them anew, but the
// thread sanitizer sees all that happens, which it does not with Debian's oneTBB.

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "skelter/core/tasks.h"

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

// Calls function(0) to function(count - 1) at the same time.
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

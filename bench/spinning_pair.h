#pragma once
// Two threads that wait for work without sleeping. They show the gain from a second thread on this machine
// without the latency of waking it up, as a reference for task schedulers.

#include <sched.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "skelter/core/tasks.h"

namespace skelter::bench {

class SpinningPair {
 public:
  SpinningPair() : thread_([this] { serve(); }) {}
  ~SpinningPair() {
    leaving_ = true;
    wake();
    thread_.join();
  }
  SpinningPair(const SpinningPair&) = delete;
  SpinningPair& operator=(const SpinningPair&) = delete;

  // Makes the second thread spin until it has run once. Call before the measurement starts.
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      awake_ = true;
    }
    waking_.notify_one();
    while (!spinning_.load(std::memory_order_acquire)) {
    }
  }

  // Precondition: wake() has been called since the last run.
  TaskRunner runner() { return {2, &SpinningPair::run, this}; }

 private:
  static void run(void* self, std::uint32_t count, TaskFunction function, void* context) {
    auto& pair = *static_cast<SpinningPair*>(self);
    pair.count_ = count;
    pair.function_ = function;
    pair.context_ = context;
    pair.next_.store(0, std::memory_order_relaxed);
    pair.go_.store(true, std::memory_order_release);
    pair.work(0);
    while (pair.go_.load(std::memory_order_acquire)) {
    }
  }

  void work(std::uint32_t worker) {
    for (std::uint32_t item = 0; (item = next_.fetch_add(1, std::memory_order_relaxed)) < count_;)
      function_(context_, item, worker);
  }

  void serve() {
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(1, &processors);
    sched_setaffinity(0, sizeof processors, &processors);
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        waking_.wait(lock, [&] { return awake_; });
        awake_ = false;
      }
      spinning_.store(true, std::memory_order_release);
      while (!go_.load(std::memory_order_acquire))
        if (leaving_) return;
      work(1);
      spinning_.store(false, std::memory_order_relaxed);
      go_.store(false, std::memory_order_release);
    }
  }

  std::mutex mutex_;
  std::condition_variable waking_;
  bool awake_ = false;
  std::atomic<bool> leaving_{false}, spinning_{false}, go_{false};
  std::atomic<std::uint32_t> next_{0};
  std::uint32_t count_ = 0;
  TaskFunction function_ = nullptr;
  void* context_ = nullptr;
  std::thread thread_;
};

}  // namespace skelter::bench

#pragma once
// Background: runs one function at a time on another thread.

#include <functional>
#include <future>

namespace skelter {

class Background {
 public:
  // Precondition: nothing runs.
  void run(std::function<void()> work);
  void wait();     // until nothing runs
  void collect();  // notices that the function has returned
  // Whether a function runs, or has returned and was not collected. What it writes may be read once it is
  // false.
  bool is_running() const { return running_.valid(); }

 private:
  std::future<void> running_;  // waits when it is destroyed
};

}  // namespace skelter

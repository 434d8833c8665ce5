#pragma once
// Background: runs one function at a time on another thread.

#include <functional>
#include <future>

namespace skelter {

class Background {
 public:
  // Precondition: no function is running.
  void run(std::function<void()> work);
  void wait();     // until no function is running
  void collect();  // picks up a function that has returned
  // Whether a function is running, or has returned and was not collected. Its results may be read when this
  // is false.
  bool is_running() const { return running_.valid(); }

 private:
  std::future<void> running_;  // waits in its destructor
};

}  // namespace skelter

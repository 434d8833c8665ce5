#include "load/task_background.h"

#include <chrono>
#include <utility>

namespace skelter {

void Background::run(std::function<void()> work) {
  running_ = std::async(std::launch::async, std::move(work));
}

void Background::wait() {
  if (running_.valid()) running_.get();
}

void Background::collect() {
  if (running_.valid() && running_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    running_.get();
}

}  // namespace skelter

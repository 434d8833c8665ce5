#include "viewer/content/task_picture.h"

#include <chrono>
#include <utility>

namespace skelter {
namespace {

// A page has no other thread: there it is laid out when it is taken.
#ifdef __EMSCRIPTEN__
constexpr auto kLaunch = std::launch::deferred;
#else
constexpr auto kLaunch = std::launch::async;
#endif

}  // namespace

void PictureTask::start(GraphPtr graph) {
  running_ = std::async(kLaunch, [graph = std::move(graph)] { return lay_out(graph->view); });
}

std::optional<GraphPicture> PictureTask::take() {
  if (!running_.valid() || running_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout)
    return std::nullopt;
  return running_.get();
}

}  // namespace skelter

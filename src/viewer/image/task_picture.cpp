#include "viewer/image/task_picture.h"

#include <chrono>
#include <utility>

#include "play/internal/format/graph_records.h"

namespace skelter {

#ifdef __EMSCRIPTEN__
void PictureTask::start(GraphPtr) {}
#else
void PictureTask::start(GraphPtr graph) {
  running_ = std::async(std::launch::async, [graph = std::move(graph)] { return lay_out(graph->view); });
}
#endif

void PictureTask::wait() {
  if (running_.valid()) running_.wait();
}

std::optional<GraphPicture> PictureTask::take() {
  if (!running_.valid() || running_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout)
    return std::nullopt;
  return running_.get();
}

}  // namespace skelter

#include "viewer/document/task_reading.h"

#include <chrono>

namespace skelter {

void ReadingTask::start(const std::string& path, const FileReading& reading, const ViewerOptions& options) {
  if (running_.valid()) running_.wait();
  path_ = path;
#ifndef __EMSCRIPTEN__  // a web page reads synchronously
  running_ = std::async(std::launch::async,
                        [path, reading, options] { return open_document(path, reading, options); });
#else
  running_ = std::async(std::launch::deferred,
                        [path, reading, options] { return open_document(path, reading, options); });
#endif
}

bool ReadingTask::is_done() const {
  return running_.valid() && running_.wait_for(std::chrono::seconds(0)) != std::future_status::timeout;
}

Result<std::unique_ptr<Document>> ReadingTask::take() {
  return running_.get();
}

}  // namespace skelter

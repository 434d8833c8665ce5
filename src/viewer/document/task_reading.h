#pragma once
// ReadingTask: reads a file on another thread while the window stays responsive.

#include <future>
#include <memory>
#include <string>

#include "skelter/core/result.h"
#include "viewer/document/document.h"

namespace skelter {

class ReadingTask {
 public:
  // Waits if a task is already running. The services are called on the other thread, one file at a time.
  void start(const std::string& path, const FileReading& reading, const ViewerOptions& options);
  bool is_running() const { return running_.valid(); }  // also true until take()
  bool is_done() const;
  const std::string& path() const { return path_; }
  Result<std::unique_ptr<Document>> take();  // waits. Precondition: is_running()

 private:
  std::string path_;
  std::future<Result<std::unique_ptr<Document>>> running_;
};

}  // namespace skelter

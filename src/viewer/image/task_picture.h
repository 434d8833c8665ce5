#pragma once
// PictureTask: runs dot on another thread to lay out a graph, which may be slow.

#include <future>
#include <optional>

#include "viewer/graph/graph_picture.h"
#include "viewer/graph/open_graph.h"

namespace skelter {

class PictureTask {
 public:
  void start(GraphPtr graph);          // waits if a task is already running; no effect in a web page
  void wait();                         // waits for a running task
  std::optional<GraphPicture> take();  // returns each finished layout once
  bool is_running() const { return running_.valid(); }  // also true until take()

 private:
  std::future<GraphPicture> running_;
};

}  // namespace skelter

#pragma once
// PictureTask: runs dot on another thread to lay out a graph, which may be slow.

#include <future>
#include <optional>

#include "viewer/graph/graph_picture.h"
#include "viewer/graph/open_graph.h"

namespace skelter {

class PictureTask {
 public:
  void start(GraphPtr graph);                           // waits for a running one; no effect in a web page
  void wait();                                          // blocks until it is done
  std::optional<GraphPicture> take();                   // returns a finished layout once
  bool is_running() const { return running_.valid(); }  // also true until take()

 private:
  std::future<GraphPicture> running_;
};

}  // namespace skelter

#pragma once
// PictureTask: has dot lay a graph out, on another thread, since it may take its time.

#include <future>
#include <optional>

#include "viewer/content/graph_picture.h"
#include "viewer/content/open_graph.h"

namespace skelter {

class PictureTask {
 public:
  void start(GraphPtr graph);          // waits for one that runs; nothing in a page, which runs no programs
  void wait();                         // until it is done
  std::optional<GraphPicture> take();  // once, when it is done
  bool is_running() const { return running_.valid(); }  // or was not taken

 private:
  std::future<GraphPicture> running_;
};

}  // namespace skelter

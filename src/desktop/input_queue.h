#pragma once
// InputQueue: distributes input events over frames, in order. Panels sample the mouse only once per frame:
// its last position, and the buttons that are down at that time. A click that starts and ends between two
// frames would be lost, and a press right after a move would land at the wrong position. Events that need a
// frame of their own therefore wait for the next one.

#include <deque>
#include <vector>

#include "skelter/viewer/input.h"

namespace skelter {

class InputQueue {
 public:
  void add(const std::vector<InputEvent>& events) {
    waiting_.insert(waiting_.end(), events.begin(), events.end());
  }
  // Returns the events for one frame: any number of moves, or one button change, or any number of wheel
  // steps, plus any number of other events. While the user is typing into a field, a key is not released in
  // the same frame in which it was pressed.
  std::vector<InputEvent> take(bool typing);
  bool is_empty() const { return waiting_.empty(); }

 private:
  std::deque<InputEvent> waiting_;
};

}  // namespace skelter

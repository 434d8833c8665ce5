#pragma once
// InputQueue: distributes input events over frames, in order. Panels sample the mouse once per frame: its
// last position and the buttons that are then down. A click that starts and ends between two frames, or a
// press right after a move, would be lost or land at the wrong position. Therefore, events that need a
// separate frame wait for the next one.

#include <deque>
#include <vector>

#include "skelter/viewer/input.h"

namespace skelter {

class InputQueue {
 public:
  void add(const std::vector<InputEvent>& events) {
    waiting_.insert(waiting_.end(), events.begin(), events.end());
  }
  // Events for one frame: any number of moves, or one button change, or any number of wheel steps, plus any
  // number of other events. `typing` into a field: no key release in the frame of a press.
  std::vector<InputEvent> take(bool typing);
  bool is_empty() const { return waiting_.empty(); }

 private:
  std::deque<InputEvent> waiting_;
};

}  // namespace skelter

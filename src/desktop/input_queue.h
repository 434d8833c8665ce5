#pragma once
// InputQueue: hands out what a person did in order, frame by frame. Panels look at the mouse
// once per frame, at its last place and at the buttons that are down then: a click that came and went between
// two frames, or a press right after a move, would be lost or land in the wrong place. So what must be seen
// alone waits for the next frame.

#include <deque>
#include <vector>

#include "skelter/viewer/input.h"

namespace skelter {

class InputQueue {
 public:
  void add(const std::vector<InputEvent>& events) {
    waiting_.insert(waiting_.end(), events.begin(), events.end());
  }
  // The share of one frame: any number of moves, or one change of a button, or any number of turns of the
  // wheel, and any number of other events. `typing` into a field: no key is let go in the frame of a press.
  std::vector<InputEvent> take(bool typing);
  bool is_empty() const { return waiting_.empty(); }

 private:
  std::deque<InputEvent> waiting_;
};

}  // namespace skelter

#pragma once
// FrameClock: measures the time step of each frame.

#include <algorithm>

namespace skelter {

class FrameClock {
 public:
  static constexpr double kLongestStep_s = 0.25;  // a stall must not make motion jump

  // `longest_step_s` must be above 0.
  explicit FrameClock(double longest_step_s = kLongestStep_s) : longest_step_s_(longest_step_s) {}

  // Seconds since the last call, limited to the longest step; 0 in the first call. `now_s` may come from any
  // monotonic clock.
  double step_s(double now_s) {
    const double elapsed_s = started_ ? now_s - last_s_ : 0;
    started_ = true;
    last_s_ = now_s;
    return std::clamp(elapsed_s, 0.0, longest_step_s_);
  }
  // Ignores the time until the next step_s() call, for example while the window is minimised or being
  // recreated.
  void pause() { started_ = false; }

 private:
  double longest_step_s_;
  double last_s_ = 0;
  bool started_ = false;
};

}  // namespace skelter

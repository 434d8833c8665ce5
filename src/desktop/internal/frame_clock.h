#pragma once
// FrameClock: how much time a frame plays.

#include <algorithm>

namespace skelter {

class FrameClock {
 public:
  static constexpr double kLongestStep_s = 0.25;  // a stall does not make a motion jump

  // `longest_step_s` is above 0.
  explicit FrameClock(double longest_step_s = kLongestStep_s) : longest_step_s_(longest_step_s) {}

  // Seconds since the last call, 0 for the first and at most the longest step. `now_s` comes from any clock
  // that does not go backwards.
  double step_s(double now_s) {
    const double elapsed_s = started_ ? now_s - last_s_ : 0;
    started_ = true;
    last_s_ = now_s;
    return std::clamp(elapsed_s, 0.0, longest_step_s_);
  }
  // No time passes until the next call of step_s: the window is minimised, or being recreated.
  void pause() { started_ = false; }

 private:
  double longest_step_s_;
  double last_s_ = 0;
  bool started_ = false;
};

}  // namespace skelter

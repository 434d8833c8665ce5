#pragma once
// DemoClock: the time of a demonstration. Starts with the first frame (whose step is 0), can be held and
// stepped.

namespace skelter::demos {

class DemoClock {
 public:
  void update(double step_s) {
    if (!paused_) time_s_ += step_s * speed_;
  }
  // To a moment after the start; held or not.
  void seek(double time_s) { time_s_ = time_s * speed_; }
  // One step by hand, which holds the clock.
  void step(double by_s) {
    paused_ = true;
    time_s_ += by_s;
  }
  void toggle_pause() { paused_ = !paused_; }
  void set_speed(double speed) { speed_ = speed; }

  double time_s() const { return time_s_; }  // of the motion
  double speed() const { return speed_; }    // motion seconds per second
  bool paused() const { return paused_; }

 private:
  double time_s_ = 0;
  double speed_ = 1;
  bool paused_ = false;
};

}  // namespace skelter::demos

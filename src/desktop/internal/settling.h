#pragma once
// Settling: counts the frames that follow an input before the image may stay. Panels open, get their sizes
// and close in later frames than the input.

namespace skelter {

class Settling {
 public:
  static constexpr int kFrames = 4;

  // Call after a frame. `has_news`: it was the first with some input, or the window changed.
  bool is_settled(bool has_news) {
    quiet_ = has_news ? 0 : quiet_ < kFrames ? quiet_ + 1 : quiet_;
    return quiet_ == kFrames;
  }

 private:
  int quiet_ = 0;
};

}  // namespace skelter

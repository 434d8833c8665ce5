#pragma once
// Settling: counts the frames after an input until the image is final. Panels open, get their sizes and close
// some frames after the input.

namespace skelter {

class Settling {
 public:
  static constexpr int kFrames = 4;

  // Call after each frame. `has_news`: the frame was the first one with some input, or the window changed.
  bool is_settled(bool has_news) {
    quiet_ = has_news ? 0 : quiet_ < kFrames ? quiet_ + 1 : quiet_;
    return quiet_ == kFrames;
  }

 private:
  int quiet_ = 0;
};

}  // namespace skelter

#pragma once
// Settling: how many frames follow an input before a picture may stay. Panels open, get their sizes and close
// in the frames after the one that they were asked for in.

namespace skelter {

class Settling {
 public:
  static constexpr int kFrames = 4;

  // After a frame. `has_news`: it was the first one with some input, or the window itself changed.
  bool is_settled(bool has_news) {
    quiet_ = has_news ? 0 : quiet_ < kFrames ? quiet_ + 1 : quiet_;
    return quiet_ == kFrames;
  }

 private:
  int quiet_ = 0;
};

}  // namespace skelter

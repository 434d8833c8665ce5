#pragma once
// Stopwatch: what a stage of the viewer costs.

#include <chrono>

namespace skelter {

class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// A mean that follows: the first value as it is, later ones with a share of an eighth.
inline void follow(double& mean, double value) {
  mean = mean == 0 ? value : mean + (value - mean) / 8;
}

}  // namespace skelter

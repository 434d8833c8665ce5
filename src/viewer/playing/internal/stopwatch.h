#pragma once
// Stopwatch: measures the cost of a viewer stage.

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

// Running mean that starts with the first value. Each later value has weight 1/8.
inline void follow(double& mean, double value) {
  mean = mean == 0 ? value : mean + (value - mean) / 8;
}

}  // namespace skelter

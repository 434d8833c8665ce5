#pragma once
// Inertialization (R26): the difference between what was shown before a switch and what is shown after it,
// per joint as translation, rotation vector and scale, dies away by a polynomial of fifth degree that begins
// with its value and its speed and ends without either. Source: D. Bollo, "Inertialization: High-Performance
// Animation Transitions in Gears of War", GDC 2018; here differences are vectors, so that also the direction
// of speeds is kept.

#include <array>
#include <span>
#include <vector>

#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::play_state {

// Poses are looked at now and so long, and twice so long, ahead: a thousandth of a second in all.
inline constexpr double kGlance_s = 5e-4;
inline constexpr std::size_t kGlances = 3;

// What is left of a value, and of a speed per second of the whole time, at u of the time from 0 to 1.
constexpr float dying(float u) {
  return 1 - u * u * u * (10 - u * (15 - 6 * u));
}
constexpr float dying_speed(float u) {
  return u * (1 - u * u * (6 - u * (8 - 3 * u)));
}

class Difference {
 public:
  explicit Difference(const Skeleton& skeleton);

  bool runs() const { return age_s_ < duration_s_; }
  double left_s() const { return runs() ? duration_s_ - age_s_ : 0; }
  void clear() { age_s_ = duration_s_ = 0; }
  void advance(double seconds);
  // What is left of it after so many seconds more, onto a pose.
  void add_to(std::span<SoaTransform> pose, double ahead_s) const;

  std::span<SoaTransform> scratch() { return scratch_; }  // a pose

  // A switch in three parts: what was shown at the glances, ...
  void keep_shown(std::size_t glance, std::span<const SoaTransform> pose);
  // ... what is shown then from now on, ...
  void compare(std::size_t glance, std::span<const SoaTransform> now);
  // ... and what was shown fades out. `profile`: a mask, its joints 4 times its weights as fast; empty: none.
  void begin(double duration_s, std::span<const float> profile);

 private:
  // Rows: translation, rotation vector, scale; then their speeds.
  struct alignas(32) Block {
    float rows[18][kLanes];
  };
  std::array<std::vector<SoaTransform>, kGlances> glances_;
  std::vector<SoaTransform> scratch_;
  std::vector<Block> blocks_;
  std::span<const float> profile_;
  double age_s_ = 0, duration_s_ = 0;
};

}  // namespace skelter::play_state

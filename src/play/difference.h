#pragma once
// Rule "inertialization": the difference between the poses before and after a switch, per joint as
// translation, rotation vector and scale, decays to zero. Source: D. Bollo, "Inertialization:
// High-Performance Animation Transitions in Gears of War", GDC 2018. As in that talk, the difference keeps
// its direction, and its size never grows or passes zero. If the size is growing at the switch, it starts
// with speed 0. If it is shrinking fast, the decay takes at most five times as long as it would at that
// constant speed.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::play_state {

// Poses are compared now, 0.5 ms and 1 ms ahead.
inline constexpr double kGlance_s = 5e-4;
inline constexpr std::size_t kGlances = 3;

// The fraction of a difference that is left after the fraction u of its duration T. `pace`: its speed towards
// zero at the switch, in multiples of its size per T, from 0 to 5. This is Bollo's fifth-degree polynomial
// with (1 - u)^3 factored out. The acceleration at the switch is 0 up to a pace of 2.5, and 8 pace - 20
// above, which keeps the difference from passing zero.
constexpr float decayed(float u, float pace) {
  const float left = 1 - u;
  const float square = 6 - 3 * pace + std::max(0.0f, 4 * pace - 10);
  return left * left * left * (1 + u * (3 - pace + u * square));
}
// The difference that a kept speed of 1 adds at u, divided by T.
constexpr float decayed_speed(float u) {
  const float left = 1 - u;
  return left * left * left * u * (1 + 3 * u);
}
inline constexpr float kMaxPace = 5;

// Poses that a switch compares. They are needed only until begin() returns, so several differences may share
// them.
struct Glances {
  explicit Glances(const Skeleton& skeleton) : now(skeleton.block_count()) { shown.fill(now); }
  std::array<std::vector<SoaTransform>, kGlances> shown;
  std::vector<SoaTransform> now;
};

class Difference {
 public:
  explicit Difference(const Skeleton& skeleton);

  bool runs() const { return age_s_ < duration_s_; }
  double left_s() const { return runs() ? duration_s_ - age_s_ : 0; }
  void clear() { age_s_ = duration_s_ = 0; }
  void advance(double seconds);
  // Adds the difference that is left after ahead_s seconds to a pose.
  void add_to(std::span<SoaTransform> pose, double ahead_s) const;

  // A switch takes two calls, after the poses without the switch are in `shown`. compare() is called with the
  // pose after the switch at each of the times, in order.
  void compare(Glances& glances, std::size_t glance, std::span<const SoaTransform> now);
  // begin() starts the decay. `profile`: a mask; each joint decays at 4 times its weight in the mask. Empty:
  // all joints decay at rate 1.
  enum class Speeds : std::uint8_t {
    bounded,  // for an inertialization: see the top of this file
    kept,  // for a fade that a fifth fade replaced (rule "four fades"): the small difference keeps the pose's
           // speed, including its direction, so it may grow by at most slightly more than its own size
  };
  void begin(const Glances& glances, double duration_s, std::span<const float> profile, Speeds speeds);

 private:
  static constexpr std::size_t kParts = 3;  // translation, rotation vector, scale
  // Rows of the differences, rows of their speeds if these are kept, and the pace of each part in 5 / s. The
  // difference of two scales is the logarithm of their ratio, so that no scale changes its sign.
  // `fixed_scales` has a bit for each row and lane where a logarithm does not exist; there the old scale is
  // kept and blended out.
  struct alignas(32) Block {
    float rows[9][kLanes];
    float speeds[9][kLanes];
    float paces[kParts][kLanes];
    std::uint32_t fixed_scales;
    bool scales;  // at least one scale differs
  };
  void begin_part(const Glances& glances, Block& block, std::size_t b, std::size_t part,
                  std::uint32_t lane) const;

  std::vector<Block> blocks_;
  std::span<const float> profile_;
  double age_s_ = 0, duration_s_ = 0;
  float length_ = 1;  // longest joint of the skeleton
  bool keeps_speeds_ = false;
};

}  // namespace skelter::play_state

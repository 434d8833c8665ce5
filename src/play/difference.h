#pragma once
// Rule "inertialization": the difference between the poses before and after a switch, per joint as
// translation, rotation vector and scale, decays to zero. Source: D. Bollo, "Inertialization:
// High-Performance Animation Transitions in Gears of War", GDC 2018. As in that talk, the difference keeps
// its direction, and its size never grows or passes zero. A size that is growing at the switch begins with
// speed 0. One that shrinks fast takes at most five times the time in which it would reach zero at that
// speed.

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

// The fraction of a difference that is left at u of its time T, from 0 to 1. `pace`: its speed towards zero
// at the switch, as a fraction of its size per T, from 0 to 5. This is Bollo's polynomial of fifth degree
// with the factor (1 - u)^3 taken out. Its acceleration at the switch is 0 up to a pace of 2.5, and max(0, 8
// pace - 20) above, which keeps it from passing zero.
constexpr float decayed(float u, float pace) {
  const float left = 1 - u;
  const float square = 6 - 3 * pace + std::max(0.0f, 4 * pace - 10);
  return left * left * left * (1 + u * (3 - pace + u * square));
}
// The same for a speed, per second of T.
constexpr float decayed_speed(float u) {
  const float left = 1 - u;
  return left * left * left * u * (1 + 3 * u);
}
inline constexpr float kMaxPace = 5;

// Poses that a switch compares. It needs them until begin() returns, so differences may share them.
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

  // A switch takes two calls, after the poses without the switch are in `shown`. compare() gets the pose with
  // the switch at each of the times, in order.
  void compare(Glances& glances, std::size_t glance, std::span<const SoaTransform> now);
  // begin() starts the decay. `profile`: a mask; each joint decays 4 times its weight as fast. Empty: all
  // joints decay alike.
  enum class Speeds : std::uint8_t {
    bounded,  // for an inertialization: see above
    kept,  // for a fade that a fifth one pushed out (rule "four fades"): the small difference keeps the speed
           // of the pose with its direction, so that it may grow by at most its own size and a little more
  };
  void begin(const Glances& glances, double duration_s, std::span<const float> profile, Speeds speeds);

 private:
  static constexpr std::size_t kParts = 3;  // translation, rotation vector, scale
  // Rows of the differences, of their speeds if these are kept, and the pace of each part: 5 / s. Scales
  // differ by the logarithm of their ratio, so that no scale changes its sign. `fixed_scales` has a bit for
  // each row and lane without a logarithm; there the old scale is kept and blended out.
  struct alignas(32) Block {
    float rows[9][kLanes];
    float speeds[9][kLanes];
    float paces[kParts][kLanes];
    std::uint32_t fixed_scales;
    bool scales;  // a scale differs
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

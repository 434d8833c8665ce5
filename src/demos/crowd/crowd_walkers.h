#pragma once
// CrowdWalkers: positions of the members of the crowd demo. Walkers and runners keep their direction and
// avoid others; no two come closer than kCrowdDistance. Steps have a fixed length and order, so that the
// state at a time does not depend on how it was reached.

#include <cstdint>
#include <span>
#include <vector>

#include "demos/crowd/crowd_state.h"

namespace skelter::demos {

// Between the centres of any two, in heights. People are 0.26 of their height wide at the shoulders (Drillis
// and Contini, "Body Segment Parameters", 1966), and swing their arms a little.
inline constexpr double kCrowdDistance = 0.32;

class CrowdWalkers {
 public:
  // Moves the members to their starts. `speeds` over the ground in units per second, one per member; 0
  // stands.
  void reset(std::span<const CrowdMember> members, std::vector<double> speeds, double height,
             double half_side);
  // Earlier times restart from 0; before 0, all members are at their starts.
  void advance_to(double time_s);

  struct Place {
    Vec3d position;
    double heading_rad = 0;
  };
  // At the last time.
  Place place(std::size_t member) const;
  // Seconds walked at full speed, for the clip; for standing members, the time. Increases by `rate` per
  // second.
  double walked_s(std::size_t member) const;
  double rate(std::size_t member) const { return walkers_[member].rate; }

 private:
  struct Walker {
    Vec2d at, before;
    double heading_rad = 0, heading_before_rad = 0;
    double goal_rad = 0;  // preferred direction without others
    double aim_rad = 0;   // chosen direction among others
    double speed = 0, rate = 1;
    double walked_s = 0, walked_before_s = 0;
  };
  void restart();
  void step();
  void choose_way(std::uint32_t number);
  void move(std::uint32_t number);
  double free_seconds(std::uint32_t number, double heading_rad, double speed) const;
  bool is_free(std::uint32_t number, const Vec2d& at) const;
  void sort_into_cells();
  template <class Do>
  void for_each_near(const Vec2d& at, Do&& act) const;
  std::uint32_t cell_of(const Vec2d& at) const;

  std::vector<Walker> starts_, walkers_;
  double height_ = 1, half_side_ = 1, cell_side_ = 1;
  std::uint32_t cells_on_side_ = 1;
  std::vector<std::uint32_t> cell_begin_, in_cells_;
  std::uint64_t steps_ = 0;
  double time_s_ = 0;
};

}  // namespace skelter::demos

#pragma once
// CrowdWalkers: positions of the members of the crowd demo. Walkers and runners keep their direction but
// avoid each other, and never come closer than kCrowdDistance. Steps have a fixed length and order, so that
// the state at a time does not depend on the calls that led to it.

#include <cstdint>
#include <span>
#include <vector>

#include "demos/crowd/crowd_state.h"

namespace skelter::demos {

// Minimum distance between the centres of two members, in heights. People are 0.26 of their height wide at
// the shoulders (Drillis and Contini, "Body Segment Parameters", 1966), and swing their arms a little.
inline constexpr double kCrowdDistance = 0.32;

class CrowdWalkers {
 public:
  // Moves the members to their starts. `speeds`: one ground speed per member, in units per second; members
  // with speed 0 stand still.
  void reset(std::span<const CrowdMember> members, std::vector<double> speeds, double height,
             double half_side);
  // A time earlier than the last one restarts from 0. Before time 0, all members are at their starts.
  void advance_to(double time_s);

  struct Place {
    Vec3d position;
    double heading_rad = 0;
  };
  // Returns the position at the last time.
  Place place(std::size_t member) const;
  // Time for the member's clip: seconds walked at full speed or, for standing members, seconds since the
  // start. Increases by `rate` per second.
  double walked_s(std::size_t member) const;
  double rate(std::size_t member) const { return walkers_[member].rate; }

 private:
  struct Walker {
    Vec2d at, before;
    double heading_rad = 0, heading_before_rad = 0;
    double goal_rad = 0;  // preferred direction, ignoring other members
    double aim_rad = 0;   // direction chosen to avoid other members
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

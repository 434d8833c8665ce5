#include "demos/crowd/crowd_walkers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace skelter::demos {
namespace {

constexpr double kStepsPerSecond = 30;
constexpr std::uint64_t kStepsOfAChoice = 5;  // number of steps between two path choices of a walker
constexpr double kForesight_s = 2;            // how far people look ahead
constexpr double kQuickestTurn = 2.5;         // radians per second
constexpr double kSpeedUp = 2;                // change per second, as a fraction of the speed
constexpr double kNearInHeights = 3;          // farther members are ignored
constexpr double kTurn = 6.283185307179586;
// Candidate turns in radians. Turns to the right come first, as people prefer them.
constexpr std::array<double, 11> kWays{0, -0.3, 0.3, -0.6, 0.6, -1, 1, -1.6, 1.6, -2.4, 2.4};

Vec2d direction(double heading_rad) {
  return {std::sin(heading_rad), std::cos(heading_rad)};
}

double nearest_turn(double from_rad, double to_rad) {
  return std::remainder(to_rad - from_rad, kTurn);
}

}  // namespace

void CrowdWalkers::reset(std::span<const CrowdMember> members, std::vector<double> speeds, double height,
                         double half_side) {
  height_ = height;
  half_side_ = half_side;
  cell_side_ = kNearInHeights * height;
  cells_on_side_ = static_cast<std::uint32_t>(std::ceil(2 * (half_side + height) / cell_side_));
  starts_.assign(members.size(), {});
  for (std::size_t i = 0; i < members.size(); ++i) {
    Walker& walker = starts_[i];
    walker.at = walker.before = {members[i].start.x, members[i].start.z};
    walker.heading_rad = walker.heading_before_rad = members[i].heading_rad;
    walker.goal_rad = walker.aim_rad = members[i].heading_rad;
    walker.speed = speeds[i];
  }
  restart();
}

void CrowdWalkers::restart() {
  walkers_ = starts_;
  steps_ = 0;
  time_s_ = 0;
  sort_into_cells();
}

void CrowdWalkers::advance_to(double time_s) {
  const double last_step_s = steps_ == 0 ? 0 : static_cast<double>(steps_ - 1) / kStepsPerSecond;
  if (time_s < last_step_s) restart();
  while (static_cast<double>(steps_) / kStepsPerSecond < time_s) step();
  time_s_ = time_s;
}

// Interpolates between the last two steps. Before the first step, the ratio is at most 0.
CrowdWalkers::Place CrowdWalkers::place(std::size_t member) const {
  const Walker& walker = walkers_[member];
  const double ratio = std::clamp(1 - (static_cast<double>(steps_) - time_s_ * kStepsPerSecond), 0.0, 1.0);
  Place place;
  place.position = {walker.before.x + (walker.at.x - walker.before.x) * ratio, 0,
                    walker.before.y + (walker.at.y - walker.before.y) * ratio};
  place.heading_rad =
      walker.heading_before_rad + nearest_turn(walker.heading_before_rad, walker.heading_rad) * ratio;
  return place;
}

double CrowdWalkers::walked_s(std::size_t member) const {
  const Walker& walker = walkers_[member];
  if (time_s_ <= 0 || walker.speed == 0) return time_s_;
  const double ratio = std::clamp(1 - (static_cast<double>(steps_) - time_s_ * kStepsPerSecond), 0.0, 1.0);
  return walker.walked_before_s + (walker.walked_s - walker.walked_before_s) * ratio;
}

std::uint32_t CrowdWalkers::cell_of(const Vec2d& at) const {
  const auto along = [&](double x) {
    const double cell = (x + half_side_ + height_) / cell_side_;
    return static_cast<std::uint32_t>(std::clamp(cell, 0.0, cells_on_side_ - 1.0));
  };
  return along(at.y) * cells_on_side_ + along(at.x);
}

void CrowdWalkers::sort_into_cells() {
  cell_begin_.assign(std::size_t{cells_on_side_} * cells_on_side_ + 1, 0);
  in_cells_.resize(walkers_.size());
  for (const Walker& walker : walkers_) ++cell_begin_[cell_of(walker.at) + 1];
  for (std::size_t cell = 1; cell < cell_begin_.size(); ++cell) cell_begin_[cell] += cell_begin_[cell - 1];
  std::vector<std::uint32_t> next(cell_begin_.begin(), cell_begin_.end() - 1);
  for (std::uint32_t i = 0; i < walkers_.size(); ++i) in_cells_[next[cell_of(walkers_[i].at)]++] = i;
}

// Visits at least the members in the cell and its eight neighbours. The cells were filled at the start of the
// last step, in which no member moves farther than a fraction of a cell.
template <class Do>
void CrowdWalkers::for_each_near(const Vec2d& at, Do&& act) const {
  const std::uint32_t cell = cell_of(at), column = cell % cells_on_side_, row = cell / cells_on_side_;
  const std::uint32_t last = cells_on_side_ - 1;
  for (std::uint32_t r = row > 0 ? row - 1 : 0; r <= std::min(row + 1, last); ++r)
    for (std::uint32_t c = column > 0 ? column - 1 : 0; c <= std::min(column + 1, last); ++c)
      for (std::uint32_t i = cell_begin_[r * cells_on_side_ + c]; i < cell_begin_[r * cells_on_side_ + c + 1];
           ++i)
        act(in_cells_[i]);
}

// Seconds until the walker would come too close to a walker that keeps its direction, at most kForesight_s.
double CrowdWalkers::free_seconds(std::uint32_t number, double heading_rad, double speed) const {
  const Walker& self = walkers_[number];
  const Vec2d way = direction(heading_rad);
  const double reach = 1.15 * kCrowdDistance * height_;  // slightly more than the required distance
  double free_s = kForesight_s;
  for_each_near(self.at, [&](std::uint32_t other) {
    if (other == number) return;
    const Walker& they = walkers_[other];
    const Vec2d their_way = direction(they.heading_rad);
    const double their_speed = they.speed * they.rate;
    const Vec2d from{they.at.x - self.at.x, they.at.y - self.at.y};
    const Vec2d towards{way.x * speed - their_way.x * their_speed, way.y * speed - their_way.y * their_speed};
    // Solves |from - towards * t| = reach.
    const double a = towards.x * towards.x + towards.y * towards.y;
    const double b = from.x * towards.x + from.y * towards.y;
    const double c = from.x * from.x + from.y * from.y - reach * reach;
    if (b <= 0 || a == 0) return;  // they move apart
    if (c <= 0) {
      free_s = 0;
      return;
    }
    const double root = b * b - a * c;
    if (root > 0) free_s = std::min(free_s, (b - std::sqrt(root)) / a);
  });
  return free_s;
}

void CrowdWalkers::choose_way(std::uint32_t number) {
  Walker& walker = walkers_[number];
  // A walker that is about to leave the field turns back to the centre.
  const Vec2d way = direction(walker.goal_rad);
  const Vec2d then{walker.at.x + way.x * height_, walker.at.y + way.y * height_};
  if (std::abs(then.x) > half_side_ || std::abs(then.y) > half_side_)
    walker.goal_rad = std::atan2(-walker.at.x, -walker.at.y);
  double best = std::numeric_limits<double>::infinity();
  for (const double aside : kWays) {
    const double heading = walker.goal_rad + aside;
    const double free_s = free_seconds(number, heading, walker.speed);
    const double cost = 1.2 * (kForesight_s - free_s) / (0.2 + free_s) + std::abs(aside) +
                        0.5 * std::abs(nearest_turn(walker.heading_rad, heading));
    if (cost >= best) continue;
    best = cost;
    walker.aim_rad = heading;
  }
}

bool CrowdWalkers::is_free(std::uint32_t number, const Vec2d& at) const {
  if (std::abs(at.x) > half_side_ + height_ / 2 || std::abs(at.y) > half_side_ + height_ / 2) return false;
  bool free = true;
  const double distance = kCrowdDistance * height_;
  for_each_near(at, [&](std::uint32_t other) {
    const Vec2d& they = walkers_[other].at;
    if (other != number && std::hypot(they.x - at.x, they.y - at.y) < distance) free = false;
  });
  return free;
}

void CrowdWalkers::move(std::uint32_t number) {
  Walker& walker = walkers_[number];
  constexpr double kStep_s = 1 / kStepsPerSecond;
  const double turn = nearest_turn(walker.heading_rad, walker.aim_rad);
  const double most = kQuickestTurn * kStep_s;
  walker.heading_rad = std::remainder(walker.heading_rad + std::clamp(turn, -most, most), kTurn);
  // Walkers slow down before an obstacle and while turning.
  const double free_s = free_seconds(number, walker.heading_rad, walker.speed);
  const double wanted = std::clamp(free_s / 0.5, 0.0, 1.0) * std::clamp(1.4 - std::abs(turn), 0.25, 1.0);
  walker.rate += std::clamp(wanted - walker.rate, -2 * kSpeedUp * kStep_s, kSpeedUp * kStep_s);
  const Vec2d way = direction(walker.heading_rad);
  const double distance = walker.speed * walker.rate * kStep_s;
  const Vec2d to{walker.at.x + way.x * distance, walker.at.y + way.y * distance};
  if (!is_free(number, to)) {
    walker.rate = 0;
    return;
  }
  walker.at = to;
  walker.walked_s += walker.rate * kStep_s;
}

void CrowdWalkers::step() {
  sort_into_cells();
  for (Walker& walker : walkers_) {
    walker.before = walker.at;
    walker.heading_before_rad = walker.heading_rad;
    walker.walked_before_s = walker.walked_s;
  }
  for (std::uint32_t i = 0; i < walkers_.size(); ++i) {
    if (walkers_[i].speed == 0) continue;
    if ((i + steps_) % kStepsOfAChoice == 0) choose_way(i);
    move(i);
  }
  ++steps_;
}

}  // namespace skelter::demos

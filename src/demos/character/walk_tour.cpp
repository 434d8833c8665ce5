#include "demos/character/walk_tour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace skelter::demos {
namespace {

constexpr double kWalk_m_s = 1.0, kRun_m_s = 2.4;
constexpr double kLead_s = 2;  // time to reach full speed and the circle
struct Pace {
  double from_s, speed_m_s;
};
constexpr std::array kPaces{Pace{0, kWalk_m_s}, Pace{3, kRun_m_s}, Pace{4.87, kWalk_m_s}};
constexpr double kWave_s = 6.2;

constexpr Vec3d kMiddle{kTourRadius_m, 0, 0};
// Gains for steering back to the circle, per metre of distance and per sine of the angle to the circle.
constexpr double kByDistance = 0.5, kByAngle = 1.0;  // 1/m^2, 1/m

}  // namespace

Result<void> start_tour(Walker& figure) {
  figure.restart({});
  for (double left_s = kLead_s; left_s > kTourStep_s / 2; left_s -= kTourStep_s)
    if (auto done = figure.advance(kTourStep_s, tour_wish(0, figure, {})); !done) return done;
  return {};
}

WalkCommand tour_wish(double time_s, const Walker& figure, const WalkCommand& before) {
  WalkCommand wish = before;
  const double rounds = std::floor(time_s / kTour_s), now_s = time_s - rounds * kTour_s;
  for (const Pace& pace : kPaces)
    if (now_s >= pace.from_s) wish.speed_m_s = pace.speed_m_s;
  wish.sits = false;
  wish.waves = before.waves + static_cast<std::uint32_t>(rounds) + (now_s >= kWave_s ? 1 : 0);
  const Vec3d from_middle = figure.place().translation - kMiddle;
  const double away = std::hypot(from_middle.x, from_middle.z);
  const Vec3d ahead = rotate(figure.place().rotation, Vec3d{0, 0, 1});
  // The tangent of the circle, counter-clockwise as seen from above. At the centre, any direction works.
  const Vec3d along = away > 1e-6 ? Vec3d{from_middle.z, 0, -from_middle.x} * (1 / away) : ahead;
  const double angle_sine = ahead.z * along.x - ahead.x * along.z;  // positive: turn left
  const double curvature = 1 / kTourRadius_m + kByDistance * (away - kTourRadius_m) + kByAngle * angle_sine;
  wish.turn = std::clamp(curvature * figure.speed_m_s() / kFigureTurnRadPerSecond, -1.0, 1.0);
  return wish;
}

Bounds tour_bounds(double height_m) {
  const double reach = kTourRadius_m + height_m / 4;  // space for the arms, and for the legs in a run
  Bounds bounds;
  bounds.add(kMiddle + Vec3d{-reach, 0, -reach});
  bounds.add(kMiddle + Vec3d{reach, height_m, reach});
  return bounds;
}

}  // namespace skelter::demos

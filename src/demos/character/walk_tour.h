#pragma once
// The initial tour of the character demo: walking and running in a circle, with a wave. The character never
// stops, because a blend between a step and a stand would move both feet.

#include "demos/character/walker.h"
#include "skelter/math/bounds.h"

namespace skelter::demos {

inline constexpr double kTour_s = 10;  // duration of one lap
inline constexpr double kTourStep_s = 1.0 / 60;
inline constexpr double kTourRadius_m = 2.008;  // the circumference is the distance covered in one lap

// Resets the character to the start of a tour: it is walking on the circle, after having started at the
// origin, facing +z. The circle is to the left of the origin. Errors: those of Walker::advance.
Result<void> start_tour(Walker& figure);

// Input for the character at a time after the start of the tour. It steers back to the circle from any
// position. Jumps and waves continue the counts of `before`.
WalkCommand tour_wish(double time_s, const Walker& figure, const WalkCommand& before);

// Bounds of the whole tour for a character of the given height.
Bounds tour_bounds(double height_m);

}  // namespace skelter::demos

#pragma once
// The initial walk of the character demo: in a circle, walking and running, with a wave. It never stops,
// because a blend between a step and a stand would move both feet.

#include "demos/character/walker.h"
#include "skelter/math/bounds.h"

namespace skelter::demos {

inline constexpr double kTour_s = 10;  // one lap
inline constexpr double kTourStep_s = 1.0 / 60;
inline constexpr double kTourRadius_m = 2.008;  // circumference = distance walked in one lap

// Resets the character to the start of a tour: it walks on the circle, which it reached from the origin,
// where it stood facing +z. The circle is to the left of that point. Errors: those of Walker::advance.
Result<void> start_tour(Walker& figure);

// Input for the character at a time after the tour began. It steers back to the circle from any position.
// Jumps and waves continue the counts of `before`.
WalkCommand tour_wish(double time_s, const Walker& figure, const WalkCommand& before);

// Bounds of the whole tour for a character of that height.
Bounds tour_bounds(double height_m);

}  // namespace skelter::demos

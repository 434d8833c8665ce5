#pragma once
// The walk that the character demo begins with: round a circle, at a walk and at a run, with a wave. It never
// stops: no blending between a step and a stand leaves both feet where they are.

#include "demos/walker.h"
#include "skelter/math/bounds.h"

namespace skelter::demos {

inline constexpr double kTour_s = 10;  // one round
inline constexpr double kTourStep_s = 1.0 / 60;
inline constexpr double kTourRadius_m = 2.008;  // its length is what the figure goes within one round

// The figure as it is when a tour begins: it walks on the circle, which it came to from the origin, where it
// stood and looked along +z. The circle lies to the left of there. Errors: those of Walker::advance.
Result<void> start_tour(Walker& figure);

// What is wanted of a figure so many seconds after the tour began. It is steered back to the circle from
// wherever it is. Jumps and waves are counted on from `before`.
FigureWish tour_wish(double time_s, const Walker& figure, const FigureWish& before);

// Of the whole tour, by a figure of that height.
Bounds tour_bounds(double height_m);

}  // namespace skelter::demos

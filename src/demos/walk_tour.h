#pragma once
// The walk that the character demo begins with: round a circle, at a walk and at a run, a stop, and a wave.

#include "demos/graph_figure.h"
#include "skelter/math/bounds.h"

namespace skelter::demos {

inline constexpr double kTour_s = 10;          // one round
inline constexpr double kTourRadius_m = 1.71;  // its length is what the figure goes within one round

// What is wanted of a figure so many seconds after the tour began, where it stood at the origin and looked
// along +z. The circle lies to its left. It is steered back to the circle from wherever it is. Jumps and
// waves are counted on from `before`.
FigureWish tour_wish(double time_s, const GraphFigure& figure, const FigureWish& before);

// Of the whole tour, by a figure of that height.
Bounds tour_bounds(double height_m);

}  // namespace skelter::demos

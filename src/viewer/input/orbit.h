#pragma once
// The camera as a person moves it.

#include "skelter/math/bounds.h"
#include "skelter/render/camera.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

enum class AxisView { front, back, left, right, top, bottom };

// The camera with near and far set for `bounds`.
Camera to_camera(const OrbitCamera& orbit, const Bounds& bounds);

// Distances in pixels of a picture `height` pixels high, y down. The figure follows the mouse.
void turn(OrbitCamera& orbit, double dx, double dy);
void pan(OrbitCamera& orbit, double dx, double dy, double height);
// Positive: nearer. `extent` is that of the scene: from a thousandth to a hundred of it.
void zoom(OrbitCamera& orbit, double steps, double extent);

// Frames the box; keeps the direction.
void fit(OrbitCamera& orbit, const Bounds& bounds, double aspect);
void look_from(OrbitCamera& orbit, AxisView view);

}  // namespace skelter

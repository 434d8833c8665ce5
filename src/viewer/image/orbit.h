#pragma once
// The user's orbit camera.

#include "skelter/math/bounds.h"
#include "skelter/render/camera.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

enum class AxisView { front, back, left, right, top, bottom };

// Camera with near and far set for `bounds`.
Camera to_camera(const OrbitCamera& orbit, const Bounds& bounds);

// Mouse movement in pixels, y down, for a view that is `height` pixels high. The model follows the mouse.
void turn(OrbitCamera& orbit, double dx, double dy);
void pan(OrbitCamera& orbit, double dx, double dy, double height);
// Positive steps move the camera nearer. The distance stays between 1/1000 and 100 times `extent`, the
// scene's size.
void zoom(OrbitCamera& orbit, double steps, double extent);

// Frames the box without changing the direction of view.
void fit(OrbitCamera& orbit, const Bounds& bounds, double aspect);
void look_from(OrbitCamera& orbit, AxisView view);

}  // namespace skelter

#pragma once
// OrbitView: a camera with mouse orbit and wheel zoom.

#include "skelter/render/camera.h"
#include "skelter/viewer/input.h"

namespace skelter {

class OrbitView {
 public:
  OrbitView() = default;
  // `bounds` of the motion: near and far enclose them once the camera has been moved.
  OrbitView(const Camera& camera, const Bounds& bounds) { reset(camera, bounds); }

  void reset(const Camera& camera, const Bounds& bounds);
  void handle(const InputEvent& event);
  const Camera& camera() const { return camera_; }
  // Moves the target without changing the user's view, for a model that moves away.
  void move_target(const Vec3d& by);

 private:
  void turn(double x, double y);
  void zoom(double steps);

  Camera camera_;
  Bounds bounds_;
  double start_distance_ = 1;
  bool dragging_ = false;
  double last_x_ = 0, last_y_ = 0;
};

}  // namespace skelter

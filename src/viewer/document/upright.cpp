#include "viewer/document/upright.h"

#include "scene/edit/internal/up_axis.h"

namespace skelter {

Mat4d upright_turn(UpAxis up) {
  return y_up_from({0, up == UpAxis::y ? 1.0 : 0.0,
                    up == UpAxis::z         ? 1.0
                    : up == UpAxis::minus_z ? -1.0
                                            : 0.0});
}

Bounds upright(const Bounds& bounds, UpAxis up) {
  if (bounds.empty() || up == UpAxis::y) return bounds;
  Bounds turned;
  for (const Vec3d& corner : {bounds.min, bounds.max}) turned.add(transform_point(upright_turn(up), corner));
  return turned;
}

Pose upright(Pose pose, UpAxis up) {
  if (up == UpAxis::y) return pose;
  const Mat4d turn = upright_turn(up);
  for (Mat4d& world : pose.world) world = turn * world;
  return pose;
}

}  // namespace skelter

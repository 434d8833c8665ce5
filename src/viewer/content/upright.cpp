#include "viewer/content/upright.h"

namespace skelter {

Mat4d upright_turn(UpAxis up) {
  Mat4d turn;
  if (up == UpAxis::y) return turn;
  const double side = up == UpAxis::z ? 1 : -1;  // (x, y, z) becomes (x, z, -y), or (-x, -z, -y)
  turn.m = {side, 0, 0, 0, 0, 0, -1, 0, 0, side, 0, 0, 0, 0, 0, 1};
  return turn;
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

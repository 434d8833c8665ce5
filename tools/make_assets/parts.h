#pragma once
// Short ways to fill a Scene.

#include <string>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::assets {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTicksPerSecond = 4800;
constexpr double radians(double degrees) {
  return degrees * kPi / 180;
}

inline void append(std::vector<float>& values, const Vec3d& v) {
  for (const double e : {v.x, v.y, v.z}) values.push_back(static_cast<float>(e));
}
inline void append(std::vector<float>& values, const Quatd& q) {
  for (const double e : {q.x, q.y, q.z, q.w}) values.push_back(static_cast<float>(e));
}
inline void append(std::vector<float>& values, const Mat4d& m) {
  for (const double e : m.m) values.push_back(static_cast<float>(e));
}

inline Node make_node(std::string name, std::uint32_t parent, const Mat4d& rest) {
  Node node;
  node.name = std::move(name);
  node.parent = parent;
  node.rest = to_float(rest);
  return node;
}

// The influences of the next vertex, largest first.
inline void append_influences(Primitive& primitive, const std::vector<Influence>& influences) {
  if (primitive.influence_begin.empty()) primitive.influence_begin.push_back(0);
  primitive.influences.insert(primitive.influences.end(), influences.begin(), influences.end());
  primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
}

}  // namespace skelter::assets

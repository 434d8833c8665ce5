#pragma once
// Short ways to write scenes by hand in tests.

#include <string>
#include <utility>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::test {

inline Node make_node(std::string name, std::uint32_t parent, const Mat4d& rest) {
  Node node;
  node.name = std::move(name);
  node.parent = parent;
  node.rest = to_float(rest);
  return node;
}

inline Channel make_channel(std::uint32_t target, ChannelPath path, std::vector<double> times_s,
                            std::vector<float> values, Interpolation interpolation = Interpolation::linear) {
  return {target, path, interpolation, std::move(times_s), std::move(values)};
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

// Sets the influences of the next vertex; largest first, as given.
inline void append_influences(Primitive& primitive, const std::vector<Influence>& influences) {
  if (primitive.influence_begin.empty()) primitive.influence_begin.push_back(0);
  primitive.influences.insert(primitive.influences.end(), influences.begin(), influences.end());
  primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
}

}  // namespace skelter::test

#pragma once
// All clips of the mannequin.

#include <functional>
#include <string>
#include <vector>

#include "pose.h"
#include "skelter/model/scene.h"

namespace skelter::assets {

struct Motion {
  std::string name;
  double duration_s;
  double keys_per_second;
  bool loops;
  std::function<BodyPose(double time_s)> pose;
};
const std::vector<Motion>& motions();

// Joint j is node kFirstJointNode + j of the scene; node 0 is the root of the figure.
inline constexpr std::uint32_t kFirstJointNode = 1;

// Keys for every joint that moves. Ticks: 4800 per second.
Clip sampled(const Motion& motion);

}  // namespace skelter::assets

#pragma once
// Scenes that a page holds, with what was made of them for it.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "skelter/runtime/pack_view.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter::web {

// Four to a vertex.
struct PackedInfluences {
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
};

struct HeldScene {
  Scene scene;
  Pack pack;                     // that it was made of, until an actor has it
  std::shared_ptr<void> models;  // of sk_actor_open
  std::optional<Pose> pose;      // of the moment that was asked for last
  std::int32_t clip = -1;
  double time_s = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, PackedInfluences> influences;  // by mesh and part
  std::map<std::uint32_t, std::vector<float>> bind_matrices;                       // by skin
};

// Null where there is none of that number.
std::shared_ptr<HeldScene> held_scene(std::uint32_t number);

}  // namespace skelter::web

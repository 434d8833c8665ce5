#pragma once
// Scenes that a page has opened, with derived data.

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

// Four influences per vertex.
struct PackedInfluences {
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
};

struct HeldScene {
  Scene scene;
  Pack pack;                     // source pack, until an actor takes it
  std::shared_ptr<void> models;  // for sk_actor_open
  std::optional<Pose> pose;      // pose at the last requested time
  std::int32_t clip = -1;
  double time_s = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, PackedInfluences> influences;  // keyed by mesh and part
  std::map<std::uint32_t, std::vector<float>> bind_matrices;                       // keyed by skin
};

// Returns null for an unknown number.
std::shared_ptr<HeldScene> held_scene(std::uint32_t number);

}  // namespace skelter::web

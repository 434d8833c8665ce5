#pragma once
// What info and check say about clips, gathered once for the JSON and the text; of meshes:
// scene/internal/mesh_facts.h.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scene/internal/mesh_facts.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

struct ClipFacts {
  std::uint64_t keys = 0;
  std::array<std::uint64_t, 5> keys_by_kind{};  // per ChannelPath
  std::uint64_t other_keys = 0;                 // of properties that Skelter does not play; not in `keys`
  std::vector<std::string> targets;             // names, in file order, each once
  std::vector<std::string> interpolations;      // "linear", "step", "cubic", each once
};
ClipFacts clip_facts(const Clip& clip);

// What a VRM file, 0.x or 1.0, or a VRM animation has besides: kept, not played.
struct VrmFacts {
  std::size_t expressions = 0;    // VRM 0: groups of blend shapes
  std::size_t spring_chains = 0;  // VRM 0: one for each root bone of a group
};
// Nothing for other files.
std::optional<VrmFacts> vrm_facts(const Scene& scene);

}  // namespace skelter::cli

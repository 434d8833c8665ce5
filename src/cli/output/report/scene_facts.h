#pragma once
// Facts about clips for info and check, collected once for JSON and text. For meshes, see
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
  std::uint64_t other_keys = 0;                 // for unsupported properties; not included in `keys`
  std::vector<std::string> targets;             // distinct names, in file order
  std::vector<std::string> interpolations;      // distinct values: "linear", "step", "cubic"
};
ClipFacts clip_facts(const Clip& clip);

// Data of a VRM file, 0.x or 1.0, or of a VRM animation, that is preserved but not played.
struct VrmFacts {
  std::size_t expressions = 0;    // VRM 0: groups of blend shapes
  std::size_t spring_chains = 0;  // VRM 0: one for each root bone of a group
};
// Returns nothing for other files.
std::optional<VrmFacts> vrm_facts(const Scene& scene);

}  // namespace skelter::cli

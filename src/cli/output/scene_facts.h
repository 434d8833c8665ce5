#pragma once
// What info and check say about meshes and clips, gathered once for the JSON and the text.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::cli {

struct MeshFacts {
  std::string name;
  std::uint64_t source_vertices = 0;
  std::uint64_t vertices = 0;
  std::uint64_t source_faces = 0;
  std::uint64_t triangles = 0;
  std::uint64_t lines = 0;
  std::uint64_t points = 0;
  std::vector<std::string> attributes;   // of the file: "position", "normal", "tangent", "uv0", "color0", ...
  std::vector<std::uint32_t> materials;  // indices into Scene::materials, each once, by first use
  bool skinned = false;
  std::size_t joints = 0;          // of its skin
  std::size_t max_influences = 0;  // of any vertex
  std::size_t morph_targets = 0;
};

// One entry per Scene::meshes.
std::vector<MeshFacts> mesh_facts(const Scene& scene);

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

// Names of the kinds of keys, in the order of ChannelPath.
inline constexpr std::array<const char*, 5> kKeyKinds = {"translation", "rotation", "scale", "matrix",
                                                         "weights"};

}  // namespace skelter::cli

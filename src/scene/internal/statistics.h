#pragma once
// The amount of data in a scene, as shown by `skelter info`.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter {

// The totals that `skelter info` writes as JSON, with the same names. Synthetic nodes are not counted.
struct SceneTotals {
  std::uint64_t nodes = 0;
  std::uint64_t meshes = 0;
  std::uint64_t source_vertices = 0;  // as listed in the file, every mesh once
  std::uint64_t vertices = 0;         // as drawn: a mesh used by two nodes counts twice
  std::uint64_t source_faces = 0;     // as listed in the file; a polygon counts once
  std::uint64_t triangles = 0;        // as drawn, like lines and points
  std::uint64_t lines = 0;
  std::uint64_t points = 0;
  std::uint64_t materials = 0;  // material objects, including unused ones
  std::uint64_t textures = 0;   // distinct names
  std::uint64_t skins = 0;
  std::uint64_t joints = 0;  // distinct joints of all skins; a bone without a node is identified by its name
  std::uint64_t clips = 0;
  std::uint64_t channels = 0;  // animated (target, property) pairs
  std::uint64_t keys = 0;      // in all channels
  std::uint64_t morph_targets = 0;
  friend bool operator==(const SceneTotals&, const SceneTotals&) = default;
};

// Returns the number of vertices of a primitive. For glTF, excludes vertices duplicated for flat normals, to
// match the counts of the accessors.
std::uint64_t counted_vertices(const Scene& scene, const Primitive& primitive);

// Precondition: the scene is valid. O(nodes + meshes + joints + channels).
SceneTotals totals(const Scene& scene);

}  // namespace skelter

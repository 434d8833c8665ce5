#pragma once
// Facts about each mesh of a scene, for listings and hints.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

struct MeshFacts {
  std::string name;
  std::uint64_t source_vertices = 0;
  std::uint64_t vertices = 0;
  std::uint64_t source_faces = 0;
  std::uint64_t triangles = 0;
  std::uint64_t lines = 0;
  std::uint64_t points = 0;
  std::vector<std::string> attributes;   // names of attributes in the file: "position", "normal", "tangent",
                                         // "uv0", "color0", ...
  std::vector<std::uint32_t> materials;  // indices into Scene::materials in order of first use, without
                                         // duplicates
  bool skinned = false;
  std::size_t joints = 0;          // joints of its skin
  std::size_t max_influences = 0;  // largest number of influences on one vertex
  std::size_t morph_targets = 0;
};

// Returns one entry per Scene::meshes.
std::vector<MeshFacts> mesh_facts(const Scene& scene);

}  // namespace skelter

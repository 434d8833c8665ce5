#pragma once
// Indices inside of what is passed through: extensions of materials name textures and sets of coordinates,
// and VRM 0 names meshes. Other indices stay good, since what they name keeps its order.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::gltf {

// How many sets of texture coordinates the textures of a material's extensions ask for; 0 without textures.
std::size_t carried_texture_sets(const CarriedJson& carried);

// Leaves out the textures that ask for coordinates beyond the first `sets`.
void drop_carried_textures(CarriedJson& carried, std::size_t sets);

// Meshes in VRM 0's expressions and first-person annotations by their new index; those whose new index is
// kNone are left out with the object that names them.
void renumber_carried_meshes(CarriedJson& root, const std::vector<std::uint32_t>& new_index);

}  // namespace skelter::gltf

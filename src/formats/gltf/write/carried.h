#pragma once
// Updates indices inside carried-over data: extensions of materials refer to textures and coordinate sets,
// and VRM 0 refers to meshes. Other indices remain valid, because their targets keep their order.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter::gltf {

// Number of texture coordinate sets that the textures of a material's extensions need; 0 without textures.
std::size_t carried_texture_sets(const CarriedJson& carried);

// Drops textures that need coordinates beyond the first `sets`.
void drop_carried_textures(CarriedJson& carried, std::size_t sets);

// Renumbers the meshes in VRM 0's expressions and first-person annotations. Drops objects that refer to a
// mesh with the new index kNone.
void renumber_carried_meshes(CarriedJson& root, const std::vector<std::uint32_t>& new_index);

}  // namespace skelter::gltf

#pragma once
// Colours that replace materials, for example to show weights or errors.

#include "render/model/gpu_scene.h"

namespace skelter {

// Uploads the colours of every item in `colors`, and marks items with replaced colours. Entries with a wrong
// number of colours are ignored.
void show_mesh_colors(GpuModel& model, std::span<const MeshColors> colors);

// Returns the material for items with replaced colours: white, opaque, without highlights.
GpuMaterial plain_material(GLuint white_texture);

}  // namespace skelter

#pragma once
// Colours that replace materials: weights, errors.

#include "render/model/gpu_scene.h"

namespace skelter {

// Uploads the colours of every item in `colors`, and marks items with replaced colours. An entry with a wrong
// number of colours is ignored.
void show_mesh_colors(GpuModel& model, std::span<const MeshColors> colors);

// Material for items with replaced colours: white, opaque, without highlights.
GpuMaterial plain_material(GLuint white_texture);

}  // namespace skelter

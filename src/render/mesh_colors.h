#pragma once
// Colours shown instead of materials: weights, errors.

#include "render/gpu_scene.h"

namespace skelter {

// Uploads the colours of every item that `colors` names, and marks the items whose colours are shown.
// An entry with a wrong number of colours counts as none.
void show_mesh_colors(GpuModel& model, std::span<const MeshColors> colors);

// What an item with shown colours is drawn with: white, opaque, without highlights.
GpuMaterial plain_material(GLuint white_texture);

}  // namespace skelter

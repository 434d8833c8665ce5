#pragma once
// Which of the standard templates an object has, as an enum: the scene builder asks this for every object.

#include <cstdint>
#include <vector>

#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

enum class Kind : std::uint8_t {
  unresolved,  // a reference to something that is not in the file
  user,        // a template that the file declares for itself
  ignored,     // a standard template without meaning for a model
  frame,
  frame_transform,
  mesh,
  mesh_normals,
  mesh_texture_coords,
  mesh_vertex_colors,
  mesh_material_list,
  material,
  texture_filename,
  skin_mesh_header,
  skin_weights,
  vertex_duplication,
  decl_data,
  fvf_data,
  effect_instance,
  effect_floats,
  effect_string,
  effect_dword,
  animation,
  animation_set,
  animation_key,
  animation_options,
  ticks_per_second,
  compressed_animation_set,
  patch_mesh,
};

// One entry for every template of the tree.
std::vector<Kind> kinds_of_templates(const XTree& tree);

}  // namespace skelter::x

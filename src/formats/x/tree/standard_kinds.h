#pragma once
// Kind: the standard template of an object as an enum, because the scene builder checks it for every object.

#include <cstdint>
#include <vector>

#include "formats/x/tree/x_template.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

enum class Kind : std::uint8_t {
  unresolved,  // a reference to an object that the file does not contain
  user,        // a template that the file declares itself
  ignored,     // a standard template that the reader does not use
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

// Returns one entry per template of the tree.
std::vector<Kind> kinds_of_templates(const XTree& tree);

}  // namespace skelter::x

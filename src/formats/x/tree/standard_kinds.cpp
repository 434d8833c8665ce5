#include "formats/x/tree/standard_kinds.h"

#include <string_view>
#include <utility>

namespace skelter::x {
namespace {

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"Frame", Kind::frame},
    {"FrameTransformMatrix", Kind::frame_transform},
    {"Mesh", Kind::mesh},
    {"MeshNormals", Kind::mesh_normals},
    {"MeshTextureCoords", Kind::mesh_texture_coords},
    {"MeshVertexColors", Kind::mesh_vertex_colors},
    {"MeshMaterialList", Kind::mesh_material_list},
    {"Material", Kind::material},
    {"TextureFilename", Kind::texture_filename},
    {"XSkinMeshHeader", Kind::skin_mesh_header},
    {"SkinWeights", Kind::skin_weights},
    {"VertexDuplicationIndices", Kind::vertex_duplication},
    {"DeclData", Kind::decl_data},
    {"FVFData", Kind::fvf_data},
    {"EffectInstance", Kind::effect_instance},
    {"EffectParamFloats", Kind::effect_floats},
    {"EffectParamString", Kind::effect_string},
    {"EffectParamDWord", Kind::effect_dword},
    {"Animation", Kind::animation},
    {"AnimationSet", Kind::animation_set},
    {"AnimationKey", Kind::animation_key},
    {"AnimationOptions", Kind::animation_options},
    {"AnimTicksPerSecond", Kind::ticks_per_second},
    {"CompressedAnimationSet", Kind::compressed_animation_set},
    {"Patch", Kind::patch_mesh},
    {"PatchMesh", Kind::patch_mesh},
    {"PatchMesh9", Kind::patch_mesh},
};

}  // namespace

std::vector<Kind> kinds_of_templates(const XTree& tree) {
  std::vector<Kind> kinds(tree.templates.size(), Kind::user);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (tree.templates[i].standard) kinds[i] = Kind::ignored;
  for (const auto& [name, kind] : kKinds)
    if (const auto index = find_standard_template(name); index < kinds.size()) kinds[index] = kind;
  return kinds;
}

}  // namespace skelter::x

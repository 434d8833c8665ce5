// Declares templates that files need and that the oldest standard set lacks. D3DX has all of them, but older
// readers do not, and the SDK's exporters also declare them.

#include <initializer_list>
#include <string_view>

#include "formats/x/read/vertex_data.h"
#include "formats/x/tree/template_table.h"
#include "formats/x/write/scene_writer.h"

namespace skelter::x {
namespace {

bool any_effect(const Scene& scene) {
  for (const Material& material : scene.materials)
    if (material.effect) return true;
  return false;
}

bool any_decl_data(const Scene& scene) {
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives)
      if (!declared_vertex_data(primitive).empty()) return true;
  return false;
}

}  // namespace

void declare_templates(SceneWriter& writer) {
  std::vector<XTemplate> templates;
  const TemplateTable table(templates);
  const auto declare = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
      if (const auto index = table.find(name)) writer.sink.declare(templates, *index);
  };
  if (!writer.scene.skins.empty()) declare({"XSkinMeshHeader", "SkinWeights"});
  if (any_decl_data(writer.scene)) declare({"VertexElement", "DeclData"});
  if (any_effect(writer.scene))
    declare({"EffectInstance", "EffectParamFloats", "EffectParamString", "EffectParamDWord"});
  if (!writer.scene.clips.empty()) declare({"AnimTicksPerSecond"});
}

}  // namespace skelter::x

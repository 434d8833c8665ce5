#include "viewer/document/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scene/internal/mesh_facts.h"
#include "system/internal/text.h"

namespace skelter {
namespace {

constexpr std::size_t kPalettes[] = {26, 30, 40};
constexpr std::size_t kUsualInfluences = 4;

std::string mesh_name(const std::string& name, std::size_t index) {
  return name.empty() ? fmt::format("#{}", index) : printable(name);
}

void add_mesh_hints(const MeshFacts& mesh, const SourceSpot& spot, bool default_material, bool is_gltf,
                    Diagnostics& diagnostics) {
  const auto note = [&](std::string_view code, std::string message) {
    diagnostics.add(Severity::note, code, spot, std::move(message));
  };
  const auto has = [&](const char* attribute) {
    return std::find(mesh.attributes.begin(), mesh.attributes.end(), attribute) != mesh.attributes.end();
  };
  if (mesh.vertices != 0 && !has("normal"))
    note("check.no-normals",
         is_gltf ? "no normals in the file; flat normals are computed, as the specification requires"
                 : "no normals in the file; smooth normals are computed");
  if (mesh.vertices != 0 && default_material) note("check.no-material", "no material; drawn in plain grey");

  if (mesh.max_influences > kUsualInfluences)
    note("check.many-influences", fmt::format("{} bones move one vertex; many engines keep the largest {}",
                                              mesh.max_influences, kUsualInfluences));
}

// Adds one hint for all meshes with the same bone count, such as meshes that share a skin. The hint names the
// first mesh.
void add_palette_hints(const std::vector<MeshFacts>& meshes, const std::string& file,
                       Diagnostics& diagnostics) {
  std::map<std::size_t, std::size_t> first_with;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const std::size_t joints = meshes[i].joints;
    std::string exceeded;
    for (const std::size_t palette : kPalettes)
      if (joints > palette) exceeded += fmt::format("{}{}", exceeded.empty() ? "" : ", ", palette);
    if (exceeded.empty()) continue;
    const std::size_t first = first_with.emplace(joints, i).first->second;
    diagnostics.add(
        Severity::note, "check.many-bones", {file, 0, {}, "Mesh " + mesh_name(meshes[first].name, first)},
        fmt::format("{} bones; engines with a palette of {} matrices must split the mesh", joints, exceeded));
  }
}

// True if a face uses the default material.
bool uses_default_material(const Mesh& mesh) {
  for (const Primitive& primitive : mesh.primitives) {
    if (primitive.materials.empty()) return true;
    for (const std::uint32_t material : primitive.materials)
      if (material == kNone) return true;
  }
  return false;
}

}  // namespace

void add_hints(const Scene& scene, bool of_static_models, Diagnostics& diagnostics) {
  const std::vector<MeshFacts> meshes = mesh_facts(scene);
  bool skinned = false;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const SourceSpot spot{scene.file, 0, {}, "Mesh " + mesh_name(meshes[i].name, i)};
    add_mesh_hints(meshes[i], spot, uses_default_material(scene.meshes[i]),
                   scene.format == "gltf" || scene.format == "glb", diagnostics);
    skinned = skinned || meshes[i].skinned;
  }
  add_palette_hints(meshes, scene.file, diagnostics);
  const SourceSpot whole{scene.file, 0, {}, {}};
  const bool skeleton = of_static_models || !scene.skins.empty();
  if (!skinned && skeleton)
    diagnostics.add(Severity::note, "check.no-skin", whole, "no skin; the bones do not deform any mesh");
  if (scene.clips.empty() && skeleton)
    diagnostics.add(Severity::note, "check.no-clip", whole, "no animation set; nothing moves");
}

}  // namespace skelter

// Reads MeshMaterialList, the material of each face.

#include <algorithm>

#include "formats/x/read/mesh_builder.h"

namespace skelter::x {
namespace {

// Inline and referenced materials, in list order. An unresolved reference gives the default material.
std::vector<std::uint32_t> listed_materials(SceneBuilder& b, std::uint32_t list) {
  std::vector<std::uint32_t> materials;
  for (const std::uint32_t child : b.children(b.resolved(list))) {
    const Kind kind = b.kind(child);
    if (kind == Kind::material) {
      materials.push_back(b.index_of_object[b.resolved(child)]);
    } else if (kind == Kind::unresolved) {
      materials.push_back(kNone);
    } else if (b.tree.objects[child].reference) {
      b.warn("x.not-a-material", child,
             "reference to " + b.tree.label(b.resolved(child)) +
                 "; expected a Material: the default material is used");
      materials.push_back(kNone);
    }
  }
  return materials;
}

Result<void> fit_material_count(SceneBuilder& b, std::uint32_t object, std::vector<std::uint32_t>& materials,
                                std::uint32_t declared) {
  if (materials.size() == declared) return {};
  const std::string message =
      counted(materials.size(), "material", "materials") + "; expected " + std::to_string(declared);
  if (b.options.strict) return b.error("x.material-count", object, message);
  const bool fewer = materials.size() < declared;
  b.warn("x.material-count", object,
         message + (fewer ? ": the default material is used" : ": the rest is ignored"));
  materials.resize(declared, kNone);
  return {};
}

// One slot per face; a list with a single index applies to all faces.
Result<std::vector<std::uint32_t>> slots_of_faces(SceneBuilder& b, std::uint32_t object, Words indices,
                                                  std::uint32_t materials, std::uint32_t faces) {
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (indices[i] >= materials)
      return b.error("x.bad-index", object,
                     "face " + std::to_string(i) + ": material index " + std::to_string(indices[i]) +
                         "; expected less than " + std::to_string(materials));
  std::vector<std::uint32_t> slots(
      indices.begin(),
      indices.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(indices.size(), faces)));
  if (indices.size() != faces && indices.size() != 1)
    b.warn("x.material-index-count", object,
           counted(indices.size(), "material index", "material indices") + "; expected " +
               std::to_string(faces) +
               (indices.size() < faces ? ": the other faces use the first" : ": the rest is ignored"));
  slots.resize(faces, indices.empty() ? 0 : indices[0]);
  return slots;
}

}  // namespace

Result<void> read_material_list(SceneBuilder& b, MeshBuilder& mesh, std::uint32_t object) {
  WordsCursor words(b.words(object));
  const std::uint32_t declared = words.next();
  const Words indices = words.take(words.next());
  std::vector<std::uint32_t> materials = listed_materials(b, object);
  // Rejects an absurd count before anything is allocated for it.
  if (declared > materials.size())
    if (auto taken = b.take_memory<std::uint32_t>(object, declared); !taken) return taken;
  if (auto fitted = fit_material_count(b, object, materials, declared); !fitted) return fitted;
  if (declared == 0) return {};

  if (auto taken = b.take_memory<std::uint32_t>(object, mesh.faces.corners.size()); !taken) return taken;
  Result<std::vector<std::uint32_t>> slots = slots_of_faces(b, object, indices, declared, mesh.faces.count);
  if (!slots) return slots.error();
  // A list of only default materials is equivalent to no list.
  if (std::all_of(materials.begin(), materials.end(), [](std::uint32_t m) { return m == kNone; })) return {};
  mesh.primitive.materials = std::move(materials);
  if (std::all_of(slots->begin(), slots->end(), [](std::uint32_t slot) { return slot == 0; })) return {};
  std::vector<std::uint32_t>& of_triangles = mesh.primitive.triangle_slots;
  if (mesh.faces.sizes.empty()) {
    of_triangles = *std::move(slots);
    return {};
  }
  of_triangles.reserve(mesh.faces.corners.size() - std::size_t{2} * mesh.faces.count);
  for (std::uint32_t face = 0; face < mesh.faces.count; ++face)
    of_triangles.insert(of_triangles.end(), mesh.faces.size(face) - 2, (*slots)[face]);
  return {};
}

}  // namespace skelter::x

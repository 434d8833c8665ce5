#include "render/model/gpu_scene.h"

#include <algorithm>

#include "render/gl/float_texture.h"
#include "render/look/material_look.h"
#include "runtime/internal/format/pack_records.h"

namespace skelter {
namespace {

constexpr Vec4 kInk{0.03f, 0.04f, 0.06f, 1};  // colour of unlit lines and points without a colour

// Lists the indices of the triangles by part, then of the lines, then of the points.
std::vector<std::uint32_t> indices_by_surface(const ModelMesh& mesh, std::vector<Surface>& surfaces) {
  for (const MeshPart& part : mesh.mesh.parts)
    surfaces.push_back({part.first_index, part.index_count, GL_TRIANGLES, part.material});
  std::vector<std::uint32_t> indices(mesh.mesh.indices.begin(), mesh.mesh.indices.end());
  const auto append = [&](std::span<const std::uint32_t> more, GLenum mode) {
    if (more.empty()) return;
    surfaces.push_back({indices.size(), more.size(), mode, mesh.line_material, mesh.mesh.has_normals == 0});
    indices.insert(indices.end(), more.begin(), more.end());
  };
  append(mesh.lines, GL_LINES);
  append(mesh.points, GL_POINTS);
  return indices;
}

void look_at_influences(DrawItem& item) {
  const std::vector<std::vector<Influence>> influences = influences_of(item.mesh->mesh);
  const std::vector<Bounds> reach = reach_of_vertices(item.mesh->mesh);
  item.entry_bounds.resize(item.skin->size);
  item.skinned = item.skin->node_entry == kNone;
  for (std::size_t v = 0; v < influences.size(); ++v) {
    const bool is_free = influences[v].size() == 1 && influences[v][0].joint == item.skin->node_entry;
    item.skinned = item.skinned || !is_free;
    item.influences = std::max(item.influences, static_cast<std::uint32_t>(influences[v].size()));
    for (const Influence& influence : influences[v]) item.entry_bounds[influence.joint].add(reach[v]);
  }
}

DrawItem upload_mesh(const ModelShape& shape, const ModelMesh& mesh) {
  DrawItem item;
  item.mesh = &mesh;
  item.skin = &shape.skins[mesh.skin];
  item.vertex_count = mesh.mesh.vertex_count;
  item.morph_targets = static_cast<std::uint32_t>(mesh.mesh.morphs.size());
  look_at_influences(item);
  item.motion = gl::make_buffer();
  item.appearance = gl::make_buffer();
  item.triangles = gl::make_buffer();
  fill_index_buffer<std::uint32_t>(item.triangles, indices_by_surface(mesh, item.surfaces));
  fill_buffer<MotionVertex>(GL_ARRAY_BUFFER, item.motion, rest_vertices(mesh.mesh), GL_STATIC_DRAW);
  fill_buffer<AppearanceVertex>(GL_ARRAY_BUFFER, item.appearance,
                                appearance_of(mesh.mesh, shape.linear_colors), GL_STATIC_DRAW);
  if (item.morph_targets > 0) item.morph_offsets = float_texture(morph_texels(mesh.mesh));
  return item;
}

// Whether the surface has no transparent texels. Some exporters declare every material as blended. Drawn as
// opaque, such a surface has the same colours, and depth writes hide its far side.
bool is_solid(const GpuMaterial& material, const SkinnedMesh& mesh) {
  return material.pbr->solid && has_solid_colors(mesh);
}

// Uploads attributes that maps need in addition to the first texture coordinates.
void upload_detail(DrawItem& item) {
  const SkinnedMesh& mesh = item.mesh->mesh;
  for (const Surface& surface : item.surfaces) {
    if (!surface.material.pbr) continue;
    for (const GpuMap& map : surface.material.pbr->maps)
      if (map.texture != 0 && map.uv_set == 1 && has_uv_set(mesh, 1)) item.detail_kinds.second_uv = true;
    if (surface.material.pbr->map(MapSlot::normal).texture != 0 && !mesh.tangents.empty())
      item.detail_kinds.tangent = true;
  }
  if (!item.detail_kinds.any()) return;
  item.detail = gl::make_buffer();
  fill_buffer<DetailVertex>(GL_ARRAY_BUFFER, item.detail, details_of(mesh), GL_STATIC_DRAW);
}

}  // namespace

void need_edges(DrawItem& item) {
  if (item.edges.get() != 0) return;
  const std::span<const std::uint32_t> indices = item.mesh->mesh.indices;
  std::vector<std::array<std::uint32_t, 2>> edges;
  edges.reserve(indices.size());
  for (std::size_t t = 0; t + 2 < indices.size(); t += 3)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t a = indices[t + c], b = indices[t + (c + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  item.edges = gl::make_buffer();
  item.edge_index_count = static_cast<GLsizei>(edges.size() * 2);
  fill_index_buffer<std::array<std::uint32_t, 2>>(item.edges, edges);
}

GpuModel upload_model(const ModelShape& shape, std::span<const std::optional<Image>> textures) {
  GpuModel model;
  model.shape = shape;
  const PackLook& look = shape.look;
  model.textures.upload(look, textures);
  std::vector<std::optional<Coverage>> coverages(look.textures.size());  // computed on first use
  const auto material_of = [&](std::uint32_t index) {
    const PackMaterial* material = index < look.materials.size() ? &look.materials[index] : nullptr;
    if (material != nullptr && (material->flags & kPackPbr) != 0)
      return gpu_pbr_material(*material, model.textures);
    const std::uint32_t texture = material == nullptr ? kNone : material->maps[0].texture;
    const GLuint white = model.textures.white();
    const auto plain = [&](TextureState state, Coverage coverage, GLuint name) {
      return gpu_material(material, shape.linear_colors, state, coverage, name);
    };
    if (texture == kNone) return plain(TextureState::none, Coverage::opaque, white);
    const GLuint name = model.textures.need(texture, TextureContent::color);
    if (name == 0) return plain(TextureState::missing, Coverage::opaque, white);
    std::optional<Coverage>& coverage = coverages[texture];
    if (!coverage) coverage = coverage_of(*textures[texture]);
    return plain(TextureState::present, *coverage, name);
  };
  for (const ModelMesh& mesh : shape.meshes) {
    if (!shape.skins[mesh.skin].shown) continue;
    DrawItem& item = model.items.emplace_back(upload_mesh(shape, mesh));
    for (Surface& surface : item.surfaces) {
      GpuMaterial& material = surface.material;
      material = material_of(surface.material_index);
      if (surface.without_light && !has_colors(mesh.mesh) && surface.material_index == kNone)
        material.base_color = kInk;
      if (material.pbr && material.coverage == Coverage::blended && is_solid(material, mesh.mesh))
        material.coverage = Coverage::opaque;
    }
    upload_detail(item);
  }
  model.textures.forget_images();
  return model;
}

}  // namespace skelter

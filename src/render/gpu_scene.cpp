#include "render/gpu_scene.h"

#include <algorithm>
#include <cmath>

#include "render/float_texture.h"
#include "render/material_look.h"
#include "skelter/scene/size.h"

namespace skelter {
namespace {

constexpr Vec4 kInk{0.03f, 0.04f, 0.06f, 1};  // of lines and points that have no colour and no light

// Indices of triangles grouped by material slot, in the order of the slots and within a slot in file order;
// then those of lines and of points.
std::vector<std::uint32_t> indices_by_slot(const Primitive& primitive, std::vector<Surface>& surfaces) {
  const std::size_t slots = std::max<std::size_t>(primitive.materials.size(), 1);
  const std::size_t triangles = primitive.indices.size() / 3;
  std::vector<std::size_t> begin(slots + 1, 0);
  const auto slot_of = [&](std::size_t t) -> std::size_t {
    return primitive.triangle_slots.empty() ? 0 : primitive.triangle_slots[t];
  };
  for (std::size_t t = 0; t < triangles; ++t) begin[slot_of(t) + 1] += 3;
  for (std::size_t s = 0; s < slots; ++s) begin[s + 1] += begin[s];
  for (std::size_t s = 0; s < slots; ++s)
    surfaces.push_back({begin[s], begin[s + 1] - begin[s], GL_TRIANGLES, static_cast<std::uint32_t>(s)});
  std::vector<std::uint32_t> indices(primitive.indices.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t t = 0; t < triangles; ++t)
    for (std::size_t c = 0; c < 3; ++c) indices[next[slot_of(t)]++] = primitive.indices[t * 3 + c];
  const auto append = [&](const std::vector<std::uint32_t>& more, GLenum mode) {
    if (more.empty()) return;
    surfaces.push_back({indices.size(), more.size(), mode, 0, primitive.normals.empty()});
    indices.insert(indices.end(), more.begin(), more.end());
  };
  append(primitive.lines, GL_LINES);
  append(primitive.points, GL_POINTS);
  return indices;
}

bool is_skinned(const MeshInstance& instance, const Primitive& primitive) {
  return instance.skin != kNone && !primitive.influence_begin.empty();
}

// Two texels per vertex and target: position and normal.
gl::Texture upload_morphs(const Primitive& primitive) {
  std::vector<Vec4> texels;
  const auto add = [&](const std::vector<Vec3>& offsets, std::size_t v) {
    const Vec3 o = v < offsets.size() ? offsets[v] : Vec3{};
    texels.push_back({o.x, o.y, o.z, 0});
  };
  for (const MorphTarget& target : primitive.morphs)
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
      add(target.position_offsets, v);
      add(target.normal_offsets, v);
    }
  return float_texture(texels);
}

void add_bounds(DrawItem& item, const Primitive& primitive) {
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    Bounds box;
    Vec3d low = to_double(primitive.positions[v]), high = low;
    for (const MorphTarget& target : primitive.morphs)
      if (v < target.position_offsets.size()) {
        const Vec3d o = to_double(target.position_offsets[v]);
        low += Vec3d{std::min(o.x, 0.0), std::min(o.y, 0.0), std::min(o.z, 0.0)};
        high += Vec3d{std::max(o.x, 0.0), std::max(o.y, 0.0), std::max(o.z, 0.0)};
      }
    box.add(low);
    box.add(high);
    const std::uint32_t begin = item.skinned ? primitive.influence_begin[v] : 0;
    const std::uint32_t end = item.skinned ? primitive.influence_begin[v + 1] : 0;
    for (std::uint32_t i = begin; i < end; ++i) item.entry_bounds[primitive.influences[i].joint].add(box);
    if (begin == end) item.entry_bounds.back().add(box);
    item.influences = std::max(item.influences, end - begin);
    if (item.skinned && begin == end) item.has_free_vertices = true;
  }
}

DrawItem upload_primitive(const Scene& scene, const MeshInstance& instance, const Primitive& primitive) {
  DrawItem item;
  item.skinned = is_skinned(instance, primitive);
  item.vertex_count = primitive.positions.size();
  item.morph_targets = static_cast<std::uint32_t>(primitive.morphs.size());
  item.entry_bounds.resize(item.skinned ? scene.skins[instance.skin].joints.size() + 1 : 1);
  add_bounds(item, primitive);
  item.motion = gl::make_buffer();
  item.appearance = gl::make_buffer();
  item.triangles = gl::make_buffer();
  const std::vector<std::uint32_t> indices = indices_by_slot(primitive, item.surfaces);
  fill_index_buffer<std::uint32_t>(item.triangles, indices);
  fill_buffer<MotionVertex>(GL_ARRAY_BUFFER, item.motion, rest_vertices(primitive), GL_STATIC_DRAW);
  fill_buffer<AppearanceVertex>(GL_ARRAY_BUFFER, item.appearance,
                                appearance_of(primitive, scene.linear_colors), GL_STATIC_DRAW);
  if (item.morph_targets > 0) item.morph_offsets = upload_morphs(primitive);
  return item;
}

// Some exporters call everything blended. What has no transparent part is drawn as opaque: the same colours,
// and the depth that keeps its own far side from showing.
bool is_solid(const GpuMaterial& material, const Primitive& primitive) {
  return material.pbr->solid && std::all_of(primitive.colors.begin(), primitive.colors.end(),
                                            [](const Vec4& c) { return c.w >= 1; });
}

// What its maps use besides the first texture coordinates.
void upload_detail(DrawItem& item, const Primitive& primitive) {
  for (const Surface& surface : item.surfaces) {
    if (!surface.material.pbr) continue;
    for (const GpuMap& map : surface.material.pbr->maps)
      if (map.texture != 0 && map.uv_set == 1 && primitive.uvs.size() > 1 && !primitive.uvs[1].empty())
        item.detail_kinds.second_uv = true;
    if (surface.material.pbr->map(MapSlot::normal).texture != 0 && !primitive.tangents.empty())
      item.detail_kinds.tangent = true;
  }
  if (!item.detail_kinds.any()) return;
  item.detail = gl::make_buffer();
  fill_buffer<DetailVertex>(GL_ARRAY_BUFFER, item.detail, details_of(primitive), GL_STATIC_DRAW);
}

}  // namespace

const Primitive& primitive_of(const DrawItem& item, const Scene& scene) {
  return scene.meshes[scene.nodes[item.node].meshes[item.instance].mesh].primitives[item.primitive];
}

std::uint16_t to_16_bits(float v) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 65535.0f));
}

void need_edges(DrawItem& item, const Primitive& primitive) {
  if (item.edges.get() != 0) return;
  std::vector<std::array<std::uint32_t, 2>> edges;
  edges.reserve(primitive.indices.size());
  for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t a = primitive.indices[t + c], b = primitive.indices[t + (c + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  item.edges = gl::make_buffer();
  item.edge_index_count = static_cast<GLsizei>(edges.size() * 2);
  fill_index_buffer<std::array<std::uint32_t, 2>>(item.edges, edges);
}

GpuScene upload_scene(const Scene& scene, std::span<const std::optional<Image>> textures) {
  GpuScene state;
  state.textures.upload(scene, textures);
  std::vector<std::optional<Coverage>> coverages(scene.textures.size());  // looked at when first wanted
  const auto material_of = [&](std::uint32_t index) {
    const Material* material = index == kNone ? nullptr : &scene.materials[index];
    if (material != nullptr && material->pbr) return gpu_pbr_material(*material, state.textures);
    const std::uint32_t texture = material == nullptr ? kNone : material->base_color_texture;
    const GLuint white = state.textures.white();
    if (texture == kNone) return gpu_material(scene, material, TextureState::none, Coverage::opaque, white);
    const GLuint name = state.textures.need(texture, TextureContent::color);
    if (name == 0) return gpu_material(scene, material, TextureState::missing, Coverage::opaque, white);
    std::optional<Coverage>& coverage = coverages[texture];
    if (!coverage) coverage = coverage_of(*textures[texture]);
    return gpu_material(scene, material, TextureState::present, *coverage, name);
  };
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; scene.nodes[n].shown && i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      const std::vector<Primitive>& primitives = scene.meshes[instance.mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        DrawItem item = upload_primitive(scene, instance, primitives[p]);
        item.node = n;
        item.instance = i;
        item.primitive = p;
        for (std::size_t s = 0; s < item.surfaces.size(); ++s) {
          GpuMaterial& material = item.surfaces[s].material;
          const std::uint32_t slot = item.surfaces[s].slot;
          material =
              material_of(slot < primitives[p].materials.size() ? primitives[p].materials[slot] : kNone);
          if (item.surfaces[s].without_light && primitives[p].colors.empty() &&
              (slot >= primitives[p].materials.size() || primitives[p].materials[slot] == kNone))
            material.base_color = kInk;
          if (material.pbr && material.coverage == Coverage::blended && is_solid(material, primitives[p]))
            material.coverage = Coverage::opaque;
        }
        upload_detail(item, primitives[p]);
        state.items.push_back(std::move(item));
      }
    }
  state.textures.forget_images();
  state.extent = scene_size(scene);
  return state;
}

}  // namespace skelter

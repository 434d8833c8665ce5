#include "render/gpu_scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "render/material_look.h"

namespace skelter {
namespace {

// Larger textures are halved until they fit: in a software driver their mip maps cost more than the whole
// picture.
constexpr std::uint32_t kLargestTexture = 2048;

struct AppearanceVertex {
  Vec2 uv;
  std::array<std::uint16_t, 4> color;  // linear, of 65535
};

gl::Texture upload_texture(const Image& image) {
  Image smaller;
  const Image* taken = &image;
  while (std::max(taken->width, taken->height) > kLargestTexture) {
    smaller = halved(*taken);
    taken = &smaller;
  }
  gl::Texture texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, static_cast<GLsizei>(taken->width),
               static_cast<GLsizei>(taken->height), 0, GL_RGBA, GL_UNSIGNED_BYTE, taken->rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  return texture;
}

std::vector<AppearanceVertex> appearance_of(const Primitive& primitive, bool linear_colors) {
  std::vector<AppearanceVertex> vertices(primitive.positions.size(), {{}, {65535, 65535, 65535, 65535}});
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (!primitive.uvs.empty() && !primitive.uvs[0].empty()) vertices[v].uv = primitive.uvs[0][v];
    if (primitive.colors.empty()) continue;
    const Vec4& c = primitive.colors[v];
    const Vec3 rgb = linear_colors ? Vec3{c.x, c.y, c.z} : linear_from_srgb(Vec3{c.x, c.y, c.z});
    vertices[v].color = {to_16_bits(rgb.x), to_16_bits(rgb.y), to_16_bits(rgb.z), to_16_bits(c.w)};
  }
  return vertices;
}

std::vector<MotionVertex> rest_vertices(const Primitive& primitive) {
  std::vector<MotionVertex> vertices(primitive.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    vertices[v] = {primitive.positions[v], primitive.normals.empty() ? Vec3{} : primitive.normals[v]};
  return vertices;
}

// Indices grouped by material slot, in the order of the slots; within a slot in file order.
std::vector<std::uint32_t> indices_by_slot(const Primitive& primitive, std::vector<Surface>& surfaces) {
  const std::size_t slots = std::max<std::size_t>(primitive.materials.size(), 1);
  const std::size_t triangles = primitive.indices.size() / 3;
  std::vector<std::size_t> begin(slots + 1, 0);
  const auto slot_of = [&](std::size_t t) -> std::size_t {
    return primitive.triangle_slots.empty() ? 0 : primitive.triangle_slots[t];
  };
  for (std::size_t t = 0; t < triangles; ++t) begin[slot_of(t) + 1] += 3;
  for (std::size_t s = 0; s < slots; ++s) begin[s + 1] += begin[s];
  for (std::size_t s = 0; s < slots; ++s) surfaces.push_back({begin[s], begin[s + 1] - begin[s], {}});
  std::vector<std::uint32_t> indices(primitive.indices.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t t = 0; t < triangles; ++t)
    for (std::size_t c = 0; c < 3; ++c) indices[next[slot_of(t)]++] = primitive.indices[t * 3 + c];
  return indices;
}

template <class T>
void fill_buffer(GLenum kind, const gl::Buffer& buffer, std::span<const T> values, GLenum usage) {
  glBindBuffer(kind, buffer.get());
  glBufferData(kind, static_cast<GLsizeiptr>(values.size_bytes()), values.data(), usage);
}

void describe_vertices(const DrawItem& item) {
  const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
  glBindBuffer(GL_ARRAY_BUFFER, item.motion.get());
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(MotionVertex), at(offsetof(MotionVertex, position)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(MotionVertex), at(offsetof(MotionVertex, normal)));
  glBindBuffer(GL_ARRAY_BUFFER, item.appearance.get());
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, sizeof(AppearanceVertex),
                        at(offsetof(AppearanceVertex, uv)));
  glVertexAttribPointer(3, 4, GL_UNSIGNED_SHORT, GL_TRUE, sizeof(AppearanceVertex),
                        at(offsetof(AppearanceVertex, color)));
  for (const GLuint attribute : {0u, 1u, 2u, 3u}) glEnableVertexAttribArray(attribute);
}

DrawItem upload_primitive(const Scene& scene, const Primitive& primitive, bool skinned) {
  DrawItem item;
  item.skinned = skinned;
  item.vertex_count = primitive.positions.size();
  item.motion = gl::make_buffer();
  item.appearance = gl::make_buffer();
  item.triangles = gl::make_buffer();
  item.vertex_array = gl::make_vertex_array();
  const std::vector<std::uint32_t> indices = indices_by_slot(primitive, item.surfaces);
  glBindVertexArray(item.vertex_array.get());
  fill_buffer<std::uint32_t>(GL_ELEMENT_ARRAY_BUFFER, item.triangles, indices, GL_STATIC_DRAW);
  upload_motion(item, rest_vertices(primitive), GL_STATIC_DRAW);
  const bool linear_colors = scene.format == "gltf" || scene.format == "glb";
  fill_buffer<AppearanceVertex>(GL_ARRAY_BUFFER, item.appearance, appearance_of(primitive, linear_colors),
                                GL_STATIC_DRAW);
  describe_vertices(item);
  return item;
}

bool is_skinned(const MeshInstance& instance, const Primitive& primitive) {
  return instance.skin != kNone && !primitive.influence_begin.empty();
}

}  // namespace

std::uint16_t to_16_bits(float v) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 65535.0f));
}

void describe_colors(const DrawItem& item) {
  glBindVertexArray(item.vertex_array.get());
  glBindBuffer(GL_ARRAY_BUFFER, item.colors_shown ? item.shown_colors.get() : item.appearance.get());
  const std::size_t stride = item.colors_shown ? 4 * sizeof(std::uint16_t) : sizeof(AppearanceVertex);
  const std::size_t offset = item.colors_shown ? 0 : offsetof(AppearanceVertex, color);
  glVertexAttribPointer(3, 4, GL_UNSIGNED_SHORT, GL_TRUE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
}

void upload_motion(DrawItem& item, std::span<const MotionVertex> vertices, GLenum usage) {
  item.bounds = {};
  for (const MotionVertex& v : vertices) item.bounds.add(to_double(v.position));
  fill_buffer(GL_ARRAY_BUFFER, item.motion, vertices, usage);
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
  item.edge_vertex_array = gl::make_vertex_array();
  item.edge_index_count = static_cast<GLsizei>(edges.size() * 2);
  glBindVertexArray(item.edge_vertex_array.get());
  fill_buffer<std::array<std::uint32_t, 2>>(GL_ELEMENT_ARRAY_BUFFER, item.edges, edges, GL_STATIC_DRAW);
  describe_vertices(item);
}

GpuScene upload_scene(const Scene& scene, std::span<const std::optional<Image>> textures) {
  GpuScene state;
  Image white(1, 1);
  std::fill(white.rgba.begin(), white.rgba.end(), std::uint8_t{255});
  state.white = upload_texture(white);
  std::vector<Coverage> coverages(scene.textures.size(), Coverage::opaque);
  for (std::size_t t = 0; t < scene.textures.size(); ++t) {
    const bool present = t < textures.size() && textures[t].has_value();
    if (present) coverages[t] = coverage_of(*textures[t]);
    state.textures.push_back(present ? upload_texture(*textures[t]) : gl::Texture());
  }

  const auto material_of = [&](std::uint32_t index) {
    const Material* material = index == kNone ? nullptr : &scene.materials[index];
    const std::uint32_t texture = material == nullptr ? kNone : material->base_color_texture;
    if (texture == kNone)
      return gpu_material(scene, material, TextureState::none, Coverage::opaque, state.white.get());
    if (state.textures[texture].get() == 0)
      return gpu_material(scene, material, TextureState::missing, Coverage::opaque, state.white.get());
    return gpu_material(scene, material, TextureState::present, coverages[texture],
                        state.textures[texture].get());
  };
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      const std::vector<Primitive>& primitives = scene.meshes[instance.mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        DrawItem item = upload_primitive(scene, primitives[p], is_skinned(instance, primitives[p]));
        item.node = n;
        item.instance = i;
        item.primitive = p;
        for (std::size_t s = 0; s < item.surfaces.size(); ++s)
          item.surfaces[s].material =
              material_of(s < primitives[p].materials.size() ? primitives[p].materials[s] : kNone);
        state.items.push_back(std::move(item));
      }
    }
  const Vec3d size = pose_bounds(scene, rest_pose(scene)).size();
  state.extent = std::max({size.x, size.y, size.z});
  if (!(state.extent > 0)) state.extent = 1;
  return state;
}

}  // namespace skelter

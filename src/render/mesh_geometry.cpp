#include "render/mesh_geometry.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "render/gpu_scene.h"
#include "render/material_look.h"
#include "skelter/d3dx/bone_palette.h"
#include "skelter/skinning/gpu.h"

namespace skelter {
namespace {

// Twelve bones always suffice for a face of vertices with four influences; the shader has room for them.
constexpr std::uint32_t kMostBlendBones = 12;

const void* at(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);
}

void floats(GLuint attribute, GLint count, std::size_t stride, std::size_t offset) {
  glVertexAttribPointer(attribute, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), at(offset));
  glEnableVertexAttribArray(attribute);
}

void integers(GLuint attribute, GLint count, GLenum type, std::size_t stride, std::size_t offset) {
  glVertexAttribIPointer(attribute, count, type, static_cast<GLsizei>(stride), at(offset));
  glEnableVertexAttribArray(attribute);
}

void describe_motion(GLuint buffer) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  floats(0, 3, sizeof(MotionVertex), offsetof(MotionVertex, position));
  floats(1, 3, sizeof(MotionVertex), offsetof(MotionVertex, normal));
}

void describe_appearance(GLuint buffer) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  floats(2, 2, sizeof(AppearanceVertex), offsetof(AppearanceVertex, uv));
  glVertexAttribPointer(3, 4, GL_UNSIGNED_SHORT, GL_TRUE, sizeof(AppearanceVertex),
                        at(offsetof(AppearanceVertex, color)));
  glEnableVertexAttribArray(3);
}

void describe_detail(GLuint buffer) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  floats(9, 2, sizeof(DetailVertex), offsetof(DetailVertex, uv));
  floats(10, 4, sizeof(DetailVertex), offsetof(DetailVertex, tangent));
}

constexpr std::uint32_t kPlainBytes = sizeof(MotionVertex) + sizeof(AppearanceVertex);

class GeometryMaker {
 public:
  GeometryMaker(const DrawItem& item, const Scene& scene)
      : item_(item), scene_(scene), primitive_(primitive_of(item, scene)) {
    out_.vertex_array = gl::make_vertex_array();
    glBindVertexArray(out_.vertex_array.get());
  }

  // The primitive's own vertices and triangles, one part per surface.
  void use_own_vertices(GLuint motion) {
    describe_motion(motion);
    describe_appearance(item_.appearance.get());
    if (item_.detail_kinds.any()) describe_detail(item_.detail.get());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, item_.triangles.get());
    out_.triangles = item_.triangles.get();
    out_.vertex_count = static_cast<std::uint32_t>(item_.vertex_count);
    out_.vertex_bytes = plain_bytes();
    for (std::size_t s = 0; s < item_.surfaces.size(); ++s)
      if (item_.surfaces[s].index_count > 0)
        out_.parts.push_back(
            {s, item_.surfaces[s].first_index, item_.surfaces[s].index_count, 0, out_.vertex_count, {}});
  }

  void add_written_vertices() {
    out_.buffers.push_back(gl::make_buffer());
    use_own_vertices(out_.buffers[0].get());
  }

  void add_influences() {
    item_.influences > 4 ? add_packed<GpuInfluences8>(own_influences())
                         : add_packed<GpuInfluences4>(own_influences());
  }

  Result<void> use_groups(const GeometryKey& key) {
    const SkinInfo info = make_skin_info(scene_, item_.node, item_.instance, item_.primitive);
    BlendedMeshOptions options;
    options.palette_size = key.palette_size;
    options.max_influences = key.max_influences;
    options.max_bones = 4;
    if (key.kind == GeometryKind::blend) {
      const Result<std::uint32_t> most = info.max_face_influences(primitive_.indices);
      options.max_bones = most ? std::clamp(*most, 4u, kMostBlendBones) : 4;
    }
    const FaceList faces{primitive_.indices, primitive_.triangle_slots};
    Result<BlendedMesh> mesh = key.kind == GeometryKind::blend
                                   ? to_blended_mesh(info, faces, options)
                                   : to_indexed_blended_mesh(info, faces, options);
    if (!mesh) {
      Error error = mesh.error();
      error.where.file = scene_.file;
      error.where.object = scene_.nodes[item_.node].name;
      return error;
    }
    copy_vertices(*mesh);
    if (key.kind == GeometryKind::groups) {
      const auto of_vertex = grouped_influences(*mesh);
      mesh->weights_per_vertex > 4 ? add_packed<GpuInfluences8>(of_vertex)
                                   : add_packed<GpuInfluences4>(of_vertex);
    } else {
      add_stored_weights(*mesh);
    }
    return {};
  }

  MeshGeometry take() {
    glBindVertexArray(0);
    return std::move(out_);
  }

 private:
  template <class T>
  GLuint add_buffer(const std::vector<T>& values, GLenum kind = GL_ARRAY_BUFFER) {
    out_.buffers.push_back(gl::make_buffer());
    fill_buffer<T>(kind, out_.buffers.back(), values, GL_STATIC_DRAW);
    return out_.buffers.back().get();
  }

  // Influences on the whole palette; vertices without any follow the entry after the joints, the node's.
  std::vector<std::vector<PaletteWeight>> own_influences() const {
    std::vector<std::vector<PaletteWeight>> of_vertex(item_.vertex_count);
    const auto node_entry = static_cast<std::uint32_t>(item_.entry_bounds.size() - 1);
    for (std::size_t v = 0; v < of_vertex.size(); ++v) {
      if (item_.skinned)
        for (std::uint32_t i = primitive_.influence_begin[v]; i < primitive_.influence_begin[v + 1]; ++i)
          of_vertex[v].push_back({primitive_.influences[i].joint, primitive_.influences[i].weight});
      if (of_vertex[v].empty()) of_vertex[v].push_back({node_entry, 1});
    }
    return of_vertex;
  }

  static std::vector<std::vector<PaletteWeight>> grouped_influences(const BlendedMesh& mesh) {
    std::vector<std::vector<PaletteWeight>> of_vertex(mesh.old_vertex.size());
    for (std::uint32_t v = 0; v < of_vertex.size(); ++v)
      for (std::uint32_t i = 0; i < mesh.weights_per_vertex; ++i)
        of_vertex[v].push_back({mesh.palette_indices[v * mesh.weights_per_vertex + i], mesh.weight(v, i)});
    return of_vertex;
  }

  template <class Packed>
  void add_packed(const std::vector<std::vector<PaletteWeight>>& of_vertex) {
    std::vector<Packed> packed(of_vertex.size());
    std::size_t most = 1;
    for (const auto& influences : of_vertex) most = std::max(most, influences.size());
    out_.influences = static_cast<std::uint32_t>(std::min(most, std::size(Packed{}.entries)));
    // Skins have at most 65535 joints, and every vertex has a weight above 0: nothing is refused.
    for (std::size_t v = 0; v < packed.size(); ++v) (void)pack_influences(of_vertex[v], packed[v]);
    add_buffer(packed);
    integers(4, 4, GL_UNSIGNED_SHORT, sizeof(Packed), offsetof(Packed, entries));
    floats(5, 4, sizeof(Packed), offsetof(Packed, weights));
    if constexpr (sizeof(Packed) == sizeof(GpuInfluences8)) {
      integers(6, 4, GL_UNSIGNED_SHORT, sizeof(Packed),
               offsetof(Packed, entries) + 4 * sizeof(std::uint16_t));
      floats(7, 4, sizeof(Packed), offsetof(Packed, weights) + 4 * sizeof(float));
    }
    out_.vertex_bytes += sizeof(Packed);
  }

  std::uint32_t plain_bytes() const {
    return kPlainBytes + (item_.detail_kinds.any() ? std::uint32_t{sizeof(DetailVertex)} : 0);
  }

  void copy_details(const BlendedMesh& mesh) {
    const std::vector<DetailVertex> details = details_of(primitive_);
    std::vector<DetailVertex> copied;
    for (const std::uint32_t old : mesh.old_vertex) copied.push_back(details[old]);
    describe_detail(add_buffer(copied));
  }

  void copy_vertices(const BlendedMesh& mesh) {
    const std::vector<MotionVertex> motion = rest_vertices(primitive_);
    const std::vector<AppearanceVertex> appearance = appearance_of(primitive_, scene_.linear_colors);
    std::vector<MotionVertex> copied_motion;
    std::vector<AppearanceVertex> copied_appearance;
    for (const std::uint32_t old : mesh.old_vertex) {
      copied_motion.push_back(motion[old]);
      copied_appearance.push_back(appearance[old]);
    }
    describe_motion(add_buffer(copied_motion));
    describe_appearance(add_buffer(copied_appearance));
    if (item_.detail_kinds.any()) copy_details(mesh);
    out_.triangles = add_buffer(mesh.indices, GL_ELEMENT_ARRAY_BUFFER);
    if (item_.morph_targets > 0) {
      add_buffer(mesh.old_vertex);
      integers(8, 1, GL_UNSIGNED_INT, sizeof(std::uint32_t), 0);
    }
    out_.old_vertex = mesh.old_vertex;
    out_.vertex_count = static_cast<std::uint32_t>(mesh.old_vertex.size());
    out_.vertex_bytes = plain_bytes();
    for (const BoneCombination& group : mesh.combinations)
      out_.parts.push_back({group.material,
                            std::size_t{group.first_face} * 3,
                            std::size_t{group.face_count} * 3,
                            group.first_vertex,
                            group.vertex_count,
                            {group.bones.begin(), group.bones.begin() + group.bone_count()}});
  }

  // Weights but the last, four to an attribute, and then the byte indices if there are any.
  void add_stored_weights(const BlendedMesh& mesh) {
    const std::uint32_t stored = mesh.weights_per_vertex - 1;
    const bool indexed = !mesh.palette_indices.empty();
    const std::uint32_t index_bytes = indexed ? (mesh.weights_per_vertex + 3) / 4 * 4 : 0;
    const std::size_t stride = stored * sizeof(float) + index_bytes;
    out_.influences = mesh.weights_per_vertex;
    out_.vertex_bytes += static_cast<std::uint32_t>(stride);
    if (stride == 0) return;
    std::vector<std::byte> bytes(stride * mesh.old_vertex.size());
    for (std::size_t v = 0; v < mesh.old_vertex.size(); ++v) {
      std::memcpy(&bytes[v * stride], mesh.stored_weights.data() + v * stored, stored * sizeof(float));
      if (indexed)
        std::memcpy(&bytes[v * stride + stored * sizeof(float)],
                    &mesh.palette_indices[v * mesh.weights_per_vertex], mesh.weights_per_vertex);
    }
    add_buffer(bytes);
    const auto weights = [&](GLuint attribute, std::uint32_t first) {
      if (stored > first)
        floats(attribute, static_cast<GLint>(std::min(stored - first, 4u)), stride, first * sizeof(float));
    };
    if (!indexed) {
      for (GLuint i = 0; i < 3; ++i) weights(4 + i, 4 * i);
      return;
    }
    integers(4, 4, GL_UNSIGNED_BYTE, stride, stored * sizeof(float));
    weights(5, 0);
    if (index_bytes > 4) integers(6, 4, GL_UNSIGNED_BYTE, stride, stored * sizeof(float) + 4);
    weights(7, 4);
  }

  const DrawItem& item_;
  const Scene& scene_;
  const Primitive& primitive_;
  MeshGeometry out_;
};

}  // namespace

Result<MeshGeometry> make_geometry(const DrawItem& item, const Scene& scene, const GeometryKey& key) {
  GeometryMaker maker(item, scene);
  switch (key.kind) {
    case GeometryKind::rest:
      maker.use_own_vertices(item.motion.get());
      break;
    case GeometryKind::influences:
      maker.use_own_vertices(item.motion.get());
      maker.add_influences();
      break;
    case GeometryKind::written:
      maker.add_written_vertices();
      break;
    default:
      if (Result<void> grouped = maker.use_groups(key); !grouped) return grouped.error();
  }
  return maker.take();
}

void write_vertices(const MeshGeometry& geometry, std::span<const MotionVertex> vertices) {
  fill_buffer(GL_ARRAY_BUFFER, geometry.buffers[0], vertices, GL_STREAM_DRAW);
}

void describe_colors(const DrawItem& item, MeshGeometry& geometry) {
  if (geometry.colors_shown == item.colors_shown) return;
  geometry.colors_shown = item.colors_shown;
  glBindVertexArray(geometry.vertex_array.get());
  if (!item.colors_shown) {
    describe_appearance(item.appearance.get());
    return;
  }
  glBindBuffer(GL_ARRAY_BUFFER, item.shown_colors.get());
  glVertexAttribPointer(3, 4, GL_UNSIGNED_SHORT, GL_TRUE, 4 * sizeof(std::uint16_t), nullptr);
}

std::vector<MotionVertex> rest_vertices(const Primitive& primitive) {
  std::vector<MotionVertex> vertices(primitive.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    vertices[v] = {primitive.positions[v], primitive.normals.empty() ? Vec3{} : primitive.normals[v]};
  return vertices;
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

std::vector<DetailVertex> details_of(const Primitive& primitive) {
  std::vector<DetailVertex> vertices(primitive.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (primitive.uvs.size() > 1 && !primitive.uvs[1].empty()) vertices[v].uv = primitive.uvs[1][v];
    if (!primitive.tangents.empty()) vertices[v].tangent = primitive.tangents[v];
  }
  return vertices;
}

}  // namespace skelter

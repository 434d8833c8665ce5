#include "render/model/mesh_geometry.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "render/look/material_look.h"
#include "render/model/gpu_scene.h"
#include "skelter/skinning/gpu.h"

namespace skelter {
namespace {

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
  GeometryMaker(const DrawItem& item, const GpuModel& model)
      : item_(item), mesh_(item.mesh->mesh), model_(model) {
    out_.vertex_array = gl::make_vertex_array();
    glBindVertexArray(out_.vertex_array.get());
  }

  // Uses the mesh's own vertices and triangles, with one part per surface.
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
    item_.influences > 4 ? add_packed<GpuInfluences<8>>(influences_of(mesh_))
                         : add_packed<GpuInfluences<4>>(influences_of(mesh_));
  }

  Result<void> use_groups(const GeometryKey& key) {
    std::vector<std::vector<Influence>> of_vertex;
    Result<GroupedMesh> mesh =
        key.variant != nullptr ? key.variant->group(variant_mesh(item_), key.palette_size, key.max_influences)
                               : group_faces(key.palette_size, of_vertex);
    if (!mesh) {
      Error error = mesh.error();
      error.where.file = model_.shape.file;
      for (const ModelJoint& joint : model_.shape.joints)
        if (joint.node == item_.skin->node) error.where.object = joint.name;
      return error;
    }
    copy_vertices(*mesh);
    if (key.variant != nullptr)
      add_fields(*mesh);
    else
      item_.influences > 4 ? add_packed<GpuInfluences<8>>(of_vertex)
                           : add_packed<GpuInfluences<4>>(of_vertex);
    out_.parts = std::move(mesh->parts);
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

  // Groups faces (or lines, or points) in order. A group ends if the next face would exceed the bone limit.
  // `of_vertex` receives the weights of the new vertices, with indices of the group's bones.
  Result<GroupedMesh> group_faces(std::uint32_t palette_size,
                                  std::vector<std::vector<Influence>>& of_vertex) const {
    GroupedMesh out;
    const auto influences = influences_of(mesh_);
    for (std::size_t s = 0; s < item_.surfaces.size(); ++s) {
      std::set<std::uint32_t> bones;                  // bones of the group
      std::map<std::uint32_t, std::uint32_t> copies;  // vertex copies in the group
      const GLenum mode = item_.surfaces[s].mode;
      const std::size_t size = mode == GL_TRIANGLES ? 3 : mode == GL_LINES ? 2 : 1;
      const std::span<const std::uint32_t> faces =
          mode == GL_TRIANGLES
              ? mesh_.indices.subspan(item_.surfaces[s].first_index, item_.surfaces[s].index_count)
          : mode == GL_LINES ? item_.mesh->lines
                             : item_.mesh->points;
      for (std::size_t f = 0; f < faces.size() / size; ++f) {
        const std::uint32_t* corners = &faces[size * f];
        std::set<std::uint32_t> of_face;
        for (std::size_t c = 0; c < size; ++c)
          for (const Influence& w : influences[corners[c]]) of_face.insert(w.joint);
        if (of_face.size() > palette_size)
          return Error{Status::invalid_argument,
                       "render.skinning",
                       "face " + std::to_string(f) + " is moved by " + std::to_string(of_face.size()) +
                           " bones; expected at most " + std::to_string(palette_size) + ", the palette size",
                       {}};
        bones.insert(of_face.begin(), of_face.end());
        if (copies.empty() || bones.size() > palette_size) {
          bones = std::move(of_face);
          copies.clear();
          out.parts.push_back(
              {s, out.indices.size(), 0, static_cast<std::uint32_t>(out.old_vertex.size()), 0, {}});
        }
        GeometryPart& part = out.parts.back();
        part.bones.assign(bones.begin(), bones.end());
        part.index_count += size;
        for (std::size_t c = 0; c < size; ++c) {
          const auto [copy, is_new] = copies.emplace(corners[c], part.first_vertex + part.vertex_count);
          out.indices.push_back(copy->second);
          if (!is_new) continue;
          out.old_vertex.push_back(corners[c]);
          ++part.vertex_count;
        }
      }
    }
    for (const GeometryPart& part : out.parts)
      for (std::uint32_t v = 0; v < part.vertex_count; ++v)
        for (Influence& w : of_vertex.emplace_back(influences[out.old_vertex[part.first_vertex + v]]))
          w.joint = static_cast<std::uint32_t>(
              std::lower_bound(part.bones.begin(), part.bones.end(), w.joint) - part.bones.begin());
    return out;
  }

  template <class Packed>
  void add_packed(const std::vector<std::vector<Influence>>& of_vertex) {
    std::vector<Packed> packed(of_vertex.size());
    std::size_t most = 1;
    for (const auto& influences : of_vertex) most = std::max(most, influences.size());
    out_.influences = static_cast<std::uint32_t>(std::min(most, std::size(Packed{}.entries)));
    // This cannot fail, because skins have at most 65535 joints, and every vertex has a weight above 0.
    for (std::size_t v = 0; v < packed.size(); ++v) (void)pack_influences(of_vertex[v], packed[v]);
    add_buffer(packed);
    integers(4, 4, GL_UNSIGNED_SHORT, sizeof(Packed), offsetof(Packed, entries));
    floats(5, 4, sizeof(Packed), offsetof(Packed, weights));
    if constexpr (sizeof(Packed) == sizeof(GpuInfluences<8>)) {
      integers(6, 4, GL_UNSIGNED_SHORT, sizeof(Packed),
               offsetof(Packed, entries) + 4 * sizeof(std::uint16_t));
      floats(7, 4, sizeof(Packed), offsetof(Packed, weights) + 4 * sizeof(float));
    }
    out_.vertex_bytes += sizeof(Packed);
  }

  std::uint32_t plain_bytes() const {
    return kPlainBytes + (item_.detail_kinds.any() ? std::uint32_t{sizeof(DetailVertex)} : 0);
  }

  void copy_details(const GroupedMesh& mesh) {
    const std::vector<DetailVertex> details = details_of(mesh_);
    std::vector<DetailVertex> copied;
    for (const std::uint32_t old : mesh.old_vertex) copied.push_back(details[old]);
    describe_detail(add_buffer(copied));
  }

  void copy_vertices(const GroupedMesh& mesh) {
    const std::vector<MotionVertex> motion = rest_vertices(mesh_);
    const std::vector<AppearanceVertex> appearance = appearance_of(mesh_, model_.shape.linear_colors);
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
  }

  void add_fields(const GroupedMesh& mesh) {
    out_.influences = mesh.influences;
    out_.vertex_bytes += static_cast<std::uint32_t>(mesh.stride);
    add_buffer(mesh.field_bytes);
    for (const GroupedMesh::Field& f : mesh.fields)
      f.bytes ? integers(f.attribute, static_cast<GLint>(f.count), GL_UNSIGNED_BYTE, mesh.stride, f.offset)
              : floats(f.attribute, static_cast<GLint>(f.count), mesh.stride, f.offset);
  }

  const DrawItem& item_;
  const SkinnedMesh& mesh_;
  const GpuModel& model_;
  MeshGeometry out_;
};

}  // namespace

SkinningVariant::Mesh variant_mesh(const DrawItem& item) {
  return {item.mesh->mesh, influences_of(item.mesh->mesh)};
}

Result<MeshGeometry> make_geometry(const DrawItem& item, const GpuModel& model, const GeometryKey& key) {
  GeometryMaker maker(item, model);
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

}  // namespace skelter

// Writes one Mesh object: vertices, faces, normals, texture coordinates, colours, materials, skin.

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_map>

#include "formats/x/axes.h"
#include "formats/x/read/vertex_data.h"
#include "formats/x/write/scene_writer.h"
#include "scene/internal/words.h"

namespace skelter::x {
namespace {

// Polygons of a primitive, with corners in file order.
struct Polygons {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> corners;  // vertices, including copies
  std::vector<std::uint32_t> slots;    // one per polygon
};

Polygons polygons_of(const Primitive& primitive, bool mirrored_frame) {
  Polygons polygons;
  const std::size_t triangles = primitive.indices.size() / 3;
  std::size_t triangle = 0;
  for (std::size_t face = 0; triangle < triangles; ++face) {
    const std::uint32_t size = primitive.face_corners.empty() ? 3 : primitive.face_corners[face];
    polygons.sizes.push_back(size);
    polygons.slots.push_back(primitive.triangle_slots.empty() ? 0 : primitive.triangle_slots[triangle]);
    for (std::uint32_t t = 0; t + 2 < size; ++t, ++triangle) {
      std::uint32_t corners[3] = {primitive.indices[3 * triangle], primitive.indices[3 * triangle + 1],
                                  primitive.indices[3 * triangle + 2]};
      if (!mirrored_frame) reverse_winding(corners);
      if (t == 0) polygons.corners.insert(polygons.corners.end(), corners, corners + 2);
      polygons.corners.push_back(corners[2]);
    }
  }
  return polygons;
}

// Whether a reader that splits vertices by normals would recreate the same copies in the same order.
bool splits_again(const Primitive& primitive, const Polygons& polygons) {
  const auto sources = static_cast<std::uint32_t>(primitive.source_vertices);
  const auto vertices = static_cast<std::uint32_t>(primitive.positions.size());
  if (sources == vertices) return true;
  if (primitive.normals.empty() || primitive.normals_generated) return false;
  std::vector<bool> seen(vertices, false);
  std::unordered_multimap<std::uint32_t, std::uint32_t> of_source;  // vertices of each source seen so far
  std::uint32_t next_copy = sources;
  for (const std::uint32_t corner : polygons.corners) {
    if (seen[corner]) continue;
    seen[corner] = true;
    const std::uint32_t source = primitive.source_vertex[corner];
    const auto [first, last] = of_source.equal_range(source);
    const bool source_is_seen = first != last;
    if (source_is_seen ? corner != next_copy++ : corner != source) return false;
    for (auto other = first; other != last; ++other)
      if (primitive.normals[other->second] == primitive.normals[corner]) return false;
    of_source.emplace(source, corner);
  }
  return next_copy == vertices;
}

class MeshWriter {
 public:
  MeshWriter(SceneWriter& writer, MaterialWriter& materials, const MeshObject& object)
      : writer_(writer),
        sink_(writer.sink),
        materials_(materials),
        object_(object),
        primitive_(writer.scene.meshes[object.mesh].primitives[object.primitive]),
        polygons_(polygons_of(primitive_, object.mirrored_frame)),
        keeps_sources_(splits_again(primitive_, polygons_)),
        declared_(declared_vertex_data(primitive_)) {}

  void write(Identity identity) {
    label_ = label_of("Mesh", identity.name, object_.mesh);
    sink_.begin("Mesh", identity);
    write_vectors(primitive_.positions, vertex_count());
    write_polygons([this](std::uint32_t vertex) { return source_of(vertex); });
    if (!primitive_.normals.empty() && !primitive_.normals_generated) write_normals();
    if (!primitive_.uvs.empty()) write_texture_coordinates(primitive_.uvs[0]);
    if (!primitive_.colors.empty()) write_colors();
    if (!declared_.empty()) write_decl_data(sink_, declared_, vertex_count());
    if (has_materials()) write_materials();
    if (object_.skin != kNone) write_skin(writer_.scene.skins[object_.skin]);
    sink_.end();
    report_losses();
  }

 private:
  // Copies that a reader would not recreate are written as additional vertices.
  std::uint32_t vertex_count() const {
    return keeps_sources_ ? primitive_.source_vertices
                          : static_cast<std::uint32_t>(primitive_.positions.size());
  }
  std::uint32_t source_of(std::uint32_t vertex) const {
    return keeps_sources_ ? primitive_.source_of(vertex) : vertex;
  }
  std::uint32_t face_count() const { return static_cast<std::uint32_t>(polygons_.sizes.size()); }

  void write_count(std::size_t count) { sink_.integer(static_cast<std::uint32_t>(count), ";\n"); }

  void write_vectors(const std::vector<Vec3>& vectors, std::size_t count) {
    write_count(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 v = mirrored(vectors[i]);
      sink_.real(v.x, ";");
      sink_.real(v.y, ";");
      sink_.real(v.z, i + 1 < count ? ";,\n" : ";;\n");
    }
  }

  template <class IndexOfVertex>
  void write_polygons(IndexOfVertex&& index_of) {
    write_count(face_count());
    const std::uint32_t* corner = polygons_.corners.data();
    for (std::size_t face = 0; face < polygons_.sizes.size(); ++face) {
      const std::uint32_t size = polygons_.sizes[face];
      sink_.integer(size, ";");
      for (std::uint32_t i = 0; i + 1 < size; ++i) sink_.integer(index_of(*corner++), ",");
      sink_.integer(index_of(*corner++), face + 1 < polygons_.sizes.size() ? ";,\n" : ";;\n");
    }
  }

  // Writes one normal per vertex, including copies. This keeps vertices distinct that differ only in their
  // normal.
  void write_normals() {
    sink_.begin("MeshNormals");
    write_vectors(primitive_.normals, primitive_.normals.size());
    write_polygons([](std::uint32_t vertex) { return vertex; });
    sink_.end();
  }

  void write_texture_coordinates(const std::vector<Vec2>& uvs) {
    sink_.begin("MeshTextureCoords");
    write_count(vertex_count());
    for (std::uint32_t v = 0; v < vertex_count(); ++v) {
      sink_.real(uvs[v].x, ";");
      sink_.real(uvs[v].y, v + 1 < vertex_count() ? ";,\n" : ";;\n");
    }
    sink_.end();
  }

  void write_colors() {
    sink_.begin("MeshVertexColors");
    write_count(vertex_count());
    for (std::uint32_t v = 0; v < vertex_count(); ++v) {
      const Vec4& color = primitive_.colors[v];
      sink_.integer(v, ";");
      sink_.real(color.x, ";");
      sink_.real(color.y, ";");
      sink_.real(color.z, ";");
      sink_.real(color.w, v + 1 < vertex_count() ? ";;,\n" : ";;;\n");
    }
    sink_.end();
  }

  // A list of only default materials is equivalent to no list.
  bool has_materials() const {
    return std::any_of(primitive_.materials.begin(), primitive_.materials.end(),
                       [](std::uint32_t material) { return material != kNone; });
  }

  void write_materials() {
    sink_.begin("MeshMaterialList");
    write_count(primitive_.materials.size());
    // D3DX accepts one index for all faces; other readers need one per face.
    write_count(face_count());
    write_list(polygons_.slots,
               [this](std::uint32_t slot, std::string_view after) { sink_.integer(slot, after); });
    for (const std::uint32_t material : primitive_.materials) materials_.write_entry(material);
    sink_.end();
  }

  template <class T, class Put>
  static void write_list(const std::vector<T>& values, Put&& put) {
    constexpr std::size_t kPerLine = 16;
    for (std::size_t i = 0; i < values.size(); ++i)
      put(values[i], i + 1 == values.size() ? ";\n" : i % kPerLine == kPerLine - 1 ? ",\n" : ",");
  }

  // --- skin ---

  struct JointWeights {
    std::vector<std::uint32_t> vertices;
    std::vector<float> weights;
  };

  std::span<const Influence> influences_of(std::uint32_t vertex) const {
    if (primitive_.influence_begin.empty()) return {};
    const std::uint32_t begin = primitive_.influence_begin[vertex],
                        end = primitive_.influence_begin[vertex + 1];
    return std::span(primitive_.influences).subspan(begin, end - begin);
  }

  void write_skin(const Skin& skin) {
    std::vector<JointWeights> of_joint(skin.joints.size());
    std::size_t most_per_vertex = 0;
    for (std::uint32_t v = 0; v < vertex_count(); ++v) {
      most_per_vertex = std::max(most_per_vertex, influences_of(v).size());
      for (const Influence& influence : influences_of(v)) {
        of_joint[influence.joint].vertices.push_back(v);
        of_joint[influence.joint].weights.push_back(influence.weight);
      }
    }
    sink_.begin("XSkinMeshHeader");
    sink_.integer(word(most_per_vertex), ";\n");
    sink_.integer(word(most_joints_of_a_face()), ";\n");
    sink_.integer(word(skin.joints.size()), ";\n");
    sink_.end();
    for (std::size_t joint = 0; joint < skin.joints.size(); ++joint)
      write_joint(skin.joints[joint], of_joint[joint]);
  }

  // The header stores 16-bit numbers, so larger counts are clamped. Readers count the weights themselves.
  static std::uint32_t word(std::size_t count) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(count, 65535));
  }

  std::size_t most_joints_of_a_face() const {
    std::size_t most = 0;
    std::vector<std::uint32_t> joints;
    const std::uint32_t* corner = polygons_.corners.data();
    for (const std::uint32_t size : polygons_.sizes) {
      joints.clear();
      for (std::uint32_t i = 0; i < size; ++i)
        for (const Influence& influence : influences_of(*corner++)) joints.push_back(influence.joint);
      std::sort(joints.begin(), joints.end());
      joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
      most = std::max(most, joints.size());
    }
    return most;
  }

  void write_joint(const Joint& joint, const JointWeights& influences) {
    sink_.begin("SkinWeights");
    sink_.text(writer_.is_frame(joint.node) ? writer_.frame_name(joint.node)
                                            : writer_.spelled(joint.name, "SkinWeights"),
               ";\n");
    write_count(influences.vertices.size());
    write_list(influences.vertices,
               [this](std::uint32_t v, std::string_view after) { sink_.integer(v, after); });
    write_list(influences.weights,
               [this](float weight, std::string_view after) { sink_.real(weight, after); });
    write_matrix(sink_, joint.joint_from_mesh, ";;\n");
    sink_.end();
  }

  void report_losses() {
    if (!primitive_.morphs.empty())
      writer_.lose("x.morph-targets", label_,
                   fmt::format("{} morph targets, which .x cannot hold; dropped", primitive_.morphs.size()));
    if (!keeps_sources_)
      writer_.lose(
          "x.sources-lost", label_,
          fmt::format(
              "{} vertices are copies that a reader would not make again; written as separate vertices",
              primitive_.positions.size() - primitive_.source_vertices));
    for (const std::string& attribute : attributes_without_usage(primitive_))
      writer_.lose("x.attribute-dropped", label_,
                   fmt::format("vertex attribute {}, which has no Direct3D usage; dropped", attribute));
    if (object_.skin == kNone && !primitive_.influences.empty())
      writer_.lose("x.weights-without-skin", label_, "weights without a skin; dropped");
  }

  SceneWriter& writer_;
  Sink& sink_;
  MaterialWriter& materials_;
  MeshObject object_;
  const Primitive& primitive_;
  Polygons polygons_;
  bool keeps_sources_;
  std::vector<VertexDataElement> declared_;
  std::string label_;
};

}  // namespace

void write_mesh(SceneWriter& writer, MaterialWriter& materials, const MeshObject& object, Identity identity) {
  MeshWriter(writer, materials, object).write(identity);
}

}  // namespace skelter::x

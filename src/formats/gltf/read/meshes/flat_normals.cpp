// Creates flat normals for files without normals, as glTF 2.0, section 3.7.2.1, requires.

#include <algorithm>

#include "formats/gltf/read/meshes/primitive.h"

namespace skelter::gltf {
namespace {

constexpr double kSameNormal = 1 - 1e-6;       // minimum cosine between triangles of one face
constexpr std::size_t kMaxCopiesCompared = 8;  // per vertex, so that the apex of a large fan stays cheap

// Gives each vertex one normal. Splits vertices that are shared by faces with different directions.
class FlatNormals {
 public:
  explicit FlatNormals(const Primitive& primitive)
      : primitive_(primitive),
        before_(primitive.positions.size(), kNone),
        indices(primitive.indices),
        normals(primitive.positions.size()) {
    for (std::size_t t = 0; t + 2 < indices.size(); t += 3) add_triangle(&indices[t]);
  }

 private:
  void add_triangle(std::uint32_t* corners) {
    const Vec3d a = to_double(primitive_.positions[corners[0]]);
    const Vec3d across = cross(to_double(primitive_.positions[corners[1]]) - a,
                               to_double(primitive_.positions[corners[2]]) - a);
    const Vec3 normal = skelter::to_float(normalized(across));
    if (normal == Vec3{}) return;
    for (std::size_t c = 0; c < 3; ++c) corners[c] = vertex_with(corners[c], normal);
  }

  // Returns the vertex with that source and normal. The copies of a source form a chain, latest first.
  std::uint32_t vertex_with(std::uint32_t source, const Vec3& normal) {
    if (normals[source] == Vec3{}) {
      normals[source] = normal;
      return source;
    }
    std::uint32_t vertex = latest_of(source);
    for (std::size_t i = 0; i < kMaxCopiesCompared && vertex != kNone; ++i, vertex = before_[vertex])
      if (dot(to_double(normals[vertex]), to_double(normal)) > kSameNormal) return vertex;
    const auto copy = static_cast<std::uint32_t>(normals.size());
    normals.push_back(normal);
    before_.push_back(latest_of(source));
    sources.push_back(source);
    latest_.resize(primitive_.positions.size(), kNone);
    latest_[source] = copy;
    return copy;
  }
  std::uint32_t latest_of(std::uint32_t source) const {
    return latest_.empty() || latest_[source] == kNone ? source : latest_[source];
  }

  const Primitive& primitive_;
  std::vector<std::uint32_t> before_;  // per vertex: the previous copy, kNone for sources
  std::vector<std::uint32_t> latest_;  // per source: its latest copy

 public:
  std::vector<std::uint32_t> indices;
  std::vector<Vec3> normals;           // zero for vertices without a triangle of non-zero area
  std::vector<std::uint32_t> sources;  // for the copies, which follow the primitive's own vertices
};

template <class T>
void append_copies(std::vector<T>& values, const std::vector<std::uint32_t>& sources) {
  if (values.empty()) return;
  values.reserve(values.size() + sources.size());
  for (const std::uint32_t source : sources) values.push_back(T(values[source]));
}

void append_copied_influences(Primitive& p, const std::vector<std::uint32_t>& sources) {
  if (p.influence_begin.empty()) return;
  for (const std::uint32_t source : sources) {
    for (std::uint32_t i = p.influence_begin[source]; i < p.influence_begin[source + 1]; ++i)
      p.influences.push_back(Influence(p.influences[i]));
    p.influence_begin.push_back(static_cast<std::uint32_t>(p.influences.size()));
  }
}

void append_vertices_of(Primitive& p, const std::vector<std::uint32_t>& sources) {
  for (std::uint32_t v = 0; v < p.positions.size(); ++v) p.source_vertex.push_back(v);
  p.source_vertex.insert(p.source_vertex.end(), sources.begin(), sources.end());
  append_copies(p.positions, sources);
  for (std::vector<Vec2>& uvs : p.uvs) append_copies(uvs, sources);
  append_copies(p.colors, sources);
  for (VertexAttribute& extra : p.extra)
    for (const std::uint32_t source : sources)
      for (std::size_t c = 0; c < extra.components; ++c)
        extra.values.push_back(float(extra.values[source * extra.components + c]));
  for (MorphTarget& morph : p.morphs)
    for (std::vector<Vec3>* offsets :
         {&morph.position_offsets, &morph.normal_offsets, &morph.tangent_offsets})
      append_copies(*offsets, sources);
  append_copied_influences(p, sources);
}

std::uint64_t vertex_bytes(const Primitive& p) {
  std::uint64_t bytes = 2 * sizeof(Vec3) + sizeof(Vec4) + 2 * sizeof(std::uint32_t);
  bytes += p.uvs.size() * sizeof(Vec2) + p.morphs.size() * 3 * sizeof(Vec3);
  for (const VertexAttribute& extra : p.extra) bytes += extra.components * sizeof(float);
  return bytes + p.influences.size() * sizeof(Influence) / std::max<std::size_t>(p.positions.size(), 1);
}

}  // namespace

Result<void> make_flat_normals(Builder& b, PrimitiveDraft& draft) {
  Primitive& p = draft.out;
  if (!p.normals.empty() || p.indices.empty()) return {};
  if (auto taken = b.take_memory(draft.at, p.positions.size() + p.indices.size(), 2 * sizeof(Vec3)); !taken)
    return taken;
  FlatNormals flat(p);
  if (auto taken = b.take_memory(draft.at, flat.sources.size(), vertex_bytes(p)); !taken) return taken;
  if (!p.tangents.empty()) b.note("gltf.attribute", draft.attributes, "TANGENT without NORMAL; left out");
  p.tangents.clear();
  if (!flat.sources.empty()) append_vertices_of(p, flat.sources);
  p.indices = std::move(flat.indices);
  p.normals = std::move(flat.normals);
  p.normals_generated = true;
  return {};
}

}  // namespace skelter::gltf

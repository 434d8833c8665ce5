// Normals are either read from the file, one per corner, with vertices split exactly as in D3DX, or
// generated.

#include <cmath>
#include <unordered_map>

#include "formats/x/axes.h"
#include "formats/x/read/mesh_builder.h"
#include "formats/x/read/position_groups.h"

namespace skelter::x {
namespace {

struct VertexNormal {
  std::uint32_t vertex = 0;
  Vec3 normal;
  friend bool operator==(const VertexNormal&, const VertexNormal&) = default;
};
struct HashVertexNormal {
  std::size_t operator()(const VertexNormal& key) const {
    return static_cast<std::size_t>(hash_position(key.normal) * 0x9E3779B97F4A7C15u + key.vertex);
  }
};

// Walks corners in file order. A vertex keeps the first normal that it gets. For each further normal, the
// vertex is copied; copies are appended after all other vertices, and corners with the same normal share a
// copy.
class Splitter {
 public:
  Splitter(std::uint32_t vertices, std::vector<std::uint32_t>& copies)
      : first_index_(vertices, kNone), normals_(vertices), copies_(copies) {}

  // Returns the copy of the source vertex with this normal. Equal values of `index` mean equal normals.
  std::uint32_t vertex_with(std::uint32_t vertex, std::uint32_t index, const Vec3& normal) {
    if (first_index_[vertex] == kNone) {
      first_index_[vertex] = index;
      normals_[vertex] = normal;
      return vertex;
    }
    if (first_index_[vertex] == index || normals_[vertex] == normal) return vertex;
    return copy_with(vertex, normal);
  }
  std::vector<Vec3> take_normals() { return std::move(normals_); }

 private:
  // Real vertices have a handful of normals. If a file has thousands on one vertex, a hash table finds them.
  static constexpr std::uint32_t kLongChain = 32;

  std::uint32_t copy_with(std::uint32_t vertex, const Vec3& normal) {
    if (next_copy_.empty()) next_copy_.assign(first_index_.size(), kNone);
    std::uint32_t last = vertex;
    for (std::uint32_t length = 0; next_copy_[last] != kNone; ++length) {
      last = next_copy_[last];
      if (normals_[last] == normal) return last;
      if (length == kLongChain) {
        const auto [entry, is_new] =
            beyond_chain_.emplace(VertexNormal{vertex, normal}, static_cast<std::uint32_t>(normals_.size()));
        return is_new ? append(vertex, normal) : entry->second;
      }
    }
    next_copy_[last] = static_cast<std::uint32_t>(normals_.size());
    return append(vertex, normal);
  }
  std::uint32_t append(std::uint32_t vertex, const Vec3& normal) {
    normals_.push_back(normal);
    next_copy_.push_back(kNone);
    copies_.push_back(vertex);
    return static_cast<std::uint32_t>(normals_.size() - 1);
  }

  std::vector<std::uint32_t> first_index_;  // per source vertex: index of its first normal
  std::vector<Vec3> normals_;               // per vertex, including copies
  std::vector<std::uint32_t> next_copy_;    // per vertex: the next copy of the same source
  std::vector<std::uint32_t>& copies_;
  std::unordered_map<VertexNormal, std::uint32_t, HashVertexNormal> beyond_chain_;
};

// Sum of the fan's cross products: twice the face's area along its normal, in our axes.
Vec3d face_normal(const std::vector<Vec3>& positions, const std::uint32_t* corners, std::uint32_t size) {
  Vec3d sum;
  const Vec3d origin = to_double(positions[corners[0]]);
  Vec3d previous = to_double(positions[corners[1]]) - origin;
  for (std::uint32_t i = 2; i < size; ++i) {
    const Vec3d edge = to_double(positions[corners[i]]) - origin;
    sum += cross(edge, previous);  // file order is clockwise
    previous = edge;
  }
  return sum;
}

// Normalises vectors of any length except 0.
Vec3 unit(const Vec3d& v) {
  const double l = length(v);
  return l > 0 ? to_float(v * (1 / l)) : Vec3{};
}

// Averages the normals of all faces that meet at a position, weighted by area. Returns zero for vertices
// without a face.
std::vector<Vec3> smooth_normals(const std::vector<Vec3>& positions, const FaceList& faces) {
  const std::vector<std::uint32_t> group = group_by_position(positions);
  std::vector<Vec3d> sums(positions.size());
  const std::uint32_t* corners = faces.corners.data();
  for (std::uint32_t face = 0; face < faces.count; ++face) {
    const std::uint32_t size = faces.size(face);
    const Vec3d normal = face_normal(positions, corners, size);
    for (std::uint32_t i = 0; i < size; ++i) sums[group[corners[i]]] += normal;
    corners += size;
  }
  std::vector<Vec3> normals(positions.size());
  for (const std::uint32_t vertex : faces.corners) normals[vertex] = unit(sums[group[vertex]]);
  return normals;
}

// The file's normals in our axes. Unit normals keep their bits when written and read.
struct FileNormals {
  std::vector<Vec3> values;
  std::uint64_t far_from_unit = 0;
  std::uint64_t zero = 0;
};
FileNormals read_unit_normals(SceneBuilder& b, std::uint32_t object, Words words) {
  FileNormals normals;
  warn_not_finite(b, object, read_mirrored(words, normals.values));
  for (Vec3& normal : normals.values) {
    const Vec3d v = to_double(normal);
    const double squared = dot(v, v);
    if (std::abs(squared - 1) <= 2e-6) continue;  // length within 1e-6 of 1
    const double l = std::sqrt(squared);
    if (!(l > 0))
      ++normals.zero;
    else if (std::abs(l - 1) > 1e-2)
      ++normals.far_from_unit;
    normal = unit(v);
  }
  return normals;
}

Result<void> check_same_faces(const SceneBuilder& b, std::uint32_t object, const FaceList& normals,
                              const FaceList& faces) {
  if (normals.sizes == faces.sizes) return {};
  for (std::uint32_t face = 0; face < faces.count; ++face)
    if (normals.size(face) != faces.size(face))
      return b.error("x.normals-do-not-fit", object,
                     "face " + std::to_string(face) + " has " +
                         counted(normals.size(face), "normal", "normals") + "; expected " +
                         std::to_string(faces.size(face)));
  return {};
}

}  // namespace

Result<void> read_normals(SceneBuilder& b, MeshBuilder& mesh, std::uint32_t object) {
  WordsCursor words(b.words(object));
  const std::uint32_t count = words.next();
  const Words values = words.take(std::uint64_t{count} * 3);
  const std::uint32_t faces = words.next();
  if (faces != mesh.faces.count)
    return b.error(
        "x.normals-do-not-fit", object,
        "normals for " + counted(faces, "face", "faces") + "; expected " + std::to_string(mesh.faces.count));
  if (auto taken = b.take_memory<std::uint32_t>(object, b.words(object).size()); !taken) return taken;
  Result<FaceList> listed = read_face_list(b, object, words.rest(), faces, count, "normal index");
  if (!listed) return listed.error();
  if (auto same = check_same_faces(b, object, *listed, mesh.faces); !same) return same;

  const FileNormals normals = read_unit_normals(b, object, values);
  if (normals.far_from_unit > 0)
    b.note("x.normals-not-unit", object, "length of normals is not 1; normalised", normals.far_from_unit);
  // Normals of length 0 are computed as for a mesh without normals.
  std::vector<Vec3> computed;
  if (normals.zero > 0) {
    b.note("x.zero-normal", object, "normal of length 0; computed from the faces", normals.zero);
    std::vector<Vec3> positions;
    read_mirrored(mesh.positions, positions);
    computed = smooth_normals(positions, mesh.faces);
  }

  Splitter splitter(mesh.source_vertices, mesh.copies);
  for (std::size_t i = 0; i < mesh.faces.corners.size(); ++i) {
    std::uint32_t& corner = mesh.faces.corners[i];
    const std::uint32_t index = listed->corners[i];
    const Vec3& value = normals.values[index];
    const bool is_computed = !computed.empty() && value == Vec3{};
    corner = splitter.vertex_with(corner, index, is_computed ? computed[corner] : value);
  }
  mesh.primitive.normals = splitter.take_normals();
  return {};
}

Result<void> generate_normals(SceneBuilder& b, MeshBuilder& mesh) {
  // Memory for positions, sums, groups with their table, and normals.
  constexpr std::size_t kPerVertex = sizeof(Vec3) + sizeof(Vec3d) + 20 + sizeof(Vec3);
  if (auto taken = b.take_memory(mesh.object, mesh.source_vertices, kPerVertex); !taken) return taken;
  std::vector<Vec3> positions;
  read_mirrored(mesh.positions, positions);
  mesh.primitive.normals_generated = true;
  if (!b.options.flat_normals) {
    mesh.primitive.normals = smooth_normals(positions, mesh.faces);
    return {};
  }
  Splitter splitter(mesh.source_vertices, mesh.copies);
  std::uint32_t* corner = mesh.faces.corners.data();
  for (std::uint32_t face = 0; face < mesh.faces.count; ++face) {
    const std::uint32_t size = mesh.faces.size(face);
    const Vec3 normal = unit(face_normal(positions, corner, size));
    for (std::uint32_t i = 0; i < size; ++i, ++corner) *corner = splitter.vertex_with(*corner, face, normal);
  }
  mesh.primitive.normals = splitter.take_normals();
  return {};
}

}  // namespace skelter::x

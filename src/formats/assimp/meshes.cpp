// Converts meshes. Assimp splits a mesh by material; the pieces at a node become primitives of one mesh.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/assimp/context.h"

namespace skelter::assimp {
namespace {

struct MeshRepairs {
  std::uint64_t not_finite = 0, not_unit = 0, bad_index = 0, not_faces = 0;
};

float finite_or_zero(float x, MeshRepairs& repairs) {
  if (std::isfinite(x)) return x;
  ++repairs.not_finite;
  return 0;
}

Vec3 finite_or_zero(const aiVector3D& v, MeshRepairs& repairs) {
  return {finite_or_zero(v.x, repairs), finite_or_zero(v.y, repairs), finite_or_zero(v.z, repairs)};
}

// Normalises a vector, or returns zero if it has no direction. Small deviations from unit length are not
// reported.
Vec3 unit(const Vec3& v, MeshRepairs& repairs) {
  const Vec3d d = to_double(v);
  const double size = length(d);
  if (!(size > 0) || !std::isfinite(size)) return {};
  if (std::abs(size - 1) > 0.01) ++repairs.not_unit;
  return to_float(d * (1 / size));
}

void read_normals(const aiMesh& from, bool in_file, Primitive& out, MeshRepairs& repairs) {
  if (from.mNormals == nullptr) return;
  out.normals_generated = !in_file;
  MeshRepairs ignored;  // ignored, because generated normals of points and lines are NaN
  MeshRepairs& counted = in_file ? repairs : ignored;
  for (unsigned v = 0; v < from.mNumVertices; ++v)
    out.normals.push_back(unit(finite_or_zero(from.mNormals[v], counted), counted));
}

void read_tangents(const aiMesh& from, Primitive& out, MeshRepairs& repairs) {
  if (from.mTangents == nullptr || from.mBitangents == nullptr || out.normals.empty()) return;
  for (unsigned v = 0; v < from.mNumVertices; ++v) {
    const Vec3 t = unit(finite_or_zero(from.mTangents[v], repairs), repairs);
    const Vec3 side = finite_or_zero(from.mBitangents[v], repairs);
    out.tangents.push_back({t.x, t.y, t.z, dot(cross(out.normals[v], t), side) < 0 ? -1.0f : 1.0f});
  }
}

// Assimp's v axis points up; ours points down.
void read_uvs(const aiMesh& from, Primitive& out, MeshRepairs& repairs) {
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS; ++set) {
    if (from.mTextureCoords[set] == nullptr) continue;
    std::vector<Vec2> uvs;
    uvs.reserve(from.mNumVertices);
    for (unsigned v = 0; v < from.mNumVertices; ++v) {
      const Vec3 uv = finite_or_zero(from.mTextureCoords[set][v], repairs);
      uvs.push_back({uv.x, 1 - uv.y});
    }
    out.uvs.resize(set + 1, std::vector<Vec2>(from.mNumVertices));
    out.uvs[set] = std::move(uvs);
  }
}

void read_colors(const aiMesh& from, Primitive& out, MeshRepairs& repairs) {
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_COLOR_SETS; ++set) {
    if (from.mColors[set] == nullptr) continue;
    VertexAttribute extra{"color", set, 4, {}};
    for (unsigned v = 0; v < from.mNumVertices; ++v) {
      const aiColor4D& color = from.mColors[set][v];
      const Vec4 c{finite_or_zero(color.r, repairs), finite_or_zero(color.g, repairs),
                   finite_or_zero(color.b, repairs), finite_or_zero(color.a, repairs)};
      if (set == 0)
        out.colors.push_back(c);
      else
        extra.values.insert(extra.values.end(), {c.x, c.y, c.z, c.w});
    }
    if (set != 0) out.extra.push_back(std::move(extra));
  }
}

// Assimp stores absolute positions for each target.
void read_morphs(const aiMesh& from, Primitive& out, MeshRepairs& repairs) {
  for (unsigned i = 0; i < from.mNumAnimMeshes; ++i) {
    MorphTarget morph;
    morph.position_offsets.resize(from.mNumVertices);
    const aiAnimMesh* target = from.mAnimMeshes[i];
    if (target != nullptr) morph.name = text(target->mName);
    const bool fits = target != nullptr && target->mNumVertices == from.mNumVertices;
    if (fits && target->mVertices != nullptr)
      for (unsigned v = 0; v < from.mNumVertices; ++v)
        morph.position_offsets[v] = finite_or_zero(target->mVertices[v], repairs) - out.positions[v];
    if (fits && target->mNormals != nullptr && !out.normals.empty() && !out.normals_generated)
      for (unsigned v = 0; v < from.mNumVertices; ++v)
        morph.normal_offsets.push_back(finite_or_zero(target->mNormals[v], repairs) - out.normals[v]);
    out.morphs.push_back(std::move(morph));
  }
}

void read_faces(const aiMesh& from, Primitive& out, MeshRepairs& repairs) {
  out.indices.reserve(std::size_t{3} * from.mNumFaces);
  for (unsigned f = 0; f < from.mNumFaces; ++f) {
    const aiFace& face = from.mFaces[f];
    if (face.mNumIndices != 3 || face.mIndices == nullptr) {
      ++repairs.not_faces;
      continue;
    }
    const unsigned* i = face.mIndices;
    if (i[0] >= from.mNumVertices || i[1] >= from.mNumVertices || i[2] >= from.mNumVertices)
      ++repairs.bad_index;
    else
      out.indices.insert(out.indices.end(), {i[0], i[1], i[2]});
  }
}

void report(Context& c, const std::string& object, const MeshRepairs& repairs) {
  c.warn("assimp.not-finite", object, "vertex data that is not finite; treated as 0", repairs.not_finite);
  c.warn("assimp.not-unit", object, "a normal or tangent does not have unit length; normalised",
         repairs.not_unit);
  c.warn("assimp.mesh-index", object, "a face refers to a vertex that does not exist; left out",
         repairs.bad_index);
  c.note("assimp.not-faces", object, "a point or line; left out", repairs.not_faces);
}

Primitive read_primitive(Context& c, std::uint32_t index) {
  const aiMesh& from = *c.from.mMeshes[index];
  Primitive out;
  MeshRepairs repairs;
  if (from.mVertices != nullptr)
    for (unsigned v = 0; v < from.mNumVertices; ++v)
      out.positions.push_back(finite_or_zero(from.mVertices[v], repairs));
  if (!out.positions.empty()) {
    read_normals(from, c.normals_in_file[index], out, repairs);
    read_tangents(from, out, repairs);
    read_uvs(from, out, repairs);
    read_colors(from, out, repairs);
    read_morphs(from, out, repairs);
    if (from.mFaces != nullptr) read_faces(from, out, repairs);
  }
  read_influences(c, index, out);
  if (out.indices.size() >= out.positions.size()) join_equal_vertices(out);
  out.materials = {from.mMaterialIndex < c.scene.materials.size() ? from.mMaterialIndex : kNone};
  out.source_vertices = static_cast<std::uint32_t>(out.positions.size());
  out.source_faces = static_cast<std::uint32_t>(out.indices.size() / 3);
  report(c, label_of("Mesh", text(from.mName), index), repairs);
  return out;
}

std::vector<float> rest_weights(const aiMesh& mesh) {
  std::vector<float> weights;
  for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) {
    const float weight = mesh.mAnimMeshes[i] == nullptr ? 0 : mesh.mAnimMeshes[i]->mWeight;
    weights.push_back(std::isfinite(weight) ? weight : 0);
  }
  return weights;
}

// Assimp meshes that become one mesh in the scene.
using Group = std::vector<std::uint32_t>;

bool belong_together(const Context& c, std::uint32_t a, std::uint32_t b) {
  const aiMesh &first = *c.from.mMeshes[a], &second = *c.from.mMeshes[b];
  return first.mName == second.mName && first.mNumAnimMeshes == second.mNumAnimMeshes &&
         c.mesh_skin[a] == c.mesh_skin[b];
}

std::vector<Group> groups_of(Context& c, std::uint32_t node) {
  std::vector<Group> groups;
  if (c.scene.format == "md5anim") return groups;  // the file has no meshes; Assimp adds some to show bones
  const aiNode& from = *c.nodes[node];
  std::uint64_t bad = 0;
  for (unsigned i = 0; i < from.mNumMeshes; ++i) {
    const std::uint32_t mesh = from.mMeshes[i];
    if (mesh >= c.from.mNumMeshes || c.from.mMeshes[mesh] == nullptr) {
      ++bad;
      continue;
    }
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& g) { return belong_together(c, g.front(), mesh); });
    if (group == groups.end())
      groups.push_back({mesh});
    else
      group->push_back(mesh);
  }
  c.warn("assimp.mesh-index", label_of("Node", c.scene.nodes[node].name, node),
         "refers to a mesh that does not exist; ignored", bad);
  return groups;
}

}  // namespace

void read_meshes(Context& c) {
  std::map<Group, std::uint32_t> known;
  for (std::uint32_t node = 0; node < c.nodes.size(); ++node)
    for (const Group& group : groups_of(c, node)) {
      const auto [at, is_new] = known.try_emplace(group, static_cast<std::uint32_t>(c.scene.meshes.size()));
      if (is_new) {
        Mesh mesh;
        mesh.name = text(c.from.mMeshes[group.front()]->mName);
        for (const std::uint32_t piece : group) mesh.primitives.push_back(read_primitive(c, piece));
        mesh.morph_weights = rest_weights(*c.from.mMeshes[group.front()]);
        c.scene.meshes.push_back(std::move(mesh));
      }
      c.scene.nodes[node].meshes.push_back({at->second, c.mesh_skin[group.front()]});
    }
}

}  // namespace skelter::assimp

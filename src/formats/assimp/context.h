#pragma once
// State shared by the parts of an import: Assimp's scene, the new scene, and diagnostics.

#include <assimp/scene.h>

#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scene/internal/words.h"
#include "skelter/core/result.h"
#include "skelter/formats/assimp/read.h"
#include "skelter/scene/scene.h"

namespace skelter::assimp {

struct Context {
  const aiScene& from;
  const std::string& file;
  const ReadOptions& options;
  Scene scene;

  std::vector<const aiNode*> nodes{};  // Assimp's node for each node in `scene` that has one
  // First node of each name, and the names that several nodes share.
  std::unordered_map<std::string, std::uint32_t> node_by_name{};
  std::unordered_map<std::string, std::vector<std::uint32_t>> shared_names{};  // all nodes with the name
  std::vector<bool> normals_in_file{};                                         // per Assimp mesh
  std::vector<std::vector<std::uint32_t>> mesh_bones{};  // per Assimp mesh and bone: its node
  std::vector<std::uint32_t> mesh_skin{};                // per Assimp mesh: index into scene.skins, or kNone

  void warn(std::string_view code, std::string object, std::string message, std::uint64_t count = 1) {
    if (count != 0)
      scene.diagnostics.add(Severity::warning, code, {file, 0, {}, std::move(object)}, std::move(message),
                            count);
  }
  void note(std::string_view code, std::string object, std::string message, std::uint64_t count = 1) {
    if (count != 0)
      scene.diagnostics.add(Severity::note, code, {file, 0, {}, std::move(object)}, std::move(message),
                            count);
  }
  Error error(Status status, std::string_view code, std::string object, std::string message) const {
    return {status, code, std::move(message), {file, 0, {}, std::move(object)}};
  }
  // Node of that name. If several have it, the first one, with a warning; kNone if there is none.
  std::uint32_t find_node(const std::string& name, std::string_view asked_by);
};

inline std::string text(const aiString& s) {
  return {s.data, std::min<std::size_t>(s.length, sizeof s.data - 1)};
}
// Label such as "Mesh Body", or "Mesh #3" for a mesh without a name.

inline bool finite(const aiVector3D& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline Vec3 vec3(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}
// Converts a matrix from row order and sets its last row to 0 0 0 1. False, and the identity, if not finite.
bool to_matrix(const aiMatrix4x4& from, Mat4& to);

// Parts in call order.
Result<void> read_nodes(Context& c);
void read_materials(Context& c);
void read_skins(Context& c);
void read_meshes(Context& c);
void read_clips(Context& c);
// Reads the unit and the program that wrote the file.
void read_facts(Context& c);

// Runs all parts. The extension of the file name is the format's name.
Result<Scene> convert(Context& c);

// Weights of an Assimp mesh, by vertex, with joints as in scene.skins[c.mesh_skin[mesh]].
void read_influences(Context& c, std::uint32_t mesh, Primitive& out);
// Joins vertices that are equal in all attributes: exporters list a vertex once per corner.
void join_equal_vertices(Primitive& primitive);

}  // namespace skelter::assimp

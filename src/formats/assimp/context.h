#pragma once
// State shared by the parts of an import: Assimp's scene, the scene being built, and diagnostics.

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
  // node_by_name contains the first node with each name, shared_names only names that several nodes share.
  std::unordered_map<std::string, std::uint32_t> node_by_name{};
  std::unordered_map<std::string, std::vector<std::uint32_t>> shared_names{};  // all nodes with the name
  std::vector<bool> normals_in_file{};                                         // per Assimp mesh
  std::vector<std::vector<std::uint32_t>> mesh_bones{};  // per Assimp mesh and bone: index into scene.nodes
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
  // Returns the node with that name, or kNone. If several nodes have the name, returns the first, with a
  // warning.
  std::uint32_t find_node(const std::string& name, std::string_view asked_by);
};

inline std::string text(const aiString& s) {
  return {s.data, std::min<std::size_t>(s.length, sizeof s.data - 1)};
}

inline bool finite(const aiVector3D& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline Vec3 vec3(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}
// Converts a matrix from row order and sets its last row to 0 0 0 1. If it is not finite, returns false and
// the identity.
bool to_matrix(const aiMatrix4x4& from, Mat4& to);

// The parts, in call order.
Result<void> read_nodes(Context& c);
void read_materials(Context& c);
void read_skins(Context& c);
void read_meshes(Context& c);
void read_clips(Context& c);
// Reads the unit and the program that wrote the file.
void read_facts(Context& c);

// Runs all parts. The file extension becomes the scene's format name.
Result<Scene> convert(Context& c);

// Reads the weights of an Assimp mesh per vertex. Joint indices are those of scene.skins[c.mesh_skin[mesh]].
void read_influences(Context& c, std::uint32_t mesh, Primitive& out);
// Joins vertices that are equal in all attributes, because exporters list a vertex once per corner.
void join_equal_vertices(Primitive& primitive);

}  // namespace skelter::assimp

#pragma once
// What the parts of an import share: Assimp's scene, ours, and how trouble is reported.

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

  std::vector<const aiNode*> nodes{};  // of the nodes in `scene`, those that Assimp has
  // The first node of each name, and names that several have.
  std::unordered_map<std::string, std::uint32_t> node_by_name{};
  std::unordered_map<std::string, std::vector<std::uint32_t>> shared_names{};  // all nodes of such a name
  std::vector<bool> normals_in_file{};                                         // per mesh of Assimp's
  std::vector<std::vector<std::uint32_t>> mesh_bones{};  // per mesh of Assimp's and bone its node
  std::vector<std::uint32_t> mesh_skin{};  // per mesh of Assimp's: index into scene.skins, or kNone

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
  // The node of that name, the first of several with a warning; kNone without.
  std::uint32_t find_node(const std::string& name, std::string_view asked_by);
};

inline std::string text(const aiString& s) {
  return {s.data, std::min<std::size_t>(s.length, sizeof s.data - 1)};
}
// "Mesh Body", or "Mesh #3" for one without a name.

inline bool finite(const aiVector3D& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline Vec3 vec3(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}
// Assimp stores row by row. The last row is taken as 0 0 0 1. False, and the identity, when a number is none.
bool to_matrix(const aiMatrix4x4& from, Mat4& to);

// The parts, in the order they are called.
Result<void> read_nodes(Context& c);
void read_materials(Context& c);
void read_skins(Context& c);
void read_meshes(Context& c);
void read_clips(Context& c);
// The unit, and the program that wrote the file.
void read_facts(Context& c);

// All of them. The file name has an ending, which is the format's name.
Result<Scene> convert(Context& c);

// The weights of a mesh of Assimp's, by vertex, as scene.skins[c.mesh_skin[mesh]] counts joints.
void read_influences(Context& c, std::uint32_t mesh, Primitive& out);
// One of vertices that are alike in all they have: exporters list a vertex once per corner.
void join_equal_vertices(Primitive& primitive);

}  // namespace skelter::assimp

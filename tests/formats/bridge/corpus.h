#pragma once
// Real files in both formats, and helpers to compare two scenes that should play the same.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "skelter/formats/gltf/read.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/corpus_scenes.h"

namespace skelter::test {

// A file name in which folders become part of the name.
inline std::string flat_name(std::string file) {
  for (char& c : file)
    if (c == '/' || c == ' ' || c == '\'') c = '_';
  return file;
}

// The glTF files for which the validator reports no issue.
inline std::vector<std::string> clean_gltf_files() {
  std::vector<std::string> files;
  std::ifstream report(corpus_folder() + "/gltf/validator_report.tsv");
  std::string line;
  std::getline(report, line);
  while (std::getline(report, line)) {
    std::istringstream fields(line);
    std::string file, errors, warnings;
    std::getline(fields, file, '\t');
    std::getline(fields, errors, '\t');
    std::getline(fields, warnings, '\t');
    if (errors == "0" && warnings == "0") files.push_back("gltf/" + file);
  }
  return files;
}

// Largest extent in the rest pose.
inline double extent(const Scene& scene) {
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  if (bounds.empty()) return 1;
  const Vec3d size = bounds.size();
  const double largest = std::max({size.x, size.y, size.z});
  return largest > 0 ? largest : 1;
}

// A mesh of a node. Lists of these are sorted by the mesh's name (or the node's, if the mesh has none) and
// then by mesh, because .x files list meshes in a different order, with their frames.
struct Drawn {
  std::uint32_t node = 0, instance = 0, mesh = 0, skin = kNone;
};
inline std::vector<Drawn> drawn_meshes(const Scene& scene) {
  std::vector<Drawn> list;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      if (scene.nodes[n].shown && !scene.meshes[instance.mesh].primitives.empty())
        list.push_back({n, i, instance.mesh, instance.skin});
    }
  const auto name = [&](const Drawn& drawn) {
    const std::string& mesh = scene.meshes[drawn.mesh].name;
    return mesh.empty() ? scene.nodes[drawn.node].name : mesh;
  };
  std::stable_sort(list.begin(), list.end(), [&](const Drawn& a, const Drawn& b) {
    const std::string name_a = name(a), name_b = name(b);
    return name_a != name_b ? name_a < name_b : a.mesh < b.mesh;
  });
  return list;
}

// Positions of all vertices, mesh by mesh. Primitives that share their vertices count once.
inline std::vector<Vec3d> all_positions(const Scene& scene, const Pose& pose) {
  std::vector<Vec3d> all;
  for (const Drawn& drawn : drawn_meshes(scene)) {
    const std::vector<Primitive>& primitives = scene.meshes[drawn.mesh].primitives;
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      if (p > 0 && primitives[p].positions == primitives[p - 1].positions) continue;
      const auto positions = skin(scene, pose, drawn.node, drawn.instance, p).positions;
      all.insert(all.end(), positions.begin(), positions.end());
    }
  }
  return all;
}

// The world_from_mesh matrices of all joints of a skinned mesh.
inline std::vector<Mat4d> joint_matrices(const Scene& scene, const Pose& pose, const Drawn& drawn) {
  std::vector<Mat4d> matrices;
  for (const Joint& joint : scene.skins[drawn.skin].joints)
    matrices.push_back(pose.world[joint.node] * to_double(joint.joint_from_mesh));
  return matrices;
}

}  // namespace skelter::test

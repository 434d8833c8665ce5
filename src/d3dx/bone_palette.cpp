#include "skelter/d3dx/bone_palette.h"

#include <algorithm>
#include <cmath>

#include "d3dx/vertex_bones.h"

namespace skelter {
SkinInfo::SkinInfo(std::uint32_t vertex_count, std::uint32_t bone_count)
    : vertex_count_(vertex_count), bones_(bone_count) {}

Error SkinInfo::unknown_bone(std::uint32_t bone) const {
  return skin_error("bone " + std::to_string(bone) + "; expected an index below " +
                    std::to_string(bones_.size()));
}

std::string_view SkinInfo::bone_name(std::uint32_t bone) const {
  return bone < bones_.size() ? std::string_view(bones_[bone].name) : std::string_view();
}
const Mat4* SkinInfo::bone_from_mesh(std::uint32_t bone) const {
  return bone < bones_.size() ? &bones_[bone].bone_from_mesh : nullptr;
}
std::span<const VertexWeight> SkinInfo::influences(std::uint32_t bone) const {
  return bone < bones_.size() ? std::span<const VertexWeight>(bones_[bone].influences)
                              : std::span<const VertexWeight>();
}

Result<void> SkinInfo::set_bone_name(std::uint32_t bone, std::string name) {
  if (bone >= bones_.size()) return unknown_bone(bone);
  bones_[bone].name = std::move(name);
  return {};
}

Result<void> SkinInfo::set_bone_from_mesh(std::uint32_t bone, const Mat4& matrix) {
  if (bone >= bones_.size()) return unknown_bone(bone);
  bones_[bone].bone_from_mesh = matrix;
  return {};
}

Result<void> SkinInfo::set_influences(std::uint32_t bone, std::span<const std::uint32_t> vertices,
                                      std::span<const float> weights) {
  if (bone >= bones_.size()) return unknown_bone(bone);
  if (vertices.size() != weights.size())
    return skin_error(std::to_string(vertices.size()) + " vertices and " + std::to_string(weights.size()) +
                      " weights; expected as many weights as vertices");
  std::vector<VertexWeight> list;
  list.reserve(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] >= vertex_count_)
      return skin_error("vertex " + std::to_string(vertices[i]) + "; expected an index below " +
                        std::to_string(vertex_count_));
    if (!std::isfinite(weights[i]))
      return skin_error("weight of vertex " + std::to_string(vertices[i]) + " is not finite");
    list.push_back({vertices[i], weights[i]});
  }
  bones_[bone].influences = std::move(list);
  return {};
}

std::uint32_t SkinInfo::max_vertex_influences() const {
  std::uint32_t most = 0;
  for (const std::vector<BoneWeight>& bones : bones_by_vertex(*this))
    most = std::max(most, static_cast<std::uint32_t>(bones.size()));
  return most;
}

Result<std::uint32_t> SkinInfo::max_face_influences(std::span<const std::uint32_t> indices) const {
  const std::vector<std::vector<BoneWeight>> bones = bones_by_vertex(*this);
  std::uint32_t most = 0;
  for (std::size_t face = 0; face + 2 < indices.size(); face += 3) {
    std::vector<std::uint32_t> of_face;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t vertex = indices[face + corner];
      if (vertex >= vertex_count_)
        return skin_error("face " + std::to_string(face / 3) + " refers to vertex " + std::to_string(vertex) +
                          "; expected an index below " + std::to_string(vertex_count_));
      add_bones(bones[vertex], of_face);
    }
    most = std::max(most, static_cast<std::uint32_t>(of_face.size()));
  }
  return most;
}

std::uint32_t SkinInfo::find_influence(std::uint32_t bone, std::uint32_t vertex) const {
  const std::span<const VertexWeight> list = influences(bone);
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const VertexWeight& w) { return w.vertex == vertex; });
  return found == list.end() ? kNone : static_cast<std::uint32_t>(found - list.begin());
}

Result<void> SkinInfo::remap(std::span<const std::uint32_t> old_from_new) {
  std::vector<std::vector<std::uint32_t>> new_vertices(vertex_count_);
  for (std::size_t v = 0; v < old_from_new.size(); ++v) {
    if (old_from_new[v] >= vertex_count_)
      return skin_error("remap of vertex " + std::to_string(v) + " refers to old vertex " +
                        std::to_string(old_from_new[v]) + "; expected an index below " +
                        std::to_string(vertex_count_));
    new_vertices[old_from_new[v]].push_back(static_cast<std::uint32_t>(v));
  }
  for (Bone& bone : bones_) {
    std::vector<VertexWeight> list;
    for (const VertexWeight& old : bone.influences)
      for (const std::uint32_t v : new_vertices[old.vertex]) list.push_back({v, old.weight});
    bone.influences = std::move(list);
  }
  vertex_count_ = static_cast<std::uint32_t>(old_from_new.size());
  return {};
}

std::uint32_t SkinInfo::bind_free_vertices(std::string name) {
  std::vector<bool> moved(vertex_count_, false);
  for (const Bone& bone : bones_)
    for (const VertexWeight& w : bone.influences) moved[w.vertex] = true;
  Bone frame;
  frame.name = std::move(name);
  for (std::uint32_t v = 0; v < vertex_count_; ++v)
    if (!moved[v]) frame.influences.push_back({v, 1});
  const auto count = static_cast<std::uint32_t>(frame.influences.size());
  if (count > 0) bones_.push_back(std::move(frame));
  return count;
}

SkinInfo make_skin_info(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                        std::uint32_t primitive) {
  const MeshInstance& drawn = scene.nodes[node].meshes[instance];
  const Primitive& source = scene.meshes[drawn.mesh].primitives[primitive];
  const std::vector<Joint> no_joints;
  const std::vector<Joint>& joints = drawn.skin == kNone ? no_joints : scene.skins[drawn.skin].joints;
  const auto vertices = static_cast<std::uint32_t>(source.positions.size());
  SkinInfo info(vertices, static_cast<std::uint32_t>(joints.size()));

  std::vector<std::vector<std::uint32_t>> vertices_of(joints.size());
  std::vector<std::vector<float>> weights_of(joints.size());
  if (!joints.empty() && !source.influence_begin.empty())
    for (std::uint32_t v = 0; v < vertices; ++v)
      for (std::uint32_t i = source.influence_begin[v]; i < source.influence_begin[v + 1]; ++i) {
        vertices_of[source.influences[i].joint].push_back(v);
        weights_of[source.influences[i].joint].push_back(source.influences[i].weight);
      }
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    // These calls cannot fail for a valid scene.
    (void)info.set_bone_name(j, joints[j].name);
    (void)info.set_bone_from_mesh(j, joints[j].joint_from_mesh);
    (void)info.set_influences(j, vertices_of[j], weights_of[j]);
  }
  info.bind_free_vertices(scene.nodes[node].name);
  return info;
}

Result<SkinnedVertices> update_skinned_mesh(const SkinInfo& info, const SkinInput& input) {
  const auto expect = [](const char* what, std::size_t has, std::size_t expected) {
    return skin_error(std::to_string(has) + " " + what + "; expected " + std::to_string(expected));
  };
  const std::size_t vertices = info.vertex_count(), bones = info.bone_count();
  if (input.positions.size() != vertices) return expect("positions", input.positions.size(), vertices);
  if (!input.normals.empty() && input.normals.size() != vertices)
    return expect("normals", input.normals.size(), vertices);
  if (input.out_from_mesh.size() != bones) return expect("bone matrices", input.out_from_mesh.size(), bones);
  if (!input.normal_matrix.empty() && input.normal_matrix.size() != bones)
    return expect("normal matrices", input.normal_matrix.size(), bones);

  SkinnedVertices out;
  out.positions.resize(vertices);
  out.normals.resize(input.normals.size());
  std::vector<bool> moved(vertices, false);
  for (std::uint32_t b = 0; b < bones; ++b) {
    const Mat4d& matrix = input.out_from_mesh[b];
    const Mat3d normal_matrix = input.normal_matrix.empty() ? linear_part(matrix) : input.normal_matrix[b];
    for (const VertexWeight& w : info.influences(b)) {
      moved[w.vertex] = true;
      out.positions[w.vertex] += transform_point(matrix, to_double(input.positions[w.vertex])) * w.weight;
      if (!out.normals.empty())
        out.normals[w.vertex] += normal_matrix * to_double(input.normals[w.vertex]) * w.weight;
    }
  }
  for (std::size_t v = 0; v < vertices; ++v) {
    if (!moved[v]) {
      out.positions[v] = to_double(input.positions[v]);
      if (!out.normals.empty()) out.normals[v] = to_double(input.normals[v]);
    }
    if (input.normalize && !out.normals.empty()) out.normals[v] = normalized(out.normals[v]);
  }
  return out;
}

}  // namespace skelter

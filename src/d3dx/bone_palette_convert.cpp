#include <algorithm>
#include <iterator>
#include <map>

#include "d3dx/bone_groups.h"
#include "d3dx/vertex_bones.h"
#include "skelter/d3dx/bone_palette.h"

namespace skelter {
namespace {

struct FaceList {
  std::span<const std::uint32_t> indices;
  std::span<const std::uint32_t> materials;
};

std::string bones_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " bone" : " bones");
}

Result<void> check(const SkinInfo& info, const FaceList& faces, const BlendedMeshOptions& options,
                   std::uint32_t capacity) {
  if (capacity == 0 || capacity > kLargestBytePalette)
    return skin_error("palette of " + bones_text(capacity) + "; expected 1 to " +
                      std::to_string(kLargestBytePalette));
  if (options.max_influences == 0) return skin_error("0 influences per vertex; expected at least 1");
  if (faces.indices.size() % 3 != 0)
    return skin_error(std::to_string(faces.indices.size()) + " indices; expected three per face");
  if (!faces.materials.empty() && faces.materials.size() != faces.indices.size() / 3)
    return skin_error(std::to_string(faces.materials.size()) + " materials; expected one for each of " +
                      std::to_string(faces.indices.size() / 3) + " faces");
  for (std::size_t i = 0; i < faces.indices.size(); ++i)
    if (faces.indices[i] >= info.vertex_count())
      return skin_error("face " + std::to_string(i / 3) + " refers to vertex " +
                        std::to_string(faces.indices[i]) + "; expected an index below " +
                        std::to_string(info.vertex_count()));
  return {};
}

std::vector<BoneSet> bones_by_face(const FaceList& faces, const std::vector<std::vector<BoneWeight>>& bones) {
  std::vector<BoneSet> sets(faces.indices.size() / 3);
  for (std::size_t i = 0; i < faces.indices.size(); ++i) add_bones(bones[faces.indices[i]], sets[i / 3]);
  return sets;
}

// The group of each face. Groups are sorted by material.
struct FaceGroups {
  std::vector<std::uint32_t> group_of_face;
  std::vector<BoneCombination> combinations;  // material and bones only
};

FaceGroups group_faces(const FaceList& faces, const std::vector<BoneSet>& face_bones,
                       std::uint32_t capacity) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> faces_of_material;
  for (std::uint32_t f = 0; f < face_bones.size(); ++f)
    faces_of_material[faces.materials.empty() ? 0 : faces.materials[f]].push_back(f);

  FaceGroups groups;
  groups.group_of_face.resize(face_bones.size());
  for (const auto& [material, of_material] : faces_of_material) {
    // Distinct sets, in the order of their first face. There are far fewer sets than faces.
    std::map<BoneSet, std::uint32_t> place_of;
    std::vector<BoneSet> sets;
    for (const std::uint32_t f : of_material)
      if (place_of.emplace(face_bones[f], static_cast<std::uint32_t>(sets.size())).second)
        sets.push_back(face_bones[f]);
    const std::vector<std::uint32_t> group_of_set = group_bone_sets(sets, capacity);
    const auto first = static_cast<std::uint32_t>(groups.combinations.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
      const std::uint32_t group = first + group_of_set[s];
      if (group >= groups.combinations.size()) groups.combinations.resize(group + 1);
      BoneCombination& combination = groups.combinations[group];
      combination.material = material;
      BoneSet both;
      std::set_union(combination.bones.begin(), combination.bones.end(), sets[s].begin(), sets[s].end(),
                     std::back_inserter(both));
      combination.bones = std::move(both);
    }
    for (const std::uint32_t f : of_material)
      groups.group_of_face[f] = first + group_of_set[place_of[face_bones[f]]];
  }
  return groups;
}

// Orders faces by group, and copies every vertex for every group that uses it.
void order_faces(const FaceList& faces, const FaceGroups& groups, std::size_t vertices, BlendedMesh& out) {
  std::vector<std::vector<std::uint32_t>> faces_of(out.combinations.size());
  for (std::uint32_t f = 0; f < groups.group_of_face.size(); ++f)
    faces_of[groups.group_of_face[f]].push_back(f);
  std::vector<std::uint32_t> new_vertex(vertices, kNone);
  for (std::uint32_t g = 0; g < out.combinations.size(); ++g) {
    BoneCombination& combination = out.combinations[g];
    combination.first_face = static_cast<std::uint32_t>(out.old_face.size());
    combination.first_vertex = static_cast<std::uint32_t>(out.old_vertex.size());
    for (const std::uint32_t f : faces_of[g]) {
      out.old_face.push_back(f);
      out.face_groups.push_back(g);
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t old = faces.indices[std::size_t{f} * 3 + corner];
        const bool copied = new_vertex[old] != kNone && new_vertex[old] >= combination.first_vertex;
        if (!copied) {
          new_vertex[old] = static_cast<std::uint32_t>(out.old_vertex.size());
          out.old_vertex.push_back(old);
        }
        out.indices.push_back(new_vertex[old]);
      }
    }
    combination.face_count = static_cast<std::uint32_t>(faces_of[g].size());
    combination.vertex_count = static_cast<std::uint32_t>(out.old_vertex.size()) - combination.first_vertex;
  }
}

// Index of a bone in its group.
std::size_t slot_of(const BoneCombination& combination, std::uint32_t bone) {
  const auto end = combination.bones.begin() + combination.bone_count();
  return static_cast<std::size_t>(std::lower_bound(combination.bones.begin(), end, bone) -
                                  combination.bones.begin());
}

void store_indexed(const BoneCombination& combination, const std::vector<BoneWeight>& bones,
                   BlendedMesh& out) {
  for (std::size_t i = 0; i < out.weights_per_vertex; ++i) {
    const bool used = i < bones.size();
    out.palette_indices.push_back(used ? static_cast<std::uint8_t>(slot_of(combination, bones[i].bone)) : 0);
    if (i + 1 < out.weights_per_vertex) out.stored_weights.push_back(used ? bones[i].weight : 0);
  }
}

void store_in_group_order(const BoneCombination& combination, const std::vector<BoneWeight>& bones,
                          BlendedMesh& out) {
  std::vector<float> weights(out.weights_per_vertex, 0);
  for (const BoneWeight& b : bones) weights[slot_of(combination, b.bone)] = b.weight;
  out.stored_weights.insert(out.stored_weights.end(), weights.begin(), weights.end() - 1);
}

Result<BlendedMesh> convert(const SkinInfo& info, const FaceList& faces, const BlendedMeshOptions& options,
                            bool indexed) {
  const std::uint32_t capacity = indexed ? options.palette_size : options.max_bones;
  if (Result<void> fits = check(info, faces, options, capacity); !fits) return fits.error();
  std::vector<std::vector<BoneWeight>> bones = bones_by_vertex(info);
  for (const std::uint32_t vertex : faces.indices)
    if (bones[vertex].empty())
      return skin_error("vertex " + std::to_string(vertex) + " has no bone; call bind_free_vertices() first");
  for (std::vector<BoneWeight>& of_vertex : bones) keep_largest(of_vertex, options.max_influences);

  const std::vector<BoneSet> face_bones = bones_by_face(faces, bones);
  for (std::size_t f = 0; f < face_bones.size(); ++f)
    if (face_bones[f].size() > capacity)
      return skin_error("face " + std::to_string(f) + " is moved by " + bones_text(face_bones[f].size()) +
                        "; expected at most " + std::to_string(capacity) + ", the palette size");

  FaceGroups groups = group_faces(faces, face_bones, capacity);
  BlendedMesh out;
  out.combinations = std::move(groups.combinations);
  std::size_t largest_group = 1;
  for (const BoneCombination& c : out.combinations) largest_group = std::max(largest_group, c.bones.size());
  for (BoneCombination& c : out.combinations) c.bones.resize(indexed ? capacity : largest_group, kNone);
  order_faces(faces, groups, info.vertex_count(), out);
  for (const std::uint32_t old : out.old_vertex)
    out.max_influences = std::max(out.max_influences, static_cast<std::uint32_t>(bones[old].size()));
  out.weights_per_vertex =
      indexed ? std::max(out.max_influences, 1u) : static_cast<std::uint32_t>(largest_group);
  for (const BoneCombination& c : out.combinations)
    for (std::uint32_t v = c.first_vertex; v < c.first_vertex + c.vertex_count; ++v) {
      const std::vector<BoneWeight>& of_vertex = bones[out.old_vertex[v]];
      indexed ? store_indexed(c, of_vertex, out) : store_in_group_order(c, of_vertex, out);
    }
  return out;
}

}  // namespace

std::uint32_t BoneCombination::bone_count() const {
  return static_cast<std::uint32_t>(std::find(bones.begin(), bones.end(), kNone) - bones.begin());
}

float BlendedMesh::weight(std::uint32_t vertex, std::uint32_t slot) const {
  const std::size_t stored = weights_per_vertex - 1;
  const float* weights = stored_weights.data() + vertex * stored;
  if (slot < stored) return weights[slot];
  float sum = 0;
  for (std::size_t i = 0; i < stored; ++i) sum += weights[i];
  return 1 - sum;
}

Result<BlendedMesh> to_indexed_blended_mesh(const SkinInfo& info, std::span<const std::uint32_t> indices,
                                            std::span<const std::uint32_t> materials,
                                            const BlendedMeshOptions& options) {
  return convert(info, {indices, materials}, options, true);
}

Result<BlendedMesh> to_blended_mesh(const SkinInfo& info, std::span<const std::uint32_t> indices,
                                    std::span<const std::uint32_t> materials,
                                    const BlendedMeshOptions& options) {
  return convert(info, {indices, materials}, options, false);
}

}  // namespace skelter

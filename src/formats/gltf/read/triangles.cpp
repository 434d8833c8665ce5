// Indices of a primitive as triangles, and normals where the file gives none.

#include <algorithm>

#include "formats/gltf/read/primitive.h"

namespace skelter::gltf {
namespace {

constexpr std::uint64_t kTriangles = 4, kStrip = 5, kFan = 6;

Result<std::vector<std::uint32_t>> read_indices(Builder& b, PrimitiveDraft& draft) {
  const std::size_t vertices = draft.out.positions.size();
  std::vector<std::uint32_t> indices;
  if (draft.draco != nullptr) {
    indices = draft.draco->indices;
  } else if (draft.at["indices"]) {
    const auto index = b.index(draft.at, "indices", b.accessors.size(), "accessor");
    if (!index) return index.error();
    const auto accessor = open_accessor(b, *index);
    if (!accessor) return accessor.error();
    if (accessor->components != 1) return wrong_accessor(b, *accessor, "SCALAR of UNSIGNED_SHORT");
    auto numbers = read_whole_numbers(b, *accessor);
    if (!numbers) return numbers.error();
    indices = std::move(*numbers);
  } else {
    if (auto taken = b.take_memory<std::uint32_t>(draft.at, vertices); !taken) return taken.error();
    indices.resize(vertices);
    for (std::size_t v = 0; v < vertices; ++v) indices[v] = static_cast<std::uint32_t>(v);
  }
  for (const std::uint32_t index : indices)
    if (index >= vertices)
      return b.error("gltf.index", draft.at["indices"], fmt::format("vertex {} of {}", index, vertices));
  return indices;
}

// glTF 2.0, section 3.7.2.1, "Topology types".
std::vector<std::uint32_t> strip_triangles(const std::vector<std::uint32_t>& v) {
  std::vector<std::uint32_t> out;
  out.reserve(v.size() < 3 ? 0 : 3 * (v.size() - 2));
  for (std::size_t i = 0; i + 2 < v.size(); ++i)
    for (const std::size_t corner : {i, i + 1 + i % 2, i + 2 - i % 2}) out.push_back(v[corner]);
  return out;
}
std::vector<std::uint32_t> fan_triangles(const std::vector<std::uint32_t>& v) {
  std::vector<std::uint32_t> out;
  out.reserve(v.size() < 3 ? 0 : 3 * (v.size() - 2));
  for (std::size_t i = 0; i + 2 < v.size(); ++i)
    for (const std::size_t corner : {i + 1, i + 2, std::size_t{0}}) out.push_back(v[corner]);
  return out;
}

// The mean of the triangles around a vertex, larger ones counting more. Limit: the specification asks for one
// normal per face, which would need more vertices than the file has; vertices of one triangle have that.
void generate_normals(Primitive& primitive) {
  std::vector<Vec3d> sums(primitive.positions.size());
  for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
    const std::uint32_t* corner = &primitive.indices[t];
    const Vec3d a = to_double(primitive.positions[corner[0]]);
    const Vec3d across =
        cross(to_double(primitive.positions[corner[1]]) - a, to_double(primitive.positions[corner[2]]) - a);
    for (std::size_t c = 0; c < 3; ++c) sums[corner[c]] += across;
  }
  primitive.normals.reserve(sums.size());
  for (const Vec3d& sum : sums) primitive.normals.push_back(skelter::to_float(normalized(sum)));
  primitive.normals_generated = true;
}

}  // namespace

Result<void> read_triangles(Builder& b, PrimitiveDraft& draft) {
  const auto mode = b.count(draft.at, "mode", kTriangles);
  if (!mode) return mode.error();
  if (*mode > kFan)
    return b.error("gltf.mode", draft.at["mode"], fmt::format("mode {}; expected 0 to 6", *mode));
  auto indices = read_indices(b, draft);
  if (!indices) return indices.error();
  if (*mode < kTriangles) {
    b.note("gltf.mode", draft.at, "points or lines; vertices kept, nothing drawn");
    return {};
  }
  if (*mode != kTriangles)
    if (auto taken = b.take_memory<std::uint32_t>(draft.at, 3 * indices->size()); !taken) return taken;
  if (*mode == kStrip) *indices = strip_triangles(*indices);
  if (*mode == kFan) *indices = fan_triangles(*indices);
  if (indices->size() % 3 != 0) {
    b.warn("gltf.incomplete-triangle", draft.at,
           fmt::format("{} indices; expected three per triangle, the rest is ignored", indices->size()));
    indices->resize(indices->size() / 3 * 3);
  }
  draft.out.indices = std::move(*indices);
  draft.out.source_faces = static_cast<std::uint32_t>(draft.out.indices.size() / 3);
  if (!draft.out.normals.empty() || draft.out.indices.empty()) return {};
  if (auto taken = b.take_memory(draft.at, draft.out.positions.size(), sizeof(Vec3d) + sizeof(Vec3)); !taken)
    return taken;
  generate_normals(draft.out);
  return {};
}

}  // namespace skelter::gltf

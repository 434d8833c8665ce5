// Reads the indices of a primitive as triangles, lines or points.

#include <algorithm>

#include "formats/gltf/read/meshes/primitive.h"

namespace skelter::gltf {
namespace {

constexpr std::uint64_t kPoints = 0, kLines = 1, kLineLoop = 2, kTriangles = 4, kStrip = 5, kFan = 6;

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

// Converts a triangle strip or fan to triangles: glTF 2.0, section 3.7.2.1, "Topology types".
std::vector<std::uint32_t> joined_triangles(const std::vector<std::uint32_t>& v, bool fan) {
  std::vector<std::uint32_t> out;
  out.reserve(v.size() < 3 ? 0 : 3 * (v.size() - 2));
  for (std::size_t i = 0; i + 2 < v.size(); ++i)
    if (fan)
      out.insert(out.end(), {v[i + 1], v[i + 2], v[0]});
    else
      out.insert(out.end(), {v[i], v[i + 1 + i % 2], v[i + 2 - i % 2]});
  return out;
}

// A line from every vertex to the next one; a loop also connects the last to the first.
std::vector<std::uint32_t> strip_lines(const std::vector<std::uint32_t>& v, bool loop) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) out.insert(out.end(), {v[i], v[i + 1]});
  if (loop && v.size() > 1) out.insert(out.end(), {v.back(), v.front()});
  return out;
}

Result<void> keep_lines(Builder& b, PrimitiveDraft& draft, std::uint64_t mode,
                        std::vector<std::uint32_t> indices) {
  if (mode == kLines && indices.size() % 2 != 0) {
    b.warn("gltf.incomplete-line", draft.at,
           fmt::format("{} indices; expected two per line, the last one is ignored", indices.size()));
    indices.pop_back();
  }
  if (mode != kLines) {
    if (auto taken = b.take_memory<std::uint32_t>(draft.at, 2 * indices.size()); !taken) return taken;
    indices = strip_lines(indices, mode == kLineLoop);
  }
  draft.out.lines = std::move(indices);
  return {};
}

}  // namespace

Result<void> read_topology(Builder& b, PrimitiveDraft& draft) {
  const auto mode = b.count(draft.at, "mode", kTriangles);
  if (!mode) return mode.error();
  if (*mode > kFan)
    return b.error("gltf.mode", draft.at["mode"], fmt::format("mode {}; expected 0 to 6", *mode));
  auto indices = read_indices(b, draft);
  if (!indices) return indices.error();
  if (*mode == kPoints) {
    draft.out.points = std::move(*indices);
    return {};
  }
  if (*mode < kTriangles) return keep_lines(b, draft, *mode, std::move(*indices));
  if (*mode != kTriangles)
    if (auto taken = b.take_memory<std::uint32_t>(draft.at, 3 * indices->size()); !taken) return taken;
  if (*mode == kStrip) *indices = joined_triangles(*indices, false);
  if (*mode == kFan) *indices = joined_triangles(*indices, true);
  if (indices->size() % 3 != 0) {
    b.warn("gltf.incomplete-triangle", draft.at,
           fmt::format("{} indices; expected three per triangle, the rest is ignored", indices->size()));
    indices->resize(indices->size() / 3 * 3);
  }
  draft.out.indices = std::move(*indices);
  draft.out.source_faces = static_cast<std::uint32_t>(draft.out.indices.size() / 3);
  return {};
}

}  // namespace skelter::gltf

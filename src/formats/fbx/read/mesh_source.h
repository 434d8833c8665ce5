#pragma once
// A geometry as stored in the file: control points, polygons, and layers of values for them.

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

enum class Mapping : std::uint8_t { by_corner, by_point, by_polygon, by_edge, all_same };

// Values for corners, points or polygons. value_at() finds the value for a corner.
struct MeshLayer {
  Mapping mapping = Mapping::by_corner;
  std::uint32_t width = 3;  // numbers per value
  std::vector<float> values;
  std::vector<std::int32_t> index;  // empty: entry k uses value k
  bool empty() const { return values.empty(); }
};

struct MeshSource {
  std::uint32_t object = kNone;
  std::vector<Vec3d> points;
  std::vector<std::uint32_t> corners;        // control points
  std::vector<std::uint32_t> polygon_begin;  // indices into `corners`, plus one for the end
  MeshLayer normals, tangents, binormals;
  std::vector<MeshLayer> uvs, colors;
  MeshLayer materials;        // only the index
  MeshLayer smoothing, hole;  // one number each, in `index`
  std::size_t polygons() const { return polygon_begin.empty() ? 0 : polygon_begin.size() - 1; }
};

Result<MeshSource> read_mesh_source(SceneBuilder& b, std::uint32_t geometry);

// Returns the layer entry for a corner, clamped to the existing entries. Precondition: `count` is above 0.
inline std::size_t entry_at(Mapping mapping, std::size_t count, std::size_t corner, std::size_t point,
                            std::size_t polygon) {
  const std::size_t entry = mapping == Mapping::by_corner    ? corner
                            : mapping == Mapping::by_point   ? point
                            : mapping == Mapping::by_polygon ? polygon
                                                             : 0;
  return entry < count ? entry : count - 1;
}
// Returns the index in `values` of the first number for a corner. Precondition: `values` is not empty.
inline std::size_t value_at(const MeshLayer& layer, std::size_t corner, std::size_t point,
                            std::size_t polygon) {
  const std::size_t count = layer.values.size() / layer.width;
  if (layer.index.empty()) return layer.width * entry_at(layer.mapping, count, corner, point, polygon);
  const std::int32_t value = layer.index[entry_at(layer.mapping, layer.index.size(), corner, point, polygon)];
  const bool known = value >= 0 && static_cast<std::uint64_t>(value) < count;
  return layer.width * (known ? static_cast<std::size_t>(value) : count - 1);
}

// Appends the triangles of a polygon as indices of its corners. Returns false if the polygon is degenerate
// and became a fan.
bool triangulate(const std::vector<Vec3d>& polygon, std::vector<std::uint32_t>& triangles);

// Sets the weight of each shape in a channel at a percentage. `full` is MorphChannel::full_weights.
void morph_weights_at(const std::vector<double>& full, double percent, std::vector<double>& weights);

// Reads the first skin of the geometry: the influences of the points, and the skin's index in the scene, or
// kNone. `model` is one that shows the geometry.
struct SkinSource {
  std::uint32_t skin = kNone;
  std::vector<std::uint32_t> begin;  // by control point
  std::vector<Influence> influences;
  std::vector<float> dual_quaternion_shares;  // by control point; empty: see Skin::dual_quaternions
};
Result<SkinSource> read_skin(SceneBuilder& b, const MeshSource& source, std::uint32_t model);

// Reads the morph targets for the control points, with offsets transformed by `moved`.
Result<std::vector<MorphTarget>> read_morphs(SceneBuilder& b, const MeshSource& source, const Mat4d& moved,
                                             std::vector<MorphChannel>& channels,
                                             std::vector<float>& rest_weights);

}  // namespace skelter::fbx

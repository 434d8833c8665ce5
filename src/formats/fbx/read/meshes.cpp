// Geometries become meshes: one for each geometry, list of materials, and geometric transform.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "formats/fbx/read/mesh_source.h"
#include "formats/fbx/read/tangents.h"
#include "skelter/math/trig.h"

namespace skelter::fbx {
namespace {

constexpr std::size_t kLongestChain = 64;  // copies of a point that are compared before another one is added

Quatd turn_about(std::size_t axis, double degrees) {
  const Vec3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return from_axis_angle(axes[axis], std::fmod(degrees, 360) * (std::numbers::pi / 180));
}

// Between a node and its mesh; children do not inherit it.
Mat4d geometric_transform(const ObjectGraph& g, std::uint32_t model) {
  const Vec3d r = g.vector(model, "GeometricRotation", {});
  return to_mat4(Transformd{g.vector(model, "GeometricTranslation", {}),
                            turn_about(2, r.z) * turn_about(1, r.y) * turn_about(0, r.x),
                            g.vector(model, "GeometricScaling", {1, 1, 1})});
}

Vec3 unit_or(const Vec3d& v, const Vec3& otherwise) {
  const double size = length(v);
  return size > 1e-30 && std::isfinite(size) ? to_float(v * (1 / size)) : otherwise;
}

// The values of a corner in addition to its point, as floats that can be compared.
class CornerValues {
 public:
  CornerValues(const MeshSource& source, const Mat4d& moved, const std::vector<Vec3>& made_normals,
               const std::vector<Vec4>& made_tangents)
      : source_(source),
        made_normals_(made_normals),
        made_tangents_(made_tangents),
        turned_(normal_matrix(linear_part(moved))),
        moved_(moved) {
    mirrored_ = determinant(linear_part(moved)) < 0;
  }

  bool has_normals() const { return !source_.normals.empty() || !made_normals_.empty(); }
  bool has_tangents() const { return !source_.tangents.empty() || !made_tangents_.empty(); }
  std::size_t width() const {
    return (has_normals() ? 3u : 0u) + (has_tangents() ? 4u : 0u) + 2 * source_.uvs.size() +
           4 * source_.colors.size();
  }
  Vec3 normal_at(std::size_t corner, std::size_t polygon) const;
  void get(std::size_t corner, std::size_t polygon, float* out) const;

 private:
  Vec3d vec3_of(const MeshLayer& layer, std::size_t corner, std::size_t polygon) const {
    const float* v = &layer.values[value_at(layer, corner, source_.corners[corner], polygon)];
    return {v[0], v[1], v[2]};
  }

  const MeshSource& source_;
  const std::vector<Vec3>& made_normals_;   // by corner
  const std::vector<Vec4>& made_tangents_;  // by corner
  Mat3d turned_;
  Mat4d moved_;
  bool mirrored_ = false;
};

Vec3 CornerValues::normal_at(std::size_t corner, std::size_t polygon) const {
  if (source_.normals.empty()) return made_normals_.empty() ? Vec3{} : made_normals_[corner];
  return unit_or(turned_ * vec3_of(source_.normals, corner, polygon), {0, 1, 0});
}

void CornerValues::get(std::size_t corner, std::size_t polygon, float* out) const {
  const std::size_t point = source_.corners[corner];
  const Vec3 n = normal_at(corner, polygon);
  if (has_normals()) {
    out[0] = n.x, out[1] = n.y, out[2] = n.z;
    out += 3;
  }
  if (!made_tangents_.empty()) {
    std::memcpy(out, &made_tangents_[corner], 4 * sizeof(float));
    out += 4;
  } else if (!source_.tangents.empty()) {
    const Vec3 tangent =
        unit_or(transform_direction(moved_, vec3_of(source_.tangents, corner, polygon)), {1, 0, 0});
    float side = 1;
    if (!source_.binormals.empty()) {
      const Vec3d binormal = transform_direction(moved_, vec3_of(source_.binormals, corner, polygon));
      side = dot(cross(to_double(n), to_double(tangent)), binormal) < 0 ? -1.f : 1.f;
    }
    out[0] = tangent.x, out[1] = tangent.y, out[2] = tangent.z, out[3] = side;
    out += 4;
  }
  for (const MeshLayer& uvs : source_.uvs) {
    const float* v = &uvs.values[value_at(uvs, corner, point, polygon)];
    out[0] = v[0], out[1] = 1 - v[1];
    out += 2;
  }
  for (const MeshLayer& colors : source_.colors) {
    std::memcpy(out, &colors.values[value_at(colors, corner, point, polygon)], 4 * sizeof(float));
    out += 4;
  }
}

// The coordinates of the first normal texture; kNone without one.
std::uint32_t uv_set_of_normals(const Scene& scene, const std::vector<std::uint32_t>& materials) {
  for (const std::uint32_t m : materials)
    if (m != kNone && scene.materials[m].pbr && scene.materials[m].pbr->normal.texture != kNone)
      return scene.materials[m].pbr->normal.uv_set;
  return kNone;
}

class MeshBuilder {
 public:
  MeshBuilder(SceneBuilder& b, const MeshSource& source, const Mat4d& moved)
      : b_(b), source_(source), moved_(moved) {}

  // `slots`: materials of the node. Makes tangents if a normal texture of theirs needs some.
  Result<Primitive> build(const std::vector<std::uint32_t>& slots, const SkinSource& skin,
                          const std::vector<MorphTarget>& morphs);

 private:
  Result<void> make_normals();
  Result<void> cut_polygons(const std::vector<std::uint32_t>& slots);
  // `uv_set`: that of the normal texture.
  Result<void> make_tangents(std::uint32_t uv_set);
  Result<void> make_vertices();
  bool is_hole(std::size_t polygon) const {
    if (source_.hole.index.empty()) return false;
    return source_.hole.index[entry_at(source_.hole.mapping, source_.hole.index.size(), 0, 0, polygon)] == 1;
  }
  void spread(const SkinSource& skin, const std::vector<MorphTarget>& morphs);

  SceneBuilder& b_;
  const MeshSource& source_;
  Mat4d moved_;
  std::vector<Vec3d> places_;        // positions of the points, moved by `moved_`
  std::vector<Vec3> made_normals_;   // by corner, if the file has no normals
  std::vector<Vec4> made_tangents_;  // by corner, if the file has no tangents and a normal texture needs them
  Primitive out_;
};

// Edges are smooth between polygons with a common bit in their smoothing groups. Without groups all edges are
// smooth.
Result<void> MeshBuilder::make_normals() {
  if (auto taken = b_.take_memory<Vec3>(source_.object, source_.corners.size() * 3); !taken) return taken;
  const MeshLayer& smoothing = source_.smoothing;
  std::vector<Vec3d> faces(source_.polygons());
  std::vector<std::uint32_t> groups(source_.polygons(), 1);
  const bool all_zero =
      !smoothing.index.empty() &&
      std::all_of(smoothing.index.begin(), smoothing.index.end(), [](std::int32_t s) { return s == 0; });
  for (std::size_t p = 0; p < source_.polygons(); ++p) {
    const std::size_t begin = source_.polygon_begin[p], end = source_.polygon_begin[p + 1];
    for (std::size_t c = begin + 1; c + 1 < end; ++c)
      faces[p] = faces[p] + cross(places_[source_.corners[c]] - places_[source_.corners[begin]],
                                  places_[source_.corners[c + 1]] - places_[source_.corners[begin]]);
    if (determinant(linear_part(moved_)) < 0) faces[p] = -faces[p];
    if (all_zero)
      groups[p] = 0;
    else if (!smoothing.index.empty() && smoothing.mapping == Mapping::by_polygon)
      groups[p] = static_cast<std::uint32_t>(
          smoothing.index[entry_at(smoothing.mapping, smoothing.index.size(), 0, 0, p)]);
  }
  // Sums the normals of all polygons at a point, once for each set of groups in the mesh.
  std::vector<std::uint32_t> kinds = groups;
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  made_normals_.assign(source_.corners.size(), Vec3{0, 1, 0});
  std::vector<Vec3d> sums(source_.points.size());
  for (const std::uint32_t kind : kinds.size() <= 64 ? kinds : std::vector<std::uint32_t>{}) {
    std::fill(sums.begin(), sums.end(), Vec3d{});
    for (std::size_t p = 0; p < source_.polygons(); ++p)
      if ((groups[p] & kind) != 0)
        for (std::size_t c = source_.polygon_begin[p]; c < source_.polygon_begin[p + 1]; ++c)
          sums[source_.corners[c]] = sums[source_.corners[c]] + faces[p];
    for (std::size_t p = 0; p < source_.polygons(); ++p)
      for (std::size_t c = source_.polygon_begin[p]; groups[p] == kind && c < source_.polygon_begin[p + 1];
           ++c)
        made_normals_[c] =
            unit_or(kind == 0 ? faces[p] : sums[source_.corners[c]], unit_or(faces[p], {0, 1, 0}));
  }
  if (kinds.size() > 64)
    for (std::size_t p = 0; p < source_.polygons(); ++p)
      for (std::size_t c = source_.polygon_begin[p]; c < source_.polygon_begin[p + 1]; ++c)
        made_normals_[c] = unit_or(faces[p], {0, 1, 0});
  out_.normals_generated = true;
  return {};
}

Result<void> MeshBuilder::make_tangents(std::uint32_t uv_set) {
  const std::size_t corners = source_.corners.size();
  if (auto taken = b_.take_memory(source_.object, corners, 160); !taken) return taken;
  const CornerValues values(source_, moved_, made_normals_, made_tangents_);
  const MeshLayer& uvs = source_.uvs[uv_set];
  std::vector<TangentCorner> places(corners);
  for (std::size_t polygon = 0; polygon < source_.polygons(); ++polygon)
    for (std::size_t c = source_.polygon_begin[polygon]; c < source_.polygon_begin[polygon + 1]; ++c) {
      const float* uv = &uvs.values[value_at(uvs, c, source_.corners[c], polygon)];
      places[c] = {to_float(places_[source_.corners[c]]), values.normal_at(c, polygon), {uv[0], uv[1]}};
    }
  made_tangents_ = fbx::make_tangents(places, out_.indices);
  b_.note(
      "fbx.tangents", source_.object,
      "has no tangents for the normal texture of its material; computed with MikkTSpace, as glTF requires");
  return {};
}

// The first vertices are the control points, in order. Corners with different values get copies after them.
// Triangles, which were lists of corners, become lists of vertices.
Result<void> MeshBuilder::make_vertices() {
  const CornerValues values(source_, moved_, made_normals_, made_tangents_);
  const std::size_t width = values.width(), points = source_.points.size();
  if (auto taken =
          b_.take_memory(source_.object, points + source_.corners.size(), (width + 6) * sizeof(float));
      !taken)
    return taken;
  std::vector<float> of_vertex(points * width);
  std::vector<bool> used(points, false);
  std::vector<std::uint32_t> next(points, kNone), source_vertex(points);
  for (std::uint32_t p = 0; p < points; ++p) source_vertex[p] = p;
  std::vector<std::uint32_t> vertex_of_corner(source_.corners.size());
  std::vector<float> wanted(width + 1);
  for (std::size_t polygon = 0; polygon < source_.polygons(); ++polygon)
    for (std::size_t c = source_.polygon_begin[polygon]; c < source_.polygon_begin[polygon + 1]; ++c) {
      const std::uint32_t point = source_.corners[c];
      values.get(c, polygon, wanted.data());
      std::uint32_t vertex = point;
      if (!used[point]) {
        used[point] = true;
        std::copy_n(wanted.data(), width, of_vertex.data() + width * point);
      } else {
        std::size_t steps = 0;
        while (vertex != kNone && steps++ < kLongestChain &&
               !std::equal(wanted.data(), wanted.data() + width, of_vertex.data() + width * vertex))
          vertex = next[vertex];
        if (vertex == kNone || steps > kLongestChain) {
          vertex = static_cast<std::uint32_t>(source_vertex.size());
          source_vertex.push_back(point);
          next.push_back(next[point]);
          next[point] = vertex;
          of_vertex.insert(of_vertex.end(), wanted.begin(),
                           wanted.begin() + static_cast<std::ptrdiff_t>(width));
        }
      }
      vertex_of_corner[c] = vertex;
    }
  const std::size_t vertices = source_vertex.size();
  out_.source_vertices = static_cast<std::uint32_t>(points);
  out_.positions.resize(vertices);
  for (std::size_t v = 0; v < vertices; ++v) out_.positions[v] = to_float(places_[source_vertex[v]]);
  if (values.has_normals()) out_.normals.resize(vertices);
  if (values.has_tangents()) out_.tangents.resize(vertices);
  out_.uvs.resize(source_.uvs.size());
  for (std::vector<Vec2>& uvs : out_.uvs) uvs.resize(vertices);
  if (!source_.colors.empty()) out_.colors.resize(vertices);
  for (std::size_t set = 1; set < source_.colors.size(); ++set)
    out_.extra.push_back({"color", static_cast<std::uint32_t>(set), 4, std::vector<float>(4 * vertices)});
  for (std::size_t v = 0; v < vertices; ++v) {
    const float* f = of_vertex.data() + width * v;
    const bool known = v >= points || used[v];
    if (values.has_normals()) {
      out_.normals[v] = known ? Vec3{f[0], f[1], f[2]} : Vec3{};
      f += 3;
    }
    if (values.has_tangents()) {
      out_.tangents[v] = known ? Vec4{f[0], f[1], f[2], f[3]} : Vec4{1, 0, 0, 1};
      f += 4;
    }
    for (std::vector<Vec2>& uvs : out_.uvs) {
      uvs[v] = {f[0], f[1]};
      f += 2;
    }
    if (!source_.colors.empty()) {
      out_.colors[v] = {f[0], f[1], f[2], f[3]};
      f += 4;
    }
    for (VertexAttribute& extra : out_.extra) {
      std::copy_n(f, 4, extra.values.begin() + static_cast<std::ptrdiff_t>(4 * v));
      f += 4;
    }
  }
  if (vertices > points) out_.source_vertex = std::move(source_vertex);
  for (std::uint32_t& index : out_.indices) index = vertex_of_corner[index];
  return {};
}

// Appends triangles as lists of corners.
Result<void> MeshBuilder::cut_polygons(const std::vector<std::uint32_t>& slots) {
  const bool mirrored = determinant(linear_part(moved_)) < 0;
  if (auto taken = b_.take_memory<std::uint32_t>(source_.object, 5 * source_.corners.size()); !taken)
    return taken;
  out_.materials = slots;
  const MeshLayer& assigned = source_.materials;
  std::uint64_t fans = 0, few = 0, unknown = 0;
  std::uint32_t unknown_slot = kNone;
  std::vector<Vec3d> polygon;
  std::vector<std::uint32_t> triangles;
  for (std::size_t p = 0; p < source_.polygons(); ++p) {
    const std::size_t begin = source_.polygon_begin[p], end = source_.polygon_begin[p + 1];
    if (is_hole(p)) continue;
    if (end - begin < 3) {
      ++few;
      continue;
    }
    polygon.clear();
    for (std::size_t c = begin; c < end; ++c) polygon.push_back(places_[source_.corners[c]]);
    triangles.clear();
    if (!triangulate(polygon, triangles)) ++fans;
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
      for (const std::size_t k : {std::size_t{0}, mirrored ? std::size_t{2} : std::size_t{1},
                                  mirrored ? std::size_t{1} : std::size_t{2}})
        out_.indices.push_back(static_cast<std::uint32_t>(begin + triangles[t + k]));
    std::int64_t slot = 0;
    if (!assigned.index.empty())
      slot = assigned.index[entry_at(assigned.mapping, assigned.index.size(), begin, 0, p)];
    if (slots.empty()) {
      slot = 0;
    } else if (slot < 0 || static_cast<std::uint64_t>(slot) >= slots.size()) {
      ++unknown;
      if (unknown_slot == kNone) {
        unknown_slot = static_cast<std::uint32_t>(out_.materials.size());
        out_.materials.push_back(kNone);
      }
      slot = unknown_slot;
    }
    out_.triangle_slots.insert(out_.triangle_slots.end(), triangles.size() / 3,
                               static_cast<std::uint32_t>(slot));
    out_.face_corners.push_back(static_cast<std::uint32_t>(end - begin));
    ++out_.source_faces;
  }
  if (std::all_of(out_.triangle_slots.begin(), out_.triangle_slots.end(),
                  [](std::uint32_t s) { return s == 0; }))
    out_.triangle_slots.clear();
  if (fans != 0)
    b_.warn("fbx.polygon", source_.object,
            "a polygon that has no area or crosses itself; triangulated as a fan", fans);
  if (few != 0)
    b_.note("fbx.polygon-small", source_.object, "a polygon of one or two corners; left out", few);
  if (unknown != 0)
    b_.warn("fbx.material-index", source_.object,
            fmt::format("a material index outside the {} materials of its node; drawn without a material",
                        slots.size()),
            unknown);
  return {};
}

// Copies skin and morph targets from control points to vertices.
void MeshBuilder::spread(const SkinSource& skin, const std::vector<MorphTarget>& morphs) {
  const std::size_t vertices = out_.positions.size();
  const auto spread_list = [&](const std::vector<Vec3>& of_points) {
    std::vector<Vec3> list(of_points.empty() ? 0 : vertices);
    for (std::size_t v = 0; v < list.size(); ++v)
      list[v] = of_points[out_.source_of(static_cast<std::uint32_t>(v))];
    return list;
  };
  for (const MorphTarget& morph : morphs)
    out_.morphs.push_back(
        {morph.name, spread_list(morph.position_offsets), spread_list(morph.normal_offsets), {}});
  if (skin.influences.empty()) return;
  if (!skin.dual_quaternion_shares.empty())
    for (std::size_t v = 0; v < vertices; ++v)
      out_.dual_quaternion_shares.push_back(
          skin.dual_quaternion_shares[out_.source_of(static_cast<std::uint32_t>(v))]);
  out_.influence_begin.assign(1, 0);
  for (std::size_t v = 0; v < vertices; ++v) {
    const std::uint32_t point = out_.source_of(static_cast<std::uint32_t>(v));
    out_.influences.insert(out_.influences.end(), skin.influences.begin() + skin.begin[point],
                           skin.influences.begin() + skin.begin[point + 1]);
    out_.influence_begin.push_back(static_cast<std::uint32_t>(out_.influences.size()));
  }
}

Result<Primitive> MeshBuilder::build(const std::vector<std::uint32_t>& slots, const SkinSource& skin,
                                     const std::vector<MorphTarget>& morphs) {
  places_.resize(source_.points.size());
  for (std::size_t p = 0; p < places_.size(); ++p) places_[p] = transform_point(moved_, source_.points[p]);
  if (source_.normals.empty())
    if (auto made = make_normals(); !made) return made.error();
  if (auto made = cut_polygons(slots); !made) return made.error();
  if (source_.tangents.empty())
    if (const std::uint32_t uv_set = uv_set_of_normals(b_.scene, slots); uv_set < source_.uvs.size())
      if (auto made = make_tangents(uv_set); !made) return made.error();
  if (auto made = make_vertices(); !made) return made.error();
  const std::uint64_t copies = out_.positions.size() - source_.points.size();
  if (auto taken = b_.take_memory(source_.object, out_.positions.size(), 24 * morphs.size() + 4); !taken)
    return taken.error();
  if (!skin.influences.empty())
    if (auto taken = b_.take_memory<Influence>(source_.object, 2 * (skin.influences.size() + copies * 8));
        !taken)
      return taken.error();
  spread(skin, morphs);
  return std::move(out_);
}

// A mesh that was made from a geometry.
struct Variant {
  std::vector<std::uint32_t> slots;
  Mat4d moved;
  std::uint32_t mesh = kNone;
  std::vector<MorphChannel> channels;
};

Result<void> read_geometry(SceneBuilder& b, std::uint32_t geometry) {
  const std::vector<std::uint32_t> models = b.graph.parents(geometry, Kind::model);
  if (models.empty()) return {};
  const auto source = read_mesh_source(b, geometry);
  if (!source) return source.error();
  if (source->points.empty()) return {};
  const auto skin = read_skin(b, *source, models[0]);
  if (!skin) return skin.error();
  std::vector<Variant> variants;
  for (const std::uint32_t model : models) {
    std::vector<std::uint32_t> slots;
    for (const std::uint32_t material : b.graph.children(model, Kind::material))
      slots.push_back(b.material_of_object[material]);
    const Mat4d moved = geometric_transform(b.graph, model);
    auto known = std::find_if(variants.begin(), variants.end(),
                              [&](const Variant& v) { return v.slots == slots && v.moved == moved; });
    if (known == variants.end()) {
      Variant made{slots, moved, static_cast<std::uint32_t>(b.scene.meshes.size()), {}};
      Mesh mesh;
      mesh.name = b.graph.objects[geometry].name;
      if (mesh.name.empty()) mesh.name = b.graph.objects[model].name;
      std::vector<float> weights;
      const auto morphs = read_morphs(b, *source, moved, made.channels, weights);
      if (!morphs) return morphs.error();
      auto primitive = MeshBuilder(b, *source, moved).build(slots, *skin, *morphs);
      if (!primitive) return primitive.error();
      mesh.primitives.push_back(std::move(*primitive));
      if (std::any_of(weights.begin(), weights.end(), [](float w) { return w != 0; }))
        mesh.morph_weights = std::move(weights);
      b.scene.meshes.push_back(std::move(mesh));
      variants.push_back(std::move(made));
      known = variants.end() - 1;
    }
    const std::uint32_t node = b.content_of_object[model];
    b.scene.nodes[node].meshes.push_back({known->mesh, skin->skin});
    for (MorphChannel& channel : known->channels) channel.nodes.push_back(node);
  }
  for (Variant& variant : variants)
    for (MorphChannel& channel : variant.channels) b.morph_channels.push_back(std::move(channel));
  return {};
}

}  // namespace

Result<void> read_meshes(SceneBuilder& b) {
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    const Object& object = b.graph.objects[o];
    if (object.kind == Kind::mesh)
      if (auto read = read_geometry(b, o); !read) return read;
    if (object.kind == Kind::other_geometry)
      b.note(object.sub_type.find("urbs") != std::string_view::npos ? "fbx.nurbs" : "fbx.line", o,
             fmt::format("geometry of type \"{}\"; only polygons are read", object.sub_type.substr(0, 40)));
    if (object.kind == Kind::other_deformer && object.sub_type.find("Cache") != std::string_view::npos)
      b.note("fbx.cache", o, "a cache of vertex positions; not read");
  }
  return {};
}

}  // namespace skelter::fbx

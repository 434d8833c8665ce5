#include "compile/build_mesh/internal/skinned_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "compile/build_mesh/mesh_order.h"
#include "compile/build_mesh/mesh_palette.h"
#include "compile/build_mesh/palette_error.h"
#include "compile/build_mesh/skinned_mesh_parts.h"
#include "compile/build_pack/internal/blob_writer.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/mesh_records.h"
#include "skelter/math/bounds.h"

namespace skelter {
namespace {

// Copies an array into block rows. Vertex v in the new order is values[order[v]].
template <class Value>
void fill_rows(std::vector<float>& floats, std::size_t floats_per_block, std::size_t first_row,
               const std::vector<std::uint32_t>& order, const std::vector<Value>& values) {
  constexpr std::size_t kWidth = sizeof(Value) / sizeof(float);
  for (std::size_t v = 0; v < order.size() && !values.empty(); ++v) {
    float* block = floats.data() + v / kMeshBlock * floats_per_block + v % kMeshBlock;
    float numbers[kWidth];
    std::memcpy(numbers, &values[order[v]], sizeof(numbers));
    for (std::size_t i = 0; i < kWidth; ++i) block[(first_row + i) * kMeshBlock] = numbers[i];
  }
}

std::size_t blocks_of(std::size_t vertices) {
  return (vertices + kMeshBlock - 1) / kMeshBlock;
}

// Returns rows of positions and, if the mesh has normals, of normals. Also used for the offsets of morph
// targets.
std::vector<float> point_rows(const MeshOrder& order, const std::vector<Vec3>& points,
                              const std::vector<Vec3>& normals, std::size_t floats_per_block) {
  std::vector<float> floats(blocks_of(order.vertices.size()) * floats_per_block);
  fill_rows(floats, floats_per_block, 0, order.vertices, points);
  if (floats_per_block > 3 * kMeshBlock) fill_rows(floats, floats_per_block, 3, order.vertices, normals);
  return floats;
}

struct InfluenceStreams {
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
};

// Vertices with fewer influences than their section repeat the first influence with weight 0. Lanes after the
// last vertex use palette entry 0.
InfluenceStreams influence_streams(MeshOrder& order, const std::vector<KeptInfluences>& kept) {
  InfluenceStreams streams;
  for (InfluenceSection& section : order.sections) {
    section.first_joint = static_cast<std::uint32_t>(streams.joints.size());
    section.first_weight = static_cast<std::uint32_t>(streams.weights.size());
    const std::size_t lanes = blocks_of(section.vertex_count) * kMeshBlock;
    streams.joints.resize(streams.joints.size() + lanes * section.influences);
    if (section.influences > 1) streams.weights.resize(streams.weights.size() + lanes * section.influences);
    for (std::size_t v = 0; v < lanes; ++v) {
      const std::size_t at = v / kMeshBlock * section.influences * kMeshBlock + v % kMeshBlock;
      static const std::vector<Influence> kFirstJointOnly{{0, 1}};
      const std::vector<Influence>& influences =
          v < section.vertex_count ? kept[order.vertices[section.first_vertex + v]].influences
                                   : kFirstJointOnly;
      for (std::size_t i = 0; i < section.influences; ++i) {
        const bool there = i < influences.size();
        streams.joints[section.first_joint + at + i * kMeshBlock] =
            static_cast<std::uint16_t>(influences[there ? i : 0].joint);
        if (section.influences > 1)
          streams.weights[section.first_weight + at + i * kMeshBlock] = there ? influences[i].weight : 0;
      }
    }
  }
  return streams;
}

struct MorphStreams {
  std::vector<MorphRange> ranges;
  std::vector<std::uint32_t> blocks;
  std::vector<float> offsets;
  Strings names;
};

MorphStreams morph_streams(const Primitive& primitive, const MeshOrder& order, std::size_t floats_per_block) {
  MorphStreams streams;
  for (const MorphTarget& target : primitive.morphs) {
    const std::vector<float> rows =
        point_rows(order, target.position_offsets, target.normal_offsets, floats_per_block);
    MorphRange range;
    range.first_block = static_cast<std::uint32_t>(streams.blocks.size());
    for (std::size_t block = 0; block * floats_per_block < rows.size(); ++block) {
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(block * floats_per_block);
      const auto end = begin + static_cast<std::ptrdiff_t>(floats_per_block);
      if (std::all_of(begin, end, [](float offset) { return offset == 0; })) continue;
      streams.blocks.push_back(static_cast<std::uint32_t>(block));
      streams.offsets.insert(streams.offsets.end(), begin, end);
    }
    range.block_count = static_cast<std::uint32_t>(streams.blocks.size()) - range.first_block;
    streams.ranges.push_back(range);
    streams.names.add(target.name);
  }
  return streams;
}

// Returns the bounds of a vertex for all morph weights from 0 to 1.
Bounds reach_of(const Primitive& primitive, std::size_t vertex) {
  Vec3d low = to_double(primitive.positions[vertex]), high = low;
  for (const MorphTarget& target : primitive.morphs) {
    if (target.position_offsets.empty()) continue;
    const Vec3d offset = to_double(target.position_offsets[vertex]);
    low += {std::min(offset.x, 0.0), std::min(offset.y, 0.0), std::min(offset.z, 0.0)};
    high += {std::max(offset.x, 0.0), std::max(offset.y, 0.0), std::max(offset.z, 0.0)};
  }
  Bounds reach;
  reach.add(low);
  reach.add(high);
  return reach;
}

// Returns the smallest float box that contains the double box.
JointBounds rounded_outwards(const Bounds& bounds) {
  constexpr float kHuge = std::numeric_limits<float>::max();
  if (bounds.empty()) return {{kHuge, kHuge, kHuge}, {-kHuge, -kHuge, -kHuge}};
  const double low[3] = {bounds.min.x, bounds.min.y, bounds.min.z};
  const double high[3] = {bounds.max.x, bounds.max.y, bounds.max.z};
  JointBounds r;
  for (std::size_t i = 0; i < 3; ++i) {
    r.min[i] = static_cast<float>(low[i]);
    r.max[i] = static_cast<float>(high[i]);
    if (r.min[i] > low[i]) r.min[i] = std::nextafter(r.min[i], -kHuge);
    if (r.max[i] < high[i]) r.max[i] = std::nextafter(r.max[i], kHuge);
  }
  return r;
}

std::vector<JointBounds> joint_bounds(const Primitive& primitive, const std::vector<KeptInfluences>& kept,
                                      const MeshPalette& palette) {
  std::vector<Bounds> boxes(palette.entries.size());
  for (std::size_t v = 0; v < kept.size(); ++v) {
    const Bounds reach = reach_of(primitive, v);
    for (const Influence& influence : kept[v].influences) {
      const Mat4d joint_from_mesh = to_double(palette.entries[influence.joint].node_from_mesh);
      for (const double x : {reach.min.x, reach.max.x})
        for (const double y : {reach.min.y, reach.max.y})
          for (const double z : {reach.min.z, reach.max.z})
            boxes[influence.joint].add(transform_point(joint_from_mesh, Vec3d{x, y, z}));
    }
  }
  std::vector<JointBounds> bounds;
  bounds.reserve(boxes.size());
  for (const Bounds& box : boxes) bounds.push_back(rounded_outwards(box));
  return bounds;
}

struct OpaqueStreams {
  std::vector<VertexStream> streams;
  std::vector<float> floats;

  template <class Value>
  void add(StreamKind kind, std::uint32_t set, const MeshOrder& order, const std::vector<Value>& values) {
    if (values.empty()) return;
    constexpr std::uint32_t kWidth = sizeof(Value) / sizeof(float);
    streams.push_back({kind, set, kWidth, static_cast<std::uint32_t>(floats.size())});
    for (const std::uint32_t vertex : order.vertices) {
      float numbers[kWidth];
      std::memcpy(numbers, &values[vertex], sizeof(numbers));
      floats.insert(floats.end(), numbers, numbers + kWidth);
    }
  }
};

SkinnedMeshReport report_of(const std::vector<KeptInfluences>& kept, const Primitive& primitive,
                            bool skinned) {
  SkinnedMeshReport report;
  for (std::uint32_t v = 0; v < kept.size(); ++v) {
    ++report.vertices_by_influences[kept[v].bound_to_node ? 0 : kept[v].influences.size()];
    if (!skinned || kept[v].bound_to_node) continue;
    const std::size_t before = primitive.influence_begin[v + 1] - primitive.influence_begin[v];
    if (before > kept[v].influences.size()) ++report.reduced_vertices;
    if (kept[v].weight_lost > report.largest_weight_lost) {
      report.largest_weight_lost = kept[v].weight_lost;
      report.largest_loss_vertex = v;
    }
  }
  return report;
}

AlignedBytes write_mesh(const Primitive& primitive, MeshOrder& order, const std::vector<KeptInfluences>& kept,
                        std::size_t entries, const std::vector<JointBounds>& bounds) {
  SkinnedMeshHeader header;
  header.vertex_count = static_cast<std::uint32_t>(order.vertices.size());
  header.palette_size = static_cast<std::uint32_t>(entries);
  header.has_normals = primitive.normals.empty() ? 0 : primitive.normals_generated ? 2 : 1;
  header.file_vertices = primitive.source_vertices;
  const std::size_t floats_per_block = (primitive.normals.empty() ? 3 : 6) * kMeshBlock;
  const InfluenceStreams influences = influence_streams(order, kept);
  const MorphStreams morphs = morph_streams(primitive, order, floats_per_block);
  std::vector<float> tangents(primitive.tangents.empty() ? 0
                                                         : blocks_of(order.vertices.size()) * 4 * kMeshBlock);
  fill_rows(tangents, 4 * kMeshBlock, 0, order.vertices, primitive.tangents);
  OpaqueStreams opaque;
  for (std::uint32_t set = 0; set < primitive.uvs.size(); ++set)
    opaque.add(StreamKind::uv, set, order, primitive.uvs[set]);
  opaque.add(StreamKind::color, 0, order, primitive.colors);

  BlobWriter writer(sizeof(SkinnedMeshHeader));
  header.sections = writer.add(order.sections);
  header.vertices = writer.add(point_rows(order, primitive.positions, primitive.normals, floats_per_block));
  header.tangents = writer.add(tangents);
  header.joints = writer.add(influences.joints);
  header.weights = writer.add(influences.weights);
  header.indices = writer.add(order.indices);
  header.parts = writer.add(order.parts);
  header.source_vertex = writer.add(order.vertices);
  header.joint_bounds = writer.add(bounds);
  header.morphs = writer.add(morphs.ranges);
  header.morph_blocks = writer.add(morphs.blocks);
  header.morph_offsets = writer.add(morphs.offsets);
  if (!primitive.morphs.empty()) header.morph_name_begin = writer.add(morphs.names.begin);
  header.morph_names = writer.add(morphs.names.text);
  header.streams = writer.add(opaque.streams);
  header.stream_floats = writer.add(opaque.floats);
  header.file_vertex = writer.add(primitive.source_vertex);
  return writer.finish(header);
}

}  // namespace

Result<SkinnedMeshBuild> build_skinned_mesh(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                            std::uint32_t primitive, const SkinnedMeshSettings& settings) {
  const SourceSpot where{scene.file, 0, {}, scene.nodes[node].name};
  if (settings.max_influences < 1 || settings.max_influences > kMaxInfluences)
    return Error{Status::invalid_argument, "build.max-influences",
                 "at most " + std::to_string(settings.max_influences) +
                     " influences per vertex; expected 1 to " + std::to_string(kMaxInfluences),
                 where};
  const MeshPalette palette = mesh_palette(scene, node, instance);
  if (auto error = palette_error(scene, node, palette)) return *error;
  const MeshInstance& drawn = scene.nodes[node].meshes[instance];
  const bool skinned = drawn.skin != kNone && !scene.skins[drawn.skin].joints.empty();
  return build_skinned_primitive(scene, scene.meshes[drawn.mesh].primitives[primitive], palette, skinned,
                                 {settings.max_influences, false, where});
}

Result<SkinnedMeshBuild> build_skinned_primitive(const Scene& scene, const Primitive& primitive,
                                                 const MeshPalette& palette, bool skinned,
                                                 const SkinnedPrimitiveSettings& settings) {
  Primitive moved;
  if (palette.origin != Vec3d{}) {
    moved = primitive;
    for (Vec3& position : moved.positions) position = to_float(to_double(position) - palette.origin);
  }
  const Primitive& source = palette.origin == Vec3d{} ? primitive : moved;
  const std::vector<KeptInfluences> kept =
      keep_influences(source, skinned, palette.node_entry, settings.max_influences, settings.for_drawing);
  MeshOrder order = order_mesh(scene, source, kept, settings.for_drawing);
  const std::vector<JointBounds> bounds = settings.for_drawing
                                              ? std::vector(palette.entries.size(), rounded_outwards({}))
                                              : joint_bounds(source, kept, palette);

  SkinnedMeshBuild built;
  built.mesh.bytes = write_mesh(source, order, kept, palette.entries.size(), bounds);
  built.report = report_of(kept, source, skinned);
  const Problem problem = read_skinned_mesh(built.mesh.bytes.span(), built.mesh.view);
  if (!problem.ok()) return Error{problem.status, "build.skinned-mesh", problem.what, settings.where};
  return built;
}

}  // namespace skelter

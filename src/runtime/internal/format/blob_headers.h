#pragma once
// Headers of the blobs of a pack: docs/pack-format.md. Each view of `runtime` reads one of them; `compile`
// writes them.

#include <cstdint>

#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/pack_records.h"

namespace skelter {

struct SkeletonHeader {
  BlobArray parents, rest_pose, nodes, helpers, name_begin, names, lod_joint_counts, mask_weights,
      mask_name_begin, mask_names;
  std::uint32_t has_scale = 0;
  std::uint32_t reserved = 0;
  std::uint64_t hash = 0;
};

struct SkinHeader {
  BlobArray joints, joint_from_mesh;
  std::uint64_t skeleton_hash = 0;
};

struct SkinnedMeshHeader {
  std::uint32_t vertex_count = 0;
  std::uint32_t palette_size = 0;
  std::uint32_t has_normals = 0;
  std::uint32_t file_vertices = 0;
  BlobArray sections, vertices, tangents, joints, weights, indices, parts, source_vertex, joint_bounds,
      morphs, morph_blocks, morph_offsets, morph_name_begin, morph_names, streams, stream_floats, file_vertex;
};

struct ClipHeader {
  float duration_s = 0;
  float sample_rate_hz = 0;
  std::uint32_t frame_count = 0;
  float last_interval_s = 0;
  std::uint32_t flags = 0;
  std::uint32_t joint_count = 0;
  BlobArray parts, spreads, constants, rates, frames, keyed, key_times_s, key_values, scalars, scalar_times_s,
      scalar_values, events, root_motion, string_begin, strings;
  float bounds_min[3] = {};
  float bounds_max[3] = {};
  std::uint64_t skeleton_hash = 0;
};

struct PackLookHeader {
  BlobArray materials, textures, samplers, images, texts;
};

struct PackSceneHeader {
  BlobArray nodes, instances, cameras, lights, clips, weights, texts;
  PackText file, format, generator, copyright;
  double metres_per_unit = 0;
  double extent = 0;
  std::uint32_t linear_colors = 0;
  std::uint32_t losses = 0;
};

}  // namespace skelter

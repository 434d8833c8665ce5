#pragma once
// PackLook and PackScene: the data of a pack for viewers and converters. PackLook holds the appearance of the
// meshes: materials, textures and samplers (the images are sections of the pack, see SectionKind::images).
// PackScene describes the source: all nodes, their attachments, cameras, lights, and notes. Both are views
// into blobs. Playback does not need them. Their records are internal: docs/pack-format.md.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/array_view.h"
#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/math/vec.h"

namespace skelter {

struct PackText;
struct PackMaterial;
struct PackTexture;
struct PackSampler;
struct PackImage;
struct PackNode;
struct PackInstance;
struct PackCamera;
struct PackLight;
struct PackClipNote;

struct PackLook {
  ArrayView<PackMaterial> materials;  // in source order; MeshPart::material is an index
  ArrayView<PackTexture> textures;
  ArrayView<PackSampler> samplers;
  ArrayView<PackImage> images;
  std::span<const char> texts;
  std::string_view text(const PackText& place) const;
  // Red, green, blue and alpha of a material; light grey for an index that does not exist.
  Vec4 base_color(std::uint32_t material) const;
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_pack_look(ByteSpan blob, PackLook& out);

struct PackScene {
  ArrayView<PackNode> nodes;  // in source order; Skeleton::nodes are indices into it
  ArrayView<PackInstance> instances;
  ArrayView<PackCamera> cameras;
  ArrayView<PackLight> lights;
  ArrayView<PackClipNote> clips;
  std::span<const float> weights;
  std::span<const char> texts;
  std::string_view file, format, generator, copyright;  // `file` without its folder
  double metres_per_unit = 0;                           // 0: unknown
  double extent = 0;                                    // H, see scene_size
  std::uint32_t linear_colors = 0;  // 1: colours of vertices and materials are linear, not sRGB
  std::uint32_t losses = 0;         // data of the source that the pack does not hold: docs/pack-format.md
  std::string_view text(const PackText& place) const;
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_pack_scene(ByteSpan blob, PackScene& out);

}  // namespace skelter

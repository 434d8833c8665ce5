#pragma once
// PackLook and PackScene: what a pack holds for viewers and converters. How its meshes look: materials,
// textures and how these are sampled (the pictures themselves are sections of the pack, see
// SectionKind::images). And what it was made from: all nodes, what is attached to them, cameras, lights, and
// notes on the source. Views into blobs. Nothing here is needed to play.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/none.h"
#include "skelter/runtime/blob.h"

namespace skelter {

// UTF-8, in the texts of the same blob.
struct PackText {
  std::uint32_t begin = 0, size = 0;
};

// A texture as a material uses it: u v = offset + turn(rotation) * (scale * u v), a positive rotation turns
// the coordinates counter-clockwise.
struct PackMap {
  std::uint32_t texture = kNone;  // index into PackLook::textures, or none
  std::uint32_t uv_set = 0;
  float offset[2] = {};
  float rotation_rad = 0;
  float scale[2] = {1, 1};
};
inline constexpr std::uint32_t kPackMaps = 5;  // base colour, metal (blue) and roughness (green), normal,
                                               // occlusion (red), emissive

enum PackMaterialFlags : std::uint32_t {
  kPackDoubleSided = 1,
  kPackPbr = 2,    // metallic and roughness count, not specular; all colours are linear
  kPackUnlit = 4,  // the base colour as it is
};

struct PackMaterial {
  PackText name;
  PackText texture_suffix;  // what an MMD accessory wrote after '*'
  std::uint32_t flags = 0;  // PackMaterialFlags
  float base_color[4] = {};
  float specular[3] = {};
  float specular_power = 0;  // 0: no highlights
  float emissive[3] = {};
  float emissive_strength = 1;
  float metallic = 1, roughness = 1;
  float normal_scale = 1, occlusion_strength = 1;
  std::uint32_t alpha_mode = 0;  // 0 opaque, 1 cut out below alpha_cutoff, 2 blended
  float alpha_cutoff = 0.5f;
  PackMap maps[kPackMaps];
};

struct PackSampler {
  PackText name;
  // 0 the viewer's choice, 1 nearest, 2 linear; for `minify` also, with mip maps: 3 nearest texel of the
  // nearest, 4 linear of the nearest, 5 nearest of two, 6 linear of two.
  std::uint32_t magnify = 0, minify = 0;
  std::uint32_t wrap_u = 0, wrap_v = 0;  // 0 repeat, 1 mirrored, 2 clamped to the edge
};

struct PackTexture {
  PackText name;                  // as the source wrote it
  std::uint32_t image = kNone;    // of the pack's images sections, or none: `name` is all there is
  std::uint32_t sampler = kNone;  // index into PackLook::samplers, or none
};

// What is known of an images section, in the order of these.
struct PackImage {
  PackText name;
  PackText mime_type;  // "image/png", or empty
};

struct PackLook {
  std::span<const PackMaterial> materials;  // in the order of the source; MeshPart::material is an index
  std::span<const PackTexture> textures;
  std::span<const PackSampler> samplers;
  std::span<const PackImage> images;
  std::span<const char> texts;
  std::string_view text(PackText place) const { return {texts.data() + place.begin, place.size}; }
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_pack_look(ByteSpan blob, PackLook& out);

// --- what it was ------------------------------------------------------------------------------------------

enum PackNodeFlags : std::uint32_t {
  kPackNodeSynthetic = 1,  // made by the reader of the source; comes after all nodes of the file
  kPackNodeShown = 2,      // else its meshes are not drawn
  kPackNodeParts = 4,      // `rest` has translation x y z, rotation x y z w, scale x y z; else a matrix
};

struct PackNode {
  PackText name;
  std::uint32_t parent = kNone;                 // any node, also a later one; or none
  std::uint32_t depth = 0;                      // steps to its root, which keeps the tree free of circles
  std::uint32_t flags = 0;                      // PackNodeFlags
  std::uint32_t camera = kNone, light = kNone;  // or none
  std::uint32_t first_weight = 0;               // of its mesh's morph targets at rest, into
  std::uint32_t weight_count = 0;               // PackScene::weights
  float rest[16] = {};                          // parent_from_node: parts and zeros, or column by column
};

// A mesh of a node; the i-th belongs to the i-th skin section and the mesh sections after that.
// Instances of one mesh have sections of their own.
struct PackInstance {
  PackText mesh_name, skin_name;
  std::uint32_t node = 0;
  std::uint32_t mesh = 0;         // in the source
  std::uint32_t skin = kNone;     // in the source, or none: the node is the only palette entry
  std::uint32_t joint_count = 0;  // of the skin; a palette entry after them is the node
};

struct PackCamera {
  PackText name;
  std::uint32_t orthographic = 0;
  float fov_y_rad = 0, aspect_ratio = 0;      // perspective; 0: the window's
  float half_width = 0, half_height = 0;      // orthographic
  float near_distance = 0, far_distance = 0;  // 0: infinitely far
};

struct PackLight {
  PackText name;
  std::uint32_t kind = 0;  // 0 directional, 1 point, 2 spot
  float color[3] = {};     // linear
  float intensity = 0;     // candela; lux of directional lights
  float range = 0;         // 0: no end
  float inner_cone_rad = 0, outer_cone_rad = 0;
};

// What the source says of a clip, in the order of the clips.
struct PackClipNote {
  double ticks_per_second = 0;  // 0: not said
  double error_bound = 0;       // kept when the clip was made, in file units
};

// What the source has and the pack has not.
enum PackLosses : std::uint32_t {
  kPackLostEffects = 1,       // effect files of materials, and their parameters
  kPackLostExtensions = 2,    // extras and extensions of glTF
  kPackLostProperties = 4,    // keys of materials, lights and cameras
  kPackLostAttributes = 8,    // vertex data that nothing here draws
  kPackLostPolygons = 16,     // faces of more than three corners, now triangles
  kPackLostTargets = 32,      // keys for nodes that are not there
  kPackLostUnused = 64,       // meshes and skins that no node uses
  kPackLostInfluences = 128,  // the smallest weights of vertices with too many
  kPackLostLines = 256,       // lines and points
};

struct PackScene {
  std::span<const PackNode> nodes;  // in the order of the source; Skeleton::nodes are indices
  std::span<const PackInstance> instances;
  std::span<const PackCamera> cameras;
  std::span<const PackLight> lights;
  std::span<const PackClipNote> clips;
  std::span<const float> weights;
  std::span<const char> texts;
  PackText file, format, generator, copyright;  // `file` without its folder
  double metres_per_unit = 0;                   // 0: not known
  double extent = 0;                            // H
  std::uint32_t linear_colors = 0;              // 1: colours of vertices and materials are linear, not sRGB
  std::uint32_t losses = 0;                     // PackLosses
  std::string_view text(PackText place) const { return {texts.data() + place.begin, place.size}; }
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_pack_scene(ByteSpan blob, PackScene& out);

}  // namespace skelter

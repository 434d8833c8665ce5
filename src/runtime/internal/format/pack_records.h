#pragma once
// Records of the sections `materials` and `scene` of a pack: docs/pack-format.md.

#include <cstdint>

#include "skelter/core/none.h"

namespace skelter {

// A UTF-8 string in the texts of the same blob.
struct PackText {
  std::uint32_t begin = 0, size = 0;
};

// A texture reference of a material: uv = offset + turn(rotation) * (scale * uv). A positive rotation turns
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
  kPackPbr = 2,    // uses metallic and roughness, not specular; all colours are linear
  kPackUnlit = 4,  // the base colour without lighting
};

struct PackMaterial {
  PackText name;
  PackText texture_suffix;  // text after '*' in an MMD accessory
  std::uint32_t flags = 0;  // PackMaterialFlags
  float base_color[4] = {};
  float specular[3] = {};
  float specular_power = 0;  // 0: no specular highlight
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
  // 0 the viewer's choice, 1 nearest, 2 linear. For `minify` also, with mipmaps: 3 nearest texel of the
  // nearest level, 4 linear in the nearest level, 5 nearest texel of two levels, 6 linear in two levels.
  std::uint32_t magnify = 0, minify = 0;
  std::uint32_t wrap_u = 0, wrap_v = 0;  // 0 repeat, 1 mirrored, 2 clamped to the edge
};

struct PackTexture {
  PackText name;                  // as written in the source
  std::uint32_t image = kNone;    // index of the pack's images section; kNone: only `name` is known
  std::uint32_t sampler = kNone;  // index into PackLook::samplers, or none
};

// Description of each images section, in the order of the sections.
struct PackImage {
  PackText name;
  PackText mime_type;  // "image/png"; empty if unknown
};

// --- description of the source ----------------------------------------------------------------------------

enum PackNodeFlags : std::uint32_t {
  kPackNodeSynthetic = 1,  // made by the reader of the source; comes after all nodes of the file
  kPackNodeShown = 2,      // if not set, its meshes are not drawn
  kPackNodeParts = 4,      // `rest` has translation x y z, rotation x y z w, scale x y z; otherwise a matrix
};

struct PackNode {
  PackText name;
  std::uint32_t parent = kNone;                 // any node, including a later one; kNone: a root
  std::uint32_t depth = 0;                      // steps to its root; rules out cycles
  std::uint32_t flags = 0;                      // PackNodeFlags
  std::uint32_t camera = kNone, light = kNone;  // kNone: none
  std::uint32_t first_weight = 0;  // first of its mesh's rest morph weights in PackScene::weights
  std::uint32_t weight_count = 0;  // number of these weights
  float rest[16] = {};             // parent_from_node: parts and zeros, or column by column
};

// A mesh instance of a node. Instance i belongs to skin section i and the mesh sections after it. Each
// instance of a mesh has its own sections.
struct PackInstance {
  PackText mesh_name, skin_name;
  std::uint32_t node = 0;
  std::uint32_t mesh = 0;         // index in the source
  std::uint32_t skin = kNone;     // index in the source; kNone: the node is the only palette entry
  std::uint32_t joint_count = 0;  // joints of the skin; a palette entry after them is the node
};

struct PackCamera {
  PackText name;
  std::uint32_t orthographic = 0;
  float fov_y_rad = 0, aspect_ratio = 0;      // perspective; 0: the window's aspect ratio
  float half_width = 0, half_height = 0;      // orthographic
  float near_distance = 0, far_distance = 0;  // 0: infinite
};

struct PackLight {
  PackText name;
  std::uint32_t kind = 0;  // 0 directional, 1 point, 2 spot
  float color[3] = {};     // linear
  float intensity = 0;     // candela; lux for directional lights
  float range = 0;         // 0: unlimited
  float inner_cone_rad = 0, outer_cone_rad = 0;
};

// Clip data of the source, in clip order.
struct PackClipNote {
  double ticks_per_second = 0;  // 0: not specified
  double error_bound = 0;       // error bound of the compiled clip, in file units
};

// Data of the source that the pack does not hold.
enum PackLosses : std::uint32_t {
  kPackLostEffects = 1,       // effect files of materials, and their parameters
  kPackLostExtensions = 2,    // extras and extensions of glTF
  kPackLostProperties = 4,    // keys of materials, lights and cameras
  kPackLostAttributes = 8,    // vertex data that is never drawn
  kPackLostPolygons = 16,     // faces with more than three corners, now triangles
  kPackLostTargets = 32,      // keys for nodes that do not exist
  kPackLostUnused = 64,       // meshes and skins that no node uses
  kPackLostInfluences = 128,  // the smallest weights of vertices with too many influences
  kPackLostLines = 256,       // lines and points
};

}  // namespace skelter

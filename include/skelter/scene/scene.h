#pragma once
// Scene: what the artist made, as plain data in canonical space (right-handed, +Y up, seconds). The one door
// between rooms: every reader fills it, every writer drains it, everything later reads it. A reader returns
// only valid scenes: see validate() for what that means.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/core/none.h"
#include "skelter/math/mat.h"
#include "skelter/math/transform.h"
#include "skelter/math/vec.h"

namespace skelter {

// The parts of a glTF object that we do not read, as JSON texts for the writer: "" for none. Indices inside
// keep their meaning, since nodes, meshes, materials and textures keep their order.
struct CarriedJson {
  std::string extras;
  std::string extensions;  // without those that the members of the object hold
  friend bool operator==(const CarriedJson&, const CarriedJson&) = default;
};

// --- nodes -----------------------------------------------------------------------------------------------

// A mesh hung on a node; with a skin, its vertices follow the joints instead of the node.
struct MeshInstance {
  std::uint32_t mesh = 0;
  std::uint32_t skin = kNone;
  friend bool operator==(const MeshInstance&, const MeshInstance&) = default;
};

struct Node {
  std::string name;  // as in the file; "" when it has none
  std::uint32_t parent = kNone;
  Mat4 rest;                          // parent_from_node
  std::optional<Transform> rest_trs;  // set when the file gave the parts; then `rest` is their matrix
  std::vector<MeshInstance> meshes;   // file order
  bool synthetic = false;             // made by the reader; comes after all nodes of the file
  bool shown = true;  // part of the default scene and not hidden; else its meshes are not drawn
  std::vector<float> morph_weights{};  // of its mesh at rest; empty: the mesh's own
  std::uint32_t camera = kNone;        // index into Scene::cameras
  std::uint32_t light = kNone;         // index into Scene::lights
  CarriedJson carried{};
  friend bool operator==(const Node&, const Node&) = default;
};

// --- meshes ----------------------------------------------------------------------------------------------

struct Influence {
  std::uint32_t joint = 0;  // index into Skin::joints
  float weight = 0;         // > 0; those of one vertex sum to 1
  friend bool operator==(const Influence&, const Influence&) = default;
};

// Per-vertex data that no named member holds: blend weights, binormals, four-component texture coordinates.
struct VertexAttribute {
  std::string semantic;          // "binormal", "texcoord"
  std::uint32_t set = 0;         // usage index
  std::uint32_t components = 0;  // 1 to 4
  std::vector<float> values;     // components * vertices, as the file has them (not mirrored)
  friend bool operator==(const VertexAttribute&, const VertexAttribute&) = default;
};

// Offsets that a morph weight of 1 adds in full.
struct MorphTarget {
  std::string name;
  std::vector<Vec3> position_offsets;   // size: vertices
  std::vector<Vec3> normal_offsets;     // size: vertices, or empty
  std::vector<Vec3> tangent_offsets{};  // size: vertices, or empty; the side stays
  friend bool operator==(const MorphTarget&, const MorphTarget&) = default;
};

// Triangles, lines and points that share one set of vertex arrays. Arrays are either empty or have one entry
// per vertex.
struct Primitive {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;       // unit; zero where the reader finds none, as no triangle uses the vertex
  bool normals_generated = false;  // by the reader, not by the file
  std::vector<Vec4> tangents;      // unit xyz, w = +1 or -1 for the side of the bitangent
  std::vector<std::vector<Vec2>> uvs;  // texture coordinate sets; v runs down
  std::vector<Vec4> colors;            // r g b a, 0 to 1, as the file has them
  std::vector<VertexAttribute> extra;
  std::vector<MorphTarget> morphs;

  std::vector<std::uint32_t> indices;   // three per triangle, counter-clockwise seen from the front
  std::vector<std::uint32_t> lines{};   // two per line, drawn with material slot 0
  std::vector<std::uint32_t> points{};  // one per point, likewise

  // Influences of vertex v: influences[influence_begin[v]] up to influence_begin[v + 1], largest first, ties
  // by joint. Empty when the primitive has no weights. A vertex without influences moves with its node.
  std::vector<std::uint32_t> influence_begin;  // size: vertices + 1, or empty
  std::vector<Influence> influences;
  // With a dual-quaternion skin: how much of each vertex is blended so, 0 to 1; the rest is linear. Size:
  // vertices, or empty for 1.
  std::vector<float> dual_quaternion_shares{};

  // Materials: a slot per triangle, and a material (or kNone: the default material) per slot.
  std::vector<std::uint32_t> materials;       // index into Scene::materials, or kNone
  std::vector<std::uint32_t> triangle_slots;  // index into `materials`; empty: all triangles use slot 0

  // What the file listed. Vertices are the source vertices first, copies made by splitting after them.
  std::uint32_t source_vertices = 0;
  std::uint32_t source_faces = 0;
  std::vector<std::uint32_t> source_vertex;  // per vertex its source, see source_of(); empty: its own
  std::uint32_t source_of(std::uint32_t vertex) const {
    return source_vertex.empty() ? vertex : source_vertex[vertex];
  }
  std::vector<std::uint32_t> face_corners;  // corners of each source face; empty: all are triangles
  CarriedJson carried{};
  friend bool operator==(const Primitive&, const Primitive&) = default;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<float> morph_weights{};  // at rest, one per morph target of each primitive; empty: all 0
  CarriedJson carried{};
  friend bool operator==(const Mesh&, const Mesh&) = default;
};

struct Joint {
  std::string name;        // as the file names it, also when no node of that name exists
  std::uint32_t node = 0;  // index into Scene::nodes
  Mat4 joint_from_mesh;    // inverse bind matrix
  friend bool operator==(const Joint&, const Joint&) = default;
};

// How the influences of a vertex blend. glTF and .x always mean linear.
enum class SkinMethod : std::uint8_t { linear, dual_quaternion };

struct Skin {
  std::string name;
  std::vector<Joint> joints;
  std::uint32_t skeleton_root = kNone;  // the node that the file names as root; a hint without effect
  CarriedJson carried{};
  SkinMethod method = SkinMethod::linear;
  friend bool operator==(const Skin&, const Skin&) = default;
};

// --- materials -------------------------------------------------------------------------------------------

// An encoded picture: its bytes, or where they are.
struct SceneImage {
  std::string name;
  std::string uri;               // percent signs decoded; "" when the bytes are here
  std::string mime_type;         // "image/png"; "" when the file does not say
  std::vector<std::byte> bytes;  // of embedded images
  CarriedJson carried{};
  friend bool operator==(const SceneImage&, const SceneImage&) = default;
};

enum class TextureFilter : std::uint8_t {
  unset,  // the viewer's choice
  nearest,
  linear,
  nearest_mipmap_nearest,
  linear_mipmap_nearest,
  nearest_mipmap_linear,
  linear_mipmap_linear,
};
enum class TextureWrap : std::uint8_t { repeat, mirrored_repeat, clamp_to_edge };

struct TextureSampler {
  std::string name;
  TextureFilter magnify = TextureFilter::unset;  // unset, nearest or linear
  TextureFilter minify = TextureFilter::unset;
  TextureWrap wrap_u = TextureWrap::repeat;
  TextureWrap wrap_v = TextureWrap::repeat;
  CarriedJson carried{};
  friend bool operator==(const TextureSampler&, const TextureSampler&) = default;
};

struct Texture {
  std::string name;  // as the file writes it, runs of backslashes turned into '/'; of embedded images theirs
  std::uint32_t image = kNone;    // index into Scene::images; kNone: `name` is all there is
  std::uint32_t sampler = kNone;  // index into Scene::samplers; kNone: repeated, filtered as the viewer likes
  CarriedJson carried{};
  friend bool operator==(const Texture&, const Texture&) = default;
};

struct EffectParameter {
  std::string name;
  std::variant<std::vector<float>, std::string, std::uint32_t> value;
  friend bool operator==(const EffectParameter&, const EffectParameter&) = default;
};

// A reference to a shader file with its parameters, kept as the file has it.
struct EffectInstance {
  std::string file;
  std::vector<EffectParameter> parameters;
  friend bool operator==(const EffectInstance&, const EffectInstance&) = default;
};

// A texture as a material uses it. uv = offset + turn(rotation) * (scale * uv), where a positive rotation
// turns coordinates counter-clockwise, so the picture clockwise; see KHR_texture_transform.
struct TextureUse {
  std::uint32_t texture = kNone;  // index into Scene::textures
  std::uint32_t uv_set = 0;
  Vec2 offset{};
  float rotation_rad = 0;
  Vec2 scale{1, 1};
  friend bool operator==(const TextureUse&, const TextureUse&) = default;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };

// glTF's metallic-roughness material, without base and emissive colour (see Material). Colours are linear.
struct PbrMaterial {
  float metallic = 1;
  float roughness = 1;
  TextureUse base_color;          // `texture` is that of Material::base_color_texture
  TextureUse metallic_roughness;  // green: roughness, blue: metallic
  TextureUse normal;
  float normal_scale = 1;
  TextureUse occlusion;  // red
  float occlusion_strength = 1;
  TextureUse emissive;
  float emissive_strength = 1;  // multiplies Material::emissive
  AlphaMode alpha_mode = AlphaMode::opaque;
  float alpha_cutoff = 0.5f;  // of `mask`: drawn from here on
  bool unlit = false;         // the base colour as it is, without light
  float transmission = 0;  // share of the light that passes; drawn as that much less alpha, see drawn_alpha
  friend bool operator==(const PbrMaterial&, const PbrMaterial&) = default;
};

// Transmission is drawn as alpha blending; of what lets all light pass so much is left to be seen.
inline constexpr float kLeastDrawnAlpha = 0.2f;

struct Material {
  std::string name;
  Vec4 base_color{1, 1, 1, 1};
  Vec3 specular{};
  float specular_power = 0;  // 0 switches highlights off
  Vec3 emissive{};
  std::uint32_t base_color_texture = kNone;  // index into Scene::textures
  std::string texture_suffix;                // what an MMD accessory wrote after '*' in the texture name
  std::optional<EffectInstance> effect;
  bool double_sided = false;
  std::optional<PbrMaterial> pbr{};  // of formats that have it; wins over `specular` and `specular_power`
  CarriedJson carried{};
  friend bool operator==(const Material&, const Material&) = default;
};

// The base colour's alpha and the mode in which a material with `pbr` is drawn: those of the file, or blended
// where light passes through.
struct DrawnAlpha {
  float alpha = 1;
  AlphaMode mode = AlphaMode::opaque;
};
DrawnAlpha drawn_alpha(const Material& material);

// --- clips -----------------------------------------------------------------------------------------------

enum class ChannelPath : std::uint8_t { translation, rotation, scale, matrix, weights };
enum class Interpolation : std::uint8_t { linear, step, cubic };

// Numbers per key: 3, 4 (x y z w), 3, 16 (column by column), or the number of morph targets.
constexpr std::uint32_t channel_width(ChannelPath path) {
  switch (path) {
    case ChannelPath::rotation:
      return 4;
    case ChannelPath::matrix:
      return 16;
    default:
      return 3;
  }
}

struct Channel {
  std::uint32_t target = 0;  // index into Clip::targets
  ChannelPath path = ChannelPath::translation;
  Interpolation interpolation = Interpolation::linear;
  std::vector<double> times_s;  // strictly increasing, finite, at least one
  // width numbers per key; cubic has three times as many: in-tangent, value, out-tangent. Rotations
  // are unit within 2 %: keys of few bits stay as the file has them, and players normalise.
  std::vector<float> values;
  friend bool operator==(const Channel&, const Channel&) = default;
};

// What an exporter asked for; players treat keys as linear and the clip as its caller says.
struct InterpolationHints {
  bool open = false;    // does not loop
  bool linear = false;  // else spline
  friend bool operator==(const InterpolationHints&, const InterpolationHints&) = default;
};

struct ClipTarget {
  std::string name;            // as the file names it
  std::uint32_t node = kNone;  // kNone: no node of that name; the clip still keeps its keys
  std::optional<InterpolationHints> hints;
  friend bool operator==(const ClipTarget&, const ClipTarget&) = default;
};

// Keys of something that Skelter does not play: KHR_animation_pointer on materials, lights, cameras. Kept.
struct PropertyChannel {
  std::string pointer;  // a JSON pointer into the file: "/materials/0/pbrMetallicRoughness/baseColorFactor"
  Interpolation interpolation = Interpolation::linear;
  std::vector<double> times_s;  // strictly increasing, finite, at least one
  std::vector<float> values;    // a whole number of them per key, finite
  friend bool operator==(const PropertyChannel&, const PropertyChannel&) = default;
};

struct Clip {
  std::optional<std::string> name;            // nothing: unnamed, shown as #index
  double duration_s = 0;                      // the largest key time
  std::optional<double> ticks_per_second;     // `.x`: the file's or the assumed rate
  std::vector<ClipTarget> targets;            // file order, distinct
  std::vector<Channel> channels;              // in the order of their targets
  std::vector<PropertyChannel> properties{};  // do not count for the duration
  CarriedJson carried{};
  friend bool operator==(const Clip&, const Clip&) = default;
};

// --- views -----------------------------------------------------------------------------------------------

// Looks along -z of its node, +y up.
struct SceneCamera {
  std::string name;
  bool orthographic = false;
  float fov_y_rad = 0;                // perspective: above 0
  std::optional<float> aspect_ratio;  // perspective: width over height; else that of the window
  float half_width = 0;               // orthographic
  float half_height = 0;
  float near_distance = 0;
  std::optional<float> far_distance;  // perspective without: infinitely far
  CarriedJson carried{};
  friend bool operator==(const SceneCamera&, const SceneCamera&) = default;
};

// KHR_lights_punctual. Shines along -z of its node.
struct SceneLight {
  enum class Kind : std::uint8_t { directional, point, spot };
  std::string name;
  Kind kind = Kind::directional;
  Vec3 color{1, 1, 1};         // linear
  float intensity = 1;         // candela, or lux for directional lights
  std::optional<float> range;  // not of directional lights
  float inner_cone_rad = 0;    // spot
  float outer_cone_rad = 0.785398163f;
  CarriedJson carried{};
  friend bool operator==(const SceneLight&, const SceneLight&) = default;
};

// One of several scenes of a glTF file: which trees of nodes it shows.
struct SceneRoots {
  std::string name;
  std::vector<std::uint32_t> roots;  // node indices
  CarriedJson carried{};
  friend bool operator==(const SceneRoots&, const SceneRoots&) = default;
};

// --- scene -----------------------------------------------------------------------------------------------

// The value of the missing part of an animated node, that is, one with at least one channel that moves it.
// Other nodes are at rest.
enum class Absent : std::uint8_t {
  rest,      // the node's own rest translation, rotation or stretch
  identity,  // D3DX: 0, no turn, 1
};

struct Scene {
  std::string file;      // as the caller named it
  std::string format;    // "x", "gltf", "glb"
  std::string encoding;  // "text", "binary", "text-compressed", "binary-compressed"; "" for other formats
  std::optional<std::string> generator;
  std::optional<double> metres_per_unit;
  std::optional<std::uint32_t> format_version{};  // FBX: 7400
  std::string up_axis;           // FBX: "x" to "z", or "-x" to "-z": of the file; the scene itself has +Y up
  bool ticks_in_file = false;    // `.x`: the tick rate was stated, not assumed
  Absent absent = Absent::rest;  // how its clips are meant; everything that plays or writes them asks here
  bool linear_colors = false;    // of vertices and materials, as in glTF; else sRGB

  std::vector<Node> nodes;  // file order, synthetic nodes last; parents may come after children
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<SceneImage> images;
  std::vector<TextureSampler> samplers;
  std::vector<SceneCamera> cameras;
  std::vector<SceneLight> lights;
  std::vector<Clip> clips;

  // glTF: what the file shows. Without any, all nodes are shown.
  std::vector<SceneRoots> scenes;
  std::uint32_t default_scene = kNone;  // index into `scenes`
  std::string copyright;
  CarriedJson carried{};                     // of the file's root
  std::vector<std::string> extensions_used;  // names as the file lists them
  Diagnostics diagnostics;
};

// Equal in all that the artist made: nodes to scenes, bit for bit. File, encoding, extension names,
// diagnostics and the meaning of absent keys do not count.
bool same_content(const Scene& a, const Scene& b);

// Morph weights of a node's mesh at rest: the node's own, else the mesh's, else zeros, one per morph target
// of the mesh's first primitive; none without morph targets.
std::vector<float> rest_morph_weights(const Scene& scene, std::uint32_t node);

// Node indices, parents before children; otherwise in index order. Precondition: valid tree.
std::vector<std::uint32_t> parents_first(const Scene& scene);

// The first node of that name in depth-first order, from `root` or from the roots, or kNone. O(nodes).
std::uint32_t find_node(const Scene& scene, std::string_view name, std::uint32_t root = kNone);

// The first clip of exactly that name, or kNone. What people type: choose_clip (scene/edit.h). O(clips).
std::uint32_t find_clip(const Scene& scene, std::string_view name);

}  // namespace skelter

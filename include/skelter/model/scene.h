#pragma once
// Scene: what the artist made, as plain data in canonical space (right-handed, +Y up, seconds). The one door
// between rooms: every reader fills it, every writer drains it, everything later reads it. A reader returns
// only valid scenes: see validate() for what that means.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/math/mat.h"
#include "skelter/math/transform.h"
#include "skelter/math/vec.h"

namespace skelter {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;  // "no such index"

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
  bool synthetic = false;             // made by the reader; stands after all nodes of the file
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
  std::vector<Vec3> position_offsets;  // size: vertices
  std::vector<Vec3> normal_offsets;    // size: vertices, or empty
  friend bool operator==(const MorphTarget&, const MorphTarget&) = default;
};

// Triangles that share one set of vertex arrays. Arrays are either empty or have one entry per vertex.
struct Primitive {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;           // unit; zero for vertices that no triangle uses
  bool normals_generated = false;      // by the reader, not by the file
  std::vector<Vec4> tangents;          // unit xyz, w = +1 or -1 for the side of the bitangent
  std::vector<std::vector<Vec2>> uvs;  // texture coordinate sets; v runs down
  std::vector<Vec4> colors;            // r g b a, 0 to 1, as the file has them
  std::vector<VertexAttribute> extra;
  std::vector<MorphTarget> morphs;

  std::vector<std::uint32_t> indices;  // three per triangle, counter-clockwise seen from the front

  // Influences of vertex v: influences[influence_begin[v]] up to influence_begin[v + 1], largest first, ties
  // by joint. Empty when the primitive has no weights. A vertex without influences moves with its node.
  std::vector<std::uint32_t> influence_begin;  // size: vertices + 1, or empty
  std::vector<Influence> influences;

  // Materials: a slot per triangle, and a material (or kNone: the default material) per slot.
  std::vector<std::uint32_t> materials;       // index into Scene::materials, or kNone
  std::vector<std::uint32_t> triangle_slots;  // index into `materials`; empty: all triangles use slot 0

  // What the file listed. Vertices are the source vertices first, copies made by splitting after them.
  std::uint32_t source_vertices = 0;
  std::uint32_t source_faces = 0;
  std::vector<std::uint32_t> source_vertex;  // per vertex its source; empty: vertex i is source i
  std::vector<std::uint32_t> face_corners;   // corners of each source face; empty: all are triangles
  friend bool operator==(const Primitive&, const Primitive&) = default;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  friend bool operator==(const Mesh&, const Mesh&) = default;
};

struct Joint {
  std::string name;        // as the file names it, also when no node of that name exists
  std::uint32_t node = 0;  // index into Scene::nodes
  Mat4 joint_from_mesh;    // inverse bind matrix
  friend bool operator==(const Joint&, const Joint&) = default;
};

struct Skin {
  std::string name;
  std::vector<Joint> joints;
  friend bool operator==(const Skin&, const Skin&) = default;
};

// --- materials -------------------------------------------------------------------------------------------

struct Texture {
  std::string name;  // as the file writes it, runs of backslashes turned into '/'
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
  friend bool operator==(const Material&, const Material&) = default;
};

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
  // width numbers per key; cubic has three times as many: in-tangent, value, out-tangent. Rotations are unit.
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

struct Clip {
  std::optional<std::string> name;         // nothing: unnamed, shown as #index
  double duration_s = 0;                   // the largest key time
  std::optional<double> ticks_per_second;  // `.x`: the file's or the assumed rate
  std::vector<ClipTarget> targets;         // file order, distinct
  std::vector<Channel> channels;           // in the order of their targets
  friend bool operator==(const Clip&, const Clip&) = default;
};

// --- scene -----------------------------------------------------------------------------------------------

struct Scene {
  std::string file;      // as the caller named it
  std::string format;    // "x", "gltf", "glb"
  std::string encoding;  // "text", "binary", "text-compressed", "binary-compressed"; "" for other formats
  std::optional<std::string> generator;
  std::optional<double> metres_per_unit;
  bool ticks_in_file = false;  // `.x`: the tick rate was stated, not assumed

  std::vector<Node> nodes;  // file order, synthetic nodes last; parents may stand after children
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Clip> clips;
  Diagnostics diagnostics;
};

// Equal in all that the artist made: nodes to clips, bit for bit. File, encoding and diagnostics do not
// count.
bool same_content(const Scene& a, const Scene& b);

// Node indices so that parents stand before children; otherwise in index order. Precondition: valid tree.
std::vector<std::uint32_t> parents_first(const Scene& scene);

// The first node of that name in depth-first order from the roots, or kNone. O(nodes).
std::uint32_t find_node(const Scene& scene, std::string_view name);

}  // namespace skelter

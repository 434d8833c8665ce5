#pragma once
// Builds small skinned models in code: a skeleton, meshes skinned to it, and clips. Everything is plain Scene
// data, so a program may also fill in all or part of a model itself. Functions that return Result check their
// input and leave the scene unchanged on an error. Positions are in the model's unit, matrices act on column
// vectors, times are in seconds (docs/conventions.md).
//
//   Scene scene;
//   const SkeletonBone bones[] = {{"upper_arm", kNone, {}},
//                                 {"forearm", 0, translation_matrix(Vec3d{0, 3, 0})}};
//   const Result<std::uint32_t> skin = append_skeleton(scene, bones);
//   Primitive sleeve;
//   sleeve.positions = {{-1, 0, 0}, {1, 0, 0}, {0, 6, 0}};
//   sleeve.indices = {0, 1, 2};
//   append_influences(sleeve, {{0, 1}});
//   append_influences(sleeve, {{0, 1}});
//   append_influences(sleeve, {{0, 0.25f}, {1, 0.75f}});
//   const Result<std::uint32_t> node = append_skinned_mesh(scene, {"sleeve", {sleeve}}, *skin);

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/math/mat.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"
#include "skelter/scene/scene.h"

namespace skelter {

// A node without meshes. `parent`: index into Scene::nodes, or kNone.
Node make_node(std::string name, std::uint32_t parent, const Mat4d& parent_from_node);

// --- skeletons -------------------------------------------------------------------------------------------

// An entry of a flat bone array, a common skeleton layout.
struct SkeletonBone {
  std::string name;
  std::uint32_t parent = kNone;  // index into the array; for a root kNone, or its own index
  Mat4d parent_from_bone;        // at rest
};

// Appends a node for each bone, and a skin with bone i as joint i, and returns the index of the skin. Parents
// may come after their children. `bound_at_rest`: vertices are in the rest pose, so inverse bind matrices are
// the inverses of the rest matrices; false: vertices are in the space of their bones, and the matrices are
// the identity. O(size of the scene). Errors: invalid_argument for no bones, a parent outside the array, a
// cycle of parents, a matrix that is not finite, or a singular matrix with `bound_at_rest`; with the message
// of validate(), for a scene that cannot take more nodes because it has synthetic ones.
Result<std::uint32_t> append_skeleton(Scene& scene, std::span<const SkeletonBone> bones,
                                      bool bound_at_rest = true);

// --- meshes ----------------------------------------------------------------------------------------------

// Appends the influences of the next vertex, in any order; influences with weight 0 are dropped. Without
// influences the vertex moves with its node. Not validated here; validate() checks the sum and the joints.
void append_influences(Primitive& primitive, std::vector<Influence> influences);

// Appends the mesh and a root node of the same name that shows it, and returns the index of the node. `skin`:
// index into Scene::skins. Counts of source vertices and faces that are 0 are set to those of the primitive.
// O(size of the scene).
// Errors: invalid_argument, with the message of validate(), for a skin that does not exist, arrays of
// different sizes, weights that are not above 0 or do not sum to 1 within 1e-4, a joint that is listed twice
// or not in the skin.
Result<std::uint32_t> append_skinned_mesh(Scene& scene, Mesh mesh, std::uint32_t skin);

// --- clips -----------------------------------------------------------------------------------------------

// Returns the channel for this node and path, and adds it if the clip has none. The reference is valid until
// the next call.
Channel& append_channel(Clip& clip, std::string_view node, ChannelPath path);

// Appends numbers in the layout of Channel::values: x y z, x y z w, or 16 column by column.
void append_value(std::vector<float>& values, const Vec3d& value);
void append_value(std::vector<float>& values, const Quatd& value);
void append_value(std::vector<float>& values, const Mat4d& value);

// Appends a key after the channel's existing keys. `Value`: Vec3d, Quatd or Mat4d, according to the channel's
// path.
template <class Value>
void append_key(Channel& channel, double time_s, const Value& value) {
  channel.times_s.push_back(time_s);
  append_value(channel.values, value);
}

// Appends the clip and returns its index. Targets without a node are resolved by name (find_node), and the
// duration becomes the time of the last key. O(size of the scene). Errors: invalid_argument for a target that
// matches no node; with the message of validate(), for no keys, times that do not increase, a wrong number of
// values, or rotations that are not unit.
Result<std::uint32_t> append_clip(Scene& scene, Clip clip);

}  // namespace skelter

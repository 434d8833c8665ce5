#pragma once
// Makes small skinned figures in code: a skeleton, meshes that hang on it by weights, and clips. All is plain
// Scene data, so a figure may also be filled in by hand, or partly. What ends in Result checks what it is
// given and leaves the scene as it was on an error. Positions are in the figure's unit, matrices take column
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

// An entry of a flat array of bones, as many programs keep their skeletons.
struct SkeletonBone {
  std::string name;
  std::uint32_t parent = kNone;  // index into the array; of a root kNone, or its own index
  Mat4d parent_from_bone;        // at rest
};

// The inverse bind matrices of a new skin.
enum class BindPose : std::uint8_t {
  rest,  // vertices are given where the figure rests: the inverse of each bone's matrix at rest
  none,  // vertices are given in the space of their bones: the identity
};

// Appends a node for each bone, and a skin whose joint i is bone i, and gives the index of the skin. Parents
// may come after their children. Errors: invalid_argument for no bones, a parent outside the array, bones
// whose parents lead round in a circle, a matrix that is not finite, or that has no inverse where BindPose
// asks for it; and, with the sentence of validate(), for a scene that does not take more nodes, as it has
// synthetic ones. O(size of the scene).
Result<std::uint32_t> append_skeleton(Scene& scene, std::span<const SkeletonBone> bones,
                                      BindPose bind = BindPose::rest);

// --- meshes ----------------------------------------------------------------------------------------------

// The influences of the next vertex, in any order; those of weight 0 are left out. Without any the vertex
// moves with its node. Nothing is refused here: what the sum and the joints must be, the scene's check says.
void append_influences(Primitive& primitive, std::vector<Influence> influences);

// Appends the mesh and a root node of its name that shows it, and gives the index of the node. `skin`: index
// into Scene::skins. Counts of source vertices and faces that are 0 become those of the primitive. Errors:
// invalid_argument, with the sentence of validate(), for a skin that there is not, arrays that do not fit
// each other, weights that are not above 0 or do not sum to 1 within 1e-4, a joint named twice or not in the
// skin. O(size of the scene).
Result<std::uint32_t> append_skinned_mesh(Scene& scene, Mesh mesh, std::uint32_t skin);

// --- clips -----------------------------------------------------------------------------------------------

// The channel of that node and path, made if the clip has none yet. It is valid up to the next call.
Channel& append_channel(Clip& clip, std::string_view node, ChannelPath path);

// Numbers as Channel::values holds them: x y z, x y z w, or 16 column by column.
void append_value(std::vector<float>& values, const Vec3d& value);
void append_value(std::vector<float>& values, const Quatd& value);
void append_value(std::vector<float>& values, const Mat4d& value);

// A key after those that the channel has. `Value`: Vec3d, Quatd or Mat4d, as the channel's path asks.
template <class Value>
void append_key(Channel& channel, double time_s, const Value& value) {
  channel.times_s.push_back(time_s);
  append_value(channel.values, value);
}

// Appends the clip and gives its index. Targets without a node find theirs by name (find_node), and the
// duration becomes the time of the last key. Errors: invalid_argument for a target that no node is named
// like; and, with the sentence of validate(), for no keys, times that do not rise, values of a wrong number,
// or rotations that are not unit. O(size of the scene).
Result<std::uint32_t> append_clip(Scene& scene, Clip clip);

}  // namespace skelter

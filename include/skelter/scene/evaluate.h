#pragma once
// The reference evaluator: poses and skinned vertices at one time, in double precision, straight from the
// source keys. Slow and plain on purpose; all fast paths are tested against it.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skelter/math/bounds.h"
#include "skelter/math/mat.h"
#include "skelter/math/play_time.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Interpolation of matrix keys, and priority if a node has both matrix and part keys.
enum class MatrixKeys : std::uint8_t {
  decompose,  // parts interpolated (shear kept), rotations by slerp; matrix keys win over part keys
  elements,   // the 16 numbers interpolated; matrix keys win
  nearest,    // the nearest key in time, the later one exactly halfway; matrix keys win
  product,    // like `elements`, but multiplied with the part keys, which apply first; with matrix keys,
              // missing parts are the identity, whatever Scene::absent is
};

struct EvaluateOptions {
  Loop loop = Loop::loop;  // as_made: once
  MatrixKeys matrix_keys = MatrixKeys::decompose;
  // One tick is one millisecond, whatever the clip's tick rate. Clips without a tick rate play in seconds.
  bool tick_is_ms = false;
  // Each cycle of a loop lasts one tick longer, as in the blend demo: a time above the duration becomes time
  // mod (duration + one tick), then clamped.
  bool extra_tick = false;
};

// Maps a time into [0, duration]. once: clamped; loop: time mod duration, in [0, duration); pingpong: a
// triangle wave of length 2 * duration. `extra_s`: the length of the tick, for EvaluateOptions::extra_tick.
// Duration 0 gives 0. In loops, a time within rounding error below a multiple of the duration counts as that
// multiple.
double wrap_time(double time_s, double duration_s, Loop loop, std::optional<double> extra_s = {});

// Converts the given time to clip time, in seconds.
double clip_time(const Clip& clip, double time_s, const EvaluateOptions& options);

// Matrices of all nodes, in the order of Scene::nodes.
struct Pose {
  std::vector<Mat4d> local;  // parent_from_node
  std::vector<Mat4d> world;  // world_from_node
  // Per node: the weights of its mesh's morph targets. An empty list or entry means the rest weights.
  std::vector<std::vector<double>> morph_weights{};
};

Pose rest_pose(const Scene& scene);

// Precondition: scene valid, clip < scene.clips.size(), time finite.
Pose evaluate(const Scene& scene, std::uint32_t clip, double time_s, const EvaluateOptions& options = {});

// World matrices from local ones. Sizes: scene.nodes.size().
void local_to_world(const Scene& scene, Pose& pose);

struct MixLayer {
  std::uint32_t clip = 0;
  double weight = 1;
  double time_s = 0;
};
enum class MixMode : std::uint8_t {
  additive,  // per node: rest, then each layer's difference from rest to the power of its weight (rotation),
             // times ratio ^ weight (scale), plus weight * difference (translation); layers in order. The
             // difference applies after the rest: sampled = difference * rest. A stretch that shears, or a
             // scale that is 0 or changes sign, mixes linearly
  elements,  // the blend demo's mix: rest + sum of weight * (sampled - rest) on the 16 numbers; shears
};
Pose evaluate_mix(const Scene& scene, std::span<const MixLayer> layers, MixMode mode,
                  const EvaluateOptions& options = {});

// Vertices of one primitive in world space, one entry per vertex (copies included).
struct SkinnedVertices {
  std::vector<Vec3d> positions;
  std::vector<Vec3d> normals;  // unit, or zero; empty if the primitive has none
};

// Applies morph targets, then linear blend skinning. Normals use the inverse transpose of each joint's matrix
// and are normalised at the end. Without a skin, and for vertices without influences, the node's world matrix
// applies. Precondition: `instance` < scene.nodes[node].meshes.size(), `primitive` in range.
SkinnedVertices skin(const Scene& scene, const Pose& pose, std::uint32_t node, std::uint32_t instance,
                     std::uint32_t primitive = 0);

// World-space bounds of all meshes with faces or, without any, of the nodes' origins. Above 4 million
// vertices, boxes replace the vertices.
Bounds pose_bounds(const Scene& scene, const Pose& pose);

}  // namespace skelter

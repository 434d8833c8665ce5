#pragma once
// Controllers and animation sets from scenes: what D3DX's hierarchy loader gives with a file. Outputs are the
// nodes, by name; sets are the clips, in the order of the file; the first set is on track 0, enabled, so that
// advance() alone animates.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/d3dx/compressed_set.h"
#include "skelter/d3dx/controller.h"
#include "skelter/d3dx/keyframed_set.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// --- sets of a scene ---------------------------------------------------------------------------------------

// How a set is played.
enum class SetKind : std::uint8_t {
  reference,  // from the source keys, as the reference evaluator does, in double precision
  keyframed,  // the same from keys that can be read and replaced (KeyframedSet)
  compiled,   // the hot clip, by the kernels of the runtime, within its error bound
};

struct SceneSetSettings {
  EvaluateOptions source;  // matrix keys; its wrap and tick_is_ms are not used
  Loop playback = Loop::loop;
  std::vector<NamedCallback> callbacks;
  ClipSettings clip;  // for compiled sets; `source` in it is replaced by the one above
};

// What the nodes of a scene are called as outputs and animations: their names. Of several nodes with one name
// the first (in depth-first order) keeps it, as clips of a file mean that one; the others, and nodes without
// a name that a clip moves, are called by name and index ("hand#7", "#7"). Other unnamed nodes: "".
std::vector<std::string> output_names(const Scene& scene);

// One clip as a set; its name is the clip's, "" for an unnamed one. Targets without a node are left out.
// Precondition: scene valid, clip < scene.clips.size(). Nothing of the scene needs to stay alive.
Result<std::shared_ptr<const AnimationSet>> make_reference_set(const Scene& scene, std::uint32_t clip,
                                                               const SceneSetSettings& settings = {});
// Ticks are those of the clip, or milliseconds where it has no rate. Errors: unsupported for keys that are
// stepped or cubic, and for MatrixKeys::product.
Result<std::shared_ptr<KeyframedSet>> make_keyframed_set(const Scene& scene, std::uint32_t clip,
                                                         const SceneSetSettings& settings = {});
// Precondition: skeleton built from that scene, with settings.source. Errors: those of build_clip.
Result<std::shared_ptr<CompressedSet>> make_compiled_set(const Scene& scene, std::uint32_t clip,
                                                         std::shared_ptr<const SkeletonBuild> skeleton,
                                                         const SceneSetSettings& settings = {});

// --- compressing -------------------------------------------------------------------------------------------

// A keyframed set in its smallest form. Lossiness 0 keeps every sampled number within 1e-4 of the set's
// largest (of 1, if all are smaller); up to 1 it is a hundred times that. Size never grows with lossiness.
// The result answers the same questions, in the same order of animations; its buffer is a pack
// (docs/pack-format.md). Cost: as compile_scene, up to five times. Errors: invalid_argument for a lossiness
// outside 0 to 1 and an empty set; those of compile_scene.
Result<std::shared_ptr<CompressedSet>> compress_set(const KeyframedSet& set, double lossiness = 0);

struct CompressedSetSettings {
  std::string name;
  Loop playback = Loop::loop;
  std::vector<NamedCallback> callbacks;
};
// A set from the buffer of another one; the bytes are copied. Errors: bad_data for other bytes.
Result<std::shared_ptr<CompressedSet>> make_compressed_set(ByteSpan buffer,
                                                           const CompressedSetSettings& settings);

// --- controllers of a scene --------------------------------------------------------------------------------

struct SceneControllerSettings {
  SetKind kind = SetKind::reference;
  ControllerMode mode = ControllerMode::standard;
  bool d3dx_limits = false;  // ControllerLimits::d3dx instead of growing ones
  Unmoved unmoved = Unmoved::keep;
  EvaluateOptions source;
  Loop playback = Loop::loop;
  ClipSettings clip;                                  // of compiled sets
  std::vector<std::vector<NamedCallback>> callbacks;  // per clip; may be shorter
};

struct SceneController {
  Controller controller;
  std::vector<std::uint32_t> node_of_output;  // per output
  Diagnostics diagnostics;                    // nodes that share a name
};

// Precondition: scene valid. A scene without clips gives a controller without sets, which shows the rest
// pose. In mode d3dx absent keys are the identity, whatever the scene says (a copy of the scene is made for
// that), and of several nodes with one name only the last is moved, as a later output replaces an earlier
// one. Errors: those of the sets and of build_skeleton.
Result<SceneController> make_controller(const Scene& scene, const SceneControllerSettings& settings = {});

// A controller's or player's pose (one entry per output) as matrices of all nodes; others are at rest.
// `world_from_scene` places the figure.
Pose scene_pose(const Scene& scene, std::span<const std::uint32_t> node_of_output,
                std::span<const AffineParts> pose, const Mat4d& world_from_scene = {});

// From a controller to what plays packs: its pose in the joints of a CharacterData, so that it can be mixed,
// have IK on top, and be skinned by the runtime. Outputs and joints meet by name.
//
//   ControllerPose bridge(data, controller);                // at set-up
//   controller.advance(dt_s);
//   bridge.write(controller, local_pose);                   // then LocalToModelJob, PaletteJob

class ControllerPose {
 public:
  // Warnings for joints whose value shears now, as a joint cannot ("control.sheared-joint"): unless the data
  // has two joints for the node, the shear is left out of what is written. Notes for joints that no output
  // moves, which rest ("control.still-joint").
  ControllerPose(const CharacterData& data, const Controller& controller);
  const Diagnostics& diagnostics() const { return diagnostics_; }

  // parent_from_joint of every joint; exact where nothing shears, to the rounding of floats. Does not
  // allocate. The controller: the one above, or a clone of it. Errors: invalid_argument for another number of
  // outputs or fewer than block_count() entries.
  [[nodiscard]] Status write(const Controller& controller, std::span<SoaTransform> out) const;

 private:
  const Skeleton* skeleton_;
  std::uint32_t outputs_;
  std::vector<std::uint32_t> output_of_joint_;  // kNone: at rest
  Diagnostics diagnostics_;
};

// Both in one, for a single use.
[[nodiscard]] inline Status controller_pose(const CharacterData& data, const Controller& controller,
                                            std::span<SoaTransform> out) {
  return ControllerPose(data, controller).write(controller, out);
}

}  // namespace skelter

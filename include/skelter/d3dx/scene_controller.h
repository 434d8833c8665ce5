#pragma once
// Controllers and animation sets from scenes, like the result of D3DX's hierarchy loader. Outputs are the
// nodes, by name; sets are the clips, in file order. The first set is on track 0, enabled, so that advance()
// animates without further set-up.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "skelter/compile/settings.h"
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

// Implementation of the sets.
enum class SetKind : std::uint8_t {
  reference,  // source keys, as in the reference evaluator, in double precision
  keyframed,  // like `reference`, with keys that can be read and replaced (KeyframedSet)
  compiled,   // the clip in its playing form, by the runtime's kernels, within its error bound
};

struct SceneControllerSettings {
  // Settings of sets. Functions that make a single set use only these.
  SetKind kind = SetKind::reference;
  EvaluateOptions source;  // how matrix keys are read; its loop and tick_is_ms are not used
  Loop playback = Loop::loop;
  std::vector<std::vector<CallbackKey>> callbacks;  // per clip; may be shorter
  ClipSettings clip;  // for compiled sets; its `source` is replaced by the one above

  ControllerMode mode = ControllerMode::standard;
  bool d3dx_limits = false;      // ControllerLimits::d3dx instead of growable limits
  bool unmoved_at_rest = false;  // ControllerSettings::unmoved_at_rest
};

// Names of the outputs and animations for the nodes of a scene. Of several nodes with the same name, the
// first (in depth-first order) keeps the name, because the clips of a file refer to that node. The others,
// and unnamed nodes that a clip moves, get name and index ("hand#7", "#7"). Other unnamed nodes get "".
std::vector<std::string> output_names(const Scene& scene);

// One clip as a set with the clip's name, "" for an unnamed clip. Targets without a node are dropped.
// Precondition: scene valid, clip < scene.clips.size(). The set does not refer to the scene. Errors: those of
// make_keyframed_set; for compiled sets those of compile_scene.
Result<std::shared_ptr<const AnimationSet>> make_scene_set(const Scene& scene, std::uint32_t clip,
                                                           const SceneControllerSettings& settings = {});
// One clip as a set with editable keys. Ticks are the clip's own, or milliseconds if it has no rate. Errors:
// unsupported for stepped or cubic keys, and for MatrixKeys::product.
Result<std::shared_ptr<KeyframedSet>> make_keyframed_set(const Scene& scene, std::uint32_t clip,
                                                         const SceneControllerSettings& settings = {});

// --- compressing -------------------------------------------------------------------------------------------

// A keyframed set in its smallest form. Lossiness 0 keeps every sampled number within 1e-4 times the set's
// largest number (or 1, if that is larger); lossiness 1 allows a hundred times this error. Size never grows
// with lossiness. The result supports the same queries, with the same order of animations; its buffer is a
// pack (docs/pack-format.md). Cost: like compile_scene, up to five times. Errors: invalid_argument for a
// lossiness outside 0 to 1 and an empty set; those of compile_scene.
Result<std::shared_ptr<CompressedSet>> compress_set(const KeyframedSet& set, double lossiness = 0);

// Makes a set from CompressedSet::buffer() of another set; the bytes are copied. Errors: bad_data for any
// other bytes.
Result<std::shared_ptr<CompressedSet>> make_compressed_set(ByteSpan buffer, const std::string& name,
                                                           Loop playback = Loop::loop,
                                                           std::vector<CallbackKey> callbacks = {});

// --- controllers of a scene --------------------------------------------------------------------------------

struct SceneController {
  Controller controller;
  std::vector<std::uint32_t> node_of_output;  // per output
  Diagnostics diagnostics;                    // nodes that share a name
};

// Precondition: scene valid. A scene without clips gives a controller without sets, which shows the rest
// pose. In mode d3dx, absent keys are the identity, whatever Scene::absent is, and of several nodes with the
// same name only the last is moved, because a later output replaces an earlier one. Errors: those of the sets
// and of build_skeleton.
Result<SceneController> make_controller(const Scene& scene, const SceneControllerSettings& settings = {});

// Converts a controller's or player's pose (one entry per output) to matrices of all nodes; nodes without an
// output are at rest. `world_from_scene` positions the model.
Pose scene_pose(const Scene& scene, std::span<const std::uint32_t> node_of_output,
                std::span<const AffineParts> pose, const Mat4d& world_from_scene = {});

// Transfers a controller's pose to the joints of a CharacterData, so that the runtime can blend it, apply IK
// and skin it. Outputs and joints are matched by name.
//
//   ControllerPose bridge(data, controller);                // at set-up
//   controller.advance(dt_s);
//   bridge.write(controller, local_pose);                   // then LocalToModelJob, PaletteJob

class ControllerPose {
 public:
  // diagnostics() gets a warning for each joint that is currently sheared ("control.sheared-joint"): the
  // shear is dropped unless the data has two joints for the node. It also gets notes for joints without an
  // output, which stay at rest ("control.still-joint").
  ControllerPose(const CharacterData& data, const Controller& controller);
  const Diagnostics& diagnostics() const { return diagnostics_; }

  // Writes parent_from_joint of every joint; exact up to float rounding if nothing shears. Does not allocate.
  // `controller` is the one passed to the constructor, or a clone of it. Errors: invalid_argument for a
  // different number of outputs or fewer than block_count() entries.
  [[nodiscard]] Status write(const Controller& controller, std::span<SoaTransform> out) const;

 private:
  const Skeleton* skeleton_;
  std::uint32_t outputs_;
  std::vector<std::uint32_t> output_of_joint_;  // kNone: at rest
  Diagnostics diagnostics_;
};

// Constructor and write() in one call, for a single use.
[[nodiscard]] inline Status controller_pose(const CharacterData& data, const Controller& controller,
                                            std::span<SoaTransform> out) {
  return ControllerPose(data, controller).write(controller, out);
}

}  // namespace skelter

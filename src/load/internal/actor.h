#pragma once
// Actor: one model that plays clips, lists of weighted clips, or an animation graph. The viewer, the demos
// and the commands show what an Actor plays. The engine (Character) plays what can be compiled. The reference
// evaluator plays the rest, and why_reference() says why.
//
//   auto actor = Actor::create(scene, std::move(pack));
//   (*actor)->show_clip(clip, time_s);
//   const ModelPose pose = (*actor)->pose();   // for drawing
//   const Pose nodes = (*actor)->node_pose();  // for listing and comparing
//
// One thread at a time, except where a function says otherwise.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compile/internal/scene_shape.h"
#include "load/internal/tracks.h"
#include "scene/internal/morphs.h"
#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/play/character.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

class Background;
struct ClipSource;

// When clips are compiled: before they are shown; on another thread, while the reference plays them; or not
// now, because the first frame is more urgent.
enum class Prepare : std::uint8_t { now, in_background, later };

struct ActorOptions {
  EvaluateOptions source;  // how keys are read, and how show_clip() folds times
  bool meshes = false;     // compute palettes and morph weights, so that pose() can be drawn
  // show_clip() leaves clips of more keys to the reference until prepare() compiles them. Packs ignore it.
  std::uint64_t most_keys = std::numeric_limits<std::uint64_t>::max();
};

// A morph target with a weight that is set by hand.
struct HeldMorph {
  NamedMorph morph;
  double weight = 0;
};

class Actor {
 public:
  // Clips are compiled when they are first shown or prepared. `pack` is the one that the scene was made of,
  // or a pack that was never opened. The scene outlives the actor. A scene that cannot be compiled gives an
  // actor that plays by the reference. Errors: with `meshes` those of SceneShape::create.
  static Result<std::unique_ptr<Actor>> create(const Scene& scene, Pack pack = {},
                                               const ActorOptions& options = {});
  // Compiles all clips with a configuration of `skelter compile`. Its first graph plays, if it has one.
  // Errors: those of compile_configured and CharacterData::create.
  static Result<std::unique_ptr<Actor>> create_configured(const Scene& scene,
                                                          const std::string& configuration);
  // Another actor of the same scene that plays the first graph of `data`, which data().with_graph() made.
  // Precondition: is_compiled().
  std::unique_ptr<Actor> with_graph(std::shared_ptr<const CharacterData> data) const;
  // Another actor of the same scene and data; it plays the first graph of data(), or by calls. Preconditions:
  // is_compiled(), and a graph for the former.
  std::unique_ptr<Actor> another(bool by_graph) const;

  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;
  ~Actor();  // waits for the clip that is being compiled

  // Whether the engine can play. Only then there are data(), skeleton() and a character().
  bool is_compiled() const { return data_ != nullptr; }
  // Why the reference evaluator made the pose that is shown; nothing if the engine made it, or in the rest
  // pose. Status::not_ready while clips compile.
  const std::optional<Error>& why_reference() const { return why_reference_; }

  // The clips have the numbers and labels of the scene's.
  const CharacterData& data() const { return *data_; }
  const SkeletonBuild& skeleton() const;
  // Compiles a clip, so that showing it takes no time; waits for the one that is being compiled. Errors: why
  // the scene cannot be compiled; "load.clip-not-in-pack" for a clip that was added to a pack; those of
  // CharacterData::prepare and build_clip.
  Result<void> prepare(const ClipUse& use);
  // The same for all clips as they are, up to the first error. Also not_ready ("play.compiling").
  Result<void> prepare_all(Prepare when = Prepare::now);
  void collect();             // notices that the background has finished
  bool is_preparing() const;  // in the background, or that was not collected
  // Of a clip that was compiled here and is ready: its size, and the error of what is played.
  std::optional<ClipReport> report(std::uint32_t clip) const;

  // --- one state at a time: show what was asked for, whatever was shown before ---

  // A clip at a time of evaluate(), or with kNone the rest pose of the scene. Additive clips are added to the
  // rest pose.
  void show_clip(std::uint32_t clip, double time_s, Prepare when = Prepare::now);
  // A pose list in which clip c stands for itself and clip_count() + c for its differences. Mask m covers
  // node mask_nodes[m] and everything below it. What the weights leave is at rest. Shows the rest pose after
  // an error. Preconditions: is_compiled(); the clips of the list are prepared. Errors: those of check_list.
  Status show_list(std::span<const CrowdLayer> lines, std::span<const std::uint32_t> mask_nodes = {});
  // Tracks. Until all of their clips are compiled, and if one cannot be, the reference mixes them.
  void show_tracks(const Tracks& tracks, Prepare when = Prepare::now);
  // A state block of the first graph of `data` (as for with_graph), and a local pose to show instead of the
  // block's if it is not empty. Preconditions: made by with_graph(). Errors: those of
  // Character::restore_graph; the pose is then unspecified.
  Status show_graph(std::shared_ptr<const CharacterData> data, ByteSpan state,
                    std::span<const SoaTransform> local_pose = {});

  // --- playing ---

  // Starts a clip over the one that plays, after all clips were compiled. If one cannot be, the reference
  // plays: smooth cross-fades, loops and PlayOptions::start_s, and nothing else of the options. Errors:
  // "play.refused" for those of CharacterClips::play; limit_exceeded for more fades than the reference can
  // play.
  Result<void> play(std::uint32_t clip, const PlayOptions& options = {});
  void set_speed(double speed);  // finite
  void update(double dt_s);      // advances what play() started by dt_s, 0 or more, and shows it
  double position_s() const;     // of the newest clip, not folded
  std::uint32_t clip() const;    // the newest; kNone: none
  bool in_transition() const;    // a fade runs

  // Plays by calls, or by its graph. From this call on the character's pose is shown. Null if the scene is
  // not compiled.
  Character* character();
  // Starts the character from scratch. It is in the rest pose until its first update. Precondition:
  // is_compiled().
  void restart();

  // --- the pose that is shown ---

  // Changes with what is shown. No two actors have the same.
  std::uint64_t number() const { return number_; }
  // Weights of morph targets in place of those that the clips give, until the next call.
  void hold_morphs(std::vector<HeldMorph> held) { held_ = std::move(held); }
  // What pose() is a pose of: the vertices of the scene in its own order, or those of the pack. Without
  // ActorOptions::meshes only the joints are complete, and of a scene that is not compiled it is empty. Valid
  // while the actor is, and until show_graph() gets other data. Actors by with_graph() and another() share
  // it.
  ModelShape shape() const;
  ModelPose pose();  // valid until the next call
  // parent_from_joint of the joints of shape(). Precondition: the engine made the pose that is shown.
  std::span<const SoaTransform> local_pose() const;
  // Any pose of the scene, for the same shape. Valid until the next call.
  ModelPose model_pose(const Pose& nodes);
  // The matrices of all nodes, and their morph weights. 12 times the cost of pose().
  Pose node_pose();
  Pose node_pose(const Mat4d& world_from_scene);

 private:
  struct MorphedNode {
    std::uint32_t node = 0, first = 0, count = 0;  // `first` in morph_weights_
  };

  Actor(std::shared_ptr<ClipSource> source, const ActorOptions& options);
  std::unique_ptr<Actor> with_data(std::shared_ptr<const CharacterData> data, bool by_graph) const;
  Result<void> make_shape(bool has_own_meshes);
  // On any thread, one at a time.
  void compile(const ClipUse& use);  // fills outcome(use)
  Result<void> compiled(const ClipUse& use);
  void compile_all();

  std::optional<Result<void>>& outcome(const ClipUse& use);
  Result<void> ready(const ClipUse& use, Prepare when);
  bool is_large(std::uint32_t clip) const;
  void show_rest();
  void show_engine();
  void show_reference(Pose pose, std::optional<Error> why);
  void play_data(std::shared_ptr<const CharacterData> data, bool graph);
  void make_character();
  Result<void> play_at(std::uint32_t clip, double time_s);
  Result<void> expect_in_data(std::uint32_t clip) const;
  void count_show();
  void complete();
  Pose played_node_pose();

  std::shared_ptr<ClipSource> source_;
  std::shared_ptr<const CharacterData> data_;  // null: the scene cannot be compiled
  bool draws_ = false;                         // makes palettes
  std::uint64_t most_keys_;
  bool plays_graph_ = false;
  std::optional<Error> why_not_compiled_, why_reference_;
  std::unique_ptr<Character> character_;
  std::uint32_t shown_clip_ = kNone;  // that the character holds for play_at()

  // For lists: the scene's clips as they are, then as differences. Empty until one is prepared.
  std::vector<ClipView> clips_;
  std::vector<Packed<ClipView>> differences_;  // per clip
  // What play() plays by the reference.
  Tracks playing_;
  std::uint32_t newest_ = kNone;  // of its tracks
  double speed_ = 1;
  // What became of each; nothing until it was compiled.
  std::vector<std::optional<Result<void>>> outcomes_;
  std::optional<Result<void>> outcome_of_all_;
  bool shows_list_ = false;  // morph_weights_ are the list's

  std::vector<MorphedNode> morphed_;
  std::vector<float> morph_weights_;  // of all nodes of morphed_

  bool shows_reference_ = true;
  std::uint64_t number_ = 0;
  Pose reference_pose_;  // shown then
  std::optional<ReferencePose> reference_;
  std::vector<HeldMorph> held_;
  std::vector<float> held_weights_;  // morph_weights_ with those

  // What is drawn, if it is not the pack's; its poses are drawn where a bone is no joint.
  std::shared_ptr<SceneShape> scene_shape_;
  bool draws_nodes_ = false;
  std::vector<ModelJoint> joints_;    // of the data, with the scene's bones
  std::uint32_t first_bone_ = kNone;  // a node

  std::unique_ptr<Background> background_;
};

}  // namespace skelter

#pragma once
// Actor: one model that plays clips, lists of weighted clips, or an animation graph. The viewer, the demos
// and the commands show the pose of an Actor. The engine (Character) plays everything that can be compiled.
// The reference evaluator plays the rest, and why_reference() returns the reason.
//
//   auto actor = Actor::create(scene, std::move(pack));
//   (*actor)->show_clip(clip, time_s);
//   const ModelPose pose = (*actor)->pose();   // for drawing (`meshes`)
//   const Pose nodes = (*actor)->node_pose();  // for listing and comparing
//
// Use an actor on one thread at a time, except for functions that are documented otherwise.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compile/build_skeleton/internal/skeleton.h"
#include "compile/internal/reference_pose.h"
#include "core/internal/packed.h"
#include "load/internal/tracks.h"
#include "scene/evaluate/internal/morphs.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/result.h"
#include "skelter/play/character.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

class Background;
struct ClipReport;
struct ClipSource;
struct ClipView;

// When to compile a clip: now, before it is shown; on another thread, while the reference plays it; or later,
// because the first frame is more urgent.
enum class Prepare : std::uint8_t { now, in_background, later };

struct ActorOptions {
  EvaluateOptions source;     // how keys are read, and how show_clip() folds times
  bool meshes = false;        // compute palettes and morph weights, so that pose() can be drawn
  bool by_reference = false;  // compiles nothing: the reference plays, without a reason
  // show_clip() leaves clips with more keys to the reference until prepare() compiles them. Ignored for
  // packs.
  std::uint64_t most_keys = std::numeric_limits<std::uint64_t>::max();
};

// A morph target with a manual weight.
struct HeldMorph {
  NamedMorph morph;
  double weight = 0;
};

class Actor {
 public:
  // Clips are compiled when they are first shown or prepared. `pack` is the pack that the scene was made
  // from, or an unopened pack. The scene must outlive the actor. If the scene cannot be compiled, the
  // reference evaluator plays everything. Errors: with `meshes`, those of SceneShape::create.
  static Result<std::unique_ptr<Actor>> create(const Scene& scene, Pack pack = {},
                                               const ActorOptions& options = {});
  // Compiles all clips with a configuration of `skelter compile`, and plays its first graph, if any. Errors:
  // those of compile_configured and CharacterData::create.
  static Result<std::unique_ptr<Actor>> create_configured(const Scene& scene,
                                                          const std::string& configuration,
                                                          bool meshes = false);
  // Creates another actor for the same scene. It plays the first graph of `data`, which is a result of
  // data().with_graph(). Precondition: is_compiled().
  std::unique_ptr<Actor> with_graph(std::shared_ptr<const CharacterData> data) const;
  // Creates another actor for the same scene and data. It plays the first graph of data() if `by_graph` is
  // set, and otherwise is controlled by calls such as play(). The characters share scratch memory, so only
  // one thread at a time may call either actor. Preconditions: is_compiled(); with `by_graph`, the data
  // contains a graph.
  std::unique_ptr<Actor> another(bool by_graph) const;

  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;
  ~Actor();  // waits for the clip that is being compiled

  // Whether the engine can play. data(), skeleton() and character() exist only then.
  bool is_compiled() const { return data_ != nullptr; }
  // The reason if the reference evaluator made the shown pose; nullopt if the engine made it, or if the
  // caller selected the reference. Status::not_ready while clips compile.
  const std::optional<Error>& why_reference() const { return why_reference_; }

  // Clips have the same indices and labels as in the scene.
  const CharacterData& data() const { return *data_; }
  const SkeletonBuild& skeleton() const;
  // Compiles a clip, so that showing it later takes no time. First waits for any clip that is being compiled.
  // Errors: the reason if the scene cannot be compiled; "load.clip-not-in-pack" for a clip that was added to
  // a pack; those of CharacterData::prepare and build_clip.
  Result<void> prepare(const ClipUse& use);
  // Compiles all clips for normal (not additive) use, up to the first error. Errors: those of prepare(), and
  // not_ready ("play.compiling").
  Result<void> prepare_all(Prepare when = Prepare::now);
  void collect();             // picks up results of the background thread
  bool is_preparing() const;  // true while compiling in the background, or until the result is collected
  // Size and error of a clip that this actor compiled and that is ready.
  std::optional<ClipReport> report(std::uint32_t clip) const;

  // --- single states: shows the requested state, regardless of what was shown before ---

  // Shows a clip at a time as evaluate() defines it, or the scene's rest pose for kNone. Additive clips are
  // added to the rest pose.
  void show_clip(std::uint32_t clip, double time_s, Prepare when = Prepare::now);
  // Shows a pose list in which index c is the scene's clip c, and clip_count() + c the differences of clip c
  // from its first pose. Mask m covers node mask_nodes[m] and everything below it. The rest pose fills in
  // missing weight. Shows the rest pose after an error. Preconditions: is_compiled(); the clips in the list
  // are prepared. Errors: those of check_list.
  Status show_list(std::span<const PoseListEntry> lines, std::span<const std::uint32_t> mask_nodes = {});
  // Shows tracks. The reference mixes them until all of their clips are compiled, or if one cannot be
  // compiled.
  void show_tracks(const Tracks& tracks, Prepare when = Prepare::now);
  // Shows a state block of the first graph of `data` (see with_graph). If `local_pose` is not empty, it is
  // shown instead of the pose in the state. Precondition: with_graph() created this actor. Errors: those of
  // Character::restore_graph; the pose is then unspecified.
  Status show_graph(std::shared_ptr<const CharacterData> data, ByteSpan state,
                    std::span<const SoaTransform> local_pose = {});
  // Shows a pose of the scene's nodes that the caller computed.
  void show_pose(Pose pose) { show_reference(std::move(pose), std::nullopt); }

  // --- playing ---

  // Starts a clip as CharacterClips::play does, after compiling all clips. If a clip cannot be compiled, the
  // reference plays. It supports smooth cross-fades, loops and PlayOptions::start_s, but no other options.
  // Errors: "play.refused" for the errors of CharacterClips::play; limit_exceeded for more fades than the
  // reference can play.
  Result<void> play(std::uint32_t clip, const PlayOptions& options = {});
  void set_speed(double speed);  // finite
  void update(double dt_s);      // advances the playback of play() by dt_s, 0 or more, and shows it
  double position_s() const;     // position of the newest clip, unfolded
  std::uint32_t clip() const;    // the newest clip, or kNone
  bool in_transition() const;    // true while a fade runs

  // The character, controlled by calls or by its graph. From this call on, its pose is shown. Null if the
  // scene is not compiled.
  Character* character();
  // Starts the character from scratch. The character is in the rest pose until its first update.
  // Precondition: is_compiled().
  void restart();

  // --- the shown pose -------------------------------------------------------------------------------------

  // Changes whenever the shown state changes. Unique among all actors.
  std::uint64_t number() const { return number_; }
  // Overrides morph weights that come from clips, until the next call of hold_morphs().
  void hold_morphs(std::vector<HeldMorph> held) { held_ = std::move(held); }
  // The shape for pose(), with the vertices of the scene in their own order, or those of the pack. Without
  // ActorOptions::meshes only the joints are complete, and the shape is empty if the scene is not compiled.
  // Valid while the actor exists and until show_graph() gets different data. Actors created by with_graph()
  // and another() share it.
  ModelShape shape() const;
  ModelPose pose();  // valid until the next call
  // parent_from_joint of the joints in shape(). Precondition: the engine computed the shown pose.
  std::span<const SoaTransform> local_pose() const;
  // Returns the matrices and morph weights of all nodes. Costs 12 times as much as pose().
  Pose node_pose();
  Pose node_pose(const Mat4d& world_from_scene);

 private:
  struct MorphedNode {
    std::uint32_t node = 0, first = 0, count = 0;  // `first` is an index into morph_weights_
  };

  Actor(std::shared_ptr<ClipSource> source, const ActorOptions& options);
  std::unique_ptr<Actor> with_data(std::shared_ptr<const CharacterData> data, bool by_graph,
                                   const Character* shares = nullptr) const;
  Result<void> make_shape(bool has_own_meshes);
  // May run on any thread, but only one at a time.
  void compile(const ClipUse& use);  // fills outcome(use)
  Result<void> compiled(const ClipUse& use);
  void compile_all();

  std::optional<Result<void>>& outcome(const ClipUse& use);
  Result<void> ready(const ClipUse& use, Prepare when);
  bool is_large(std::uint32_t clip) const;
  void show_rest();
  void show_engine();
  void show_reference(Pose pose, std::optional<Error> why);
  void play_data(std::shared_ptr<const CharacterData> data, bool graph, const Character* shares = nullptr);
  void make_character(const Character* shares = nullptr);
  Result<void> play_at(std::uint32_t clip, double time_s);
  Result<void> expect_in_data(std::uint32_t clip) const;
  void count_show();
  void collect_morph_weights();
  Pose played_node_pose();
  ModelPose model_pose(const Pose& nodes);

  std::shared_ptr<ClipSource> source_;
  std::shared_ptr<const CharacterData> data_;  // null: the scene cannot be compiled
  bool draws_ = false;                         // computes palettes
  bool by_reference_ = false;
  std::uint64_t most_keys_;
  bool plays_graph_ = false;
  std::optional<Error> why_not_compiled_, why_reference_;
  std::unique_ptr<Character> character_;
  std::optional<std::uint32_t> shown_clip_;  // shown by play_at(); kNone: the rest pose; nullopt: another

  // Clips for lists: the scene's clips, then their differences. Empty until one is prepared.
  std::vector<ClipView> clips_;
  std::vector<Packed<ClipView>> differences_;  // per clip
  // Playback state of play() while the reference plays.
  Tracks playing_;
  std::uint32_t newest_ = kNone;  // index into its tracks
  double speed_ = 1;
  // Compilation results; nullopt before compilation.
  std::vector<std::optional<Result<void>>> outcomes_;
  std::optional<Result<void>> outcome_of_all_;
  bool shows_list_ = false;  // morph_weights_ are those of the shown list

  std::vector<MorphedNode> morphed_;
  std::vector<float> morph_weights_;  // weights of all nodes of morphed_

  bool shows_reference_ = true;
  std::uint64_t number_ = 0;
  Pose reference_pose_;  // shown if shows_reference_ is set
  std::optional<ReferencePose> reference_;
  std::vector<HeldMorph> held_;
  std::vector<float> held_weights_;  // morph_weights_ with held_ applied

  // The drawn shape, unless it is the pack's. draws_nodes_: the scene is not compiled or some bone is not a
  // joint, so poses of the scene's nodes are drawn.
  std::shared_ptr<SceneShape> scene_shape_;
  bool draws_nodes_ = false;
  std::vector<ModelJoint> joints_;  // joints of the data, with the scene's bones

  std::unique_ptr<Background> background_;
};

}  // namespace skelter

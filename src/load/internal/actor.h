#pragma once
// Actor: one model that plays clips, lists of weighted clips, or an animation graph. The viewer, the demos
// and the commands show the pose of an Actor. The engine (Character) plays everything that can be compiled.
// The reference evaluator plays the rest, and why_reference() returns the reason.
//
//   auto actor = Actor::create(scene, std::move(pack));
//   (*actor)->show_clip(clip, time_s);
//   const ModelPose pose = (*actor)->pose();   // for drawing
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
#include "compile/internal/scene_shape.h"
#include "core/internal/packed.h"
#include "load/internal/tracks.h"
#include "scene/evaluate/internal/morphs.h"
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

// Time of a clip's compilation: before it is shown; on another thread, while the reference plays it; or
// later, because the first frame is more urgent.
enum class Prepare : std::uint8_t { now, in_background, later };

struct ActorOptions {
  EvaluateOptions source;  // reading of keys, and how show_clip() folds times
  bool meshes = false;     // compute palettes and morph weights, so that pose() can be drawn
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
  // from, or an unopened pack. The scene must outlive the actor. For a scene that cannot be compiled, the
  // actor plays by the reference. Errors: with `meshes` those of SceneShape::create.
  static Result<std::unique_ptr<Actor>> create(const Scene& scene, Pack pack = {},
                                               const ActorOptions& options = {});
  // Compiles all clips with a configuration of `skelter compile`, and plays its first graph, if any. Errors:
  // those of compile_configured and CharacterData::create.
  static Result<std::unique_ptr<Actor>> create_configured(const Scene& scene,
                                                          const std::string& configuration);
  // Another actor of the same scene that plays the first graph of `data`, the result of data().with_graph().
  // Precondition: is_compiled().
  std::unique_ptr<Actor> with_graph(std::shared_ptr<const CharacterData> data) const;
  // Another actor of the same scene and data; it plays the first graph of data(), or by calls. The characters
  // share scratch memory, so one thread at a time may call either actor. Preconditions: is_compiled(), and a
  // graph for the former.
  std::unique_ptr<Actor> another(bool by_graph) const;

  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;
  ~Actor();  // waits for the clip that is being compiled

  // Whether the engine can play. data(), skeleton() and character() exist only then.
  bool is_compiled() const { return data_ != nullptr; }
  // The reason if the reference evaluator made the shown pose; nullopt if the engine made it, or in the rest
  // pose. Status::not_ready while clips compile.
  const std::optional<Error>& why_reference() const { return why_reference_; }

  // The clips have the numbers and labels of the scene's clips.
  const CharacterData& data() const { return *data_; }
  const SkeletonBuild& skeleton() const;
  // Compiles a clip, so that showing it takes no time; waits for the one that is being compiled. Errors: the
  // reason if the scene cannot be compiled; "load.clip-not-in-pack" for a clip that was added to a pack;
  // those of CharacterData::prepare and build_clip.
  Result<void> prepare(const ClipUse& use);
  // The same for all clips in normal (not additive) use, up to the first error. Also not_ready
  // ("play.compiling").
  Result<void> prepare_all(Prepare when = Prepare::now);
  void collect();             // picks up results that the background has finished
  bool is_preparing() const;  // true while the background compiles, or its result was not collected
  // Size and error of a clip that was compiled here and is ready.
  std::optional<ClipReport> report(std::uint32_t clip) const;

  // --- single states: shows the requested state, whatever was shown before ---

  // Shows a clip at a time of evaluate(), or with kNone the rest pose of the scene. Additive clips are added
  // to the rest pose.
  void show_clip(std::uint32_t clip, double time_s, Prepare when = Prepare::now);
  // Shows a pose list in which clip c is the scene's clip and clip_count() + c its differences. Mask m covers
  // node mask_nodes[m] and everything below it. The rest pose fills in missing weight. Shows the rest pose
  // after an error. Preconditions: is_compiled(); the clips of the list are prepared. Errors: those of
  // check_list.
  Status show_list(std::span<const PoseListEntry> lines, std::span<const std::uint32_t> mask_nodes = {});
  // Shows tracks. The reference mixes them until all of their clips are compiled, or if one cannot be.
  void show_tracks(const Tracks& tracks, Prepare when = Prepare::now);
  // Shows a state block of the first graph of `data` (as for with_graph), and, if it is not empty, a local
  // pose instead of the block's. Preconditions: made by with_graph(). Errors: those of
  // Character::restore_graph; the pose is then unspecified.
  Status show_graph(std::shared_ptr<const CharacterData> data, ByteSpan state,
                    std::span<const SoaTransform> local_pose = {});

  // --- playing ---

  // Starts a clip over the current one, after all clips were compiled. If one cannot be compiled, the
  // reference plays: it supports smooth cross-fades, loops and PlayOptions::start_s, and no other options.
  // Errors: "play.refused" for those of CharacterClips::play; limit_exceeded for more fades than the
  // reference can play.
  Result<void> play(std::uint32_t clip, const PlayOptions& options = {});
  void set_speed(double speed);  // finite
  void update(double dt_s);      // advances the playback of play() by dt_s, 0 or more, and shows it
  double position_s() const;     // position of the newest clip, unfolded
  std::uint32_t clip() const;    // the newest; kNone: none
  bool in_transition() const;    // true while a fade runs

  // Plays by calls, or by its graph. From this call on the character's pose is shown. Null if the scene is
  // not compiled.
  Character* character();
  // Starts the character from scratch. It is in the rest pose until its first update. Precondition:
  // is_compiled().
  void restart();

  // --- the shown pose -------------------------------------------------------------------------------------

  // Changes with the shown state. Unique among actors.
  std::uint64_t number() const { return number_; }
  // Overrides the weights of morph targets that the clips give, until the next call.
  void hold_morphs(std::vector<HeldMorph> held) { held_ = std::move(held); }
  // The shape of pose(): the vertices of the scene in its own order, or those of the pack. Without
  // ActorOptions::meshes only the joints are complete; for a scene that is not compiled it is empty. Valid
  // while the actor exists, and until show_graph() gets other data. Actors from with_graph() and another()
  // share it.
  ModelShape shape() const;
  ModelPose pose();  // valid until the next call
  // parent_from_joint of the joints of shape(). Precondition: the engine made the shown pose.
  std::span<const SoaTransform> local_pose() const;
  // Converts any pose of the scene for the same shape. Valid until the next call.
  ModelPose model_pose(const Pose& nodes);
  // The matrices of all nodes, and their morph weights. 12 times the cost of pose().
  Pose node_pose();
  Pose node_pose(const Mat4d& world_from_scene);

 private:
  struct MorphedNode {
    std::uint32_t node = 0, first = 0, count = 0;  // `first` in morph_weights_
  };

  Actor(std::shared_ptr<ClipSource> source, const ActorOptions& options);
  std::unique_ptr<Actor> with_data(std::shared_ptr<const CharacterData> data, bool by_graph,
                                   const Character* shares = nullptr) const;
  Result<void> make_shape(bool has_own_meshes);
  // Callable on any thread, one at a time.
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

  std::shared_ptr<ClipSource> source_;
  std::shared_ptr<const CharacterData> data_;  // null: the scene cannot be compiled
  bool draws_ = false;                         // computes palettes
  std::uint64_t most_keys_;
  bool plays_graph_ = false;
  std::optional<Error> why_not_compiled_, why_reference_;
  std::unique_ptr<Character> character_;
  std::uint32_t shown_clip_ = kNone;  // the clip that the character holds for play_at()

  // Clips for lists: the scene's clips, then their differences. Empty until one is prepared.
  std::vector<ClipView> clips_;
  std::vector<Packed<ClipView>> differences_;  // per clip
  // Playback of play() by the reference.
  Tracks playing_;
  std::uint32_t newest_ = kNone;  // index into its tracks
  double speed_ = 1;
  // Compilation results; nullopt before compilation.
  std::vector<std::optional<Result<void>>> outcomes_;
  std::optional<Result<void>> outcome_of_all_;
  bool shows_list_ = false;  // morph_weights_ are the list's

  std::vector<MorphedNode> morphed_;
  std::vector<float> morph_weights_;  // weights of all nodes of morphed_

  bool shows_reference_ = true;
  std::uint64_t number_ = 0;
  Pose reference_pose_;  // shown in that case
  std::optional<ReferencePose> reference_;
  std::vector<HeldMorph> held_;
  std::vector<float> held_weights_;  // morph_weights_ with held_ applied

  // The drawn shape, if it is not the pack's. draws_nodes_: some bone is not a joint, so that poses of the
  // scene's nodes are drawn.
  std::shared_ptr<SceneShape> scene_shape_;
  bool draws_nodes_ = false;
  std::vector<ModelJoint> joints_;    // joints of the data, with the scene's bones
  std::uint32_t first_bone_ = kNone;  // a node

  std::unique_ptr<Background> background_;
};

}  // namespace skelter

#include "load/internal/actor.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "compile/build_clip/internal/clip.h"
#include "load/clip_source.h"
#include "load/internal/configured.h"
#include "load/internal/reference_list.h"
#include "load/internal/timeline.h"
#include "load/task_background.h"
#include "scene/edit/internal/subtrees.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/scalar_tracks.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

constexpr std::uint32_t kMaxGraphEvents = 256;  // per update

// Joint weights for every mask: 1 for the mask's node and everything below it.
std::vector<float> mask_weights(const Scene& scene, const SkeletonBuild& skeleton,
                                std::span<const std::uint32_t> nodes) {
  const Skeleton& view = skeleton.skeleton.view;
  const std::size_t padded = std::size_t{kLanes} * view.block_count();
  std::vector<float> weights(nodes.size() * padded, 0.0f);
  if (nodes.empty()) return weights;
  const Subtrees subtrees(scene);
  for (std::size_t m = 0; m < nodes.size(); ++m)
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
      const std::uint16_t joint = skeleton.joint_of_node[n];
      if (joint == kNone16 || !subtrees.is_below(n, nodes[m])) continue;
      weights[m * padded + joint] = 1;
      if (view.helpers[joint] != 0) weights[m * padded + view.parents[joint]] = 1;  // both joints
    }
  return weights;
}

Result<CharacterData> data_of_pack(ClipSource& source, Pack pack) {
  const PackView& view = pack.view();
  source.skeleton.skeleton.view = view.skeleton();  // points into bytes that do not move
  source.skeleton.joint_of_node = joints_of_nodes(*source.scene, view.skeleton());
  source.skeleton.origin = view.origin();
  return CharacterData::create(std::move(pack), {}, source.scene->file);
}

Error asked_for_reference() {
  return {Status::unsupported, "play.by-reference", "the caller selected the reference evaluator", {}};
}

Error still_compiling() {
  return {Status::not_ready, "play.compiling", "the engine is compiling", {}};
}

}  // namespace

// --- creation ----------------------------------------------------------------------------------------------

Actor::Actor(std::shared_ptr<ClipSource> source, const ActorOptions& options)
    : source_(std::move(source)),
      draws_(options.meshes),
      by_reference_(options.by_reference),
      most_keys_(options.most_keys),
      background_(std::make_unique<Background>()) {
  const Scene& scene = *source_->scene;
  std::uint32_t first = 0;
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
    const auto count = static_cast<std::uint32_t>(rest_morph_weights(scene, node).size());
    if (count != 0) morphed_.push_back({node, first, count});
    first += count;
  }
  morph_weights_.resize(first);
  count_show();
}

Actor::~Actor() {
  background_->wait();
}

Result<std::unique_ptr<Actor>> Actor::create(const Scene& scene, Pack pack, const ActorOptions& options) {
  const bool is_pack = pack.is_open();
  auto source = std::make_shared<ClipSource>();
  source->scene = &scene;
  source->settings.source = options.source;
  source->settings.strict_bound = true;  // the reference plays clips that the engine cannot play within the
                                         // bound
  std::unique_ptr<Actor> actor(new Actor(source, options));
  if (is_pack) actor->most_keys_ = ActorOptions().most_keys;  // its clips are already compiled
  Result<CharacterData> data =
      options.by_reference ? Result<CharacterData>(asked_for_reference())
      : is_pack            ? data_of_pack(*source, std::move(pack))
                           : compile_character(source, options.meshes ? MeshParts::skins : MeshParts::none);
  if (data)
    actor->play_data(std::make_shared<const CharacterData>(std::move(*data)), false);
  else
    actor->why_not_compiled_ = data.error();
  actor->show_rest();
  if (options.meshes)
    if (auto made = actor->make_shape(is_pack); !made) return made.error();
  return actor;
}

Result<void> Actor::make_shape(bool has_own_meshes) {
  const Scene& scene = *source_->scene;
  const std::vector<bool> bones = bone_nodes(scene);
  const auto joint_of = [&](std::uint32_t node) { return source_->skeleton.joint_of_node[node]; };
  draws_nodes_ = !is_compiled();
  for (std::uint32_t node = 0; node < bones.size(); ++node) {
    if (bones[node] && !draws_nodes_) draws_nodes_ = joint_of(node) == kNone16;
  }
  if (!has_own_meshes || draws_nodes_) {
    Result<SceneShape> made = SceneShape::create(scene);
    if (!made) return made.error();
    scene_shape_ = std::make_shared<SceneShape>(std::move(*made));
  }
  if (draws_nodes_) return {};
  const std::span<const ModelJoint> joints = data_->shape().joints;
  joints_.assign(joints.begin(), joints.end());
  for (std::uint32_t j = 0; j < joints_.size(); ++j)  // a sheared node has two joints, one of them a bone
    joints_[j].is_bone = bones[joints_[j].node] && joint_of(joints_[j].node) == j;
  return {};
}

Result<std::unique_ptr<Actor>> Actor::create_configured(const Scene& scene, const std::string& configuration,
                                                        bool meshes) {
  auto made = compile_configured(scene, configuration, meshes ? MeshParts::skins : MeshParts::none);
  if (!made) return made.error();
  auto data = CharacterData::create(std::move(made->pack), {}, scene.file);
  if (!data) return data.error();
  auto source = std::make_shared<ClipSource>();
  source->scene = &scene;
  source->skeleton = std::move(made->skeleton);
  const bool has_graph = data->graph_count() > 0;
  std::unique_ptr<Actor> actor(new Actor(std::move(source), {.source = {}, .meshes = meshes}));
  actor->shows_reference_ = false;
  actor->play_data(std::make_shared<const CharacterData>(std::move(*data)), has_graph);
  if (meshes)
    if (auto shaped = actor->make_shape(false); !shaped) return shaped.error();
  return actor;
}

std::unique_ptr<Actor> Actor::with_data(std::shared_ptr<const CharacterData> data, bool by_graph,
                                        const Character* shares) const {
  std::unique_ptr<Actor> actor(new Actor(source_, {.source = {}, .meshes = draws_}));
  actor->scene_shape_ = scene_shape_;
  actor->draws_nodes_ = draws_nodes_;
  actor->joints_ = joints_;
  actor->shows_reference_ = false;
  actor->play_data(std::move(data), by_graph, shares);
  return actor;
}

std::unique_ptr<Actor> Actor::with_graph(std::shared_ptr<const CharacterData> data) const {
  return with_data(std::move(data), true);
}

std::unique_ptr<Actor> Actor::another(bool by_graph) const {
  return with_data(data_, by_graph, character_.get());
}

void Actor::play_data(std::shared_ptr<const CharacterData> data, bool graph, const Character* shares) {
  character_.reset();  // points to the old data
  reference_.reset();
  data_ = std::move(data);
  plays_graph_ = graph;
  // A pack without meshes has nothing to draw.
  draws_ = draws_ && data_->shape().rest_morph_weights.size() == morph_weights_.size();
  make_character(shares);
}

// The character is in the rest pose until it is updated.
void Actor::make_character(const Character* shares) {
  CharacterOptions options;
  options.palettes = draws_;
  options.shares = shares;
  if (plays_graph_) {
    options.graph = 0;
    options.events = kMaxGraphEvents;
  }
  count_show();
  character_ = std::make_unique<Character>(*data_, options);
  shown_clip_ = kNone;
  shows_list_ = false;
  if (draws_) return;  // the character mixes morph weights itself
  for (const MorphedNode& morphed : morphed_) {
    const std::vector<float> rest = rest_morph_weights(*source_->scene, morphed.node);
    for (std::uint32_t target = 0; target < morphed.count; ++target)
      character_->add_scalar({{}, morphed.node, target, 0, rest[target]});
  }
}

// --- clips -------------------------------------------------------------------------------------------------

const SkeletonBuild& Actor::skeleton() const {
  return source_->skeleton;
}

Result<void> Actor::expect_in_data(std::uint32_t clip) const {
  if (!data_) return *why_not_compiled_;
  if (clip < data_->clip_count()) return {};
  return Error{Status::invalid_argument,
               "load.clip-not-in-pack",
               clip_label(*source_->scene, clip) + " comes from a different file; use a clip of the pack",
               {source_->scene->file, 0, {}, {}}};
}

std::optional<Result<void>>& Actor::outcome(const ClipUse& use) {
  const std::size_t clips = source_->scene->clips.size();
  outcomes_.resize(2 * clips);  // on first use, because actors that only play need none
  return outcomes_[use.clip + (use.additive ? clips : 0)];
}

void Actor::compile(const ClipUse& use) {
  outcome(use) = compiled(use);
}

Result<void> Actor::compiled(const ClipUse& use) {
  if (auto known = expect_in_data(use.clip); !known) return known;
  if (auto done = data_->prepare(use.clip); !done) return done;
  clips_.resize(2 * source_->scene->clips.size());
  clips_[use.clip] = data_->clips()[use.clip];
  if (!use.additive) return {};
  differences_.resize(source_->scene->clips.size());
  const std::size_t at = differences_.size() + use.clip;
  if (clips_[use.clip].additive()) {
    clips_[at] = clips_[use.clip];
    return {};
  }
  if (differences_[use.clip].bytes.size() != 0) return {};
  ClipSettings settings;
  settings.source = source_->settings.source;
  settings.effort = Effort::quick;
  settings.strict_bound = true;
  settings.additive = true;
  settings.additive_from = use.clip;
  auto built = build_clip(*source_->scene, use.clip, source_->skeleton, settings);
  if (!built) return built.error();
  differences_[use.clip] = std::move(built->clip);
  clips_[at] = differences_[use.clip].view;
  return {};
}

void Actor::compile_all() {
  outcome_of_all_ = data_ ? data_->prepare_all() : Result<void>(*why_not_compiled_);
}

Result<void> Actor::prepare(const ClipUse& use) {
  return ready(use, Prepare::now);
}

// While the background thread runs, the outcomes and clips that it writes are not read.
Result<void> Actor::ready(const ClipUse& use, Prepare when) {
  if (when == Prepare::now) background_->wait();
  collect();
  if (!is_preparing() && !outcome(use)) {
    if (when == Prepare::now) compile(use);
    if (when == Prepare::in_background) background_->run([this, use] { compile(use); });
  }
  if (is_preparing() || !outcome(use)) return still_compiling();
  return *outcome(use);
}

Result<void> Actor::prepare_all(Prepare when) {
  if (when == Prepare::now) background_->wait();
  collect();
  if (!is_preparing() && !outcome_of_all_) {
    if (when == Prepare::now) compile_all();
    if (when == Prepare::in_background) background_->run([this] { compile_all(); });
  }
  if (is_preparing() || !outcome_of_all_) return still_compiling();
  return *outcome_of_all_;
}

void Actor::collect() {
  background_->collect();
}

bool Actor::is_preparing() const {
  return background_->is_running();
}

bool Actor::is_large(std::uint32_t clip) const {
  std::uint64_t keys = 0;
  for (const Channel& channel : source_->scene->clips[clip].channels) keys += channel.times_s.size();
  return keys > most_keys_;
}

std::optional<ClipReport> Actor::report(std::uint32_t clip) const {
  if (!is_compiled() || clip >= source_->reports.size() || !data_->is_prepared(clip)) return std::nullopt;
  return source_->reports[clip];
}

// --- showing -----------------------------------------------------------------------------------------------

void Actor::show_reference(Pose pose, std::optional<Error> why) {
  count_show();
  reference_pose_ = std::move(pose);
  why_reference_ = by_reference_ ? std::nullopt : std::move(why);
  shows_reference_ = true;
}

void Actor::count_show() {
  static std::atomic<std::uint64_t> shows{0};
  number_ = ++shows;
}

void Actor::show_engine() {
  count_show();
  why_reference_.reset();
  shows_reference_ = false;
}

void Actor::show_clip(std::uint32_t clip, double time_s, Prepare when) {
  const Scene& scene = *source_->scene;
  if (clip == kNone) return show_rest();
  Result<void> played;
  const bool is_known = !is_preparing() && outcome({clip, false});
  if (!is_known && is_large(clip))
    played = Error{Status::limit_exceeded,
                   "play.many-keys",
                   "not compiled: the clip has more than " + std::to_string(most_keys_) + " keys",
                   {}};
  else if (played = ready({clip, false}, when); played)
    played = play_at(clip, time_s);
  if (played) return show_engine();
  show_reference(evaluate(scene, clip, time_s, source_->settings.source), played.error());
}

void Actor::show_rest() {
  if (!is_compiled()) return show_reference(rest_pose(*source_->scene), why_not_compiled_);
  if (shown_clip_ != kNone || shows_list_) make_character();
  show_engine();
}

namespace {

constexpr const char* kGraphDecides = "the character is controlled by a graph";

Error play_refused(const Scene& scene, Status status, std::string why) {
  return {status, "play.refused", std::move(why), {scene.file, 0, {}, {}}};
}

}  // namespace

Result<void> Actor::play_at(std::uint32_t clip, double time_s) {
  const bool additive = clips_[clip].additive();
  PlayOptions how;
  how.layer = additive ? 1 : 0;
  how.loop = Loop::once;
  how.start_s = clip_time(source_->scene->clips[clip], time_s, source_->settings.source);
  if (clip != shown_clip_ || shows_list_) make_character();
  CharacterClips* const clips = character_->clips();
  if (clips == nullptr) return play_refused(*source_->scene, Status::invalid_argument, kGraphDecides);
  LayerSettings layer;
  layer.mode = additive ? LayerMode::additive : LayerMode::override;
  Status status = additive ? clips->set_layer(1, layer) : Status::ok;
  if (status == Status::ok) status = clips->play(clip, how);
  if (status == Status::ok) status = character_->update(0);
  if (status != Status::ok) return play_refused(*source_->scene, status, character_->why());
  shown_clip_ = clip;
  return {};
}

Status Actor::show_list(std::span<const PoseListEntry> lines, std::span<const std::uint32_t> mask_nodes) {
  const Scene& scene = *source_->scene;
  show_engine();
  Skeleton skeleton = source_->skeleton.skeleton.view;
  const std::vector<float> weights = mask_weights(scene, source_->skeleton, mask_nodes);
  const std::vector<std::uint32_t> names(mask_nodes.size() + 1, 0);
  skeleton.mask_weights = weights;
  skeleton.mask_name_begin = names;
  skeleton.mask_names = {};

  // Morph weights start from the rest weights. Masks apply to them as to joint 0.
  std::vector<float> morph_weights;
  std::vector<std::uint32_t> tracks;
  for (const MorphedNode& morphed : morphed_) {
    const std::vector<float> rest = rest_morph_weights(scene, morphed.node);
    morph_weights.insert(morph_weights.end(), rest.begin(), rest.end());
  }
  for (const ClipView& clip : clips_)
    for (const MorphedNode& morphed : morphed_)
      for (std::uint32_t target = 0; target < morphed.count; ++target)
        tracks.push_back(find_morph(clip, morphed.node, target));
  const std::vector<std::uint16_t> joints(morph_weights.size(), 0);

  AlignedBytes scratch(pose_list_scratch_bytes(skeleton, lines.size()));
  PoseListJob job;
  job.skeleton = &skeleton;
  job.clips = clips_;
  job.lines = lines;
  job.blend_threshold = 1;  // the rest pose fills in missing weight
  job.scratch = {scratch.data(), scratch.size()};
  job.out_local_pose = character_->local_pose();
  job.scalar_joints = joints;
  job.scalar_tracks = tracks;
  job.out_scalars = morph_weights;
  if (const Status status = job.run(); status != Status::ok) {
    make_character();
    return status;
  }
  morph_weights_ = std::move(morph_weights);
  shows_list_ = true;
  return Status::ok;
}

void Actor::show_tracks(const Tracks& tracks, Prepare when) {
  const Scene& scene = *source_->scene;
  const EvaluateOptions& source = source_->settings.source;
  const TrackList list = track_list(scene, tracks, source);
  if (list.lines.empty()) return show_rest();
  for (const ClipUse& use : list.clips)
    if (const Result<void> done = ready(use, when); !done)
      return show_reference(evaluate_list(scene, list.lines, list.mask_nodes, source), done.error());
  (void)show_list(list.lines, list.mask_nodes);  // shows the rest pose if there are too many tracks
}

Status Actor::show_graph(std::shared_ptr<const CharacterData> data, ByteSpan state,
                         std::span<const SoaTransform> local_pose) {
  if (data != data_) play_data(std::move(data), true);
  show_engine();
  CharacterGraph* const graph = character_->graph();
  if (graph == nullptr) return Status::invalid_argument;
  if (const Status status = graph->restore(state); status != Status::ok) return status;
  const std::span<SoaTransform> out = character_->local_pose();
  std::copy_n(local_pose.begin(), std::min(local_pose.size(), out.size()), out.begin());
  shown_clip_.reset();
  return Status::ok;
}

// --- playing -----------------------------------------------------------------------------------------------

Result<void> Actor::play(std::uint32_t clip, const PlayOptions& options) {
  if (const Result<void> all = prepare_all()) {
    CharacterClips* const clips = character()->clips();
    if (clips == nullptr) return play_refused(*source_->scene, Status::invalid_argument, kGraphDecides);
    const Status status = clips->play(clip, options);
    if (status == Status::ok) return {};
    return play_refused(*source_->scene, status, character_->why());
  }
  const std::uint32_t track = cross_fade(playing_, clip, options.fade_s, options.curve == FadeCurve::linear);
  if (track == kNone)
    return play_refused(*source_->scene, Status::limit_exceeded,
                        "all " + std::to_string(kMaxMixTracks) + " tracks fade");
  newest_ = track;
  playing_.tracks[track].speed = speed_;
  playing_.tracks[track].position_s = options.start_s;
  playing_.tracks[track].holds_end = options.loop == Loop::once;
  return {};
}

void Actor::set_speed(double speed) {
  speed_ = speed;
  if (Character* const plays = character()) (void)plays->set_speed(speed);
  for (TrackState& track : playing_.tracks) track.speed = speed;
}

void Actor::update(double dt_s) {
  if (newest_ == kNone) {
    if (Character* const plays = character()) (void)plays->update(dt_s);
    return;
  }
  Timeline().advance(playing_, dt_s);
  const Scene& scene = *source_->scene;
  const EvaluateOptions& source = source_->settings.source;
  const TrackList list = track_list(scene, playing_, source);
  std::optional<Error> why;
  if (const Result<void> all = prepare_all(); !all) why = all.error();
  show_reference(evaluate_list(scene, list.lines, list.mask_nodes, source), std::move(why));
}

double Actor::position_s() const {
  if (newest_ != kNone) return playing_.tracks[newest_].position_s;
  const CharacterClips* const clips = is_compiled() ? character_->clips() : nullptr;
  return clips != nullptr ? clips->position_s() : 0;
}

std::uint32_t Actor::clip() const {
  if (newest_ != kNone) return playing_.tracks[newest_].clip;
  const CharacterClips* const clips = is_compiled() ? character_->clips() : nullptr;
  return clips != nullptr ? clips->clip() : kNone;
}

bool Actor::in_transition() const {
  if (newest_ == kNone) {
    if (!is_compiled()) return false;
    const CharacterClips* const clips = character_->clips();
    return clips != nullptr ? clips->in_transition() : character_->graph()->in_transition();
  }
  return std::any_of(playing_.tracks.begin(), playing_.tracks.end(),
                     [](const TrackState& track) { return track.fade.has_value(); });
}

Character* Actor::character() {
  if (!is_compiled()) return nullptr;
  if (shows_list_) make_character();
  shown_clip_.reset();  // the next pose is not the one from show_clip()
  show_engine();
  return character_.get();
}

void Actor::restart() {
  make_character();
  show_engine();
}

// --- the shown pose ----------------------------------------------------------------------------------------

ModelShape Actor::shape() const {
  if (draws_nodes_) return scene_shape_->shape();
  if (!is_compiled()) return {};
  ModelShape shape = data_->shape();
  if (!joints_.empty()) shape.joints = joints_;
  if (!scene_shape_) return shape;
  const ModelShape& drawn = scene_shape_->shape();
  shape.meshes = drawn.meshes;
  shape.look = drawn.look;
  shape.images = drawn.images;
  shape.exact_paths = drawn.exact_paths;
  return shape;
}

// Collects the morph weights in the pose that the character shows.
void Actor::collect_morph_weights() {
  if (shows_list_) return;
  if (draws_) {
    const std::span<const float> weights = character_->pose().morph_weights;
    morph_weights_.assign(weights.begin(), weights.end());
  } else {
    for (std::uint32_t i = 0; i < morph_weights_.size(); ++i) morph_weights_[i] = character_->scalar(i);
  }
}

ModelPose Actor::pose() {
  if (shows_reference_ || draws_nodes_) return model_pose(node_pose());
  character_->finish();
  ModelPose pose = character_->pose();
  if (!draws_) return pose;
  if (shows_list_) pose.morph_weights = morph_weights_;
  if (held_.empty()) return pose;
  held_weights_.assign(pose.morph_weights.begin(), pose.morph_weights.end());
  for (const HeldMorph& held : held_)
    for (const NamedMorph::Place& place : held.morph.places)
      for (const MorphedNode& morphed : morphed_)
        if (morphed.node == place.node && place.target < morphed.count)
          held_weights_[morphed.first + place.target] = static_cast<float>(held.weight);
  pose.morph_weights = held_weights_;
  return pose;
}

ModelPose Actor::model_pose(const Pose& nodes) {
  if (draws_nodes_) return scene_shape_->pose(nodes);
  if (!is_compiled()) return {};
  if (!reference_) reference_.emplace(*source_->scene, shape());
  return reference_->of(nodes);
}

std::span<const SoaTransform> Actor::local_pose() const {
  return character_->local_pose();
}

Pose Actor::node_pose() {
  Pose pose = played_node_pose();
  for (const HeldMorph& held : held_) set_morph(*source_->scene, held.morph, held.weight, pose);
  return pose;
}

Pose Actor::played_node_pose() {
  if (shows_reference_) return reference_pose_;
  character_->finish();
  collect_morph_weights();
  const Scene& scene = *source_->scene;
  Pose pose = pose_of_joints(scene, source_->skeleton.joint_of_node, character_->model_from_joint(),
                             source_->skeleton.origin);
  if (morphed_.empty()) return pose;
  pose.morph_weights.resize(scene.nodes.size());
  for (const MorphedNode& morphed : morphed_)
    for (std::uint32_t i = 0; i < morphed.count; ++i)
      pose.morph_weights[morphed.node].push_back(morph_weights_[morphed.first + i]);
  return pose;
}

Pose Actor::node_pose(const Mat4d& world_from_scene) {
  Pose pose = node_pose();
  for (Mat4d& world : pose.world) world = world_from_scene * world;
  return pose;
}

}  // namespace skelter

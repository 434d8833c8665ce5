#include "load/internal/scene_character.h"

#include <utility>

#include "skelter/compile/compile.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

// Of two joints of one node the later one has its world matrix; the other's node has its name.
std::vector<std::uint16_t> joints_of_nodes(const Scene& scene, const Skeleton& skeleton) {
  std::vector<std::uint16_t> joints(scene.nodes.size(), kNone16);
  for (std::uint16_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::uint32_t node = skeleton.nodes[joint];
    if (skeleton.helpers[joint] != 0) joints[scene.nodes[node].parent] = skeleton.parents[joint];
    joints[node] = joint;
  }
  return joints;
}

}  // namespace

ClipMaker SceneCharacter::maker_of(const std::shared_ptr<Source>& source) {
  ClipMaker maker;
  for (std::uint32_t clip = 0; clip < source->scene->clips.size(); ++clip)
    maker.names.push_back(clip_label(*source->scene, clip));
  source->reports.resize(maker.names.size());
  maker.make = [source](std::uint32_t clip) -> Result<AlignedBytes> {
    auto built = build_clip(*source->scene, clip, source->skeleton, source->settings);
    if (!built) return built.error();
    source->reports[clip] = built->report;
    return std::move(built->clip.bytes);
  };
  return maker;
}

Result<std::unique_ptr<SceneCharacter>> SceneCharacter::create(const Scene& scene,
                                                               const EvaluateOptions& source) {
  CompileSettings settings;
  settings.skeleton.source = source;
  settings.add_clips = settings.add_meshes = false;
  auto compiled = compile_scene(scene, settings);
  if (!compiled) return compiled.error();
  Pack pack;
  if (const Problem problem = Pack::open(std::move(compiled->bytes), pack); !problem.ok())
    return Error{problem.status, "pack.bad", problem.what, {scene.file, 0, {}, {}}};
  const auto from = std::make_shared<Source>(Source{&scene, {}, std::move(compiled->skeleton)});
  from->settings.source = source;
  return finished(from, std::move(pack), maker_of(from));
}

Result<std::unique_ptr<SceneCharacter>> SceneCharacter::create(const Scene& scene, Pack pack,
                                                               const EvaluateOptions& source) {
  if (pack.view().section_count() == 0) return create(scene, source);
  const auto from = std::make_shared<Source>(Source{&scene, {}, {}});
  from->settings.source = source;
  from->skeleton.skeleton.view = pack.view().skeleton();  // into bytes that stay where they are
  from->skeleton.joint_of_node = joints_of_nodes(scene, pack.view().skeleton());
  return finished(from, std::move(pack), {});
}

Result<std::unique_ptr<SceneCharacter>> SceneCharacter::finished(std::shared_ptr<Source> source, Pack pack,
                                                                 ClipMaker maker) {
  auto data = CharacterData::create(std::move(pack), std::move(maker));
  if (!data) return data.error();
  std::unique_ptr<SceneCharacter> made(new SceneCharacter());
  made->data_.emplace(std::move(*data));
  std::uint32_t scalars = 0;
  for (std::uint32_t node = 0; node < source->scene->nodes.size(); ++node) {
    const auto count = static_cast<std::uint32_t>(rest_morph_weights(*source->scene, node).size());
    if (count != 0) made->morphed_.push_back({node, scalars, count});
    scalars += count;
  }
  made->source_ = std::move(source);
  made->start_anew();
  return made;
}

void SceneCharacter::start_anew() {
  CharacterOptions options;
  options.palettes = false;
  character_ = std::make_unique<Character>(*data_, options);
  for (const MorphedNode& morphed : morphed_) {
    const std::vector<float> rest = rest_morph_weights(*source_->scene, morphed.node);
    for (std::uint32_t target = 0; target < morphed.count; ++target)
      character_->add_scalar({{}, morphed.node, target, 0, rest[target]});
  }
  shown_ = kNone;
}

std::optional<ClipReport> SceneCharacter::report(std::uint32_t clip) const {
  if (clip >= source_->reports.size() || !data_->is_prepared(clip)) return std::nullopt;
  return source_->reports[clip];
}

Pose SceneCharacter::pose() {
  character_->finish();
  Pose pose =
      pose_of_joints(*source_->scene, source_->skeleton.joint_of_node, character_->model_from_joint());
  if (!morphed_.empty()) pose.morph_weights.resize(source_->scene->nodes.size());
  for (const MorphedNode& morphed : morphed_)
    for (std::uint32_t target = 0; target < morphed.count; ++target)
      pose.morph_weights[morphed.node].push_back(character_->scalar(morphed.first_scalar + target));
  return pose;
}

Result<Pose> SceneCharacter::pose_at(std::uint32_t clip, double time_s) {
  if (clip != kNone && clip >= data_->clip_count())
    return Error{Status::invalid_argument,
                 "cli.runtime",
                 clip_label(*source_->scene, clip) + " is a clip of another file; expected one of the pack",
                 {source_->scene->file, 0, {}, {}}};
  if (clip == kNone) return rest_pose(*source_->scene);
  if (auto ready = data_->prepare(clip); !ready) return ready.error();
  const bool additive = data_->clips()[clip].additive();
  PlayOptions how;
  how.layer = additive ? 1 : 0;
  how.loop = Loop::once;
  how.start_s = clip_time(source_->scene->clips[clip], time_s, source_->settings.source);
  if (clip != shown_) start_anew();
  shown_ = clip;
  LayerSettings layer;
  layer.mode = additive ? LayerMode::additive : LayerMode::override;
  Status status = additive ? character_->set_layer(1, layer) : Status::ok;
  if (status == Status::ok) status = character_->play(clip, how);
  if (status == Status::ok) status = character_->update(0);
  if (status != Status::ok)
    return Error{status, "play.refused", character_->why(), {source_->scene->file, 0, {}, {}}};
  return pose();
}

}  // namespace skelter

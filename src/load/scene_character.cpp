#include "load/internal/scene_character.h"

#include <utility>

#include "load/clip_source.h"
#include "skelter/scene/edit.h"

namespace skelter {
Result<std::unique_ptr<SceneCharacter>> SceneCharacter::create(const Scene& scene,
                                                               const EvaluateOptions& source) {
  return create(scene, Pack(), source);
}

Result<std::unique_ptr<SceneCharacter>> SceneCharacter::create(const Scene& scene, Pack pack,
                                                               const EvaluateOptions& options) {
  const auto source = std::make_shared<ClipSource>();
  source->scene = &scene;
  source->settings.source = options;
  source->settings.strict_bound = true;  // what the engine cannot play rightly is shown by evaluate()
  if (!pack.is_open()) return finished(source, compile_character(source, false));
  source->skeleton.skeleton.view = pack.view().skeleton();  // into bytes that stay where they are
  source->skeleton.joint_of_node = joints_of_nodes(scene, pack.view().skeleton());
  source->skeleton.origin = pack.view().origin();
  return finished(source, CharacterData::create(std::move(pack), {}, scene.file));
}

Result<std::unique_ptr<SceneCharacter>> SceneCharacter::finished(std::shared_ptr<ClipSource> source,
                                                                 Result<CharacterData> data) {
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

const SkeletonBuild& SceneCharacter::skeleton() const {
  return source_->skeleton;
}

std::optional<ClipReport> SceneCharacter::report(std::uint32_t clip) const {
  if (clip >= source_->reports.size() || !data_->is_prepared(clip)) return std::nullopt;
  return source_->reports[clip];
}

Pose SceneCharacter::pose() {
  character_->finish();
  Pose pose = pose_of_joints(*source_->scene, source_->skeleton.joint_of_node, character_->model_from_joint(),
                             source_->skeleton.origin);
  if (!morphed_.empty()) pose.morph_weights.resize(source_->scene->nodes.size());
  for (const MorphedNode& morphed : morphed_)
    for (std::uint32_t target = 0; target < morphed.count; ++target)
      pose.morph_weights[morphed.node].push_back(character_->scalar(morphed.first_scalar + target));
  return pose;
}

Result<Pose> SceneCharacter::pose_at(std::uint32_t clip, double time_s) {
  if (clip == kNone) return rest_pose(*source_->scene);
  if (clip >= data_->clip_count())
    return Error{Status::invalid_argument,
                 "load.clip-not-in-pack",
                 clip_label(*source_->scene, clip) + " is a clip of another file; expected one of the pack",
                 {source_->scene->file, 0, {}, {}}};
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

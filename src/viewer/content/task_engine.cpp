#include "viewer/content/task_engine.h"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <utility>

namespace skelter {
namespace {

EvaluateOptions played_once(EvaluateOptions source) {
  source.wrap = Wrap::once;  // the timeline folds times
  return source;
}

}  // namespace

Engine::Engine(const Scene& scene, Pack pack, const EvaluateOptions& source, std::uint64_t most_keys)
    : scene_(&scene),
      source_(played_once(source)),
      most_keys_(pack.is_open() ? std::numeric_limits<std::uint64_t>::max() : most_keys),
      pack_(std::move(pack)),
      reasons_(2 * scene.clips.size()),
      parts_(2 * scene.clips.size()),
      differences_(scene.clips.size()) {}

Engine::~Engine() = default;

Result<void> Engine::make_character() {
  if (character_) return {};
  auto made = SceneCharacter::create(*scene_, std::move(pack_), source_);
  if (!made) {
    for (std::optional<std::string>& reason : reasons_) reason = to_string(made.error());
    return made.error();
  }
  character_ = std::move(*made);
  return {};
}

void Engine::compile(std::uint32_t part) {
  if (!make_character()) return;
  const Result<ClipView> compiled = compile_part(part);
  if (compiled) parts_[part] = *compiled;
  reasons_[part] = compiled ? std::string() : to_string(compiled.error());
}

void Engine::compile_whole() {
  Result<void> done = make_character();
  if (done) done = character_->data().prepare_all();
  reason_of_whole_ = done ? std::string() : to_string(done.error());
}

Result<ClipView> Engine::compile_part(std::uint32_t part) {
  const auto count = static_cast<std::uint32_t>(scene_->clips.size());
  const std::uint32_t clip = part % count;
  // Posing it finds what is wrong with the clips of another file, too.
  if (const auto posed = character_->pose_at(clip, 0); !posed) return posed.error();
  const ClipView& as_it_is = character_->data().clips()[clip];
  if (part < count || as_it_is.additive()) return as_it_is;
  ClipSettings settings;
  settings.source = source_;
  settings.effort = Effort::quick;
  settings.strict_bound = true;
  settings.additive_reference = {clip, 0};
  auto built = build_clip(*scene_, clip, character_->skeleton(), settings);
  if (!built) return built.error();
  differences_[clip] = std::move(built->clip);
  return differences_[clip].view;
}

void Engine::collect() {
  if (compiling_.valid() && compiling_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    compiling_.get();
}

bool Engine::is_large(std::uint32_t clip) const {
  std::uint64_t keys = 0;
  for (const Channel& channel : scene_->clips[clip].channels) keys += channel.times_s.size();
  return keys > most_keys_;
}

bool Engine::is_ready(std::uint32_t part, CompileClips compiling) {
  why_reference_.clear();
  if (compiling == CompileClips::at_once) wait_for(part);
  collect();
  if (compiling == CompileClips::in_background && !compiling_.valid() && !reasons_[part])
    compiling_ = std::async(std::launch::async, [this, part] { compile(part); });
  if (compiling_.valid() || !reasons_[part])
    why_reference_ = "the engine is compiling";
  else
    why_reference_ = *reasons_[part];
  return why_reference_.empty();
}

Pose Engine::pose_at(std::uint32_t clip, double time_s, CompileClips compiling) {
  why_reference_.clear();
  if (clip == kNone) return rest_pose(*scene_);
  if (!reasons_[clip] && is_large(clip))
    why_reference_ = fmt::format("not compiled: the clip has more than {} keys", most_keys_);
  else if (is_ready(clip, compiling))
    if (auto pose = character_->pose_at(clip, time_s)) return std::move(*pose);
  return evaluate(*scene_, clip, time_s, source_);
}

std::optional<CompiledClips> Engine::compiled(std::span<const ClipUse> uses, CompileClips compiling) {
  const auto count = static_cast<std::uint32_t>(scene_->clips.size());
  for (const ClipUse& use : uses)
    if (!is_ready(use.clip + (use.additive ? count : 0), compiling)) return std::nullopt;
  return CompiledClips{&character_->skeleton(), parts_};
}

const SceneCharacter* Engine::whole(CompileClips compiling) {
  if (compiling == CompileClips::at_once) {
    if (compiling_.valid()) compiling_.get();
    if (!reason_of_whole_) compile_whole();
  }
  collect();
  if (compiling == CompileClips::in_background && !compiling_.valid() && !reason_of_whole_)
    compiling_ = std::async(std::launch::async, [this] { compile_whole(); });
  const bool known = !compiling_.valid() && reason_of_whole_;
  why_reference_ = known ? *reason_of_whole_ : "the engine is compiling";
  return why_reference_.empty() ? character_.get() : nullptr;
}

const std::string& Engine::wait_for(std::uint32_t part) {
  if (compiling_.valid()) compiling_.get();
  if (!reasons_[part]) compile(part);
  return *reasons_[part];
}

std::optional<ClipReport> Engine::report(std::uint32_t clip) const {
  return character_ && !compiling_.valid() ? character_->report(clip) : std::nullopt;
}

}  // namespace skelter

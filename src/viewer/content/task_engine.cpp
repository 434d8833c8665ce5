#include "viewer/content/task_engine.h"

#include <chrono>
#include <utility>

namespace skelter {
namespace {

EvaluateOptions played_once(EvaluateOptions source) {
  source.wrap = Wrap::once;  // the timeline folds times
  return source;
}

}  // namespace

Engine::Engine(const Scene& scene, Pack pack, const EvaluateOptions& source)
    : scene_(&scene), source_(played_once(source)), pack_(std::move(pack)), reasons_(scene.clips.size()) {}

Engine::~Engine() = default;

void Engine::compile(std::uint32_t clip) {
  if (!character_) {
    auto made = SceneCharacter::create(*scene_, std::move(pack_), source_);
    if (!made) {
      for (std::optional<std::string>& reason : reasons_) reason = to_string(made.error());
      return;
    }
    character_ = std::move(*made);
  }
  const auto posed = character_->pose_at(clip, 0);
  reasons_[clip] = posed ? std::string() : to_string(posed.error());
}

Pose Engine::pose_at(std::uint32_t clip, double time_s, CompileClips compiling) {
  why_reference_.clear();
  if (clip == kNone) return rest_pose(*scene_);
  if (compiling == CompileClips::at_once) wait_for(clip);
  if (compiling_.valid() && compiling_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    compiling_.get();
  if (compiling == CompileClips::in_background && !compiling_.valid() && !reasons_[clip])
    compiling_ = std::async(std::launch::async, [this, clip] { compile(clip); });
  if (compiling_.valid() || !reasons_[clip]) {
    why_reference_ = "the engine is compiling";
  } else if (why_reference_ = *reasons_[clip]; why_reference_.empty()) {
    if (auto pose = character_->pose_at(clip, time_s)) return std::move(*pose);
  }
  return evaluate(*scene_, clip, time_s, source_);
}

const std::string& Engine::wait_for(std::uint32_t clip) {
  if (compiling_.valid()) compiling_.get();
  if (!reasons_[clip]) compile(clip);
  return *reasons_[clip];
}

std::optional<ClipReport> Engine::report(std::uint32_t clip) const {
  return character_ && !compiling_.valid() ? character_->report(clip) : std::nullopt;
}

}  // namespace skelter

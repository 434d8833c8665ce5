#include "viewer/content/task_engine.h"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <utility>

#include "load/internal/reference_list.h"

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
      reasons_(2 * scene.clips.size()) {}

Engine::~Engine() = default;

Actor& Engine::actor() {
  if (!actor_)
    actor_ = *Actor::create(*scene_, std::move(pack_), {.source = source_});  // fails with meshes only
  return *actor_;
}

void Engine::compile(std::uint32_t part) {
  const auto count = static_cast<std::uint32_t>(scene_->clips.size());
  const Result<void> done = actor().prepare({part % count, part >= count});
  reasons_[part] = done ? std::string() : to_string(done.error());
}

void Engine::compile_whole() {
  const Result<void> done = actor().prepare_all();
  reason_of_whole_ = done ? std::string() : to_string(done.error());
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
  else if (is_ready(clip, compiling)) {
    actor_->show_clip(clip, time_s);
    if (const auto& why = actor_->why_reference()) why_reference_ = to_string(*why);
    return actor_->node_pose();
  }
  return evaluate(*scene_, clip, time_s, source_);
}

Pose Engine::pose_of(const Tracks& tracks, CompileClips compiling) {
  why_reference_.clear();
  const TrackList list = track_list(*scene_, tracks, source_);
  if (list.lines.empty()) return rest_pose(*scene_);
  const auto count = static_cast<std::uint32_t>(scene_->clips.size());
  for (const ClipUse& use : list.clips)
    if (!is_ready(use.clip + (use.additive ? count : 0), compiling))
      return evaluate_list(*scene_, list.lines, list.mask_nodes, source_);
  actor_->show_tracks(tracks);
  if (const auto& why = actor_->why_reference()) why_reference_ = to_string(*why);
  return actor_->node_pose();
}

const Actor* Engine::whole(CompileClips compiling) {
  if (compiling == CompileClips::at_once) {
    if (compiling_.valid()) compiling_.get();
    if (!reason_of_whole_) compile_whole();
  }
  collect();
  if (compiling == CompileClips::in_background && !compiling_.valid() && !reason_of_whole_)
    compiling_ = std::async(std::launch::async, [this] { compile_whole(); });
  const bool known = !compiling_.valid() && reason_of_whole_;
  why_reference_ = known ? *reason_of_whole_ : "the engine is compiling";
  return why_reference_.empty() ? actor_.get() : nullptr;
}

const std::string& Engine::wait_for(std::uint32_t part) {
  if (compiling_.valid()) compiling_.get();
  if (!reasons_[part]) compile(part);
  return *reasons_[part];
}

std::optional<ClipReport> Engine::report(std::uint32_t clip) const {
  return actor_ && !compiling_.valid() ? actor_->report(clip) : std::nullopt;
}

}  // namespace skelter

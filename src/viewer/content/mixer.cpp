#include "viewer/internal/mixer.h"

#include <algorithm>

namespace skelter {
namespace {

bool is_base(const TrackState& track) {
  return !track.additive && track.mask == kNone;
}

bool is_heard(const TrackState& track) {
  return track.enabled && track.clip != kNone && track.weight > 0;
}

}  // namespace

double weight_at(const TrackState& track, double time_s) {
  if (!track.fade) return track.weight;
  const WeightFade& fade = *track.fade;
  const double u = fade.duration_s > 0 ? std::clamp((time_s - fade.begin_s) / fade.duration_s, 0.0, 1.0) : 1;
  return fade.from + (fade.to - fade.from) * (fade.linear ? u : u * u * (3 - 2 * u));
}

void advance(MixState& mix, double dt_s) {
  mix.time_s += dt_s;
  for (TrackState& track : mix.tracks) {
    if (track.enabled) track.position_s += dt_s * track.speed;
    track.weight = weight_at(track, mix.time_s);
    if (track.fade && mix.time_s >= track.fade->begin_s + track.fade->duration_s) track.fade.reset();
  }
}

void fade_weight(MixState& mix, std::uint32_t track, double weight, double seconds, bool linear) {
  TrackState& state = mix.tracks[track];
  state.fade = {state.weight, weight, mix.time_s, seconds, linear};
  advance(mix, 0);
}

std::uint32_t cross_fade(MixState& mix, std::uint32_t clip, double seconds, bool linear) {
  const auto is_silent = [](const TrackState& track) {
    return is_base(track) && !track.fade && (!track.enabled || track.clip == kNone || track.weight == 0);
  };
  const auto free = std::find_if(mix.tracks.begin(), mix.tracks.end(), is_silent);
  const auto at = static_cast<std::uint32_t>(free - mix.tracks.begin());
  if (at == kMostMixTracks) return kNone;
  bool anything = false;
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i) {
    if (i == at || !is_base(mix.tracks[i]) || is_silent(mix.tracks[i])) continue;
    anything = true;
    fade_weight(mix, i, 0, seconds, linear);
  }
  if (at == mix.tracks.size()) mix.tracks.emplace_back();
  mix.tracks[at] = {};
  mix.tracks[at].clip = clip;
  mix.tracks[at].weight = 0;
  fade_weight(mix, at, 1, anything ? seconds : 0, linear);
  return at;
}

MixList mix_list(const Scene& scene, const MixState& mix, const EvaluateOptions& source) {
  MixList list;
  const auto clip_count = static_cast<std::uint32_t>(scene.clips.size());
  const auto add = [&](const TrackState& track, double weight) -> CrowdLayer& {
    EvaluateOptions looped = source;
    looped.wrap = Wrap::loop;
    CrowdLayer line;
    line.clip = static_cast<std::uint16_t>(track.clip + (track.additive ? clip_count : 0));
    line.weight = static_cast<float>(weight);
    line.time_s = static_cast<float>(clip_time(scene.clips[track.clip], track.position_s, looped));
    line.loop = Loop::once;  // the time is folded
    list.clips.push_back({track.clip, track.additive});
    return list.lines.emplace_back(line);
  };
  const auto mask_of = [&](std::uint32_t node) {
    const auto known = std::find(list.mask_nodes.begin(), list.mask_nodes.end(), node);
    const auto index = static_cast<std::uint16_t>(known - list.mask_nodes.begin());
    if (known == list.mask_nodes.end()) list.mask_nodes.push_back(node);
    return index;
  };
  const auto add_base = [&](bool high) {
    const auto is_one = [&](const TrackState& t) {
      return is_heard(t) && is_base(t) && t.high_priority == high;
    };
    double sum = 0;
    for (const TrackState& track : mix.tracks)
      if (is_one(track)) sum += track.weight;
    for (const TrackState& track : mix.tracks)
      if (is_one(track)) add(track, track.weight / sum);
  };
  const auto add_stage = [&](std::uint16_t mask, double weight, std::size_t split) {
    CrowdLayer stage;
    stage.clip = kCrowdStage;
    stage.mask = mask;
    stage.weight = static_cast<float>(std::min(weight, 1.0));
    stage.split = static_cast<std::uint8_t>(split);
    list.lines.push_back(stage);
  };
  add_base(false);
  const std::size_t low = list.lines.size();
  add_base(true);
  if (low > 0 && list.lines.size() > low) add_stage(kNone16, mix.priority_blend, low);
  for (const TrackState& track : mix.tracks) {
    if (!is_heard(track) || track.additive || is_base(track)) continue;
    const std::size_t split = list.lines.size();
    add(track, 1);
    add_stage(mask_of(track.mask), track.weight, split);
  }
  for (const TrackState& track : mix.tracks)
    if (is_heard(track) && track.additive) {
      const std::uint16_t mask = track.mask == kNone ? kNone16 : mask_of(track.mask);
      add(track, track.weight).mask = mask;
    }
  return list;
}

Result<Pose> Mixer::controller_pose(const MixState& mix) {
  if (!controller_) {
    SceneControllerSettings settings;
    settings.source = source_;
    settings.unmoved = Unmoved::rest;
    Result<SceneController> made = make_controller(*scene_, settings);
    if (!made) return made.error();
    controller_ = std::move(*made);
  }
  Controller& controller = controller_->controller;
  Result<void> done = controller.set_priority_blend(mix.priority_blend);
  for (std::uint32_t i = 0; done && i < controller.track_count(); ++i) {
    const TrackState track = i < mix.tracks.size() && is_base(mix.tracks[i]) ? mix.tracks[i] : TrackState{};
    done = controller.set_track_set(i, track.clip);
    if (done) done = controller.set_track_enabled(i, track.enabled && track.clip != kNone);
    if (done) done = controller.set_track_weight(i, track.weight);
    if (done) done = controller.set_track_position(i, track.position_s);
    if (done) done = controller.set_track_priority(i, track.high_priority ? Priority::high : Priority::low);
  }
  if (done) done = controller.advance(0);
  if (!done) return done.error();
  return scene_pose(*scene_, controller_->node_of_output, controller.pose());
}

Pose Mixer::pose(const MixState& mix, CompileClips compiling) {
  why_controller_.clear();
  const MixList list = mix_list(*scene_, mix, source_);
  if (list.lines.empty()) return rest_pose(*scene_);
  if (Actor* const actor = engine_->compiled(list.clips, compiling)) {
    (void)actor->show_list(list.lines, list.mask_nodes);  // a list of too many lines shows the rest pose
    return actor->node_pose();
  }
  why_controller_ = engine_->why_reference();
  Result<Pose> pose = controller_pose(mix);
  if (pose) return std::move(*pose);
  why_controller_ = to_string(pose.error());
  return rest_pose(*scene_);
}

}  // namespace skelter

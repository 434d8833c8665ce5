#include "load/internal/tracks.h"

#include <algorithm>

namespace skelter {
namespace {

bool is_base(const TrackState& track) {
  return !track.additive && track.mask == kNone;
}

bool is_active(const TrackState& track) {
  return track.enabled && track.clip != kNone && track.weight > 0;
}

}  // namespace

double weight_at(const TrackState& track, double time_s) {
  if (!track.fade) return track.weight;
  const WeightFade& fade = *track.fade;
  const double u = fade.duration_s > 0 ? std::clamp((time_s - fade.begin_s) / fade.duration_s, 0.0, 1.0) : 1;
  return fade.from + (fade.to - fade.from) * (fade.linear ? u : u * u * (3 - 2 * u));
}

void update_weights(Tracks& tracks) {
  for (TrackState& track : tracks.tracks) {
    track.weight = weight_at(track, tracks.time_s);
    if (track.fade && tracks.time_s >= track.fade->begin_s + track.fade->duration_s) track.fade.reset();
  }
}

void fade_weight(Tracks& tracks, std::uint32_t track, double weight, double seconds, bool linear) {
  TrackState& state = tracks.tracks[track];
  state.fade = {state.weight, weight, tracks.time_s, seconds, linear};
  update_weights(tracks);
}

std::uint32_t cross_fade(Tracks& tracks, std::uint32_t clip, double seconds, bool linear) {
  const auto is_inactive = [](const TrackState& track) {
    return is_base(track) && !track.fade && (!track.enabled || track.clip == kNone || track.weight == 0);
  };
  const auto free = std::find_if(tracks.tracks.begin(), tracks.tracks.end(), is_inactive);
  const auto at = static_cast<std::uint32_t>(free - tracks.tracks.begin());
  if (at == kMaxMixTracks) return kNone;
  bool fades_over = false;
  for (std::uint32_t i = 0; i < tracks.tracks.size(); ++i) {
    if (i == at || !is_base(tracks.tracks[i]) || is_inactive(tracks.tracks[i])) continue;
    fades_over = true;
    fade_weight(tracks, i, 0, seconds, linear);
  }
  if (at == tracks.tracks.size()) tracks.tracks.emplace_back();
  tracks.tracks[at] = {};
  tracks.tracks[at].clip = clip;
  tracks.tracks[at].weight = 0;
  fade_weight(tracks, at, 1, fades_over ? seconds : 0, linear);
  return at;
}

TrackList track_list(const Scene& scene, const Tracks& tracks, const EvaluateOptions& source) {
  TrackList list;
  const auto clip_count = static_cast<std::uint32_t>(scene.clips.size());
  const auto add = [&](const TrackState& track, double weight) -> PoseListEntry& {
    EvaluateOptions looped = source;
    looped.loop = track.holds_end ? Loop::once : Loop::loop;
    PoseListEntry line;
    line.clip = static_cast<std::uint16_t>(track.clip + (track.additive ? clip_count : 0));
    line.weight = static_cast<float>(weight);
    line.time_s = static_cast<float>(clip_time(scene.clips[track.clip], track.position_s, looped));
    line.loop = Loop::once;  // the time is already folded
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
      return is_active(t) && is_base(t) && t.high_priority == high;
    };
    double sum = 0;
    for (const TrackState& track : tracks.tracks)
      if (is_one(track)) sum += track.weight;
    for (const TrackState& track : tracks.tracks)
      if (is_one(track)) add(track, track.weight / sum);
  };
  const auto add_stage = [&](std::uint16_t mask, double weight, std::size_t split) {
    PoseListEntry stage;
    stage.clip = kPoseListStage;
    stage.mask = mask;
    stage.weight = static_cast<float>(std::min(weight, 1.0));
    stage.split = static_cast<std::uint8_t>(split);
    list.lines.push_back(stage);
  };
  add_base(false);
  const std::size_t low = list.lines.size();
  add_base(true);
  if (low > 0 && list.lines.size() > low) add_stage(kNone16, tracks.priority_blend, low);
  for (const TrackState& track : tracks.tracks) {
    if (!is_active(track) || track.additive || is_base(track)) continue;
    const std::size_t split = list.lines.size();
    add(track, 1);
    add_stage(mask_of(track.mask), track.weight, split);
  }
  for (const TrackState& track : tracks.tracks)
    if (is_active(track) && track.additive) {
      const std::uint16_t mask = track.mask == kNone ? kNone16 : mask_of(track.mask);
      add(track, track.weight).mask = mask;
    }
  return list;
}

}  // namespace skelter

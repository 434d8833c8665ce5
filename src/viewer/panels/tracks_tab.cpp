// Clips blended by hand, live: a controller's tracks with weights, speeds, priorities and fades.

#include <fmt/format.h>
#include <imgui.h>

#include "skelter/scene/edit.h"
#include "viewer/input/actions.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace skelter {
namespace {

void choose_track_clip(const Scene& scene, TrackState& track) {
  ImGui::SetNextItemWidth(-1);
  const std::string shown = track.clip == kNone ? "(none)" : clip_label(scene, track.clip);
  if (!ImGui::BeginCombo("##clip", shown.c_str())) return;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
    if (ImGui::Selectable(clip_label(scene, i).c_str(), track.clip == i)) {
      track.clip = i;
      track.position_s = 0;
    }
  ImGui::EndCombo();
}

// Slider over a double.
void slider(const char* label, double& value, float from, float to, const char* format) {
  auto shown = static_cast<float>(value);
  if (ImGui::SliderFloat(label, &shown, from, to, format)) value = double{shown};
}

void draw_fades(ViewerData& data, std::uint32_t track) {
  const auto fade = [&](const char* label, double weight) {
    if (!ImGui::Button(label) || !data.mixer) return;
    if (const Result<void> faded = data.mixer->fade_weight(track, weight, data.fade_s); !faded)
      say(data, faded.error());
  };
  fade("Fade in", 1);
  ImGui::SameLine();
  fade("Fade out", 0);
  if (!data.mixer) return;
  const Controller& controller = data.mixer->controller();
  const EventHandle running = controller.current_track_event(track, EventType::track_weight);
  if (!controller.is_valid(running)) return;
  const Result<EventDescription> event = controller.describe(running);
  if (!event) return;
  ImGui::SameLine();
  ImGui::ProgressBar(
      static_cast<float>((controller.time_s() - event->start_s) / std::max(event->duration_s, 1e-9)), {-1, 0},
      fmt::format("to {:g}", event->value).c_str());
}

// True when the track is to go.
bool draw_track(ViewerData& data, const Scene& scene, std::uint32_t index) {
  TrackState& track = data.state.mix.tracks[index];
  ImGui::PushID(static_cast<int>(index));
  ImGui::Checkbox(fmt::format("Track {}", index).c_str(), &track.enabled);
  ImGui::SameLine();
  ImGui::Checkbox("high priority", &track.high_priority);
  widgets::tooltip(
      "Tracks of high priority are mixed separately; the priority blend fades between the two mixes");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x - ImGui::GetFontSize());
  const bool remove = ImGui::SmallButton("x");
  choose_track_clip(scene, track);
  slider("weight", track.weight, 0, 1, "%.3f");
  slider("speed", track.speed, -2, 2, "%.2f");
  if (track.clip != kNone) {
    const double duration_s = scene.clips[track.clip].duration_s;
    double folded = duration_s > 0 ? periodic_position(track.position_s, duration_s, Playback::loop) : 0;
    const double before = folded;
    slider("position", folded, 0, static_cast<float>(duration_s), "%.3f s");
    if (folded != before) track.position_s = folded;
  }
  draw_fades(data, index);
  ImGui::Separator();
  ImGui::PopID();
  return remove;
}

void draw_priority_blend(ViewerData& data) {
  bool any_high = false;
  for (const TrackState& track : data.state.mix.tracks) any_high = any_high || track.high_priority;
  if (!any_high) return;
  slider("priority blend", data.state.mix.priority_blend, 0, 1, "%.2f");
  widgets::tooltip("0: only the low tracks, 1: only the high ones");
}

}  // namespace

void draw_tracks_tab(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || document->scene.clips.empty())
    return widgets::hint("A file with clips is needed to blend some.");
  MixState& mix = data.state.mix;
  bool on = mix.on;
  if (ImGui::Checkbox("Blend clips on tracks", &on)) {
    if (on)
      start_mix(data);
    else
      mix.on = false;
  }
  if (!mix.on)
    return widgets::hint(
        "Plays several clips at once, each with its weight, speed and priority; fades are events of the "
        "controller, which the sliders follow.");
  slider("fade time", data.fade_s, 0, 3, "%.2f s");
  draw_priority_blend(data);
  ImGui::Separator();
  std::uint32_t removed = kNone;
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i)
    if (draw_track(data, document->scene, i)) removed = i;
  // Tracks are told apart by their numbers, so only the last can go; others are emptied.
  if (removed != kNone && removed + 1 == mix.tracks.size())
    mix.tracks.pop_back();
  else if (removed != kNone)
    mix.tracks[removed] = {};
  if (mix.tracks.size() < 8 && ImGui::Button("Add a track")) {
    mix.tracks.emplace_back();
    mix.tracks.back().clip = 0;
  }
}

}  // namespace skelter

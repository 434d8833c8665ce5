// Live blending of clips: tracks with weights, speeds, priorities, masks and fades.

#include <fmt/format.h>
#include <imgui.h>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"
#include "viewer/command/internal/actions.h"

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

// Draws a slider for a double. Returns true if the user moved it.
bool slider(const char* label, double& value, float from, float to, const char* format) {
  auto shown = static_cast<float>(value);
  if (!ImGui::SliderFloat(label, &shown, from, to, format)) return false;
  value = double{shown};
  return true;
}

void draw_fades(ViewerData& data, std::uint32_t index) {
  MixState& mix = data.state.mix;
  if (ImGui::Button("Fade in")) fade_weight(mix, index, 1, data.fade_s, data.linear_fade);
  ImGui::SameLine();
  if (ImGui::Button("Fade out")) fade_weight(mix, index, 0, data.fade_s, data.linear_fade);
  const std::optional<WeightFade>& fade = mix.tracks[index].fade;
  if (!fade) return;
  ImGui::SameLine();
  ImGui::ProgressBar(static_cast<float>((mix.time_s - fade->begin_s) / std::max(fade->duration_s, 1e-9)),
                     {-1, 0}, fmt::format("to {:g}", fade->to).c_str());
}

// Draws the blend mode (replace earlier tracks, or add to them) and the joint mask.
void draw_mode(const ViewerData& data, const Document& document, TrackState& track) {
  int mode = track.additive ? 1 : 0;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(width * 0.36f);
  if (ImGui::Combo("##mode", &mode, "Replace\0Add\0")) track.additive = mode == 1;
  widgets::tooltip(
      "Replace: tracks for the whole model are mixed in proportion to their weights; a track for some joints "
      "replaces the tracks before it by its weight. Add: adds the differences from the clip's first pose");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  const auto name = [&](std::uint32_t node) { return document.scene.nodes[node].name; };
  const std::string shown = track.mask == kNone ? "all joints" : name(track.mask) + " and below";
  if (!ImGui::BeginCombo("##mask", shown.c_str())) return;
  if (ImGui::Selectable("all joints", track.mask == kNone)) track.mask = kNone;
  const std::uint32_t selected = data.state.selection.node;
  if (selected != kNone && ImGui::Selectable(("selected: " + name(selected)).c_str())) track.mask = selected;
  for (std::uint32_t n = 0; n < document.scene.nodes.size(); ++n)
    if (document.bones[n] && ImGui::Selectable(fmt::format("{}##{}", name(n), n).c_str(), track.mask == n))
      track.mask = n;
  ImGui::EndCombo();
}

// Returns true if the user removes the track.
bool draw_track(ViewerData& data, const Document& document, std::uint32_t index) {
  const Scene& scene = document.scene;
  TrackState& track = data.state.mix.tracks[index];
  ImGui::PushID(static_cast<int>(index));
  ImGui::PushStyleColor(ImGuiCol_CheckMark, track_color(index));
  ImGui::Checkbox(fmt::format("Track {}", index).c_str(), &track.enabled);
  ImGui::PopStyleColor();
  if (!track.additive && track.mask == kNone) {
    ImGui::SameLine();
    ImGui::Checkbox("high priority", &track.high_priority);
    widgets::tooltip(
        "Tracks of high priority are mixed separately; the priority blend fades between the two mixes");
  }
  ImGui::SameLine(ImGui::GetContentRegionAvail().x - 1.5f * ImGui::GetFontSize());
  const bool remove = ImGui::SmallButton("x");
  choose_track_clip(scene, track);
  draw_mode(data, document, track);
  if (slider("weight", track.weight, 0, 1, "%.3f")) track.fade.reset();
  slider("speed", track.speed, -2, 2, "%.2f");
  if (track.clip != kNone) {
    const double duration_s = scene.clips[track.clip].duration_s;
    double folded = fold_time(track.position_s, duration_s, Loop::loop).in_cycle_s;
    if (slider("position", folded, 0, static_cast<float>(duration_s), "%.3f s")) track.position_s = folded;
  }
  draw_fades(data, index);
  ImGui::Separator();
  ImGui::PopID();
  return remove;
}

// The cross-fade starts as soon as a clip is chosen.
void draw_cross_fade(ViewerData& data, const Scene& scene) {
  if (ImGui::BeginCombo("Cross-fade", "to a clip...")) {
    for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
      if (ImGui::Selectable(clip_label(scene, i).c_str()))
        if (const Result<void> faded = cross_fade_to(data, i, data.fade_s, data.linear_fade); !faded)
          say(data, faded.error());
    ImGui::EndCombo();
  }
  slider("fade time", data.fade_s, 0, 3, "%.2f s");
  ImGui::Checkbox("linear", &data.linear_fade);
  widgets::tooltip("Linear fades; otherwise they ease in and out");
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
    return widgets::hint("Open a file with clips to blend them.");
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
        "Plays several clips at once, each with its own weight, speed and priority. They replace each other "
        "or are added, on all joints or on some. The curves of their weights are shown below.");
  draw_cross_fade(data, document->scene);
  draw_priority_blend(data);
  ImGui::Separator();
  std::uint32_t removed = kNone;
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i)
    if (draw_track(data, *document, i)) removed = i;
  // Tracks are identified by number, so only the last one is really removed; the others are emptied.
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

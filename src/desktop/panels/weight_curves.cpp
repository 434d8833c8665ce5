// Bottom panel while tracks play: the track weights over time, and a preview of running fades.

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

constexpr int kFutureSteps = 90;

Plot plot_of(const MixState& mix, const WeightHistory& history, const ViewRectangle& place) {
  Plot plot{place, std::max(mix.time_s - kPast_s, 0.0), 0, 1};
  plot.to_s = plot.from_s + kPast_s + kFuture_s;
  for (const WeightSample& moment : history.moments())
    for (const double weight : moment.weights) plot.highest = std::max(plot.highest, weight);
  for (const TrackState& track : mix.tracks)
    if (track.fade) plot.highest = std::max(plot.highest, track.fade->to);
  return plot;
}

void draw_seconds(ImDrawList& list, const Plot& plot, float unit) {
  const auto bottom = static_cast<float>(plot.place.y + plot.place.height);
  for (double time_s = std::ceil(plot.from_s); time_s <= plot.to_s; ++time_s) {
    const auto x = static_cast<float>(plot.at(time_s, 0).x);
    list.AddLine({x, static_cast<float>(plot.place.y)}, {x, bottom}, IM_COL32(255, 255, 255, 24));
    if (plot.to_s - time_s > 0.2)
      list.AddText({x + 3 * unit, bottom - ImGui::GetFontSize()}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                   fmt::format("{:g} s", time_s).c_str());
  }
}

void draw_curve(ImDrawList& list, const Plot& plot, const ViewerData& data, std::uint32_t track, float unit) {
  const TrackState& state = data.state.mix.tracks[track];
  const double now_s = data.state.mix.time_s;
  const auto point = [&](double time_s, double weight) {
    const Vec2d at = plot.at(time_s, weight);
    return widgets::point(at.x, at.y);
  };
  std::vector<ImVec2> line;
  for (const WeightSample& moment : data.weights.moments())
    line.push_back(point(moment.time_s, track < moment.weights.size() ? moment.weights[track] : 0));
  list.AddPolyline(line.data(), static_cast<int>(line.size()), track_color(track), 0, 2 * unit);
  line.clear();
  for (int i = 0; i <= kFutureSteps; ++i) {
    const double time_s = now_s + (plot.to_s - now_s) * i / kFutureSteps;
    line.push_back(point(time_s, state.enabled ? weight_at(state, time_s) : 0));
  }
  list.AddPolyline(line.data(), static_cast<int>(line.size()), track_color(track, 150), 0, 1.5f * unit);
}

}  // namespace

std::uint32_t track_color(std::uint32_t track, int alpha) {
  constexpr int kColors[][3] = {{72, 160, 230}, {240, 150, 60}, {110, 205, 110}, {230, 95, 190},
                                {235, 215, 85}, {230, 85, 75},  {155, 135, 245}, {80, 210, 200}};
  const auto& c = kColors[track % std::size(kColors)];
  return IM_COL32(c[0], c[1], c[2], alpha);
}

void draw_track_legend(const Scene& scene, const MixState& mix) {
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i) {
    const TrackState& track = mix.tracks[i];
    if (track.clip == kNone) continue;
    const std::string text = fmt::format("{} {} {:.2f}", i, clip_label(scene, track.clip), track.weight);
    ImGui::SameLine(0, ImGui::GetFontSize());
    if (ImGui::CalcTextSize(text.c_str()).x > ImGui::GetContentRegionAvail().x) return ImGui::NewLine();
    ImGui::PushStyleColor(ImGuiCol_Text, track_color(i));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
  }
}

void draw_weight_curves(ViewerData& data, float unit) {
  const ImVec2 from = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  const float edge = 3 * unit;  // margin for curves at the top and bottom
  if (size.x < 1 || size.y <= 2 * edge) return;
  const MixState& mix = data.state.mix;
  const Plot plot = plot_of(
      mix, data.weights, {double{from.x}, double{from.y + edge}, double{size.x}, double{size.y - 2 * edge}});
  data.weight_plot = plot;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  list.PushClipRect(from, to);
  draw_seconds(list, plot, unit);
  for (std::uint32_t i = 0; i < mix.tracks.size(); ++i) draw_curve(list, plot, data, i, unit);
  const auto now = static_cast<float>(plot.at(mix.time_s, 0).x);
  list.AddLine({now, from.y}, {now, to.y}, IM_COL32(120, 200, 244, 255), 2 * unit);
  list.PopClipRect();
}

}  // namespace skelter

// Bottom panel: transport, speed, loop, range, and the scrub bar with a mark for every key.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desktop/panels/graph_panels.h"
#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/command/internal/actions.h"
#include "viewer/compare/internal/difference.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

using widgets::Icon;

void play(Timeline& timeline, bool backward) {
  if (timeline.playing && timeline.backward == backward) {
    timeline.playing = false;
    return;
  }
  timeline.playing = true;
  timeline.backward = backward;
}

void draw_transport(Timeline& timeline, const PlayRange& range, double rate, double duration_s) {
  if (widgets::icon_button("##start", Icon::to_start)) seek(timeline, range.from_s, duration_s);
  widgets::tooltip("To the start (Home)");
  ImGui::SameLine(0, 3);
  if (widgets::icon_button("##left", Icon::step_left)) step_frames(timeline, -1, rate, duration_s);
  widgets::tooltip("One frame back (Left)");
  ImGui::SameLine(0, 3);
  const bool backward = timeline.playing && timeline.backward,
             forward = timeline.playing && !timeline.backward;
  if (widgets::icon_button("##back", backward ? Icon::pause : Icon::play_back, backward))
    play(timeline, true);
  widgets::tooltip("Backward (B)");
  ImGui::SameLine(0, 3);
  if (widgets::icon_button("##play", forward ? Icon::pause : Icon::play, forward)) play(timeline, false);
  widgets::tooltip("Play and pause (Space)");
  ImGui::SameLine(0, 3);
  if (widgets::icon_button("##right", Icon::step_right)) step_frames(timeline, 1, rate, duration_s);
  widgets::tooltip("One frame forward (Right)");
  ImGui::SameLine(0, 3);
  if (widgets::icon_button("##end", Icon::to_end)) seek(timeline, range.to_s, duration_s);
  widgets::tooltip("To the end (End)");
}

void draw_loop_mode(Timeline& timeline, float unit) {
  int mode = static_cast<int>(timeline.loop) - static_cast<int>(Loop::once);
  ImGui::SetNextItemWidth(96 * unit);
  if (ImGui::Combo("##loop", &mode, "Once\0Loop\0Ping-pong\0"))
    timeline.loop = static_cast<Loop>(mode + static_cast<int>(Loop::once));
  widgets::tooltip("What happens at the end (L)");
}

void draw_range(Timeline& timeline) {
  if (ImGui::Button("In")) timeline.from_s = timeline.time_s;
  widgets::tooltip("The playback range begins here");
  ImGui::SameLine(0, 3);
  if (ImGui::Button("Out")) timeline.to_s = timeline.time_s;
  widgets::tooltip("The playback range ends here");
  if (!timeline.from_s && !timeline.to_s) return;
  ImGui::SameLine(0, 3);
  if (ImGui::Button("All")) {
    timeline.from_s.reset();
    timeline.to_s.reset();
  }
}

void draw_marks(ImDrawList& list, const std::vector<double>& times, ImVec2 from, ImVec2 to, double duration_s,
                ImU32 color, float top, float bottom) {
  float last = -10;
  for (const double time : times) {
    const float x = from.x + (to.x - from.x) * static_cast<float>(time / duration_s);
    if (x - last < 1) continue;  // at most one line per pixel
    last = x;
    list.AddLine({x, from.y + (to.y - from.y) * top}, {x, from.y + (to.y - from.y) * bottom}, color);
  }
}

void draw_scrub_bar(ViewerData& data, const Document& document, double duration_s, float unit) {
  Timeline& timeline = data.state.timeline;
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetContentRegionAvail().y;
  const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + width, from.y + height};
  ImGui::InvisibleButton("scrub", {std::max(width, 1.0f), std::max(height, 1.0f)});
  if (ImGui::IsItemActive() && duration_s > 0) {
    timeline.playing = false;
    seek(timeline, double{(ImGui::GetIO().MousePos.x - from.x) / width} * duration_s, duration_s);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  if (!(duration_s > 0)) return;
  const auto x_of = [&](double time_s) { return from.x + width * static_cast<float>(time_s / duration_s); };
  const PlayRange range = timeline.range(duration_s);
  if (timeline.from_s || timeline.to_s)
    list.AddRectFilled({x_of(range.from_s), from.y}, {x_of(range.to_s), to.y}, IM_COL32(72, 160, 208, 60), 3);
  // Labels are at least 60 points apart.
  const double step = round_up(std::max(duration_s * 60 * double{unit} / std::max(double{width}, 1.0), 1e-9));
  for (double time = 0; time <= duration_s + 1e-9; time += step) {
    const float x = x_of(time);
    list.AddLine({x, from.y}, {x, to.y}, IM_COL32(255, 255, 255, 24));
    if (x < to.x - 34 * unit)
      list.AddText({x + 3 * unit, from.y + 1 * unit}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                   fmt::format("{:g}", std::round(time * 1e6) / 1e6).c_str());
  }
  if (data.state.clip != kNone) {
    const Clip& clip = document.scene.clips[data.state.clip];
    draw_marks(list, key_times(clip), from, to, duration_s, IM_COL32(190, 198, 208, 110), 0.62f, 0.92f);
    if (data.state.selection.node != kNone)
      draw_marks(list, key_times(clip, data.state.selection.node), from, to, duration_s,
                 IM_COL32(250, 190, 60, 255), 0.45f, 0.92f);
  }
  const float x = x_of(timeline.time_s);
  const ImU32 head = IM_COL32(120, 200, 244, 255);
  list.AddLine({x, from.y}, {x, to.y}, head, 2 * unit);
  list.AddTriangleFilled({x - 5 * unit, from.y}, {x + 5 * unit, from.y}, {x, from.y + 7 * unit}, head);
}

// Shows as many of the texts as fit.
void draw_time(const Timeline& timeline, double duration_s, double rate, const char* player) {
  const std::string time = fmt::format("{:.4f} s of {:.4f}", timeline.time_s, duration_s);
  const std::string frame = fmt::format("frame {:.2f} of {:.0f}", timeline.time_s * rate, duration_s * rate);
  const std::string whole = fmt::format("{}   {} at {:g} per s   {}", time, frame, rate, player);
  const float room = ImGui::GetContentRegionAvail().x;
  for (const std::string& text : {whole, time + "   " + frame, time})
    if (ImGui::CalcTextSize(text.c_str()).x <= room || text == time)
      return ImGui::TextUnformatted(text.c_str());
}

}  // namespace

void draw_timeline(ViewerData& data, const Layout& layout) {
  if (!data.state.panels.timeline) return;
  if (widgets::begin_panel("timeline", layout.timeline, ImGuiWindowFlags_NoScrollbar)) {
    const Document* document = data.document();
    Timeline& timeline = data.state.timeline;
    const double duration_s = data.duration_s();
    const double rate = frame_rate(data);
    const auto unit = static_cast<float>(layout.unit);
    if (data.state.graph.on && data.graph.recording) {
      draw_graph_transport(data, unit);
      draw_graph_bands(data, unit);
      ImGui::End();
      return;
    }
    draw_transport(timeline, timeline.range(duration_s), rate, duration_s);
    ImGui::SameLine(0, 14 * unit);
    draw_loop_mode(timeline, unit);
    ImGui::SameLine();
    widgets::speed_slider(timeline, 120 * unit);
    ImGui::SameLine();
    draw_range(timeline);
    ImGui::SameLine(0, 16 * unit);
    ImGui::AlignTextToFramePadding();
    const std::string why = why_not_engine(data);
    if (data.state.mix.on)
      ImGui::TextUnformatted(
          fmt::format("{:.4f} s   {}", data.state.mix.time_s, why.empty() ? "engine" : "reference").c_str());
    else
      draw_time(timeline, duration_s, rate, why.empty() ? "engine" : "reference");
    if (!why.empty()) widgets::tooltip(why.c_str());
    data.weight_plot.reset();
    if (data.state.mix.on && document != nullptr) {
      draw_track_legend(document->scene, data.state.mix);
      draw_weight_curves(data, unit);
    } else if (document != nullptr) {
      draw_scrub_bar(data, *document, duration_s, unit);
    }
  }
  ImGui::End();
}

}  // namespace skelter

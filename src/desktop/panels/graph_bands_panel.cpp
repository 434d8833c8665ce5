// Bottom panel while a graph plays: the clip weights of each layer over time as stacked bands, transitions as
// lines, events as dots. Drag to seek in the recording.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desktop/panels/graph_panels.h"
#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/graph/internal/graph_bands.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

using widgets::Icon;

constexpr float kLayerNames = 74;  // points
constexpr float kScale = 15;       // height of the time axis

constexpr ImU32 kMarkColor = IM_COL32(255, 255, 255, 190);
constexpr ImU32 kHeadColor = IM_COL32(120, 200, 244, 255);
constexpr ImU32 kReloadColor = IM_COL32(120, 230, 140, 220);
constexpr ImU32 kBranchColor = IM_COL32(250, 190, 60, 230);

std::string band_label(const GraphBandName& name) {
  const std::size_t slash = name.path.find('/');
  const std::string inner = slash == std::string::npos ? std::string() : name.path.substr(slash + 1) + ": ";
  return inner == name.clip + ": " ? name.clip : inner + name.clip;
}

// The longest period in which a band is high enough to contain its name.
struct Run {
  double from_s = 0, to_s = 0;
  double seconds() const { return to_s - from_s; }
};

// Draws the piece of a band between two frames.
void draw_piece(ImDrawList& list, const Plot& plot, double from_s, double low_from, double high_from,
                double to_s, double low_to, double high_to, ImU32 color) {
  const auto corner = [&](double time_s, double height) {
    const Vec2d at = plot.at(time_s, height);
    return widgets::point(at.x, at.y);
  };
  list.AddQuadFilled(corner(from_s, low_from), corner(from_s, high_from), corner(to_s, high_to),
                     corner(to_s, low_to), color);
}

void draw_band_name(const GraphRecording& recording, const GraphBandRow& row, std::uint32_t name,
                    const Plot& plot, const Run& run, float unit) {
  const std::string label = band_label(recording.band_names()[name]);
  const ImVec2 size = ImGui::CalcTextSize(label.c_str());
  const double pixels = run.seconds() * plot.place.width / (plot.to_s - plot.from_s);
  if (pixels < double{size.x} + 10 * double{unit}) return;
  const double middle_s = (run.from_s + run.to_s) / 2;
  const GraphFrame& there = recording.frames()[recording.frame_at(middle_s)];
  double low = 0;
  for (const std::uint32_t other : row.names) {
    if (other == name) break;
    low += band_height(recording, there, other);
  }
  const Vec2d at = plot.at(middle_s, low + band_height(recording, there, name) / 2);
  ImGui::GetWindowDrawList()->AddText(
      widgets::point(std::round(at.x - double{size.x} / 2), std::round(at.y - double{size.y} / 2)),
      IM_COL32(10, 14, 20, 255), label.c_str());
}

void draw_row(const GraphRecording& recording, const GraphBandRow& row, const Plot& plot,
              const std::vector<std::size_t>& seen, float unit) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double room = double{ImGui::GetFontSize()} * plot.highest / plot.place.height;
  std::vector<double> below(seen.size(), 0);  // height of all bands below, per frame
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // anti-aliasing would show seams between pieces
  for (const std::uint32_t name : row.names) {
    Run longest;
    std::optional<Run> run;
    double before = 0, low_before = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const GraphFrame& frame = recording.frames()[seen[i]];
      const double height = band_height(recording, frame, name), low = below[i];
      if (i > 0 && (height > 0 || before > 0))
        draw_piece(list, plot, recording.frames()[seen[i - 1]].time_s, low_before, low_before + before,
                   frame.time_s, low, low + height, band_color(name, 215));
      if (height < room || frame.time_s < plot.from_s) {
        run.reset();
      } else {
        if (!run) run = Run{frame.time_s, frame.time_s};
        run->to_s = std::min(frame.time_s, plot.to_s);
        if (run->seconds() > longest.seconds()) longest = *run;
      }
      before = height;
      low_before = low;
      below[i] += height;
    }
    draw_band_name(recording, row, name, plot, longest, unit);
  }
  list.Flags = flags;
}

const GraphBandRow* row_of(const std::vector<GraphBandRow>& rows, const std::string& layer) {
  for (const GraphBandRow& row : rows)
    if (row.layer == layer) return &row;
  return nullptr;
}

std::string top_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

// The mark nearest to the mouse. It is small, so it takes precedence over other tooltips.
struct Near {
  double best = 6;  // in pixels
  std::string text;
};

void offer(Near& near, double pixels, const std::string& text) {
  if (pixels >= near.best) return;
  near.best = pixels;
  near.text = text;
}

std::string mark_text(const GraphMark& mark) {
  std::string text = fmt::format("{:.3f} s   {}: {} -> {}", mark.time_s, mark.machine, mark.from, mark.to);
  if (mark.when.empty()) return text;
  text += "\nwhen " + mark.when;
  if (!mark.values.empty()) text += "\n" + to_text(mark.values);
  return text + fmt::format("\nfades for {:g} s", mark.fade_s);
}

// Draws the transitions and events of the row, and finds the one nearest to the mouse.
void draw_marks_and_dots(const GraphRecording& recording, const std::vector<std::size_t>& range,
                         const GraphBandRow& row, const Plot& plot, float unit, const ImVec2& mouse,
                         Near& near) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto top = static_cast<float>(plot.place.y), bottom = top + static_cast<float>(plot.place.height);
  const bool in_row = mouse.y >= top && mouse.y < bottom;
  const auto seen = [&](double time_s) { return time_s >= plot.from_s && time_s <= plot.to_s; };
  for (std::size_t i = range.front(); i <= range.back(); ++i) {
    const GraphFrame& frame = recording.frames()[i];
    for (const GraphMark& mark : frame.marks) {
      if (top_of(mark.machine) != row.layer || !seen(mark.time_s)) continue;
      const auto x = static_cast<float>(plot.at(mark.time_s, 0).x);
      list.AddLine({x, top}, {x, bottom}, kMarkColor, 1.4f * unit);
      list.AddTriangleFilled({x, top}, {x + 6 * unit, top + 3.5f * unit}, {x, top + 7 * unit}, kMarkColor);
      if (in_row) offer(near, std::abs(double{mouse.x - x}), mark_text(mark));
    }
    for (const GraphDot& dot : frame.dots) {
      if (dot.layer != row.layer || !seen(dot.time_s)) continue;
      const auto x = static_cast<float>(plot.at(dot.time_s, 0).x);
      const float y = bottom - 5 * unit;
      list.AddCircleFilled({x, y}, 3.6f * unit, IM_COL32(20, 24, 30, 255));
      list.AddCircleFilled({x, y}, 2.6f * unit, IM_COL32(255, 232, 120, 255));
      if (in_row)
        offer(near, std::hypot(double{mouse.x - x}, double{mouse.y - y}) - 2,
              fmt::format("{:.3f} s   {}\n{} in {}, weight {:.3f}", dot.time_s, dot.name, dot.clip, dot.path,
                          dot.weight));
    }
  }
}

std::string band_text(const GraphRecording& recording, const GraphFrame& frame, std::uint32_t name) {
  const GraphBandName& known = recording.band_names()[name];
  for (const GraphBand& band : frame.bands)
    if (band.name == name)
      return fmt::format("{:.3f} s   {}\n{} at {:.3f} s\nweight {:.3f} in the layer, strength {:.3f}",
                         frame.time_s, known.path, known.clip, band.time_s, band.weight,
                         frame.strengths[band.layer]);
  return {};
}

void draw_scale(ImDrawList& list, const Plot& plot, double bottom, float unit) {
  const double step =
      round_up(std::max((plot.to_s - plot.from_s) * 60 * double{unit} / plot.place.width, 1e-9));
  for (double time_s = std::ceil(plot.from_s / step) * step; time_s <= plot.to_s; time_s += step) {
    const auto x = static_cast<float>(plot.at(time_s, 0).x);
    list.AddLine({x, static_cast<float>(plot.place.y)}, {x, static_cast<float>(bottom)},
                 IM_COL32(255, 255, 255, 22));
    const std::string text = fmt::format("{:g} s", std::round(time_s * 1e6) / 1e6);
    if (double{x} + double{ImGui::CalcTextSize(text.c_str()).x} < plot.place.x + plot.place.width)
      list.AddText({x + 3 * unit, static_cast<float>(bottom) - ImGui::GetFontSize() - 1},
                   ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
  }
}

void draw_upright(ImDrawList& list, const Plot& plot, double time_s, double bottom, ImU32 color,
                  float width) {
  if (time_s < plot.from_s || time_s > plot.to_s) return;
  const auto x = static_cast<float>(plot.at(time_s, 0).x);
  list.AddLine({x, static_cast<float>(plot.place.y)}, {x, static_cast<float>(bottom)}, color, width);
}

}  // namespace

std::uint32_t band_color(std::uint32_t name, int alpha) {
  constexpr int kColors[][3] = {{96, 168, 232},  {242, 166, 84},  {126, 206, 126}, {232, 128, 196},
                                {232, 214, 104}, {236, 112, 100}, {166, 150, 246}, {96, 208, 200},
                                {190, 160, 128}, {160, 190, 90},  {120, 140, 180}, {210, 150, 160}};
  const auto& c = kColors[name % std::size(kColors)];
  return IM_COL32(c[0], c[1], c[2], alpha);
}

void draw_graph_transport(ViewerData& data, float unit) {
  Timeline& timeline = data.state.timeline;
  GraphRecording& recording = *data.graph.recording;
  const auto button = [&](const char* id, Icon icon, const char* help, bool lit = false) {
    const bool pressed = widgets::icon_button(id, icon, lit);
    widgets::tooltip(help);
    ImGui::SameLine(0, 3);
    return pressed;
  };
  if (button("##start", Icon::to_start, "To the oldest frame (Home)"))
    (void)seek_graph(data, recording.frames().front().time_s);
  if (button("##left", Icon::step_left, "One frame back (Left)")) (void)step_graph(data, -1);
  if (button(
          "##play", timeline.playing ? Icon::pause : Icon::play,
          "Play and pause (Space). In the past, this replays the recording and then continues from its end",
          timeline.playing)) {
    timeline.playing = !timeline.playing;
    timeline.backward = false;
  }
  if (button("##right", Icon::step_right,
             "One frame forward (Right): a recorded one; at the end, or after a change, a new one"))
    (void)step_graph(data, 1);
  if (button("##end", Icon::to_end, "To the newest frame (End)"))
    (void)seek_graph(data, recording.frames().back().time_s);
  ImGui::SameLine(0, 12 * unit);
  widgets::speed_slider(timeline, 110 * unit);
  ImGui::SameLine();
  auto seconds = static_cast<float>(data.state.graph.seconds);
  ImGui::SetNextItemWidth(96 * unit);
  if (ImGui::SliderFloat("##seconds", &seconds, 1, 60, "%.0f s shown", ImGuiSliderFlags_Logarithmic))
    data.state.graph.seconds =
        std::clamp(double{seconds}, GraphPlayState::kMinSeconds, GraphPlayState::kMaxSeconds);
  widgets::tooltip("How much of the recording the bands show");
  ImGui::SameLine();
  if (ImGui::Button("Restart")) (void)restart_graph(data);
  widgets::tooltip("Restarts the graph and its recording; parameters keep their values");
  if (recording.has_branch()) {
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.55f, 0.40f, 0.08f, 1));
    if (ImGui::Button("Back to the recording")) (void)return_to_recording(data);
    ImGui::PopStyleColor();
    widgets::tooltip(
        fmt::format("After {:.3f} s this run differs from the recording; the button returns to the recording",
                    recording.branch_time_s())
            .c_str());
  }
  ImGui::SameLine(0, 12 * unit);
  ImGui::AlignTextToFramePadding();
  const GraphFrame& shown = recording.shown();
  std::string text = fmt::format("{:.3f} s   frame {} of {}", shown.time_s, recording.shown_index(),
                                 recording.frames().size() - 1);
  if (recording.has_changes() && !recording.at_end())
    text += "   changed here: a step or play continues from this time";
  else if (recording.dropped_frames() > 0)
    text += fmt::format("   the first {} were dropped", recording.dropped_frames());
  ImGui::TextUnformatted(text.c_str());
}

void draw_graph_bands(ViewerData& data, float unit) {
  GraphSession& session = data.graph;
  GraphRecording& recording = *session.recording;
  const ImVec2 from = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  session.rows.clear();
  session.hover.reset();
  const float left = kLayerNames * unit, scale = kScale * unit;
  if (size.x <= left + 20 || size.y <= scale + 10) return;
  const std::vector<GraphBandRow> rows = band_rows(recording);
  const GraphWindow window = seen_window(recording, data.state.graph.seconds);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::SetCursorScreenPos({from.x + left, from.y});
  ImGui::InvisibleButton("bands", {size.x - left, size.y});
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double gap = 3 * double{unit}, bottom = double{from.y + size.y};
  const double each = (double{size.y - scale} - gap * (static_cast<double>(rows.size()) - 1)) /
                      static_cast<double>(rows.size());
  Plot whole{{double{from.x + left}, double{from.y}, double{size.x - left}, double{size.y}},
             window.from_s,
             window.to_s,
             1};
  const std::vector<std::size_t> seen =
      seen_frames(recording, window, (window.to_s - window.from_s) / whole.place.width);
  list.AddRectFilled({from.x + left, from.y}, {from.x + size.x, from.y + size.y},
                     ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  Near near;
  double y = double{from.y};
  for (const GraphBandRow& row : rows) {
    Plot plot{{whole.place.x, y, whole.place.width, each}, window.from_s, window.to_s, row.highest};
    session.rows.push_back({row.layer, plot});
    list.AddText({from.x, static_cast<float>(y + each / 2) - ImGui::GetFontSize() / 2},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), row.layer.c_str());
    const auto corner = [&](double x, double py) { return widgets::point(x, py); };
    list.AddRectFilled(corner(whole.place.x, y), corner(whole.place.x + whole.place.width, y + each),
                       IM_COL32(0, 0, 0, 60));
    list.PushClipRect(corner(whole.place.x, y), corner(whole.place.x + whole.place.width, y + each), true);
    draw_row(recording, row, plot, seen, unit);
    draw_marks_and_dots(recording, seen, row, plot, unit, mouse, near);
    list.PopClipRect();
    y += each + gap;
  }
  draw_scale(list, whole, bottom, unit);
  for (std::size_t i = seen.front(); i <= seen.back(); ++i) {
    const GraphFrame& frame = recording.frames()[i];
    if (frame.reloaded) {
      draw_upright(list, whole, frame.time_s, bottom, kReloadColor, 2 * unit);
      offer(near, std::abs(double{mouse.x} - whole.at(frame.time_s, 0).x),
            fmt::format("{:.3f} s   the file was read again", frame.time_s));
    }
    if (frame.branched) {
      draw_upright(list, whole, frame.time_s - frame.dt_s, bottom, kBranchColor, 2 * unit);
      offer(near, std::abs(double{mouse.x} - whole.at(frame.time_s - frame.dt_s, 0).x),
            fmt::format("{:.3f} s   changed: from here on, this run differs from the recording",
                        frame.time_s - frame.dt_s));
    }
  }
  draw_upright(list, whole, recording.shown().time_s, bottom, kHeadColor, 2 * unit);
  const double time_s = whole.time_at(double{mouse.x});
  if (active) {
    (void)seek_graph(data, time_s);
  }
  if (!hovered || !whole.place.contains(double{mouse.x}, double{mouse.y})) return;
  std::string text = near.text;
  const GraphFrame& there = recording.frames()[recording.frame_at(time_s)];
  for (const GraphRowLocation& place : session.rows) {
    if (!text.empty() || !place.plot.place.contains(double{mouse.x}, double{mouse.y})) continue;
    if (time_s > recording.frames().back().time_s || time_s < recording.frames().front().time_s) continue;
    const GraphBandRow* const row = row_of(rows, place.layer);
    const double height =
        (1 - (double{mouse.y} - place.plot.place.y) / place.plot.place.height) * place.plot.highest;
    if (const auto name = band_at(recording, there, *row, height)) text = band_text(recording, there, *name);
  }
  if (text.empty()) return;
  session.hover = GraphHover{time_s, text};
  ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace skelter

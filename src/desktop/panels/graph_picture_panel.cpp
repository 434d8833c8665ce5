// States and transitions of the graph. Active states are highlighted by their weight, and running fades by
// their progress. Drag to move, turn the wheel to zoom, double-click to show everything.

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>  // SetItemUsingMouseWheel

#include <algorithm>
#include <cmath>

#include "desktop/panels/graph_panels.h"
#include "desktop/panels/widgets.h"
#include "play/internal/format/graph_records.h"
#include "viewer/graph/internal/graph_lights.h"

namespace skelter {
namespace {

constexpr float kMinHeight = 240;  // points
constexpr double kLargestZoom = 20, kLargestScale = 1.6;

// Transform from diagram points to window pixels.
struct Canvas {
  double x = 0, y = 0, scale = 1;
  ImVec2 at(double px, double py) const { return widgets::point(x + px * scale, y + py * scale); }
  ImVec2 at(const Vec2d& p) const { return at(p.x, p.y); }
  float length(double points) const { return static_cast<float>(points * scale); }
};

ImU32 mixed(const ImVec4& a, const ImVec4& b, double t) {
  const auto u = static_cast<float>(std::clamp(t, 0.0, 1.0));
  const auto between = [&](float from, float to) { return from + (to - from) * u; };
  return ImGui::ColorConvertFloat4ToU32(
      {between(a.x, b.x), between(a.y, b.y), between(a.z, b.z), between(a.w, b.w)});
}

const ImVec4 kDark{0.20f, 0.23f, 0.27f, 1}, kLit{0.16f, 0.50f, 0.76f, 1}, kEdge{0.55f, 0.60f, 0.66f, 0.8f},
    kEdgeLit{1.0f, 0.78f, 0.30f, 1};

double distance_to(const ImVec2& mouse, const ImVec2& a, const ImVec2& b) {
  const double dx = double{b.x - a.x}, dy = double{b.y - a.y}, all = dx * dx + dy * dy;
  const double t =
      all > 0 ? std::clamp((double{mouse.x - a.x} * dx + double{mouse.y - a.y} * dy) / all, 0.0, 1.0) : 0;
  return std::hypot(double{a.x} + dx * t - double{mouse.x}, double{a.y} + dy * t - double{mouse.y});
}

Vec2d on_curve(const Vec2d* p, double t) {
  const double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
  return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

// Draws a curve with an arrow head. Returns its distance from the mouse in pixels.
double draw_edge(ImDrawList& list, const Canvas& canvas, const GraphPicture::Edge& edge, ImU32 color,
                 float width, const ImVec2& mouse) {
  constexpr int kPieces = 12;
  std::vector<ImVec2> line;
  for (std::size_t i = 0; i + 3 < edge.curve.size(); i += 3)
    for (int k = i == 0 ? 0 : 1; k <= kPieces; ++k)
      line.push_back(canvas.at(on_curve(&edge.curve[i], double(k) / kPieces)));
  if (line.size() < 2) return 1e9;
  list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, width);
  const ImVec2 tip = line.back();
  std::size_t before = line.size() - 1;
  const float head = std::max(canvas.length(8), 4.0f);
  while (before > 0 &&
         std::hypot(double{tip.x - line[before].x}, double{tip.y - line[before].y}) < double{head})
    --before;
  const float dx = tip.x - line[before].x, dy = tip.y - line[before].y;
  const float far = std::max(std::sqrt(dx * dx + dy * dy), 1e-3f), ux = dx / far * head, uy = dy / far * head;
  list.AddTriangleFilled(tip, {tip.x - ux - 0.45f * uy, tip.y - uy + 0.45f * ux},
                         {tip.x - ux + 0.45f * uy, tip.y - uy - 0.45f * ux}, color);
  double nearest = 1e9;
  for (std::size_t i = 1; i < line.size(); ++i)
    nearest = std::min(nearest, distance_to(mouse, line[i - 1], line[i]));
  return nearest;
}

void draw_text(ImDrawList& list, const ImVec2& middle, float size, ImU32 color, const std::string& text) {
  if (size < 5) return;  // too small to read
  ImFont* const font = ImGui::GetFont();
  const ImVec2 room = font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str());
  list.AddText(font, size, {middle.x - room.x / 2, middle.y - room.y / 2}, color, text.c_str());
}

std::string transition_text(const OpenGraph& graph, const GraphFrame& frame, std::uint32_t index, double a) {
  const GraphTransition& transition = graph.view.transitions[index];
  const std::uint32_t machine = graph.view.nodes[transition.to].machine;
  std::string text =
      fmt::format("{}: {} -> {}\nwhen {}\n", machine_path(graph.view, machine),
                  transition.from == kNone16 ? std::string("any") : graph.state_name(transition.from),
                  graph.state_name(transition.to), graph.conditions[index]);
  if (frame.graph.get() == &graph)
    for (const GraphChoice& choice : choices(frame, machine))
      if (choice.transition == index && !choice.values.empty())
        text += "now " + to_text(choice.values) + "\n";
  text += fmt::format("{} for {:g} s", transition.kind == FadeKind::inertialize ? "inertializes" : "fades",
                      transition.fade_s);
  return a > 0 ? text + fmt::format(", now at {:.2f}", a) : text;
}

std::string state_text(const OpenGraph& graph, const GraphRecording& recording, std::uint32_t state,
                       const GraphLights::State& light) {
  const std::string path = state_path(graph.view, state);
  std::string text = path;
  if (light.weight > 0) text += fmt::format("\nweight {:.3f}, {:.3f} s in it", light.weight, light.time_s);
  for (const GraphBand& band : recording.shown().bands)
    if (const GraphBandName& name = recording.band_names()[band.name]; name.path == path)
      text += fmt::format("\n{} {:.3f} at {:.3f} s", name.clip, band.weight, band.time_s);
  return text;
}

// Returns the position of the diagram, after handling mouse input.
Canvas canvas_of(GraphPlayState& state, const GraphPicture& picture, const ImVec2& from, const ImVec2& size,
                 bool hovered, bool active) {
  const double margin = 6;
  const double fits = std::min({(double{size.x} - 2 * margin) / std::max(picture.width, 1.0),
                                (double{size.y} - 2 * margin) / std::max(picture.height, 1.0),
                                kLargestScale * double{ImGui::GetFontSize()} / 15});
  const ImGuiIO& io = ImGui::GetIO();
  Canvas canvas;
  const auto place = [&] {
    canvas.scale = fits * state.zoom;
    canvas.x = double{from.x + size.x / 2} - (picture.width / 2 + state.pan_x) * canvas.scale;
    canvas.y = double{from.y + size.y / 2} - (picture.height / 2 + state.pan_y) * canvas.scale;
  };
  place();
  if (active) {
    state.pan_x -= double{io.MouseDelta.x} / canvas.scale;
    state.pan_y -= double{io.MouseDelta.y} / canvas.scale;
  }
  if (hovered && io.MouseWheel != 0) {
    // Keep the point under the mouse in place.
    const double mx = (double{io.MousePos.x} - canvas.x) / canvas.scale - picture.width / 2 - state.pan_x,
                 my = (double{io.MousePos.y} - canvas.y) / canvas.scale - picture.height / 2 - state.pan_y;
    const double zoom = std::clamp(state.zoom * std::pow(1.2, double{io.MouseWheel}), 0.2, kLargestZoom);
    state.pan_x += mx * (1 - state.zoom / zoom);
    state.pan_y += my * (1 - state.zoom / zoom);
    state.zoom = zoom;
  }
  if (hovered && ImGui::IsMouseDoubleClicked(0)) {
    state.zoom = 1;
    state.pan_x = state.pan_y = 0;
  }
  place();
  return canvas;
}

}  // namespace

void draw_graph_picture(ViewerData& data, float unit) {
  GraphSession& session = data.graph;
  const GraphRecording& recording = *session.recording;
  const OpenGraph& graph = *recording.graph();
  const GraphFrame& frame = recording.shown();
  session.shown_states.clear();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImVec2 size = ImGui::GetContentRegionAvail();
  size.y = std::max(size.y - 2, kMinHeight * unit);
  if (size.x < 20) return;
  ImGui::InvisibleButton("picture", size);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetItemUsingMouseWheel();
  const Canvas canvas =
      canvas_of(data.state.graph, session.picture, from, size, hovered, ImGui::IsItemActive());
  const ImVec2 mouse = hovered ? ImGui::GetIO().MousePos : ImVec2{-1e6f, -1e6f};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  list.PushClipRect(from, to, true);
  const GraphLights lit = lights(graph, frame);
  const float text_size = canvas.length(13);
  const ImU32 grey = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  for (const GraphPicture::Box& box : session.picture.boxes) {
    const bool active = lit.machines[box.machine];
    list.AddRectFilled(canvas.at(box.x, box.y), canvas.at(box.x + box.width, box.y + box.height),
                       IM_COL32(255, 255, 255, active ? 13 : 5), canvas.length(6));
    draw_text(list, canvas.at(box.x + box.width / 2, box.y + 12), text_size,
              active ? ImGui::GetColorU32(ImGuiCol_Text) : grey, box.path);
  }
  std::string tip;
  double nearest = 5 * double{unit};
  for (const GraphPicture::Edge& edge : session.picture.edges) {
    const double a = lit.fades[edge.transition];
    const double far = draw_edge(list, canvas, edge, mixed(kEdge, kEdgeLit, a > 0 ? 1 : 0),
                                 (a > 0 ? 3.0f - 1.5f * static_cast<float>(a) : 1.2f) * unit, mouse);
    if (far >= nearest) continue;
    nearest = far;
    tip = transition_text(graph, frame, edge.transition, a);
  }
  for (const GraphPicture::Node& node : session.picture.nodes) {
    const ImVec2 upper = canvas.at(node.x - node.width / 2, node.y - node.height / 2),
                 lower = canvas.at(node.x + node.width / 2, node.y + node.height / 2);
    const ImVec2 middle = canvas.at(node.x, node.y);
    const float round = canvas.length(node.state == kNone ? 12 : 5);
    if (node.state == kNone) {
      list.AddRect(upper, lower, grey, round, 0, unit);
      draw_text(list, middle, text_size, grey, "any");
      continue;
    }
    const GraphLights::State& light = lit.states[node.state];
    const std::string path = state_path(graph.view, node.state);
    session.shown_states.push_back({path, double{middle.x}, double{middle.y}, light.weight});
    const GraphMotionKind kind = graph.view.motions[graph.view.nodes[node.state].motion].kind;
    const bool nested = kind == GraphMotionKind::machine || kind == GraphMotionKind::layers;
    const ImU32 outline = light.newest ? IM_COL32(170, 220, 255, 255) : IM_COL32(110, 120, 132, 255);
    list.AddRectFilled(upper, lower, mixed(kDark, kLit, light.weight), round);
    list.AddRect(upper, lower, outline, round, 0, (light.newest ? 2.0f : 1.0f) * unit);
    if (nested) {
      const float inset = canvas.length(3);
      list.AddRect({upper.x + inset, upper.y + inset}, {lower.x - inset, lower.y - inset}, outline, round);
    }
    draw_text(list, middle, text_size, ImGui::GetColorU32(ImGuiCol_Text), graph.state_name(node.state));
    if (mouse.x >= upper.x && mouse.y >= upper.y && mouse.x < lower.x && mouse.y < lower.y)
      tip = state_text(graph, recording, node.state, light);
  }
  list.PopClipRect();
  if (hovered && !tip.empty() && !ImGui::IsItemActive()) {
    session.hover = GraphHover{frame.time_s, tip};
    ImGui::SetTooltip("%s", tip.c_str());
  }
}

}  // namespace skelter

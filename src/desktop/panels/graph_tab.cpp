// Tab of the animation graph: errors in its file, its parameters and slots, the possible next transitions,
// and the state diagram.

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "desktop/panels/graph_panels.h"
#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "play/internal/format/graph_records.h"
#include "skelter/play/graph_state.h"
#include "skelter/system/file.h"
#include "system/internal/text.h"
#include "viewer/command/internal/actions.h"
#include "viewer/graph/internal/graph_lights.h"

namespace skelter {
namespace {

const ImVec4 kErrorText{0.95f, 0.45f, 0.38f, 1}, kWarningText{0.93f, 0.76f, 0.36f, 1},
    kGoodText{0.55f, 0.85f, 0.55f, 1};

void say_if_failed(ViewerData& data, const Result<void>& done) {
  if (!done) say(data, done.error());
}

void colored(const ImVec4& color, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

// Offers the graphs of the pack, and a text field for the path of a file.
void draw_opening(ViewerData& data) {
  widgets::hint(
      "Plays an animation graph on the model and shows why it behaves as it does: parameters, weights over "
      "time, transitions with their conditions, and a recording to step back through. Drop a .graph.json "
      "file here, or type its name:");
  std::string& typed = data.graph_to_open;
  ImGui::SetNextItemWidth(-60);
  const bool entered = ImGui::InputTextWithHint("##graph file", "hero.graph.json", &typed,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if ((ImGui::Button("Open") || entered) && !typed.empty()) say_if_failed(data, open_graph(data, typed));
  const Document& document = *data.document();
  for (const std::string& name : document.graphs)
    if (ImGui::Button(fmt::format("Play {} of this file", name).c_str()))
      say_if_failed(data, open_graph(data, name));
  const GraphPlayState& state = data.state.graph;
  const std::string known = state.file.empty() ? state.name : file_name(state.file);
  if (!known.empty() && ImGui::Button(fmt::format("Continue with {}", known).c_str())) {
    data.state.graph.on = true;
    data.state.mix.on = false;
    data.state.compare = {};
  }
}

void draw_diagnostics(const GraphSession& session) {
  for (const Diagnostic& d : session.diagnostics)
    colored(d.severity == Severity::error ? kErrorText : kWarningText, to_string(d));
  const bool failed = std::any_of(session.diagnostics.begin(), session.diagnostics.end(),
                                  [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (failed && session.recording) widgets::hint("The previous version of the graph keeps playing.");
}

// --- parameters ------------------------------------------------------------------------------------------

void draw_number(ViewerData& data, const GraphParameterRecord& parameter, const std::string& name,
                 float wanted, float value) {
  const bool whole = parameter.type == GraphParameterType::integer;
  constexpr float kOpen = 1e6f;  // larger bounds are shown as unbounded
  const bool bounded = parameter.min > -kOpen && parameter.max < kOpen;
  float set = wanted;
  bool changed = false;
  if (whole) {
    int number = static_cast<int>(wanted);
    changed = bounded ? ImGui::SliderInt("##value", &number, static_cast<int>(parameter.min),
                                         static_cast<int>(parameter.max))
                      : ImGui::InputInt("##value", &number);
    set = static_cast<float>(number);
  } else if (bounded) {
    changed = ImGui::SliderFloat("##value", &set, parameter.min, parameter.max, "%.3f");
  } else {
    changed = ImGui::DragFloat("##value", &set, 0.02f, 0, 0, "%.3f");
  }
  if (parameter.smoothed != kNone16 && bounded) {
    // A bar from the current to the requested value.
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const float part = (value - parameter.min) / std::max(parameter.max - parameter.min, 1e-9f);
    const float x = from.x + (to.x - from.x) * std::clamp(part, 0.0f, 1.0f);
    ImGui::GetWindowDrawList()->AddLine({x, from.y}, {x, to.y}, IM_COL32(250, 215, 80, 255), 2);
    widgets::tooltip(
        fmt::format("Changes by at most {:g} per second; now {:.3f}", parameter.max_rate, value).c_str());
  }
  if (changed) say_if_failed(data, set_graph_parameter(data, name, double{set}));
}

void draw_parameter(ViewerData& data, std::uint32_t index) {
  const GraphRecording& recording = *data.graph.recording;
  const OpenGraph& graph = *recording.graph();
  const GraphParameterRecord& parameter = graph.view.parameters[index];
  const std::string name = graph.parameter_name(index);
  const GraphFrame& shown = recording.shown();
  const std::uint32_t in_frame = find_parameter(shown.graph->view, name);
  const float value = in_frame == kNone ? 0 : skelter::value(shown.graph->view, shown.block(), in_frame);
  const float wanted = recording.wanted()[index];
  ImGui::PushID(static_cast<int>(index));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  if (parameter.type == GraphParameterType::trigger) {
    if (ImGui::Button("Fire", {-1, 0})) say_if_failed(data, fire_graph_trigger(data, name));
    widgets::tooltip(
        parameter.buffer_s > 0
            ? fmt::format("A transition uses it, or it is dropped after {:g} s", parameter.buffer_s).c_str()
            : "A transition uses it in the next update, or it is dropped");
    if (value != 0)
      ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                          IM_COL32(250, 215, 80, 255), 2, 0, 2);
  } else if (parameter.type == GraphParameterType::boolean) {
    bool on = wanted != 0;
    if (ImGui::Checkbox("##value", &on)) say_if_failed(data, set_graph_parameter(data, name, on ? 1 : 0));
  } else {
    draw_number(data, parameter, name, wanted, value);
  }
  ImGui::PopID();
}

void draw_parameters(ViewerData& data) {
  const auto count = static_cast<std::uint32_t>(data.graph.recording->graph()->view.parameters.size());
  if (count == 0 || !widgets::begin_rows("parameters", 96)) return;
  for (std::uint32_t i = 0; i < count; ++i) draw_parameter(data, i);
  ImGui::EndTable();
}

void draw_slots(ViewerData& data) {
  const GraphPtr graph = data.graph.recording->graph();
  if (graph->view.slots.empty() || !widgets::begin_rows("slots", 96)) return;
  for (std::uint32_t i = 0; i < graph->view.slots.size(); ++i) {
    const GraphLayer& layer = graph->view.layers[graph->view.slots[i].layer];
    const std::string path = graph->layer_name(graph->view.slots[i].layer);
    const bool additive = layer.mode == GraphLayerMode::additive;
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(path.c_str());
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-54 * ImGui::GetFontSize() / 15);
    if (ImGui::BeginCombo("##play", "play a clip...")) {
      for (std::uint32_t c = 0; c < graph->clip_names.size(); ++c)
        if (graph->clips[c].additive == additive && ImGui::Selectable(graph->clip_names[c].c_str()))
          say_if_failed(data, play_graph_slot(data, path, graph->clip_names[c]));
      ImGui::EndCombo();
    }
    widgets::tooltip("Plays in the slot from the next frame on");
    ImGui::SameLine();
    if (ImGui::Button("Stop", {-1, 0})) say_if_failed(data, stop_graph_slot(data, path));
    ImGui::PopID();
  }
  ImGui::EndTable();
}

void draw_travel(ViewerData& data) {
  const std::span<const GraphClip> clips = data.graph.recording->graph()->clips;
  const bool travels =
      std::any_of(clips.begin(), clips.end(), [](const GraphClip& c) { return c.view != nullptr; });
  if (!travels) return;
  ImGui::Checkbox("Root motion moves the model", &data.state.graph.travels);
  widgets::tooltip("The camera follows it; otherwise it stays in place");
}

// --- why -------------------------------------------------------------------------------------------------

void draw_choice(const GraphChoice& choice) {
  const bool holds = choice.holds;
  ImGui::PushStyleColor(ImGuiCol_Text, holds ? kGoodText : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  ImGui::TextWrapped("%s", fmt::format("{} -> {}: {}", choice.from, choice.to, choice.when).c_str());
  ImGui::PopStyleColor();
  if (choice.values.empty()) return;
  ImGui::Indent();
  widgets::hint(to_text(choice.values));
  ImGui::Unindent();
}

void draw_choices(const GraphFrame& frame) {
  for (std::uint32_t m = 0; m < frame.graph->view.machines.size(); ++m) {
    const std::vector<GraphChoice> list = choices(frame, m);
    if (list.empty()) continue;
    ImGui::TextDisabled("%s", list.front().machine.c_str());
    for (const GraphChoice& choice : list) draw_choice(choice);
  }
}

}  // namespace

void draw_graph_tab(ViewerData& data) {
  if (data.document() == nullptr) return widgets::hint("Open a model to play a graph.");
  GraphSession& session = data.graph;
  if (!data.state.graph.on) return draw_opening(data);
  const std::string shown = session.file.empty() ? session.name : file_name(session.file);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(shown.c_str());
  if (!session.file.empty()) widgets::tooltip(session.file.c_str());
  ImGui::SameLine();
  if (ImGui::Button("Read again")) say_if_failed(data, reload_graph(data));
  widgets::tooltip("Also happens when the file changes. States and parameters are kept");
  ImGui::SameLine();
  if (ImGui::Button("Close")) return close_graph(data);
  draw_diagnostics(session);
  if (!session.recording) {
    if (session.diagnostics.empty()) widgets::hint(session.why_not);
    return;
  }
  draw_parameters(data);
  draw_slots(data);
  draw_travel(data);
  if (ImGui::CollapsingHeader("Possible transitions")) draw_choices(session.recording->shown());
  draw_graph_picture(data, ImGui::GetFontSize() / 15);
}

}  // namespace skelter

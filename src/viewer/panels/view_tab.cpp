// What is drawn, how it is lit, and from where it is seen.

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/input/actions.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace skelter {
namespace {

void draw_shown(ViewerData& data) {
  ShownParts& shown = data.state.shown;
  if (ImGui::BeginTable("shown", 2)) {
    for (const ShownToggle& toggle : shown_toggles()) {
      ImGui::TableNextColumn();
      ImGui::Checkbox(toggle.label, &(shown.*toggle.part));
      widgets::tooltip(fmt::format("Key {}", toggle.key).c_str());
    }
    ImGui::EndTable();
  }
}

void draw_shading(ViewerData& data) {
  ImGui::TextDisabled("Surface");
  const std::pair<const char*, Shading> choices[] = {
      {"Lit", Shading::lit}, {"Unlit", Shading::unlit}, {"Weights", Shading::weights}};
  for (const auto& choice : choices) {
    if (ImGui::RadioButton(choice.first, data.state.shown.shading == choice.second))
      data.state.shown.shading = choice.second;
    ImGui::SameLine();
  }
  ImGui::NewLine();
  if (data.state.shown.shading == Shading::weights && data.state.selection.node == kNone)
    widgets::hint(
        "Choose a joint, in the tree or in the picture, to see how strongly each vertex follows it.");
}

void draw_axis_views(ViewerData& data) {
  const std::pair<const char*, AxisView> views[] = {{"Front", AxisView::front}, {"Back", AxisView::back},
                                                    {"Top", AxisView::top},     {"Left", AxisView::left},
                                                    {"Right", AxisView::right}, {"Bottom", AxisView::bottom}};
  if (!ImGui::BeginTable("views", 3)) return;
  for (const auto& view : views) {
    ImGui::TableNextColumn();
    if (ImGui::Button(view.first, {-1, 0})) look(data, view.second);
  }
  ImGui::EndTable();
}

void draw_file_cameras(ViewerData& data, const Document& document) {
  if (document.scene.cameras.empty()) return;
  const auto label = [&](std::uint32_t camera) {
    const std::string& name = document.scene.cameras[camera].name;
    return name.empty() ? fmt::format("camera #{}", camera) : name;
  };
  std::uint32_t& chosen = data.state.file_camera;
  if (!ImGui::BeginCombo("File camera", chosen == kNone ? "(own)" : label(chosen).c_str())) return;
  if (ImGui::Selectable("(own)", chosen == kNone)) chosen = kNone;
  for (std::uint32_t i = 0; i < document.scene.cameras.size(); ++i)
    if (ImGui::Selectable(label(i).c_str(), chosen == i)) chosen = i;
  ImGui::EndCombo();
}

// Sliders for the first mesh that has morph targets.
void draw_morphs(ViewerData& data, const Document& document) {
  const std::uint32_t node = morphed_node(document.scene);
  if (node == kNone) return;
  ImGui::Separator();
  ImGui::TextDisabled("Morph targets of %s", document.scene.nodes[node].name.c_str());
  bool by_hand = !data.state.morph_weights.empty();
  if (ImGui::Checkbox("By hand", &by_hand)) {
    data.state.morph_weights.clear();
    if (by_hand)
      for (const float weight : rest_morph_weights(document.scene, node))
        data.state.morph_weights.push_back(double{weight});
  }
  const auto& morphs =
      document.scene.meshes[document.scene.nodes[node].meshes.front().mesh].primitives.front().morphs;
  for (std::size_t i = 0; i < data.state.morph_weights.size() && i < morphs.size(); ++i) {
    auto weight = static_cast<float>(data.state.morph_weights[i]);
    const std::string label = morphs[i].name.empty() ? fmt::format("target {}", i) : morphs[i].name;
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SliderFloat(label.c_str(), &weight, 0, 1)) data.state.morph_weights[i] = double{weight};
    ImGui::PopID();
  }
}

}  // namespace

void draw_view_tab(ViewerData& data) {
  ImGui::TextDisabled("Shown");
  draw_shown(data);
  ImGui::Spacing();
  draw_shading(data);
  ImGui::Separator();
  ImGui::TextDisabled("Camera");
  if (ImGui::Button("Fit (F)")) fit_view(data);
  ImGui::SameLine();
  ImGui::Checkbox("Orthographic (O)", &data.state.camera.parallel);
  draw_axis_views(data);
  float fov = static_cast<float>(data.state.camera.fov_y_deg);
  if (ImGui::SliderFloat("Field of view", &fov, 10, 90, "%.0f deg"))
    data.state.camera.fov_y_deg = double{fov};
  const Document* document = data.document();
  if (document == nullptr) return;
  int up = static_cast<int>(data.state.up);
  if (ImGui::Combo("Up in the file", &up, "+Y\0+Z\0-Z\0")) {
    data.state.up = static_cast<UpAxis>(up);
    data.fit_needed = true;
  }
  draw_file_cameras(data, *document);
  const std::optional<double> metres = document->scene.metres_per_unit;
  const double step = grid_step(*document) * metres.value_or(1);
  if (data.state.shown.grid)
    widgets::hint(fmt::format("Grid: {:g} {}, bold lines {:g}.", step, metres ? "m" : "units", 10 * step));
  draw_morphs(data, *document);
}

}  // namespace skelter

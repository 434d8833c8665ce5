// Visible parts, lighting, and camera.

#include <fmt/format.h>
#include <imgui.h>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"
#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/playing.h"

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
    widgets::hint("Choose a joint, in the tree or in the image, to see how strongly each vertex follows it.");
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
  const auto label = [&](std::uint32_t camera) { return camera_label(document.scene, camera); };
  std::uint32_t& chosen = data.state.file_camera;
  if (!ImGui::BeginCombo("File camera", chosen == kNone ? "(own)" : label(chosen).c_str())) return;
  if (ImGui::Selectable("(own)", chosen == kNone)) chosen = kNone;
  for (std::uint32_t i = 0; i < document.scene.cameras.size(); ++i)
    if (ImGui::Selectable(fmt::format("{}##{}", label(i), i).c_str(), chosen == i)) chosen = i;
  ImGui::EndCombo();
}

// Draws one slider per name. Morph targets that share a name move together.
void draw_morphs(ViewerData& data, const Document& document) {
  if (document.morphs.empty()) return;
  ImGui::Separator();
  ImGui::TextDisabled("Morph targets");
  ImGui::BeginDisabled(data.state.morphs.empty());
  if (ImGui::Button("As in the clip")) data.state.morphs.clear();
  ImGui::EndDisabled();
  for (std::size_t i = 0; i < document.morphs.size(); ++i) {
    const NamedMorph& morph = document.morphs[i];
    auto weight = static_cast<float>(morph_weight(document.scene, morph, node_pose(data)));
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SliderFloat(morph.name.c_str(), &weight, 0, 1)) hold_morph(data, morph.name, double{weight});
    ImGui::PopID();
  }
}

void draw_factor(const char* label, double& factor, float least, float most, ImGuiSliderFlags flags = 0) {
  auto value = static_cast<float>(factor);
  if (ImGui::SliderFloat(label, &value, least, most, "%.2f", flags | ImGuiSliderFlags_AlwaysClamp))
    factor = double{value};
}

// Draws the direction of the key light, which stays at its default until an angle is changed.
void draw_light_angles(LightState& light) {
  const double azimuth_deg = light.azimuth_deg.value_or(LightState::kUsualAzimuth_deg);
  const double elevation_deg = light.elevation_deg.value_or(LightState::kUsualElevation_deg);
  auto right = static_cast<float>(azimuth_deg), up = static_cast<float>(elevation_deg);
  bool moved =
      ImGui::SliderFloat("From the right", &right, -180, 180, "%.0f deg", ImGuiSliderFlags_AlwaysClamp);
  widgets::tooltip("Relative to the camera: 0 is from the camera, 180 from behind the model");
  moved = ImGui::SliderFloat("From above", &up, -90, 90, "%.0f deg", ImGuiSliderFlags_AlwaysClamp) || moved;
  if (!moved) return;
  light.azimuth_deg = double{right};
  light.elevation_deg = double{up};
}

void draw_light(ViewerData& data) {
  const Document* document = data.document();
  const std::size_t in_file = document == nullptr ? 0 : document->scene.lights.size();
  ShownParts& shown = data.state.shown;
  LightState& light = data.state.light;
  ImGui::TextDisabled("Light");
  if (in_file != 0)
    ImGui::Checkbox(fmt::format("Lights of the file ({})", in_file).c_str(), &shown.file_lights);
  ImGui::BeginDisabled(shown.shading == Shading::unlit);
  draw_factor("Exposure", light.exposure, 1.0f / 16, 16, ImGuiSliderFlags_Logarithmic);
  draw_factor("Sky and ground", light.environment, 0, 4);
  ImGui::BeginDisabled(in_file != 0 && shown.file_lights);
  draw_factor("Light strength", light.strength, 0, 4);
  draw_light_angles(light);
  ImGui::EndDisabled();
  ImGui::EndDisabled();
  ImGui::BeginDisabled(light == LightState{});
  if (ImGui::Button("Default light")) light = {};
  ImGui::EndDisabled();
}

}  // namespace

void draw_view_tab(ViewerData& data) {
  ImGui::TextDisabled("Shown");
  draw_shown(data);
  ImGui::Spacing();
  draw_shading(data);
  ImGui::Spacing();
  draw_light(data);
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
  const double step = grid_step(document->extent) * metres.value_or(1);
  if (data.state.shown.grid)
    widgets::hint(fmt::format("Grid: {:g} {}, bold lines {:g}.", step, metres ? "m" : "units", 10 * step));
  draw_morphs(data, *document);
}

}  // namespace skelter

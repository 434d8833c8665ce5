// Numeric data of the selected joint and vertex.

#include <fmt/format.h>
#include <imgui.h>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"
#include "viewer/report/internal/vertex_inspector.h"

namespace skelter {
namespace {

std::string text_of(const Vec3d& v) {
  return fmt::format("{:9.4f} {:9.4f} {:9.4f}", v.x, v.y, v.z);
}

std::string name_of(const Scene& scene, std::uint32_t node) {
  return scene.nodes[node].name.empty() ? fmt::format("#{}", node) : scene.nodes[node].name;
}

void draw_matrix(const Mat4d& m) {
  for (std::size_t row = 0; row < 3; ++row)
    ImGui::TextUnformatted(
        fmt::format("{:8.4f} {:8.4f} {:8.4f} {:9.4f}", m(row, 0), m(row, 1), m(row, 2), m(row, 3)).c_str());
}

void draw_node(ViewerData& data, const Document& document) {
  Selection& selection = data.state.selection;
  const Scene& scene = document.scene;
  const Node& node = scene.nodes[selection.node];
  const AffineParts parts = split(node_pose(data).local[selection.node]);
  if (widgets::begin_rows("node", 84)) {
    widgets::row("Joint", name_of(scene, selection.node));
    widgets::row("Parent", node.parent == kNone ? "(none)" : name_of(scene, node.parent));
    widgets::row("Position", text_of(translation_part(node_pose(data).world[selection.node])));
    widgets::row("Translation", text_of(parts.translation));
    widgets::row("Rotation", fmt::format("{:.4f} {:.4f} {:.4f} {:.4f}", parts.rotation.x, parts.rotation.y,
                                         parts.rotation.z, parts.rotation.w));
    widgets::row("Scale", text_of({parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)}));
    if (data.state.clip != kNone)
      widgets::row("Key times", fmt::format("{} in this clip",
                                            key_times(scene.clips[data.state.clip], selection.node).size()));
    ImGui::EndTable();
  }
  ImGui::Checkbox("Isolate (I)", &selection.isolated);
  widgets::tooltip("Only its bones; colours show what they move");
  ImGui::SameLine();
  if (ImGui::Button("Show weights")) data.state.shown.shading = Shading::weights;
  if (node.parent != kNone) {
    ImGui::SameLine();
    if (ImGui::Button("Parent")) select_node(data, node.parent);
  }
  if (ImGui::TreeNode("World matrix")) {
    draw_matrix(node_pose(data).world[selection.node]);
    ImGui::TreePop();
  }
}

void draw_vertex(ViewerData& data, const Document& document) {
  const VertexLocation& place = *data.state.selection.vertex;
  const VertexInspection inspection = inspect_vertex(document.scene, node_pose(data), place);
  if (widgets::begin_rows("vertex", 100)) {
    widgets::row("Vertex", fmt::format("{} (in the file: {})", place.vertex, inspection.source));
    widgets::row("Mesh", name_of(document.scene, place.node));
    widgets::row("Rest position", text_of(inspection.rest));
    widgets::row("Position", text_of(inspection.position));
    widgets::row("Joints", fmt::format("{}", inspection.influences.size()));
    widgets::row("Weight sum", fmt::format("{:.6f}", inspection.weight_sum));
    ImGui::EndTable();
  }
  for (std::size_t i = 0; i < inspection.influences.size(); ++i) {
    const InspectedInfluence& influence = inspection.influences[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(fmt::format("{:.4f}  {}", influence.weight, influence.joint).c_str(),
                          data.state.selection.node == influence.node))
      select_node(data, influence.node);
    ImGui::Indent();
    ImGui::TextDisabled("position if only this joint moved it");
    ImGui::TextUnformatted(text_of(influence.moved).c_str());
    if (ImGui::TreeNode("Matrix, world from mesh")) {
      draw_matrix(influence.world_from_mesh);
      ImGui::TreePop();
    }
    ImGui::Unindent();
    ImGui::PopID();
  }
  ImGui::Separator();
  ImGui::TextDisabled("Weighted sum");
  ImGui::TextUnformatted(text_of(inspection.position).c_str());
}

}  // namespace

void draw_selection_tab(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return;
  const Selection& selection = data.state.selection;
  const bool has_vertex = selection.vertex && exists(document->scene, *selection.vertex);
  if (selection.node == kNone && !has_vertex) {
    widgets::hint(
        "Click a joint (with the skeleton shown) or a frame in the tree: its position and keys. "
        "Click a vertex of a mesh: its joints, weights, matrices and their sum.");
    return;
  }
  if (selection.node != kNone) draw_node(data, *document);
  if (selection.node != kNone && has_vertex) ImGui::Separator();
  if (has_vertex) draw_vertex(data, *document);
}

}  // namespace skelter

// Left: open files, clips of the one that is shown, and its tree of frames.

#include <fmt/format.h>
#include <imgui.h>

#include "skelter/scene/edit.h"
#include "skelter/scene/hierarchy.h"
#include "skelter/system/file.h"
#include "viewer/input/actions.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace skelter {
namespace {

void draw_files(ViewerData& data) {
  if (!ImGui::CollapsingHeader("Files", ImGuiTreeNodeFlags_DefaultOpen)) return;
  std::uint32_t to_close = kNone;
  for (std::uint32_t i = 0; i < data.documents.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const float close = ImGui::GetFrameHeight();
    const float width = ImGui::GetContentRegionAvail().x - close - ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::Selectable(file_name(data.state.files[i]).c_str(), i == data.state.active_file, 0, {width, 0}))
      show_file(data, i);
    widgets::tooltip(data.state.files[i].c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("x")) to_close = i;
    widgets::tooltip("Close");
    ImGui::PopID();
  }
  if (to_close != kNone) close_file(data, to_close);
  if (data.documents.empty()) widgets::hint("Drop files or folders here.");
}

void clip_row(ViewerData& data, const char* name, std::uint32_t clip, const std::string& length,
              const std::string& channels) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool chosen = data.state.clip == clip && !data.state.mix.on;
  if (ImGui::Selectable(name, chosen, ImGuiSelectableFlags_SpanAllColumns)) choose_clip(data, clip);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(length.c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(channels.c_str());
}

void draw_clips(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || !ImGui::CollapsingHeader("Clips", ImGuiTreeNodeFlags_DefaultOpen)) return;
  const std::vector<Clip>& clips = document->scene.clips;
  const float lines = static_cast<float>(std::min<std::size_t>(clips.size() + 2, 10));
  const float height = lines * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y) + 4;
  if (!ImGui::BeginTable("clips", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Name");
  const float unit = ImGui::GetFontSize() / 15;
  ImGui::TableSetupColumn("Length", ImGuiTableColumnFlags_WidthFixed, 58 * unit);
  ImGui::TableSetupColumn("Channels", ImGuiTableColumnFlags_WidthFixed, 62 * unit);
  ImGui::TableHeadersRow();
  for (std::uint32_t i = 0; i < clips.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    clip_row(data, clip_label(document->scene, i).c_str(), i, fmt::format("{:.3f} s", clips[i].duration_s),
             fmt::format("{}", clips[i].channels.size()));
    ImGui::PopID();
  }
  clip_row(data, "(rest pose)", kNone, "", "");
  ImGui::EndTable();
}

void draw_node(ViewerData& data, const Document& document,
               const std::vector<std::vector<std::uint32_t>>& children, std::uint32_t n) {
  const Node& node = document.scene.nodes[n];
  ImGuiTreeNodeFlags flags =
      ImGuiTreeNodeFlags_OpenOnArrow | ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_DefaultOpen;
  if (children[n].empty()) flags |= ImGuiTreeNodeFlags_Leaf;
  if (data.state.selection.node == n) flags |= ImGuiTreeNodeFlags_Selected;
  const bool plain = !document.bones[n] && node.meshes.empty();
  if (plain) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  const std::string plain_name = node.name.empty() ? fmt::format("#{}", n) : node.name;
  const std::string name =
      (node.synthetic && node.name.empty() ? "(root)" : plain_name) + (node.meshes.empty() ? "" : "  [mesh]");
  const bool open = ImGui::TreeNodeEx(reinterpret_cast<void*>(static_cast<std::uintptr_t>(n) + 1), flags,
                                      "%s", name.c_str());
  if (plain) ImGui::PopStyleColor();
  if (ImGui::IsItemClicked() && !ImGui::IsItemToggledOpen()) select_node(data, n);
  if (!open) return;
  for (const std::uint32_t child : children[n]) draw_node(data, document, children, child);
  ImGui::TreePop();
}

void draw_frames(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || !ImGui::CollapsingHeader("Frames", ImGuiTreeNodeFlags_DefaultOpen)) return;
  ImGui::BeginChild("frames", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushStyleVar(ImGuiStyleVar_IndentSpacing, ImGui::GetFontSize() * 0.7f);
  const auto children = children_of(document->scene);
  for (const std::uint32_t root : children.back()) draw_node(data, *document, children, root);
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void draw_browser(ViewerData& data, const Layout& layout) {
  if (!data.state.panels.browser) return;
  if (widgets::begin_panel("browser", layout.browser)) {
    draw_files(data);
    draw_clips(data);
    draw_frames(data);
  }
  ImGui::End();
  widgets::splitter("browser edge", layout.browser.x + layout.browser.width, layout.browser.y,
                    layout.browser.height, layout.unit, 1, data.state.panels.browser_width);
}

}  // namespace skelter

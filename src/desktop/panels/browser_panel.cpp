// Left panel: open files, clips of the shown file, and its node tree.

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/hierarchy.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/notices.h"

namespace skelter {
namespace {

constexpr std::size_t kFilterFrom = 9;  // minimum number of entries for which a filter is shown

// Limits the wanted height of a list to `share` of the panel.
float list_height(float wanted, float share) {
  const float fewest = 5 * ImGui::GetTextLineHeightWithSpacing();
  return std::min(wanted + 4, std::max(share * ImGui::GetWindowHeight(), fewest));
}

// Scrolls the list of this window to a row when `chosen` changes, and not again, so that the user can scroll
// away. `head`: height of the fixed part at the top.
void keep_in_view(ImGuiID chosen, float top, float height, float head = 0) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("##chosen");
  if (storage.GetInt(key) == static_cast<int>(chosen)) return;
  storage.SetInt(key, static_cast<int>(chosen));
  const float from = ImGui::GetScrollY(), room = ImGui::GetWindowHeight();
  if (top - head < from)
    ImGui::SetScrollY(top - head);
  else if (top + height > from + room)
    ImGui::SetScrollY(top + height - room);
}

void draw_filter(const char* id, std::size_t entries, std::size_t passing, std::string& filter) {
  if (entries < kFilterFrom) {
    filter.clear();
    return;
  }
  const std::string count =
      filter.empty() ? fmt::format("{}", entries) : fmt::format("{} of {}", passing, entries);
  ImGui::SetNextItemWidth(-ImGui::CalcTextSize(count.c_str()).x - ImGui::GetStyle().ItemSpacing.x);
  ImGui::InputTextWithHint(id, "filter", &filter);
  ImGui::SameLine();
  ImGui::TextDisabled("%s", count.c_str());
}

// Shortens a text that is too long for `width` by omitting its middle, because names differ at their
// beginnings and ends.
std::string shortened(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::size_t kept = text.size();
  while (kept > 4) {
    --kept;
    const std::size_t front = (kept + 1) / 2;
    const std::string shorter = text.substr(0, front) + "..." + text.substr(text.size() - (kept - front));
    if (ImGui::CalcTextSize(shorter.c_str()).x <= width) return shorter;
  }
  return text;
}

// True for the shown file, or for the file that will be shown once it has been read.
bool is_chosen(const ViewerData& data, std::uint32_t file) {
  return data.awaited ? data.awaited == data.state.files[file] : file == data.state.active_file;
}

// Returns true if the user closes the file.
bool file_row(ViewerData& data, std::uint32_t i) {
  ImGui::PushID(static_cast<int>(i));
  const float close = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x - close - ImGui::GetStyle().ItemSpacing.x;
  const std::string name = shortened(file_name(data.state.files[i]), width);
  if (ImGui::Selectable((name + "##file").c_str(), is_chosen(data, i), 0, {width, 0}))
    if (const Result<void> shown = show_file(data, i); !shown) say(data, shown.error());
  widgets::tooltip(data.state.files[i].c_str());
  ImGui::SameLine();
  const bool closes = ImGui::SmallButton("x");
  widgets::tooltip("Close");
  ImGui::PopID();
  return closes;
}

void failed_row(const FailedFile& failed) {
  const std::string name = shortened(file_name(failed.path), ImGui::GetContentRegionAvail().x);
  ImGui::TextColored(ImVec4(0.97f, 0.40f, 0.35f, 1), "%s", name.c_str());
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(40 * ImGui::GetFontSize());
  ImGui::TextUnformatted(to_string(failed.why).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// Lists the open files, followed by the files that cannot be opened. Only visible rows cost time.
void draw_files(ViewerData& data) {
  if (!ImGui::CollapsingHeader("Files", ImGuiTreeNodeFlags_DefaultOpen)) return;
  std::vector<std::uint32_t> open;
  std::vector<const FailedFile*> failed;
  const std::string filter = data.filters.files;
  for (std::uint32_t i = 0; i < data.documents.size(); ++i)
    if (passes(file_name(data.state.files[i]), filter)) open.push_back(i);
  for (const FailedFile& file : data.failed)
    if (passes(file_name(file.path), filter)) failed.push_back(&file);
  const std::size_t rows = open.size() + failed.size();
  draw_filter("##file filter", data.documents.size() + data.failed.size(), rows, data.filters.files);
  std::uint32_t to_close = kNone;
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float wanted = static_cast<float>(std::max<std::size_t>(rows, 1)) * row_height;
  ImGui::BeginChild("files", {0, list_height(wanted, 0.3f)});
  for (std::size_t row = 0; row < open.size(); ++row)
    if (is_chosen(data, open[row]))
      keep_in_view(ImGui::GetID(data.state.files[open[row]].c_str()), static_cast<float>(row) * row_height,
                   row_height);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows));
  while (clipper.Step())
    for (auto row = static_cast<std::size_t>(clipper.DisplayStart);
         row < static_cast<std::size_t>(clipper.DisplayEnd); ++row) {
      if (row >= open.size())
        failed_row(*failed[row - open.size()]);
      else if (file_row(data, open[row]))
        to_close = open[row];
    }
  if (data.documents.empty() && data.failed.empty()) widgets::hint("Drop files or folders here.");
  ImGui::EndChild();
  if (to_close != kNone) close_file(data, to_close);
}

struct ClipColumns {
  float length = 0, channels = 0;  // widths; 0: hidden
};

void clip_row(ViewerData& data, const std::string& name, std::uint32_t clip, const std::string& length,
              const std::string& channels, const ClipColumns& columns) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool chosen = data.state.clip == clip && !data.state.mix.on && !data.state.graph.on;
  // Names are shown in full, in several lines if necessary.
  const float wrap = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::CalcTextSize(name.c_str(), nullptr, false, wrap).y;
  const ImVec2 at = ImGui::GetCursorPos();
  const float head = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  if (chosen)
    keep_in_view(ImGui::GetID(fmt::format("{} {}", data.document_number(), name).c_str()), at.y, height,
                 head);
  if (ImGui::Selectable("##clip", chosen, ImGuiSelectableFlags_SpanAllColumns, {0, height}))
    choose_clip(data, clip);
  if (!channels.empty()) widgets::tooltip(fmt::format("{}\n{}, {} channels", name, length, channels).c_str());
  ImGui::SetCursorPos(at);
  ImGui::PushTextWrapPos(at.x + wrap);
  ImGui::TextUnformatted(name.c_str());
  ImGui::PopTextWrapPos();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(length.c_str());
  if (columns.channels == 0) return;
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(channels.c_str());
}

// Hides the column of channels if names are long.
ClipColumns clip_columns(const std::vector<std::string>& names) {
  const float unit = ImGui::GetFontSize() / 15, room = ImGui::GetContentRegionAvail().x;
  const ClipColumns all{58 * unit, 62 * unit};
  const float gaps = 6 * ImGui::GetStyle().CellPadding.x;
  for (const std::string& name : names)
    if (ImGui::CalcTextSize(name.c_str()).x > room - all.length - all.channels - gaps) return {all.length, 0};
  return all;
}

// Width of the name column in a list without a scroll bar.
float name_width(const ClipColumns& columns) {
  const float gaps = (columns.channels > 0 ? 6 : 4) * ImGui::GetStyle().CellPadding.x;
  return std::max(ImGui::GetContentRegionAvail().x - columns.length - columns.channels - gaps, 1.0f);
}

// Tick rate of an `.x` file. With a wrong rate, a whole walk may play in an instant.
void draw_tick_rate(ViewerData& data, const Document& document) {
  const std::optional<double> now = tick_rate(document.scene);
  if (!now) return;
  double rate = *now;
  ImGui::SetNextItemWidth(5 * ImGui::GetFontSize());
  // The value is used when Enter is pressed or the field loses focus, because a partly typed number is not
  // the wanted rate.
  ImGui::InputDouble("ticks per second", &rate, 0, 0, "%.6g");
  const bool changed = ImGui::IsItemDeactivatedAfterEdit();
  const bool given = data.state.ticks_per_second.has_value();
  std::optional<std::optional<double>> wanted;
  if (changed) wanted.emplace(rate);
  if (given) {
    ImGui::SameLine();
    if (ImGui::SmallButton("Reset")) wanted.emplace(std::nullopt);
    widgets::tooltip("Restores the rate from when the file was opened");
  }
  if (!wanted) return;
  if (const Result<void> read = set_tick_rate(data, *wanted); !read) say(data, read.error());
}

void draw_clips(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || !ImGui::CollapsingHeader("Clips", ImGuiTreeNodeFlags_DefaultOpen)) return;
  const std::vector<Clip>& clips = document->scene.clips;
  std::vector<std::string> names;
  std::size_t passing = 0;
  for (std::uint32_t i = 0; i < clips.size(); ++i) {
    names.push_back(clip_label(document->scene, i));
    passing += passes(names.back(), data.filters.clips) ? 1 : 0;
  }
  draw_filter("##clip filter", clips.size(), passing, data.filters.clips);
  const ClipColumns columns = clip_columns(names);
  const float padding = ImGui::GetStyle().CellPadding.y, width = name_width(columns);
  float wanted = 2 * (ImGui::GetTextLineHeight() + 2 * padding);  // header and rest pose
  for (const std::string& name : names)
    if (passes(name, data.filters.clips))
      wanted += ImGui::CalcTextSize(name.c_str(), nullptr, false, width).y + 2 * padding;
  const float height = list_height(wanted, 0.5f);
  const int count = columns.channels > 0 ? 3 : 2;
  if (!ImGui::BeginTable(count == 3 ? "clips" : "long clips", count,
                         ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, {0, height}))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Name");
  ImGui::TableSetupColumn("Length", ImGuiTableColumnFlags_WidthFixed, columns.length);
  if (count == 3) ImGui::TableSetupColumn("Channels", ImGuiTableColumnFlags_WidthFixed, columns.channels);
  ImGui::TableHeadersRow();
  for (std::uint32_t i = 0; i < clips.size(); ++i) {
    if (!passes(names[i], data.filters.clips)) continue;
    ImGui::PushID(static_cast<int>(i));
    clip_row(data, names[i], i, fmt::format("{:.3f} s", clips[i].duration_s),
             fmt::format("{}", clips[i].channels.size()), columns);
    ImGui::PopID();
  }
  clip_row(data, "(rest pose)", kNone, "", "", columns);
  ImGui::EndTable();
  draw_tick_rate(data, *document);
}

// State of the node tree during drawing.
struct FrameTree {
  const Document& document;
  std::vector<std::vector<std::uint32_t>> children;
  std::vector<bool> hidden;  // hidden_nodes()
  // Visible rows, for the eye icons that are drawn after the tree.
  struct Row {
    std::uint32_t node = 0;
    float y = 0, height = 0;
  };
  std::vector<Row> rows;

  bool is_hidden(std::uint32_t node) const { return !hidden.empty() && hidden[node]; }
};

ImVec4 frame_color(const FrameTree& tree, std::uint32_t n) {
  const bool plain = !tree.document.bones[n] && tree.document.scene.nodes[n].meshes.empty();
  ImVec4 color = ImGui::GetStyleColorVec4(plain ? ImGuiCol_TextDisabled : ImGuiCol_Text);
  if (tree.is_hidden(n)) color.w *= 0.45f;
  return color;
}

void draw_node(ViewerData& data, FrameTree& tree, std::uint32_t n) {
  const Node& node = tree.document.scene.nodes[n];
  ImGuiTreeNodeFlags flags =
      ImGuiTreeNodeFlags_OpenOnArrow | ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_DefaultOpen;
  if (tree.children[n].empty()) flags |= ImGuiTreeNodeFlags_Leaf;
  if (data.state.selection.node == n) flags |= ImGuiTreeNodeFlags_Selected;
  const std::string plain_name = node.name.empty() ? fmt::format("#{}", n) : node.name;
  const std::string name =
      (node.synthetic && node.name.empty() ? "(root)" : plain_name) + (node.meshes.empty() ? "" : "  [mesh]");
  if (data.state.selection.node == n)
    keep_in_view(static_cast<ImGuiID>(n) + 1, ImGui::GetCursorPosY(), ImGui::GetTextLineHeightWithSpacing());
  ImGui::PushStyleColor(ImGuiCol_Text, frame_color(tree, n));
  const bool open = ImGui::TreeNodeEx(reinterpret_cast<void*>(static_cast<std::uintptr_t>(n) + 1), flags,
                                      "%s", name.c_str());
  ImGui::PopStyleColor();
  if (ImGui::IsItemClicked() && !ImGui::IsItemToggledOpen()) select_node(data, n);
  if (ImGui::IsItemVisible()) tree.rows.push_back({n, ImGui::GetItemRectMin().y, ImGui::GetItemRectSize().y});
  if (!open) return;
  for (const std::uint32_t child : tree.children[n]) draw_node(data, tree, child);
  ImGui::TreePop();
}

// Draws an eye icon for each visible row, in a column that does not scroll horizontally.
void draw_eyes(ViewerData& data, const FrameTree& tree, float left, float width) {
  const ImVec2 end = ImGui::GetCursorScreenPos();
  for (const FrameTree::Row& row : tree.rows) {
    const std::vector<std::uint32_t>& chosen = data.state.hidden;
    const bool hides = std::find(chosen.begin(), chosen.end(), row.node) != chosen.end();
    const bool shown = !tree.is_hidden(row.node);
    const ImU32 color =
        hides ? IM_COL32(250, 190, 60, 255) : ImGui::GetColorU32(ImGuiCol_TextDisabled, shown ? 0.8f : 0.45f);
    ImGui::SetCursorScreenPos({left, row.y});
    ImGui::PushID(static_cast<int>(row.node));
    if (widgets::plain_icon_button("eye", shown ? widgets::Icon::eye : widgets::Icon::closed_eye,
                                   {width, row.height}, color))
      hide_node(data, row.node, !hides);
    // The icon of an ordinary row has no tooltip, which would cover the name.
    if (!hides && !shown) widgets::tooltip("Hidden by a parent frame. A click also hides the frame itself");
    ImGui::PopID();
  }
  ImGui::SetCursorScreenPos(end);
}

// In the header line, so that no row moves when a node is hidden.
void draw_show_all(ViewerData& data) {
  if (data.state.hidden.empty()) return;
  const char* text = "Show all";
  const float width = ImGui::CalcTextSize(text).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width - ImGui::GetStyle().FramePadding.x);
  if (ImGui::SmallButton(text)) data.state.hidden.clear();
  widgets::tooltip("Shows all hidden frames again");
}

void draw_frames(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return;
  const bool open =
      ImGui::CollapsingHeader("Frames", ImGuiTreeNodeFlags_DefaultOpen | ImGuiTreeNodeFlags_AllowItemOverlap);
  draw_show_all(data);
  if (!open) return;
  ImGui::BeginChild("frames", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  FrameTree tree{*document, children_of(document->scene), hidden_nodes(data), {}};
  const float eye = 1.5f * ImGui::GetFontSize();
  const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::PushClipRect({from.x + eye, from.y}, {from.x + size.x, from.y + size.y}, true);
  ImGui::Indent(eye);
  ImGui::PushStyleVar(ImGuiStyleVar_IndentSpacing, ImGui::GetFontSize() * 0.7f);
  for (const std::uint32_t root : tree.children.back()) draw_node(data, tree, root);
  ImGui::PopStyleVar();
  ImGui::Unindent(eye);
  ImGui::PopClipRect();
  draw_eyes(data, tree, from.x, eye);
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

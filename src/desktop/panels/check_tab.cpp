// Lint findings for the file: failed rules, with one row per finding, and rules that only report. A click on
// a row shows its clip, time and joint.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"
#include "viewer/command/internal/actions.h"

namespace skelter {
namespace {

using Findings = std::vector<LintFinding>;

// A passed finding is listed only if it has a note.
bool tells(const LintFinding& finding) {
  return finding.ok && !finding.note.empty();
}
bool fails(const LintFinding& finding) {
  return !finding.ok;
}

std::string with_unit(double value, std::string_view unit) {
  return fmt::format("{:.4g} {}", value, unit == "H" ? "of size" : unit);
}

std::string place_of(const Scene& scene, const LintFinding& finding) {
  std::string text = finding.clip == kNone ? "" : clip_label(scene, finding.clip);
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (finding.time_s) add(fmt::format("{:.3f} s", *finding.time_s));
  if (!finding.object.empty()) add(finding.object);
  return text.empty() ? "the model" : text;
}

// True if the finding has a clip, a time or a joint to show.
bool leads_somewhere(const Scene& scene, const LintFinding& finding) {
  return finding.clip != kNone || finding.time_s ||
         (!finding.object.empty() && find_node(scene, finding.object) != kNone);
}

// True if the finding's clip, time and joint are shown.
bool is_shown(const ViewerData& data, const LintFinding& finding) {
  const ViewerState& state = data.state;
  if (state.timeline.playing || state.graph.on || state.mix.on) return false;
  if (finding.clip != kNone && finding.clip != state.clip) return false;
  if (finding.time_s && state.timeline.time_s != std::min(*finding.time_s, data.duration_s())) return false;
  const std::vector<Node>& nodes = data.document()->scene.nodes;
  return finding.object.empty() ||
         (state.selection.node < nodes.size() && nodes[state.selection.node].name == finding.object);
}

// Draws the object and its own notes, with the value on the right.
void draw_finding(ViewerData& data, std::size_t index, bool with_note) {
  const Scene& scene = data.document()->scene;
  const LintFinding& finding = (*data.document()->findings)[index];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string place = place_of(scene, finding), value = with_unit(finding.value, finding.unit);
  const float wrap = ImGui::GetContentRegionAvail().x;
  const auto height_of = [&](const std::string& text) {
    return ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap).y;
  };
  float height = height_of(place);
  if (with_note) height += height_of(finding.note) + ImGui::GetStyle().ItemSpacing.y;
  const ImVec2 at = ImGui::GetCursorPos();
  if (leads_somewhere(scene, finding)) {
    ImGui::PushID(static_cast<int>(index));
    const bool clicked = ImGui::Selectable("##finding", is_shown(data, finding),
                                           ImGuiSelectableFlags_SpanAllColumns, {0, height});
    ImGui::PopID();
    widgets::tooltip("Goes there");
    if (clicked) go_to_finding(data, index);
    ImGui::SetCursorPos(at);
  }
  ImGui::PushTextWrapPos(at.x + wrap);
  ImGui::TextUnformatted(place.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  if (with_note) ImGui::TextUnformatted(finding.note.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(value.c_str());
}

// Adds a text unless the list already contains it.
void add_once(std::vector<std::string>& texts, std::string_view text) {
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.emplace_back(text);
}

// Draws the name of a rule, and below it the rows of its findings for which `wanted` is true. Shared texts
// and advice appear once.
template <class Wanted>
void draw_rule(ViewerData& data, const LintRule& rule, const Wanted& wanted, const ImVec4& color) {
  const Findings& findings = *data.document()->findings;
  std::vector<std::size_t> rows;
  float value_width = 0;
  std::optional<double> threshold;
  std::vector<std::string> notes, advice;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const LintFinding& finding = findings[i];
    if (finding.rule != rule.name || !wanted(finding)) continue;
    rows.push_back(i);
    value_width =
        std::max(value_width, ImGui::CalcTextSize(with_unit(finding.value, finding.unit).c_str()).x);
    add_once(notes, finding.note);
    if (!fails(finding)) continue;
    threshold = finding.threshold;
    add_once(advice, finding.advice);
  }
  if (rows.empty()) return;
  const std::string name(rule.name);
  ImGui::TextColored(color, "%s", name.c_str());
  if (threshold) {
    ImGui::SameLine();
    ImGui::TextDisabled("at most %s", with_unit(*threshold, rule.unit).c_str());
  }
  const bool shared = rows.size() > 1 && std::all_of(rows.begin(), rows.end(), [&](std::size_t row) {
                        return !notes.empty() && findings[row].note == notes.front();
                      });
  if (shared) widgets::hint(notes.front());
  if (ImGui::BeginTable(name.c_str(), 2, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("place");
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, value_width);
    for (const std::size_t row : rows) draw_finding(data, row, !shared && !findings[row].note.empty());
    ImGui::EndTable();
  }
  for (const std::string& text : advice) widgets::hint("To do: " + text);
  ImGui::Spacing();
}

// Names of rules for which every finding passed without a note.
std::string fine_rules(const Findings& findings) {
  std::string names;
  for (const LintRule& rule : lint_rules()) {
    const auto of_rule = [&](const LintFinding& finding) { return finding.rule == rule.name; };
    const bool found = std::any_of(findings.begin(), findings.end(), of_rule);
    const bool fine = std::none_of(findings.begin(), findings.end(), [&](const LintFinding& finding) {
      return of_rule(finding) && (fails(finding) || tells(finding));
    });
    if (found && fine) names += fmt::format("{}{}", names.empty() ? "" : ", ", rule.name);
  }
  return names;
}

void draw_findings(ViewerData& data) {
  const ImVec4 failing{0.97f, 0.75f, 0.30f, 1}, telling{0.55f, 0.75f, 0.92f, 1}, good{0.55f, 0.85f, 0.55f, 1};
  const Findings& findings = *data.document()->findings;
  ImGui::Spacing();
  if (std::none_of(findings.begin(), findings.end(), fails))
    ImGui::TextColored(good, "All rules passed.");
  else
    for (const LintRule& rule : lint_rules()) draw_rule(data, rule, fails, failing);
  ImGui::PushID("told");  // a rule may be in both lists
  if (std::any_of(findings.begin(), findings.end(), tells) &&
      ImGui::CollapsingHeader("For information", ImGuiTreeNodeFlags_DefaultOpen))
    for (const LintRule& rule : lint_rules()) draw_rule(data, rule, tells, telling);
  ImGui::PopID();
  if (const std::string fine = fine_rules(findings); !fine.empty()) widgets::hint("Fine: " + fine + ".");
}

}  // namespace

void draw_check_tab(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return widgets::hint("Open a file to check it.");
  const bool checked = document->findings.has_value();
  if (ImGui::Button(checked ? "Check again" : "Check the motion"))
    if (const auto done = check_file(data, {}); !done) say(data, done.error());
  if (!checked)
    return widgets::hint(
        "Finds valid data that looks wrong or costs too much: loops that jump, feet that slide, keys in the "
        "wrong unit. Click a finding to go to its clip, time and joint.");
  draw_findings(data);
}

}  // namespace skelter

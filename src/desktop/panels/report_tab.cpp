// File statistics, cost of a frame, and messages from the reader.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

void draw_statistics(const Document& document) {
  const SceneTotals& totals = document.totals;
  const Millimetres mm = millimetres(document);
  if (!widgets::begin_rows("statistics")) return;
  const auto row = [](const char* what, std::size_t count) { widgets::row(what, fmt::format("{}", count)); };
  widgets::row("Format", document.scene.format +
                             (document.scene.encoding.empty() ? "" : ", " + document.scene.encoding));
  row("Frames", totals.nodes);
  row("Joints", totals.joints);
  row("Skins", totals.skins);
  row("Meshes", totals.meshes);
  widgets::row("Vertices", fmt::format("{} drawn, {} in the file", totals.vertices, totals.source_vertices));
  row("Triangles", totals.triangles);
  row("Materials", totals.materials);
  row("Textures", totals.textures);
  row("Clips", totals.clips);
  widgets::row("Keys", fmt::format("{} in {} channel{}", totals.keys, totals.channels,
                                   totals.channels == 1 ? "" : "s"));
  widgets::row("Largest extent", fmt::format("{:.4g} units, {:.0f} mm{}", document.extent,
                                             document.extent * mm.per_unit, mm.assumed ? " (assumed)" : ""));
  ImGui::EndTable();
}

void draw_costs(const StageTimes& times) {
  if (!widgets::begin_rows("costs")) return;
  const auto ms = [](double value) { return fmt::format("{:.2f} ms", value); };
  widgets::row("Reading", ms(times.read));
  widgets::row("Textures", ms(times.textures));
  widgets::row("Upload", ms(times.upload));
  widgets::row("Pose", ms(times.pose));
  widgets::row("Overlays", ms(times.overlay));
  widgets::row("Drawing", ms(times.draw));
  widgets::row("Panels", ms(times.panels));
  if (times.first_frame > 0) widgets::row("First frame after", ms(times.first_frame));
  ImGui::EndTable();
}

void draw_diagnostics(const Document& document) {
  const auto& entries = document.all_diagnostics().entries();
  if (entries.empty()) return widgets::hint("No messages about this file.");
  std::vector<Diagnostic> worst_first = entries;
  std::stable_sort(worst_first.begin(), worst_first.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.severity > b.severity; });
  for (const Diagnostic& entry : worst_first) {
    const ImVec4 color = entry.severity == Severity::note      ? ImVec4(0.55f, 0.75f, 0.92f, 1)
                         : entry.severity == Severity::warning ? ImVec4(0.97f, 0.75f, 0.30f, 1)
                                                               : ImVec4(0.97f, 0.40f, 0.35f, 1);
    ImGui::TextColored(color, "%s", std::string(to_text(entry.severity)).c_str());
    ImGui::SameLine();
    SourceSpot spot = entry.spot;
    spot.file = file_name(spot.file);
    ImGui::TextUnformatted(to_string(spot).c_str());
    ImGui::PushTextWrapPos(0);
    Diagnostic shown = entry;
    shown.spot.file.clear();
    shown.spot.line = 0;
    shown.spot.byte.reset();
    ImGui::TextUnformatted(to_string(shown).c_str());
    ImGui::PopTextWrapPos();
    ImGui::Spacing();
  }
}

void draw_failed(const ViewerData& data) {
  ImGui::PushTextWrapPos(0);
  for (const FailedFile& failed : data.failed)
    ImGui::TextColored(ImVec4(0.97f, 0.40f, 0.35f, 1), "%s", to_string(failed.why).c_str());
  ImGui::PopTextWrapPos();
}

}  // namespace

void draw_report_tab(ViewerData& data) {
  const Document* document = data.document();
  if (document != nullptr && ImGui::CollapsingHeader("Statistics", ImGuiTreeNodeFlags_DefaultOpen))
    draw_statistics(*document);
  if (ImGui::CollapsingHeader("Timings", ImGuiTreeNodeFlags_DefaultOpen)) draw_costs(data.stages);
  const bool come_here = std::exchange(data.show_messages, false);
  if (come_here) ImGui::SetNextItemOpen(true);
  if (document != nullptr && ImGui::CollapsingHeader("Diagnostics", ImGuiTreeNodeFlags_DefaultOpen)) {
    if (come_here) ImGui::SetScrollHereY(0);
    draw_diagnostics(*document);
  }
  if (!data.failed.empty() &&
      ImGui::CollapsingHeader("Files that cannot be opened", ImGuiTreeNodeFlags_DefaultOpen))
    draw_failed(data);
}

}  // namespace skelter

// Compares the model with another clip, another file or its compiled form. Differences are in millimetres.

#include <fmt/format.h>
#include <imgui.h>

#include "compile/build_clip/internal/clip.h"
#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"
#include "viewer/compare/internal/heat.h"

namespace skelter {
namespace {

void choose_clip_of(const Scene& scene, std::uint32_t& clip) {
  const std::string shown = clip >= scene.clips.size() ? "(rest pose)" : clip_label(scene, clip);
  if (!ImGui::BeginCombo("Clip", shown.c_str())) return;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
    if (ImGui::Selectable(clip_label(scene, i).c_str(), clip == i)) clip = i;
  if (ImGui::Selectable("(rest pose)", clip == kNone)) clip = kNone;
  ImGui::EndCombo();
}

void choose_other_file(const ViewerData& data, std::uint32_t& file) {
  const std::string shown = file < data.state.files.size() ? file_name(data.state.files[file]) : "(none)";
  if (!ImGui::BeginCombo("File", shown.c_str())) return;
  for (std::uint32_t i = 0; i < data.state.files.size(); ++i)
    if (ImGui::Selectable(file_name(data.state.files[i]).c_str(), file == i)) file = i;
  ImGui::EndCombo();
}

void draw_choices(ViewerData& data, const Document& document) {
  CompareState& compare = data.state.compare;
  int with = static_cast<int>(compare.with);
  if (ImGui::Combo("With", &with, "Nothing\0Another clip\0Another file\0Compiled form\0")) {
    compare.with = static_cast<CompareWith>(with);
    data.state.mix.on = false;
    data.state.graph.on = false;
    data.worst.reset();
    if (compare.with == CompareWith::file && compare.file == data.state.active_file &&
        data.documents.size() > 1)
      compare.file = (compare.file + 1) % static_cast<std::uint32_t>(data.documents.size());
  }
  if (compare.with == CompareWith::nothing) return;
  if (compare.with == CompareWith::file) choose_other_file(data, compare.file);
  const Document* other = compare.with == CompareWith::file && compare.file < data.documents.size()
                              ? data.documents[compare.file].get()
                              : &document;
  if (compare.with != CompareWith::compiled && other != nullptr) choose_clip_of(other->scene, compare.clip);
  int view = compare.side_by_side ? 1 : 0;
  ImGui::RadioButton("Difference as colour", &view, 0);
  ImGui::SameLine();
  ImGui::RadioButton("Side by side", &view, 1);
  compare.side_by_side = view == 1;
}

void draw_scale(double hot_mm) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFontSize();
  constexpr int kSteps = 40;
  for (int i = 0; i < kSteps; ++i) {
    const Vec3 color = heat_color(double(i) / (kSteps - 1));
    list.AddRectFilled({from.x + width * static_cast<float>(i) / kSteps, from.y},
                       {from.x + width * static_cast<float>(i + 1) / kSteps, from.y + height},
                       ImGui::GetColorU32(ImVec4(color.x, color.y, color.z, 1)));
  }
  ImGui::Dummy({width, height});
  ImGui::TextDisabled("0");
  const std::string text = fmt::format("{:g} mm", hot_mm);
  ImGui::SameLine(width - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextDisabled("%s", text.c_str());
}

void draw_numbers(ViewerData& data, const Document& document, const Comparison& comparison) {
  const Millimetres mm = millimetres(document);
  const auto text = [&](double units) {
    return fmt::format("{:.4g} mm{}", units * mm.per_unit, mm.assumed ? " (assumed)" : "");
  };
  if (widgets::begin_rows("difference")) {
    if (comparison.vertices) {
      widgets::row("Largest", text(comparison.vertices->largest));
      widgets::row("Mean", text(comparison.vertices->mean));
    }
    widgets::row("Joints", fmt::format("{} compared", comparison.joints.compared));
    if (comparison.joints.worst != kNone) {
      widgets::row("Worst joint", document.scene.nodes[comparison.joints.worst].name);
      widgets::row("", text(comparison.joints.largest));
    }
    if (data.worst) {
      widgets::row("Worst time", fmt::format("{:.4f} s", data.worst->time_s));
      widgets::row("", text(data.worst->difference));
    }
    ImGui::EndTable();
  }
  if (comparison.vertices)
    draw_scale(comparison.hot * mm.per_unit);
  else
    widgets::hint("The models have different vertices, so only joints with the same name are compared.");
  if (!comparison.pairs.only_in_a.empty() && ImGui::TreeNode("Unmatched joints")) {
    for (const std::string& name : comparison.pairs.only_in_a) ImGui::TextUnformatted(name.c_str());
    ImGui::TreePop();
  }
  if (ImGui::Button("Worst time")) data.worst = find_worst_time(data);
  widgets::tooltip("Searches the clip and jumps to the largest difference");
  if (comparison.vertices) {
    ImGui::SameLine();
    if (ImGui::Button("Worst vertex")) data.state.selection.vertex = comparison.vertices->worst;
  }
}

void draw_clip_report(const Document& document, const ClipReport& report) {
  const Millimetres mm = millimetres(document);
  ImGui::TextDisabled("The clip, compiled");
  if (!widgets::begin_rows("compiled")) return;
  widgets::row("Samples", fmt::format("{} at {:g} per second", report.frames, report.sample_rate_hz));
  widgets::row("Size", fmt::format("{} bytes of {}", report.hot_bytes, report.raw_bytes));
  widgets::row("Bound", fmt::format("{:.4g} mm", report.error_bound * mm.per_unit));
  widgets::row("Reached", fmt::format("{:.4g} mm at {:.3f} s", report.largest_error * mm.per_unit,
                                      report.largest_error_time_s));
  ImGui::EndTable();
}

}  // namespace

void draw_compare_tab(ViewerData& data) {
  const Document* document = data.document();
  data.error_plot.reset();
  if (document == nullptr) return;
  draw_choices(data, *document);
  if (!data.comparison)
    return widgets::hint(
        "Shows this model and another one in sync, with the distance between them in millimetres, as colour "
        "on the mesh and as numbers. Compiled form: compares the engine with the reference evaluator.");
  ImGui::Separator();
  if (!data.comparison->problem.empty()) return widgets::hint(data.comparison->problem);
  draw_numbers(data, *document, *data.comparison);
  draw_error_curve(data);
  if (data.state.compare.with != CompareWith::compiled) return;
  const std::optional<ClipReport> report = document->actor->report(data.state.clip);
  if (!report) return;
  ImGui::Separator();
  draw_clip_report(*document, *report);
}

}  // namespace skelter

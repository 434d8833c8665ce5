// Matrix test: a product, its factors, and the transformed point.

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/compare/internal/matrix_trial.h"

namespace skelter {
namespace {

// Formats a number with at most six decimals and no trailing zeros; never returns "-0".
std::string number_text(double value) {
  std::string text = fmt::format("{:.6f}", std::abs(value) < 5e-7 ? 0 : value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string point_text(const Vec3d& p) {
  return fmt::format("({}, {}, {})", number_text(p.x), number_text(p.y), number_text(p.z));
}

// Shows the matrix in the notation for row vectors or column vectors.
void draw_four_by_four(const char* id, const Mat4d& matrix, bool rows) {
  if (!ImGui::BeginTable(id, 4, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_RowBg)) return;
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 4; ++c) {
      const std::string text = number_text(rows ? matrix(c, r) : matrix(r, c));
      ImGui::TableNextColumn();
      const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(free, 0.0f));
      ImGui::TextUnformatted(text.c_str());
    }
  ImGui::EndTable();
}

void draw_inputs(MatrixState& state) {
  ImGui::TextDisabled("Product");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##expression", &state.expression);
  ImGui::TextDisabled("Point");
  double point[] = {state.point.x, state.point.y, state.point.z};
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputScalarN("##point", ImGuiDataType_Double, point, 3, nullptr, nullptr, "%.6g"))
    if (const Vec3d typed{point[0], point[1], point[2]}; is_finite(typed)) state.point = typed;
  int rows = state.rows ? 1 : 0;
  ImGui::RadioButton("Column vectors", &rows, 0);
  widgets::tooltip("The right matrix acts first; the last column translates");
  ImGui::SameLine();
  ImGui::RadioButton("Row vectors", &rows, 1);
  widgets::tooltip("As in Direct3D: the left matrix acts first; the last row translates");
  state.rows = rows == 1;
  ImGui::Checkbox("Show the point and its image", &state.shown);
}

}  // namespace

void draw_matrix_tab(ViewerData& data) {
  MatrixState& state = data.state.matrix;
  draw_inputs(state);
  ImGui::Separator();
  const MatrixTrial trial = tried_matrix(state);
  if (!trial.problem.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, {0.95f, 0.45f, 0.38f, 1});
    ImGui::TextWrapped("%s", trial.problem.c_str());
    ImGui::PopStyleColor();
    return;
  }
  ImGui::TextDisabled("Image of the point");
  ImGui::TextWrapped("%s -> %s", point_text(state.point).c_str(),
                     trial.image ? point_text(*trial.image).c_str() : "infinity");
  ImGui::TextDisabled("The product");
  draw_four_by_four("product", trial.product.matrix, state.rows);
  if (trial.product.factors.size() < 2) return;
  for (std::size_t i = 0; i < trial.product.factors.size(); ++i) {
    const MatrixFactor& factor = trial.product.factors[i];
    ImGui::TextWrapped("%s", factor.text.c_str());
    draw_four_by_four(fmt::format("factor {}", i).c_str(), factor.matrix, state.rows);
  }
}

}  // namespace skelter

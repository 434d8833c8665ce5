// skelter matrix: multiplies simple matrices and transforms points, for experiments.

#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/input/selection.h"
#include "cli/output/console.h"
#include "cli/output/json_text.h"
#include "cli/output/text_table.h"
#include "viewer/compare/internal/matrix_expression.h"

namespace skelter::cli {
namespace {

struct MatrixOptions {
  std::string expression;
  std::vector<std::string> points;
  bool rows = false;
  bool json = false;
};

struct PointImage {
  Vec3d from, to;
};

Result<PointImage> image_of(const Mat4d& matrix, const std::string& text) {
  const auto from = parse_point(text, "--point");
  if (!from) return from.error();
  const auto to = image_of_point(matrix, *from);
  if (!to) return usage_error("--point", fmt::format("\"{}\" goes to infinity", text));
  return PointImage{*from, *to};
}

std::string point_text(const Vec3d& p) {
  return fmt::format("({}, {}, {})", short_number(p.x, 6), short_number(p.y, 6), short_number(p.z, 6));
}

std::string matrix_text(const Mat4d& matrix, bool rows) {
  TextTable table(std::vector<TextTable::Column>(4, {"", TextTable::Align::right}));
  for (std::size_t r = 0; r < 4; ++r) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < 4; ++c)
      cells.push_back(fmt::format("{:.6f}", (rows ? matrix(c, r) : matrix(r, c)) + 0.0));
    table.add(std::move(cells));
  }
  return table.text();
}

int run_matrix(const MatrixOptions& options) {
  const auto matrix =
      parse_matrix(options.expression, options.rows ? MatrixConvention::rows : MatrixConvention::columns);
  if (!matrix) return report(usage_error("EXPRESSION", matrix.error().message));
  Json points = Json::array();
  std::string lines;
  for (const std::string& text : options.points) {
    const auto image = image_of(*matrix, text);
    if (!image) return report(image.error());
    points.push_back({{"from", numbers(image->from)}, {"to", numbers(image->to)}});
    lines += fmt::format("  {} -> {}\n", point_text(image->from), point_text(image->to));
  }
  if (options.json)
    return print_answer(to_text(Json{{"matrix", numbers(matrix->m)}, {"points", std::move(points)}}));
  return print_answer(
      fmt::format("{}\n{}{}{}",
                  options.rows ? "Row vectors: the left matrix acts first, the last row translates."
                               : "Column vectors: the right matrix acts first, the last column translates.",
                  matrix_text(*matrix, options.rows), lines.empty() ? "" : "\n", lines));
}

}  // namespace

Command add_matrix(CLI::App& app) {
  auto options = std::make_shared<MatrixOptions>();
  CLI::App* command = app.add_subcommand("matrix", "Multiply matrices and transform points");
  command
      ->add_option(
          "EXPRESSION", options->expression,
          "Product of translate(x,y,z), rotate_x(deg), rotate_y(deg), rotate_z(deg), rotate(x,y,z,deg), "
          "scale(s), scale(x,y,z), look_at(ex,ey,ez,tx,ty,tz[,ux,uy,uz]), "
          "perspective(fov_deg,aspect,near,far), "
          "matrix(16 numbers), joined by * and grouped by ( )")
      ->required();
  make_repeatable(command->add_option("--point", options->points,
                                      "Point to transform; repeatable. Write --point=-3,2,-8"))
      ->type_name("X,Y,Z");
  command->add_flag("--rows", options->rows,
                    "Use row vectors, as Direct3D does: the left matrix acts first (default: the right one)");
  command->add_flag("--json", options->json,
                    "Print JSON; the translation of the matrix is at indices 12, 13 and 14");
  command->footer("Example: skelter matrix \"translate(4,-3,8) * rotate_z(45)\" --point=-3,2,-8 --rows");
  return {command, [options] { return run_matrix(*options); }};
}

}  // namespace skelter::cli

#pragma once
// Plot: lines over a logarithmic x axis, as SVG.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace skelter::bench {

struct PlotLine {
  std::string name, color;
  std::vector<std::pair<double, double>> points;
};
struct Plot {
  std::string title, x_label, y_label;
  std::vector<PlotLine> lines;
};

// The x axis covers the powers of ten around the points. The y axis starts at 0.
inline std::string to_svg(const Plot& plot) {
  constexpr double kWidth = 720, kHeight = 400, kLeft = 70, kRight = 40, kTop = 50, kBottom = 60;
  double x_low = 1e300, x_high = 1, y_high = 0;
  for (const PlotLine& line : plot.lines)
    for (const auto& [x, y] : line.points) {
      x_low = std::min(x_low, x);
      x_high = std::max(x_high, x);
      y_high = std::max(y_high, y);
    }
  const double first = std::floor(std::log10(x_low)),
               last = std::max(first + 1, std::ceil(std::log10(x_high)));
  const double y_top = std::ceil(y_high * 1.1);
  const auto x_at = [&](double x) {
    return kLeft + (std::log10(x) - first) / (last - first) * (kWidth - kLeft - kRight);
  };
  const auto y_at = [&](double y) { return kHeight - kBottom - y / y_top * (kHeight - kTop - kBottom); };
  std::string svg;
  char text[512];
  const auto add = [&](const char* format, auto... values) {
    std::snprintf(text, sizeof text, format, values...);
    svg += text;
  };
  add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
      kWidth, kHeight);
  add("<text x=\"%g\" y=\"26\" font-size=\"15\">%s</text>\n", kLeft, plot.title.c_str());
  double y_step = 1;
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0})  // 2, 5, 10, 20, 50, 100
    if (y_top / y_step > 12) y_step *= factor;
  for (double y = 0; y <= y_top; y += y_step) {
    add("<line x1=\"%g\" x2=\"%g\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", kLeft, kWidth - kRight,
        y_at(y), y_at(y));
    add("<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", kLeft - 8, y_at(y) + 4, y);
  }
  for (double power = first; power <= last; ++power) {
    const double x = std::pow(10.0, power);
    add("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%g\" y2=\"%g\" stroke=\"#ddd\"/>\n", x_at(x), x_at(x), kTop,
        kHeight - kBottom);
    add("<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">%.0f</text>\n", x_at(x), kHeight - kBottom + 20, x);
  }
  add("<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%s</text>\n", (kLeft + kWidth - kRight) / 2,
      kHeight - 14, plot.x_label.c_str());
  add("<text transform=\"translate(22 %g) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
      (kTop + kHeight - kBottom) / 2, plot.y_label.c_str());
  double legend = kLeft + 20;
  for (const PlotLine& line : plot.lines) {
    add("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", line.color.c_str());
    for (const auto& [x, y] : line.points) add("%.1f,%.1f ", x_at(x), y_at(y));
    svg += "\"/>\n";
    for (const auto& [x, y] : line.points)
      add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x_at(x), y_at(y), line.color.c_str());
    add("<rect x=\"%g\" y=\"%g\" width=\"14\" height=\"4\" fill=\"%s\"/>\n", legend, kTop + 6,
        line.color.c_str());
    add("<text x=\"%g\" y=\"%g\">%s</text>\n", legend + 20, kTop + 12, line.name.c_str());
    legend += 130;
  }
  return svg + "</svg>\n";
}

}  // namespace skelter::bench

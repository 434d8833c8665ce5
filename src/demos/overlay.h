#pragma once
// Overlay: text and shapes drawn over the view, stored as data that tests can read.

#include <string>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/math/vec.h"

namespace skelter::demos {

inline constexpr Vec3 kYellow{1, 1, 0};
inline constexpr Vec3 kWhite{1, 1, 1};
inline constexpr Vec3 kGrey{0.62f, 0.62f, 0.62f};
inline constexpr double kLetterSize = 15, kSmallLetterSize = 12, kTinyLetterSize = 9;  // text sizes in points
inline constexpr double kLineHeight = 18, kSmallLineHeight = 14.5;
inline constexpr double kLetterWidth = 7.5;  // approximate, at kLetterSize
inline constexpr double kTabWidth = 88;

// Positions are in points from the upper left corner; colours are sRGB, 0 to 1.
struct OverlayText {
  double x = 0, y = 0;
  Vec3 color = kWhite;
  std::string text;
  double size = kLetterSize;

  double width() const;  // upper bound for common fonts
};
// Returns the text if it is at most `width` points wide at this size. Otherwise returns its beginning,
// followed by "...".
std::string shortened(const std::string& text, double size, double width);

struct OverlayBox {
  double x = 0, y = 0, width = 0, height = 0;
  Vec3 color = kWhite;
  bool filled = true;
  double opacity = 1;
};
struct OverlayStroke {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  Vec3 color = kWhite;
  double width = 1;
};
struct OverlayDot {
  double x = 0, y = 0, radius = 3;
  Vec3 color = kWhite;
};

struct Overlay {
  bool shaded_texts = true;  // draws a dark shadow behind the letters, for contrast on any background
  std::vector<OverlayBox> boxes;
  std::vector<OverlayStroke> strokes;
  std::vector<OverlayDot> dots;
  std::vector<OverlayText> texts;

  // Adds lines of text from (x, y) downwards. A tab starts a second column. Returns the y below the last
  // line.
  double add_lines(double x, double y, const Vec3& color, const std::vector<std::string>& lines_of_text);
  // Like add_lines(), in small letters.
  double add_small_lines(double x, double y, const Vec3& color,
                         const std::vector<std::string>& lines_of_text);
  // Adds lines of text in columns from (x, y) to (right, bottom). The text is as large as fits, from
  // kSmallLetterSize down to kTinyLetterSize. Lines that still do not fit are replaced by "...". Leading
  // spaces indent a line.
  void add_columns(double x, double y, double right, double bottom, const Vec3& color,
                   const std::vector<std::string>& lines_of_text);
  // Adds "F1  keys" in the lower right corner.
  void add_key_hint(double width, double height);
  // Adds a dark background behind texts, from (x, y), `width` wide and down to `bottom`.
  void add_sheet(double x, double y, double width, double bottom);
  // Returns all texts, one line each.
  std::string text() const;
};

// The help: lines of text on a dark box in the centre of the view.
Overlay help_box(double width, double height, const std::vector<std::string>& lines_of_text);

// A shader compile error at the bottom of the view; empty for "".
Overlay shader_error_overlay(const std::string& error, double height);

// Draws with Dear ImGui. Call between begin_frame() and end_frame().
void draw_overlay(const Overlay& overlay, double pixels_per_point);

}  // namespace skelter::demos

#pragma once
// Overlay: what is drawn over the picture, as data, so that tests can read it.

#include <string>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/math/vec.h"

namespace skelter::demos {

inline constexpr Vec3 kYellow{1, 1, 0};
inline constexpr Vec3 kWhite{1, 1, 1};
inline constexpr Vec3 kGrey{0.62f, 0.62f, 0.62f};
inline constexpr double kLetterSize = 15, kSmallLetterSize = 12, kTinyLetterSize = 9;  // of a text, in points
inline constexpr double kLineHeight = 18, kSmallLineHeight = 14.5;
inline constexpr double kLetterWidth = 7.5;  // about, at kLetterSize
inline constexpr double kTabWidth = 88;

// Positions are in points from the upper left corner; colours as the screen shows them, 0 to 1.
struct OverlayText {
  double x = 0, y = 0;
  Vec3 color = kWhite;
  std::string text;
  double size = kLetterSize;

  double width() const;  // at most, in fonts of common width
};
// The text if it is no wider than `width` points at this size, else its beginning with "..." behind it.
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
  bool shaded_texts = true;  // a dark shadow below the letters, readable on any ground
  std::vector<OverlayBox> boxes;
  std::vector<OverlayStroke> strokes;
  std::vector<OverlayDot> dots;
  std::vector<OverlayText> texts;

  // Lines of text below each other from (x, y), what follows a tab in a column of its own; returns the y
  // below the last.
  double add_lines(double x, double y, const Vec3& color, const std::vector<std::string>& lines_of_text);
  // The same in small letters.
  double add_small_lines(double x, double y, const Vec3& color,
                         const std::vector<std::string>& lines_of_text);
  // Lines of text in columns below each other, from (x, y) to (right, bottom): as large as fits, from
  // kSmallLetterSize down to kTinyLetterSize; what does not fit then is left out, and "..." says so. Spaces
  // at the start of a line indent it.
  void add_columns(double x, double y, double right, double bottom, const Vec3& color,
                   const std::vector<std::string>& lines_of_text);
  // "F1  keys", in the lower right corner.
  void add_key_hint(double width, double height);
  // A dark sheet behind the texts from (x, y) on, as wide as `width` and down to `bottom`.
  void add_sheet(double x, double y, double width, double bottom);
  // All texts, one line each.
  std::string text() const;
};

// The help: texts in the middle of the picture on a dark box.
Overlay help_box(double width, double height, const std::vector<std::string>& lines_of_text);

// A shader that does not compile, said at the foot of the picture; nothing for "".
Overlay shader_error_overlay(const std::string& error, double height);

// Draws it with Dear ImGui; a frame is open.
void draw_overlay(const Overlay& overlay, double pixels_per_point);

}  // namespace skelter::demos

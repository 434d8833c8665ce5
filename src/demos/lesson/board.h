#pragma once
// Board: a 2D drawing as on a blackboard, with dots, arrows, letters and the coordinates of points.
// Coordinates are those of the lesson, x right and y up.

#include <string>

#include "demos/overlay.h"
#include "skelter/math/vec.h"

namespace skelter::demos {

inline constexpr Vec3 kBoardGround{0.09f, 0.10f, 0.12f};

// Formats numbers as in "(1.4142, -0.5, 0)": up to four decimals, without trailing zeros.
std::string shown(double value);
std::string shown(const Vec2d& point);
std::string shown(const Vec3d& point);

// Position of a label relative to its point.
enum class Side : std::uint8_t { left, right, above, below };

// A rectangle of the view in points, y down.
struct Panel {
  double x = 0, y = 0, width = 0, height = 0;
};

class Board {
 public:
  // Shows the area between two corners as large as possible within the panel, with the same scale for x and
  // y.
  Board(Overlay& overlay, const Panel& panel, const Vec2d& low, const Vec2d& high);

  Vec2d on_picture(const Vec2d& at) const;  // in points
  double scale() const { return scale_; }   // points per unit

  void line(const Vec2d& from, const Vec2d& to, const Vec3& color, double width = 1);
  void dashes(const Vec2d& from, const Vec2d& to, const Vec3& color);
  // Draws an arrow with its head at `to`. The label is next to the middle.
  void arrow(const Vec2d& from, const Vec2d& to, const Vec3& color, const std::string& text = {},
             Side side = Side::right);
  // Draws an arc of a circle. Angles are counter-clockwise from the x axis.
  void arc(const Vec2d& center, double radius, double from_rad, double to_rad, const Vec3& color,
           double width = 1);
  void dot(const Vec2d& at, const Vec3& color, const std::string& text = {}, Side side = Side::right);
  void text(const Vec2d& at, const Vec3& color, const std::string& text, Side side = Side::right);

 private:
  Overlay& overlay_;
  Vec2d origin_;  // origin of the lesson's coordinates, in points
  double scale_;
};

}  // namespace skelter::demos

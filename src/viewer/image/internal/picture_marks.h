#pragma once
// Marks drawn over the view: joint names, the chosen vertex with lines to its joints, the test point of the
// Matrix tab, and the captions of a side-by-side comparison. Positions are window pixels. The application
// draws them with its own font: lines first, then dots, then labels.

#include <string>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter {

struct ViewerData;

// Colours are sRGB, 0 to 1.
struct MarkLine {
  Vec2d from, to;
  Vec3 color;
  bool arrow = false;  // with an arrow head at `to`
};
struct MarkDot {
  Vec2d at;
  Vec3 color;
};
struct MarkLabel {
  Vec2d at;  // left end of the text
  std::string text;
  Vec3 color;
  bool is_name = false;  // skipped if it would overlap an earlier name, so that names stay readable
};

struct PictureMarks {
  std::vector<MarkLine> lines;
  std::vector<MarkDot> dots;
  std::vector<MarkLabel> labels;  // the chosen joint's name comes first
  // Captions. Only these may lie outside ViewerData::view, which covers the left half when they are shown.
  std::vector<MarkLabel> sides;
  bool empty() const { return lines.empty() && dots.empty() && labels.empty() && sides.empty(); }
};

// Marks for the last frame drawn.
PictureMarks picture_marks(const ViewerData& data);

}  // namespace skelter

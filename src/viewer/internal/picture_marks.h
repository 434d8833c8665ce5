#pragma once
// What stands over the picture: names of joints, the chosen vertex with lines to its joints, the tried point
// of the Matrix tab, what the two figures side by side are. Places are pixels of the window. Whoever shows
// the viewer draws it, with its own letters: lines first, then dots, then labels.

#include <string>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter {

struct ViewerData;

// Colours are sRGB, 0 to 1.
struct MarkLine {
  Vec2d from, to;
  Vec3 color;
  bool arrow = false;  // with a head at `to`
};
struct MarkDot {
  Vec2d at;
  Vec3 color;
};
struct MarkLabel {
  Vec2d at;  // it stands to the right of this
  std::string text;
  Vec3 color;
  bool is_name = false;  // left out where it would cover a name before it, so that all can be read
};

struct PictureMarks {
  std::vector<MarkLine> lines;
  std::vector<MarkDot> dots;
  std::vector<MarkLabel> labels;  // the chosen joint's is the first of the names
  std::vector<MarkLabel>
      sides;  // these alone may stand beside ViewerData::view, which ends in the middle then
  bool empty() const { return lines.empty() && dots.empty() && labels.empty() && sides.empty(); }
};

// Of the frame that was drawn last.
PictureMarks picture_marks(const ViewerData& data);

}  // namespace skelter

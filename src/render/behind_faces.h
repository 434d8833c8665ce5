#pragma once
// BehindFaces: while it lives, what is drawn loses against faces in its own plane.

#include "render/gl_handles.h"

namespace skelter {

class BehindFaces {
 public:
  // One pixel of the plane's slope, as corners are rounded to parts of a pixel, and the rounding of depths.
  BehindFaces() {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 64);
  }
  ~BehindFaces() { glDisable(GL_POLYGON_OFFSET_FILL); }
  BehindFaces(const BehindFaces&) = delete;
  BehindFaces& operator=(const BehindFaces&) = delete;
};

}  // namespace skelter

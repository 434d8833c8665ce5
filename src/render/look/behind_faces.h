#pragma once
// While this object exists, draws lose the depth test against faces in the same plane.

#include "render/gl/gl_handles.h"

namespace skelter {

class BehindFaces {
 public:
  // The offset is one pixel of the plane's slope, because corners are snapped to subpixels, plus depth
  // rounding.
  BehindFaces() {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 64);
  }
  ~BehindFaces() { glDisable(GL_POLYGON_OFFSET_FILL); }
  BehindFaces(const BehindFaces&) = delete;
  BehindFaces& operator=(const BehindFaces&) = delete;
};

}  // namespace skelter

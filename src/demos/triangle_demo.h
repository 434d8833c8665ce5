#pragma once
// TriangleDemo: common base of the demos that draw coloured triangles.

#include <optional>

#include "demos/overlay_demo.h"
#include "render/look/internal/colored_triangles.h"

namespace skelter::demos {

class TriangleDemo : public OverlayDemo {
 public:
  Result<void> gain_context() override {
    auto triangles = ColoredTriangles::create(shader_folder(), debug_shaders());
    if (!triangles) return triangles.error();
    triangles_.emplace(std::move(*triangles));
    return {};
  }
  void lose_context() override { triangles_.reset(); }

 protected:
  using OverlayDemo::OverlayDemo;
  Result<bool> reload_changed_shaders() override { return triangles_->reload_changed_shaders(); }

  std::optional<ColoredTriangles> triangles_;  // exists while there is a context
};

}  // namespace skelter::demos

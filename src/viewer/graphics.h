#pragma once
// Graphics: what the viewer has on the graphics card, and how it draws its picture.

#include <cstdint>
#include <optional>
#include <vector>

#include "skelter/picture/picture.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

// Whether there is a second figure to draw next to the first.
bool is_side_by_side(const ViewerData& data);

class Graphics {
 public:
  static Result<Graphics> create(const RendererOptions& options);
  // As Renderer::reload_changed_shaders().
  Result<bool> reload_changed_shaders() { return renderer_.reload_changed_shaders(); }

  // Brings the documents onto the card that are not there, and drops those that are gone.
  Result<void> upload(ViewerData& data);

  // A rectangle of the bound framebuffer; pixels from its lower left.
  struct Place {
    std::uint32_t left = 0, lower = 0, width = 1, height = 1;
  };
  // The picture with all overlays; where two figures are compared side by side, both.
  Result<void> draw_all(ViewerData& data, const Place& place);

 private:
  explicit Graphics(Renderer renderer) : renderer_(std::move(renderer)) {}
  struct Uploaded {
    std::uint64_t number = 0;  // the document's: another may be made in its place in memory
    UploadedModel model;
  };
  Uploaded* uploaded_of(const Document& document);
  Result<void> draw_shown(ViewerData& data, const Camera& camera, const Place& place);
  Result<void> draw_other(ViewerData& data, const Camera& camera, const Place& place);

  Renderer renderer_;
  std::vector<Uploaded> uploaded_;
};

}  // namespace skelter

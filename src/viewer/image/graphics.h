#pragma once
// Graphics: the viewer's GPU resources and drawing.

#include <cstdint>
#include <optional>
#include <vector>

#include "skelter/picture/picture.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

// True if a second model is drawn next to the first.
bool is_side_by_side(const ViewerData& data);

class Graphics {
 public:
  static Result<Graphics> create(const RendererOptions& options);
  // See Renderer::reload_changed_shaders().
  Result<bool> reload_changed_shaders() { return renderer_.reload_changed_shaders(); }

  // Uploads new documents, and frees closed ones.
  Result<void> upload(ViewerData& data);

  // A rectangle of the bound framebuffer, in pixels from its lower left corner.
  struct Place {
    std::uint32_t left = 0, lower = 0, width = 1, height = 1;
  };
  // Draws the view with all overlays. In a side-by-side comparison, draws both models.
  Result<void> draw_all(ViewerData& data, const Place& place);

 private:
  explicit Graphics(Renderer renderer) : renderer_(std::move(renderer)) {}
  struct Uploaded {
    std::uint64_t number = 0;  // a new document may reuse the address, but not the number
    UploadedModel model;
  };
  Uploaded* uploaded_of(const Document& document);
  Result<void> draw_shown(ViewerData& data, const Camera& camera, const Place& place);
  Result<void> draw_other(ViewerData& data, const Camera& camera, const Place& place);

  Renderer renderer_;
  std::vector<Uploaded> uploaded_;
};

}  // namespace skelter

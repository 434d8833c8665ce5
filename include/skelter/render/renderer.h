#pragma once
// Renderer: draws scenes with OpenGL 3.3 core, into a RenderTarget or a window. Every call needs the context
// that was current at create(); windows are the caller's business.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "skelter/core/result.h"
#include "skelter/image/image.h"
#include "skelter/model/evaluate.h"
#include "skelter/model/scene.h"
#include "skelter/render/camera.h"

namespace skelter {

// A straight line in world space. Colours here are what the screen shows (sRGB), 0 to 1.
struct OverlayLine {
  Vec3 from, to;
  Vec3 color{1, 1, 1};
  bool on_top = false;  // over everything; else hidden by surfaces before it
};

// Colours for the vertices of one primitive of scene.nodes[node].meshes[instance], instead of its materials:
// weights, errors.
struct MeshColors {
  std::uint32_t node = 0, instance = 0, primitive = 0;
  std::span<const Vec3> colors;  // sRGB, one per vertex of the primitive
};

struct DrawOptions {
  std::optional<Vec3> background;  // nothing: a soft gradient
  bool meshes = true;
  bool skeleton = false;            // bones drawn over everything else; on where no node has a mesh
  bool wireframe = false;           // triangle edges over the surface
  bool grid = false;                // on the ground, with the x axis red and the z axis blue
  bool shadow = true;               // soft contact shadow on the ground
  double ground_y = 0;              // world height of grid and shadow
  double grid_step = 0;             // world units between lines; 0: a power of ten that suits the scene
  std::optional<Vec3> unlit_color;  // all triangles in this colour: no light, no texture, no shadow
  bool cull_back_faces = false;     // off: both sides are drawn and lit
  bool depth_test = true;           // off: later triangles cover earlier ones
  std::uint32_t highlighted_node = kNone;  // its bone is drawn in another colour
  std::uint32_t isolated_node = kNone;     // only bones at and below it are drawn
  bool unlit = false;                      // textures and colours as they are, without light
  // Lower left corner of the picture in the framebuffer, in pixels; what is outside the picture stays as it
  // is.
  std::uint32_t left = 0, lower = 0;
  std::span<const OverlayLine> lines;
  std::span<const MeshColors> mesh_colors;  // of the primitives that have some
};

// A scene's meshes, materials and textures on the graphics card. Outlived by its Renderer's context.
class UploadedScene {
 public:
  UploadedScene(UploadedScene&&) noexcept;
  UploadedScene& operator=(UploadedScene&&) noexcept;
  ~UploadedScene();

 private:
  friend class Renderer;
  struct State;
  explicit UploadedScene(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class Renderer {
 public:
  // Errors: unsupported, when the context is older than 3.3 or a shader does not compile (with the driver's
  // log).
  static Result<Renderer> create();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // `textures` are those of load_textures(), or empty. A material whose texture is absent is drawn in light
  // grey. Precondition: scene valid.
  Result<UploadedScene> upload(const Scene& scene, std::span<const std::optional<Image>> textures);

  // Clears the bound framebuffer and draws the scene in the given pose. `scene` is the one that was uploaded,
  // `pose` has its nodes. Skinned vertices are made on the CPU by skin() and uploaded with every call.
  // Errors: invalid_argument for an impossible camera or a size of 0 (a minimised window).
  Result<void> draw(UploadedScene& uploaded, const Scene& scene, const Pose& pose, const Camera& camera,
                    std::uint32_t width, std::uint32_t height, const DrawOptions& options = {});

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter

#pragma once
// ImageRenderer renders images of scenes without a display. Also textures, returns the cameras and lights of
// files.
//
//   Diagnostics diagnostics;
//   Result<ImageRenderer> renderer = ImageRenderer::create(scene, {.clip = 0}, diagnostics);
//   Result<Image> image = renderer->render(0.4);

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/image/image.h"
#include "skelter/render/camera.h"
#include "skelter/render/renderer.h"
#include "skelter/render/textures.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Per entry of Scene::textures its image, or nullopt; the search is that of load_textures() for a shape.
std::vector<std::optional<Image>> load_textures(const Scene& scene, Diagnostics& diagnostics,
                                                const TextureOptions& options = {});

// The view of camera `camera` of the scene in that pose, from the first node that uses the camera. All of its
// view is visible, and more if the image has a different aspect ratio (glTF 2.0, section 3.10). Without a far
// plane, the far distance is 100,000 times the near distance. Returns nullopt if no node uses the camera, or
// if the node's matrix is so singular that it gives no direction. Precondition: camera <
// scene.cameras.size().
std::optional<Camera> file_camera(const Scene& scene, const Pose& pose, std::uint32_t camera);

// The lights of all shown nodes in that pose.
std::vector<PunctualLight> file_lights(const Scene& scene, const Pose& pose);

struct ImageRendererOptions {
  std::uint32_t width = 800;
  std::uint32_t height = 600;
  std::uint32_t samples = 4;
  std::optional<std::uint32_t> clip;  // nullopt: the rest pose at every time
  // Overrides `clip`, for mixes and for poses made by code. Called with times in any order.
  std::function<Pose(double time_s)> pose_at;
  // Draws this model of the scene in these poses, instead of a SceneShape in those of `pose_at` or `clip`.
  // These still frame the image, and position the cameras and lights of the file. The owner of the shape's
  // data must outlive the ImageRenderer.
  std::optional<ModelShape> shape;
  std::function<ModelPose(double time_s)> model_at;
  EvaluateOptions evaluate;
  std::optional<Camera> camera;  // nullopt: a camera that frames the whole motion
  // Overrides `camera`: this camera of the scene, which follows its node; index into Scene::cameras.
  std::optional<std::uint32_t> file_camera;
  AutoCameraOptions auto_camera;  // its `aspect` is set from the size or `aspect` below
  double aspect = 0;              // 0: width / height
  // Time range for the automatic camera, ground height and depth range; to <= from: the whole clip.
  double from_s = 0;
  double to_s = 0;
  // World height of grid and shadow; nullopt: the lowest point of the motion.
  std::optional<double> ground_y;
  DrawOptions draw;  // its `ground_y` is set by the ImageRenderer
  // Uses the file's lights instead of the default lights. They follow their nodes and have the exposure of
  // light_exposure(). If the file has no lights, the default lights stay.
  bool file_lights = false;
  TextureOptions textures;
  bool load_textures = true;
  std::string shader_folder;           // RendererOptions::shader_folder
  bool debug_shaders = false;          // RendererOptions::debug_shaders
  std::uint64_t max_upload_bytes = 0;  // RendererOptions::max_upload_bytes
};

// Bounds of all poses in a time range: the union of 30 poses per second, but at least 33 and at most 601
// poses in total. In large scenes, only the outermost vertices of every joint are evaluated for most of these
// poses. Without vertices, the bounds of the joints; cameras, lights and meshes without faces are ignored. A
// part is a set of vertices moved by the same joints, or one node without a skin. A part with fewer than half
// of the vertices is excluded if it is more than ten times the size of the others away from them. `far_parts`
// receives the nodes of excluded parts.
Bounds motion_bounds(const Scene& scene, const std::function<Pose(double time_s)>& pose_at, double from_s,
                     double to_s, std::vector<std::uint32_t>* far_parts = nullptr);

// Adds a note for each file with parts that motion_bounds() excludes: "Bullets stands far from all else and
// does not set the camera".
void note_far_parts(const Scene& scene, std::span<const std::uint32_t> far_parts, Diagnostics& diagnostics);

class ImageRenderer {
 public:
  // Creates the context, uploads the scene and frames it. `scene` must be valid and outlive the
  // ImageRenderer. Warnings about textures and notes about far parts are added to `diagnostics`. Errors:
  // unsupported without OpenGL 3.3, invalid_argument for sizes and cameras, including a camera without a
  // node.
  static Result<ImageRenderer> create(const Scene& scene, const ImageRendererOptions& options,
                                      Diagnostics& diagnostics);
  ImageRenderer(ImageRenderer&&) noexcept;
  ImageRenderer& operator=(ImageRenderer&&) noexcept;
  ~ImageRenderer();

  const Camera& camera() const;  // the current camera; a file camera as it is at the start
  const Bounds& bounds() const;  // bounds of the motion, in world space

  // Renders one image at `time_s`, with the camera turned by `turn_deg` about the target.
  Result<Image> render(double time_s, double turn_deg = 0);

  // Renders `count` images side by side, from `from_s` and evenly spaced before `to_s`. Each image has the
  // options' size.
  Result<Image> strip(double from_s, double to_s, std::uint32_t count);

  // Calls `take` with each frame, at `from_s`, from_s + 1/fps, ... before `to_s`; stops at the first error.
  // The camera turns by `turn_deg` over the whole video; with 360, a turntable, the video loops.
  Result<void> video(double from_s, double to_s, double fps,
                     const std::function<Result<void>(const Image&)>& take, double turn_deg = 0);

 private:
  struct State;
  explicit ImageRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter

#pragma once
// Draws scenes: UploadedScene in poses of its nodes, PictureMaker into images without a display. Cameras and
// lights of files.
//
//   Diagnostics diagnostics;
//   Result<PictureMaker> maker = PictureMaker::create(scene, {.clip = 0}, diagnostics);
//   Result<Image> image = maker->moment(0.4);

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

// A scene on the graphics card. The scene and the context outlive it, and the scene does not change
// meanwhile.
class UploadedScene {
 public:
  // `textures` are those of load_textures(), or empty. Precondition: scene valid. Errors: those of
  // Renderer::upload(); limit_exceeded ("build.palette-size") for a skin of more than kMaxPaletteSize joints.
  static Result<UploadedScene> create(Renderer& renderer, const Scene& scene,
                                      std::span<const std::optional<Image>> textures = {});
  UploadedScene(UploadedScene&&) noexcept;
  UploadedScene& operator=(UploadedScene&&) noexcept;
  ~UploadedScene();

  // As Renderer::draw(), which gets pose(). Scenes far from (0, 0, 0) are drawn as precisely as others.
  Result<void> draw(Renderer& renderer, const Pose& pose, const Camera& camera, std::uint32_t width,
                    std::uint32_t height, const DrawOptions& options = {});

  // For the other calls of the renderer.
  UploadedModel& model();
  // Valid until the next call, also of draw(). Precondition: a pose of the scene.
  ModelPose pose(const Pose& pose);

 private:
  struct State;
  explicit UploadedScene(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Per entry of Scene::textures its image, or nothing; found as load_textures() of a shape does.
std::vector<std::optional<Image>> load_textures(const Scene& scene, Diagnostics& diagnostics,
                                                const TextureOptions& options = {});

// What camera `camera` of the scene sees in that pose, from the first node that carries it: the whole of its
// view, and more where the picture has another aspect (glTF 2.0, section 3.10). Without a far plane it sees
// 100,000 times as far as its near plane is. Nothing when no node carries it, or the node's matrix has no
// direction left. Precondition: camera < scene.cameras.size().
std::optional<Camera> file_camera(const Scene& scene, const Pose& pose, std::uint32_t camera);

// The lights of shown nodes in that pose.
std::vector<PunctualLight> file_lights(const Scene& scene, const Pose& pose);

// The pose at a time. It is asked in any order of times.
using PoseAt = std::function<Pose(double time_s)>;

struct PictureOptions {
  std::uint32_t width = 800;
  std::uint32_t height = 600;
  std::uint32_t samples = 4;
  std::optional<std::uint32_t> clip;  // nothing: the rest pose at every time
  PoseAt pose_at;                     // instead of `clip`: mixes, poses made by code
  // Draws this model of the scene in these poses. `pose_at` or `clip` still frame the image, and place the
  // cameras and lights of the file. The shape's maker outlives the PictureMaker.
  std::optional<ModelShape> shape;
  std::function<ModelPose(double time_s)> model_at;
  EvaluateOptions evaluate;
  std::optional<Camera> camera;  // nothing: one that frames the whole motion
  // Instead: this camera of the scene, which follows its node; index into Scene::cameras.
  std::optional<std::uint32_t> file_camera;
  AutoCameraOptions auto_camera;  // its `aspect` is set from the size or `aspect` below
  double aspect = 0;              // 0: width / height
  // The times that the automatic camera, ground height and depth range are made for; to <= from: the whole
  // clip.
  double from_s = 0;
  double to_s = 0;
  // World height of grid and shadow; nothing: the lowest point of the motion.
  std::optional<double> ground_y;
  DrawOptions draw;  // its `ground_y` is set by the maker
  // The file's lights instead of the renderer's; they follow their nodes and are exposed as
  // light_exposure() says. Without lights in the file the renderer's own stay.
  bool file_lights = false;
  TextureOptions textures;
  bool load_textures = true;
  std::string shader_folder;           // RendererOptions::shader_folder
  bool debug_shaders = false;          // RendererOptions::debug_shaders
  std::uint64_t max_upload_bytes = 0;  // RendererOptions::max_upload_bytes
};

// Bounds of all poses in a time range: the union over 30 moments per second, at least 33 and at most 601. In
// large scenes the outermost vertices of every joint stand for all others at most of them. Without vertices,
// of the joints; cameras and lights do not count. Neither do parts that stand far from all others, more than
// ten times as far as the others are large, if they have fewer than half of the vertices: a part is what the
// same joints move, or one node without skin. `far_parts` gets their nodes.
Bounds motion_bounds(const Scene& scene, const PoseAt& pose_at, double from_s, double to_s,
                     std::vector<std::uint32_t>* far_parts = nullptr);

// A note for each file in which motion_bounds() leaves out parts: "Bullets stands far from all else and does
// not set the camera".
void note_far_parts(const Scene& scene, std::span<const std::uint32_t> far_parts, Diagnostics& diagnostics);

// Times of a film's frames: from, from + 1/fps, ... before `to`; at least one. For a loop the first frame
// follows the last.
std::vector<double> frame_times(double from_s, double to_s, double fps);

// A picture at a time, the camera turned by `turn_deg` about its target.
using MomentAt = std::function<Result<Image>(double time_s, double turn_deg)>;

// `count` moments from `from_s`, evenly spread before `to_s`, side by side.
Result<Image> make_strip(const MomentAt& moment_at, double from_s, double to_s, std::uint32_t count);

// Calls `take` with each frame of frame_times(); stops at the first error. Over the whole film the camera
// turns by `turn_deg` (a turntable: 360; frames are spread so that the film loops).
Result<void> make_film(const MomentAt& moment_at, double from_s, double to_s, double fps,
                       const std::function<Result<void>(const Image&)>& take, double turn_deg = 0);

class PictureMaker {
 public:
  // Makes the context, uploads the scene and frames it. `scene` must outlive the maker and be valid. Warnings
  // about textures, and notes on far parts, go to `diagnostics`. Errors: unsupported without OpenGL 3.3,
  // invalid_argument for sizes and cameras, also for one that no node carries.
  static Result<PictureMaker> create(const Scene& scene, const PictureOptions& options,
                                     Diagnostics& diagnostics);
  PictureMaker(PictureMaker&&) noexcept;
  PictureMaker& operator=(PictureMaker&&) noexcept;
  ~PictureMaker();

  const Camera& camera() const;  // the one in use; of a file, at the beginning
  const Bounds& bounds() const;  // of the motion, world space

  // One picture at `time_s`, the camera turned by `turn_deg` about the target.
  Result<Image> moment(double time_s, double turn_deg = 0);

  // As make_strip(); each moment has the options' size.
  Result<Image> strip(double from_s, double to_s, std::uint32_t count);

  // As make_film().
  Result<void> film(double from_s, double to_s, double fps,
                    const std::function<Result<void>(const Image&)>& take, double turn_deg = 0);

 private:
  struct State;
  explicit PictureMaker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter

#include "skelter/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "picture/internal/image_sequence.h"
#include "picture/internal/scene_upload.h"
#include "render/gl/internal/target.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/render/headless.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

std::function<Pose(double time_s)> pose_source(const Scene& scene, const ImageRendererOptions& options) {
  if (options.pose_at) return options.pose_at;
  if (!options.clip) return [&scene](double) { return rest_pose(scene); };
  return [&scene, clip = *options.clip, evaluate_options = options.evaluate](double time_s) {
    return evaluate(scene, clip, time_s, evaluate_options);
  };
}

Result<void> check_clip(const Scene& scene, const ImageRendererOptions& options) {
  if (options.pose_at || !options.clip || *options.clip < scene.clips.size()) return {};
  return Error{
      Status::invalid_argument,
      "render.clip",
      "clip #" + std::to_string(*options.clip) + "; the scene has " + std::to_string(scene.clips.size()),
      {scene.file, 0, {}, {}}};
}

Result<void> check_file_camera(const Scene& scene, const ImageRendererOptions& options) {
  if (!options.file_camera) return {};
  const std::uint32_t camera = *options.file_camera;
  const bool there = camera < scene.cameras.size();
  if (there && file_camera(scene, rest_pose(scene), camera)) return {};
  return Error{
      Status::invalid_argument,
      "render.camera",
      there ? "camera " + camera_label(scene, camera) + " is not attached to a node"
            : "camera #" + std::to_string(camera) + "; the scene has " + std::to_string(scene.cameras.size()),
      {scene.file, 0, {}, {}}};
}

}  // namespace

// Members are destroyed in reverse order of construction, the context last.
struct ImageRenderer::State {
  const Scene* scene;
  ImageRendererOptions options;
  std::function<Pose(double time_s)> pose_at;
  HeadlessContext context;
  Renderer renderer;
  RenderTarget target;
  std::optional<SceneShape> shape;  // without options.shape
  UploadedModel model;
  Bounds bounds;
  Camera camera;
  double exposure = 1;  // for the file's lights

  // Returns the camera for a pose. A camera from the file targets a point at the depth of the motion's
  // centre, which is the pivot of a turntable.
  Camera camera_at(const Pose& pose) const {
    if (!options.file_camera) return camera;
    std::optional<Camera> seen = file_camera(*scene, pose, *options.file_camera);
    if (!seen) return camera;
    const Vec3d forward = seen->target - seen->eye;
    const double depth = bounds.empty() ? 0 : dot(bounds.center() - seen->eye, forward);
    if (depth > 0) seen->target = seen->eye + forward * depth;
    seen->aspect = options.aspect;
    return *seen;
  }

  // OpenGL objects must be deleted in their own context, because their names may belong to other objects in a
  // different one.
  ~State() { (void)context.make_current(); }
};

ImageRenderer::ImageRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
ImageRenderer::ImageRenderer(ImageRenderer&&) noexcept = default;
ImageRenderer& ImageRenderer::operator=(ImageRenderer&&) noexcept = default;
ImageRenderer::~ImageRenderer() = default;

Result<ImageRenderer> ImageRenderer::create(const Scene& scene, const ImageRendererOptions& options,
                                            Diagnostics& diagnostics) {
  if (const Result<void> clip = check_clip(scene, options); !clip) return clip.error();
  if (const Result<void> camera = check_file_camera(scene, options); !camera) return camera.error();
  if (const Result<void> fits = expect_upload_fits(scene, options.max_upload_bytes); !fits)
    return fits.error();
  Result<HeadlessContext> context = HeadlessContext::create();
  if (!context) return context.error();
  Result<RenderTarget> target = RenderTarget::create(options.width, options.height, options.samples);
  if (!target) return target.error();
  Result<Renderer> renderer =
      Renderer::create({options.shader_folder, options.debug_shaders, options.max_upload_bytes});
  if (!renderer) return renderer.error();
  std::vector<std::optional<Image>> textures;
  if (options.load_textures) textures = load_textures(scene, diagnostics, options.textures);
  std::optional<SceneShape> shape;
  if (!options.shape) {
    Result<SceneShape> made = SceneShape::create(scene);
    if (!made) return made.error();
    shape.emplace(std::move(*made));
  }
  Result<UploadedModel> model = renderer->upload(shape ? shape->shape() : *options.shape, textures);
  if (!model) return model.error();

  auto state = std::unique_ptr<State>(new State{&scene,
                                                options,
                                                pose_source(scene, options),
                                                std::move(*context),
                                                std::move(*renderer),
                                                std::move(*target),
                                                std::move(shape),
                                                std::move(*model),
                                                {},
                                                {},
                                                1});
  double from_s = options.from_s, to_s = options.to_s;
  if (!(to_s > from_s) && options.clip && !options.pose_at) {
    from_s = 0;
    to_s = scene.clips[*options.clip].duration_s;
  }
  std::vector<std::uint32_t> far_parts;
  state->bounds = motion_bounds(scene, state->pose_at, from_s, to_s, &far_parts);
  if (!options.camera && !options.file_camera) note_far_parts(scene, far_parts, diagnostics);
  AutoCameraOptions framing = options.auto_camera;
  framing.aspect = options.aspect > 0 ? options.aspect : double(options.width) / double(options.height);
  state->camera = options.camera ? *options.camera : auto_camera(state->bounds, framing);
  if (state->camera.aspect == 0) state->camera.aspect = options.aspect;
  if (options.file_camera) state->camera = state->camera_at(state->pose_at(from_s));
  if (options.file_lights)
    state->exposure = light_exposure(file_lights(scene, rest_pose(scene)), state->bounds);
  state->options.draw.ground_y = options.ground_y.value_or(state->bounds.empty() ? 0 : state->bounds.min.y);
  return ImageRenderer(std::move(state));
}

std::vector<std::optional<Image>> load_textures(const Scene& scene, Diagnostics& diagnostics,
                                                const TextureOptions& options) {
  const Result<SceneShape> look = SceneShape::look_of(scene);
  if (!look) return std::vector<std::optional<Image>>(scene.textures.size());
  return load_textures(look->shape(), diagnostics, options);
}

const Camera& ImageRenderer::camera() const {
  return state_->camera;
}
const Bounds& ImageRenderer::bounds() const {
  return state_->bounds;
}

Result<Image> ImageRenderer::render(double time_s, double turn_deg) {
  State& s = *state_;
  if (const Result<void> current = s.context.make_current(); !current) return current.error();
  s.target.bind();
  const bool needs_nodes = s.shape || s.options.file_camera || s.options.file_lights;
  const Pose pose = needs_nodes ? s.pose_at(time_s) : Pose();
  const Camera seen = s.camera_at(pose);
  const Camera camera = turn_deg == 0 ? seen : orbited(seen, turn_deg);
  DrawOptions draw = s.options.draw;
  std::vector<PunctualLight> lights;
  if (s.options.file_lights) {
    lights = file_lights(*s.scene, pose);
    for (PunctualLight& light : lights) light.intensity = light.intensity * static_cast<float>(s.exposure);
    draw.lights = lights;
  }
  const Result<void> drawn =
      s.renderer.draw(s.model, s.shape ? s.shape->pose(pose) : s.options.model_at(time_s), camera,
                      s.options.width, s.options.height, draw);
  if (!drawn) return drawn.error();
  return s.target.read_pixels();
}

Result<Image> ImageRenderer::strip(double from_s, double to_s, std::uint32_t count) {
  return make_strip([this](double time_s, double turn_deg) { return render(time_s, turn_deg); }, from_s, to_s,
                    count);
}

Result<void> ImageRenderer::video(double from_s, double to_s, double fps,
                                  const std::function<Result<void>(const Image&)>& take, double turn_deg) {
  return make_video([this](double time_s, double turn) { return render(time_s, turn); }, from_s, to_s, fps,
                    take, turn_deg);
}

}  // namespace skelter

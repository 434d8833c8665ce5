#include "skelter/render/picture.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "render/internal/target.h"
#include "skelter/render/headless.h"

namespace skelter {
namespace {

PoseAt pose_source(const Scene& scene, const PictureOptions& options) {
  if (options.pose_at) return options.pose_at;
  if (!options.clip) return [&scene](double) { return rest_pose(scene); };
  return [&scene, clip = *options.clip, evaluate_options = options.evaluate](double time_s) {
    return evaluate(scene, clip, time_s, evaluate_options);
  };
}

Result<void> check_clip(const Scene& scene, const PictureOptions& options) {
  if (options.pose_at || !options.clip || *options.clip < scene.clips.size()) return {};
  return Error{
      Status::invalid_argument,
      "render.clip",
      "clip #" + std::to_string(*options.clip) + "; the scene has " + std::to_string(scene.clips.size()),
      {scene.file, 0, {}, {}}};
}

}  // namespace

std::vector<double> frame_times(double from_s, double to_s, double fps) {
  const double count = std::round((to_s - from_s) * fps);
  std::vector<double> times;
  for (double i = 0; i < std::max(count, 1.0); ++i) times.push_back(from_s + i / fps);
  return times;
}

// Members in the order of their making; destroyed in reverse, the context last.
struct PictureMaker::State {
  const Scene* scene;
  PictureOptions options;
  PoseAt pose_at;
  HeadlessContext context;
  Renderer renderer;
  RenderTarget target;
  UploadedScene uploaded;
  Bounds bounds;
  Camera camera;

  // OpenGL objects must die in the context that made them: in another one their names may be someone else's.
  ~State() { (void)context.make_current(); }
};

PictureMaker::PictureMaker(std::unique_ptr<State> state) : state_(std::move(state)) {}
PictureMaker::PictureMaker(PictureMaker&&) noexcept = default;
PictureMaker& PictureMaker::operator=(PictureMaker&&) noexcept = default;
PictureMaker::~PictureMaker() = default;

Result<PictureMaker> PictureMaker::create(const Scene& scene, const PictureOptions& options,
                                          Diagnostics& diagnostics) {
  if (const Result<void> clip = check_clip(scene, options); !clip) return clip.error();
  Result<HeadlessContext> context = HeadlessContext::create();
  if (!context) return context.error();
  Result<RenderTarget> target = RenderTarget::create(options.width, options.height, options.samples);
  if (!target) return target.error();
  Result<Renderer> renderer = Renderer::create({options.shader_folder, false});
  if (!renderer) return renderer.error();
  std::vector<std::optional<Image>> textures;
  if (options.load_textures) textures = load_textures(scene, diagnostics, options.textures);
  Result<UploadedScene> uploaded = renderer->upload(scene, textures);
  if (!uploaded) return uploaded.error();

  auto state = std::unique_ptr<State>(new State{&scene,
                                                options,
                                                pose_source(scene, options),
                                                std::move(*context),
                                                std::move(*renderer),
                                                std::move(*target),
                                                std::move(*uploaded),
                                                {},
                                                {}});
  double from_s = options.from_s, to_s = options.to_s;
  if (!(to_s > from_s) && options.clip && !options.pose_at) {
    from_s = 0;
    to_s = scene.clips[*options.clip].duration_s;
  }
  state->bounds = motion_bounds(scene, state->pose_at, from_s, to_s);
  AutoCameraOptions framing = options.auto_camera;
  framing.aspect = options.aspect > 0 ? options.aspect : double(options.width) / double(options.height);
  state->camera = options.camera ? *options.camera : auto_camera(state->bounds, framing);
  if (state->camera.aspect == 0) state->camera.aspect = options.aspect;
  state->options.draw.ground_y = options.ground_y.value_or(state->bounds.empty() ? 0 : state->bounds.min.y);
  return PictureMaker(std::move(state));
}

const Camera& PictureMaker::camera() const {
  return state_->camera;
}
const Bounds& PictureMaker::bounds() const {
  return state_->bounds;
}

Result<Image> PictureMaker::moment(double time_s, double turn_deg) {
  State& s = *state_;
  if (const Result<void> current = s.context.make_current(); !current) return current.error();
  s.target.bind();
  const Camera camera = turn_deg == 0 ? s.camera : orbited(s.camera, turn_deg);
  const Result<void> drawn = s.renderer.draw(s.uploaded, *s.scene, s.pose_at(time_s), camera, s.options.width,
                                             s.options.height, s.options.draw);
  if (!drawn) return drawn.error();
  return s.target.read_pixels();
}

Result<Image> make_strip(const MomentAt& moment_at, double from_s, double to_s, std::uint32_t count) {
  Image strip;
  for (std::uint32_t i = 0; i < std::max(count, 1u); ++i) {
    const Result<Image> image = moment_at(from_s + (to_s - from_s) * i / std::max(count, 1u), 0);
    if (!image) return image.error();
    strip = i == 0 ? *image : side_by_side(strip, *image);
  }
  return strip;
}

Result<void> make_film(const MomentAt& moment_at, double from_s, double to_s, double fps,
                       const std::function<Result<void>(const Image&)>& take, double turn_deg) {
  const std::vector<double> times = frame_times(from_s, to_s, fps);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Result<Image> image = moment_at(times[i], turn_deg * double(i) / double(times.size()));
    if (!image) return image.error();
    if (Result<void> taken = take(*image); !taken) return taken;
  }
  return {};
}

Result<Image> PictureMaker::strip(double from_s, double to_s, std::uint32_t count) {
  return make_strip([this](double time_s, double turn_deg) { return moment(time_s, turn_deg); }, from_s, to_s,
                    count);
}

Result<void> PictureMaker::film(double from_s, double to_s, double fps,
                                const std::function<Result<void>(const Image&)>& take, double turn_deg) {
  return make_film([this](double time_s, double turn) { return moment(time_s, turn); }, from_s, to_s, fps,
                   take, turn_deg);
}

}  // namespace skelter

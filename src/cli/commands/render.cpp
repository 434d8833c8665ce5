// skelter render: renders images and videos without a display.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/input/selection.h"
#include "cli/input/shader_folder.h"
#include "cli/output/distinct_files.h"
#include "cli/output/picture_output.h"
#include "load/internal/actor.h"
#include "picture/internal/scene_upload.h"
#include "scene/evaluate/internal/morphs.h"
#include "scene/internal/lost_weight.h"
#include "skelter/picture/picture.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/edit.h"

namespace skelter::cli {
namespace {

struct RenderOptions {
  std::string file;
  std::string clip;
  std::string size = "800x600";
  std::string camera = "auto";
  std::optional<double> fov_deg;
  double aspect = 0;
  std::string background;
  bool skeleton = false;
  bool wireframe = false;
  bool grid = false;
  bool cull = false;
  std::uint32_t samples = 4;
  EvaluateOptions evaluate;
  bool by_reference = false;
  std::vector<std::string> morphs;  // NAME=WEIGHT
  std::string lights = "studio";
  std::string shaders;
  bool debug_shaders = false;
  ImageRequest request;
  ReadingOptions reading;
};

std::optional<std::uint32_t> whole_number(const std::string& text, std::uint32_t most) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos) return {};
  const auto value = static_cast<std::uint32_t>(std::stoul(text));
  if (value == 0 || value > most) return {};
  return value;
}

Result<void> parse_size(const std::string& text, ImageRendererOptions& picture) {
  constexpr std::uint32_t kMax = 16384;
  const std::vector<std::string> parts = split_text(text, 'x');
  const auto width = whole_number(parts.front(), kMax);
  const auto height = parts.size() == 2 ? whole_number(parts.back(), kMax) : std::nullopt;
  if (!width || !height)
    return usage_error("--size",
                       fmt::format("\"{}\" is not a size; expected 800x600, each from 1 to {}", text, kMax));
  picture.width = *width;
  picture.height = *height;
  return {};
}

Result<Vec3> parse_color(const std::string& text) {
  const auto bad = [&] {
    return usage_error("--background", fmt::format("\"{}\" is not a colour; expected RRGGBB", text));
  };
  if (text.size() != 6 || text.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) return bad();
  const auto part = [&](std::size_t at) {
    return static_cast<float>(std::stoi(text.substr(at, 2), nullptr, 16)) / 255;
  };
  return Vec3{part(0), part(2), part(4)};
}

// Whether the text is a position. A camera in the file with such a name can only be selected by its number.
bool is_place(const std::string& camera) {
  return camera.find(',') != std::string::npos && camera.find_first_of("0123456789+-.") == 0;
}

// Returns nothing for "auto" and for cameras in the file.
Result<std::optional<Camera>> parse_camera(const RenderOptions& options) {
  if (!is_place(options.camera)) return std::optional<Camera>();
  const std::vector<std::string> points = split_text(options.camera, ':');
  if (points.size() != 2)
    return usage_error(
        "--camera",
        fmt::format("\"{}\" is not a camera; expected auto, X,Y,Z:TX,TY,TZ or a camera of the file",
                    options.camera));
  const auto eye = parse_point(points[0], "--camera");
  if (!eye) return eye.error();
  const auto target = parse_point(points[1], "--camera");
  if (!target) return target.error();
  Camera camera;
  camera.eye = *eye;
  camera.target = *target;
  if (options.fov_deg) camera.fov_y_deg = *options.fov_deg;
  camera.aspect = options.aspect;
  return std::optional<Camera>(camera);
}

Result<ImageRendererOptions> picture_options(const RenderOptions& options) {
  ImageRendererOptions picture;
  picture.textures = texture_options(options.reading);
  if (auto size = parse_size(options.size, picture); !size) return size.error();
  if (!options.background.empty()) {
    const auto color = parse_color(options.background);
    if (!color) return color.error();
    picture.draw.background = *color;
  }
  const auto camera = parse_camera(options);
  if (!camera) return camera.error();
  picture.camera = *camera;
  if (options.fov_deg) picture.auto_camera.fov_y_deg = *options.fov_deg;
  picture.aspect = options.aspect;
  picture.samples = options.samples;
  picture.draw.skeleton = options.skeleton;
  picture.draw.wireframe = options.wireframe;
  picture.draw.grid = options.grid;
  picture.draw.cull_back_faces = options.cull;
  picture.shader_folder = options.shaders;
  picture.debug_shaders = options.debug_shaders;
  picture.max_upload_bytes = options.reading.limits.max_memory_bytes;
  return picture;
}

// Returns the named clip or, without a name, the first clip if a time is requested.
Result<std::optional<std::uint32_t>> playing_clip(const Scene& scene, const RenderOptions& options) {
  if (!options.clip.empty()) {
    const auto clip = choose_clip(scene, options.clip);
    if (!clip) return in_file(clip.error(), scene);
    return std::optional<std::uint32_t>(*clip);
  }
  if (options.request.asks_for_time() && !scene.clips.empty()) return std::optional<std::uint32_t>(0u);
  return std::optional<std::uint32_t>();
}

Result<std::optional<std::uint32_t>> chosen_file_camera(const Scene& scene, const RenderOptions& options) {
  if (options.camera == "auto" || is_place(options.camera)) return std::optional<std::uint32_t>();
  const auto camera = choose_camera(scene, options.camera);
  if (!camera) return in_file(camera.error(), scene);
  if (options.fov_deg)
    return usage_error("--fov",
                       "a camera of the file has its own field of view; use --camera auto or X,Y,Z:TX,TY,TZ");
  return std::optional<std::uint32_t>(*camera);
}

Result<std::vector<HeldMorph>> held_morphs(const Scene& scene, const RenderOptions& options) {
  std::vector<HeldMorph> held;
  if (options.morphs.empty()) return held;
  const std::vector<NamedMorph> known = named_morphs(scene);
  for (const std::string& text : options.morphs) {
    const std::size_t sign = text.rfind('=');
    if (sign == std::string::npos)
      return usage_error("--morph", fmt::format("\"{}\" has no weight; expected NAME=WEIGHT", text));
    const auto weight = to_number(text.substr(sign + 1), "--morph");
    if (!weight) return weight.error();
    const auto morph = choose_morph(known, text.substr(0, sign));
    if (!morph) return in_file(morph.error(), scene);
    held.push_back({known[*morph], *weight});
  }
  return held;
}

void use_lights(Scene& scene, const RenderOptions& options, ImageRendererOptions& picture) {
  const std::size_t count = file_lights(scene, rest_pose(scene)).size();
  picture.file_lights = options.lights == "file";
  const auto note = [&](Severity severity, std::string_view code, std::string text) {
    scene.diagnostics.add(severity, code, {scene.file, 0, {}, {}}, std::move(text));
  };
  if (picture.file_lights && count == 0)
    note(Severity::warning, "render.no-lights", "no lights in the file; drawn with --lights studio");
  else if (picture.file_lights && count > kMaxPunctualLights)
    note(Severity::warning, "render.many-lights",
         fmt::format("{} lights; the first {} are used", count, kMaxPunctualLights));
  else if (!picture.file_lights && count != 0)
    note(Severity::note, "render.lights-unused",
         count == 1
             ? "1 light in the file is not used; --lights file draws with it"
             : fmt::format("{} lights in the file are not used; --lights file draws with them", count));
}

// Sets the time range that the automatic camera must fit.
void set_framing_times(ImageRendererOptions& picture, const ImageRequest& request, double duration_s) {
  picture.to_s = duration_s;
  if (request.is_video() || request.strip != 0) {
    picture.from_s = range_begin_s(request);
    picture.to_s = range_end_s(request, duration_s);
  }
}

// Shows the clip, or the rest pose, by an actor. The reference evaluator shows what the engine cannot play,
// with a warning.
Result<void> show(Scene& scene, Pack pack, const RenderOptions& options, std::vector<HeldMorph> held,
                  ImageRendererOptions& picture) {
  if (auto fits = expect_upload_fits(scene, picture.max_upload_bytes); !fits) return fits;
  ActorOptions how;
  how.source = options.evaluate;
  how.meshes = true;
  how.by_reference = options.by_reference;
  auto made = Actor::create(scene, std::move(pack), how);
  if (!made) return made.error();
  const std::shared_ptr<Actor> actor = std::move(*made);
  const std::uint32_t clip = picture.clip.value_or(kNone);
  actor->hold_morphs(std::move(held));
  actor->show_clip(clip, 0);
  if (const auto& why = actor->why_reference())
    scene.diagnostics.add(
        Severity::warning, "play.reference", why->where,
        "shown by the reference evaluator because the engine cannot play it: " + why->message);
  picture.shape = actor->shape();
  picture.model_at = [clip, actor](double time_s) {
    actor->show_clip(clip, time_s);
    return actor->pose();
  };
  picture.pose_at = [clip, actor](double time_s) {
    actor->show_clip(clip, time_s);
    return actor->node_pose();
  };
  return {};
}

// Whether the file only animates a model from a different file.
bool is_animation_only(const Scene& scene) {
  if (!scene.meshes.empty() || scene.clips.empty()) return false;
  return std::all_of(scene.clips.begin(), scene.clips.end(), [](const Clip& clip) {
    return std::all_of(clip.targets.begin(), clip.targets.end(),
                       [](const ClipTarget& target) { return target.node == kNone; });
  });
}

std::vector<NamedFile> files_of_render(const RenderOptions& options) {
  std::vector<NamedFile> files = {{"FILE", options.file, false}, {"--out", options.request.out, true}};
  for (const std::string& file : options.reading.with_clips) files.push_back({"--with-clips", file, false});
  return files;
}

int run_render(const RenderOptions& options) {
  if (const auto distinct = expect_distinct_files(files_of_render(options)); !distinct)
    return report(distinct.error());
  if (const auto valid = expect_valid(options.request); !valid) return report(valid.error());
  if (const auto there = expect_shader_folder(options.shaders, options.reading.console); !there)
    return report(there.error());
  auto picture = picture_options(options);
  if (!picture) return report(picture.error());
  Pack pack;
  auto scene = read_scene(options.file, options.reading, &pack);
  if (!scene) return report(scene.error());
  describe_matrix_keys(*scene, options.evaluate.matrix_keys);
  if (options.by_reference && pack.is_open())
    return report(
        usage_error("--path", "a pack has no source keys for the reference evaluator; use --path runtime"));
  if (is_animation_only(*scene))
    return report(
        Error{Status::bad_data,
              "render.no-mesh",
              "no mesh, and no frames for its animations: give the model and --with-clips " + options.file,
              {options.file, 0, {}, {}}});
  const auto clip = playing_clip(*scene, options);
  if (!clip) return report(clip.error());
  picture->clip = *clip;
  const double duration_s = *clip ? scene->clips[**clip].duration_s : 0;
  set_framing_times(*picture, options.request, duration_s);
  const auto camera = chosen_file_camera(*scene, options);
  if (!camera) return report(camera.error());
  picture->file_camera = *camera;
  auto held = held_morphs(*scene, options);
  if (!held) return report(held.error());
  use_lights(*scene, options, *picture);
  warn_of_lost_weight(*scene, kMaxInfluences, scene->diagnostics);  // the renderer's limit
  if (auto shown = show(*scene, std::move(pack), options, std::move(*held), *picture); !shown)
    return report(shown.error());

  auto maker = ImageRenderer::create(*scene, *picture, scene->diagnostics);
  const int judged = report(diagnostics_about(*scene, *clip), options.reading.console);
  if (!maker) return report(maker.error());
  if (judged != kFine) return judged;  // warnings that count as errors: no image is written
  const auto written = write_picture(*maker, *picture, options.request, duration_s, options.reading.console);
  return written ? kFine : report(written.error());
}

}  // namespace

Command add_render(CLI::App& app) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command = app.add_subcommand("render", "Draw an image, a strip or a video without a display");
  command->add_option("FILE", options->file, "File; - for standard input")->required();
  command
      ->add_option("-o,--out", options->request.out,
                   "Output: .png, .webp, .gif or .mp4; - writes a PNG to standard output")
      ->type_name("IMAGE")
      ->required();
  command->add_option("--size", options->size, "Pixels of one frame (default 800x600)")->type_name("WxH");
  command->add_option("--samples", options->samples, "Samples per pixel (default 4)")
      ->check(CLI::Range(1u, 64u));
  command->add_option("--clip", options->clip, "Name, #N or N (default: the first one if a time is given)");
  command->option_defaults()->group("Time");
  add_time_options(*command, options->request);
  command->add_option("--strip", options->request.strip, "Number of frames side by side")
      ->check(CLI::Range(1u, 64u))
      ->type_name("N");
  command
      ->add_option("--turntable", options->request.turntable_deg,
                   "Turn the camera by this angle (in a video, gradually)")
      ->check(finite_number())
      ->type_name("DEG");
  command->option_defaults()->group("Camera and light");
  command
      ->add_option("--camera", options->camera,
                   "Position and target in Skelter's axes, a camera of the file by name, #N or N, or auto "
                   "(default auto)")
      ->type_name("X,Y,Z:TX,TY,TZ|NAME");
  command->add_option("--fov", options->fov_deg, "Vertical field of view")
      ->check(positive_number())
      ->type_name("DEG");
  command->add_option("--aspect", options->aspect, "Width / height of the view (default: of the image)")
      ->check(positive_number())
      ->type_name("A");
  add_choice(*command, "--lights", options->lights, {{"studio", "studio"}, {"file", "file"}},
             "Lights of the renderer or of the file (default studio)");
  command->add_option("--background", options->background, "Plain background colour instead of the gradient")
      ->type_name("RRGGBB");
  command->option_defaults()->group("Drawing");
  command->add_flag("--skeleton", options->skeleton, "Draw the bones over the model");
  command->add_flag("--wireframe", options->wireframe, "Draw the edges of the triangles");
  command->add_flag("--grid", options->grid, "Draw a grid on the ground");
  command->add_flag("--cull", options->cull, "Draw only front faces, as most games do");
  make_repeatable(command->add_option("--morph", options->morphs,
                                      "Weight of a morph target that replaces the clip's; repeatable"))
      ->type_name("NAME=WEIGHT");
  add_shader_options(*command, options->shaders, options->debug_shaders);
  command->option_defaults()->group("Playback");
  add_choice(*command, "--path", options->by_reference, {{"runtime", false}, {"reference", true}},
             "Evaluator of the clip (default runtime)");
  add_pose_options(*command, options->evaluate);
  add_reading_options(*command, options->reading, Ticks::automatic);
  command->footer(
      "Example: skelter render assets/mannequin.x --out walk.webp --clip walk --from 0 --to 1 --fps 30\n"
      "         skelter render assets/mannequin.x --out strip.png --clip walk --strip 6 --size 300x400");
  return {command, [options] { return run_render(*options); }};
}

}  // namespace skelter::cli

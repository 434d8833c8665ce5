// skelter demo: the bundled demonstrations, in a window where there is a display, else as pictures.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/bundled.h"
#include "cli/commands.h"
#include "cli/picture_output.h"
#include "cli/pose_options.h"
#include "cli/reading_options.h"
#include "cli/selection.h"
#include "cli/tower.h"
#include "cli/window.h"
#include "skelter/core/file_places.h"
#include "skelter/model/edit.h"
#include "skelter/viewer/application.h"

namespace skelter::cli {
namespace {

constexpr const char* kPictureFolder = "out";
constexpr std::uint32_t kStripMoments = 6;
constexpr double kCycleFps = 30;

struct DemoOptions {
  std::string name = "character";
  std::string file;
  std::string clip;
  bool faithful = false;
  EvaluateOptions evaluate;
  PictureRequest request;
  ReadingOptions reading;
};

// A demonstration that is ready to be shown.
struct Show {
  Scene scene;
  WindowOptions window;
  std::uint32_t strip_width = 320, strip_height = 400;  // pixels of one moment, where there is no display
  std::uint32_t film_width = 480, film_height = 480;
};

Result<Scene> demo_scene(const DemoOptions& options, const std::string& bundled) {
  if (!options.file.empty()) return read_scene(options.file, options.reading);
  auto file = bundled_file(bundled);
  if (!file) return file.error();
  return read_scene(*file, options.reading);
}

// --- tower -----------------------------------------------------------------------------------------------

Result<std::shared_ptr<Show>> tower_show(const DemoOptions& options) {
  auto scene = demo_scene(options, "tower.x");
  if (!scene) return scene.error();
  auto show = std::make_shared<Show>();
  show->scene = std::move(*scene);
  const TowerClock clock = options.faithful ? TowerClock::whole_ms : TowerClock::smooth;
  if (const auto first = tower_pose(show->scene, 0, clock); !first) return first.error();
  show->window.title = "Skeletal Animation Technique";
  show->window.pose_at = [&owned = show->scene, clock](double time_s) {
    return *tower_pose(owned, time_s, clock);
  };
  show->window.duration_s = kTowerPeriod_s;
  show->window.camera = tower_camera(options.faithful ? 1 : 0);
  show->window.draw = tower_draw_options();
  show->strip_width = 320,
  show->strip_height = 240;  // the window's proportions: the tutorial's view is stretched
  show->film_width = 640, show->film_height = 480;
  return show;
}

// --- character -------------------------------------------------------------------------------------------

// The clip named; else `walk`; else the first. Nothing where there are no clips: the rest pose is shown.
Result<std::optional<std::uint32_t>> character_clip(const Scene& scene, const std::string& name) {
  if (!name.empty()) {
    const auto clip = find_clip(scene, name);
    if (!clip) return in_file(clip.error(), scene);
    return std::optional<std::uint32_t>(*clip);
  }
  if (scene.clips.empty()) return std::optional<std::uint32_t>();
  const auto walk = find_clip(scene, "walk", NameMatch::ignore_case);
  return std::optional<std::uint32_t>(walk ? *walk : 0u);
}

// The tutorial's: eye ten units before the origin, green behind the figure, half speed, missing keys as D3DX
// has them.
void make_faithful(WindowOptions& window) {
  Camera camera;
  camera.eye = {0, 0, 10};
  camera.target = {0, 0, 0};
  camera.fov_y_deg = 45;
  camera.near_distance = 1;
  camera.far_distance = 10000;
  window.camera = camera;
  window.draw.background = Vec3{0, 1, 0};
  window.draw.shadow = false;
  window.speed = 0.5;
}

Result<std::shared_ptr<Show>> character_show(const DemoOptions& options) {
  auto scene = demo_scene(options, "mannequin.x");
  if (!scene) return scene.error();
  const auto clip = character_clip(*scene, options.clip);
  if (!clip) return clip.error();
  auto show = std::make_shared<Show>();
  show->scene = std::move(*scene);
  WindowOptions& window = show->window;
  window.title = "Skelter: character";
  window.x = window.y = 200;
  EvaluateOptions evaluate_options = options.evaluate;
  evaluate_options.absent = options.faithful ? Absent::identity : options.reading.absent;
  window.pose_at = [&owned = show->scene, playing = *clip, evaluate_options](double time_s) {
    return playing ? evaluate(owned, *playing, time_s, evaluate_options) : rest_pose(owned);
  };
  if (*clip) window.duration_s = show->scene.clips[**clip].duration_s;
  if (options.faithful) make_faithful(window);
  return show;
}

Result<std::shared_ptr<Show>> make_show(const DemoOptions& options) {
  if (options.name == "tower") return tower_show(options);
  if (options.name == "character") return character_show(options);
  return usage_error("demo",
                     fmt::format("no demonstration \"{}\"; expected character or tower", options.name));
}

// --- pictures --------------------------------------------------------------------------------------------

PictureOptions picture_options(const Show& show, std::uint32_t width, std::uint32_t height) {
  PictureOptions picture;
  picture.width = width;
  picture.height = height;
  picture.pose_at = show.window.pose_at;
  picture.camera = show.window.camera;
  if (show.window.camera) picture.aspect = show.window.camera->aspect;
  picture.to_s = show.window.duration_s;
  picture.draw = show.window.draw;
  return picture;
}

// The exit code.
int write_demo(const Show& show, const PictureRequest& request, std::uint32_t width, std::uint32_t height,
               const ConsoleOptions& console) {
  const PictureOptions picture = picture_options(show, width, height);
  Diagnostics missing;
  auto maker = PictureMaker::create(show.scene, picture, missing);
  if (!maker) return report(maker.error());
  if (report(missing, console) != kFine) return kFailed;
  const auto written = write_picture(*maker, picture, request, show.window.duration_s, console);
  return written ? kFine : report(written.error());
}

// A strip and one cycle in out/; the paths are the answer.
int write_gallery(const Show& show, const DemoOptions& options) {
  if (const auto made = make_folder(kPictureFolder); !made) return report(made.error());
  const std::string base = fmt::format("{}/demo-{}", kPictureFolder, options.name);
  PictureRequest strip;
  strip.out = base + ".png";
  strip.strip = kStripMoments;
  PictureRequest film;
  film.out = base + ".webp";
  film.from_s = 0;
  film.fps = kCycleFps;
  const ConsoleOptions& console = options.reading.console;
  int code = write_demo(show, strip, show.strip_width, show.strip_height, console);
  if (code != kFine) return code;
  ConsoleOptions said = console;
  said.quiet = true;  // the textures were reported with the strip
  code = write_demo(show, film, show.film_width, show.film_height, said);
  if (code != kFine) return code;
  return print_answer(strip.out + "\n" + film.out + "\n");
}

// --- the subcommand --------------------------------------------------------------------------------------

int run_demo(const DemoOptions& options) {
  const PictureRequest& request = options.request;
  if (!request.out.empty()) {
    if (const auto valid = expect_valid(request); !valid) return report(valid.error());
  } else if (request.asks_for_time()) {
    return report(
        usage_error("demo", "--time, --from, --to and --fps are for pictures; expected --out FILE too"));
  }
  const auto made = make_show(options);
  if (!made) return report(made.error());
  const Show& show = **made;
  const int judged = report(show.scene.diagnostics, options.reading.console);
  if (judged != kFine) return judged;
  if (!request.out.empty()) return write_demo(show, request, 800, 600, options.reading.console);
  if (!has_display()) return write_gallery(show, options);
  const auto shown = run_window(show.scene, show.window, options.reading.console);
  if (shown) return kFine;
  if (shown.error().status != Status::unsupported) return report(shown.error());
  Diagnostics why;
  why.add(Severity::note, shown.error().code, shown.error().where,
          shown.error().message + "; pictures instead");
  report(why, options.reading.console);
  return write_gallery(show, options);
}

}  // namespace

Command add_demo(CLI::App& app) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand("demo", "The bundled demonstrations: character, tower");
  command->add_option("NAME", options->name, "character (default) or tower");
  command->add_option("FILE", options->file, "Another file than the bundled one");
  command->add_option("--clip", options->clip, "Clip of the character: name, #N or N (default walk)");
  command->add_flag("--faithful", options->faithful, "The tutorial's own numbers, camera and clock");
  command->add_option("--out", options->request.out, "A picture instead of a window")->type_name("FILE");
  add_time_options(*command, options->request);
  add_pose_options(*command, options->evaluate);
  add_reading_options(*command, options->reading);
  command->footer(
      "Example: skelter demo character\n"
      "         skelter demo tower --out tower.png --time 0.65\n"
      "In the window: drag turns, wheel zooms, Space pauses, Escape quits. Without a display: pictures in "
      "out/.");
  return {command, [options] { return run_demo(*options); }};
}

}  // namespace skelter::cli

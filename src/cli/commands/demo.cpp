// skelter demo: shows the bundled demonstrations, in a window if there is a display, otherwise as images.

#include "demos/internal/demo.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/input/bundled.h"
#include "cli/input/reading_options.h"
#include "cli/input/shader_folder.h"
#include "cli/output/distinct_files.h"
#include "cli/output/picture_output.h"
#include "cli/output/window_state.h"
#include "desktop/internal/headless.h"
#include "scene/internal/lost_weight.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::cli {
namespace {

constexpr const char* kPictureFolder = "out";
constexpr std::uint32_t kStripMoments = 6;
constexpr std::uint32_t kStripWidth = 320, kVideoWidth = 400;  // pixels per frame
constexpr double kCycleFps = 24;

struct DemoArguments {
  std::string name = demo_names().front();
  std::string file;
  std::string keys;
  std::string state;
  std::uint32_t width = 0;  // image width; 0: width of the window
  std::string poses;        // "": the default; else "cpu" or "gpu"
  DemoOptions options;
  ImageRequest request;
  ReadingOptions reading;
};

Result<Demo> make(DemoArguments& arguments, int& judged) {
  const std::string_view asset = demo_asset(arguments.name);
  Scene scene;
  if (!asset.empty()) {
    std::string file = arguments.file;
    if (file.empty()) {
      auto bundled = bundled_file(std::string(asset));
      if (!bundled) return bundled.error();
      file = *bundled;
      // The configuration next to the file names its graph.
      const std::string config = file.substr(0, file.size() - 2) + ".json";
      if (file.ends_with(".x") && file_exists(config)) arguments.options.config = config;
    }
    auto read = read_scene(file, arguments.reading);
    if (!read) return read.error();
    scene = std::move(*read);
    describe_matrix_keys(scene, arguments.options.evaluate.matrix_keys);
  }
  warn_of_lost_weight(scene, kMaxInfluences, scene.diagnostics);
  judged = report(scene.diagnostics, arguments.reading.console);
  arguments.options.textures = texture_options(arguments.reading);
  auto demo = make_demo(arguments.name, std::move(scene), arguments.options);
  if (!demo) return demo.error();
  judged = std::max(judged, report(demo->application->diagnostics(), arguments.reading.console));
  return demo;
}

// Returns the exit code.
int write_demo(Demo& demo, const DemoArguments& arguments, const ImageRequest& request, std::uint32_t width) {
  const auto height =
      static_cast<std::uint32_t>(std::uint64_t{width} * static_cast<std::uint32_t>(demo.window.height) /
                                 static_cast<std::uint32_t>(demo.window.width));
  auto run =
      HeadlessRun::create(*demo.application, {width, height, static_cast<double>(width) / demo.window.width});
  if (!run) return report(run.error());
  const auto image_at = [&](double time_s, double) -> Result<Image> {
    demo.application->seek(time_s);
    if (const auto drawn = run->frame({}, 0); !drawn) return drawn.error();
    return run->picture();
  };
  const auto written =
      write_picture(image_at, width, height, request, demo.application->cycle_s(), arguments.reading.console);
  return written ? kFine : report(written.error());
}

// Writes a strip and one cycle to out/, and prints the path of each file after writing it.
int write_gallery(Demo& demo, const DemoArguments& arguments) {
  if (const auto made = make_folder(kPictureFolder); !made) return report(made.error());
  const std::string base = fmt::format("{}/demo-{}", kPictureFolder, arguments.name);
  ImageRequest strip;
  strip.out = base + ".png";
  strip.strip = kStripMoments;
  ImageRequest video;
  video.out = base + ".webp";
  video.from_s = 0;
  video.fps = kCycleFps;
  for (const auto& [request, width] : {std::pair(strip, kStripWidth), std::pair(video, kVideoWidth)}) {
    if (const int code = write_demo(demo, arguments, request, width); code != kFine) return code;
    if (const int code = print_answer(request.out + "\n"); code != kFine) return code;
  }
  return kFine;
}

Result<void> show_in_window(Demo& demo, const DemoArguments& arguments) {
  Result<void> written;
  const auto shown = run_reported(*demo.application, demo.window, [&](const WindowShown& state) {
    if (!arguments.state.empty())
      written = write_state(
          arguments.state,
          {{"demo", arguments.name}, {"title", demo.application->title()}, {"window", to_json(state)}});
  });
  return shown ? written : shown;
}

std::vector<NamedFile> files_of_demo(const DemoArguments& arguments) {
  std::vector<NamedFile> files = {{"FILE", arguments.file, false},
                                  {"--out", arguments.request.out, true},
                                  {"--state", arguments.state, true}};
  for (const std::string& file : arguments.reading.with_clips) files.push_back({"--with-clips", file, false});
  return files;
}

int run_demo(DemoArguments& arguments) {
  if (const auto distinct = expect_distinct_files(files_of_demo(arguments)); !distinct)
    return report(distinct.error());
  if (arguments.options.faithful && (arguments.name == "crowd" || arguments.name == "lesson"))
    return report(
        usage_error("--faithful",
                    "the " + arguments.name + " demo is not one of the tutorials; choose a different demo"));
  if (const auto there = expect_shader_folder(arguments.options.shader_folder, arguments.reading.console);
      !there)
    return report(there.error());
  const ImageRequest& request = arguments.request;
  if (!request.out.empty()) {
    if (const auto valid = expect_valid(request); !valid) return report(valid.error());
    if (!arguments.state.empty())
      return report(
          usage_error("--state", "is written while a window is open; it cannot be combined with --out"));
  } else if (request.asks_for_time()) {
    return report(usage_error("demo", "--time, --from, --to and --fps need --out FILE"));
  }
  if (arguments.name != "crowd")
    for (const auto& [name, is_given] : {std::pair{"--poses", !arguments.poses.empty()},
                                         std::pair{"--members", arguments.options.members > 0}})
      if (is_given)
        return report(usage_error(name, "the " + arguments.name + " demo has no crowd; use the demo crowd"));
  arguments.options.poses_on_card = arguments.poses == "gpu";
  int judged = kFine;
  auto demo = make(arguments, judged);
  if (!demo) return report(demo.error());
  if (judged != kFine) return judged;
  if (const auto pressed = press_keys(*demo->application, arguments.keys); !pressed)
    return report(pressed.error());
  if (!request.asks_for_time()) arguments.request.time_s = demo->application->moment_s();
  if (!request.out.empty())
    return write_demo(*demo, arguments, request,
                      arguments.width > 0 ? arguments.width : static_cast<std::uint32_t>(demo->window.width));
  if (!has_display()) return write_gallery(*demo, arguments);
  const auto shown = show_in_window(*demo, arguments);
  if (shown) return kFine;
  const bool no_window = shown.error().status == Status::unsupported && shown.error().code != "render.shader";
  if (!no_window) return report(shown.error());
  Diagnostics why;
  why.add(Severity::note, shown.error().code, shown.error().where,
          shown.error().message + "; images are written instead");
  report(why, arguments.reading.console);
  return write_gallery(*demo, arguments);
}

}  // namespace

Command add_demo(CLI::App& app) {
  auto arguments = std::make_shared<DemoArguments>();
  const std::string names = fmt::format("{}", fmt::join(demo_names(), ", "));
  CLI::App* command = app.add_subcommand("demo", "Run a bundled demo: " + names);
  command->add_option("NAME", arguments->name, "Demo to run (default: the first)")
      ->type_name(fmt::format("{}", fmt::join(demo_names(), "|")));
  command->add_option("FILE", arguments->file, "File to use instead of the bundled one");
  command->add_option("--clip", arguments->options.clip, "Clip to start with: name, #N or N");
  command->add_flag("--faithful", arguments->options.faithful,
                    "Use the numbers, window, colours and clock of the tutorial, with its visible mistakes "
                    "(docs/demos.md)");
  command
      ->add_option("--poses", arguments->poses,
                   "Crowd: pose the members on the CPU, or on the GPU with OpenGL 4.3 (default cpu)")
      ->check(CLI::IsMember({"cpu", "gpu"}));
  command->add_option("--members", arguments->options.members,
                      "Crowd: number of members, 125 to 4,000, with --poses gpu up to 128,000 (default 500)");
  command->add_option("--keys", arguments->keys, "Keys to press at the start, such as \"1 n space\"");
  command->add_option("--state", arguments->state, "Keep a JSON file up to date with the state of the window")
      ->type_name("FILE");
  command->option_defaults()->group("Images and videos");
  command->add_option("-o,--out", arguments->request.out, "Write an image instead of opening a window")
      ->type_name("FILE");
  command
      ->add_option("--width", arguments->width,
                   "Width of the image in pixels; its height follows the window's proportions (default: the "
                   "window's width)")
      ->check(CLI::Range(16, 4096))
      ->type_name("N");
  add_time_options(*command, arguments->request);
  command->option_defaults()->group("Drawing");
  add_shader_options(*command, arguments->options.shader_folder, arguments->options.debug_shaders);
  add_pose_options(*command, arguments->options.evaluate);
  add_reading_options(*command, arguments->reading, Ticks::automatic);
  command->footer(
      "Example: skelter demo character\n"
      "         skelter demo tower --out tower.png --time 0.65\n"
      "         skelter demo blend --keys \"1 6\" --out wave.png --time 0.4\n"
      "In the window: F1 or ? lists the keys, dragging turns, the wheel zooms, Escape quits. Times are "
      "seconds since the start.\n"
      "Without a display: images in out/.");
  return {command, [arguments] { return run_demo(*arguments); }};
}

}  // namespace skelter::cli

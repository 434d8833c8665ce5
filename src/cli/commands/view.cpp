// skelter view: the desktop viewer.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/input/shader_folder.h"
#include "cli/output/distinct_files.h"
#include "cli/output/window_state.h"
#include "desktop/internal/desktop_viewer.h"
#include "desktop/internal/headless.h"
#include "desktop/internal/script.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "viewer/document/internal/file_services.h"

namespace skelter::cli {
namespace {

// Time since static initialisation, just before main().
const auto kStart = std::chrono::steady_clock::now();
double program_time_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - kStart).count();
}

constexpr int kWindowWidth = 1280, kWindowHeight = 800;
constexpr int kBenchFrames = 120;
constexpr std::size_t kModelsInMemory = 3;

struct ViewOptions {
  std::vector<std::string> files;
  std::string script;
  std::string state;
  std::string clip;
  std::string camera;
  std::string graph;
  std::string config;
  bool bench = false;
  double scale = 0;
  std::string shaders;
  bool debug_shaders = false;
  EvaluateOptions evaluate;
  ReadingOptions reading;
};

ViewerServices services(const ViewOptions& options) {
  ViewerServices services =
      file_services({options.reading, texture_options(options.reading), options.config});
  services.read = [read = services.read, folders = options.reading.textures,
                   reading = static_cast<const LoadOptions&>(options.reading),
                   keys = options.evaluate.matrix_keys](const std::string& path, const FileReading& asked,
                                                        Pack* pack) -> Result<Scene> {
    if (auto there = expect_texture_folders(folders); !there) return there.error();
    auto scene = with_memory_advice(read(path, asked, pack), reading);
    if (scene) describe_matrix_keys(*scene, keys);
    return scene;
  };
  return services;
}

ViewerOptions viewer_options(const ViewOptions& options) {
  ViewerOptions viewer;
  viewer.files = options.files;
  viewer.graph = options.graph;
  viewer.services = services(options);
  viewer.evaluate = options.evaluate;
  viewer.textures = texture_options(options.reading);
  viewer.shader_folder = options.shaders;
  viewer.debug_shaders = options.debug_shaders;
  viewer.max_upload_bytes = options.reading.limits.max_memory_bytes;
  viewer.most_models = kModelsInMemory;
  viewer.compile_in_background = options.script.empty();
  return viewer;
}

DesktopOptions desktop_options(const ViewOptions& options) {
  DesktopOptions desktop;
  desktop.since_start_s = program_time_s;
  // Scripts and measurements use the default configuration.
  const std::string folder = config_folder();
  if (options.script.empty() && !options.bench && !folder.empty())
    desktop.config_file = folder + "/skelter/viewer.json";
  return desktop;
}

// A viewer that closes after a number of frames.
class BenchedViewer : public DesktopViewer {
 public:
  using DesktopViewer::DesktopViewer;
  double rest_s() override { return 0; }
  bool wants_to_quit() const override {
    return viewer().stages().frames >= kBenchFrames || DesktopViewer::wants_to_quit();
  }
};

ApplicationWindow window_of(const ViewOptions& options) {
  ApplicationWindow window;
  window.width = kWindowWidth;
  window.height = kWindowHeight;
  window.pixels_per_point = options.scale;
  window.vertical_sync = !options.bench;
  return window;
}

Result<void> show_headless(DesktopViewer& viewer) {
  auto run = HeadlessRun::create(viewer, {kWindowWidth, kWindowHeight, 1});
  if (!run) return run.error();
  while (!viewer.wants_to_quit())
    if (auto framed = run->frame(); !framed) return framed;
  return {};
}

std::string bench_text(const StageTimes& times, bool window) {
  const double frame = times.pose + times.overlay + times.draw + times.panels;
  return fmt::format(
      "start to first frame  {:8.1f} ms   ({})\n"
      "  reading             {:8.1f} ms\n  textures            {:8.1f} ms\n  shaders             {:8.1f} ms\n"
      "  upload              {:8.1f} ms\n"
      "a frame               {:8.2f} ms   (mean of the last of {})\n"
      "  pose                {:8.2f} ms\n  overlays            {:8.2f} ms\n  drawing             {:8.2f} ms\n"
      "  panels              {:8.2f} ms\n",
      times.first_frame, window ? "in a window" : "without a display", times.read, times.textures,
      times.context, times.upload, frame, times.frames, times.pose, times.overlay, times.draw, times.panels);
}

// Reports the files on the command line that cannot be opened, as the window does. Returns false after an
// error.
bool report_not_opened(const Viewer& viewer, const ViewOptions& options) {
  std::vector<Error> errors = viewer.not_opened();
  for (const std::string& file : options.files) {  // most files have not been opened yet
    const bool is_known = std::any_of(errors.begin(), errors.end(),
                                      [&](const Error& error) { return error.where.file == file; });
    if (!is_known && !file_exists(file) && !is_folder(file))
      errors.push_back({Status::not_found, "file.not-found", "no such file", {file, 0, {}, {}}});
  }
  for (const Error& error : errors) (void)report(error);
  return errors.empty();
}

// Selects the clip and the camera given with --clip and --camera in the current file.
Result<void> choose_in_file(Viewer& viewer, const ViewOptions& options) {
  for (const auto& [word, name] :
       {std::pair("clip ", &options.clip), std::pair("camera ", &options.camera)}) {
    if (name->empty()) continue;
    if (const auto set = viewer.command(word + *name); !set) {
      if (const std::vector<Error> not_opened = viewer.not_opened(); !not_opened.empty())
        return not_opened.front();
      Error error = set.error();
      const ViewerState& state = viewer.state();
      if (error.where.file.empty() && state.active_file < state.files.size())
        error.where.file = state.files[state.active_file];
      return error;
    }
  }
  return {};
}

int run_bench(const ViewOptions& options) {
  BenchedViewer viewer(viewer_options(options), desktop_options(options));
  const bool window = has_display();
  const auto shown = window ? run_application(viewer, window_of(options)) : show_headless(viewer);
  if (!report_not_opened(viewer.viewer(), options)) return kFailed;
  if (!shown) return report(shown.error());
  return print_answer(bench_text(viewer.viewer().stages(), window));
}

Result<void> run_script_file(DesktopViewer& viewer, const ViewOptions& options) {
  const auto bytes = read_file(options.script);
  if (!bytes) return bytes.error();
  FrameSize size{kWindowWidth, kWindowHeight, options.scale > 0 ? options.scale : 1};
  return run_script(viewer, {reinterpret_cast<const char*>(bytes->data()), bytes->size()}, options.script,
                    size);
}

// Returns the last known state; without "window" if a script controlled the viewer.
Json state_json(const Viewer& viewer, const WindowShown& shown) {
  Json state = Json::parse(viewer.report());
  if (shown.windows > 0) state["window"] = to_json(shown);
  return state;
}

std::vector<NamedFile> files_of_view(const ViewOptions& options) {
  std::vector<NamedFile> files = {{"--state", options.state, true},
                                  {"--script", options.script, false},
                                  {"--graph", options.graph, false},
                                  {"--config", options.config, false}};
  for (const std::string& file : options.files) files.push_back({"FILE", file, false});
  for (const std::string& file : options.reading.with_clips) files.push_back({"--with-clips", file, false});
  return files;
}

int run_view(const ViewOptions& options) {
  if (const auto distinct = expect_distinct_files(files_of_view(options)); !distinct)
    return report(distinct.error());
  if (const auto there = expect_shader_folder(options.shaders, options.reading.console); !there)
    return report(there.error());
  if (options.bench) return run_bench(options);
  DesktopViewer application(viewer_options(options), desktop_options(options));
  Viewer& viewer = application.viewer();
  if (const auto chosen = choose_in_file(viewer, options); !chosen) return report(chosen.error());
  WindowShown last;
  const bool follows = !options.state.empty() && options.state != "-";
  const auto on_shown = [&](const WindowShown& shown) {
    last = shown;
    if (follows)
      (void)write_state(options.state, state_json(viewer, shown));  // an error is reported at the
                                                                    // end
  };
  const auto shown = options.script.empty() ? run_reported(application, window_of(options), on_shown)
                                            : run_script_file(application, options);
  if (!options.state.empty())
    if (const auto written = write_state(options.state, state_json(viewer, last)); !written)
      return report(written.error());
  if (!shown) {
    if (options.script.empty()) (void)report_not_opened(viewer, options);
    return report(shown.error());
  }
  const std::vector<Error> not_opened = viewer.not_opened();
  if (!options.script.empty() && !not_opened.empty()) {
    for (const Error& error : not_opened) (void)report(error);
    return kFailed;
  }
  if (const auto saved = application.save_config(); !saved) return report(saved.error());
  return kFine;
}

}  // namespace

Command add_view(CLI::App& app) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Open the desktop viewer");
  command->add_option("FILE", options->files, "Files, folders, and saved views (.json)");
  command->add_option("--script", options->script, "Run a script without a window")->type_name("FILE");
  command
      ->add_option("--state", options->state,
                   "Write the state as JSON at the end, or continuously with a window")
      ->type_name("FILE");
  auto* clip =
      command
          ->add_option("--clip", options->clip,
                       "Clip to play: name, #N or N (default: the first one); `skelter info FILE` lists them")
          ->type_name("NAME");
  command->add_option("--camera", options->camera, "Camera of the file: name, #N or N")->type_name("NAME");
  command
      ->add_option("--graph", options->graph,
                   "Play an animation graph: a .graph.json file, or the name of one in the pack")
      ->type_name("GRAPH")
      ->excludes(clip);
  add_config_option(*command, options->config);
  command->add_flag("--bench", options->bench, "Print the time to the first frame and the cost per stage");
  command->add_option("--scale", options->scale, "Scale of text and panels (default: that of the screen)")
      ->check(positive_number())
      ->type_name("N");
  command->option_defaults()->group("Drawing");
  add_shader_options(*command, options->shaders, options->debug_shaders);
  add_pose_options(*command, options->evaluate);
  add_reading_options(*command, options->reading, Ticks::automatic);
  command->footer(
      "Example: skelter view assets/mannequin.x --clip walk\n"
      "In the window: F1, ? or H lists the keys. Scripts and saved views: docs/viewer.md.");
  return {command, [options] { return run_view(*options); }};
}

}  // namespace skelter::cli

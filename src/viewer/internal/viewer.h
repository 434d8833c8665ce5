#pragma once
// Viewer: shows animated files in an existing OpenGL context and handles keys, mouse and commands. It opens
// no window and draws no panels: DesktopViewer (desktop/internal/desktop_viewer.h) does. Features:
// docs/viewer.md.
//
//   Viewer viewer({.files = {"walk.x"}, .services = {...}});
//   viewer.gain_context();                    // requires a current context
//   viewer.handle(KeyEvent{Key::space});      // in each frame: pass the input,
//   viewer.update(1.0 / 60);                  // advance by the elapsed time,
//   viewer.draw({800, 600, 1});               // and draw

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/render/textures.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/evaluate.h"
#include "skelter/viewer/input.h"
#include "viewer/image/internal/picking.h"
#include "viewer/state/internal/viewer_config.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

// The user's reading options for an open file. They take precedence over those of the command line.
struct FileReading {
  // For keys that look like frame numbers: true plays them at 30 per second, false as the file states.
  std::optional<bool> frame_numbers;
  std::optional<double> ticks_per_second;  // for `.x` files; overrides the rate in the file
  std::vector<std::string> with_clips;     // files that provide additional clips
  bool map_names = false;  // for with_clips: also matches joint names that differ by prefix, suffix or case
};

// How to read and write files. The application sets these functions, so that the viewer opens the same files
// as the command line.
struct ViewerServices {
  // `out_pack` receives the pack if the file is one.
  std::function<Result<Scene>(const std::string& path, const FileReading& reading, Pack* out_pack)> read;
  std::vector<std::string> read_endings;  // ".x", ...: files to read from dropped folders
  // Converts to a file in memory, with its dependencies (images).
  std::function<Result<WriteResult>(const Scene& scene, const std::string& path)> write;
  std::vector<std::string> write_endings;
};

struct ViewerOptions {
  std::vector<std::string> files;  // files, folders, saved views (.json) and animation graphs (.graph.json)
  std::string graph;               // plays on the first model: a file, or a name in its pack
  ViewerServices services;
  EvaluateOptions evaluate;  // `wrap` is set by the viewer
  TextureOptions textures;   // for every file; `folder` stays empty
  // If true, clips are compiled on another thread after the first frame, and the reference evaluator shows
  // them until they are ready. If false, each clip is compiled before it is shown.
  bool compile_in_background = false;
  // Clips with more keys are not compiled for playback; the reference evaluator shows them. This is for
  // programs that block during compilation. Tracks, graphs and the comparison with the compiled clip still
  // compile such clips.
  std::uint64_t most_keys_to_compile = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_upload_bytes = 0;  // RendererOptions::max_upload_bytes
  // Maximum number of models in memory, at least 3. The other files of the list are read when they are shown,
  // so that a folder of a thousand files opens at once. Use the default where files may disappear, as in a
  // web page.
  std::size_t most_models = std::numeric_limits<std::size_t>::max();
  std::string shader_folder;   // RendererOptions::shader_folder; changed files are reloaded
  bool debug_shaders = false;  // RendererOptions::debug_shaders
  ViewerConfig remembered;     // from the last session
};

// Time per stage, in milliseconds. Per-frame times are running means.
struct StageTimes {
  double read = 0, textures = 0, context = 0, upload = 0;  // for the last file or context
  double pose = 0, overlay = 0, draw = 0, panels = 0;      // per frame
  double first_frame = 0;  // since the program started; 0 if no frame has been drawn
  std::uint64_t frames = 0;
};

struct ViewerData;

class Viewer {
 public:
  explicit Viewer(ViewerOptions options);
  ~Viewer();

  // Call with a current OpenGL 3.3 context: creates the GPU resources, initially or after a context loss. No
  // user state is lost.
  Result<void> gain_context();
  // Call when the context is about to be lost or is lost.
  void lose_context();
  void handle(const InputEvent& event);
  // Call once per drawn frame. `step_s` is the time since the last call, by which playback advances.
  void update(double step_s);
  // Clears the bound framebuffer and draws the view into a part of it, in pixels from the upper left corner.
  // Without `picture`, the view fills the framebuffer.
  Result<void> draw(const FrameSize& size);
  Result<void> draw(const FrameSize& size, const ViewRectangle& picture);
  // Seconds for which the view stays unchanged without input. 0 if something plays, fades, or is being
  // compiled, read or written, or if an open file changed on disk. Infinity if only input changes the view.
  double rest_s() const;
  bool wants_to_quit() const;
  // True once after the user requests a new context to test context loss.
  bool wants_new_context();
  std::string title() const;  // for a window or a page

  // Errors of ViewerOptions::files that could not be opened. A folder fails only if it contains no files.
  std::vector<Error> not_opened() const;
  const ViewerState& state() const;
  // Opens the state's files and shows the state, as far as possible. Errors: those of reading.
  Result<void> restore(const ViewerState& state);
  // Output of `view --state` as JSON: the state, its clips and joints by name, diagnostics, messages, and the
  // cost per stage.
  std::string report() const;
  // Per-frame report as one line of JSON: time, camera, message and `revision`. The revision increases when
  // any other part of the report changes, except for values that follow from the time. Cheap.
  std::string report_now() const;
  const StageTimes& stages() const;
  // True while an image or video is being written, which slows down every frame.
  bool is_busy() const;
  // Runs a text command: "seek 0.5", "clip walk", "toggle skeleton", "select Hip", "screenshot a.png".
  // Errors: invalid_argument for an unknown command, with a list of the known ones; those of the action.
  Result<void> command(const std::string& line);
  ViewerConfig config() const;  // to save for the next session
  // All viewer data, for panels: viewer/internal/viewer_data.h.
  ViewerData& data();
  const ViewerData& data() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace skelter

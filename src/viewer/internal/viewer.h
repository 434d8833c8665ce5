#pragma once
// Viewer: shows animated files in an OpenGL context that somebody else made, and does what keys, the mouse
// and commands ask for. It opens no window and draws no panels: those of the desktop are in DesktopViewer
// (desktop/internal/desktop_viewer.h). What it can do: docs/viewer.md.
//
//   Viewer viewer({.files = {"walk.x"}, .services = {...}});
//   viewer.gain_context();                    // of the context that is current
//   viewer.handle(KeyEvent{Key::space});      // for each frame: what a person did,
//   viewer.update(1.0 / 60);                  // the time that went by,
//   viewer.draw({800, 600, 1});               // the picture

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
#include "viewer/internal/picking.h"
#include "viewer/internal/viewer_config.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

// What a person asked for while the file was open, on top of the options of the command line.
struct FileReading {
  // Keys that look like frame numbers: true plays them at 30 per second, false as the file says.
  std::optional<bool> frame_numbers;
  std::optional<double> ticks_per_second;  // of `.x` files; before the one that the file names
  std::vector<std::string> with_clips;     // files whose clips are added
  bool map_names = false;  // of their joints, also names that differ by prefix, suffix or case
};

// How files are read and written: the front door decides, so that the viewer opens what the command opens.
struct ViewerServices {
  // `out_pack` gets the pack, if the file is one.
  std::function<Result<Scene>(const std::string& path, const FileReading& reading, Pack* out_pack)> read;
  std::vector<std::string> read_endings;  // ".x", ...: what is taken from dropped folders
  // A file in memory, and those that belong beside it (pictures).
  std::function<Result<GltfWriteResult>(const Scene& scene, const std::string& path)> write;
  std::vector<std::string> write_endings;
};

struct ViewerOptions {
  std::vector<std::string> files;  // files, folders, saved views (.json) and animation graphs (.graph.json)
  std::string graph;               // plays beside the first figure: a file, or a name in its pack
  ViewerServices services;
  EvaluateOptions evaluate;  // `wrap` is the viewer's own business
  TextureOptions textures;   // of every file; `folder` stays empty
  // Clips are compiled on another thread once the first frame is shown; until then the reference evaluator
  // shows them. Else each is compiled before it is shown.
  bool compile_in_background = false;
  // Clips with more keys are not compiled to be shown: the reference evaluator shows them. For programs that
  // stand still while a clip is compiled. Tracks, graphs and the comparison with the compiled clip compile
  // it.
  std::uint64_t most_keys_to_compile = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_upload_bytes = 0;  // RendererOptions::max_upload_bytes
  // Models in memory, at least 3: others of the list are read when they are shown, so that a folder of a
  // thousand files opens at once. All of them where files may be gone when they are read again, as in a page.
  std::size_t most_models = std::numeric_limits<std::size_t>::max();
  std::string shader_folder;   // RendererOptions::shader_folder; files are read again when they change
  bool debug_shaders = false;  // RendererOptions::debug_shaders
  ViewerConfig remembered;     // of the last time
};

// Milliseconds. Those of frames are running means.
struct StageTimes {
  double read = 0, textures = 0, context = 0, upload = 0;  // of the last file, context
  double pose = 0, overlay = 0, draw = 0, panels = 0;      // of a frame
  double first_frame = 0;                                  // from the start of the program; 0: not yet
  std::uint64_t frames = 0;
};

struct ViewerData;

class Viewer {
 public:
  explicit Viewer(ViewerOptions options);
  ~Viewer();

  // An OpenGL 3.3 context is current: makes what lives on the graphics card, for the first time or after a
  // loss, which loses nothing that a person sees.
  Result<void> gain_context();
  // The context is about to go or is gone.
  void lose_context();
  void handle(const InputEvent& event);
  // Once per drawn frame; `step_s` is the time since the last call, which plays.
  void update(double step_s);
  // Clears the bound framebuffer and draws the picture into a part of it, in pixels from the upper left
  // corner; into all of it without `picture`.
  Result<void> draw(const FrameSize& size);
  Result<void> draw(const FrameSize& size, const ViewRectangle& picture);
  // For how many seconds the picture stays as it is without input: 0 while something plays, fades, is
  // compiled, read or written, or a file that is open has changed on disk; infinity when only an input
  // changes it.
  double rest_s() const;
  bool wants_to_quit() const;
  // Whether a person asked for a new context, to see that nothing is lost; asking forgets it.
  bool wants_new_context();
  std::string title() const;  // of a window or a page

  // Why files of ViewerOptions::files could not be opened; of a folder only that it has none.
  std::vector<Error> not_opened() const;
  const ViewerState& state() const;
  // Opens the state's files and shows what it says. Errors: those of reading; then what could be shown is.
  Result<void> restore(const ViewerState& state);
  // What `view --state` writes: the state, its clips and joints by name, diagnostics, messages, and the cost
  // per stage, as JSON.
  std::string report() const;
  // What changes from frame to frame, as one line of JSON: time, camera, message; and `revision`, which rises
  // when the report has something new besides these and what follows from the time. Cheap.
  std::string report_now() const;
  const StageTimes& stages() const;
  // Whether a picture or film is being written; it takes a part of every frame.
  bool is_busy() const;
  // Does what a button does: "seek 0.5", "clip walk", "toggle skeleton", "select Hip", "screenshot a.png".
  // Errors: invalid_argument for what it does not know, with what was expected; those of the deed.
  Result<void> command(const std::string& line);
  ViewerConfig config() const;  // what should be remembered
  // What all of it works on, for panels: viewer/internal/viewer_data.h.
  ViewerData& data();
  const ViewerData& data() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace skelter

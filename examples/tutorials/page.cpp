// The four programs in a browser, compiled as one module that a page calls. A program's main() runs with the
// same arguments as on a desktop. show() stores the program here, and the page requests each frame. The
// module has its own file system. It contains the bundled files, and other files once the page has written
// them.

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#include <string_view>

#include "../show.h"

int tower_main(int argc, char** argv);
int skin_mesh_main(int argc, char** argv);
int blend_main(int argc, char** argv);
int character_main(int argc, char** argv);

namespace {

struct Running {
  std::unique_ptr<Program> program;
  skelter::ApplicationWindow window;
  std::string title;
};
std::optional<Running> running;
std::string canvas;  // a CSS selector
EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;

int failed(const skelter::Error& error) {
  std::puts(to_string(error).c_str());
  return 1;
}

bool make_context() {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  context = emscripten_webgl_create_context(canvas.c_str(), &attributes);
  return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS;
}

}  // namespace

int show(std::unique_ptr<Program> program, const Arguments&, const skelter::ApplicationWindow& window) {
  if (context == 0 && !make_context()) return std::puts("the browser has no WebGL 2 for the canvas"), 1;
  running.emplace(Running{std::move(program), window, {}});
  const auto gained = running->program->gain_context();
  if (gained) return 0;
  running.reset();
  return failed(gained.error());
}

extern "C" {

// Stops the running program, which prints its last numbers.
EMSCRIPTEN_KEEPALIVE void tutorial_stop() {
  if (running) running->program->lose_context();
  running.reset();
  if (context > 0) emscripten_webgl_destroy_context(context);
  context = 0;
}

// Starts "tower", "skin_mesh", "blend" or "character" on the canvas that matches the CSS selector. `argument`
// is a file, or empty for the bundled one. Returns 0. On an error, prints it and returns the exit code of
// main().
EMSCRIPTEN_KEEPALIVE int tutorial_start(const char* name, const char* selector, const char* argument) {
  tutorial_stop();
  canvas = selector;
  std::string words[] = {name, argument};
  char* argv[] = {words[0].data(), words[1].data(), nullptr};
  const int argc = words[1].empty() ? 1 : 2;
  if (words[0] == "tower") return tower_main(argc, argv);
  if (words[0] == "skin_mesh") return skin_mesh_main(argc, argv);
  if (words[0] == "blend") return blend_main(argc, argv);
  if (words[0] == "character") return character_main(argc, argv);
  std::printf("no program is named \"%s\"; the programs are tower, skin_mesh, blend and character\n", name);
  return 2;
}

// Size of the running program's window. Returns 0 or "" if no program runs.
EMSCRIPTEN_KEEPALIVE int tutorial_width() {
  return running ? running->window.width : 0;
}
EMSCRIPTEN_KEEPALIVE int tutorial_height() {
  return running ? running->window.height : 0;
}
EMSCRIPTEN_KEEPALIVE const char* tutorial_title() {
  if (!running) return "";
  running->title = running->program->title();
  return running->title.c_str();
}

// `key`: a value of skelter/viewer/input.h; letters and digits are upper-case ASCII codes. `press`: 0 down, 1
// up, 2 repeat.
EMSCRIPTEN_KEEPALIVE void tutorial_key(int key, int press) {
  if (running) running->program->handle(skelter::KeyEvent{skelter::Key(key), skelter::Press(press), {}});
}

// Updates and draws. Returns 0, or 1 if the program has ended or has failed, in which case the error is
// printed.
EMSCRIPTEN_KEEPALIVE int tutorial_frame(double step_s, int width, int height, double pixels_per_point) {
  if (!running || running->program->wants_to_quit()) return tutorial_stop(), 1;
  emscripten_webgl_make_context_current(context);
  Program& program = *running->program;
  if (program.wants_new_context()) {
    program.lose_context();
    if (const auto gained = program.gain_context(); !gained) return failed(gained.error());
  }
  program.update(std::min(step_s, 0.25));
  const auto drawn =
      program.draw({std::uint32_t(std::max(width, 1)), std::uint32_t(std::max(height, 1)), pixels_per_point});
  return drawn ? 0 : failed(drawn.error());
}

}  // extern "C"

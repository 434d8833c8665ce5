#pragma once
// Scripts: a person at the viewer, as text. One line is one thing that a person does; each takes a frame of
// 1/60 s. The same script gives the same pictures on the same machine.
//
//   drop walk.x             # files or folders, one per line
//   key space               # also ctrl+o, shift+left, f1; down and up again
//   click 640 400           # left button, in pixels from the upper left corner
//   drag 600 400 700 420    # right-drag and shift-drag are the same
//   press 600 400           # the left button goes down and stays, until release
//   move 700 420
//   release 700 420
//   wheel 2                 # towards the person with -2
//   type ?                  # characters
//   wait 0.5                # seconds of the viewer's time, at most 3600
//   skip 0.5                # the same in few long frames
//   resize 1600 900         # at most 16384 each way
//   picture shot.png        # the window as it is, panels included
//   state now.json          # the state file
//   close                   # the window
// and everything that Viewer::command knows: clip walk, seek 0.5, toggle skeleton, ...

#include <optional>
#include <string>
#include <vector>

#include "desktop/internal/desktop_viewer.h"

namespace skelter {

// "ctrl+shift+left", "A", "f12". Errors: invalid_argument.
Result<KeyEvent> key_named(const std::string& text);

// A line as it was understood. Empty lines and comments have no word.
struct ScriptLine {
  std::string word, rest;       // "open  a b " is "open" and "a b"
  std::vector<double> numbers;  // of the words above that take some, within their limits
  std::optional<KeyEvent> key;  // of `key`
};
// Errors: invalid_argument, for numbers and keys that are not what a word takes. Words are not looked up
// here.
Result<ScriptLine> parse_script_line(const std::string& text);

// Runs the script without a window. Errors: what is wrong with a line, with file and line; what a deed could
// not do. A file that cannot be opened is said in the window and is no error of the script.
Result<void> run_script(DesktopViewer& viewer, const std::string& text, const std::string& file,
                        const FrameSize& size = {1280, 800, 1});

}  // namespace skelter

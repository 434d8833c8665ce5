#pragma once
// Scripts: user input for the viewer as text. Each line is one action and takes a frame of 1/60 s. The same
// script gives the same images on the same machine.
//
//   drop walk.x             # files or folders, one per line
//   key space               # also ctrl+o, shift+left, f1; press and release
//   click 640 400           # left button, in pixels from the upper left corner
//   drag 600 400 700 420    # right-drag and shift-drag are the same
//   press 600 400           # holds the left button until release
//   move 700 420
//   release 700 420
//   wheel 2                 # negative: towards the user
//   type ?                  # characters
//   wait 0.5                # seconds of viewer time, at most 3600
//   skip 0.5                # like wait, in few long frames
//   resize 1600 900         # at most 16384 per side
//   picture shot.png        # the window, including panels
//   state now.json          # the state file
//   close                   # closes the window
// Any command of Viewer::command is also allowed: clip walk, seek 0.5, toggle skeleton, ...

#include <optional>
#include <string>
#include <vector>

#include "desktop/internal/desktop_viewer.h"

namespace skelter {

// Parses a key such as "ctrl+shift+left", "A" or "f12". Errors: invalid_argument.
Result<KeyEvent> key_named(const std::string& text);

// A parsed line. `word` is empty for empty lines and comments.
struct ScriptLine {
  std::string word, rest;       // "open  a b " gives "open" and "a b"
  std::vector<double> numbers;  // for words that require numbers; checked against their limits
  std::optional<KeyEvent> key;  // for `key`
};
// Errors: invalid_argument for invalid numbers or keys. Does not check whether the word is known.
Result<ScriptLine> parse_script_line(const std::string& text);

// Runs the script without a window. Errors: a wrong line, reported with file and line number, or a failed
// action. A file that cannot be opened is reported in the window and is not a script error.
Result<void> run_script(DesktopViewer& viewer, const std::string& text, const std::string& file,
                        const FrameSize& size = {1280, 800, 1});

}  // namespace skelter

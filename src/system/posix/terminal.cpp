#include "system/internal/terminal.h"

#include <unistd.h>

#include "system/internal/process.h"

namespace skelter {

bool is_terminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) != 0;
}

bool takes_escapes(std::FILE* stream) {
  const std::string terminal = environment_variable("TERM");
  return !terminal.empty() && terminal != "dumb" && is_terminal(stream);
}

bool has_screen() {
  return !environment_variable("DISPLAY").empty() || !environment_variable("WAYLAND_DISPLAY").empty();
}

}  // namespace skelter

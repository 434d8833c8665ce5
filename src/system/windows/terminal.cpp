#include "system/internal/terminal.h"

#include <io.h>
#include <windows.h>

namespace skelter {
namespace {

HANDLE handle_of(std::FILE* stream) {
  const int file = ::_fileno(stream);
  return file < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

}  // namespace

// _isatty is also true for NUL.
bool is_terminal(std::FILE* stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

// prepare_program switches them on where the console has them.
bool takes_escapes(std::FILE* stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0 && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool has_screen() {
  return true;
}

}  // namespace skelter

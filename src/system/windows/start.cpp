#include <windows.h>

#include "system/internal/windows_start.h"
#include "system/windows/utf16.h"

namespace skelter {

std::vector<std::string> utf8_arguments(int count, wchar_t** words) {
  std::vector<std::string> arguments;
  for (int i = 0; i < count; ++i) arguments.push_back(utf8(words[i]));
  return arguments;
}

bool is_started_by_desktop() {
  DWORD processes[2];
  return ::GetConsoleProcessList(processes, 2) == 1;
}

void leave_console() {
  ::FreeConsole();
}

}  // namespace skelter

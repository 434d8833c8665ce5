// skelter on Windows: arguments are UTF-16 there, and a program may be started without a command line.

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "system/internal/filesystem.h"
#include "system/internal/windows_start.h"

// Read by the C library, which then replaces "*.x" by the files that fit: the shells of Windows leave that to
// programs.
extern "C" {
int _dowildcard = -1;
}

extern "C" int wmain(int count, wchar_t** words) {
  using namespace skelter;
  std::vector<std::string> arguments = utf8_arguments(count, words);
  // A double click on the program, or on a model that it opens, and files or folders dropped on it: the
  // window.
  if (is_started_by_desktop()) {
    const bool all_exist = [&] {
      for (std::size_t i = 1; i < arguments.size(); ++i)
        if (!is_file(arguments[i]) && !is_folder(arguments[i])) return false;
      return true;
    }();
    if (all_exist) {
      arguments.insert(arguments.begin() + 1, {"view", "--"});
      leave_console();
    }
  }
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  return cli::run_program(static_cast<int>(arguments.size()), pointers.data());
}

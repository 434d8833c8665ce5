#pragma once
// How the program was started on Windows. Implemented in system/windows/start.cpp.

#include <string>
#include <vector>

namespace skelter {

// The arguments of wmain() as UTF-8.
std::vector<std::string> utf8_arguments(int count, wchar_t** words);

// Whether Windows has opened a console for this program only, because it was not started by a typed command.
bool is_started_by_desktop();

// Closes that console.
void leave_console();

}  // namespace skelter

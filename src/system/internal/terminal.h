#pragma once
// What standard output and standard error lead to, and whether there is a screen. Implemented in system/posix
// and system/windows.

#include <cstdio>

namespace skelter {

bool is_terminal(std::FILE* stream);

// A terminal that understands escape sequences, such as those of colours.
bool takes_escapes(std::FILE* stream);

// Whether windows can be opened, as far as the environment tells.
bool has_screen();

}  // namespace skelter

#pragma once
// The entire command line: all subcommands, help, and messages about wrong usage.

#include <vector>

namespace CLI {
class App;  // keeps CLI11, which takes seconds to compile, out of main.cpp
}

namespace skelter::cli {

struct Command;  // cli/commands/commands.h

// Adds every subcommand. The commands refer to `app`.
std::vector<Command> add_commands(CLI::App& app);

// Parses and runs. Returns the exit code.
int run_command_line(int argc, char** argv);

}  // namespace skelter::cli

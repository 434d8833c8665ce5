#pragma once
// The entire command line: all subcommands, help, and messages about wrong usage.

#include <vector>

namespace CLI {
class App;  // keeps CLI11, which takes seconds to compile, out of main.cpp
}

namespace skelter::cli {

struct Command;  // cli/commands/commands.h

// Adds all subcommands. The returned commands refer to `app`.
std::vector<Command> add_commands(CLI::App& app);

// Parses the command line and runs the command. Returns the exit code.
int run_command_line(int argc, char** argv);

// What main() does: the same, with a message when memory runs out.
int run_program(int argc, char** argv);

}  // namespace skelter::cli

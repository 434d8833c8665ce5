// skelter: one command over the library. Contract: docs/cli.md.

#include <exception>
#include <string>

#include "cli/command_line.h"
#include "cli/output/console.h"

int main(int argc, char** argv) {
  try {
    return skelter::cli::run_command_line(argc, argv);
  } catch (const std::exception& error) {  // the library does not throw; what is left is memory
    skelter::cli::print_message(std::string("skelter: ") + error.what());
    return skelter::cli::kFailed;
  }
}

// skelter: one command for the entire library. Documented in docs/cli.md.

#include <exception>
#include <string>

#include "cli/command_line.h"
#include "cli/output/console.h"
#include "system/internal/process.h"

int main(int argc, char** argv) {
  skelter::prepare_program();
  try {
    return skelter::cli::run_command_line(argc, argv);
  } catch (const std::exception& error) {  // the library does not throw, so memory is exhausted
    skelter::cli::print_message(std::string("skelter: ") + error.what());
    return skelter::cli::kFailed;
  }
}

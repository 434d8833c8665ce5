// skelter: one command for the entire library. Contract: docs/cli.md.

#include "cli/command_line.h"

int main(int argc, char** argv) {
  return skelter::cli::run_program(argc, argv);
}

#pragma once
// The subcommands. Each add_ function declares one subcommand on the command line and returns the function
// that runs it.

#include <CLI/CLI.hpp>
#include <functional>

namespace skelter::cli {

struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;  // returns the exit code
};

Command add_info(CLI::App& app);
Command add_check(CLI::App& app);
Command add_eval(CLI::App& app);
Command add_render(CLI::App& app);
Command add_convert(CLI::App& app);
Command add_demo(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_compile(CLI::App& app);
Command add_view(CLI::App& app);
Command add_batch(CLI::App& app);
Command add_matrix(CLI::App& app);
Command add_shaders(CLI::App& app);
Command add_graph(CLI::App& app);
Command add_completion(CLI::App& app);

}  // namespace skelter::cli

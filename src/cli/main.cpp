// skelter: one command over the library. Contract: docs/cli.md.

#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/output/console.h"
#include "skelter/version.h"
#include "system/internal/process.h"

namespace skelter::cli {
namespace {

std::string unknown_subcommand(const CLI::App& app) {
  std::string expected;
  for (const CLI::App* sub : app.get_subcommands({}))
    expected += (expected.empty() ? "" : ", ") + sub->get_name();
  return "no subcommand \"" + app.remaining().front() + "\"; expected " + expected;
}

// CLI11's own messages, in one line, with the way to help.
int report_usage(const CLI::App& app, const CLI::ParseError& error) {
  std::string command = "skelter";
  for (const CLI::App* sub = &app; !sub->get_subcommands().empty();) {
    sub = sub->get_subcommands().front();
    command += " " + sub->get_name();
  }
  std::string message = error.what();
  if (app.get_subcommands().empty() && !app.remaining().empty()) message = unknown_subcommand(app);
  print_message(command + ": " + message + "; see " + command + " --help");
  return kBadUsage;
}

int run(int argc, char** argv) {
  CLI::App app{"Skeletal animation: inspects, evaluates, draws and converts animated characters.", "skelter"};
  app.set_version_flag("--version", std::string("skelter ").append(kVersion));
  app.require_subcommand(1);
  app.footer("Example: skelter info walk.x\nMore: skelter SUBCOMMAND --help");
  const std::vector<Command> commands = {
      add_info(app),    add_check(app),   add_eval(app), add_render(app), add_convert(app),
      add_compile(app), add_batch(app),   add_demo(app), add_view(app),   add_bench(app),
      add_matrix(app),  add_shaders(app), add_graph(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app.exit(help, text, text);
    return print_answer(text.str());
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error);
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run();
  return kBadUsage;
}

}  // namespace
}  // namespace skelter::cli

int main(int argc, char** argv) {
  skelter::prepare_program();
  try {
    return skelter::cli::run(argc, argv);
  } catch (const std::exception& error) {  // the library does not throw; what is left is memory
    skelter::cli::print_message(std::string("skelter: ") + error.what());
    return skelter::cli::kFailed;
  }
}

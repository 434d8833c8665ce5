#include "cli/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <memory>
#include <sstream>
#include <string>

#include "cli/commands/commands.h"
#include "cli/output/console.h"
#include "core/internal/close_name.h"
#include "skelter/version.h"
#include "system/internal/process.h"

namespace skelter::cli {
namespace {

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = close_name(word, candidates);
  return nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest);
}

std::string unknown_subcommand(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = names_of_subcommands(app);
  return fmt::format("no subcommand \"{}\"{}; expected {}", word, did_you_mean(word, names),
                     fmt::join(names, ", "));
}

bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])));
}

// Describes words that the command does not accept: the first unknown option or, without one, all remaining
// words. "" if there are none.
std::string unexpected_words(const CLI::App& app, const std::vector<std::string>& words) {
  const auto option = std::find_if(words.begin(), words.end(), looks_like_option);
  if (option != words.end()) {
    const std::string name = option->substr(0, option->find('='));
    std::vector<std::string> known;
    for (const CLI::Option* one : app.get_options())
      for (const std::string& written : one->get_lnames()) known.push_back("--" + written);
    return fmt::format("unknown option {}{}", name, did_you_mean(name, known));
  }
  std::string list;
  std::size_t count = 0;
  for (const std::string& word : words) {
    if (word == "--") continue;
    list += fmt::format(" \"{}\"", word);
    ++count;
  }
  return count == 0 ? "" : (count == 1 ? "unexpected argument" : "unexpected arguments") + list;
}

// Prints the error on one line, with a reference to the help.
int report_usage(const CLI::App& app, const CLI::ParseError& error) {
  std::string command = "skelter";
  const CLI::App* innermost = &app;
  while (!innermost->get_subcommands().empty()) {
    innermost = innermost->get_subcommands().front();
    command += " " + innermost->get_name();
  }
  std::string message = error.what();
  // An unknown option often stands in for a required argument, so it is reported first.
  const std::vector<std::string> words = app.remaining(true);  // in command-line order
  const std::string unexpected = unexpected_words(*innermost, words);
  const bool is_option = unexpected.compare(0, 14, "unknown option") == 0;
  if (!names_of_subcommands(*innermost).empty() && !words.empty() && !looks_like_option(words[0]))
    message = unknown_subcommand(*innermost, words[0]);
  else if (is_option ||
           (!unexpected.empty() && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)))
    message = unexpected;
  print_message(command + ": " + message + "; see " + command + " --help");
  return kBadUsage;
}

// skelter help [COMMAND [SUBCOMMAND]]
Command add_help(CLI::App& app) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("help", "Show the help of a command");
  command->add_option("COMMAND", *names, "Command, such as convert or graph run (default: all of them)")
      ->expected(0, 2);
  command->footer("Example: skelter help convert");
  return {
      command, [&app, names] {
        const CLI::App* chosen = &app;
        std::string before;
        for (const std::string& name : *names) {
          const auto subs =
              chosen->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
          if (subs.empty()) {
            const std::string message = chosen->get_subcommands({}).empty()
                                            ? fmt::format("{} has no subcommands", chosen->get_name())
                                            : unknown_subcommand(*chosen, name);
            return report(usage_error("skelter help", message));
          }
          before += (before.empty() ? "" : " ") + chosen->get_name();
          chosen = subs.front();
        }
        const std::string prefix = before.empty() ? chosen->get_name() : before + " " + chosen->get_name();
        return print_answer(chosen->get_formatter()->make_help(chosen, prefix, CLI::AppFormatMode::Normal));
      }};
}

}  // namespace

std::vector<Command> add_commands(CLI::App& app) {
  app.set_version_flag("-V,--version", std::string("skelter ").append(kVersion));
  app.require_subcommand(1);
  app.footer("Example: skelter info walk.x\nMore: skelter help SUBCOMMAND");
  return {add_info(app),    add_check(app),   add_eval(app),  add_render(app),     add_convert(app),
          add_compile(app), add_batch(app),   add_demo(app),  add_view(app),       add_bench(app),
          add_matrix(app),  add_shaders(app), add_graph(app), add_completion(app), add_help(app)};
}

int run_command_line(int argc, char** argv) {
  CLI::App app{"Inspect, evaluate, draw and convert animated characters.", "skelter"};
  const std::vector<Command> commands = add_commands(app);
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

int run_program(int argc, char** argv) {
  prepare_program();
  try {
    return run_command_line(argc, argv);
  } catch (const std::exception& error) {  // the library does not throw, so this is out of memory
    print_message(std::string("skelter: ") + error.what());
    return kFailed;
  }
}

}  // namespace skelter::cli

// skelter completion: prints the script that completes commands, options and values in a shell. The script is
// generated from the options themselves.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/output/console.h"

namespace skelter::cli {
namespace {

struct Completion {
  std::string text;   // such as "--clip" or "render"
  std::string about;  // its line in the help
};

// Possible values of an option or a positional, derived from its type in the help: "loop|once",
// "TEXT:{cpu,gpu}", "DIR|none".
struct Values {
  std::vector<std::string> words;
  bool files = false;
  bool folders = false;
};

bool is_word(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

bool contains_any(const std::string& text, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return text.find(part) != std::string::npos; });
}

Values values_of(const CLI::Option& option) {
  std::string type = option.get_type_name();
  if (option.get_positional()) type = option.get_name() + "|" + type;
  Values values;
  values.folders = contains_any(type, {"DIR", "FOLDER"});
  values.files = !values.folders &&
                 contains_any(type, {"FILE", "GRAPH", "IMAGE", "SCRIPT", "CLIPS", "IN|", "OUT|", "OUT."});
  const std::size_t list = type.find('{');
  const char separator = list == std::string::npos ? '|' : ',';
  std::string word;
  for (std::size_t i = list == std::string::npos ? 0 : list + 1; i <= type.size(); ++i) {
    if (i < type.size() && type[i] != separator && type[i] != '}') {
      word += type[i];
      continue;
    }
    if (is_word(word)) values.words.push_back(word);
    word.clear();
  }
  return values;
}

std::vector<std::string> written_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<Completion> subcommands_of(const CLI::App& app) {
  std::vector<Completion> subcommands;
  for (const CLI::App* sub : app.get_subcommands({}))
    subcommands.push_back({sub->get_name(), sub->get_description()});
  return subcommands;
}

std::string joined(const std::vector<Completion>& completions) {
  std::string words;
  for (const Completion& one : completions) words += (words.empty() ? "" : " ") + one.text;
  return words;
}

// --- bash ---

struct BashCases {
  std::string commands;  // such as "render" after "", "run" after "graph"
  std::string words;     // by command: subcommands, options, values of positionals
  std::string values;    // by command and option
  std::string files;     // commands that accept files or folders
};

void add_bash_cases(const CLI::App& app, const CLI::App& root, const std::string& path, BashCases& cases) {
  std::string words = joined(subcommands_of(app));
  if (path == "help") words = joined(subcommands_of(root));
  bool files = false;
  for (const CLI::Option* option : app.get_options()) {
    const Values values = values_of(*option);
    if (option->get_positional()) {
      files = files || values.files || values.folders;
      for (const std::string& word : values.words) words += " " + word;
      continue;
    }
    std::string patterns;
    for (const std::string& name : written_names(*option)) {
      words += " " + name;
      patterns += fmt::format("{}\"{} {}\"", patterns.empty() ? "" : " | ", path, name);
    }
    if (option->get_expected_max() == 0) continue;  // a flag
    const char* paths = values.folders ? "folders" : (values.files ? "files" : "none");
    cases.values +=
        fmt::format("    {}) words=\"{}\" paths={} ;;\n", patterns, fmt::join(values.words, " "), paths);
  }
  cases.words += fmt::format("    \"{}\") words=\"{}\" paths={} ;;\n", path, words, files ? "files" : "none");
  for (const CLI::App* sub : app.get_subcommands({})) {
    const std::string inner = path.empty() ? sub->get_name() : path + " " + sub->get_name();
    cases.commands += fmt::format("      \"{} {}\") command=\"{}\" ;;\n", path, sub->get_name(), inner);
    add_bash_cases(*sub, root, inner, cases);
  }
}

std::string bash_completion(const CLI::App& root) {
  BashCases cases;
  add_bash_cases(root, root, "", cases);
  return fmt::format(R"(# Completions of skelter for bash, made by: skelter completion bash
_skelter() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command="" words="" paths=none i
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$before" = "=" ]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${{COMP_WORDS[i]}}" in
{})"
                     R"(    esac
  done
  case "$command $before" in
{})"
                     R"(    *)
      case "$command" in
{})"
                     R"(      esac
      ;;
  esac
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "${{words// /$'\n'}}" -- "$current"))
  if [ "$paths" = files ] && [ "${{current:0:1}}" != - ]; then
    compopt -o filenames
    COMPREPLY+=($(compgen -f -- "$current"))
  elif [ "$paths" = folders ]; then
    compopt -o filenames
    COMPREPLY+=($(compgen -d -- "$current"))
  fi
}}
complete -F _skelter skelter
)",
                     cases.commands, cases.values, cases.words);
}

// --- zsh ---

// Escapes text for a specification of _arguments, which is in single quotes.
std::string zsh_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'')
      escaped += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      escaped += std::string("\\") + c;
    else
      escaped += c;
  }
  return escaped;
}

std::string zsh_action(const Values& values) {
  if (values.folders && values.words.empty()) return "_files -/";
  if (!values.words.empty() && (values.files || values.folders))
    return fmt::format("_alternative \"words\\:word\\:({})\" \"files\\:file\\:_files{}\"",
                       fmt::join(values.words, " "), values.folders ? " -/" : "");
  if (!values.words.empty()) return fmt::format("({})", fmt::join(values.words, " "));
  return values.files ? "_files" : " ";
}

std::string zsh_option(const CLI::Option& option) {
  const bool flag = option.get_expected_max() == 0;
  std::string lines;
  for (const std::string& name : written_names(option)) {
    lines += fmt::format("    '*{}[{}]", name, zsh_text(option.get_description()));
    if (!flag) lines += ":value:" + zsh_action(values_of(option));
    lines += "' \\\n";
  }
  return lines;
}

void add_zsh_functions(const CLI::App& app, const CLI::App& root, const std::string& function,
                       std::string& text) {
  std::string options;
  std::string positionals;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      const bool many = option->get_expected_max() > 1;
      positionals += fmt::format("    '{}:{}:{}' \\\n", many ? "*" : "", zsh_text(option->get_name()),
                                 function == "_skelter_help" ? "(" + joined(subcommands_of(root)) + ")"
                                                             : zsh_action(values_of(*option)));
    } else {
      options += zsh_option(*option);
    }
  }
  const std::vector<const CLI::App*> subs = app.get_subcommands({});
  text += fmt::format("{}() {{\n", function);
  if (subs.empty()) {
    text += fmt::format("  _arguments \\\n{}{}    && return\n}}\n", options, positionals);
    return;
  }
  text += fmt::format(
      "  local state line\n  _arguments -C \\\n{}    '1: :->command' '*:: :->rest' && return\n", options);
  text += "  case $state in\n    command)\n      local -a commands=(\n";
  for (const Completion& sub : subcommands_of(app))
    text += fmt::format("        '{}:{}'\n", sub.text, zsh_text(sub.about));
  text += "      )\n      _describe command commands\n      ;;\n    rest)\n      case $line[1] in\n";
  for (const CLI::App* sub : subs)
    text += fmt::format("        {0}) {1}_{0} ;;\n", sub->get_name(), function);
  text += "      esac\n      ;;\n  esac\n}\n";
  for (const CLI::App* sub : subs) add_zsh_functions(*sub, root, function + "_" + sub->get_name(), text);
}

std::string zsh_completion(const CLI::App& root) {
  std::string functions;
  add_zsh_functions(root, root, "_skelter", functions);
  return "#compdef skelter\n# Completions of skelter for zsh, made by: skelter completion zsh\n" + functions +
         "if [ \"$funcstack[1]\" = _skelter ]; then\n  _skelter \"$@\"\nelse\n  compdef _skelter "
         "skelter\nfi\n";
}

}  // namespace

Command add_completion(CLI::App& app) {
  auto bash = std::make_shared<bool>(true);
  CLI::App* command =
      app.add_subcommand("completion", "Print the completions of commands and options for a shell");
  add_choice<bool>(*command, "SHELL", *bash, {{"bash", true}, {"zsh", false}}, "Shell that reads them")
      ->required();
  command->footer("Example: skelter completion bash > ~/.local/share/bash-completion/completions/skelter");
  return {command, [&app, bash] { return print_answer(*bash ? bash_completion(app) : zsh_completion(app)); }};
}

}  // namespace skelter::cli

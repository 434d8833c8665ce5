// The scripts of `skelter completion` contain every command, option and value of the help, and bash and zsh
// complete with them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/command_line.h"
#include "cli/command_runner.h"
#include "cli/commands/commands.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The lines of a script from one that contains `begin` to the next that contains `end`.
std::string part_of(const std::string& script, const std::string& begin, const std::string& end) {
  const std::size_t first = script.find(begin);
  return first == std::string::npos ? "" : script.substr(first, script.find(end, first) - first);
}

bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const auto is_end = [](char c) {
      return c == ' ' || c == '"' || c == '[' || c == '\'' || c == ':' || c == '*';
    };
    if (at > 0 && is_end(text[at - 1]) && at + word.size() < text.size() && is_end(text[at + word.size()]))
      return true;
  }
  return false;
}

struct Scripts {
  std::string bash, zsh;
  int compared = 0;
};

// `path` is "" or "graph run". The zsh function is called _skelter or _skelter_graph_run.
void expect_complete(const CLI::App& app, const std::string& path, const std::string& function,
                     Scripts& scripts) {
  const std::string bash = part_of(scripts.bash, "\"" + path + "\") words=", ";;");
  const std::string zsh = part_of(scripts.zsh, "\n" + function + "() {\n", "\n}\n");
  ASSERT_FALSE(bash.empty()) << path;
  ASSERT_FALSE(zsh.empty()) << path;
  for (const CLI::Option* option : app.get_options()) {
    std::vector<std::string> names;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : names) {
      EXPECT_TRUE(has_word(bash, name)) << path << " " << name;
      EXPECT_TRUE(has_word(zsh, name)) << path << " " << name;
      ++scripts.compared;
    }
  }
  for (const CLI::App* sub : app.get_subcommands({})) {
    EXPECT_TRUE(has_word(bash, sub->get_name())) << sub->get_name();
    EXPECT_TRUE(has_word(zsh, sub->get_name())) << sub->get_name();
    ++scripts.compared;
    expect_complete(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(),
                    function + "_" + sub->get_name(), scripts);
  }
}

TEST(Completion, has_every_command_and_option) {
  const CommandFolder folder;
  Scripts scripts{folder.run({"completion", "bash"}).out, folder.run({"completion", "zsh"}).out};
  CLI::App app{"", "skelter"};
  const auto commands = cli::add_commands(app);
  expect_complete(app, "", "_skelter", scripts);
  EXPECT_GT(scripts.compared, 200);
}

// Types the line into an interactive bash that has a `skelter` which prints its arguments. @ stands for the
// Tab key.
std::string typed_into_bash(const CommandFolder& folder, std::string line) {
  for (std::size_t at = line.find('@'); at != std::string::npos; at = line.find('@')) line[at] = '\t';
  folder.write("script.bash", folder.run({"completion", "bash"}).out);
  folder.write("rc",
               "PS1='$ '\nbind 'set enable-bracketed-paste off' 'set show-all-if-ambiguous on' 2>/dev/null\n"
               "bind 'set page-completions off'\nbind 'set completion-query-items 0'\nsource ./script.bash\n"
               "skelter() { echo \"ran:$(printf ' <%s>' \"$@\")\"; }\n");
  return folder.shell("TERM=dumb script -qec 'bash --noprofile --rcfile rc -i' /dev/null", line + "\nexit\n")
      .out;
}

TEST(Completion, bash_completes_a_command_an_option_a_value_and_a_file) {
  const CommandFolder folder;
  if (folder.shell("command -v script").code != 0) GTEST_SKIP() << "no program script";
  folder.write("bend.x", kBendFile);
  EXPECT_THAT(typed_into_bash(folder, "skelter ren@"), HasSubstr("ran: <render>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter render --turn@"), HasSubstr("ran: <render> <--turntable>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter graph sh@"), HasSubstr("ran: <graph> <show>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter render --wrap ping@"),
              HasSubstr("ran: <render> <--wrap> <pingpong>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter render --wrap=ping@"),
              HasSubstr("ran: <render> <--wrap=pingpong>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter demo cro@"), HasSubstr("ran: <demo> <crowd>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter help sha@"), HasSubstr("ran: <help> <shaders>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter info be@"), HasSubstr("ran: <info> <bend.x>"));
  EXPECT_THAT(typed_into_bash(folder, "skelter render --out be@"),
              HasSubstr("ran: <render> <--out> <bend.x>"));
}

TEST(Completion, bash_lists_the_options_of_a_command) {
  const CommandFolder folder;
  if (folder.shell("command -v script").code != 0) GTEST_SKIP() << "no program script";
  const std::string listed = typed_into_bash(folder, "skelter render --@");
  for (const char* option : {"--out", "--turntable", "--wireframe", "--up", "--help"})
    EXPECT_THAT(listed, HasSubstr(option));
  EXPECT_THAT(listed, Not(HasSubstr("--jsonl")));
}

TEST(Completion, zsh_completes_a_command_an_option_and_a_value) {
  const CommandFolder folder;
  if (folder.shell("command -v zsh").code != 0) GTEST_SKIP() << "no zsh";
  folder.write("_skelter", folder.run({"completion", "zsh"}).out);
  // zpty is zsh's own terminal. A widget prints the line after the completion.
  folder.write("type.zsh", R"(zmodload zsh/zpty
zpty -b box zsh -f -i
zpty -w box 'fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; skelter() { print "ran: $*" }; PS1=""'
zpty -w -n box $'skelter '$1$'\t\n'
zpty -w box 'print fin''ished'
zpty -r box text '*finished*'
print -r -- $text
)");
  const auto typed = [&](const std::string& line) {
    return folder.shell("timeout 300 zsh -f type.zsh '" + line + "'").out;
  };
  EXPECT_THAT(typed("ren"), HasSubstr("ran: render"));
  EXPECT_THAT(typed("render --turn"), HasSubstr("ran: render --turntable"));
  EXPECT_THAT(typed("graph sh"), HasSubstr("ran: graph show"));
  EXPECT_THAT(typed("render --wrap ping"), HasSubstr("ran: render --wrap pingpong"));
}

}  // namespace
}  // namespace skelter::test

// Tests every option of every command, with the options read from the commands themselves. No option may
// consume the files after it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "cli/command_line.h"
#include "cli/command_runner.h"
#include "cli/commands/commands.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Collects commands without subcommands, by their names: {"info"}, {"graph", "run"}.
void collect_commands(const CLI::App& app, const std::vector<std::string>& path,
                      std::vector<std::vector<std::string>>& out) {
  for (const CLI::App* sub : app.get_subcommands({})) {
    std::vector<std::string> names = path;
    names.push_back(sub->get_name());
    if (sub->get_subcommands({}).empty())
      out.push_back(std::move(names));
    else
      collect_commands(*sub, names, out);
  }
}

std::vector<std::vector<std::string>> all_commands() {
  CLI::App app{"", "skelter"};
  const auto commands = cli::add_commands(app);  // the options write to these objects
  std::vector<std::vector<std::string>> names;
  collect_commands(app, {}, names);
  return names;
}

const CLI::App& find_command(const CLI::App& app, const std::vector<std::string>& names) {
  const CLI::App* command = &app;
  for (const std::string& name : names) command = command->get_subcommand(name);
  return *command;
}

// The values of a command's options by name, or none after a usage error.
using Given = std::map<std::string, std::vector<std::string>>;
Given given_by(const std::vector<std::string>& command, std::vector<std::string> line) {
  CLI::App app{"", "skelter"};
  const auto commands = cli::add_commands(app);  // the options write to these objects
  line.insert(line.begin(), command.begin(), command.end());
  std::reverse(line.begin(), line.end());  // the order that CLI11 expects
  try {
    app.parse(line);
  } catch (const CLI::ParseError&) {
    return {};
  }
  Given given;
  for (const CLI::Option* option : find_command(app, command).get_options())
    given[option->get_name()] = option->results();
  return given;
}

struct Facts {
  std::string name;  // "--with-clips"
  std::string key;   // key in Given
  bool is_flag = false;
  std::vector<std::string> choices;  // values to try, likeliest first
  std::vector<std::string> needs;    // options that must also be given
};

std::vector<std::string> values_to_try(const CLI::Option& option) {
  std::vector<std::string> values;
  const std::string type = option.get_type_name();
  for (std::size_t begin = 0; begin < type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    values.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  for (const char* more : {"1", "loop-seam", "loop-seam=1", "glb", "cpu", "a=b", "0,0,0", "64x64", "100"})
    values.emplace_back(more);
  return values;
}

struct Shape {
  std::vector<Facts> options;
  std::vector<std::string> files;       // one per positional that accepts one, two for a list
  std::vector<std::string> positional;  // keys in Given
  std::vector<std::string> required;    // options that must be given
};

Shape shape_of(const std::vector<std::string>& command) {
  CLI::App app{"", "skelter"};
  const auto commands = cli::add_commands(app);  // the options write to these objects
  Shape shape;
  for (const CLI::Option* option : find_command(app, command).get_options()) {
    if (option->get_positional()) {
      shape.positional.push_back(option->get_name());
      for (int i = 0; i < std::min(option->get_expected_max(), 2); ++i)
        shape.files.push_back("file" + std::to_string(shape.files.size()) + ".x");
      continue;
    }
    const std::string name = option->get_lnames().empty() ? "" : "--" + option->get_lnames().front();
    if (name.empty() || name == "--help" || name == "--version") continue;
    shape.options.push_back({name, option->get_name(), option->get_expected_max() == 0, {}, {}});
    for (const CLI::Option* other : option->get_needs())
      shape.options.back().needs.push_back(other->get_name());
    if (!shape.options.back().is_flag) shape.options.back().choices = values_to_try(*option);
    if (option->get_required()) shape.required.push_back(name);
  }
  return shape;
}

// Values for all required options, so that adding any single option gives a valid line.
std::vector<std::string> required_arguments(const Shape& shape, const Facts& option) {
  std::vector<std::string> line;
  for (const std::string& name : option.needs) line.insert(line.end(), {name, "needed"});
  for (const std::string& name : shape.required)
    if (name != option.name) line.insert(line.end(), {name, name == "--to" ? "glb" : "out.png"});
  return line;
}

std::vector<std::string> files_of(const Shape& shape, Given& given) {
  std::vector<std::string> files;
  for (const std::string& key : shape.positional)
    files.insert(files.end(), given[key].begin(), given[key].end());
  return files;
}

// "Print" is imperative. "Prints" is not, and "The" is not a verb.
bool is_imperative(const std::string& text) {
  const std::string verb = text.substr(0, text.find(' '));
  return !verb.empty() && verb.back() != 's' && verb != "The" && verb != "A" && verb != "How" &&
         verb != "What";
}

TEST(Options, help_is_imperative_and_starts_with_a_capital_letter) {
  std::size_t texts = 0;
  for (const std::vector<std::string>& command : all_commands()) {
    CLI::App app{"", "skelter"};
    const auto commands = cli::add_commands(app);
    const CLI::App& sub = find_command(app, command);
    EXPECT_TRUE(is_imperative(sub.get_description())) << sub.get_name() << ": " << sub.get_description();
    for (const CLI::Option* option : sub.get_options()) {
      const std::string text = option->get_description();
      ASSERT_FALSE(text.empty()) << sub.get_name() << " " << option->get_name();
      const bool file_kind = text[0] == '.';
      EXPECT_TRUE(file_kind || std::isupper(static_cast<unsigned char>(text[0])) != 0)
          << sub.get_name() << " " << option->get_name() << ": " << text;
      EXPECT_TRUE(text.rfind("The ", 0) != 0 && text.rfind("A ", 0) != 0 && text.rfind("What ", 0) != 0 &&
                  text.rfind("How ", 0) != 0 && text.rfind("Who ", 0) != 0)
          << sub.get_name() << " " << option->get_name() << ": " << text;
      ++texts;
    }
  }
  EXPECT_GT(texts, 150u);
}

TEST(Options, no_option_consumes_the_files_after_it) {
  std::size_t tried = 0;
  for (const std::vector<std::string>& command : all_commands()) {
    const Shape shape = shape_of(command);
    for (const Facts& option : shape.options) {
      SCOPED_TRACE(command.back() + " " + option.name);
      ++tried;
      const std::vector<std::string> values = option.is_flag ? std::vector<std::string>{""} : option.choices;
      bool accepted = false;
      for (const std::string& value : values) {
        std::vector<std::string> line = required_arguments(shape, option);
        line.push_back(option.name);
        if (!option.is_flag) line.push_back(value);
        // Checks that the value is valid at all. In this form, the option cannot consume a file.
        std::vector<std::string> with_equals = required_arguments(shape, option);
        with_equals.insert(with_equals.end(), shape.files.begin(), shape.files.end());
        with_equals.push_back(option.is_flag ? option.name : option.name + "=" + value);
        if (given_by(command, with_equals).empty()) continue;
        accepted = true;
        line.insert(line.end(), shape.files.begin(), shape.files.end());
        Given given = given_by(command, line);
        EXPECT_EQ(files_of(shape, given), shape.files);
        EXPECT_EQ(given[option.key].size(), 1u);
        break;
      }
      EXPECT_TRUE(accepted) << "no value for this option: add one to values_to_try";
    }
  }
  EXPECT_GT(tried, 200u);  // ensures that enough options were tested
}

TEST(Options, repeated_ones_before_files_keep_all_values_and_files) {
  for (const std::vector<std::string>& command : all_commands()) {
    const Shape shape = shape_of(command);
    for (const Facts& option : shape.options) {
      if (option.is_flag) continue;
      SCOPED_TRACE(command.back() + " " + option.name);
      for (const std::string& value : option.choices) {
        std::vector<std::string> line = required_arguments(shape, option);
        line.insert(line.end(), {option.name, value, option.name, value});
        line.insert(line.end(), shape.files.begin(), shape.files.end());
        Given given = given_by(command, line);
        if (given.empty()) continue;  // the value is invalid, or the option cannot be repeated
        EXPECT_EQ(files_of(shape, given), shape.files);
        EXPECT_THAT(given[option.key], ElementsAre(value, value));
        break;
      }
    }
  }
}

TEST(Options, files_after_repeatable_options_are_read) {
  const CommandFolder folder;
  for (const char* name : {"a.x", "b.x", "c.x"}) folder.write(name, kBendFile);
  const Ran checked = folder.run({"check", "--with-clips", "a.x", "b.x", "c.x", "--rules", "none"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("b.x: ok"));
  EXPECT_THAT(checked.out, HasSubstr("c.x: ok"));
  EXPECT_THAT(checked.out, Not(HasSubstr("a.x: ok")));
  EXPECT_EQ(folder.run({"convert", "--textures", ".", "a.x", "t.x"}).code, 0);
  EXPECT_EQ(folder.run({"convert", "--merge", "b.x", "a.x", "m.x"}).code, 0);
  EXPECT_EQ(folder.run({"convert", "--split", "arm=Upper", "a.x", "s.x"}).code, 0);
  EXPECT_TRUE(folder.has("t.x") && folder.has("m.x") && folder.has("s.x"));
}

}  // namespace
}  // namespace skelter::test

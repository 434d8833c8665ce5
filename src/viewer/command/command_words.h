#pragma once
// Parsing helpers shared by the command files.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

// A command; `rest` is the text after its name.
using Command = std::function<Result<void>(ViewerData& data, const std::string& rest)>;
using CommandTable = std::map<std::string, Command>;

Error unknown_word(const std::string& what, const std::string& expected);
Result<double> number_of(const std::string& text);
// Parses `least` to `most` numbers separated by spaces. `expected` describes them in the error.
Result<std::vector<double>> numbers_of(const std::string& text, std::size_t least, std::size_t most,
                                       const std::string& expected);
Result<bool> on_or_off(const std::string& word);
// Parses "on" or "off"; an empty word toggles the value.
Result<void> switch_over(bool& value, const std::string& word);
// "a b c" splits into "a" and "b c".
struct FirstWord {
  std::string word, rest;
};
FirstWord first_word_of(const std::string& text);
// Returns "; did you mean ...?", or "" if no node of the shown file has a similar name.
std::string close_frame(const ViewerData& data, const std::string& name);
// Finds a node of the shown file by name or "#N". Errors: invalid_argument.
Result<std::uint32_t> node_of(const ViewerData& data, const std::string& name);
// Finds an open file by its number, path, or name without folders. Errors: invalid_argument.
Result<std::uint32_t> file_of(const ViewerData& data, const std::string& name);
// A command without arguments.
Command alone_command(const std::function<void(ViewerData&)>& act);

// Each function adds the commands of one section of docs/viewer.md.
void add_camera_commands(CommandTable& table);
void add_look_commands(CommandTable& table);  // light, visibility, panels
void add_time_commands(CommandTable& table);
void add_file_commands(CommandTable& table);  // files, exports, checks

}  // namespace skelter

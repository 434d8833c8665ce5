#pragma once
// The words of commands: what the files that hold commands share.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

// What a command does with the words after its name.
using Command = std::function<Result<void>(ViewerData& data, const std::string& rest)>;
using CommandTable = std::map<std::string, Command>;

Error unknown_word(const std::string& what, const std::string& expected);
Result<double> number_of(const std::string& text);
// Numbers separated by spaces, `least` to `most` of them. `expected` says what they are.
Result<std::vector<double>> numbers_of(const std::string& text, std::size_t least, std::size_t most,
                                       const std::string& expected);
Result<bool> on_or_off(const std::string& word);
// "" switches it over.
Result<void> switch_over(bool& value, const std::string& word);
// "a b c" is "a" and "b c".
struct FirstWord {
  std::string word, rest;
};
FirstWord first_word_of(const std::string& text);
// "; did you mean ...?", or "" where no frame of the shown file has a close name.
std::string close_frame(const ViewerData& data, const std::string& name);
// A frame of the shown file by its name, or "#N". Errors: invalid_argument.
Result<std::uint32_t> node_of(const ViewerData& data, const std::string& name);
// An open file by its name without folders, its path, or its number. Errors: invalid_argument.
Result<std::uint32_t> file_of(const ViewerData& data, const std::string& name);
// A command without words.
Command alone_command(const std::function<void(ViewerData&)>& act);

// Each adds its part of the commands of docs/viewer.md.
void add_camera_commands(CommandTable& table);
void add_look_commands(CommandTable& table);  // light, what is hidden, panels
void add_time_commands(CommandTable& table);
void add_file_commands(CommandTable& table);  // files, exports, checks

}  // namespace skelter

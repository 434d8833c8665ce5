#include "viewer/command/command_words.h"

#include <algorithm>
#include <cmath>

#include "core/internal/close_name.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "system/internal/text.h"

namespace skelter {

Error unknown_word(const std::string& what, const std::string& expected) {
  return {
      Status::invalid_argument, "viewer.command", "\"" + what + "\" is not known; expected " + expected, {}};
}

Result<double> number_of(const std::string& text) {
  const auto value = parse_number(text);
  if (!value) return unknown_word(text, "a number");
  return *value;
}

Result<std::vector<double>> numbers_of(const std::string& text, std::size_t least, std::size_t most,
                                       const std::string& expected) {
  std::vector<double> numbers;
  constexpr const char* kSpaces = " \t\n\v\f\r";
  for (std::size_t begin = 0, end = 0; (begin = text.find_first_not_of(kSpaces, end)) != std::string::npos;) {
    end = std::min(text.find_first_of(kSpaces, begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const auto value = parse_number(word);
    if (!value || !std::isfinite(*value)) return unknown_word(word, expected);
    numbers.push_back(*value);
  }
  if (numbers.size() < least || numbers.size() > most) return unknown_word(text, expected);
  return numbers;
}

Result<bool> on_or_off(const std::string& word) {
  if (word != "on" && word != "off") return unknown_word(word, "on or off");
  return word == "on";
}

Result<void> switch_over(bool& value, const std::string& word) {
  if (word.empty()) {
    value = !value;
    return {};
  }
  const Result<bool> on = on_or_off(word);
  if (!on) return on.error();
  value = *on;
  return {};
}

FirstWord first_word_of(const std::string& text) {
  const std::size_t space = text.find(' ');
  if (space == std::string::npos) return {text, {}};
  const std::size_t begin = text.find_first_not_of(' ', space);
  return {text.substr(0, space), begin == std::string::npos ? std::string() : text.substr(begin)};
}

namespace {

// Parses "#12". Returns none for other text or a number that is too large.
std::optional<std::uint32_t> numbered(const std::string& text, std::size_t count) {
  const auto value = text.size() > 1 && text[0] == '#' ? parse_number(text.substr(1)) : std::nullopt;
  if (!value || *value != std::floor(*value) || *value < 0 || *value >= static_cast<double>(count))
    return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

}  // namespace

std::string close_frame(const ViewerData& data, const std::string& name) {
  std::vector<std::string> names;
  if (const Document* document = data.document())
    for (const Node& node : document->scene.nodes) names.push_back(node.name);
  const std::string close = close_name(name, names);
  return close.empty() ? close : "; did you mean \"" + close + "\"?";
}

Result<std::uint32_t> node_of(const ViewerData& data, const std::string& name) {
  if (const Document* document = data.document()) {
    if (const std::uint32_t node = find_node(document->scene, name); node != kNone) return node;
    if (const auto node = numbered(name, document->scene.nodes.size())) return *node;
  }
  return unknown_word(name, "the name of a frame, or # and its number" + close_frame(data, name));
}

Result<std::uint32_t> file_of(const ViewerData& data, const std::string& name) {
  const std::vector<std::string>& files = data.state.files;
  for (std::uint32_t i = 0; i < files.size(); ++i)
    if (files[i] == name || file_name(files[i]) == name) return i;
  const std::string number = name.empty() || name[0] == '#' ? name : "#" + name;
  if (const auto file = numbered(number, files.size())) return *file;
  return unknown_word(name, "the name of an open file, or its number from 0");
}

Command alone_command(const std::function<void(ViewerData&)>& act) {
  return [act](ViewerData& data, const std::string& rest) -> Result<void> {
    if (!rest.empty()) return unknown_word(rest, "nothing more");
    act(data);
    return {};
  };
}

}  // namespace skelter

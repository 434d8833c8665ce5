#include "system/internal/text_pattern.h"

#include <regex>
#include <utility>

namespace skelter {

struct TextPattern::State {
  std::regex compiled;
};

TextPattern::TextPattern(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;
TextPattern::~TextPattern() = default;

std::optional<TextPattern> TextPattern::parse(const std::string& text) {
  try {
    return TextPattern(std::make_unique<State>(State{std::regex(text, std::regex::extended)}));
  } catch (const std::regex_error&) {
    return std::nullopt;
  }
}

bool TextPattern::is_found_in(const std::string& text) const {
  return std::regex_search(text, state_->compiled);
}

}  // namespace skelter

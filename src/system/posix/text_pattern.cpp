#include "system/internal/text_pattern.h"

#include <regex.h>  // <regex> takes seconds to compile

#include <utility>

namespace skelter {

struct TextPattern::State {
  regex_t compiled{};
  bool is_compiled = false;
  ~State() {
    if (is_compiled) regfree(&compiled);
  }
};

TextPattern::TextPattern(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;
TextPattern::~TextPattern() = default;

std::optional<TextPattern> TextPattern::parse(const std::string& text) {
  auto state = std::make_unique<State>();
  state->is_compiled = regcomp(&state->compiled, text.c_str(), REG_EXTENDED | REG_NOSUB) == 0;
  if (!state->is_compiled) return std::nullopt;
  return TextPattern(std::move(state));
}

bool TextPattern::is_found_in(const std::string& text) const {
  return regexec(&state_->compiled, text.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace skelter

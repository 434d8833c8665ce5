#pragma once
// Regular expressions. Implemented in system/posix and system/windows.

#include <memory>
#include <optional>
#include <string>

namespace skelter {

// An extended regular expression of POSIX.
class TextPattern {
 public:
  // Returns nothing if the text is not valid.
  static std::optional<TextPattern> parse(const std::string& text);
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;
  ~TextPattern();

  bool is_found_in(const std::string& text) const;

 private:
  struct State;
  explicit TextPattern(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter

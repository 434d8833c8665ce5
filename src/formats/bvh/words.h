#pragma once
// Splits a BVH file into words with line numbers.

#include <cstdint>
#include <string>
#include <string_view>

namespace skelter::bvh {

struct Word {
  std::string_view text;   // "" at the end of the file
  std::uint32_t line = 0;  // 1-based; at the end of the file, the line of the last character
  bool at_end() const { return text.empty(); }
};

// Words are separated by blanks, tabs, and line ends of any kind ("\n", "\r\n", "\r").
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // Braces are separate words.
  Word next();
  // Same as next(), but colons separate words and braces do not: "Frames:12" gives "Frames" and "12".
  Word next_of_motion();
  // Rest of this line up to a brace, trimmed.
  Word rest_of_line();
  // Number of unread bytes.
  std::size_t left() const { return text_.size() - at_; }

 private:
  template <class IsBlank>
  void skip(IsBlank is_blank);

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

// Compares texts, ignoring the case of A to Z. `upper` must be in capitals.
bool is_word(std::string_view text, std::string_view upper);

enum class NumberForm : std::uint8_t {
  finite,      // finite as a double and as a float
  not_finite,  // nan, inf, 1.#QNAN, 1e99
  none,
};
NumberForm parse_value(std::string_view text, double& value);

// Returns a message such as "\"1,5\"; expected a number", with a hint if a comma is used as the decimal
// point.
std::string not_a_number(std::string_view text);

}  // namespace skelter::bvh

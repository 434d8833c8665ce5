#pragma once
// A BVH file as words with their lines.

#include <cstdint>
#include <string>
#include <string_view>

namespace skelter::bvh {

struct Word {
  std::string_view text;   // "" at the end of the file
  std::uint32_t line = 0;  // 1-based; at the end that of the last character
  bool at_end() const { return text.empty(); }
};

// Blanks, tabs, and line ends of any kind ("\n", "\r\n", "\r") separate words.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // Braces are words of their own.
  Word next();
  // As next, but colons are blanks and braces are letters: "Frames:12" is "Frames" and "12".
  Word next_of_motion();
  // What is left of this line up to a brace, without blanks at both ends.
  Word rest_of_line();
  // Bytes that are not read yet.
  std::size_t left() const { return text_.size() - at_; }

 private:
  template <class IsBlank>
  void skip(IsBlank is_blank);

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

// Equal but for the case of A to Z. `upper` is in capitals.
bool is_word(std::string_view text, std::string_view upper);

enum class NumberForm : std::uint8_t {
  finite,      // and as a float, too
  not_finite,  // nan, inf, 1.#QNAN, 1e99
  none,
};
NumberForm parse_value(std::string_view text, double& value);

// "\"1,5\"; expected a number", with what helps where a comma stands for the point.
std::string not_a_number(std::string_view text);

}  // namespace skelter::bvh

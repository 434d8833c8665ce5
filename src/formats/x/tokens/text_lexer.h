#pragma once
// Reads text files as tokens, and runs of numbers directly into words.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/x/bytes/characters.h"
#include "formats/x/bytes/number.h"
#include "formats/x/tokens/token.h"
#include "formats/x/tree/x_template.h"

namespace skelter::x {

// Skips white space and the separators after a scalar without checking for the end (see number.h). Returns
// null if something unusual follows.
inline const char* after_value_guarded(const char* at) {
  if (*at == ';') {
    do ++at;
    while (*at == ';');
    if (*at == ',') ++at;
  } else if (*at == ',') {
    ++at;
  } else {
    return nullptr;
  }
  while (is_space(*at)) ++at;
  return has_class(*at, kSeparator | kComment) ? nullptr : at;
}

class TextLexer {
 public:
  static constexpr bool kText = true;
  static constexpr std::uint64_t kMinScalarBytes = 1;     // minimum file bytes per scalar
  static constexpr std::uint64_t kUsualBytesPerWord = 2;  // at least a digit and its separator

  // `text` is the whole file and must outlive the lexer. The tokens begin at `body`.
  TextLexer(std::string_view text, std::size_t body);

  Token next();
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  void rewind(std::size_t offset) { at_ = begin_ + offset; }
  std::uint64_t bytes_left() const { return static_cast<std::uint64_t>(end_ - at_); }
  // Does nothing: text has no list to skip after an error.
  void drop_list() {}

  // Reads `count` scalars with separators, one word each (DOUBLE and ULONGLONG two). Returns false on error;
  // see problem().
  bool read(XScalar scalar, bool tick, std::uint64_t count, std::uint32_t* words);
  // Reads one DWORD. Inline because each key contains two of them.
  bool read_dword(bool tick, std::uint32_t* word) {
    const char* at = at_;
    if (at < guard_ && parse_dword_guarded(at, *word)) {
      if (const char* const behind = after_value_guarded(at)) {
        at_ = behind;
        return true;
      }
    }
    return read(XScalar::dword, tick, 1, word);
  }
  bool read_string(std::string_view& content);

  const Error& problem() const { return problem_; }
  Repairs& repairs() { return repairs_; }
  SeparatorTrouble& separators() { return separators_; }

  // Returns a 1-based line number. CR, LF and CR LF end lines. Cheap if called with increasing offsets.
  std::uint32_t line_at(std::size_t offset);

 private:
  bool skip_space();  // also skips comments; false at a single `/`, see problem()
  bool begin_value();
  bool after_value();
  template <XScalar scalar, bool (*parse_guarded)(const char*&, std::uint32_t&)>
  bool read_run(std::uint64_t count, bool tick, std::uint32_t* words);
  bool read_value(XScalar scalar, bool tick, std::uint32_t* words);
  bool quoted(std::string_view& content);
  std::string_view take_word();
  bool fail(std::size_t offset, std::string_view code, std::string message);
  std::size_t here(const char* at) const { return static_cast<std::size_t>(at - begin_); }

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* guard_;  // a `}` with at least 16 bytes after it, or the start of the text (see number.h)
  Error problem_;
  Repairs repairs_;
  SeparatorTrouble separators_;
  std::size_t line_offset_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace skelter::x

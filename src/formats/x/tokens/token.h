#pragma once
// The token stream that text and binary files share, and the trouble a lexer may have.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "skelter/core/error.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    word,  // names and keywords; in text files numbers too
    string,
    number,  // binary files: one value of a list or a single integer
    guid,
    open,
    close,
    open_bracket,
    close_bracket,
    comma,
    semicolon,
    other,    // parentheses and `>`, which mean nothing in our grammar
    problem,  // the lexer's problem() says what
  };
  Kind kind = Kind::end;
  std::string_view text;    // word, string: the content; else what is in the file, where it is text
  std::size_t offset = 0;   // of the first byte
  XGuid guid;               // of kind guid
  bool guid_valid = false;  // false: the text between the brackets is no GUID
  std::uint64_t value = 0;  // of kind number, when it is an integer
};

// Where an error is until the parser makes a line of it.
inline SourceSpot at_byte(std::size_t offset) {
  return {{}, 0, offset, {}};
}

// Values that were not taken as they are, since the last call.
struct Repairs {
  std::uint32_t special_numbers = 0;  // "1.#QNAN" and the like, taken as 0
  std::uint32_t cut_values = 0;       // bits lost in a WORD, SWORD, CHAR or UCHAR
  std::uint32_t rounded_ticks = 0;    // key times with a fraction
  std::uint32_t broken_strings = 0;   // line end inside a string
};

// Where separators are not as D3DX requires.
struct SeparatorTrouble {
  std::uint64_t count = 0;
  std::size_t first_offset = 0;
  void add(std::size_t offset) {
    if (count++ == 0) first_offset = offset;
  }
};

}  // namespace skelter::x

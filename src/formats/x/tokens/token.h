#pragma once
// The token stream that text and binary files share, and the errors of a lexer.

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
    word,  // names and keywords; in text files also numbers
    string,
    number,  // binary files: one value of a list or a single integer
    guid,
    open,
    close,
    open_bracket,
    close_bracket,
    comma,
    semicolon,
    other,    // parentheses and `>`, which have no meaning in our grammar
    problem,  // see the lexer's problem()
  };
  Kind kind = Kind::end;
  std::string_view text;    // content of a word or string; for other kinds, the text in the file, if any
  std::size_t offset = 0;   // offset of the first byte
  XGuid guid;               // for kind guid
  bool guid_valid = false;  // false: the text between the brackets is not a GUID
  std::uint64_t value = 0;  // for kind number, if it is an integer
};

// Location of an error, before the parser converts it to a line.
inline SourceSpot at_byte(std::size_t offset) {
  return {{}, 0, offset, {}};
}

// Values that were changed since the last reset.
struct Repairs {
  std::uint32_t special_numbers = 0;  // values such as "1.#QNAN", read as 0
  std::uint32_t cut_values = 0;       // truncated to a WORD, SWORD, CHAR or UCHAR
  std::uint32_t rounded_ticks = 0;    // key times with a fraction
  std::uint32_t broken_strings = 0;   // line end inside a string
};

// Separators that differ from what D3DX requires.
struct SeparatorTrouble {
  std::uint64_t count = 0;
  std::size_t first_offset = 0;
  void add(std::size_t offset) {
    if (count++ == 0) first_offset = offset;
  }
};

}  // namespace skelter::x

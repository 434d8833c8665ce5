#include "formats/x/tokens/text_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "formats/x/bytes/characters.h"
#include "formats/x/bytes/guid.h"
#include "formats/x/bytes/number.h"
#include "formats/x/bytes/value.h"

namespace skelter::x {
namespace {

// Quotes a word for a message. Long words are truncated.
std::string quote(std::string_view word) {
  return fmt::format("`{}{}`", word.substr(0, 40), word.size() > 40 ? "..." : "");
}

using Bytes16 = std::uint8_t __attribute__((vector_size(16)));

Bytes16 load_16(const char* at) {
  Bytes16 bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

// Counts line ends (LF, and CR without LF after it) in the blocks of 16 bytes from `at`. A block counts only
// if at least one more byte before `end` follows it. Moves `at` past the blocks. Uses explicit vectors
// because browser builds disable automatic vectorisation.
std::uint32_t lines_in_blocks(const char*& at, const char* end) {
  std::uint32_t lines = 0;
  while (end - at > 16) {
    Bytes16 sums{};  // sums of at most 255 blocks fit in bytes
    for (int block = 0; block < 255 && end - at > 16; ++block, at += 16) {
      const Bytes16 here = load_16(at), next = load_16(at + 1);
      sums -= (Bytes16)((here == '\n') | ((here == '\r') & (next != '\n')));
    }
    for (int lane = 0; lane < 16; ++lane) lines += sums[lane];
  }
  return lines;
}

}  // namespace

TextLexer::TextLexer(std::string_view text, std::size_t body)
    : begin_(text.data()), at_(text.data() + body), end_(text.data() + text.size()), guard_(at_) {
  if (end_ - at_ <= 16) return;
  for (const char* p = end_ - 16; p != at_; --p) {
    if (*p != '}') continue;
    guard_ = p;
    break;
  }
}

bool TextLexer::fail(std::size_t offset, std::string_view code, std::string message) {
  problem_ = {Status::bad_data, code, std::move(message), at_byte(offset)};
  return false;
}

bool TextLexer::skip_space() {
  while (at_ != end_) {
    if (is_space(*at_)) {
      ++at_;
    } else if (*at_ == '#' || (*at_ == '/' && end_ - at_ > 1 && at_[1] == '/')) {
      while (at_ != end_ && *at_ != '\n' && *at_ != '\r') ++at_;
    } else if (*at_ == '/') {
      return fail(offset(), "x.single-slash",
                  "a single `/`; expected a name, a value, or `//` before a comment");
    } else {
      break;
    }
  }
  return true;
}

std::string_view TextLexer::take_word() {
  const char* const first = at_;
  while (at_ != end_ && !ends_word(*at_)) ++at_;
  return {first, static_cast<std::size_t>(at_ - first)};
}

// Reads a string. `at_` is at the opening quote.
bool TextLexer::quoted(std::string_view& content) {
  const char* const first = at_ + 1;
  const void* const found = std::memchr(first, '"', static_cast<std::size_t>(end_ - first));
  if (found == nullptr)
    return fail(offset(), "x.end-of-file", "the file ends inside a string; expected `\"`");
  const char* const last = static_cast<const char*>(found);
  content = {first, static_cast<std::size_t>(last - first)};
  if (content.find_first_of("\r\n") != std::string_view::npos) ++repairs_.broken_strings;
  at_ = last + 1;
  return true;
}

Token TextLexer::next() {
  Token token;
  if (!skip_space()) {
    token.kind = Token::Kind::problem;
    token.offset = *problem_.where.byte;
    return token;
  }
  token.offset = offset();
  if (at_ == end_) return token;
  token.text = {at_, 1};
  switch (*at_) {
    case '{':
      token.kind = Token::Kind::open;
      break;
    case '}':
      token.kind = Token::Kind::close;
      break;
    case '[':
      token.kind = Token::Kind::open_bracket;
      break;
    case ']':
      token.kind = Token::Kind::close_bracket;
      break;
    case ',':
      token.kind = Token::Kind::comma;
      break;
    case ';':
      token.kind = Token::Kind::semicolon;
      break;
    case '(':
    case ')':
    case '>':
      token.kind = Token::Kind::other;
      break;
    case '<': {
      const void* const found = std::memchr(at_, '>', static_cast<std::size_t>(end_ - at_));
      if (found == nullptr) {
        fail(offset(), "x.end-of-file", "the file ends inside a GUID; expected `>`");
        token.kind = Token::Kind::problem;
        return token;
      }
      const char* const last = static_cast<const char*>(found);
      token.kind = Token::Kind::guid;
      token.text = {at_ + 1, static_cast<std::size_t>(last - at_ - 1)};
      if (const auto guid = parse_guid(token.text)) {
        token.guid = *guid;
        token.guid_valid = true;
      }
      at_ = last + 1;
      return token;
    }
    case '"':
      token.kind = quoted(token.text) ? Token::Kind::string : Token::Kind::problem;
      return token;
    default:
      token.kind = Token::Kind::word;
      token.text = take_word();
      return token;
  }
  ++at_;
  return token;
}

// Skips the separators after a scalar: one or more `;`, or one `,`, or several `;` and then one `,`.
bool TextLexer::after_value() {
  bool any = false;
  bool comma = false;
  while (!comma) {
    if (!skip_space()) return false;
    if (at_ == end_ || !has_class(*at_, kSeparator)) break;
    any = true;
    comma = *at_ == ',';
    ++at_;
  }
  if (!any) separators_.add(offset());
  return true;
}

// Moves to the first byte of a value.
bool TextLexer::begin_value() {
  while (true) {
    if (!skip_space()) return false;
    if (at_ == end_) return fail(offset(), "x.end-of-file", "the file ends inside the data of an object");
    if (!has_class(*at_, kSeparator)) break;
    separators_.add(offset());
    ++at_;
  }
  if (*at_ == '}') return fail(offset(), "x.too-few-values", "`}` where a value is expected");
  return true;
}

// Reads values of one type, each on the fast path if possible. `parse_guarded` is the fast path of that type.
template <XScalar scalar, bool (*parse_guarded)(const char*&, std::uint32_t&)>
bool TextLexer::read_run(std::uint64_t count, bool tick, std::uint32_t* words) {
  const char* at = at_;
  for (std::uint32_t* const end = words + count; words != end; ++words) {
    if (at < guard_ && parse_guarded(at, *words)) {
      if (const char* behind = after_value_guarded(at)) {
        at = behind;
        continue;
      }
      at_ = at;
      if (!after_value()) return false;
    } else {
      at_ = at;
      if (!read_value(scalar, tick, words)) return false;
    }
    at = at_;
  }
  at_ = at;
  return true;
}

bool TextLexer::read(XScalar scalar, bool tick, std::uint64_t count, std::uint32_t* words) {
  if (scalar == XScalar::float32) return read_run<XScalar::float32, parse_float_guarded>(count, tick, words);
  if (scalar == XScalar::dword) return read_run<XScalar::dword, parse_dword_guarded>(count, tick, words);
  const unsigned step = words_per_scalar(scalar);
  for (; count != 0; --count, words += step)
    if (!read_value(scalar, tick, words)) return false;
  return true;
}

// Reads any number at any position. This is the slow path.
bool TextLexer::read_value(XScalar scalar, bool tick, std::uint32_t* words) {
  if (!begin_value()) return false;
  const std::size_t start = offset();
  const std::string_view word = take_word();
  WordForm form;
  if (scalar == XScalar::float32) {
    float value;
    form = parse_float_word(word, value);
    std::memcpy(words, &value, 4);
  } else if (scalar == XScalar::float64) {
    double value;
    form = parse_double_word(word, value);
    std::memcpy(words, &value, 8);
  } else {
    bool negative;
    std::uint64_t magnitude;
    form = parse_integer_word(word, negative, magnitude);
    if (form == WordForm::fraction && tick) {
      ++repairs_.rounded_ticks;
      form = WordForm::number;
    }
    if (form == WordForm::fraction)
      return fail(start, "x.not-an-integer", quote(word) + " where an integer is expected");
    if (form == WordForm::too_large || !store_integer(scalar, negative, magnitude, words, repairs_))
      return fail(start, "x.integer-too-large",
                  quote(word) + " does not fit; expected at most " +
                      (scalar == XScalar::ulonglong ? "18446744073709551615" : "4294967295"));
  }
  if (form == WordForm::none)  // the word is empty before punctuation such as `{`
    return fail(start, "x.not-a-number",
                quote(word.empty() ? std::string_view(at_, 1) : word) + " where a number is expected");
  if (form == WordForm::special) ++repairs_.special_numbers;
  return after_value();
}

bool TextLexer::read_string(std::string_view& content) {
  if (!begin_value()) return false;
  if (*at_ != '"')
    return fail(offset(), "x.not-a-string", quote(take_word()) + " where a string in quotes is expected");
  return quoted(content) && after_value();
}

std::uint32_t TextLexer::line_at(std::size_t offset) {
  if (offset < line_offset_) {
    line_offset_ = 0;
    line_ = 1;
  }
  const char* const end = begin_ + offset;
  const char* at = begin_ + line_offset_;
  line_ += lines_in_blocks(at, end);
  for (; at != end; ++at) line_ += *at == '\n' || (*at == '\r' && (at + 1 == end_ || at[1] != '\n'));
  line_offset_ = offset;
  return line_;
}

}  // namespace skelter::x

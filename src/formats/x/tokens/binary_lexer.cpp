#include "formats/x/tokens/binary_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "formats/x/bytes/value.h"
#include "formats/x/tokens/binary_token.h"

namespace skelter::x {
namespace {

constexpr std::string_view kTypeNames[] = {"WORD",    "DWORD",   "FLOAT",  "DOUBLE", "CHAR",
                                           "UCHAR",   "SWORD",   "SDWORD", "VOID",   "STRING",
                                           "UNICODE", "CSTRING", "array"};

}  // namespace

bool BinaryLexer::fail(std::size_t offset, std::string_view code, std::string message) {
  problem_ = {Status::bad_data, code, std::move(message), at_byte(offset)};
  return false;
}

// Checks that at least `bytes` more bytes are available.
bool BinaryLexer::need(std::size_t token, std::uint64_t bytes, const char* what) {
  if (bytes <= bytes_left()) return true;
  return fail(token, "x.end-of-file",
              fmt::format("{} of {} bytes; {} are left in the file", what, bytes, bytes_left()));
}

bool BinaryLexer::peek(std::uint16_t& token) const {
  if (bytes_left() < 2) return false;
  token = load_le<std::uint16_t>(bytes_, at_);
  return true;
}

// Reads a length and that many characters. Some writers count a terminating NUL.
bool BinaryLexer::counted_text(std::size_t token, const char* what, std::string_view& text) {
  if (!need(token, 4, what)) return false;
  const std::uint32_t length = load_le<std::uint32_t>(bytes_, at_);
  at_ += 4;
  if (!need(token, length, what)) return false;
  text = {reinterpret_cast<const char*>(bytes_.data()) + at_, length};
  text = text.substr(0, text.find('\0'));
  at_ += length;
  return true;
}

bool BinaryLexer::begin_list(std::size_t token, ListKind kind) {
  if (!need(token, 4, "list")) return false;
  const std::uint32_t count = load_le<std::uint32_t>(bytes_, at_);
  at_ += 4;
  list_kind_ = kind;
  single_ = false;
  if (!need(token, std::uint64_t{count} * list_width(), "list")) return false;
  list_left_ = count;
  return true;
}

void BinaryLexer::drop_list() {
  at_ += list_left_ * list_width();
  list_left_ = 0;
}

bool BinaryLexer::guid(Token& token) {
  if (!need(token.offset, 16, "GUID")) return false;
  token.kind = Token::Kind::guid;
  token.guid_valid = true;
  token.guid.a = load_le<std::uint32_t>(bytes_, at_);
  token.guid.b = load_le<std::uint16_t>(bytes_, at_ + 4);
  token.guid.c = load_le<std::uint16_t>(bytes_, at_ + 6);
  std::memcpy(token.guid.d.data(), bytes_.data() + at_ + 8, 8);
  at_ += 16;
  return true;
}

Token BinaryLexer::next() {
  Token token;
  std::uint16_t value = 0;
  while (list_left_ == 0 && peek(value) &&
         (value == binary_token::integer_list || value == binary_token::float_list)) {
    const std::size_t start = at_;
    at_ += 2;
    if (begin_list(start, value == binary_token::integer_list ? ListKind::integer : list_float_)) continue;
    token.kind = Token::Kind::problem;
    token.offset = start;
    return token;
  }
  token.offset = at_;
  if (list_left_ != 0) {
    token.kind = Token::Kind::number;
    if (list_kind_ == ListKind::integer) token.value = load_le<std::uint32_t>(bytes_, at_);
    at_ += list_width();
    --list_left_;
    return token;
  }
  if (!peek(value)) return token;  // end of file; one stray byte is ignored
  at_ += 2;
  bool good = true;
  switch (value) {
    case binary_token::name:
      token.kind = Token::Kind::word;
      good = counted_text(token.offset, "name", token.text);
      break;
    case binary_token::string:
      token.kind = Token::Kind::string;
      good = counted_text(token.offset, "string", token.text);
      break;
    case binary_token::integer:
      token.kind = Token::Kind::number;
      good = need(token.offset, 4, "integer");
      if (!good) break;
      token.value = load_le<std::uint32_t>(bytes_, at_);
      at_ += 4;
      break;
    case binary_token::guid:
      good = guid(token);
      break;
    case binary_token::open_brace:
      token.kind = Token::Kind::open;
      break;
    case binary_token::close_brace:
      token.kind = Token::Kind::close;
      break;
    case binary_token::open_bracket:
      token.kind = Token::Kind::open_bracket;
      break;
    case binary_token::close_bracket:
      token.kind = Token::Kind::close_bracket;
      break;
    case binary_token::comma:
      token.kind = Token::Kind::comma;
      break;
    case binary_token::semicolon:
      token.kind = Token::Kind::semicolon;
      break;
    case binary_token::less:
      good = peek(value) && value == binary_token::guid;
      if (good) {
        at_ += 2;
        good = guid(token) && peek(value) && value == binary_token::greater;
      }
      if (good)
        at_ += 2;
      else
        fail(token.offset, "x.unexpected-token", "`<` without a GUID and `>` after it");
      break;
    case binary_token::open_parenthesis:
    case binary_token::close_parenthesis:
    case binary_token::greater:
      token.kind = Token::Kind::other;
      break;
    case binary_token::dot:
      token.kind = Token::Kind::word;
      token.text = ".";
      break;
    case binary_token::declare:
      token.kind = Token::Kind::word;
      token.text = "template";
      break;
    default:
      if (value >= binary_token::first_type && value <= binary_token::array) {
        token.kind = Token::Kind::word;
        token.text = kTypeNames[value - binary_token::first_type];
      } else {
        good = fail(token.offset, "x.bad-token",
                    fmt::format("token {}; expected 1 to 7, 10 to 20, 31, or 40 to 52", value));
      }
  }
  if (!good) token.kind = Token::Kind::problem;
  return token;
}

// Skips the separators after a single value, by the same rule as in text files. Values in lists have no
// separators after them.
void BinaryLexer::after_value() {
  bool any = false;
  std::uint16_t token;
  while (peek(token) && (token == binary_token::semicolon || token == binary_token::comma)) {
    at_ += 2;
    any = true;
    if (token == binary_token::comma) break;
  }
  if (!any) separators_.add(at_);
}

// Finds the token that begins a value and skips separators before it.
bool BinaryLexer::begin_value(std::size_t& start, std::uint16_t& token) {
  while (true) {
    start = at_;
    if (!peek(token)) return fail(start, "x.end-of-file", "the file ends inside the data of an object");
    at_ += 2;
    if (token == binary_token::close_brace)
      return fail(start, "x.too-few-values", "`}` where a value is expected");
    if (token != binary_token::comma && token != binary_token::semicolon) return true;
    separators_.add(start);
  }
}

bool BinaryLexer::begin_number() {
  std::size_t start;
  std::uint16_t token;
  while (begin_value(start, token)) {
    if (token == binary_token::integer) {
      if (!need(start, 4, "integer")) return false;
      list_kind_ = ListKind::integer;
      list_left_ = 1;
      single_ = true;
      return true;
    }
    if (token != binary_token::integer_list && token != binary_token::float_list)
      return fail(start, "x.not-a-number", fmt::format("token {} where a number is expected", token));
    if (!begin_list(start, token == binary_token::integer_list ? ListKind::integer : list_float_))
      return false;
    if (list_left_ != 0) return true;
  }
  return false;
}

bool BinaryLexer::read(XScalar scalar, bool, std::uint64_t count, std::uint32_t* words) {
  const unsigned step = words_per_scalar(scalar);
  while (count != 0) {
    if (list_left_ == 0 && !begin_number()) return false;
    const auto now = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, list_left_));
    const bool as_it_stands =
        (list_kind_ == ListKind::float32 && scalar == XScalar::float32) ||
        (list_kind_ == ListKind::integer && (scalar == XScalar::dword || scalar == XScalar::sdword));
    if (as_it_stands) {
      std::memcpy(words, bytes_.data() + at_, std::size_t{4} * now);
      at_ += std::size_t{4} * now;
      list_left_ -= now;
    } else {
      for (std::uint32_t i = 0; i < now; ++i)
        if (!convert_one(scalar, words + std::size_t{i} * step)) return false;
    }
    if (single_) {
      single_ = false;
      after_value();
    }
    words += std::size_t{now} * step;
    count -= now;
  }
  return true;
}

// Reads one value from a list with a different type than the member.
bool BinaryLexer::convert_one(XScalar scalar, std::uint32_t* words) {
  const std::size_t start = at_;
  double real = 0;
  std::int32_t integer = 0;
  if (list_kind_ == ListKind::integer)
    integer = load_le<std::int32_t>(bytes_, at_);
  else
    real = list_kind_ == ListKind::float32 ? static_cast<double>(load_le<float>(bytes_, at_))
                                           : load_le<double>(bytes_, at_);
  at_ += list_width();
  --list_left_;

  if (!is_integer(scalar)) {
    if (list_kind_ == ListKind::integer) real = integer;
    const auto narrow = static_cast<float>(real);
    if (scalar == XScalar::float64)
      std::memcpy(words, &real, 8);
    else
      std::memcpy(words, &narrow, 4);
    return true;
  }
  bool negative = false;
  std::uint64_t magnitude = static_cast<std::uint32_t>(integer);
  if (list_kind_ != ListKind::integer) {
    if (!(std::fabs(real) < 18446744073709551616.0) || std::floor(real) != real)
      return fail(start, "x.not-an-integer", fmt::format("{} where an integer is expected", real));
    negative = real < 0;
    magnitude = static_cast<std::uint64_t>(std::fabs(real));
  }
  if (!store_integer(scalar, negative, magnitude, words, repairs_))
    return fail(start, "x.integer-too-large",
                fmt::format("{} does not fit; expected at most 4294967295", real));
  return true;
}

bool BinaryLexer::read_string(std::string_view& content) {
  if (list_left_ != 0) return fail(at_, "x.not-a-string", "a number where a string is expected");
  std::size_t start;
  std::uint16_t token;
  if (!begin_value(start, token)) return false;
  if (token != binary_token::string)
    return fail(start, "x.not-a-string", fmt::format("token {} where a string is expected", token));
  if (!counted_text(start, "string", content)) return false;
  after_value();
  return true;
}

}  // namespace skelter::x

// Reads the text container: names followed by colons, values separated by commas, and children in braces.

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "formats/fbx/internal/same_bits.h"
#include "formats/fbx/records/record_builder.h"

namespace skelter::fbx {
namespace {

constexpr double kLargestTextNumber = 1e30;

bool is_digit_char(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit_char(c) || c == '_' || c == '-' ||
         c == '(' || c == ')';
}
// Whether a character may be part of a word that stands for a number or a letter: "T", "nan", "-1.#IND",
// "1e999".
bool is_word_char(char c) {
  return is_name_char(c) || c == '.' || c == '#' || c == '+' || c == '|' || c == '$' || c == '/';
}

class TextReader {
 public:
  explicit TextReader(RecordBuilder& builder)
      : b_(builder),
        begin_(reinterpret_cast<const char*>(builder.tree.source.data())),
        end_(begin_ + builder.tree.source.size()),
        p_(begin_) {}

  bool read();

 private:
  std::uint64_t byte_of(const char* p) const { return static_cast<std::uint64_t>(p - begin_); }
  void skip_blanks();
  bool read_record();
  bool read_values();
  bool read_plain_number();
  bool read_value();
  bool read_word();
  bool read_text_value();
  bool read_list(const char* star);
  bool add_number(double number, const char* at);
  bool bad(std::string_view code, const char* at, std::string message) {
    return b_.fail(b_.error(code, byte_of(at), std::move(message)));
  }
  // Returns the name that begins here and ends with a colon, or nullopt if there is none.
  std::optional<std::string_view> name_here(const char*& after) const;
  std::string shown_here(const char* p) const;

  RecordBuilder& b_;
  const char *begin_, *end_, *p_;
};

// Skips white space and comments.
void TextReader::skip_blanks() {
  while (p_ != end_) {
    if (*p_ == ' ' || *p_ == '\t' || *p_ == '\r' || *p_ == '\n') {
      ++p_;
    } else if (*p_ == ';') {
      const void* line = std::memchr(p_, '\n', static_cast<std::size_t>(end_ - p_));
      p_ = line == nullptr ? end_ : static_cast<const char*>(line);
    } else {
      return;
    }
  }
}

// The text at `p` for messages, up to the end of the line.
std::string TextReader::shown_here(const char* p) const {
  if (p == end_) return "the end of the file";
  const char* to = p;
  while (to != end_ && to - p < 20 && static_cast<unsigned char>(*to) >= 0x20 && *to != '"') ++to;
  if (to == p) return fmt::format("the byte {:#04x}", static_cast<unsigned>(static_cast<unsigned char>(*p)));
  return fmt::format("\"{}\"", std::string_view(p, static_cast<std::size_t>(to - p)));
}

std::optional<std::string_view> TextReader::name_here(const char*& after) const {
  const char* p = p_;
  std::string_view name;
  if (p != end_ && *p == '"') {  // version 5800 quotes names that contain blanks
    const void* quote = std::memchr(p + 1, '"', static_cast<std::size_t>(end_ - p - 1));
    if (quote == nullptr) return std::nullopt;
    const char* close = static_cast<const char*>(quote);
    name = {p + 1, static_cast<std::size_t>(close - p - 1)};
    p = close + 1;
  } else {
    while (p != end_ && is_name_char(*p)) ++p;
    name = {p_, static_cast<std::size_t>(p - p_)};
    if (name.empty()) return std::nullopt;
  }
  while (p != end_ && (*p == ' ' || *p == '\t')) ++p;
  if (p == end_ || *p != ':') return std::nullopt;
  after = p + 1;
  return name;
}

bool TextReader::read() {
  if (end_ - p_ >= 3 && std::memcmp(p_, "\xEF\xBB\xBF", 3) == 0) p_ += 3;
  for (;;) {
    skip_blanks();
    if (p_ == end_) {
      if (b_.depth() != 0)
        return b_.fail({Status::bad_data, "fbx.truncated", "the file ends inside it; expected }",
                        b_.tree.spot_at(byte_of(p_), b_.tree.label(b_.parent()))});
      return true;
    }
    if (*p_ == '}') {
      if (b_.depth() == 0)
        return b_.fail(
            {Status::bad_data, "fbx.token", "} without {; expected a name", b_.tree.spot_at(byte_of(p_))});
      ++p_;
      b_.leave();
      continue;
    }
    if (!read_record()) return false;
  }
}

bool TextReader::read_record() {
  const char* const at = p_;
  const char* after = nullptr;
  const auto name = name_here(after);
  if (!name && *at == '"' && std::memchr(at + 1, '"', static_cast<std::size_t>(end_ - at - 1)) == nullptr)
    return bad("fbx.string", at, "the file ends inside a text; expected \"");
  if (!name)
    return bad("fbx.token", at, fmt::format("{}; expected a name with a colon, or }}", shown_here(at)));
  if (!b_.add_record(*name, byte_of(at))) return false;
  p_ = after;
  if (!read_values()) return false;
  if (p_ == end_ || *p_ != '{') return true;
  const char* const brace = p_++;
  if (b_.tree.records.back().list && b_.tree.values.back().code == '*') return read_list(brace);
  return b_.enter();
}

// Reads values as long as a comma follows. Some exporters also write a comma before the first value.
bool TextReader::read_values() {
  skip_blanks();
  if (p_ != end_ && *p_ == ',') {
    ++p_;
    skip_blanks();
  }
  const char* after = nullptr;
  if (p_ == end_ || *p_ == '{' || *p_ == '}' || name_here(after)) return true;
  for (;;) {
    if (!read_plain_number())
      if (!read_value()) return false;
    skip_blanks();
    if (p_ == end_ || *p_ != ',') return true;
    ++p_;
    skip_blanks();
    if (p_ == end_ || *p_ == '}') return true;  // a trailing comma
  }
}

bool TextReader::add_number(double number, const char* at) {
  if (!(std::abs(number) <= kLargestTextNumber)) {
    b_.warn("fbx.nan", byte_of(at), "number that is not finite or too large; taken as 0");
    number = 0;
  }
  return b_.add_value({'D', false, 0, same_bits<std::uint64_t>(number)});
}

// Fast path for plain numbers, which make up most of a file. Returns false without moving if the value is of
// another kind or the list of values is full.
bool TextReader::read_plain_number() {
  std::vector<Value>& values = b_.tree.values;
  if (values.size() == values.capacity() || p_ == end_) return false;
  const char* p = p_ + (*p_ == '-');
  const char* const digits = p;
  std::uint64_t magnitude = 0;
  constexpr std::ptrdiff_t kMaxDigits = 18;
  while (p != end_ && is_digit_char(*p) && p - digits < kMaxDigits)
    magnitude = 10 * magnitude + static_cast<std::uint64_t>(*p++ - '0');
  if (p == digits || p == end_) return false;
  Value value;
  if (*p == ',' || *p == '\n' || *p == '\r' || *p == ' ') {
    if (magnitude == 0 && digits != p_) return false;  // -0 keeps its sign
    value = {'L', false, 0, digits != p_ ? std::uint64_t{0} - magnitude : magnitude};
  } else if (*p == '.' || *p == 'e' || *p == 'E') {
    double number = 0;
    const auto read = fast_float::from_chars(p_, end_, number);
    p = read.ptr;
    if (read.ec != std::errc() || p == end_ || is_word_char(*p) || !(std::abs(number) <= kLargestTextNumber))
      return false;
    value = {'D', false, 0, same_bits<std::uint64_t>(number)};
  } else {
    return false;
  }
  values.push_back(value);
  ++b_.tree.records.back().value_count;
  p_ = p;
  return true;
}

bool TextReader::read_value() {
  if (p_ == end_) return bad("fbx.truncated", p_, "the file ends inside a list of values");
  const char c = *p_;
  if (c == '"') return read_text_value();
  if (c == '*') {
    const char* const star = p_++;
    std::uint64_t hint = 0;
    const auto read = std::from_chars(p_, end_, hint);
    if (read.ptr == p_) return bad("fbx.token", star, "* without a number; expected the length of a list");
    p_ = read.ptr;
    b_.tree.records.back().list = true;
    return b_.add_value({'*', false, 0, hint});
  }
  if (!is_digit_char(c) && c != '-' && c != '+' && c != '.') return read_word();
  const char* const at = p_;
  // The number is an integer unless a point or an exponent follows.
  const char* p = p_ + (c == '-' || c == '+');
  std::uint64_t magnitude = 0;
  const char* const digits = p;
  while (p != end_ && is_digit_char(*p) && p - digits < 19)
    magnitude = 10 * magnitude + static_cast<std::uint64_t>(*p++ - '0');
  const bool ends = p == end_ || !is_word_char(*p);
  const std::uint64_t most = static_cast<std::uint64_t>(INT64_MAX) + (c == '-' ? 1 : 0);
  if (p != digits && ends && magnitude <= most && !(magnitude == 0 && c == '-')) {
    p_ = p;
    return b_.add_value({'L', false, 0, c == '-' ? std::uint64_t{0} - magnitude : magnitude});
  }
  double number = 0;
  const auto read = fast_float::from_chars(c == '+' ? p_ + 1 : p_, end_, number);
  if (read.ptr == p_ || (read.ptr != end_ && is_word_char(*read.ptr))) return read_word();
  p_ = read.ptr;
  return add_number(number, at);
}

// Reads a letter, a number that is not finite, or a word without quotes.
bool TextReader::read_word() {
  const char* const at = p_;
  while (p_ != end_ && is_word_char(*p_)) ++p_;
  const std::string_view word(at, static_cast<std::size_t>(p_ - at));
  if (word.empty()) return bad("fbx.token", at, fmt::format("{}; expected a value", shown_here(at)));
  if (word.size() == 1 && !is_digit_char(word[0]) && word[0] != '-' && word[0] != '+' && word[0] != '.')
    return b_.add_value({'C', false, 0, static_cast<std::uint8_t>(word[0])});
  std::string lower(word.substr(0, 40));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::string_view bare = std::string_view(lower).substr(lower[0] == '-' || lower[0] == '+' ? 1 : 0);
  if (bare.substr(0, 3) == "nan" || bare.substr(0, 3) == "inf" || bare.find('#') != std::string_view::npos)
    return add_number(NAN, at);
  if (is_digit_char(lower[0]) || lower[0] == '-' || lower[0] == '+' || lower[0] == '.')
    return bad("fbx.number", at, fmt::format("\"{}\"; expected a number", word.substr(0, 40)));
  return b_.add_value({'S', false, static_cast<std::uint32_t>(word.size()), byte_of(at)});
}

bool TextReader::read_text_value() {
  const char* const at = p_;
  const void* quote = std::memchr(p_ + 1, '"', static_cast<std::size_t>(end_ - p_ - 1));
  if (quote == nullptr) return bad("fbx.string", at, "the file ends inside a text; expected \"");
  const char* const close = static_cast<const char*>(quote);
  const std::string_view text(at + 1, static_cast<std::size_t>(close - at - 1));
  p_ = close + 1;
  if (text.size() > UINT32_MAX) return bad("fbx.string", at, "a text of more than 4 GB");
  Value value{'S', false, static_cast<std::uint32_t>(text.size()), byte_of(at + 1)};
  if (text.find('&') == std::string_view::npos) return b_.add_value(value);
  // Replaces &quot;, &cr; and &lf;.
  std::string& pool = b_.tree.pool;
  if (!b_.budget.take(text.size())) return b_.fail(memory_error(b_.tree, b_.budget, byte_of(at)));
  value.pooled = true;
  value.bits = pool.size();
  for (std::size_t i = 0; i < text.size();) {
    constexpr std::pair<std::string_view, char> kEscapes[] = {
        {"&quot;", '"'}, {"&cr;", '\r'}, {"&lf;", '\n'}};
    const auto found = std::find_if(std::begin(kEscapes), std::end(kEscapes), [&](const auto& escape) {
      return text.substr(i, escape.first.size()) == escape.first;
    });
    pool += found == std::end(kEscapes) ? text[i] : found->second;
    i += found == std::end(kEscapes) ? 1 : found->first.size();
  }
  value.size = static_cast<std::uint32_t>(pool.size() - value.bits);
  return b_.add_value(value);
}

// Reads `*24 { a: 1,2,3 }`: the numbers become the record's values. The length is only a hint.
bool TextReader::read_list(const char* brace) {
  const Value star = b_.tree.values.back();
  b_.drop_value();
  skip_blanks();
  if (p_ != end_ && *p_ == 'a') {
    ++p_;
    skip_blanks();
    if (p_ == end_ || *p_ != ':') return bad("fbx.token", p_, "expected a: in a list of numbers");
    ++p_;
    if (!read_values()) return false;
  }
  skip_blanks();
  if (p_ == end_) return bad("fbx.truncated", brace, "the file ends inside a list of numbers; expected }");
  if (*p_ != '}')
    return bad("fbx.token", p_, fmt::format("{} in a list of numbers; expected }}", shown_here(p_)));
  ++p_;
  const std::uint64_t count = b_.tree.records.back().value_count;
  if (star.bits != count)
    b_.warn("fbx.count", byte_of(brace),
            fmt::format("{} announced before {} numbers; the numbers are used", grouped(star.bits),
                        grouped(count)));
  return true;
}

}  // namespace

bool read_text_records(RecordBuilder& builder) {
  return TextReader(builder).read();
}

}  // namespace skelter::fbx

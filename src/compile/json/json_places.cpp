#include "compile/json/internal/json_places.h"

#include <algorithm>
#include <set>

namespace skelter::compile {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::size_t begin_of(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_punctuation(char c) {
  return std::string_view("{}[]:,").find(c) != std::string_view::npos;
}
bool begins_comment(std::string_view text, std::size_t at) {
  return text[at] == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*');
}

// Returns the offset after blanks and comments.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at >= text.size() || !begins_comment(text, at)) return at;
    const bool line = text[at + 1] == '/';
    const std::size_t end = text.find(line ? "\n" : "*/", at + 2);
    if (end == std::string_view::npos) return text.size();
    at = end + (line ? 1 : 2);
  }
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    } else if (text[at] == '\n') {  // invalid JSON, since the string continues on the next line
      return at;
    }
  }
  return text.size();
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_blank(text[at]) && !is_punctuation(text[at]) && text[at] != '"' &&
         !begins_comment(text, at))
    ++at;
  return at;
}

std::string decoded(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string(quoted.substr(1, quoted.size() - 2));
  return Json::parse(quoted.begin(), quoted.end()).get<std::string>();
}

bool is_character(std::string_view text, std::size_t at) {
  return (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

}  // namespace

TextPositions::TextPositions(std::string_view text)
    : text_(text), begin_(begin_of(text)), offset_(begin_), place_{1, 1} {}

TextPosition TextPositions::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) {
    offset_ = begin_;
    place_ = {1, 1};
  }
  for (; offset_ < offset; ++offset_) {
    if (text_[offset_] == '\n')
      place_ = {place_.line + 1, 1};
    else if (offset_ + 1 >= text_.size() || is_character(text_, offset_ + 1))
      ++place_.column;
  }
  return place_;
}

std::vector<JsonToken> json_tokens(std::string_view text) {
  std::vector<JsonToken> tokens;
  for (std::size_t at = skip_blanks(text, begin_of(text)); at < text.size(); at = skip_blanks(text, at)) {
    JsonToken token{at, 1, JsonToken::punctuation};
    if (text[at] == '"') {
      token = {at, end_of_string(text, at) - at, JsonToken::text};
    } else if (!is_punctuation(text[at])) {
      token = {at, std::max<std::size_t>(end_of_word(text, at) - at, 1), JsonToken::word};
    }
    tokens.push_back(token);
    at += token.size;
  }
  return tokens;
}

std::vector<DuplicateKey> duplicate_keys(std::string_view text, const std::vector<JsonToken>& tokens) {
  struct Open {
    std::set<std::string> keys;  // keys of an object
    std::size_t element = 0;     // index in a list
    bool list = false;
    std::string key;  // last key
  };
  std::vector<Open> open;
  std::vector<DuplicateKey> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const char c = text[tokens[i].offset];
    if (tokens[i].kind == JsonToken::punctuation) {
      if (c == '{' || c == '[') open.push_back({{}, 0, c == '[', {}});
      if ((c == '}' || c == ']') && !open.empty()) open.pop_back();
      if (c == ',' && !open.empty()) ++open.back().element;
    } else if (tokens[i].kind == JsonToken::text && i + 2 < tokens.size() &&
               text[tokens[i + 1].offset] == ':' && !open.empty()) {
      open.back().key = decoded(text.substr(tokens[i].offset, tokens[i].size));
      if (open.back().keys.insert(open.back().key).second) continue;
      std::string pointer;
      for (const Open& o : open)
        pointer += "/" + (o.list ? std::to_string(o.element) : escaped_for_pointer(o.key));
      found.push_back({std::move(pointer), open.back().key, tokens[i + 2].offset});
    }
  }
  return found;
}

JsonPositions::JsonPositions(std::string_view text, const std::vector<JsonToken>& tokens,
                             const Json& document)
    : text_(text) {
  // Walks the values of the tree, parents first, in parallel with the tokens that start a value. Both are in
  // text order.
  std::vector<const Json*> next = {&document};
  std::size_t key = std::string_view::npos;
  for (std::size_t i = 0; i < tokens.size() && !next.empty(); ++i) {
    const JsonToken& token = tokens[i];
    const char c = text[token.offset];
    if (token.kind == JsonToken::punctuation && c != '{' && c != '[') continue;
    if (token.kind == JsonToken::text && i + 1 < tokens.size() && text[tokens[i + 1].offset] == ':') {
      key = token.offset;
      continue;
    }
    const Json* value = next.back();
    next.pop_back();
    places_[value] = {key == std::string_view::npos ? token.offset : key, token.offset, token.size};
    key = std::string_view::npos;
    if (value->is_structured())
      for (auto child = value->rbegin(); child != value->rend(); ++child) next.push_back(&*child);
  }
}

JsonPositions::Place JsonPositions::find(const Json& json) const {
  const auto found = places_.find(&json);
  return found == places_.end() ? Place{} : found->second;
}

std::size_t JsonPositions::inside(const Json& string, std::size_t index) const {
  const Place place = find(string);
  std::size_t at = place.value + 1;
  const std::size_t end = place.value + place.size;
  for (std::size_t decoded_bytes = 0; at < end && decoded_bytes < index;) {
    if (text_[at] != '\\') {
      ++at;
      ++decoded_bytes;
      continue;
    }
    // Finds the length of an escape. A surrogate pair of \u escapes counts as one.
    std::size_t size = at + 1 < end && text_[at + 1] == 'u' ? 6 : 2;
    if (size == 6 && at + 3 < end && (text_[at + 2] == 'd' || text_[at + 2] == 'D') &&
        std::string_view("89abAB").find(text_[at + 3]) != std::string_view::npos)
      size = 12;
    if (at + size > end) return at;
    decoded_bytes += decoded("\"" + std::string(text_.substr(at, size)) + "\"").size();
    at += size;
  }
  return at;
}

std::string_view JsonPositions::written(const Json& json) const {
  const Place place = find(json);
  return text_.substr(place.value, place.size);
}

std::string escaped_for_pointer(std::string_view key) {
  std::string text;
  for (const char c : key) {
    if (c == '~')
      text += "~0";
    else if (c == '/')
      text += "~1";
    else
      text += c;
  }
  return text;
}

}  // namespace skelter::compile

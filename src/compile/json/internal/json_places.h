#pragma once
// JsonPositions: positions of the values of a JSON document in its text. nlohmann-json keeps no positions
// after parsing, so the text is scanned again, token by token, alongside the parsed tree. One scan serves all
// errors of a document. It also gives access to the text of numbers, which a double may have rounded.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace skelter::compile {

using Json = nlohmann::ordered_json;

// Line and column, both starting at 1. Columns count characters (code points); a tab counts as one.
struct TextPosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Converts offsets, in any order, to positions. Ascending offsets need only one pass in total.
class TextPositions {
 public:
  explicit TextPositions(std::string_view text);
  TextPosition at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t begin_ = 0;  // after a byte order mark
  std::size_t offset_ = 0;
  TextPosition place_;
};

struct JsonToken {
  enum Kind : std::uint8_t { punctuation, text, word };  // word: a number, true, false or null
  std::size_t offset = 0;
  std::size_t size = 0;
  Kind kind = punctuation;
};

// Returns the tokens of any text, without comments and blanks. In text that is not JSON, words are runs of
// characters other than blanks and punctuation, and a string may end at the end of the text.
std::vector<JsonToken> json_tokens(std::string_view text);

// A repeated key in an object.
struct DuplicateKey {
  std::string pointer;
  std::string key;
  std::size_t value_offset = 0;
};
// Returns duplicate keys sorted by text position. Precondition: the tokens are those of a JSON document.
std::vector<DuplicateKey> duplicate_keys(std::string_view text, const std::vector<JsonToken>& tokens);

class JsonPositions {
 public:
  JsonPositions() = default;
  // Precondition: `document` was parsed from `text`, has no duplicate keys, and does not move.
  JsonPositions(std::string_view text, const std::vector<JsonToken>& tokens, const Json& document);

  // Return offsets in the text. The document and list elements have no key, so key() returns the offset of
  // the value.
  std::size_t value(const Json& json) const { return find(json).value; }
  std::size_t key(const Json& json) const { return find(json).key; }
  // Returns the offset of byte `index` of a string, taking escapes into account.
  std::size_t inside(const Json& string, std::size_t index) const;
  // Returns the value as written; for objects and lists, only the first character.
  std::string_view written(const Json& json) const;

 private:
  struct Place {
    std::size_t key = 0, value = 0, size = 0;
  };
  Place find(const Json& json) const;

  std::string_view text_;
  std::unordered_map<const Json*, Place> places_;
};

// Escapes a key as in RFC 6901, section 3.
std::string escaped_for_pointer(std::string_view key);

}  // namespace skelter::compile

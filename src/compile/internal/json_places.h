#pragma once
// JsonPlaces: where in the text the values of a JSON document stand. nlohmann-json has no positions after
// parsing, so the text is scanned once more, token by token, beside the parsed tree. One scan serves all
// errors of a document, and gives the text of its numbers, which a double may have rounded.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace skelter::compile {

using Json = nlohmann::ordered_json;

// From 1. Columns count characters (code points), a tabulator as one.
struct TextPlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Gives the places of offsets that come in any order; in ascending order the whole takes one pass.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);
  TextPlace at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t begin_ = 0;  // after a byte order mark
  std::size_t offset_ = 0;
  TextPlace place_;
};

struct JsonToken {
  enum Kind : std::uint8_t { punctuation, text, word };  // word: numbers, true, false, null
  std::size_t offset = 0;
  std::size_t size = 0;
  Kind kind = punctuation;
};

// The tokens of any text; comments and blanks are left out. Of text that is no JSON, words are runs of
// characters that are no blanks and no punctuation, and a string may end with the text.
std::vector<JsonToken> json_tokens(std::string_view text);

// A key that its object has had before.
struct DuplicateKey {
  std::string pointer;
  std::string key;
  std::size_t value_offset = 0;
};
// In the order of the text. Precondition: the tokens are those of a JSON document.
std::vector<DuplicateKey> duplicate_keys(std::string_view text, const std::vector<JsonToken>& tokens);

class JsonPlaces {
 public:
  JsonPlaces() = default;
  // Precondition: `document` is what the text was parsed to, without duplicate keys. It may not move.
  JsonPlaces(std::string_view text, const std::vector<JsonToken>& tokens, const Json& document);

  // Offsets. Of the document and of elements of a list there is no key: that of the value.
  std::size_t value(const Json& json) const { return find(json).value; }
  std::size_t key(const Json& json) const { return find(json).key; }
  // Of byte `index` of a string, where escapes take more bytes of the text.
  std::size_t inside(const Json& string, std::size_t index) const;
  // As it is written; of objects and lists their first character.
  std::string_view written(const Json& json) const;

 private:
  struct Place {
    std::size_t key = 0, value = 0, size = 0;
  };
  Place find(const Json& json) const;

  std::string_view text_;
  std::unordered_map<const Json*, Place> places_;
};

// RFC 6901, section 3.
std::string escaped_for_pointer(std::string_view key);

}  // namespace skelter::compile

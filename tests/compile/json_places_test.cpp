// Expected locations are counted by hand.

#include "compile/json/internal/json_places.h"

#include <gtest/gtest.h>

#include "compile/json/internal/json_spot.h"

namespace skelter::test {
namespace {

using compile::Json;
using compile::JsonErrors;
using compile::JsonPositions;
using compile::TextPosition;
using compile::TextPositions;

struct Document {
  explicit Document(std::string_view json)
      : text(json),
        tree(Json::parse(json, nullptr, true, true)),
        places(text, compile::json_tokens(text), tree) {}

  std::string place(std::size_t offset) const {
    const TextPosition place = TextPositions(text).at(offset);
    return std::to_string(place.line) + ":" + std::to_string(place.column);
  }
  std::string value(const char* pointer) const {
    return place(places.value(tree.at(Json::json_pointer(pointer))));
  }
  std::string key(const char* pointer) const {
    return place(places.key(tree.at(Json::json_pointer(pointer))));
  }

  std::string_view text;
  Json tree;
  JsonPositions places;
};

TEST(JsonPositions, values_and_keys_have_lines_and_columns_from_1) {
  const Document json("{\n  \"a\": [1, {\"b\" : null}],\n\t\"c\":-2.50e1 }\n");
  EXPECT_EQ(json.value(""), "1:1");
  EXPECT_EQ(json.value("/a"), "2:8");
  EXPECT_EQ(json.key("/a"), "2:3");
  EXPECT_EQ(json.value("/a/0"), "2:9");
  EXPECT_EQ(json.key("/a/0"), "2:9");  // an array element has no key
  EXPECT_EQ(json.value("/a/1"), "2:12");
  EXPECT_EQ(json.key("/a/1/b"), "2:13");
  EXPECT_EQ(json.value("/a/1/b"), "2:19");
  EXPECT_EQ(json.value("/c"), "3:6");
  EXPECT_EQ(json.places.written(json.tree["c"]), "-2.50e1");
}

TEST(JsonPositions, comments_and_strings_that_look_like_structure_are_skipped) {
  const Document json("// {\"a\": 1}\n{/* \" */\"a\":/*:*/\"}]\\\"//\", // ,\r\n\"b\": true/**/,\"c\":{}}");
  EXPECT_EQ(json.key("/a"), "2:9");
  EXPECT_EQ(json.value("/a"), "2:18");
  EXPECT_EQ(json.value("/b"), "3:6");
  EXPECT_EQ(json.key("/c"), "3:15");
  EXPECT_EQ(json.value("/c"), "3:19");
}

TEST(JsonPositions, columns_count_characters_and_not_bytes) {
  // A byte order mark, two letters of two bytes each, and a sign of four bytes.
  const Document json("\xEF\xBB\xBF{\"\xC3\xA4\": \"\xC3\xB6\xF0\x9F\x98\x80\", \"b\": 1}");
  EXPECT_EQ(json.value(""), "1:1");
  EXPECT_EQ(json.value("/\xC3\xA4"), "1:7");
  EXPECT_EQ(json.key("/b"), "1:13");
  EXPECT_EQ(json.value("/b"), "1:18");
}

TEST(JsonPositions, a_byte_of_a_string_is_found_after_escapes) {
  //                  123456789012345678901234567890123456789
  const Document json(R"(["a\u0020b \"c\" \ud83d\ude00d \u00e4e"])");
  const Json& text = json.tree[0];
  const auto place = [&](const char* letter) {
    return json.place(json.places.inside(text, text.get<std::string>().find(letter)));
  };
  EXPECT_EQ(place("a"), "1:3");
  EXPECT_EQ(place("b"), "1:10");
  EXPECT_EQ(place("c"), "1:14");
  EXPECT_EQ(place("d"), "1:30");
  EXPECT_EQ(place("e"), "1:38");
}

// Invalid JSON text, and the location of the reported error.
struct Fault {
  std::string_view json;
  const char* place;
};

TEST(JsonPositions, syntax_errors_are_reported_at_their_token) {
  const Fault table[] = {
      {"", "1:1"},
      {"{\n\"a\": tru}", "2:6"},
      {"{\n\"a\" 1}", "2:5"},
      {"{\"a\": 01}", "1:7"},
      {"{\"a\": 1. }", "1:7"},
      {"{\"a\":\n 1e999}", "2:2"},
      {"{\"a\": \"b\n\"}", "1:7"},
      {"{\"a\": 1,}", "1:9"},
      {"{\"a\": 1", "1:8"},
      {"{\"a\": 1 \"b\": 2}", "1:9"},
      {"{\"a\": 1} x", "1:10"},
      {"{} {}", "1:4"},
  };
  for (const Fault& fault : table) {
    JsonErrors errors("a.json", "test");
    EXPECT_FALSE(compile::parse_json(fault.json, errors).has_value()) << fault.json;
    ASSERT_EQ(errors.all().size(), 1u) << fault.json;
    const TextPosition place = TextPositions(fault.json).at(errors.all()[0].offset);
    EXPECT_EQ(std::to_string(place.line) + ":" + std::to_string(place.column), fault.place) << fault.json;
    EXPECT_EQ(errors.all()[0].line, place.line) << fault.json;
  }
}

TEST(JsonPositions, all_duplicate_keys_are_reported) {
  const std::string_view text =
      "{\"a\": [{\"b\": 1,\n \"b\": 2}], // a\n \"\\u0061\": 3, \"c/d\": {\"e\": 1, \"e\": 2}}";
  JsonErrors errors("a.json", "test");
  EXPECT_FALSE(compile::parse_json(text, errors).has_value());
  ASSERT_EQ(errors.all().size(), 3u);
  EXPECT_EQ(errors.all()[0].pointer, "/a/0/b");
  EXPECT_EQ(errors.all()[0].line, 2u);
  EXPECT_EQ(errors.all()[1].pointer, "/a");
  EXPECT_EQ(errors.all()[1].line, 3u);
  EXPECT_EQ(errors.all()[2].pointer, "/c~1d/e");
  const TextPosition place = TextPositions(text).at(errors.all()[2].offset);
  EXPECT_EQ(place.line, 3u);
  EXPECT_EQ(place.column, 36u);
}

TEST(JsonPositions, an_object_with_very_many_keys_is_refused) {
  std::string text = "{\"a\": 0";
  for (int i = 0; i < 4096; ++i) text += ", \"" + std::to_string(i) + "\": 0";
  JsonErrors errors("a.json", "test");
  EXPECT_FALSE(compile::parse_json(text + "}", errors).has_value());
  EXPECT_EQ(errors.first().message, "an object with more than 4096 keys");
}

}  // namespace
}  // namespace skelter::test

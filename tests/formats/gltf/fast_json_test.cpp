// Compares the fast scanner with nlohmann-json, which defines what valid JSON is and what it means.

#include "formats/gltf/container/fast_json.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/internal/memory_budget.h"
#include "formats/gltf/container/json_tree.h"
#include "formats/gltf/gltf_corpus.h"

namespace skelter::test {
namespace {

using gltf::FastJson;
using gltf::FastJsonReader;
using gltf::JsonTree;

// Accepts everything.
struct Listener {
  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(std::int64_t) { return true; }
  bool number_real(double) { return true; }
  bool text(std::string_view) { return true; }
  bool name(std::string_view) { return true; }
  bool start_object() { return true; }
  bool start_array() { return true; }
  bool end() { return true; }
};

FastJson scanned(std::string_view json) {
  Listener listener;
  return FastJsonReader(json, listener).run();
}

// Returns the content of the tree, using its own writer.
nlohmann::json tree_of(std::string_view json) {
  MemoryBudget budget({}, json.size());
  const auto tree = JsonTree::parse(json, "a.gltf", {}, budget);
  EXPECT_TRUE(tree) << json;
  return tree ? nlohmann::json::parse(tree->root().to_json()) : nlohmann::json();
}

TEST(FastJson, means_what_the_general_parser_reads) {
  for (const char* json :
       {"{}", "[]", " [ ] ", "null", "true", "false", "0", "-0", "-1", "12345678901234567",
        "[1,[2,{\"a\":[{}]}],3]", "{\"a\":1,\"b\":{\"c\":[true,false,null]},\"d\":\"\"}",
        "[1.5,-0.25,0.000000000000001,123456789012345.0,-0.0,99999999999999.9,0.30000000000000004]",
        "{\"sixteen "
        "letters.\":{\"a\":\"seven..\",\"eight...\":\"\\\\1234567\\n\"},\"\":[{},[],\"nine.....\"]}",
        "[0.1,-0.70710678118654757,1e3,1E-7,2.5e+2,1.7976931348623157e308,5e-324,123456789.123456789]",
        "[\"a\\\"b\\\\c\\/d\\b\\f\\n\\r\\t\", \"\xC3\xA9\xE3\x81\x82\xF0\x9F\x98\x80\", \"x\\ny\"]",
        "\r\n\t{ \"a\" : [ 1 , 2 ] }\n"}) {
    EXPECT_EQ(scanned(json), FastJson::read) << json;
    EXPECT_EQ(tree_of(json), nlohmann::json::parse(json)) << json;
  }
}

TEST(FastJson, leaves_what_is_odd_to_the_general_parser) {
  for (const char* json : {"\"\\u00e9\"", "123456789012345678901", "\xEF\xBB\xBF[]"}) {
    EXPECT_EQ(scanned(json), FastJson::unsupported) << json;
    EXPECT_EQ(tree_of(json), nlohmann::json::parse(json)) << json;
  }
}

TEST(FastJson, takes_nothing_that_is_no_json) {
  for (const char* json : {"",
                           " ",
                           "{",
                           "[",
                           "[1",
                           "[1,",
                           "[1,]",
                           "[,1]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{a:1}",
                           "[1 2]",
                           "[1}",
                           "{]",
                           "]",
                           "01",
                           "-",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "+1",
                           "0x1",
                           "NaN",
                           "1e999",
                           "tru",
                           "nul",
                           "[true false]",
                           "\"a",
                           "\"a\nb\"",
                           "\"\\x\"",
                           "\"\\",
                           "\"\x80\"",
                           "\"\xC0\xAF\"",
                           "\"\xE0\x80\x80\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xF4\x90\x80\x80\"",
                           "\"\xF0\x9F\x98\"",
                           "[] []",
                           "{}x",
                           "'a'",
                           "[1]/**/"}) {
    EXPECT_EQ(scanned(json), FastJson::unsupported) << json;
    EXPECT_FALSE(nlohmann::json::accept(json)) << json;
    MemoryBudget budget({}, 100);
    EXPECT_FALSE(JsonTree::parse(json, "a.gltf", {}, budget)) << json;
  }
}

TEST(FastJson, every_cut_of_a_document_is_refused) {
  const std::string json = R"({"a":[1,-2.5e3,"x\ny",true,null,{"b":{}}]})";
  for (std::size_t size = 0; size < json.size(); ++size)
    EXPECT_EQ(scanned(std::string_view(json).substr(0, size)), FastJson::unsupported) << size;
  EXPECT_EQ(scanned(json), FastJson::read);
}

TEST(FastJson, the_corpus_reads_as_with_the_general_parser) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t compared = 0;
  for (const std::string& file : corpus_gltf_files()) {
    if (!file.ends_with(".gltf")) continue;
    std::ostringstream text;
    text << std::ifstream(corpus_folder() + "/gltf/" + file, std::ios::binary).rdbuf();
    const std::string json = text.str();
    if (!nlohmann::json::accept(json)) continue;
    ++compared;
    EXPECT_TRUE(tree_of(json) == nlohmann::json::parse(json)) << file;
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace skelter::test

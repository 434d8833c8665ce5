// Output is always valid JSON: finite numbers, valid text, and integers without a fraction.

#include "cli/output/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace skelter::test {
namespace {

using namespace cli;

TEST(JsonText, numbers_that_json_cannot_represent_are_null) {
  EXPECT_TRUE(number(NAN).is_null());
  EXPECT_TRUE(number(INFINITY).is_null());
  EXPECT_TRUE(number(-INFINITY).is_null());
}

TEST(JsonText, numbers_read_back_unchanged) {
  for (const double value : {0.0, -1.0, 4800.0, 0.1, 1.0 / 3, 1e300, 9007199254740993.0,
                             std::numeric_limits<double>::denorm_min()})
    EXPECT_EQ(Json::parse(to_text(number(value))).get<double>(), value);
  EXPECT_EQ(to_text(number(4800)), "4800\n");
}

TEST(JsonText, short_values_stay_on_one_line_and_long_ones_break) {
  EXPECT_EQ(to_text(Json{{"a", 1}, {"b", Json::array({1, 2})}}), "{\"a\": 1, \"b\": [1, 2]}\n");
  Json list = Json::array();
  for (int i = 0; i < 9; ++i) list.push_back({{"name", "a name of some length"}});
  const std::string text = to_text(Json{{"list", list}});
  EXPECT_EQ(text.find("{\n  \"list\": [\n    {\"name\": \"a name of some length\"},\n    {\"name\""), 0u)
      << text;
  EXPECT_EQ(Json::parse(text)["list"], list);
}

TEST(JsonText, bytes_that_are_not_utf8_are_replaced) {
  EXPECT_EQ(to_text(Json("a\xFFz")), "\"a\xEF\xBF\xBDz\"\n");
}

TEST(JsonText, empty_name_is_null) {
  EXPECT_TRUE(name_or_null("").is_null());
  EXPECT_EQ(name_or_null("Hip"), "Hip");
}

}  // namespace
}  // namespace skelter::test

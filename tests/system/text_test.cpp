// Encodings, with values from their published tables: Unicode's CP1252.TXT and CP932.TXT, and RFC 3629 for
// UTF-8.
#include "system/internal/text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <locale>

namespace skelter {
namespace {

TEST(text, utf8_of_every_length_is_utf8) {
  for (const std::string_view good : {"", "Hip", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                                      "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF",
                                      "H\xC3\xBC"
                                      "fte \xE8\x85\xB0"})
    EXPECT_TRUE(is_utf8(good)) << good;
}

TEST(text, broken_overlong_and_surrogate_bytes_are_not_utf8) {
  for (const std::string_view bad :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xE2\x82", "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF", "\xF0\x90\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "abc\xE9"})
    EXPECT_FALSE(is_utf8(bad)) << bad;
}

TEST(text, windows_1252_becomes_utf8) {
  EXPECT_EQ(utf8_from_windows_1252("Hip"), "Hip");
  EXPECT_EQ(utf8_from_windows_1252("H\xFC"
                                   "fte"),
            "H\xC3\xBC"
            "fte");
  EXPECT_EQ(utf8_from_windows_1252("\x80"), "\xE2\x82\xAC");  // euro sign, U+20AC
  EXPECT_EQ(utf8_from_windows_1252("\x9F"), "\xC5\xB8");      // Y with diaeresis, U+0178
  EXPECT_EQ(utf8_from_windows_1252("\x81"), "\xC2\x81");      // unassigned in the code page: U+0081
  EXPECT_EQ(utf8_from_windows_1252("\xA0\xFF"), "\xC2\xA0\xC3\xBF");
}

TEST(text, shift_jis_becomes_utf8) {
  EXPECT_EQ(utf8_from_shift_jis("Hip"), "Hip");
  EXPECT_EQ(utf8_from_shift_jis("\x8D\x98"), "\xE8\x85\xB0");  // waist, U+8170
  EXPECT_EQ(utf8_from_shift_jis("\xB1"), "\xEF\xBD\xB1");      // half-width katakana A, U+FF71
  EXPECT_EQ(utf8_from_shift_jis("\x87\x40"), "\xE2\x91\xA0");  // circled 1, which only code page 932 contains
}

TEST(text, invalid_bytes_are_replaced_and_the_rest_is_kept) {
  EXPECT_EQ(utf8_from_shift_jis("a\xFF"
                                "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(utf8_from_shift_jis("a\x8D"), "a\xEF\xBF\xBD");  // truncated character
}

TEST(text, long_shift_jis_is_converted_whole) {
  std::string text, expected;
  for (int i = 0; i < 1000; ++i) {
    text += "\x8D\x98";
    expected += "\xE8\x85\xB0";
  }
  EXPECT_EQ(utf8_from_shift_jis(text), expected);
}

// --- numbers -----------------------------------------------------------------------------------------------

TEST(parse_number, takes_the_whole_text_or_nothing) {
  EXPECT_EQ(parse_number("0.75"), 0.75);
  EXPECT_EQ(parse_number("-3"), -3);
  EXPECT_EQ(parse_number("1e3"), 1000);
  for (const char* text : {"", " 1", "1 ", "1,5", "1.5x", "nan", "inf", "1e999", "0x10", "--1"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

// Decimal commas, and dots as thousands separators, as in de_DE.
struct GermanNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(parse_number, is_the_same_in_every_locale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
  const std::string c_before = std::setlocale(LC_NUMERIC, nullptr);
  (void)std::setlocale(LC_NUMERIC, "de_DE.UTF-8");  // if the locale exists
  EXPECT_EQ(parse_number("0.75"), 0.75);
  EXPECT_EQ(parse_number("1.234"), 1.234);
  EXPECT_EQ(parse_number("0,75"), std::nullopt);
  std::setlocale(LC_NUMERIC, c_before.c_str());
  std::locale::global(before);
}

TEST(text, printable_text_has_no_control_characters) {
  EXPECT_EQ(printable("\x1b[31mred\x07\r\n\tend\x7f"),
            "\\u001b[31mred\\u0007\\u000d\\u000a\\u0009end\\u007f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(printable("one\ntwo\x1b\n", LineEnds::kept), "one\ntwo\\u001b\n");
}

// U+202E reverses the rest of a line: "Trojan Source", CVE-2021-42574. U+061C, U+200F, U+2066 and U+2029 are
// encoded as in Unicode's UTF-8 table.
TEST(text, printable_text_has_no_direction_or_line_controls) {
  EXPECT_EQ(printable("walk\xE2\x80\xAE"
                      "gpj.exe"),
            "walk\\u202egpj.exe");
  EXPECT_EQ(printable("\xD8\x9C|\xE2\x80\x8F|\xE2\x81\xA6|\xE2\x80\xA9"), "\\u061c|\\u200f|\\u2066|\\u2029");
  // Neighbouring characters.
  const std::string near = "\xE2\x80\xA7|\xE2\x80\xAF|\xE2\x81\xA5|\xE2\x81\xAA|\xD8\x9B";
  EXPECT_EQ(printable(near), near);
}

TEST(text, printable_text_keeps_all_characters_that_are_seen) {
  const std::string_view seen = "plain \\ \" \xC3\xA9 \xC2\xA0 \xE2\x82\xAC \xE6\x97\xA5 \xF0\x9F\x92\x80";
  EXPECT_EQ(printable(seen), seen);
}

// U+0080 to U+009F are control characters, too, and single bytes with these values may also be.
TEST(text, printable_text_has_no_second_control_set) {
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J\xC2\x80"),
            "\\u009b2J\\u0080");
  EXPECT_EQ(printable("\x9B"
                      "2J \xE9t\xE9"),
            "\\x9b2J \xE9t\xE9");
  EXPECT_EQ(printable("cut \xC2"), "cut \xC2");
}

}  // namespace
}  // namespace skelter

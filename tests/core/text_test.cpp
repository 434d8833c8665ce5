#include "skelter/core/text.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(is_utf8, accepts_well_formed_text_of_every_length) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("Bip01"));
  EXPECT_TRUE(is_utf8("\xC3\x9F \xE3\x83\x9C \xF0\x9F\xA6\x8A"));
  EXPECT_TRUE(is_utf8("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"));  // U+D7FF, U+E000, U+10FFFF
}

// Table 3-7 of the Unicode standard: what no well-formed sequence has.
TEST(is_utf8, refuses_what_unicode_refuses) {
  EXPECT_FALSE(is_utf8("\xDF"));      // cut
  EXPECT_FALSE(is_utf8("\xE3\x83"));  // cut
  EXPECT_FALSE(is_utf8("\x80"));      // continuation alone
  EXPECT_FALSE(
      is_utf8("\xC3"
              "a"));                          // continuation missing
  EXPECT_FALSE(is_utf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(is_utf8("\xE0\x80\x80"));      // overlong
  EXPECT_FALSE(is_utf8("\xF0\x80\x80\x80"));  // overlong
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
  EXPECT_FALSE(is_utf8("\xF5\x80\x80\x80"));
}

TEST(utf8_from_windows_1252, converts_every_kind_of_byte) {
  EXPECT_EQ(utf8_from_windows_1252("a\xDF"), "a\xC3\x9F");                    // sharp s
  EXPECT_EQ(utf8_from_windows_1252("\x80\x92"), "\xE2\x82\xAC\xE2\x80\x99");  // euro sign, apostrophe
  EXPECT_EQ(utf8_from_windows_1252("\x81"), "\xC2\x81");                      // not assigned
}

TEST(utf8_from_shift_jis, converts_kana_and_keeps_ascii) {
  EXPECT_EQ(utf8_from_shift_jis("arm\x83\x7B\x81\x5B\x83\x93"), "arm\xE3\x83\x9C\xE3\x83\xBC\xE3\x83\xB3");
  EXPECT_EQ(utf8_from_shift_jis("\xB1"), "\xEF\xBD\xB1");  // half-width a
}

TEST(utf8_from_shift_jis, marks_bytes_that_are_no_character) {
  EXPECT_EQ(utf8_from_shift_jis("a\xFF"
                                "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(utf8_from_shift_jis("a\x83"), "a\xEF\xBF\xBD");
}

TEST(utf8_from_shift_jis, handles_text_longer_than_its_buffer) {
  std::string kana, expected;
  for (int i = 0; i < 500; ++i) {
    kana += "\x83\x7B";
    expected += "\xE3\x83\x9C";
  }
  EXPECT_EQ(utf8_from_shift_jis(kana), expected);
}

}  // namespace
}  // namespace skelter

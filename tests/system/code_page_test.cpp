#include "system/internal/text.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

constexpr auto kWindows = CodePage::windows_1252;
constexpr auto kShiftJis = CodePage::shift_jis;

TEST(CodePage, ascii_and_valid_utf8_stay_as_they_are) {
  for (const char* text : {"", "Bip01", "B\xC3\xA4r", "\xE3\x83\x9C", "\xF0\x9F\xA6\x8A", "\xF4\x8F\xBF\xBF"})
    for (const auto page : {kWindows, kShiftJis}) EXPECT_EQ(to_utf8(text, page), text);
}

// Values from the Unicode consortium's CP1252.TXT.
TEST(CodePage, windows_1252_is_converted) {
  EXPECT_EQ(to_utf8("\xE4\xF6\xFC\xDF", kWindows), "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F");
  EXPECT_EQ(to_utf8("\x80", kWindows), "\xE2\x82\xAC");      // euro sign, U+20AC
  EXPECT_EQ(to_utf8("a\x92s", kWindows), "a\xE2\x80\x99s");  // right quote, U+2019
  EXPECT_EQ(to_utf8("\x9F", kWindows), "\xC5\xB8");          // U+0178
  EXPECT_EQ(to_utf8("\xA0\xFF", kWindows), "\xC2\xA0\xC3\xBF");
}

TEST(CodePage, malformed_utf8_is_taken_as_windows_1252) {
  EXPECT_EQ(to_utf8("\xC3", kWindows), "\xC3\x83");                              // truncated
  EXPECT_EQ(to_utf8("\xC0\x80", kWindows), "\xC3\x80\xE2\x82\xAC");              // overlong
  EXPECT_EQ(to_utf8("\xED\xA0\x80", kWindows), "\xC3\xAD\xC2\xA0\xE2\x82\xAC");  // a surrogate
  EXPECT_EQ(to_utf8("\xF5\xA0\xA0\xA0", kWindows), "\xC3\xB5\xC2\xA0\xC2\xA0\xC2\xA0");
}

// Values from the Unicode consortium's CP932.TXT.
TEST(CodePage, shift_jis_is_converted) {
  EXPECT_EQ(to_utf8("\x83\x7B\x81\x5B\x83\x93", kShiftJis), "\xE3\x83\x9C\xE3\x83\xBC\xE3\x83\xB3");
  EXPECT_EQ(to_utf8("\xB1\xB2", kShiftJis), "\xEF\xBD\xB1\xEF\xBD\xB2");  // half-width katakana
  EXPECT_EQ(to_utf8("x\x83\x7B.png", kShiftJis), "x\xE3\x83\x9C.png");
}

TEST(CodePage, bytes_that_fit_nowhere_become_the_replacement_character) {
  EXPECT_EQ(to_utf8("a\xFF"
                    "b",
                    kShiftJis),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(to_utf8("a\x83", kShiftJis), "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace skelter

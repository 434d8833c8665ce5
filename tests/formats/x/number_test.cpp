#include "formats/x/bytes/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace skelter::x {
namespace {

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

// Uses the fast path if it accepts the word, and otherwise the careful one, like the lexer.
std::uint32_t parsed_bits(const std::string& word) {
  const std::string padded = word + ";}                ";
  const char* at = padded.c_str();
  std::uint32_t bits = 0;
  if (parse_float_guarded(at, bits)) {
    EXPECT_EQ(at, padded.c_str() + word.size()) << word;
    float careful;
    EXPECT_EQ(parse_float_word(word, careful), WordForm::number) << word;
    EXPECT_EQ(bits_of(careful), bits) << word;
    return bits;
  }
  EXPECT_EQ(at, padded.c_str()) << word;
  float value;
  EXPECT_EQ(parse_float_word(word, value), WordForm::number) << word;
  return bits_of(value);
}

// strtof of the C library rounds correctly. The tests run in the "C" locale.
void expect_as_strtof(const std::string& word) {
  ASSERT_EQ(parsed_bits(word), bits_of(std::strtof(word.c_str(), nullptr))) << word;
}

TEST(Number, plain_words_are_as_strtof_reads_them) {
  for (const char* word : {"0",
                           "-0",
                           "1",
                           "-1",
                           "0.0",
                           "-0.0",
                           "1.",
                           "3.14159",
                           "-0.061426",
                           "1e5",
                           "1e-005",
                           "1E+05",
                           "1.5e10",
                           "123456789",
                           "0.000000",
                           "000012.5",
                           ".5",
                           "-.25",
                           "+3.5",
                           "1e0",
                           "4294967295",
                           "1065353216",
                           "99999999",
                           "12345678.12345678",
                           "100000000000000000000"})
    expect_as_strtof(word);
}

TEST(Number, limits_of_float_are_as_strtof_reads_them) {
  for (const char* word :
       {"3.4028234663852886e38", "3.4028236e38", "3.402824e38", "1e38", "1e39", "-1e39", "1e400",
        "1.17549435e-38", "1.17549428e-38", "1.1754942e-38", "1e-38", "1e-40", "1.4e-45", "7e-46",
        "7.0064923216240853e-46", "7.0064923216240854e-46", "1e-46", "1e-400", "-1e-400"})
    expect_as_strtof(word);
}

TEST(Number, half_way_cases_round_once) {
  // Slightly above, at and below the midpoint between two floats. Rounding to double first would lose the
  // difference.
  for (const char* word :
       {"16777217", "16777217.0000000001", "16777216.9999999999", "16777219", "33554434", "33554431",
        "1.00000005960464477539062", "1.0000000596046447753906", "1.00000005960464477539063",
        "1.00000017881393432617187", "1.00000017881393432617188", "0.500000029802322387695312",
        "0.50000002980232238769531", "8388608.5", "8388609.5", "8388608.49999999999999",
        "8388608.50000000000001", "9007199254740993", "9007199254740992.5"})
    expect_as_strtof(word);
}

TEST(Number, random_middles_between_floats_round_once) {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t bits = random() % 0x7F000000u;
    float low;
    std::memcpy(&low, &bits, 4);
    const double middle = 0.5 * (double{low} + double{std::nextafter(low, 1e38f)});
    char text[64];
    for (const int digits : {8, 9, 12, 15, 17, 19, 25}) {
      std::snprintf(text, sizeof text, "%.*g", digits, middle);
      expect_as_strtof(text);
    }
  }
}

TEST(Number, random_words_are_as_strtof_reads_them) {
  std::mt19937 random(2);
  const auto digits = [&](unsigned most) {
    std::string text;
    for (unsigned n = random() % (most + 1); n != 0; --n) text += static_cast<char>('0' + random() % 10);
    return text;
  };
  for (int i = 0; i < 200'000; ++i) {
    std::string word(random() % 2, '-');
    const std::string whole = digits(random() % 4 == 0 ? 22 : 5);
    const std::string fraction = digits(random() % 4 == 0 ? 25 : 9);
    if (whole.empty() && fraction.empty()) continue;
    word += whole;
    if (!fraction.empty() || random() % 4 == 0) word += '.', word += fraction;
    if (random() % 4 == 0) word += 'e', word += std::to_string(static_cast<int>(random() % 100) - 50);
    expect_as_strtof(word);
  }
}

TEST(Number, printed_floats_come_back) {
  std::mt19937 random(3);
  for (int i = 0; i < 100'000; ++i) {
    float value;
    const std::uint32_t bits = random();
    std::memcpy(&value, &bits, 4);
    if (!std::isfinite(value)) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%.9g", double{value});
    ASSERT_EQ(parsed_bits(text), bits) << text;
  }
}

TEST(Number, a_trailing_f_is_accepted) {
  float value;
  EXPECT_EQ(parse_float_word("1.5f", value), WordForm::number);
  EXPECT_EQ(value, 1.5f);
  EXPECT_EQ(parse_float_word("-2F", value), WordForm::number);
  EXPECT_EQ(value, -2.0f);
}

TEST(Number, words_that_say_there_is_no_number_are_special_and_zero) {
  for (const char* word : {"1.#QNAN", "-1.#IND", "1.#INF", "1.#INF00", "-1.#IND00", "1.#SNAN", "1.#qnan0",
                           "nan", "NaN", "-nan", "inf", "-INF", "Infinity"}) {
    float value = 7;
    EXPECT_EQ(parse_float_word(word, value), WordForm::special) << word;
    EXPECT_EQ(value, 0.0f);
    bool negative;
    std::uint64_t magnitude = 7;
    EXPECT_EQ(parse_integer_word(word, negative, magnitude), WordForm::special) << word;
    EXPECT_EQ(magnitude, 0u);
  }
}

TEST(Number, other_words_are_no_numbers) {
  for (const char* word : {"",    "-",  "+",   ".",  "-.",   "abc", "1x",  "1.2.3",  "--1", "+-1",
                           "-+1", "1e", "1e+", "e5", "0x10", "f",   "1.#", "1.#FOO", "1ff", "#INF"}) {
    float value;
    EXPECT_EQ(parse_float_word(word, value), WordForm::none) << word;
    bool negative;
    std::uint64_t magnitude;
    EXPECT_EQ(parse_integer_word(word, negative, magnitude), WordForm::none) << word;
    const std::string padded = std::string(word) + ";}                ";
    const char* at = padded.c_str();
    std::uint32_t bits;
    EXPECT_FALSE(parse_float_guarded(at, bits)) << word;
    EXPECT_FALSE(parse_dword_guarded(at, bits)) << word;
    EXPECT_EQ(at, padded.c_str());
  }
}

TEST(Number, integers_may_be_written_as_floats_without_a_fraction) {
  const struct {
    const char* word;
    WordForm form;
    bool negative;
    std::uint64_t magnitude;
  } rows[] = {{"3", WordForm::number, false, 3},
              {"-3", WordForm::number, true, 3},
              {"+3", WordForm::number, false, 3},
              {"3.000000", WordForm::number, false, 3},
              {"1e3", WordForm::number, false, 1000},
              {"-1.0", WordForm::number, true, 1},
              {"18446744073709551615", WordForm::number, false, UINT64_MAX},
              {"2.5", WordForm::fraction, false, 3},
              {"2.25", WordForm::fraction, false, 2},
              {"18446744073709551616", WordForm::too_large, false, 0},
              {"1e20", WordForm::too_large, false, 0}};
  for (const auto& row : rows) {
    bool negative = false;
    std::uint64_t magnitude = 0;
    EXPECT_EQ(parse_integer_word(row.word, negative, magnitude), row.form) << row.word;
    if (row.form == WordForm::too_large) continue;
    EXPECT_EQ(negative, row.negative) << row.word;
    EXPECT_EQ(magnitude, row.magnitude) << row.word;
  }
}

TEST(Number, the_fast_path_reads_every_dword) {
  std::mt19937 random(4);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t expected = random() >> random() % 32;
    const std::string word = std::to_string(expected) + ",}                ";
    const char* at = word.c_str();
    std::uint32_t value = 0;
    ASSERT_TRUE(parse_dword_guarded(at, value)) << word;
    EXPECT_EQ(value, expected);
    EXPECT_EQ(*at, ',');
  }
}

TEST(Number, the_fast_path_leaves_larger_and_odder_integers_alone) {
  for (const char* word : {"4294967296;}                ", "99999999999;}                ",
                           "3.0;}                ", "123456789012345;}                "}) {
    const char* at = word;
    std::uint32_t value;
    EXPECT_FALSE(parse_dword_guarded(at, value)) << word;
    EXPECT_EQ(at, word);
  }
}

}  // namespace
}  // namespace skelter::x

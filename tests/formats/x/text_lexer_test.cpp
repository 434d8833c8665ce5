#include "formats/x/tokens/text_lexer.h"

#include <gtest/gtest.h>

#include "../bench/lex_only.h"
#include "formats/x/x_trees.h"

namespace skelter {
namespace {

using test::floats_of;
using test::read_tree;
using test::strict;
using test::TreeOutcome;
using test::Words;
using test::words_of;

// Objects after the one under test, so that its numbers use the fast path.
const std::string kTail = "\nFrame T { Frame U { } }\nFrame V { Frame W { } }\n";

std::string name_in(std::string_view body) {
  const TreeOutcome outcome = read_tree(body);
  return outcome.tree && !outcome.tree->objects.empty() ? outcome.tree->objects[0].name : outcome.error();
}

TEST(TextLexer, all_kinds_of_white_space_count) {
  const std::string body("Frame\tA\r\n{\0Frame\vB\f{ }\0}", 24);
  const TreeOutcome outcome = read_tree(body, strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[1].name, "B");
}

// Counts lines byte by byte, as the format defines them: LF, CR and CR LF end a line.
std::uint32_t line_of(std::string_view text, std::size_t offset) {
  std::uint32_t line = 1;
  for (std::size_t i = 0; i < offset; ++i)
    line += text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
  return line;
}

TEST(TextLexer, lines_are_counted_wherever_their_ends_fall) {
  std::string text;
  for (std::size_t i = 0; text.size() < 300 * 17; ++i)
    text += std::string(i % 37, 'x') + (i % 3 == 0 ? "\n" : i % 3 == 1 ? "\r\n" : "\r");
  text += std::string(255 * 17, '\n') + "\r";  // more than a sum in a byte can hold
  for (std::size_t step = 1; step < 100; step += 7) {
    x::TextLexer lexer(text, 0);
    for (std::size_t offset = 0; offset <= text.size(); offset += step)
      ASSERT_EQ(lexer.line_at(offset), line_of(text, offset)) << offset;
    ASSERT_EQ(lexer.line_at(text.size()), line_of(text, text.size()));
    ASSERT_EQ(lexer.line_at(3), line_of(text, 3));
    ASSERT_EQ(lexer.line_at(text.size()), line_of(text, text.size()));  // counts all lines in one call
  }
}

TEST(TextLexer, comments_of_both_kinds_end_with_the_line) {
  const TreeOutcome outcome = read_tree(
      "# a { comment\n// \"another\nFaceAdjacency { // }\n 2; # 3; }\r 5; // 6\r\n 7;\n}" + kTail, strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 5, 7}));
}

TEST(TextLexer, comment_signs_inside_words_and_strings_are_no_comments) {
  const TreeOutcome outcome = read_tree("Frame a#b//c { TextureFilename { \"x//y#z\"; } }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].name, "a#b//c");
  EXPECT_EQ(outcome.tree->strings[0], "x//y#z");
}

TEST(TextLexer, a_single_slash_is_an_error) {
  const char* message = "a single `/`; expected a name, a value, or `//` before a comment";
  EXPECT_EQ(read_tree("\n/ Frame A { }").error(), std::string("a.x:2: ") + message);
  EXPECT_EQ(read_tree("FaceAdjacency { 1; / 2; }" + kTail).error(),
            std::string("a.x:1: FaceAdjacency: ") + message);
  EXPECT_EQ(read_tree("Unknown { /").error(), std::string("a.x:1: ") + message);
}

TEST(TextLexer, lines_end_at_lf_cr_and_crlf) {
  for (const char* end : {"\n", "\r", "\r\n"}) {
    std::string body;
    for (int i = 0; i < 999; ++i) body += std::string(i % 7, ' ') + end;
    const TreeOutcome outcome = read_tree(body + "Frame A { }");
    ASSERT_TRUE(outcome.tree);
    EXPECT_EQ(outcome.tree->objects[0].line, 1000u);
  }
}

TEST(TextLexer, odd_names_are_kept) {
  for (const char* name :
       {"mesh.001:a$b|c", "3rd-bone", "@x", "array", "WORD", "template", "a\"b", "-1", "7"}) {
    const TreeOutcome outcome = read_tree("Frame " + std::string(name) + " { }", strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(outcome.tree->objects[0].name, name);
  }
}

TEST(TextLexer, names_with_spaces_are_joined_and_an_error_when_strict) {
  const TreeOutcome outcome = read_tree("\nFrame  Bip01 \n L  UpperArm { }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects[0].name, "Bip01 L UpperArm");
  EXPECT_EQ(outcome.warnings(),
            "a.x:2: \"Bip01 L UpperArm\": a name with spaces; expected one word or quotes\n");
  EXPECT_EQ(read_tree("Frame A B { }", strict()).error(),
            "a.x:1: \"A B\": a name with spaces; expected one word or quotes");
}

TEST(TextLexer, a_quoted_name_is_its_content) {
  EXPECT_EQ(name_in("Frame \"my bone\" { }"), "my bone");
}

TEST(TextLexer, names_and_references_that_are_not_utf8_come_from_windows_1252_or_shift_jis) {
  EXPECT_EQ(name_in("Frame B\xC3\xA4r { }"), "B\xC3\xA4r");
  EXPECT_EQ(name_in("Frame B\xE4r { }"), "B\xC3\xA4r");
  XTreeOptions options;
  options.code_page = CodePage::shift_jis;
  const TreeOutcome outcome = read_tree("Frame \x83\x65 { TextureFilename { \"\x83\x7B.png\"; } }", options);
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects[0].name, "\xE3\x83\x86");  // U+30C6
  EXPECT_EQ(outcome.tree->strings[0], "\xE3\x83\x9C.png");
}

TEST(TextLexer, keywords_and_template_names_match_in_any_case) {
  const TreeOutcome outcome =
      read_tree("TEMPLATE T { dword n; Array float f[n]; } FRAME a { frame b { } t { 1; 0.5; } }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->type_name(0), "Frame");
  EXPECT_EQ(words_of(*outcome.tree, 2), (Words{1, 0x3F000000}));
}

TEST(TextLexer, integers_stand_for_floats_and_whole_floats_for_integers) {
  for (const std::string& tail : {std::string(), kTail}) {
    TreeOutcome outcome = read_tree("Vector v { 1; -2, 3.5e0; }" + tail, strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(floats_of(*outcome.tree, 0), (std::vector<float>{1, -2, 3.5f}));
    outcome = read_tree("FaceAdjacency { 2.000000; 5.0; 1e3; }" + tail, strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 5, 1000}));
  }
}

TEST(TextLexer, a_negative_dword_counts_modulo_two_to_the_32) {
  const TreeOutcome outcome = read_tree("FaceAdjacency { 2; -1; 4294967295; }" + kTail, strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 0xFFFFFFFF, 0xFFFFFFFF}));
}

TEST(TextLexer, a_dword_beyond_32_bits_is_an_error) {
  EXPECT_EQ(read_tree("FaceAdjacency A { 1;\n4294967296; }" + kTail).error(),
            "a.x:2: FaceAdjacency A: `4294967296` does not fit; expected at most 4294967295");
  EXPECT_EQ(read_tree("template T { ULONGLONG q; } T { 18446744073709551616; }").error(),
            "a.x:1: T: `18446744073709551616` does not fit; expected at most 18446744073709551615");
}

TEST(TextLexer, a_fraction_in_an_integer_is_an_error_but_a_key_time_is_rounded) {
  EXPECT_EQ(read_tree("FaceAdjacency { 1; 2.5; }" + kTail).error(),
            "a.x:1: FaceAdjacency: `2.5` where an integer is expected");
  const TreeOutcome outcome = read_tree("AnimationKey { 2; 2; 0.4; 1; 7;;, 10.5; 1; 8;;; }" + kTail);
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 2, 0, 1, 0x40E00000, 11, 1, 0x41000000}));
  EXPECT_EQ(outcome.warnings(),
            "a.x:1: AnimationKey: key times with a fraction; rounded to integer ticks (2 times)\n");
}

TEST(TextLexer, a_word_too_large_is_cut_with_a_warning) {
  const TreeOutcome outcome = read_tree("Header { 65537; 2; 3; }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{1, 2, 3}));
  EXPECT_EQ(outcome.warnings(), "a.x:1: Header: values too large for their type; truncated\n");
}

TEST(TextLexer, words_for_no_number_become_zero_with_one_warning_per_object) {
  const TreeOutcome outcome =
      read_tree("Vector A { 1.#QNAN; -1.#IND; nan; }\nVector B { 1; inf; 1.#INF00; }" + kTail);
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(floats_of(*outcome.tree, 0), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(floats_of(*outcome.tree, 1), (std::vector<float>{1, 0, 0}));
  EXPECT_EQ(outcome.warnings(),
            "a.x:1: Vector A: values such as nan or 1.#QNAN; treated as 0 (3 times)\na.x:2: Vector B: values "
            "such as nan or 1.#QNAN; treated as 0 (2 times)\n");
}

TEST(TextLexer, what_is_no_value_is_an_error_that_shows_it) {
  const struct {
    const char* body;
    const char* error;
  } rows[] = {
      {"Vector A { 1; x; 3; }", "a.x:1: Vector A: `x` where a number is expected"},
      {"Vector A { 1; {B} }", "a.x:1: Vector A: `{` where a number is expected"},
      {"Vector A { 1; \"2\"; 3; }", "a.x:1: Vector A: `\"2\"` where a number is expected"},
      {"Vector A { 1; 2;\n}", "a.x:2: Vector A: `}` where a value is expected"},
      {"TextureFilename { tex.png; }",
       "a.x:1: TextureFilename: `tex.png` where a string in quotes is expected"},
      {"TextureFilename { }", "a.x:1: TextureFilename: `}` where a value is expected"},
      {"FaceAdjacency { 12345678901234567890123456789012345678901234567890x; }",
       "a.x:1: FaceAdjacency: `1234567890123456789012345678901234567890...` where a number is expected"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(read_tree(row.body).error(), row.error);
    EXPECT_EQ(read_tree(row.body + kTail).error(), row.error);
  }
}

TEST(TextLexer, the_end_of_the_file_inside_something_is_an_error) {
  const struct {
    const char* body;
    const char* error;
  } rows[] = {
      {"Vector A { 1; 2;", "a.x:1: Vector A: the file ends inside the data of an object"},
      {"FaceAdjacency { 3; 1; 2; \n",
       "a.x:1: FaceAdjacency: a count asks for 3 values; the 7 bytes left in the file"},
      {"TextureFilename { \"tex", "a.x:1: TextureFilename: the file ends inside a string; expected `\"`"},
      {"Frame A", "a.x:1: the end of the file; expected a name or `{`"},
      {"Frame", "a.x:1: the end of the file; expected a name or `{`"},
      {"Frame A { <3D82AB46", "a.x:1: Frame A: the file ends inside a GUID; expected `>`"},
      {"template T { DWORD a;", "a.x:1: template T: the file ends inside a template; expected `}`"},
      {"Unknown { {", "a.x:1: the file ends inside a skipped object; expected `}`"},
      {"Unknown { \"", "a.x:1: the file ends inside a string; expected `\"`"},
  };
  for (const auto& row : rows) {
    if (std::string(row.body).find("FaceAdj") != std::string::npos) {
      EXPECT_EQ(read_tree(row.body).error(),
                "a.x:2: FaceAdjacency: the file ends inside the data of an object");
      continue;
    }
    EXPECT_EQ(read_tree(row.body).error(), row.error);
  }
}

TEST(TextLexer, a_line_end_in_a_string_is_a_warning) {
  const TreeOutcome outcome = read_tree("TextureFilename { \"a\nb\"; }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->strings[0], "a\nb");
  EXPECT_EQ(outcome.warnings(), "a.x:1: TextureFilename: a line break inside a string; kept\n");
}

// Row 44 of the conformance table.
TEST(TextLexer, values_beyond_the_count_are_skipped_with_a_warning) {
  const TreeOutcome outcome =
      read_tree("FaceAdjacency A {\n 1; 7;\n 8, 9, \"x\"; -1.5e3;;\n} Frame B { 5; Frame C { } }");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{1, 7}));
  EXPECT_EQ(outcome.tree->objects[2].name, "C");
  EXPECT_EQ(outcome.warnings(),
            "a.x:3: FaceAdjacency A: 4 values beyond the declared count; ignored\n"
            "a.x:4: Frame B: 1 values beyond the declared count; ignored\n");
  EXPECT_EQ(read_tree("FaceAdjacency A { 1; 7; 8; }", strict()).error(),
            "a.x:1: FaceAdjacency A: 1 values beyond the declared count; ignored");
}

TEST(TextLexer, brackets_and_guids_where_objects_are_expected_are_errors) {
  EXPECT_EQ(read_tree("Frame A { ( }").error(),
            "a.x:1: Frame A: a bracket; expected an object, a reference or `}`");
  EXPECT_EQ(read_tree("Frame A { [ }").error(),
            "a.x:1: Frame A: `[`; expected an object, a reference or `}`");
  EXPECT_EQ(read_tree("]").error(), "a.x:1: `]`; expected a template or an object");
  EXPECT_EQ(
      read_tree("Frame A { <3D82AB46-62DA-11CF-AB39-0020AF71E401> <3D82AB46-62DA-11CF-AB39-0020AF71E401> }")
          .error(),
      "a.x:1: Frame A: a GUID; expected an object, a reference or `}`");
  EXPECT_EQ(read_tree("\"text\"").error(), "a.x:1: a string; expected a template or an object");
}

TEST(TextLexer, a_guid_behind_the_brace_is_the_objects_identity) {
  for (const char* text :
       {"<3D82AB46-62DA-11cf-ab39-0020AF71E401>", "< 3d82ab46-62da-11cf-ab39-0020af71e401 >",
        "<3D82AB46-62DA-11CF-AB390020AF71E401>"}) {
    const TreeOutcome outcome = read_tree("Frame A { " + std::string(text) + " }", strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    ASSERT_TRUE(outcome.tree->objects[0].guid);
    EXPECT_EQ(to_string(*outcome.tree->objects[0].guid), "3d82ab46-62da-11cf-ab39-0020af71e401");
  }
}

TEST(TextLexer, what_is_no_guid_is_ignored_with_a_warning) {
  for (const char* text : {"abc", "3D82AB46-62DA-11CF-AB39-0020AF71E4011",
                           "3D82AB466-2DA-11CF-AB39-0020AF71E401", "3D82AB46-62DA-11CF-AB39-0020AF71E40G"}) {
    const std::string body = "Frame A { <" + std::string(text) + "> }";
    const std::string message = "a.x:1: Frame A: `<" + std::string(text) + ">` is not a GUID; ignored";
    const TreeOutcome outcome = read_tree(body);
    ASSERT_TRUE(outcome.tree);
    EXPECT_FALSE(outcome.tree->objects[0].guid);
    EXPECT_EQ(outcome.warnings(), message + "\n");
    EXPECT_EQ(read_tree(body, strict()).error(), message);
  }
}

TEST(LexOnly, counts_every_token) {
  const LexCounts counts = lex_only(test::text_file(
      "Frame A { # 1 2\n Vector { 1.5; -2, 3e0;; } TextureFilename { \"1 2\"; } // 9\n}" + kTail));
  EXPECT_EQ(counts.words, 4u + 8);
  EXPECT_EQ(counts.numbers, 3u);
  EXPECT_EQ(counts.strings, 1u);
  EXPECT_EQ(counts.punctuation, 6u + 4 + 1 + 8);
  EXPECT_EQ(counts.number_bits, 0x3FC00000u ^ 0xC0000000u ^ 0x40400000u);
}

TEST(LexOnly, survives_any_end) {
  for (const char* body : {"", "\"", "\"a", "12", "-", "/", "#", "a", "1.5e", "}"})
    EXPECT_LE(lex_only(test::text_file(body)).numbers, 1u);
  EXPECT_EQ(lex_only({}).numbers, 0u);
}

}  // namespace
}  // namespace skelter
